/* SPDX-License-Identifier: MIT */
/* page/fit.h: which traces the search asks for, and which one it chooses. The size of a trace is a
 * function of its limit: as the gauge predicts it, or another, or one with steps up and down. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "page/fit.h"
#include "tap.h"

/* The size of the trace without merging, bytes: before compression, and compressed. */
enum { PLAIN = 64000000, WHOLE = 4000000 };

/* Numbers of groups at the smallest limit. */
enum { FEW = 20000, MANY = 2000000 };

/* What the gauge says: each level leaves six tenths of the bytes of the one before, and seven
 * tenths of the groups. */
static struct gauge
measured(uint64_t drawn, double groups)
{
	struct gauge g = { .drawn = drawn };
	double bytes = PLAIN;

	for (int i = 0; i < GAUGE_LEVELS; i++) {
		g.levels[i].bytes = (uint64_t)bytes;
		g.levels[i].groups = (uint64_t)groups + 1;
		bytes *= 0.6;
		groups *= 0.7;
	}
	return g;
}

/* A random number from 0 to 1 for a limit. */
static double
scatter(int64_t limit)
{
	return (double)((uint64_t)limit * 0x9E3779B97F4A7C15u >> 40) / (1 << 24);
}

/* Sizes of traces in bytes, by the limit in ns. */

/* A number of bytes for each group, and a sixteenth of the bytes of items that stay; linear between
 * levels. */
static double
weighed(int64_t limit, double groups, double each)
{
	struct gauge g = measured(1, groups);
	const struct gaugelevel *l = g.levels;
	int i = GAUGE_LEVELS - 2;
	double part;

	while (gaugelimit(i) > limit)
		i--;
	part = (double)(limit - gaugelimit(i)) / (double)(gaugelimit(i + 1) - gaugelimit(i));
	return (1 - part) * ((double)l[i].bytes / 16 + each * (double)l[i].groups) +
	    part * ((double)l[i + 1].bytes / 16 + each * (double)l[i + 1].groups);
}

/* As the gauge predicts it. */
static double
predicted(int64_t limit)
{
	return weighed(limit, FEW, 4);
}

/* With large groups, of which there are many. */
static double
grouped(int64_t limit)
{
	return weighed(limit, MANY, 10);
}

static double
twice(int64_t limit)
{
	return 2 * predicted(limit);
}

static double
smooth(int64_t limit)
{
	return WHOLE * pow(100.0 / (double)limit, 0.25);
}

/* Falls at levels only. */
static double
stairs(int64_t limit)
{
	int i = GAUGE_LEVELS - 1;

	while (gaugelimit(i) > limit)
		i--;
	return smooth(gaugelimit(i));
}

/* Smooth, but up to a fifth larger or smaller at each limit. */
static double
rough(int64_t limit)
{
	return smooth(limit) * (0.8 + 0.4 * scatter(limit));
}

/* One of fifteen limits has a trace of half the size. */
static double
gaps(int64_t limit)
{
	return smooth(limit) * (scatter(limit) < 1.0 / 15 ? 0.5 : 1);
}

/* All of the trace, or little. */
static double
cliff(int64_t limit)
{
	return limit < 1300000 ? WHOLE : 1000;
}

/* All of the trace, or half of a million bytes. */
static double
half(int64_t limit)
{
	return limit < 1300000 ? WHOLE : 500000;
}

static double
little(int64_t limit)
{
	(void)limit;
	return 1000;
}

static double
ninetenths(int64_t limit)
{
	(void)limit;
	return 900000;
}

static double
million(int64_t limit)
{
	(void)limit;
	return 1000000;
}

static double
much(int64_t limit)
{
	(void)limit;
	return WHOLE;
}

/* A search: its input, and its course. */
struct search {
	double (*size)(int64_t limit);
	size_t most;
	uint64_t drawn;
	double groups;
	double wrong; /* the error of estimates, as a part of the size */

	struct buf tried; /* as text: limits, with ~ behind those of dropped traces */
	int64_t chosen;
	int64_t tooshort; /* the largest limit whose trace was too large, ns, or 99 */
	uint64_t chosensize;
	int tries;
	bool twodigits; /* each limit was an allowed one */
	bool bounded;   /* it ended once there were eight traces, one of them kept */
	bool good;      /* each trace had the bounds that it must have */
};

static uint64_t
sizeat(const struct search *s, int64_t limit)
{
	return (uint64_t)s->size(limit);
}

/* Returns true if a limit has two digits at most, and is between the smallest and the largest. */
static bool
allowed(int64_t limit)
{
	int64_t digits = limit;

	while (digits >= 100 && digits % 10 == 0)
		digits /= 10;
	return digits < 100 && limit >= 100 && limit <= gaugelimit(GAUGE_LEVELS - 1);
}

/* The size from which on a trace is large enough, bytes. */
static size_t
goodsize(const struct search *s)
{
	return s->drawn > 1000000 ? s->most / 2 : s->most / 10 * 9;
}

/* Returns true if a trace has the bounds of its size that it must have. fits is the smallest limit
 * whose trace fits, or is expected to, ns. */
static bool
limited(const struct search *s, const struct fittry *try, int64_t fits)
{
	size_t good = goodsize(s);

	if (try->limit == gaugelimit(GAUGE_LEVELS - 1))
		return try->most == 0 && try->least == 0;
	return try->most == s->most && try->least == (s->tries < 6 && try->limit < fits ? good : 0);
}

static void
run(struct search *s)
{
	struct gauge gauge = measured(s->drawn, s->groups);
	struct fit fit;
	struct fittry try;
	int64_t fits = INT64_MAX;

	s->twodigits = s->bounded = s->good = true;
	s->tooshort = 99;
	fitinit(&fit, &gauge, s->most, WHOLE, PLAIN - 1);
	while (fitnext(&fit, &try) && s->tries < 30) {
		uint64_t size = sizeat(s, try.limit);
		uint64_t guess = (uint64_t)((double)size * (1 + s->wrong * (scatter(size) - 0.5)));
		bool far = try.least > 0 && (guess < try.least || guess > try.most);
		bool dropped = far || (try.most > 0 && size > try.most);

		s->twodigits = s->twodigits && allowed(try.limit);
		s->good = s->good && limited(s, &try, fits);
		s->bounded = s->bounded && (s->tries < 8 || s->chosen == 0);
		s->tries++;
		size = far ? guess : size;
		fitresult(&fit, try.limit, size, dropped);
		bufprintf(&s->tried, "%s%lld%s", s->tries > 1 ? " " : "", (long long)try.limit,
		    dropped ? "~" : "");
		if (size > s->most && try.limit > s->tooshort)
			s->tooshort = try.limit;
		if (size <= s->most)
			fits = try.limit;
		else if (fits <= try.limit)
			fits = INT64_MAX;
		if (!dropped) {
			s->chosen = try.limit;
			s->chosensize = size;
		}
	}
	s->bounded = s->bounded && s->tries <= 20;
}

/* Returns true if no limit is between the largest one that is too short and the chosen one; with
 * many items, if no limit between them is less than three quarters of the chosen one. */
static bool
smallest(const struct search *s)
{
	int64_t unit = 1, least = s->drawn > 1000000 ? s->chosen - s->chosen / 4 : s->chosen;

	while (s->tooshort / unit >= 100)
		unit *= 10;
	return s->tooshort + unit >= least;
}

/* Returns true if the chosen trace fits, or has the largest limit, which does not fit either. */
static bool
within(const struct search *s)
{
	int64_t largest = gaugelimit(GAUGE_LEVELS - 1);

	return s->chosen > 0 && (s->chosensize <= s->most ||
	    (s->chosen == largest && sizeat(s, largest) > s->most));
}

/* Returns true if the chosen trace is as large as promised. */
static bool
used(const struct search *s)
{
	size_t good = goodsize(s);

	return s->chosensize >= good || s->tries >= 8 ||
	    s->chosen == gaugelimit(GAUGE_LEVELS - 1) || smallest(s);
}

/* Searches with many budgets, and streams of few and many items. */
static void
all(const char *name, double (*size)(int64_t))
{
	bool fits = true, usesall = true, bounded = true, twodigits = true, good = true;
	int most = 0;

	for (size_t bytes = WHOLE + (size_t)WHOLE / 10; bytes > 100; bytes -= bytes / 33) {
		for (int i = 0; i < 4; i++) {
			struct search s = { .size = size, .most = bytes,
				.drawn = i % 2 ? 1000001 : 1000000,
				.groups = size == grouped ? MANY : FEW,
				.wrong = i / 2 ? 0.4 : 0 };

			run(&s);
			fits = fits && within(&s);
			usesall = usesall && (i / 2 || used(&s));
			bounded = bounded && (i / 2 ? s.tries <= 20 : s.bounded);
			twodigits = twodigits && s.twodigits;
			good = good && s.good;
			most = s.tries > most ? s.tries : most;
			free(s.tried.p);
		}
	}
	ok(fits, "%s: the chosen trace fits where that of the largest limit does", name);
	ok(usesall, "%s: its size is as promised", name);
	ok(bounded, "%s: it ends after eight traces, or once one fits: %d at most", name, most);
	ok(twodigits, "%s: limits have two digits, and are neither too small nor too large", name);
	ok(good, "%s: each trace has the bounds that drop it", name);
}

/* The search tries these limits; ~ is behind those of dropped traces. */
static void
is(double (*size)(int64_t), size_t most, uint64_t drawn, const char *wanted, const char *what)
{
	struct search s = { .size = size, .most = most, .drawn = drawn,
		.groups = size == grouped ? MANY : FEW };

	run(&s);
	bufchar(&s.tried, '\0');
	if (!ok(strcmp(s.tried.p, wanted) == 0, "%s", what))
		fprintf(stderr, "#    got: %s\n# wanted: %s\n", s.tried.p, wanted);
	free(s.tried.p);
}

static void
sequences(void)
{
	is(predicted, 1000000, 1000, "1000~ 320~ 960", "a size as predicted");
	is(predicted, 1000000, 1000001, "1000", "the same with many items");
	is(twice, 1000000, 1000, "1000~ 4500~ 2900", "twice the predicted size");
	is(twice, 1000000, 1000001, "1000~ 4500", "the same with many items");
	is(grouped, 1000000, 1000, "17000~ 150000~ 87000", "larger groups, and many of them");
	is(grouped, 1000000, 1000001, "17000~ 150000", "the same with many items");
	is(smooth, 1000000, 1000, "1000~ 6500~ 21000~ 86000~ 37000", "another function");
	is(smooth, 10000, 1000,
	    "1300000~ 500000000~ 30000000000~ 490000000000~ 4300000000000~ 1500000000000~ "
	    "4300000000000 2600000000000",
	    "few bytes: the eighth trace is the last");
	is(rough, 1000000, 1000, "1000~ 4700~ 20000~ 91000~ 38000~ 28000~ 38000 33000",
	    "sizes that go up and down");
	is(cliff, 1000000, 1000,
	    "1000~ 15000~ 290000~ 7800000~ 500000~ 2000000~ 2000000 1000000~", "all or little");
	is(half, 1000000, 1000,
	    "1000~ 15000~ 290000~ 7800000~ 2700000~ 890000~ 2700000 1600000", "all or half");
	is(half, 1000000, 1000001,
	    "1000~ 15000~ 290000~ 7800000",
	    "the same with many items: half is enough");
	is(ninetenths, 1000000, 1000, "1000", "just large enough");
	is(million, 1000000, 1000, "1000", "just small enough");
	is(little, 1000000, 1000, "1000~ 320~ 130~ 120~ 110~ 100~ 100", "everything fits");
	is(much, 1000000, 1000,
	    "1000~ 15000~ 290000~ 7800000~ 270000000~ 14000000000~ 950000000000~ "
	    "65000000000000~ 99000000000000~ 100000000000000~ 500000000000000",
	    "nothing fits");
	is(smooth, 0, 1000, "500000000000000", "no bytes: the largest limit alone");
}

/* An estimate that fits, of a trace that does not: the search goes back to the trace that is kept. */
static void
wrongestimate(void)
{
	struct gauge g = measured(1000, FEW);
	struct fittry next;
	struct fit f;

	fitinit(&f, &g, 1000000, WHOLE, PLAIN);
	fitresult(&f, 100000, 500000, false);
	fitresult(&f, 50000, 900000, true);
	ok(fitnext(&f, &next) && next.limit < 100000, "a smaller limit is expected to fit");
	fitresult(&f, 50000, 1100000, true);
	ok(fitnext(&f, &next) && next.limit > 50000 && next.limit < 100000,
	    "it does not: the next one is between that and the one that is kept");
	for (int i = 0; i < 50 && fitnext(&f, &next); i++)
		fitresult(&f, next.limit, 1100000, true);
	ok(!fitnext(&f, &next) && f.kept == 100000, "if none of those fits, that is chosen");
}

/* Limits that merge nothing leave the whole trace, so none of them is tried. */
static void
unmerged(void)
{
	struct gauge g = measured(1000, FEW);
	struct fittry next;
	struct fit f;

	g.bytes = PLAIN;
	for (int i = 0; i < 6; i++)
		g.levels[i].bytes = PLAIN;
	fitinit(&f, &g, WHOLE - 1, WHOLE, PLAIN);
	fitresult(&f, 1000000, 1000, false);
	ok(fitnext(&f, &next) && next.limit > gaugelimit(5),
	    "limits that merge nothing are left out");
}

int
main(void)
{
	wrongestimate();
	unmerged();
	all("as predicted", predicted);
	all("twice as much", twice);
	all("groups", grouped);
	all("smooth", smooth);
	all("stairs", stairs);
	all("rough", rough);
	all("gaps", gaps);
	all("cliff", cliff);
	all("half", half);
	all("little", little);
	all("much", much);
	sequences();
	return tapend();
}
