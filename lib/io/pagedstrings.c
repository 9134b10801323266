/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "pagedstrings.h"

/* The most strings that are known: then all are forgotten. */
enum { LATEST_MOST = 1 << 16 };

struct pagedstring {
	uint32_t hash, id;
};

/* Returns the slot of a string, or the free slot where it belongs. */
static uint32_t *
slotof(const struct pagedstrings *s, struct span string, uint32_t hash)
{
	uint32_t at = hash, *slot;

	while (*(slot = hashindexprobe(&s->slots, hash, &at))) {
		const struct pagedstring *known = &s->latest[hashindexget(&s->slots, slot)];

		if (known->hash == hash && spansame(pagedstring(s, known->id), string))
			break;
	}
	return slot;
}

/* Makes room for one more string. */
static void
growlatest(struct pagedstrings *s)
{
	if (s->used == LATEST_MOST) {
		hashindexfree(&s->slots);
		s->used = 0;
	}
	if (!hashindexfull(&s->slots, s->used))
		return;
	hashindexgrow(&s->slots);
	for (uint32_t i = 0; i < s->used; i++) {
		uint32_t hash = s->latest[i].hash, at = hash, *slot;

		while (*(slot = hashindexprobe(&s->slots, hash, &at)))
			;
		hashindexset(&s->slots, slot, hash, i);
	}
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
	uint32_t hash = (uint32_t)stringhash(string), *slot = NULL;

	if (s->used > 0)
		slot = slotof(s, string, hash);
	if (!slot || !*slot) {
		growlatest(s);
		slot = slotof(s, string, hash);
		GROW(s->latest, s->room, s->used + 1);
		s->latest[s->used] = (struct pagedstring){ hash, store(s, string) };
		hashindexset(&s->slots, slot, hash, (uint32_t)s->used++);
	}
	return s->latest[hashindexget(&s->slots, slot)].id;
}

void
pagedstringsfree(struct pagedstrings *s)
{
	pagedfree(&s->words);
	free(s->latest);
	hashindexfree(&s->slots);
	*s = (struct pagedstrings)PAGEDSTRINGS(s->words.pool);
}
