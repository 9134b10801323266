/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "intern.h"
#include "map.h"

/* When all are forgotten, besides their number, and the longest that is kept at all. */
enum { BYTES = 1 << 24, LONGEST = 1 << 16 };

enum { PLACES = INTERN_MOST * 2 };

/* What is known of a string, whose bytes follow: one look at memory brings both. */
struct known {
	uint64_t space;
	uint32_t id, n;
};

static struct known
knownof(const struct intern *t, const struct place *place)
{
	struct known known;

	memcpy(&known, t->text.p + place->known - 1, sizeof(known));
	return known;
}

/* Whether a string came before, by its hash: also when it did not, once in billions, which does no harm, and not when too many others came since. */
static bool
again(struct intern *t, uint64_t hash)
{
	uint32_t *seen = &t->seen[hash >> 48], part = (uint32_t)(hash >> 16);
	bool is = *seen == part;

	*seen = part;
	return is;
}

/* The place of a string, or the free one where it belongs. */
static struct place *
find(struct intern *t, uint64_t space, struct span text, uint64_t hash)
{
	for (size_t i = hash % PLACES;; i = (i + 1) % PLACES) {
		struct place *place = &t->places[i];
		struct known known;

		if (!place->known)
			return place;
		if (place->hash != (uint32_t)(hash >> 32))
			continue;
		known = knownof(t, place);
		if (known.space == space && spansame((struct span){ t->text.p + place->known - 1 + sizeof(known), known.n }, text))
			return place;
	}
}

static void
forget(struct intern *t)
{
	t->text.n = t->used = 0;
	memset(t->places, 0, sizeof(t->places));
}

uint32_t
interned(struct intern *t, uint64_t space, uint32_t *last, struct span text, bool *fresh)
{
	uint64_t hash = (namehash(text) ^ space) * 0x9E3779B97F4A7C15u;
	struct place *place;
	struct known known;

	hash ^= hash >> 29;
	place = find(t, space, text, hash);
	*fresh = false;
	if (place->known)
		return knownof(t, place).id;
	if (text.n > LONGEST || !again(t, hash))
		return 0;
	if (t->used >= INTERN_MOST || t->text.n >= BYTES) {
		forget(t);
		place = find(t, space, text, hash);
	}
	known = (struct known){ space, ++*last, (uint32_t)text.n };
	*place = (struct place){ (uint32_t)(hash >> 32), (uint32_t)t->text.n + 1 };
	t->used++;
	bufmem(&t->text, (const char *)&known, sizeof(known));
	bufspan(&t->text, text);
	*fresh = true;
	return *last;
}

void
internfree(struct intern *t)
{
	free(t->text.p);
	memset(t, 0, sizeof(*t));
}
