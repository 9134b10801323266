/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/proto.h"
#include "groupsums.h"

/* The number of sums in each set. */
static const unsigned char sizes[SUM_END / SUMS_PER_SET] = {
	[SUM_CALL / SUMS_PER_SET] = SUM_CALL_END - SUM_CALL,
	[SUM_COPY / SUMS_PER_SET] = SUM_COPY_END - SUM_COPY,
	[SUM_PROJECTED / SUMS_PER_SET] = SUM_PROJECTED_END - SUM_PROJECTED,
	[SUM_NESTED / SUMS_PER_SET] = SUM_NESTED_END - SUM_NESTED,
	[SUM_RANGE / SUMS_PER_SET] = SUM_RANGE_END - SUM_RANGE,
	[SUM_COLLECTIVE / SUMS_PER_SET] = SUM_COLLECTIVE_END - SUM_COLLECTIVE,
	[SUM_STEP / SUMS_PER_SET] = SUM_STEP_END - SUM_STEP,
	[SUM_INTERVAL / SUMS_PER_SET] = SUM_INTERVAL_END - SUM_INTERVAL,
	[SUM_WORK / SUMS_PER_SET] = SUM_WORK_END - SUM_WORK,
	[SUM_HOST / SUMS_PER_SET] = SUM_HOST_END - SUM_HOST,
	[SUM_BESIDE / SUMS_PER_SET] = SUM_BESIDE_END - SUM_BESIDE,
};

/* Sums of more than 64 bits are rare. Their upper halves are in a second record, right behind the
 * record of the lower halves in the list; HIGH in its kind marks it. A kind has LOWER bits. */
enum { HIGH = 0x80, LOWER = 8 };

static unsigned
sumskindof(const struct groupsums *x, uint32_t record)
{
	return (unsigned)(x->words[record - 1] & SUM_SET_MASK);
}

static uint32_t
nextof(const struct groupsums *x, uint32_t record)
{
	return (uint32_t)(x->words[record - 1] >> LOWER);
}

static size_t
sizeofkind(unsigned kind)
{
	return sizes[kind & ~(unsigned)HIGH];
}

/* Returns the record of a kind, or 0 if the group has none. */
static uint32_t
sumsfind(const struct groupsums *x, uint32_t first, unsigned kind)
{
	while (first > 0 && sumskindof(x, first) != kind)
		first = nextof(x, first);
	return first;
}

/* Makes a record and puts it in front of another in a list. */
static uint32_t
sumsmake(struct groupsums *x, unsigned kind, uint32_t next)
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
groupsumsrecordslow(struct groupsums *x, uint32_t *first, enum sum_id set)
{
	unsigned kind = (unsigned)set / SUMS_PER_SET;
	uint32_t record = sumsfind(x, *first, kind);

	if (record == 0)
		record = *first = sumsmake(x, kind, *first);
	return record;
}

/* Returns the record with the upper halves of a record's sums, or 0. */
static uint32_t
highof(const struct groupsums *x, uint32_t record)
{
	uint32_t next = nextof(x, record);

	return next > 0 && sumskindof(x, next) & HIGH ? next : 0;
}

void
groupsumsaddslow(struct groupsums *x, uint32_t record, enum sum_id sum, wide v)
{
	wide all = x->words[record + sum % SUMS_PER_SET] + v;
	int64_t low = (int64_t)all, high = (int64_t)((all - low) >> 64);
	uint32_t above = highof(x, record);
	unsigned kind = sumskindof(x, record);

	if (above == 0 && high != 0) {
		above = sumsmake(x, kind | HIGH, nextof(x, record));
		x->words[record - 1] = (int64_t)above << LOWER | kind;
	}
	x->words[record + sum % SUMS_PER_SET] = low;
	if (high != 0)
		x->words[above + sum % SUMS_PER_SET] += high;
}

/* Returns a sum of a record. */
static wide
get(const struct groupsums *x, uint32_t record, enum sum_id sum)
{
	uint32_t high = highof(x, record);
	wide v = x->words[record + sum % SUMS_PER_SET];

	if (high > 0)
		v += x->words[high + sum % SUMS_PER_SET] * ((wide)1 << 64);
	return v;
}

void
groupsumsset(struct groupsums *x, uint32_t record, enum sum_id sum, wide v)
{
	groupsumsadd(x, record, sum, v - get(x, record, sum));
}

wide
groupsumsget(const struct groupsums *x, uint32_t first, enum sum_id sum)
{
	uint32_t record = sumsfind(x, first, (unsigned)sum / SUMS_PER_SET);

	return record > 0 ? get(x, record, sum) : 0;
}

unsigned
groupsumssets(const struct groupsums *x, uint32_t first)
{
	unsigned sets = 0;

	for (; first > 0; first = nextof(x, first))
		sets |= 1u << (sumskindof(x, first) & ~(unsigned)HIGH);
	return sets;
}

void
groupsumsmerge(struct groupsums *x, uint32_t *to, uint32_t from)
{
	for (; from > 0; from = nextof(x, from)) {
		unsigned kind = sumskindof(x, from);
		uint32_t record;

		if (kind & HIGH)
			continue;
		record = groupsumsrecord(x, to, (enum sum_id)(kind * SUMS_PER_SET));
		for (unsigned i = 0; i < sizes[kind]; i++)
			groupsumsadd(x, record, (enum sum_id)(kind * SUMS_PER_SET + i),
			    get(x, from, (enum sum_id)(kind * SUMS_PER_SET + i)));
	}
}

bool
groupsumsuntimed(const struct groupsums *x, uint32_t first)
{
	static const enum sum_id sums[] = { SUM_LAUNCHED_TIME, SUM_LAUNCHES, SUM_CALLS, SUM_IDLE };

	for (size_t i = 0; i < sizeof(sums) / sizeof(*sums); i++)
		if (groupsumsget(x, first, sums[i]) > 0)
			return true;
	return false;
}

void
groupsumsaddstep(struct groupsums *x, uint32_t *first, int64_t step, wide total)
{
	uint32_t record = groupsumsrecord(x, first, SUM_STEP);
	wide time = get(x, record, SUM_SLOWEST_TIME);
	bool any = get(x, record, SUM_STEPS) > 0;

	groupsumsadd(x, record, SUM_STEPS, 1);
	if (any &&
	    (total < time || (total == time && step > get(x, record, SUM_SLOWEST))))
		return;
	groupsumsset(x, record, SUM_SLOWEST, step);
	groupsumsset(x, record, SUM_SLOWEST_TIME, total);
}

/* Appends a sum of a record with all its bits. */
static void
sumsputwhole(const struct groupsums *x, uint32_t record, enum sum_id sum, struct buf *out)
{
	wide v = get(x, record, sum);

	bufmem(out, (const char *)&v, sizeof(v));
}

void
groupsumssave(const struct groupsums *x, uint32_t first, struct buf *out)
{
	size_t at = out->n;

	bufchar(out, 0); /* the number of sets */
	for (; first > 0; first = nextof(x, first)) {
		unsigned kind = sumskindof(x, first);
		bool high = highof(x, first) > 0;

		if (kind & HIGH)
			continue;
		out->p[at]++;
		bufchar(out, (char)(high ? kind | HIGH : kind));
		for (unsigned i = 0; i < sizes[kind]; i++)
			if (high)
				sumsputwhole(x, first, (enum sum_id)(kind * SUMS_PER_SET + i), out);
			else
				protovarint(out, protozigzag(x->words[first + i]));
	}
}

const char *
groupsumsload(struct groupsums *x, uint32_t *first, const char *p)
{
	for (unsigned sets = (unsigned char)*p++; sets > 0; sets--) {
		unsigned kind = (unsigned char)*p & ~(unsigned)HIGH;
		bool high = *p++ & HIGH;
		enum sum_id set = (enum sum_id)(kind * SUMS_PER_SET);
		uint32_t record = groupsumsrecord(x, first, set);

		for (unsigned i = 0; i < sizes[kind]; i++) {
			uint64_t low;
			wide v;

			if (high) {
				memcpy(&v, p, sizeof(v));
				p += sizeof(v);
			} else {
				p = protoread(p, &low);
				v = protounzigzag(low);
			}
			groupsumsadd(x, record, set + i, v);
		}
	}
	return p;
}

void
groupsumszero(struct groupsums *x, uint32_t first)
{
	for (; first > 0; first = nextof(x, first))
		memset(x->words + first, 0, sizeofkind(sumskindof(x, first)) * sizeof(*x->words));
}

void
groupsumszeroall(struct groupsums *x, enum sum_id sum)
{
	for (size_t at = 0; at < x->used;) {
		uint32_t record = (uint32_t)at + 1;
		unsigned kind = sumskindof(x, record);

		if ((kind & ~(unsigned)HIGH) == (unsigned)sum / SUMS_PER_SET)
			x->words[record + sum % SUMS_PER_SET] = 0;
		at = record + sizeofkind(kind);
	}
}

void
groupsumsmoveinto(struct groupsums *x, struct groupsums *others)
{
	GROW(others->words, others->room, x->used);
	if (x->used > 0)
		memcpy(others->words, x->words, x->used * sizeof(*x->words));
	others->used = x->used;
	groupsumsfree(x);
	*x = *others;
	*others = (struct groupsums){ 0 };
}

void
groupsumsfree(struct groupsums *x)
{
	free(x->words);
	*x = (struct groupsums){ 0 };
}
