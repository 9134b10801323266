/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "err.h"
#include "map.h"

struct mapslot {
	struct mapkey key;
	uint32_t value;
	uint32_t used;
};

static inline uint64_t
mix(uint64_t h)
{
	h ^= h >> 32;
	h = mapspread(h);
	return h ^ h >> 29;
}

uint64_t
maphash(struct mapkey key)
{
	return mix(mix(key.a) + key.b);
}

/* Multiplies to 128 bits and combines both halves: each bit of the result depends on all bits of
 * h. */
static inline uint64_t
mapfold(uint64_t h)
{
	__extension__ unsigned __int128 product = (unsigned __int128)h * 0x9E3779B97F4A7C15u;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Hashes eight bytes at a time. The last eight bytes may overlap those before them. */
static uint64_t
hashbytes(struct span s)
{
	uint64_t h = s.n, x = 0;
	size_t i = 0;

	for (; i + 8 <= s.n; i += 8) {
		memcpy(&x, s.p + i, 8);
		h = mapfold(h ^ x);
	}
	if (i == s.n)
		return h;
	if (s.n >= 8)
		memcpy(&x, s.p + s.n - 8, 8);
	else
		memcpy(&x, s.p, s.n);
	return mapfold(h ^ x);
}

/* Returns the slot of the key, or the free slot where the key must be inserted. */
static struct mapslot *
mapfind(const struct map *m, struct mapkey key)
{
	size_t i = maphash(key) & (m->size - 1);

	while (m->slots[i].used && (m->slots[i].key.a != key.a || m->slots[i].key.b != key.b))
		i = (i + 1) & (m->size - 1);
	return &m->slots[i];
}

uint32_t *
mapget(const struct map *m, struct mapkey key)
{
	struct mapslot *slot;

	if (m->used == 0)
		return NULL;
	slot = mapfind(m, key);
	return slot->used ? &slot->value : NULL;
}

static void
mapgrow(struct map *m)
{
	struct map big = { .size = m->size ? m->size * 2 : 64, .used = m->used };

	big.slots = xzalloc(big.size, sizeof(*big.slots));
	for (size_t i = 0; i < m->size; i++)
		if (m->slots[i].used)
			*mapfind(&big, m->slots[i].key) = m->slots[i];
	free(m->slots);
	*m = big;
}

uint32_t *
mapput(struct map *m, struct mapkey key, bool *fresh)
{
	struct mapslot *slot;

	if (m->used + m->used / 2 >= m->size)
		mapgrow(m);
	slot = mapfind(m, key);
	*fresh = !slot->used;
	if (*fresh) {
		*slot = (struct mapslot){ .key = key, .used = 1 };
		m->used++;
	}
	return &slot->value;
}

void
mapclear(struct map *m)
{
	if (m->used > 0)
		memset(m->slots, 0, m->size * sizeof(*m->slots));
	m->used = 0;
}

void
mapfree(struct map *m)
{
	free(m->slots);
	*m = (struct map){ 0 };
}

void
hashindexgrow(struct hashindex *s)
{
	size_t size = s->size ? s->size * 2 : 64;

	if (size > UINT32_MAX)
		die("out of memory");
	free(s->p);
	s->p = xzalloc(size, sizeof(*s->p));
	s->size = size;
}

void
hashindexfree(struct hashindex *s)
{
	free(s->p);
	*s = (struct hashindex){ 0 };
}

/* Returns the slot of the string, or the free slot where its id must be inserted. */
static uint32_t *
stringslot(const struct stringtable *n, struct span name, uint32_t hash)
{
	uint32_t at = hash, *slot;

	while (*(slot = hashindexprobe(&n->slots, hash, &at)))
		if (spansame(stringat(n, hashindexget(&n->slots, slot)), name))
			break;
	return slot;
}

/* Doubles the number of slots and inserts all ids again. */
static void
stringtablegrow(struct stringtable *n)
{
	hashindexgrow(&n->slots);
	for (uint32_t number = 0; number < n->used; number++) {
		uint32_t hash = (uint32_t)hashbytes(stringat(n, number)), at = hash, *slot;

		while (*(slot = hashindexprobe(&n->slots, hash, &at)))
			;
		hashindexset(&n->slots, slot, hash, number);
	}
}

uint32_t
stringintern(struct stringtable *n, struct span name)
{
	uint32_t hash = (uint32_t)hashbytes(name), *slot;

	if (hashindexfull(&n->slots, n->used))
		stringtablegrow(n);
	slot = stringslot(n, name, hash);
	if (!*slot) {
		GROW(n->starts, n->room, n->used + 2);
		n->starts[n->used] = n->text.n;
		bufroom(&n->text, name.n + 1); /* text.p must not stay NULL */
		bufspan(&n->text, name);
		hashindexset(&n->slots, slot, hash, (uint32_t)n->used);
		n->starts[++n->used] = n->text.n;
	}
	return hashindexget(&n->slots, slot);
}

uint32_t
stringinternrecent(struct stringtable *n, struct span name, uint32_t recent[STRINGS_RECENT])
{
	uint64_t middle, last;
	uint32_t *guess;

	if (name.n < 8)
		return stringintern(n, name);
	memcpy(&middle, name.p + name.n / 2 - 4, 8);
	memcpy(&last, name.p + name.n - 8, 8);
	guess = &recent[(mapspread(mapspread(middle ^ name.n) ^ last) >> 32) % STRINGS_RECENT];
	return stringinternlike(n, name, guess);
}

bool
stringisinterned(const struct stringtable *n, struct span name)
{
	return n->used > 0 && *stringslot(n, name, (uint32_t)hashbytes(name));
}

uint64_t
stringhash(struct span name)
{
	return hashbytes(name);
}

void
stringtablemoveinto(struct stringtable *n, struct stringtable *other)
{
	GROW(other->starts, other->room, n->used + 1);
	if (n->used > 0)
		memcpy(other->starts, n->starts, (n->used + 1) * sizeof(*n->starts));
	other->used = n->used;
	other->text.n = 0;
	bufspan(&other->text, bufall(&n->text));
	hashindexfree(&other->slots);
	other->slots = n->slots;
	free(n->text.p);
	free(n->starts);
	*n = *other;
	*other = (struct stringtable){ 0 };
}

void
stringtablefree(struct stringtable *n)
{
	free(n->text.p);
	free(n->starts);
	hashindexfree(&n->slots);
	*n = (struct stringtable){ 0 };
}
