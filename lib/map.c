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

static inline uint64_t
mix(uint64_t h)
{
	h ^= h >> 32;
	h *= 0x9E3779B97F4A7C15u;
	return h ^ h >> 29;
}

static inline uint64_t
hashkey(struct mapkey key)
{
	return mix(mix(key.a) + key.b);
}

/* Eight bytes at a time; the last eight may have some of those before them. */
static uint64_t
hashbytes(struct span s)
{
	uint64_t h = s.n, x = 0;
	size_t i = 0;

	for (; i + 8 <= s.n; i += 8) {
		memcpy(&x, s.p + i, 8);
		h = mix(h + x);
	}
	if (i == s.n)
		return h;
	if (s.n >= 8)
		memcpy(&x, s.p + s.n - 8, 8);
	else
		memcpy(&x, s.p, s.n);
	return mix(h + x);
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

	big.slots = calloc(big.size, sizeof(*big.slots));
	if (!big.slots)
		die("out of memory");
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

/* What a slot has of a hash. Bytes are compared only where it is the same. */
static inline uint64_t
tag(uint64_t hash)
{
	return hash & ~(uint64_t)UINT32_MAX;
}

/* The slot of a name, or the free one where it belongs. */
static uint64_t *
findname(const struct names *n, struct span name, uint64_t hash)
{
	size_t i = hash & (n->size - 1);

	while (n->slots[i] && (tag(n->slots[i]) != tag(hash) || !spansame(nameget(n, (uint32_t)n->slots[i] - 1), name)))
		i = (i + 1) & (n->size - 1);
	return &n->slots[i];
}

static void
grownames(struct names *n)
{
	free(n->slots);
	n->size = n->size ? n->size * 2 : 64;
	n->slots = calloc(n->size, sizeof(*n->slots));
	if (!n->slots || n->size > UINT32_MAX)
		die("out of memory");
	for (size_t i = 0; i < n->used; i++) {
		struct span name = nameget(n, (uint32_t)i);
		uint64_t hash = hashbytes(name);

		*findname(n, name, hash) = tag(hash) | (i + 1);
	}
}

uint32_t
nameput(struct names *n, struct span name)
{
	uint64_t hash = hashbytes(name), *slot;

	if (n->used + n->used / 2 >= n->size)
		grownames(n);
	slot = findname(n, name, hash);
	if (!*slot) {
		n->names = xgrow(n->names, &n->cap, n->used + 1, sizeof(*n->names));
		n->names[n->used] = (struct name){ n->text.n, name.n };
		bufspan(&n->text, name);
		n->used++;
		*slot = tag(hash) | n->used;
	}
	return (uint32_t)*slot - 1;
}

bool
nameknown(const struct names *n, struct span name)
{
	return n->used > 0 && *findname(n, name, hashbytes(name));
}

struct span
nameget(const struct names *n, uint32_t id)
{
	if (n->names[id].n == 0)
		return (struct span){ "", 0 }; /* there may be no text yet, and the empty name is one */
	return (struct span){ n->text.p + n->names[id].at, n->names[id].n };
}

void
namesfree(struct names *n)
{
	free(n->text.p);
	free(n->names);
	free(n->slots);
	*n = (struct names){ 0 };
}
