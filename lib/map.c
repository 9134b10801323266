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

/* The slot of a name, or the free one where it belongs. The lower bits of the hash say where to
 * look. A slot has in those the number of a name plus one, which is below the size, or 0 when it is
 * free; and in the upper ones the hash of the name, which spares a look at most that are not the
 * one. */
static uint32_t *
findname(const struct names *n, struct span name, uint32_t hash)
{
	uint32_t below = (uint32_t)(n->size - 1), i = hash & below;

	for (; n->slots[i] & below; i = (i + 1) & below)
		if (((n->slots[i] ^ hash) & ~below) == 0 &&
		    spansame(nameget(n, (n->slots[i] & below) - 1), name))
			break;
	return &n->slots[i];
}

/* Makes the table of slots larger, where each name belongs elsewhere. */
static void
namegrow(struct names *n)
{
	size_t size = n->size ? n->size * 2 : 64;
	uint32_t below = (uint32_t)(size - 1);

	if (size > UINT32_MAX)
		die("out of memory");
	free(n->slots);
	n->slots = xzalloc(size, sizeof(*n->slots));
	n->size = size;
	for (uint32_t number = 0; number < n->used; number++) {
		uint32_t hash = (uint32_t)hashbytes(nameget(n, number)), i = hash & below;

		while (n->slots[i] & below)
			i = (i + 1) & below;
		n->slots[i] = (hash & ~below) | (number + 1);
	}
}

uint32_t
nameput(struct names *n, struct span name)
{
	uint32_t hash = (uint32_t)hashbytes(name), below, *slot;

	if (n->used + n->used / 2 >= n->size)
		namegrow(n);
	below = (uint32_t)(n->size - 1);
	slot = findname(n, name, hash);
	if (!*slot) {
		GROW(n->ends, n->cap, n->used + 1);
		bufspan(&n->text, name);
		n->ends[n->used++] = n->text.n;
		*slot = (hash & ~below) | (uint32_t)n->used;
	}
	return (*slot & below) - 1;
}

bool
nameknown(const struct names *n, struct span name)
{
	return n->used > 0 && *findname(n, name, (uint32_t)hashbytes(name));
}

struct span
nameget(const struct names *n, uint32_t id)
{
	size_t at = id > 0 ? n->ends[id - 1] : 0;

	if (n->ends[id] == at)
		/* There may be no text yet, and the empty name is one. */
		return (struct span){ "", 0 };
	return (struct span){ n->text.p + at, n->ends[id] - at };
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
	free(n->ends);
	free(n->slots);
	*n = (struct names){ 0 };
}
