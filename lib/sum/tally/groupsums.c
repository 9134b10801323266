/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/mem.h"
#include "groupsums.h"

/* How many sums a set has, by its number. */
static const unsigned char sizes[EXTRA_END / EXTRA_SET] = {
	[EXTRA_CALL / EXTRA_SET] = EXTRA_CALL_END - EXTRA_CALL,
	[EXTRA_COPY / EXTRA_SET] = EXTRA_COPY_END - EXTRA_COPY,
	[EXTRA_PROJECTED / EXTRA_SET] = EXTRA_PROJECTED_END - EXTRA_PROJECTED,
	[EXTRA_NESTED / EXTRA_SET] = EXTRA_NESTED_END - EXTRA_NESTED,
	[EXTRA_RANGE / EXTRA_SET] = EXTRA_RANGE_END - EXTRA_RANGE,
	[EXTRA_COLLECTIVE / EXTRA_SET] = EXTRA_COLLECTIVE_END - EXTRA_COLLECTIVE,
	[EXTRA_STEP / EXTRA_SET] = EXTRA_STEP_END - EXTRA_STEP,
};

/* A bit in the kind of a record that has the upper halves of the sums in the one before it, which
 * few ever need; and how many bits a kind has. */
enum { HIGH = 0x80, LOWER = 8 };

static unsigned
extrakindof(const struct extras *x, uint32_t record)
{
	return (unsigned)(x->words[record - 1] & EXTRA_KIND);
}

static uint32_t
nextof(const struct extras *x, uint32_t record)
{
	return (uint32_t)(x->words[record - 1] >> LOWER);
}

static size_t
sizeofkind(unsigned kind)
{
	return sizes[kind & ~(unsigned)HIGH];
}

/* The record of a kind among those of a group; 0 when it has none. */
static uint32_t
extrafind(const struct extras *x, uint32_t first, unsigned kind)
{
	while (first > 0 && extrakindof(x, first) != kind)
		first = nextof(x, first);
	return first;
}

/* Makes a record before another. */
static uint32_t
extramake(struct extras *x, unsigned kind, uint32_t next)
{
	size_t count = sizeofkind(kind), record = x->used + 1;

	if (x->used + 1 + count > UINT32_MAX)
		die("too many groups");
	GROW(x->words, x->room, x->used + 1 + count);
	x->words[x->used] = (int64_t)next << LOWER | kind;
	memset(x->words + record, 0, count * sizeof(*x->words));
	x->used = record + count;
	return (uint32_t)record;
}

uint32_t
extrasfind(struct extras *x, uint32_t *first, enum extra set)
{
	unsigned kind = (unsigned)set / EXTRA_SET;
	uint32_t record = extrafind(x, *first, kind);

	if (record == 0)
		record = *first = extramake(x, kind, *first);
	return record;
}

/* The record with the upper halves of another's; 0 when it has none. */
static uint32_t
highof(const struct extras *x, uint32_t record)
{
	uint32_t next = nextof(x, record);

	return next > 0 && extrakindof(x, next) & HIGH ? next : 0;
}

void
extrasaddwide(struct extras *x, uint32_t record, enum extra sum, wide v)
{
	wide all = x->words[record + sum % EXTRA_SET] + v;
	int64_t low = (int64_t)all, high = (int64_t)((all - low) >> 64);
	uint32_t above = highof(x, record);
	unsigned kind = extrakindof(x, record);

	if (above == 0 && high != 0) {
		above = extramake(x, kind | HIGH, nextof(x, record));
		x->words[record - 1] = (int64_t)above << LOWER | kind;
	}
	x->words[record + sum % EXTRA_SET] = low;
	if (high != 0)
		x->words[above + sum % EXTRA_SET] += high;
}

/* A sum in a set with that record. */
static wide
get(const struct extras *x, uint32_t record, enum extra sum)
{
	uint32_t high = highof(x, record);
	wide v = x->words[record + sum % EXTRA_SET];

	if (high > 0)
		v += x->words[high + sum % EXTRA_SET] * ((wide)1 << 64);
	return v;
}

void
extrasset(struct extras *x, uint32_t record, enum extra sum, wide v)
{
	extrasadd(x, record, sum, v - get(x, record, sum));
}

wide
extrasget(const struct extras *x, uint32_t first, enum extra sum)
{
	uint32_t record = extrafind(x, first, (unsigned)sum / EXTRA_SET);

	return record > 0 ? get(x, record, sum) : 0;
}

unsigned
extrassets(const struct extras *x, uint32_t first)
{
	unsigned sets = 0;

	for (; first > 0; first = nextof(x, first))
		sets |= 1u << (extrakindof(x, first) & ~(unsigned)HIGH);
	return sets;
}

void
extrasmerge(struct extras *x, uint32_t *to, uint32_t from)
{
	for (; from > 0; from = nextof(x, from)) {
		unsigned kind = extrakindof(x, from);
		uint32_t record;

		if (kind & HIGH)
			continue;
		record = extrasof(x, to, (enum extra)(kind * EXTRA_SET));
		for (unsigned i = 0; i < sizes[kind]; i++)
			extrasadd(x, record, (enum extra)(kind * EXTRA_SET + i),
			    get(x, from, (enum extra)(kind * EXTRA_SET + i)));
	}
}

void
extrasforget(struct extras *x, uint32_t first)
{
	for (; first > 0; first = nextof(x, first))
		memset(x->words + first, 0, sizeofkind(extrakindof(x, first)) * sizeof(*x->words));
}

void
extrasclear(struct extras *x, enum extra sum)
{
	for (size_t at = 0; at < x->used;) {
		uint32_t record = (uint32_t)at + 1;
		unsigned kind = extrakindof(x, record);

		if ((kind & ~(unsigned)HIGH) == (unsigned)sum / EXTRA_SET)
			x->words[record + sum % EXTRA_SET] = 0;
		at = record + sizeofkind(kind);
	}
}

void
extrasfree(struct extras *x)
{
	free(x->words);
	*x = (struct extras){ 0 };
}
