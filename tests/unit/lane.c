/* SPDX-License-Identifier: MIT */
/* lane.h: the lanes of random slices, compared with a search through all slices. */
#include <stdlib.h>

#include "draw/lane.h"
#include "tap.h"

enum { SLICES = 3000 };

struct slice {
	int64_t ts, end;
	size_t lane;
};

static struct slice slices[SLICES];

/* Returns the number of open slices on a lane; -1 if one of them ends before the new one, -2
 * if one started later. */
static int
open(size_t count, size_t lane, int64_t ts, int64_t end)
{
	int n = 0;

	for (size_t i = 0; i < count; i++) {
		const struct slice *s = &slices[i];

		if (s->lane != lane)
			continue;
		if (s->ts > ts)
			return -2;
		if (s->end > ts && n >= 0)
			n = s->end < end ? -1 : n + 1;
	}
	return n;
}

/* Adds a slice. Returns true if it got the lane that the search finds. */
static bool
right(struct lanes *l, size_t count, size_t from, int64_t ts, int64_t end)
{
	bool crossed, wanted = false;
	size_t lane = lanesassign(l, from, ts, end, &crossed), i = from;
	int n;

	for (; i < l->count; i++) {
		n = open(count, i, ts, end);
		if (n >= 0 && n < LANE_DEPTH)
			break;
		wanted = wanted || n == -1;
	}
	slices[count] = (struct slice){ ts, end, lane };
	return lane == i && crossed == wanted;
}

/* Random slices: starts differ by at most step, lengths are below a limit. */
static bool
mixture(int64_t step, int64_t length)
{
	struct lanes l = { 0 };
	int64_t ts = 0;
	bool good = true;

	for (size_t i = 0; good && i < SLICES; i++) {
		size_t from = l.count > 0 && taprandom(4) == 0 ? (size_t)taprandom(l.count) : 0;

		ts += (int64_t)taprandom((uint64_t)step + 1);
		good = right(&l, i, from, ts, ts + (int64_t)taprandom((uint64_t)length));
	}
	lanesfree(&l);
	return good;
}

static void
disorder(void)
{
	struct lanes l = { 0 };
	int64_t latest[SLICES];
	bool good = true, crossed;

	for (size_t i = 0; i < SLICES; i++)
		latest[i] = INT64_MIN;
	for (int i = 0; i < SLICES; i++) {
		int64_t ts = (int64_t)taprandom(1000);
		size_t lane = lanesassign(&l, 0, ts, ts + (int64_t)taprandom(100), &crossed);

		good = good && ts >= latest[lane];
		latest[lane] = ts;
	}
	ok(good, "out of order, each lane is in order");
	lanesfree(&l);
}

static void
extremes(void)
{
	struct lanes l = { 0 };
	bool good = true;
	size_t n = 0;

	good = good && right(&l, n++, 0, INT64_MIN, INT64_MIN);
	good = good && right(&l, n++, 0, INT64_MIN, INT64_MAX);
	for (int i = 0; i < LANE_DEPTH * 2; i++)
		good = good && right(&l, n++, 0, 0, INT64_MAX);
	ok(good && l.count == 3, "as deep as a lane gets, then the next");
	good = good && right(&l, n++, 0, INT64_MAX, INT64_MAX) &&
	    right(&l, n, 0, INT64_MAX, INT64_MAX);
	ok(good, "the ends of time");
	lanesfree(&l);
}

/* The fast way through rows of one lane, compared with the search: most slices are in order. */
static void
onelane(void)
{
	bool good = true;

	for (int row = 0; row < 200; row++) {
		struct lanes fast = { 0 }, slow = { 0 };

		for (int i = 0; i < 100; i++) {
			int64_t ts = i * 10 - (taprandom(8) == 0 ? (int64_t)taprandom(40) : 0);
			int64_t end = ts + (int64_t)taprandom(taprandom(20) == 0 ? 200 : 8);
			bool crossed, wanted;

			good = good &&
			    lanesassign(&fast, 0, ts, end, &crossed) ==
			        lanessearch(&slow, 0, ts, end, &wanted) &&
			    crossed == wanted;
		}
		lanesfree(&fast);
		lanesfree(&slow);
	}
	ok(good, "a row of one lane is searched the same way");
}

int
main(void)
{
	ok(mixture(10, 5), "slices far apart");
	ok(mixture(1, 2000), "many open at once");
	ok(mixture(3, 100), "some open at once");
	ok(mixture(0, 100), "all at one time");
	disorder();
	extremes();
	onelane();
	return tapend();
}
