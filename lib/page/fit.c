/* SPDX-License-Identifier: MIT */
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

/* Makes the trace again with slices merged at a limit; false if the input cannot be read again. */
static bool
merge(struct webpage *p, struct reread *input, int64_t limit, size_t most)
{
	const struct draw drawn = p->trace.perfetto.draw;
	bool onerow = drawn.layout.onerow, good;

	p->coarse = (struct coarse){ .limit = limit };
	p->coarse.kinds.limit = p->memory / 16;
	p->coarse.groups.memory = p->memory / 8;
	coarsefind(&p->coarse, &p->gauge.log);
	embedfree(&p->trace);
	embedinit(&p->trace);
	p->trace.most = most;
	p->trace.perfetto.coarse = &p->coarse;
	p->trace.perfetto.draw.quiet = true;
	p->trace.perfetto.draw.named = drawn.named;
	p->trace.perfetto.draw.namer.style = drawn.namer.style;
	p->trace.perfetto.draw.layout.onerow = onerow;
	good = reread(p, input, &p->trace.perfetto.stage);
	embedend(&p->trace);
	coarsefree(&p->coarse);
	return good;
}

/* The number of smaller limits that are tried once one fits. */
enum { TRIES = 3 };

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

/* Returns the first level from the given one on at which a trace should have at most most bytes, if
 * each of its items takes as many bytes as an item of the last trace did. */
static int
choose(const struct webpage *p, int from, uint64_t items, size_t most)
{
	double each = (double)embedguess(&p->trace) / (double)(items + 1);
	double room = (double)most / (each > 0.001 ? each : 0.001);

	return gaugelevel(&p->gauge, from, room < 1e18 ? (uint64_t)room : UINT64_MAX);
}

/* Returns the next limit to try, if the size of a trace is inversely proportional to the limit. */
static int64_t
finer(const struct webpage *p, int64_t tooshort, size_t most)
{
	int64_t limit = p->coarse.limit, unit = 1;
	int64_t next = (int64_t)((double)limit * (double)p->trace.bytes.n / (double)most);

	if (next <= tooshort)
		next = tooshort + (limit - tooshort) / 2;
	while (next / unit >= 100)
		unit *= 10;
	return (next + unit - 1) / unit * unit; /* two significant digits, for messages */
}

/* The trace fits, but the page is much smaller than its budget: tries smaller limits and keeps the
 * smallest that fits. Returns false if the input cannot be read again. */
static bool
refine(struct webpage *p, struct reread *input, int64_t tooshort, size_t most)
{
	for (int i = 0; i < TRIES && p->trace.bytes.n < most / 10 * 9; i++) {
		struct coarse coarse = p->coarse;
		struct buf bytes = p->trace.bytes;
		int64_t limit = finer(p, tooshort, most);
		bool good;

		if (limit <= tooshort || limit >= coarse.limit)
			break;
		p->trace.bytes = (struct buf){ 0 };
		good = merge(p, input, limit, most);
		if (good && !p->trace.over) {
			free(bytes.p);
			continue;
		}
		tooshort = limit;
		free(p->trace.bytes.p);
		p->coarse = coarse;
		p->trace.bytes = bytes;
		p->trace.over = false;
		if (!good)
			return false;
	}
	return true;
}

enum status
fitend(struct webpage *p, struct reread *input, uint64_t budget)
{
	size_t rest = documentsize(p), most;
	uint64_t items = p->gauge.drawn;
	int64_t tooshort = 0;
	bool last, good;
	int level = 0;

	if (budget == 0 || (!p->trace.over && rest + embedlength(p->trace.bytes.n) <= budget))
		return DONE;
	rest += SAID;
	most = rest < budget ? (size_t)(budget - rest) / 4 * 3 : 0;
	do {
		if (level > 0)
			tooshort = p->coarse.limit;
		level = choose(p, level, items, most);
		last = level == COARSE_LEVELS - 1 || most == 0;
		good = merge(p, input, coarselimit(last ? COARSE_LEVELS - 1 : level),
		    last ? 0 : most);
		items = p->coarse.left;
		level++;
	} while (good && p->trace.over);
	if (!good || (!last && !refine(p, input, tooshort, most))) {
		warn("the input could not be read twice");
		return FAILED;
	}
	fitsay(p, budget);
	if (documentsize(p) + embedlength(p->trace.bytes.n) > budget)
		warn("the page is larger than its budget even so");
	return DONE;
}
