/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/map.h"
#include "intern.h"

/* When all are forgotten, besides their number, and the longest that is kept at all. */
enum { BYTES = 1 << 24, LONGEST = 1 << 16 };

enum { SLOTS = INTERN_MOST * 2, SEEN = 1 << 13, WAYS = 8 };

struct internslot {
	uint32_t hash;
	uint32_t known; /* where in intern.text the string is, plus one; 0 in a free slot */
};

/* Parts of the hashes of strings that came, by other parts; the latest first. */
struct internseen {
	uint32_t parts[WAYS];
};

/* What is known of a string, whose bytes follow: one look at memory brings both. */
struct known {
	uint64_t space;
	uint32_t number, n;
	/* Where in intern.text that is which followed the last time, plus one; 0 for none. */
	uint64_t next;
};

static struct known
knownat(const struct intern *t, uint32_t at)
{
	struct known known;

	memcpy(&known, t->text.p + at - 1, sizeof(known));
	return known;
}

/* Whether what is known there is this string; then known is that. */
static bool
same(const struct intern *t, uint32_t at, uint64_t space, struct span text, struct known *known)
{
	*known = knownat(t, at);
	return known->space == space &&
	    spansame((struct span){ t->text.p + at - 1 + sizeof(*known), known->n }, text);
}

/* Whether a string came before, by its hash: also when it did not, once in billions, which does no
 * harm, and not when too many others came since. */
static bool
again(struct intern *t, uint64_t hash)
{
	uint32_t *seen = t->seen[hash >> 51].parts, part = (uint32_t)(hash >> 16);
	size_t i = 0;

	while (i < WAYS - 1 && seen[i] != part)
		i++;
	if (seen[i] == part)
		return true;
	memmove(seen + 1, seen, (WAYS - 1) * sizeof(*seen));
	seen[0] = part;
	return false;
}

static void
internforget(struct intern *t)
{
	t->text.n = t->used = 0;
	t->age++;
	memset(t->slots, 0, SLOTS * sizeof(*t->slots));
}

/* The free slot where a string with this hash belongs. */
static struct internslot *
vacant(struct intern *t, uint64_t hash)
{
	size_t i = hash % SLOTS;

	while (t->slots[i].known)
		i = (i + 1) % SLOTS;
	return &t->slots[i];
}

/* Finds a string and what is known of it, which is made up when it comes for the second time; 0
 * when nothing is. */
static uint32_t
internfind(struct intern *t, struct space *space, uint64_t id, struct span text,
    struct known *known, bool *fresh)
{
	uint64_t hash = mapspread(namehash(text) ^ id);

	hash ^= hash >> 29;
	if (!t->slots) {
		t->slots = xzalloc(SLOTS, sizeof(*t->slots));
		t->seen = xzalloc(SEEN, sizeof(*t->seen));
	}
	for (size_t i = hash % SLOTS; t->slots[i].known; i = (i + 1) % SLOTS)
		if (t->slots[i].hash == (uint32_t)(hash >> 32) &&
		    same(t, t->slots[i].known, id, text, known))
			return t->slots[i].known;
	if (text.n > LONGEST || !again(t, hash))
		return 0;
	if (t->used >= INTERN_MOST || t->text.n >= BYTES)
		internforget(t);
	*known = (struct known){ id, ++space->last, (uint32_t)text.n, 0 };
	*vacant(t, hash) = (struct internslot){ (uint32_t)(hash >> 32), (uint32_t)t->text.n + 1 };
	t->used++;
	bufmem(&t->text, (const char *)known, sizeof(*known));
	bufspan(&t->text, text);
	*fresh = true;
	return (uint32_t)(t->text.n - text.n - sizeof(*known)) + 1;
}

/* Programs do the same again and again: what followed the string before is sooner compared than any
 * is found. */
uint32_t
interned(struct intern *t, struct space *space, uint64_t id, struct span text, bool *fresh)
{
	struct known before = { 0 }, known;
	uint32_t at = 0;

	*fresh = false;
	if (space->age != t->age)
		space->recent = 0;
	if (space->recent) {
		before = knownat(t, space->recent);
		at = (uint32_t)before.next;
	}
	if (!at || !same(t, at, id, text, &known)) {
		at = internfind(t, space, id, text, &known, fresh);
		if (!at)
			return 0;
		before.next = at;
		if (space->recent && space->age == t->age)
			memcpy(t->text.p + space->recent - 1, &before, sizeof(before));
		space->age = t->age;
	}
	space->recent = at;
	return known.number;
}

void
internfree(struct intern *t)
{
	free(t->text.p);
	free(t->slots);
	free(t->seen);
	*t = (struct intern){ 0 };
}
