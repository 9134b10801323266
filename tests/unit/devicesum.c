/* SPDX-License-Identifier: MIT */
/* link/devicesum.h: packed and large sums equal those of a plain array, also where a number is as
 * large as 24 bytes hold, or larger. */
#include <inttypes.h>

#include "base/mem.h"
#include "link/devicesum.h"
#include "tap.h"

enum { DEVICES = 5, ADDED = 12 };

static const int64_t devices[DEVICES] = { 0, 1, 254, 255, 300 };

/* A number around a power of two, whose exponent is below most. */
static int64_t
around(uint64_t most)
{
	int64_t power = INT64_C(1) << taprandom(most);

	return power + (int64_t)taprandom(3) - 1;
}

static struct devicesum
randomsum(void)
{
	int64_t first = around(40);

	return (struct devicesum){ .device = devices[taprandom(DEVICES)],
		.first = first,
		.last = first + around(34),
		.busy = around(34),
		.count = around(26),
		.inherited = taprandom(20) == 0 };
}

/* Adds to a plain sum; one without launches is new. */
static void
plainadd(struct devicesum *to, const struct devicesum *sum)
{
	bool fresh = to->count == 0;

	to->device = sum->device;
	to->first = fresh || sum->first < to->first ? sum->first : to->first;
	to->last = fresh || sum->last > to->last ? sum->last : to->last;
	to->busy += sum->busy;
	to->count += sum->count;
	to->inherited += sum->inherited;
}

static struct devicesum *
plainof(struct devicesum *plain, int64_t device)
{
	for (int i = 0; i < DEVICES; i++)
		if (devices[i] == device)
			return &plain[i];
	return NULL;
}

/* Whether a list has the plain sums, each once. */
static bool
matches(const struct devicesums *s, uint32_t list, struct devicesum *plain)
{
	int used = 0, listed = 0;

	for (int i = 0; i < DEVICES; i++)
		used += plain[i].count > 0;
	for (uint32_t i = list; i != NONE; i = devicesumnext(s, i), listed++) {
		struct devicesum got = devicesumget(s, i), *want = plainof(plain, got.device);

		if (!want || got.first != want->first || got.last != want->last ||
		    got.busy != want->busy || got.count != want->count ||
		    got.inherited != want->inherited)
			return false;
	}
	return listed == used;
}

/* Two lists of random sums, and then one added to the other. */
static bool
lists(void)
{
	struct pagepool pool = { .limit = 0 };
	struct devicesums s;
	struct devicesum plain[2][DEVICES] = { 0 };
	uint32_t list[2] = { NONE, NONE };
	bool good = true;

	devicesumsinit(&s, &pool);
	for (int i = 0; i < ADDED; i++) {
		struct devicesum sum = randomsum();
		int to = (int)taprandom(2);

		/* A launch takes part in it. */
		sum.count += sum.count == 0;
		devicesumadd(&s, &list[to], sum);
		plainadd(plainof(plain[to], sum.device), &sum);
		good = good && matches(&s, list[to], plain[to]);
	}
	devicesumaddlist(&s, &list[0], list[1]);
	for (int i = 0; i < DEVICES; i++)
		if (plain[1][i].count > 0)
			plainadd(&plain[0][i], &plain[1][i]);
	good = good && matches(&s, list[0], plain[0]) && matches(&s, list[1], plain[1]);
	good = good && !s.saturated;
	devicesumsfree(&s);
	pagepoolfree(&pool);
	return good;
}

/* The largest time, and one more. */
static void
saturated(void)
{
	struct pagepool pool = { .limit = 0 };
	struct devicesums s;
	struct devicesum sum = { .device = 1, .last = 1, .busy = INT64_MAX, .count = 1 };
	uint32_t list = NONE;

	devicesumsinit(&s, &pool);
	devicesumadd(&s, &list, sum);
	ok(!s.saturated && devicesumget(&s, list).busy == INT64_MAX, "the largest time fits");
	sum.busy = 1;
	devicesumadd(&s, &list, sum);
	ok(s.saturated && devicesumget(&s, list).busy == INT64_MAX,
	    "one more does not, which is noted");
	devicesumsfree(&s);
	pagepoolfree(&pool);
}

int
main(void)
{
	int run = 0;

	while (run < 20000 && lists())
		run++;
	ok(run == 20000, "lists of sums: %d of 20000", run);
	saturated();
	return tapend();
}
