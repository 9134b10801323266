/* SPDX-License-Identifier: MIT */
#include "packedrow.h"

#define BIT(n) (UINT64_C(1) << (n))
#define TEXTS BIT(PACKED_CELLS)
#define EVENT BIT(PACKED_CELLS + 1)
#define CELLS (TEXTS - 1)

static void
put64(char *p, uint64_t v)
{
	memcpy(p, &v, sizeof(v));
}

/* Appends a bit for each text, and the texts. */
static void
puttexts(struct buf *to, const struct row *row, uint64_t texts)
{
	put64(bufroom(to, PACKED_WIDE), texts);
	to->n += PACKED_WIDE;
	for (; texts; texts &= texts - 1)
		bufspan(to, rowtext(row, &row->cells[__builtin_ctzll(texts)]));
}

void
packedrowput(struct buf *to, const struct row *row, size_t count, const struct packedevent *event)
{
	const struct cell *cell = row->cells, *end = cell + count;
	size_t at = to->n;
	char *head = bufroom(to, PACKED_HEAD + (count + 1) * PACKED_WIDE), *p = head + PACKED_HEAD;
	uint64_t there = 0, large = 0, texts = 0, bit = 1;

	for (; cell < end; cell++, bit <<= 1) {
		uint64_t v = (uint64_t)cell->number, big;

		if (cell->type == CELL_NULL)
			continue;
		if (cell->type == CELL_TEXT) {
			texts |= bit;
			v = rowtext(row, cell).n;
		}
		big = v > UINT32_MAX;
		put64(p, v);
		p += PACKED_NARROW + PACKED_NARROW * big;
		there |= bit;
		large |= bit & -big;
	}
	put64(head, there | (texts ? TEXTS : 0) | (event ? EVENT : 0));
	put64(head + sizeof(there), large);
	to->n = at + (size_t)(p - head);
	if (texts)
		puttexts(to, row, texts);
	if (event)
		bufmem(to, (const char *)event, sizeof(*event));
	bufroom(to, PACKED_WIDE);
}

/* Returns the end of the values. */
static const char *
packedrowtail(const char *packed)
{
	uint64_t there = packedword(packed), large = packedword(packed + sizeof(there));
	int values = __builtin_popcountll(there & CELLS) + __builtin_popcountll(large);

	return packed + PACKED_HEAD + (size_t)values * PACKED_NARROW;
}

bool
packedevent(const char *packed, struct packedevent *event)
{
	if (!(packedword(packed) & EVENT))
		return false;
	memcpy(event, packedrowtail(packed), sizeof(*event));
	return true;
}

/* Decodes texts; their lengths are in their cells. */
static void
taketexts(const char *p, const unsigned char *to, struct row *row)
{
	uint64_t texts = packedword(p);

	p += PACKED_WIDE;
	for (; texts; texts &= texts - 1) {
		struct cell *cell = &row->cells[to[__builtin_ctzll(texts)]];
		size_t n = (size_t)cell->number;

		rowput(row, cell, CELL_TEXT, (struct span){ p, n });
		p += n;
	}
}

void
packedrowtake(const char *packed, const unsigned char *to, size_t count, struct row *row)
{
	uint64_t there = packedword(packed), large = packedword(packed + sizeof(there));
	const char *p = packed + PACKED_HEAD;
	struct cell *cells;

	rowstart(row, count);
	cells = row->cells;
	if (count > 0)
		memset(cells, 0, count * sizeof(*cells));
	for (uint64_t rest = there & CELLS; rest; rest &= rest - 1) {
		int i = __builtin_ctzll(rest);
		struct cell *cell = &cells[to[i]];

		cell->type = CELL_INT;
		cell->number = (int64_t)packednumber(&p, large >> i & 1);
	}
	if (there & TEXTS)
		taketexts(p, to, row);
}

uint32_t
packedshape(struct packedshapes *all, const char *packed)
{
	uint64_t cells = packedword(packed) & (CELLS | TEXTS), texts = 0;
	uint32_t i = all->latest;

	if (cells & TEXTS)
		texts = packedword(packedrowtail(packed));
	if (i < all->count && all->cells[i] == cells && all->texts[i] == texts)
		return i + 1;
	for (i = 0; i < all->count; i++)
		if (all->cells[i] == cells && all->texts[i] == texts)
			break;
	if (i == ROW_SHAPES - 1)
		return 0;
	if (i == all->count) {
		all->cells[i] = cells;
		all->texts[i] = texts;
		all->count++;
	}
	all->latest = i;
	return i + 1;
}
