/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "err.h"
#include "map.h"

struct mapslot {
	struct mapkey key;
	uint32_t value;
	uint32_t used;
};

/* Where a name's bytes are. */
struct name {
	size_t at, n;
};

/* A slot of the table of names. Its half of the hash spares a look at most names that are not the
 * one, and hashing them again when the table grows. */
struct nameslot {
	uint32_t hash;
	uint32_t name; /* its number plus one, 0 in a free slot */
};

static inline uint64_t
mix(uint64_t h)
{
	h ^= h >> 32;
	h = mapspread(h);
	return h ^ h >> 29;
}

static inline uint64_t
hashkey(struct mapkey key)
{
	return mix(mix(key.a) + key.b);
}

/* The two halves of a product: each bit of it depends on all bits of h. */
static inline uint64_t
fold(uint64_t h)
{
	__extension__ unsigned __int128 product = (unsigned __int128)h * 0x9E3779B97F4A7C15u;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Eight bytes at a time; the last eight may have some of those before them. */
static uint64_t
hashbytes(struct span s)
{
	uint64_t h = s.n, x = 0;
	size_t i = 0;

	for (; i + 8 <= s.n; i += 8) {
		memcpy(&x, s.p + i, 8);
		h = fold(h ^ x);
	}
	if (i == s.n)
		return h;
	if (s.n >= 8)
		memcpy(&x, s.p + s.n - 8, 8);
	else
		memcpy(&x, s.p, s.n);
	return fold(h ^ x);
}

/* The slot of a key, or the free one where it belongs. */
static struct mapslot *
find(const struct map *m, struct mapkey key)
{
	size_t i = hashkey(key) & (m->size - 1);

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
	slot = find(m, key);
	return slot->used ? &slot->value : NULL;
}

static void
grow(struct map *m)
{
	struct map big = { .size = m->size ? m->size * 2 : 64, .used = m->used };

	big.slots = xzalloc(big.size, sizeof(*big.slots));
	for (size_t i = 0; i < m->size; i++)
		if (m->slots[i].used)
			*find(&big, m->slots[i].key) = m->slots[i];
	free(m->slots);
	*m = big;
}

uint32_t *
mapput(struct map *m, struct mapkey key, bool *fresh)
{
	struct mapslot *slot;

	if (m->used + m->used / 2 >= m->size)
		grow(m);
	slot = find(m, key);
	*fresh = !slot->used;
	if (*fresh) {
		*slot = (struct mapslot){ .key = key, .used = 1 };
		m->used++;
	}
	return &slot->value;
}

void
mapfree(struct map *m)
{
	free(m->slots);
	*m = (struct map){ 0 };
}

/* The slot of a name, or the free one where it belongs. */
static struct nameslot *
findname(const struct names *n, struct span name, uint32_t hash)
{
	size_t i = hash & (n->size - 1);

	while (n->slots[i].name &&
	    (n->slots[i].hash != hash || !spansame(nameget(n, n->slots[i].name - 1), name)))
		i = (i + 1) & (n->size - 1);
	return &n->slots[i];
}

static void
grownames(struct names *n)
{
	struct names big = *n;

	big.size = n->size ? n->size * 2 : 64;
	if (big.size > UINT32_MAX)
		die("out of memory");
	big.slots = xzalloc(big.size, sizeof(*big.slots));
	for (size_t i = 0; i < n->size; i++)
		if (n->slots[i].name) {
			size_t to = n->slots[i].hash & (big.size - 1);

			while (big.slots[to].name)
				to = (to + 1) & (big.size - 1);
			big.slots[to] = n->slots[i];
		}
	free(n->slots);
	*n = big;
}

uint32_t
nameput(struct names *n, struct span name)
{
	uint32_t hash = (uint32_t)hashbytes(name);
	struct nameslot *slot;

	if (n->used + n->used / 2 >= n->size)
		grownames(n);
	slot = findname(n, name, hash);
	if (!slot->name) {
		GROW(n->names, n->cap, n->used + 1);
		n->names[n->used] = (struct name){ n->text.n, name.n };
		bufspan(&n->text, name);
		n->used++;
		*slot = (struct nameslot){ hash, (uint32_t)n->used };
	}
	return slot->name - 1;
}

bool
nameknown(const struct names *n, struct span name)
{
	return n->used > 0 && findname(n, name, (uint32_t)hashbytes(name))->name;
}

struct span
nameget(const struct names *n, uint32_t id)
{
	if (n->names[id].n == 0)
		/* There may be no text yet, and the empty name is one. */
		return (struct span){ "", 0 };
	return (struct span){ n->text.p + n->names[id].at, n->names[id].n };
}

uint64_t
namehash(struct span name)
{
	return hashbytes(name);
}

void
namesfree(struct names *n)
{
	free(n->text.p);
	free(n->names);
	free(n->slots);
	*n = (struct names){ 0 };
}
