/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "document.h"
#include "fit.h"
#include "table/format.h"

void
fitbegin(struct webpage *p, uint64_t budget)
{
	p->trace.most = budget < SIZE_MAX / 4 ? (size_t)budget / 4 * 3 : 0;
	p->trace.perfetto.gauge = budget > 0 ? &p->gauge : NULL;
}

/* Reads the input again, without messages. Returns false if it ends otherwise than in the first
 * reading: a truncated input fails each time unless --partial accepts it. */
static bool
reread(const struct webpage *p, struct reread *input, struct stage *stage)
{
	bool failed;

	errquiet(true);
	failed = rereadrun(input, stage, !p->failed) != DONE;
	errquiet(false);
	return failed == p->failed;
}

/* Makes the trace again with slices merged at a limit, of least to most bytes, 0 for any number.
 * Returns false if the input cannot be read again. */
static bool
merge(struct webpage *p, struct reread *input, int64_t limit, size_t least, size_t most)
{
	const struct draw drawn = p->trace.perfetto.draw;
	bool onerow = drawn.layout.onerow, good;

	p->coarse = (struct coarse){ .limit = limit };
	p->coarse.kinds.limit = p->memory / 16;
	p->coarse.groups.memory = p->memory / 8;
	coarsefind(&p->coarse, &p->gauge.log);
	embedfree(&p->trace);
	embedinit(&p->trace);
	p->trace.least = least;
	p->trace.most = most;
	p->trace.perfetto.coarse = &p->coarse;
	p->trace.perfetto.draw.quiet = true;
	p->trace.perfetto.draw.named = drawn.named;
	p->trace.perfetto.draw.namer.style = drawn.namer.style;
	p->trace.perfetto.draw.layout.onerow = onerow;
	good = reread(p, input, &p->trace.perfetto.stage) || p->trace.dropped;
	embedend(&p->trace);
	coarsefree(&p->coarse);
	return good;
}

/* An upper bound for the sentence about merged slices in the page, bytes. */
enum { SAID = 1000 };

/* Prints the message about merging. */
static void
fitsay(const struct webpage *p, uint64_t budget)
{
	const struct coarse *c = &p->coarse;
	struct buf text = { 0 };

	formattime(&text, (wide)c->limit * 1000);
	warn("beyond the budget of %llu bytes: neighbours of less than %.*s became one slice each: "
	     "%llu of %llu are drawn, and %llu values of counters are left out; tables are exact",
	    (unsigned long long)budget, (int)text.n, text.p,
	    (unsigned long long)coarseslices(c, &p->gauge),
	    (unsigned long long)gaugeslices(&p->gauge), (unsigned long long)c->values);
	free(text.p);
}

/*
 * A search for the smallest limit whose trace fits. The size of a trace is predicted: compressed
 * items that stay are a part of their size, and groups have the same size each. Each trace that was
 * made corrects the larger of the two terms.
 */
struct fit {
	struct webpage *page;
	struct reread *input;
	size_t most;      /* for the trace, bytes */
	double share;     /* the part of it that a trace should take by its prediction; each trace
	                   * that is too large reduces it */
	double ratio;     /* compressed bytes of items that stay, per byte */
	double group;     /* compressed bytes of a group */
	int64_t tooshort; /* the largest limit whose trace is too large, ns */
	int64_t enough;   /* the smallest limit whose trace fits, ns; INT64_MAX for none */
	double large, fits; /* sizes of these traces, bytes */
	bool made;        /* there is a trace that fits */
	int attempts;     /* number of traces that were begun */
};

/* The largest limit, ns. Its trace is taken whatever its size. */
static int64_t
fitlargest(void)
{
	return coarselimit(COARSE_LEVELS - 1);
}

/* Returns true if another reading of all items costs more than a smaller limit gives. */
static bool
manyitems(const struct fit *f)
{
	return f->page->gauge.drawn > 1000000;
}

/* The number of traces that are dropped if they are expected to be much smaller than they could be,
 * and that of traces after which one that fits is good enough. */
enum { ESTIMATES = 6, ATTEMPTS = 8 };

/* A group in its first prediction, compressed bytes. */
enum { GROUP_BYTES = 4 };

/* Returns what a limit leaves, interpolated between two levels. */
static void
fitleft(const struct gauge *g, int64_t limit, double *bytes, double *groups)
{
	const struct gaugelevel *l = g->levels;
	double part;
	int i = 0;

	while (i < COARSE_LEVELS - 2 && coarselimit(i + 1) <= limit)
		i++;
	part = (double)(limit - coarselimit(i)) / (double)(coarselimit(i + 1) - coarselimit(i));
	*bytes = (double)l[i].bytes * (1 - part) + (double)l[i + 1].bytes * part;
	*groups = (double)l[i].groups * (1 - part) + (double)l[i + 1].groups * part;
}

/* Returns the limit after one, ns. Limits have two significant digits, for messages. */
static int64_t
fitnext(int64_t limit)
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

	fitleft(&f->page->gauge, limit, &bytes, &groups);
	return f->ratio * bytes + f->group * groups;
}

/* Returns the predicted size that the next trace should have at most, bytes. Between two traces it
 * follows from their sizes if these are a power of the predicted ones; in turns with the geometric
 * mean, since sizes may have steps. */
static double
goal(const struct fit *f)
{
	double large, fits, part;

	if (f->enough == INT64_MAX)
		return (double)f->most * f->share;
	large = fmax(predict(f, f->tooshort), 1);
	fits = fmax(predict(f, f->enough), 1);
	part = log((double)f->most * 0.95 / (f->fits + 1)) / log(f->large / (f->fits + 1));
	if (f->attempts % 2 == 1 || !(part > 0 && part < 1))
		part = 0.5;
	return fits * pow(large / fits, part);
}

/* Returns true if there is no limit between the two bounds. */
static bool
adjacent(const struct fit *f)
{
	return fitnext(f->tooshort) >= f->enough;
}

/* Returns true if the trace that is kept has the smallest limit that fits. The trace of that limit
 * may have been estimated only. */
static bool
isbest(const struct fit *f)
{
	return f->made && f->page->coarse.limit == f->enough;
}

/* Returns the limit of the next trace. */
static int64_t
choose(const struct fit *f)
{
	int64_t limit = fitnext(f->tooshort);
	double most = goal(f);

	if (f->most == 0)
		return fitlargest();
	if (f->enough < INT64_MAX && !isbest(f) && (f->attempts >= ESTIMATES || adjacent(f)))
		return f->enough;
	while (limit < fitlargest() && fitnext(limit) < f->enough && predict(f, limit) > most)
		limit = fitnext(limit);
	return limit;
}

/* Corrects the prediction by the size of a trace that was made, or estimated. */
static void
learn(struct fit *f, double size)
{
	double bytes, groups, stay, merged;

	fitleft(&f->page->gauge, f->page->coarse.limit, &bytes, &groups);
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

/* Sets the bounds after a trace that was made, or estimated. */
static void
bound(struct fit *f, double size)
{
	int64_t limit = f->page->coarse.limit;

	if (size <= (double)f->most || limit == fitlargest()) {
		f->enough = limit;
		f->fits = size;
		return;
	}
	f->tooshort = limit;
	f->large = size;
	f->share *= 0.8;
	if (f->enough <= limit)
		f->enough = INT64_MAX;
}

/* The bytes from which on a trace is not dropped by an estimate. */
static size_t
goodsize(const struct fit *f)
{
	return f->most / 10 * (manyitems(f) ? 7 : 9);
}

/* Makes the trace with the chosen limit. If it is dropped, the one before stays. Returns false if
 * the input cannot be read again. */
static bool
attempt(struct fit *f)
{
	struct webpage *p = f->page;
	struct coarse coarse = p->coarse;
	struct buf bytes = { 0 };
	int64_t limit = choose(f);
	size_t least = f->attempts < ESTIMATES && limit < f->enough ? goodsize(f) : 0;
	double size;
	bool good;

	if (f->made) {
		bytes = p->trace.bytes;
		p->trace.bytes = (struct buf){ 0 };
	}
	f->attempts++;
	good = merge(p, f->input, limit, least, limit == fitlargest() ? 0 : f->most);
	size = (double)(p->trace.dropped ? embedguess(&p->trace) : p->trace.bytes.n);
	if (good) {
		learn(f, size);
		bound(f, size);
	}
	if (good && !p->trace.dropped) {
		f->made = true;
		free(bytes.p);
	} else if (f->made) {
		free(p->trace.bytes.p);
		p->coarse = coarse;
		p->trace.bytes = bytes;
		p->trace.dropped = false;
	}
	return good;
}

/* Returns true if there is a trace, and another reading is not worth a smaller limit. */
static bool
found(const struct fit *f)
{
	size_t good = manyitems(f) ? f->most / 3 : goodsize(f);

	return isbest(f) &&
	    (f->page->trace.bytes.n >= good || f->attempts >= ATTEMPTS || adjacent(f));
}

/* Finds the limit and makes the trace. Returns false if the input cannot be read again. */
static bool
search(struct fit *f)
{
	bool good = true;

	while (good && !found(f))
		good = attempt(f);
	return good;
}

enum status
fitend(struct webpage *p, struct reread *input, uint64_t budget)
{
	size_t rest = documentsize(p);
	const struct embed *e = &p->trace;
	struct fit f = {
		.page = p,
		.input = input,
		.share = 0.9,
		.group = GROUP_BYTES,
		.tooshort = coarselimit(0) - 1,
		.enough = INT64_MAX,
	};

	if (budget == 0 || (!e->dropped && rest + embedlength(e->bytes.n) <= budget))
		return DONE;
	rest += SAID;
	f.most = rest < budget ? (size_t)(budget - rest) / 4 * 3 : 0;
	f.large = (double)embedguess(e);
	f.ratio = f.large / (double)(e->size + 1);
	if (!search(&f)) {
		warn("the input could not be read twice");
		return FAILED;
	}
	fitsay(p, budget);
	if (documentsize(p) + embedlength(p->trace.bytes.n) > budget)
		warn("the page is larger than its budget even so");
	return DONE;
}
