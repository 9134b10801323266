/* SPDX-License-Identifier: MIT */
/* sum/tally/intervallog.h and io/bytelog.h, beside a list of all intervals. */
#include <stdlib.h>

#include "base/proto.h"
#include "sum/tally/intervallog.h"
#include "tap.h"

/* The intervals of two unions, whose blocks are in one log. */
struct pair {
	struct intervallog unions[2];
	struct bytelog bytes;
	struct interval *all[2]; /* disjoint, in order */
	size_t count[2], room[2];
};

/* Adds an interval to a union and to the list. */
static void
addboth(struct pair *p, int i, int64_t from, int64_t to)
{
	struct interval *last = p->count[i] > 0 ? &p->all[i][p->count[i] - 1] : NULL;

	intervallogadd(&p->unions[i], &p->bytes, from, to);
	if (last && from <= last->to) {
		last->to = to > last->to ? to : last->to;
	} else if (to > from) {
		GROW(p->all[i], p->room[i], p->count[i] + 1);
		p->all[i][p->count[i]++] = (struct interval){ from, to };
	}
}

/* Returns true if a union tells the same of a time as the list does. */
static bool
agrees(const struct pair *p, int i, int64_t time)
{
	struct intervalplace place = intervallogbefore(&p->unions[i], &p->bytes, time);
	size_t number = 0;
	wide before = 0;

	while (number < p->count[i] && p->all[i][number].from < time) {
		if (number > 0)
			before += (wide)p->all[i][number - 1].to - p->all[i][number - 1].from;
		number++;
	}
	if (place.number != number || place.before != before ||
	    place.next != (number < p->count[i] ? p->all[i][number].from : INT64_MAX))
		return false;
	return number == 0 || (place.interval.from == p->all[i][number - 1].from &&
	    place.interval.to == p->all[i][number - 1].to);
}

/* Returns true if both unions agree with their lists at times around all begins and ends. */
static bool
agreesaround(const struct pair *p)
{
	bool good = true;

	for (int i = 0; i < 2; i++) {
		good = good && agrees(p, i, INT64_MIN) && agrees(p, i, INT64_MAX);
		for (size_t j = 0; j < p->count[i]; j += 1 + (size_t)taprandom(40))
			for (int64_t by = -1; by <= 1; by++)
				good = good && agrees(p, i, p->all[i][j].from + by) &&
				    agrees(p, i, p->all[i][j].to - by);
	}
	return good;
}

/* Adds a number of random intervals to each union; some touch or overlap. */
static bool
randomunions(size_t count, size_t limit)
{
	struct pair p = { .bytes.limit = limit };
	int64_t from = -500000;
	bool good;

	for (size_t n = 0; n < count; n++) {
		from += (int64_t)taprandom(taprandom(100) == 0 ? 1000000 : 100);
		addboth(&p, (int)taprandom(2), from, from + (int64_t)taprandom(60));
	}
	good = agreesaround(&p);
	for (int i = 0; i < 2; i++) {
		intervallogfree(&p.unions[i]);
		free(p.all[i]);
	}
	bytelogfree(&p.bytes);
	return good;
}

static void
unions(void)
{
	static const size_t counts[] = { 0, 1, 2, 5, 300, 1000, 20000 };
	struct pair p = { 0 };

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		ok(randomunions(counts[i], SIZE_MAX), "%zu intervals in memory", counts[i]);
		ok(randomunions(counts[i], 1), "%zu intervals in a file", counts[i]);
		ok(randomunions(counts[i], 4000), "%zu intervals in both", counts[i]);
	}
	for (size_t n = 0; n < (size_t)INTERVALLOG_BLOCK + 1; n++)
		addboth(&p, 0, (int64_t)n * 10, (int64_t)n * 10 + 5);
	ok(agreesaround(&p), "a whole block and the last interval");
	addboth(&p, 1, INT64_MIN, INT64_MIN + 5);
	addboth(&p, 1, -3, 4);
	addboth(&p, 1, INT64_MAX - 1, INT64_MAX);
	ok(agrees(&p, 1, INT64_MIN) && agrees(&p, 1, INT64_MIN + 1) && agrees(&p, 1, 0) &&
	    agrees(&p, 1, INT64_MAX - 1) && agrees(&p, 1, INT64_MAX),
	    "the first and the last time of a number");
	for (int i = 0; i < 2; i++) {
		intervallogfree(&p.unions[i]);
		free(p.all[i]);
	}
	bytelogfree(&p.bytes);
}

/* Numbers of all lengths come back, wherever they are. */
static void
numbers(size_t limit, const char *what)
{
	struct bytelog log = { .limit = limit };
	struct bytelogreader r = { .log = &log };
	bool good = true;

	for (uint64_t i = 0; i < 40000; i++) {
		protovarint(&log.bytes, UINT64_MAX >> i % 64);
		bytelogcheck(&log);
	}
	for (uint64_t i = 0; i < 40000; i++)
		good = good && bytelogvarint(&r) == UINT64_MAX >> i % 64;
	ok(good && bytelogbyte(&r) == -1 && bytelogvarint(&r) == 0, "numbers in %s", what);
	free(r.p);
	bytelogfree(&log);
}

int
main(void)
{
	unions();
	numbers(0, "memory");
	numbers(1, "a file");
	numbers(70000, "both");
	return tapend();
}
