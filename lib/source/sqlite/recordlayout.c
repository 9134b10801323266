/* SPDX-License-Identifier: MIT */
#include <stdatomic.h>
#include <stdlib.h>

#include "recordlayout.h"

/* A hash table without chains: 1 << SLOT_BITS layouts of a table at most. */
enum { SLOT_BITS = 8, SLOTS = 1 << SLOT_BITS };

/* Returns the hash of the first n bytes of a record, up to LAYOUT_HEAD. */
static uint64_t
headhash(const unsigned char *record, size_t n)
{
	uint64_t hash = 0, word = 0;

	for (; n > 8; n -= 8, record += 8) {
		memcpy(&word, record, sizeof(word));
		hash = mapspread(hash ^ word);
		hash ^= hash >> 32;
	}
	memcpy(&word, record, sizeof(word));
	return mapspread(hash ^ word << (64 - 8 * n));
}

struct recordlayout *
layoutfind(struct recordlayouts *all, const unsigned char *record, size_t types,
    struct recordlayout ***learn)
{
	size_t n = *record < types + 1 ? *record : types + 1;
	struct recordlayout **slot;
	uint64_t hash;
	uint32_t mark;

	*learn = NULL;
	if (n == 0 || n > LAYOUT_HEAD)
		return NULL;
	if (!all->slots) {
		all->slots = xzalloc(SLOTS, sizeof(*all->slots));
		all->seen = xzalloc(SLOTS, sizeof(*all->seen));
	}
	hash = headhash(record, n);
	slot = &all->slots[hash >> (64 - SLOT_BITS)];
	if (*slot && layoutfits(*slot, record))
		return all->latest = *slot;
	mark = (uint32_t)(hash >> 16) | 1;
	if (all->seen[slot - all->slots] == mark)
		*learn = slot;
	all->seen[slot - all->slots] = mark;
	return NULL;
}

struct recordlayout *
layoutset(struct recordlayouts *all, struct recordlayout **slot, const unsigned char *header,
    size_t n, size_t cells)
{
	static atomic_uint_least32_t tables;
	struct recordlayout *l = *slot = *slot ? *slot : xzalloc(1, sizeof(**slot)), old = *l;

	if ((uint32_t)all->id == 0)
		all->id = (uint64_t)(atomic_fetch_add(&tables, 1) + 1) << 32 | 1;
	*l = (struct recordlayout){
		.id = all->id++,
		.last = (n - 1) / 8,
		.type = *header,
		.cells = old.cells ? old.cells : xzalloc(cells, sizeof(*l->cells)),
		.constants = old.constants,
		.constantroom = old.constantroom,
		.loads = old.loads,
		.room = old.room,
		.times = old.times,
	};
	memcpy(l->head, header, n);
	memset(l->mask, 0xFF, n);
	memset(l->cells, 0, cells * sizeof(*l->cells));
	return l;
}

void
layouttext(struct recordlayout *l, size_t typeat)
{
	enum { LENGTH = 0x7E }; /* bits of a type: it is below 0x80 and odd */
	unsigned char *head = (unsigned char *)l->head, *mask = (unsigned char *)l->mask;

	l->typeat = typeat;
	l->type = head[typeat];
	l->least = SERIAL_TEXT;
	mask[typeat] &= (unsigned char)~LENGTH;
	head[typeat] &= mask[typeat];
}

void
layoutconstant(struct recordlayout *l, uint32_t cell)
{
	GROW(l->constants, l->constantroom, l->constantcount + 1);
	l->constants[l->constantcount++] = cell;
}

void
layoutload(struct recordlayout *l, const struct load *load)
{
	GROW(l->loads, l->room, l->count + 1);
	l->loads[l->count++] = *load;
}

void
layoutshape(struct recordlayouts *all, struct recordlayout *l, size_t cells)
{
	struct buf types = { 0 };

	for (size_t i = 0; i < cells; i++)
		bufchar(&types, (char)l->cells[i].type);
	if (all->shapes.used + 1 < ROW_SHAPES || stringisinterned(&all->shapes, bufall(&types)))
		l->shape = stringintern(&all->shapes, bufall(&types)) + 1;
	free(types.p);
}

void
layoutsfree(struct recordlayouts *all)
{
	for (size_t i = 0; all->slots && i < SLOTS; i++) {
		struct recordlayout *l = all->slots[i];

		if (!l)
			continue;
		free(l->cells);
		free(l->constants);
		free(l->loads);
		free(l->times);
		free(l);
	}
	free(all->slots);
	free(all->seen);
	stringtablefree(&all->shapes);
}
