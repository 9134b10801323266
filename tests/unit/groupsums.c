/* SPDX-License-Identifier: MIT */
/* groupsums.h: compares the sums of groups with a table that has room for all of them. */
#include <string.h>

#include "base/mem.h"
#include "sum/tally/groupsums.h"
#include "tap.h"

enum { GROUPS = 50 };

static const enum sum_id sets[] = { SUM_CALL, SUM_COPY, SUM_PROJECTED, SUM_NESTED,
	SUM_RANGE, SUM_COLLECTIVE, SUM_STEP };
static const enum sum_id ends[] = { SUM_CALL_END, SUM_COPY_END, SUM_PROJECTED_END,
	SUM_NESTED_END, SUM_RANGE_END, SUM_COLLECTIVE_END, SUM_STEP_END };

enum { SETS = sizeof(sets) / sizeof(*sets) };

/* The sums, and the expected values. */
struct model {
	struct groupsums x;
	uint32_t first[GROUPS];
	wide sums[GROUPS][SUM_END];
};

/* Adds to a sum of a group. */
static void
add(struct model *m, uint32_t group, int set, enum sum_id sum, wide v)
{
	groupsumsadd(&m->x, groupsumsrecord(&m->x, &m->first[group], sets[set]), sum, v);
	m->sums[group][sum] += v;
}

/* Returns the number of sums with a wrong value. */
static int
wrong(const struct model *m)
{
	int count = 0;

	for (int i = 0; i < GROUPS; i++)
		for (int j = 0; j < SETS; j++)
			for (enum sum_id sum = sets[j]; sum < ends[j]; sum++)
				count += groupsumsget(&m->x, m->first[i], sum) != m->sums[i][sum];
	return count;
}

/* Returns an amount to add: mostly small, sometimes extreme. */
static wide
amount(void)
{
	switch (taprandom(8)) {
	case 0:
		return INT64_MAX;
	case 1:
		return INT64_MIN;
	case 2: /* the difference of two extreme times */
		return (wide)INT64_MAX - INT64_MIN;
	default:
		return (wide)taprandom(1000000) - 1000;
	}
}

static void
sums(struct model *m)
{
	ok(wrong(m) == 0, "without a record all is 0");
	for (int i = 0; i < 20000; i++) {
		int set = (int)taprandom(SETS);
		enum sum_id sum = sets[set] + (enum sum_id)taprandom(ends[set] - sets[set]);

		add(m, (uint32_t)taprandom(GROUPS - 1), set, sum, amount());
	}
	ok(wrong(m) == 0, "20000 numbers of all sizes in 50 groups, of which one has none");
	ok(groupsumssets(&m->x, m->first[GROUPS - 1]) == 0 &&
	        groupsumssets(&m->x, m->first[0]) == (1u << SETS) - 1,
	    "which sets a group has");
}

static void
merged(struct model *m)
{
	groupsumsmerge(&m->x, &m->first[GROUPS - 1], m->first[0]);
	groupsumsmerge(&m->x, &m->first[GROUPS - 1], m->first[1]);
	groupsumsmerge(&m->x, &m->first[2], m->first[3]);
	for (int i = 0; i < SUM_END; i++) {
		m->sums[GROUPS - 1][i] += m->sums[0][i] + m->sums[1][i];
		m->sums[2][i] += m->sums[3][i];
	}
	ok(wrong(m) == 0, "one group added to another");
}

static void
set(struct model *m)
{
	uint32_t record = groupsumsrecord(&m->x, &m->first[4], SUM_STEP);
	const wide values[] = { 5, INT64_MIN, (wide)INT64_MAX * 3, -1, 0 };
	int bad = 0;

	for (int i = 0; i < 5; i++) {
		groupsumsset(&m->x, record, SUM_SLOWEST, values[i]);
		m->sums[4][SUM_SLOWEST] = values[i];
		bad += wrong(m);
	}
	ok(bad == 0, "a sum that is set, to numbers of all sizes");
}

/* The slowest of some steps, in any order. */
static void
steps(void)
{
	static const struct {
		int64_t step;
		wide total;
	} all[] = { { 3, 0 }, { -4, 7 }, { 9, INT64_MAX }, { 5, INT64_MAX }, { 6, INT64_MAX }, { 1, 2 } };
	static const int64_t slowest[] = { 3, -4, 9, 5, 5, 5 };
	struct groupsums x = { 0 };
	uint32_t first = 0;
	int bad = 0;

	for (int i = 0; i < 6; i++) {
		groupsumsaddstep(&x, &first, all[i].step, all[i].total);
		bad += groupsumsget(&x, first, SUM_STEPS) != i + 1 ||
		    groupsumsget(&x, first, SUM_SLOWEST) != slowest[i];
	}
	ok(bad == 0 && groupsumsget(&x, first, SUM_SLOWEST_TIME) == INT64_MAX, "the slowest step");
	groupsumsfree(&x);
}

static void
forgotten(struct model *m)
{
	groupsumszero(&m->x, m->first[5]);
	memset(m->sums[5], 0, sizeof(m->sums[5]));
	ok(wrong(m) == 0, "a group that was forgotten");
	groupsumszeroall(&m->x, SUM_RANGED);
	groupsumszeroall(&m->x, SUM_QUEUE);
	for (int i = 0; i < GROUPS; i++)
		m->sums[i][SUM_RANGED] = m->sums[i][SUM_QUEUE] = 0;
	ok(wrong(m) == 0, "one sum taken from all groups");
	groupsumsfree(&m->x);
	ok(!m->x.words && m->x.used == 0, "freed");
}

/* A million groups with one set each take eight bytes for each sum, and eight more. */
static void
room(void)
{
	struct groupsums x = { 0 };
	uint32_t first;

	for (int i = 0; i < 1000000; i++) {
		first = 0;
		groupsumsadd(&x, groupsumsrecord(&x, &first, SUM_RANGE), SUM_SELF, i);
	}
	ok(x.used == 3 * 1000000, "24 bytes for a range");
	groupsumsfree(&x);
}

int
main(void)
{
	static struct model m;

	sums(&m);
	merged(&m);
	set(&m);
	steps();
	forgotten(&m);
	room();
	return tapend();
}
