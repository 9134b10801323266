/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/map.h"
#include "intern.h"

/* The size of text at which all strings are dropped, and the longest string that gets a number,
 * bytes. */
enum { BYTES = 1 << 24, LONGEST = 1 << 16 };

enum { SLOTS = INTERN_MOST * 2, SEEN = 1 << 13, WAYS = 8 };

struct internslot {
	uint32_t hash;
	uint32_t known; /* position of the string in intern.text, plus one; 0: free */
};

/* A set of an associative cache: parts of the hashes of strings that occurred, the latest first.
 * Another part of the hash chooses the set. */
struct internseen {
	uint32_t parts[WAYS];
};

/* The head of an interned string, whose bytes follow, so that one cache line has both. */
struct internhead {
	uint64_t space;
	uint32_t number, n;
	/* Position in intern.text of the string that followed this one the last time, plus one; 0
	 * for none. */
	uint64_t next;
};

static struct internhead
knownat(const struct intern *t, uint32_t at)
{
	struct internhead known;

	memcpy(&known, t->text.p + at - 1, sizeof(known));
	return known;
}

/* Returns true if the entry at that position is this string of this name space; sets *known to its
 * head. */
static bool
same(const struct intern *t, uint32_t at, uint64_t space, struct span text,
    struct internhead *known)
{
	*known = knownat(t, at);
	return known->space == space &&
	    spansame((struct span){ t->text.p + at - 1 + sizeof(*known), known->n }, text);
}

/* Returns true if a string with this hash occurred before, and remembers it. It may be wrong: true
 * by a collision, once in billions, which only gives a number early; false if too many others
 * occurred since. */
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

/* The free slot for a string with this hash. */
static struct internslot *
vacant(struct intern *t, uint64_t hash)
{
	size_t i = hash % SLOTS;

	while (t->slots[i].known)
		i = (i + 1) % SLOTS;
	return &t->slots[i];
}

/* Finds the entry of a string, or makes one if the string occurs for the second time. Returns its
 * position plus one, or 0 for none. */
static uint32_t
internfind(struct intern *t, struct internspace *space, uint64_t id, struct span text,
    struct internhead *known, bool *fresh)
{
	uint64_t hash = mapspread(stringhash(text) ^ id);

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
	*known = (struct internhead){ id, ++space->last, (uint32_t)text.n, 0 };
	*vacant(t, hash) = (struct internslot){ (uint32_t)(hash >> 32), (uint32_t)t->text.n + 1 };
	t->used++;
	bufmem(&t->text, (const char *)known, sizeof(*known));
	bufspan(&t->text, text);
	*fresh = true;
	return (uint32_t)(t->text.n - text.n - sizeof(*known)) + 1;
}

/* Looks a string up that did not follow the previous one the last time. */
static uint32_t
lookup(struct intern *t, struct internspace *space, uint64_t id, struct span text, bool *fresh)
{
	struct internhead known;
	uint64_t at;

	if (space->age != t->age)
		space->recent = 0;
	at = internfind(t, space, id, text, &known, fresh);
	if (at == 0)
		return 0;
	if (space->recent && space->age == t->age)
		memcpy(t->text.p + space->recent - 1 + offsetof(struct internhead, next), &at,
		    sizeof(at));
	space->age = t->age;
	space->recent = (uint32_t)at;
	return known.number;
}

/* Programs repeat themselves: the string that followed the previous one last time is compared
 * first, which is faster than a look-up. */
uint32_t
interned(struct intern *t, struct internspace *space, uint64_t id, struct span text, bool *fresh)
{
	struct internhead known;
	uint64_t at = 0;

	*fresh = false;
	if (space->recent && space->age == t->age)
		memcpy(&at, t->text.p + space->recent - 1 + offsetof(struct internhead, next),
		    sizeof(at));
	if (!at || !same(t, (uint32_t)at, id, text, &known))
		return lookup(t, space, id, text, fresh);
	space->recent = (uint32_t)at;
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
