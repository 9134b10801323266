/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "fit.h"

int64_t
fitlargest(void)
{
	return gaugelimit(GAUGE_LEVELS - 1);
}

/* Returns true if another reading of all items costs more than a slightly smaller limit gives. */
static bool
manyitems(const struct fit *f)
{
	return f->gauge->drawn > 1000000;
}

/* The number of traces that are dropped if they are expected to be much smaller than they could be,
 * and that of traces after which one that fits is good enough. */
enum { ESTIMATES = 6, ATTEMPTS = 8 };

/* A group in its first prediction, compressed bytes. */
enum { GROUP_BYTES = 4 };

/* Sets what a limit leaves, interpolated between two levels. */
static void
leaves(const struct gauge *g, int64_t limit, double *bytes, double *groups)
{
	const struct gaugelevel *l = g->levels;
	double part;
	int i = 0;

	while (i < GAUGE_LEVELS - 2 && gaugelimit(i + 1) <= limit)
		i++;
	part = (double)(limit - gaugelimit(i)) / (double)(gaugelimit(i + 1) - gaugelimit(i));
	*bytes = (double)l[i].bytes * (1 - part) + (double)l[i + 1].bytes * part;
	*groups = (double)l[i].groups * (1 - part) + (double)l[i + 1].groups * part;
}

/* Returns the next larger limit, ns. Limits have two significant digits, for messages. */
static int64_t
limitafter(int64_t limit)
{
	int64_t unit = 1;

	while (limit / unit >= 100)
		unit *= 10;
	return limit / unit * unit + unit;
}

/* Returns the predicted size of the trace of a limit, bytes. */
static double
predict(const struct fit *f, int64_t limit)
{
	double bytes, groups;

	leaves(f->gauge, limit, &bytes, &groups);
	return f->ratio * bytes + f->group * groups;
}

/* Returns the predicted size that the next trace should have at most, bytes. Between two traces it
 * follows from their sizes if these are a power of the predicted ones. */
static double
goal(const struct fit *f)
{
	double large, fits, part;

	if (f->enough == INT64_MAX)
		return (double)f->most * f->share;
	large = fmax(predict(f, f->tooshort), 1);
	fits = fmax(predict(f, f->enough), 1);
	part = log((double)f->most * 0.95 / (f->fits + 1)) / log(f->large / (f->fits + 1));
	if (!(part > 0 && part < 1))
		part = 0.5;
	return fits * pow(large / fits, part);
}

/* Returns true if no limit between the two bounds is worth a trace. With many items, a limit is not
 * if it is at least three quarters of the larger bound. */
static bool
adjacent(const struct fit *f)
{
	int64_t least = manyitems(f) ? f->enough - f->enough / 4 : f->enough;

	return limitafter(f->tooshort) >= least;
}

/* Returns true if the trace that is kept has the smallest limit that fits. The trace of that limit
 * may have been estimated only. */
static bool
isbest(const struct fit *f)
{
	return f->kept == f->enough;
}

/* Returns the largest limit that merges nothing, ns. */
static int64_t
nothing(const struct gauge *g)
{
	int64_t limit = gaugelimit(0) - 1;

	for (int i = 0; i < GAUGE_LEVELS && g->levels[i].bytes == g->bytes; i++)
		limit = gaugelimit(i);
	return limit;
}

/* Returns the limit of the next trace. Sizes may have steps, so the prediction alone would need
 * many traces: in turns with it, the limit is the geometric mean of the bounds. */
static int64_t
choose(const struct fit *f)
{
	int64_t limit = limitafter(f->tooshort);
	bool halves = f->enough < INT64_MAX && f->attempts % 2 == 1;
	double most = goal(f), mean = sqrt((double)f->tooshort * (double)f->enough);

	if (f->most == 0)
		return fitlargest();
	if (f->enough < INT64_MAX && !isbest(f) && (f->attempts >= ESTIMATES || adjacent(f)))
		return f->enough;
	while (limit < fitlargest() && limitafter(limit) < f->enough &&
	    (halves ? (double)limit < mean : predict(f, limit) > most))
		limit = limitafter(limit);
	return limit;
}

/* Corrects the prediction by the size of the trace of a limit. */
static void
learn(struct fit *f, int64_t limit, double size)
{
	double bytes, groups, stay, merged;

	leaves(f->gauge, limit, &bytes, &groups);
	stay = f->ratio * bytes;
	merged = f->group * groups;
	if (stay + merged <= 0)
		return;
	if (merged > stay && size > stay) {
		f->group = (size - stay) / groups;
	} else if (merged <= stay && size > merged) {
		f->ratio = (size - merged) / bytes;
	} else {
		f->ratio *= size / (stay + merged);
		f->group *= size / (stay + merged);
	}
}

/* Sets the bounds by the size of the trace of a limit. */
static void
bound(struct fit *f, int64_t limit, double size)
{
	if (size <= (double)f->most || limit == fitlargest()) {
		f->enough = limit;
		f->fits = size;
		return;
	}
	f->tooshort = limit;
	f->large = size;
	f->share *= 0.8;
	if (f->enough <= limit) { /* an estimate was wrong */
		f->enough = f->kept > limit ? f->kept : INT64_MAX;
		f->fits = (double)f->size;
	}
}

/* The bytes from which on a trace is large enough. */
static size_t
goodsize(const struct fit *f)
{
	return manyitems(f) ? f->most / 2 : f->most / 10 * 9;
}

/* Returns true if there is a trace, and another reading is not worth a smaller limit. */
static bool
found(const struct fit *f)
{
	return isbest(f) && (f->size >= goodsize(f) || f->attempts >= ATTEMPTS || adjacent(f));
}

void
fitinit(struct fit *f, const struct gauge *gauge, size_t most, uint64_t size, uint64_t plain)
{
	*f = (struct fit){
		.gauge = gauge,
		.most = most,
		.share = 0.9,
		.ratio = (double)size / (double)(plain + 1),
		.group = fmin(GROUP_BYTES, (double)size / (double)(gauge->drawn + 1)),
		.tooshort = nothing(gauge),
		.enough = INT64_MAX,
		.large = (double)size,
	};
}

bool
fitnext(const struct fit *f, struct fittry *next)
{
	bool estimated;

	if (found(f))
		return false;
	*next = (struct fittry){ .limit = choose(f) };
	estimated = f->attempts < ESTIMATES && next->limit < f->enough;
	if (next->limit < fitlargest()) {
		next->least = estimated ? goodsize(f) : 0;
		next->most = f->most;
	}
	return true;
}

void
fitresult(struct fit *f, int64_t limit, uint64_t size, bool dropped)
{
	f->attempts++;
	learn(f, limit, (double)size);
	bound(f, limit, (double)size);
	if (!dropped) {
		f->kept = limit;
		f->size = size;
	}
}
