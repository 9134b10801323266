/* SPDX-License-Identifier: MIT */
/* Hash tables with open addressing: integers to small numbers, and strings to ids. */
#ifndef NST_MAP_H
#define NST_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "mem.h"

/* Two integers as a key, such as a process and a correlation id. */
struct mapkey {
	uint64_t a, b;
};

/* A number times 2^64 over the golden ratio: the upper bits depend on all bits of it. */
static inline uint64_t
mapspread(uint64_t v)
{
	return v * 0x9E3779B97F4A7C15u;
}

/* From keys to 32-bit values. All zero is an empty map; mapfree frees it. */
struct map {
	struct mapslot *slots;
	size_t size, used; /* size is a power of two, or 0 */
};

/* The value of a key, or NULL; valid until the next mapput. */
uint32_t *mapget(const struct map *m, struct mapkey key);

/* The value of a key, made 0 when it is new (*fresh says which); valid until the next mapput. */
uint32_t *mapput(struct map *m, struct mapkey key, bool *fresh);

void mapfree(struct map *m);

/* The hash of a key; all its bits are good. */
uint64_t maphash(struct mapkey key);

/* Numbers from 0, found by a hash of what they stand for, which is kept elsewhere. A slot has in
 * its lower bits a number plus one, which is below the size, or 0 when it is free; and in the upper
 * ones those of the hash, which spares a look at most that are not the one. All zero is empty. */
struct hashindex {
	uint32_t *p;
	size_t size; /* a power of two, or 0 */
};

/* How far it is from a slot to the next one to look at: odd, so that all are looked at, and not 1,
 * so that those with hashes one behind the other do not stand in each other's way. */
enum { HASHINDEX_STRIDE = 17 };

/* Whether there is no room for one more besides so many. */
static inline bool
hashindexfull(const struct hashindex *s, size_t used)
{
	return used + used / 4 >= s->size;
}

/* Makes them more, and all free: what was in them has to be put there again. */
void hashindexgrow(struct hashindex *s);

/* The next slot that may have the number sought, or the free one where it belongs; *at is the hash
 * at first. */
static inline uint32_t *
hashindexprobe(const struct hashindex *s, uint32_t hash, uint32_t *at)
{
	uint32_t below = (uint32_t)(s->size - 1), *slot;

	do {
		slot = &s->p[*at & below];
		*at += HASHINDEX_STRIDE;
	} while ((*slot & below) && ((*slot ^ hash) & ~below));
	return slot;
}

/* The number in a slot that is not free. */
static inline uint32_t
hashindexget(const struct hashindex *s, const uint32_t *slot)
{
	return (*slot & (uint32_t)(s->size - 1)) - 1;
}

/* Puts a number into a slot. */
static inline void
hashindexset(const struct hashindex *s, uint32_t *slot, uint32_t hash, uint32_t number)
{
	*slot = (hash & ~(uint32_t)(s->size - 1)) | (number + 1);
}

void hashindexfree(struct hashindex *s);

/* Strings, each kept once and known by a number from 0. All zero is empty. */
struct stringtable {
	struct buf text; /* the bytes of all of them, one behind the other */
	size_t *starts;  /* where each one starts in text, and where the last one ends */
	struct hashindex slots;
	size_t used, room;
};

/* The number of a string, which is copied when it is new. */
uint32_t stringintern(struct stringtable *n, struct span name);

/* Whether a string has a number. */
bool stringisinterned(const struct stringtable *n, struct span name);

/* The bytes of a number; valid until the next stringintern. */
static inline struct span
stringat(const struct stringtable *n, uint32_t id)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): no number without a string */
	size_t at = n->starts[id];

	return (struct span){ n->text.p + at, n->starts[id + 1] - at };
}

/* Like stringintern, for a string that is often equal to the one before; *latest is the id of that
 * one, or 0. */
static inline uint32_t
stringinternlike(struct stringtable *n, struct span name, uint32_t *latest)
{
	if (n->used == 0 || !spansame(name, stringat(n, *latest)))
		*latest = stringintern(n, name);
	return *latest;
}

void stringtablefree(struct stringtable *n);

/* The hash of a string; all its bits are good. */
uint64_t stringhash(struct span name);

#endif
