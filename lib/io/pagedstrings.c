/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/map.h"
#include "pagedstrings.h"

/* The fewest slots, and the most: a table that is full then is emptied. */
enum { SLOTS_LEAST = 1 << 6, SLOTS_MOST = 1 << 17 };

/* A slot; all zero is free. */
struct pagedstring {
	uint32_t hash;
	uint32_t number; /* id + 1 */
};

/* Returns the slot of a string, or the free slot where it belongs. */
static struct pagedstring *
slotof(const struct pagedstrings *s, struct span string, uint32_t hash)
{
	size_t below = s->size - 1;

	for (size_t at = hash;; at++) {
		struct pagedstring *slot = &s->latest[at & below];

		if (slot->number == 0 ||
		    (slot->hash == hash && spansame(pagedstring(s, slot->number - 1), string)))
			return slot;
	}
}

/* Makes room for one more string. */
static void
growlatest(struct pagedstrings *s)
{
	struct pagedstring *before = s->latest;
	size_t size = s->size;

	if (s->used < size / 2)
		return;
	if (size == SLOTS_MOST) {
		memset(before, 0, size * sizeof(*before));
		s->used = 0;
		return;
	}
	s->size = size > 0 ? size * 2 : SLOTS_LEAST;
	s->latest = xzalloc(s->size, sizeof(*s->latest));
	for (size_t i = 0; i < size; i++)
		if (before[i].number > 0) {
			size_t at = before[i].hash;

			while (s->latest[at & (s->size - 1)].number > 0)
				at++;
			s->latest[at & (s->size - 1)] = before[i];
		}
	free(before);
}

/* Stores a string and returns its id. */
static uint32_t
store(struct pagedstrings *s, struct span string)
{
	size_t words = 1 + (string.n + sizeof(uint64_t) - 1) / sizeof(uint64_t), at;
	uint64_t *to = pagedextend(&s->words, words, &at);

	if (at >= PAGEDSTRINGS_MOST)
		die("too many names");
	*to = string.n;
	if (string.n > 0)
		memcpy(to + 1, string.p, string.n);
	return (uint32_t)at;
}

uint32_t
pagedintern(struct pagedstrings *s, struct span string)
{
	uint32_t hash = (uint32_t)stringhash(string);
	struct pagedstring *slot;

	if (s->size == 0)
		growlatest(s);
	slot = slotof(s, string, hash);
	if (slot->number == 0) {
		growlatest(s);
		slot = slotof(s, string, hash);
		*slot = (struct pagedstring){ hash, store(s, string) + 1 };
		s->used++;
	}
	return slot->number - 1;
}

void
pagedstringsfree(struct pagedstrings *s)
{
	pagedfree(&s->words);
	free(s->latest);
	*s = (struct pagedstrings)PAGEDSTRINGS(s->words.pool);
}
