/* SPDX-License-Identifier: MIT */
/*
 * Hash tables with open addressing:
 *
 *   map          from a pair of integers to a 32-bit value
 *   stringtable  interns strings: each distinct string is stored once and has an id
 *   hashindex    from hashes to ids, for tables that store their keys themselves
 */
#ifndef NST_MAP_H
#define NST_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "mem.h"

/* A key of two integers, such as a process id and a correlation id; b is 0 if one is enough. */
struct mapkey {
	uint64_t a, b;
};

/* Fibonacci hashing: multiplies by 2^64 over the golden ratio. The upper bits of the product depend
 * on all bits of v. */
static inline uint64_t
mapspread(uint64_t v)
{
	return v * 0x9E3779B97F4A7C15u;
}

/* A hash table from keys to 32-bit values, with linear probing. The values are mostly indices of an
 * array of the caller. All zero is empty; mapfree frees it. */
struct map {
	struct mapslot *slots;
	size_t size, used; /* number of slots, a power of two or 0, and of keys */
};

/* Returns a pointer to the value of a key, or NULL if the map does not have the key. Valid until
 * the next mapput. */
uint32_t *mapget(const struct map *m, struct mapkey key);

/* Returns a pointer to the value of a key. A key that is not in the map is inserted with value 0,
 * and *fresh is set to true. Valid until the next mapput. */
uint32_t *mapput(struct map *m, struct mapkey key, bool *fresh);

/* Removes all keys; the memory stays. */
void mapclear(struct map *m);

void mapfree(struct map *m);

/* Returns the hash of a key. All its bits are well mixed. */
uint64_t maphash(struct mapkey key);

/* An open-addressing hash table of ids from 0, whose keys the caller stores. A slot is 0 if it is
 * free. Otherwise its lower bits hold id + 1, and its upper bits the upper bits of the hash, which
 * rule out most other keys without a look at them. Example with 64 slots: the key with hash 0x1234
 * and id 2 has the slot 0x1203, at position 0x1234 % 64. All zero is empty. */
struct hashindex {
	uint32_t *p;
	size_t size; /* number of slots, a power of two or 0 */
};

/* The distance between two slots of a probe sequence. It is odd, so that the sequence visits all
 * slots, and not 1, so that keys with consecutive hashes do not form clusters. */
enum { HASHINDEX_STRIDE = 17 };

/* Returns true if the table must grow before an id is added to the used ones: it is 4/5 full. */
static inline bool
hashindexfull(const struct hashindex *s, size_t used)
{
	return used + used / 4 >= s->size;
}

/* Doubles the number of slots and makes all of them free. The caller inserts all ids again. */
void hashindexgrow(struct hashindex *s);

/* Returns the next slot of the probe sequence whose id may be that of the key, or that is free. The
 * caller compares the keys, and calls again if they differ. *at is the state of the sequence; the
 * caller sets it to the hash before the first call. */
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

/* Returns the id in a slot that is not free. */
static inline uint32_t
hashindexget(const struct hashindex *s, const uint32_t *slot)
{
	return (*slot & (uint32_t)(s->size - 1)) - 1;
}

/* Stores an id in a slot. */
static inline void
hashindexset(const struct hashindex *s, uint32_t *slot, uint32_t hash, uint32_t number)
{
	*slot = (hash & ~(uint32_t)(s->size - 1)) | (number + 1);
}

void hashindexfree(struct hashindex *s);

/* Interned strings: each distinct string is stored once, and has an id: 0, 1, 2 ... in the order of
 * insertion. All zero is empty; stringtablefree frees it. */
struct stringtable {
	struct buf text; /* the bytes of all strings, each behind the one before */
	size_t *starts;  /* by id: where the string begins in text; then the end of the last one */
	struct hashindex slots;
	size_t used, room;
};

/* Returns the id of a string. A new string is copied and gets the next id, which is the value of
 * used before the call. */
uint32_t stringintern(struct stringtable *n, struct span name);

/* Returns true if the string is in the table. */
bool stringisinterned(const struct stringtable *n, struct span name);

/* Returns the string with that id, which must exist. Valid until the next stringintern. */
static inline struct span
stringat(const struct stringtable *n, uint32_t id)
{
	/* a valid id implies that starts is allocated */
	size_t at = n->starts[id];

	return (struct span){ n->text.p + at, n->starts[id + 1] - at };
}

/* Like stringintern, but faster for a string that is equal to the one before. *latest holds the id
 * of that one; the caller sets it to 0 before the first call. */
static inline uint32_t
stringinternlike(struct stringtable *n, struct span name, uint32_t *latest)
{
	if (n->used == 0 || !spansame(name, stringat(n, *latest)))
		*latest = stringintern(n, name);
	return *latest;
}

/* The number of ids that stringinternrecent needs. */
enum { STRINGS_RECENT = 64 };

/* Like stringintern, but faster for a string that was interned not long ago. recent has the ids of
 * such strings; the caller sets all of them to 0 before the first call. */
uint32_t stringinternrecent(
    struct stringtable *n, struct span name, uint32_t recent[STRINGS_RECENT]);

/* Moves all strings into the memory of another table, whose strings are removed. Ids stay. */
void stringtablemoveinto(struct stringtable *n, struct stringtable *other);

void stringtablefree(struct stringtable *n);

/* Returns the hash of a string. All its bits are well mixed. */
uint64_t stringhash(struct span name);

#endif
