/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "document.h"
#include "fit.h"
#include "pagereader.h"
#include "stream/pidcheck.h"
#include "stream/reread.h"
#include "stream/stream.h"
#include "table/format.h"

/* The page that collects the messages of this program. */
static struct webpage *listening;

static void
hear(const char *message)
{
	bufmem(&listening->heard, message, strlen(message) + 1);
}

/* Lets the first reading drop a trace that cannot fit. */
static void
readerlimit(struct webpage *p, uint64_t budget)
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

/* Makes the trace again with merged slices. Returns false if the input cannot be read again. */
static bool
merge(struct webpage *p, struct reread *input, const struct fittry *try)
{
	const struct draw drawn = p->trace.perfetto.draw;
	bool onerow = drawn.layout.onerow, good;

	p->coarse = (struct coarse){ .limit = try->limit };
	p->coarse.kinds.limit = p->memory / 16;
	p->coarse.pool.limit = p->memory / 8;
	coarsefind(&p->coarse, &p->gauge.log);
	embedfree(&p->trace);
	embedinit(&p->trace);
	p->trace.least = try->least;
	p->trace.most = try->most;
	p->trace.perfetto.coarse = &p->coarse;
	p->trace.perfetto.draw.quiet = true;
	p->trace.perfetto.draw.named = drawn.named;
	p->trace.perfetto.draw.formatter.namer.style = drawn.formatter.namer.style;
	p->trace.perfetto.draw.layout.onerow = onerow;
	good = reread(p, input, &p->trace.perfetto.stage) || p->trace.dropped;
	embedend(&p->trace);
	coarsefree(&p->coarse);
	return good;
}

/* An upper bound for the sentence about merged slices in the page, bytes. */
enum { SAID = 1000 };

/* Writes which slices became one. Only ranges that were never closed are as long as the largest
 * limit, 5.8 days. */
static void
putneighbours(const struct webpage *p, struct buf *out)
{
	const struct coarse *c = &p->coarse;

	if (c->limit < fitlargest()) {
		bufstr(out, "neighbours of less than ");
		formattime(out, (wide)c->limit * 1000);
		bufstr(out, " became one slice each");
		return;
	}
	bufstr(out, "all slices of a track became one slice");
	if (coarseslices(c, &p->gauge) > c->count)
		bufstr(out, ", or one on each side of a range that was never closed");
}

/* Prints the message about merging. */
static void
saymerged(const struct webpage *p, uint64_t budget)
{
	const struct coarse *c = &p->coarse;
	struct buf text = { 0 };

	putneighbours(p, &text);
	warn("beyond the budget of %llu bytes: %.*s: %llu of %llu are drawn, and %llu values of "
	     "counters are left out; tables are exact",
	    (unsigned long long)budget, (int)text.n, text.p,
	    (unsigned long long)coarseslices(c, &p->gauge),
	    (unsigned long long)gaugeslices(&p->gauge), (unsigned long long)c->values);
	free(text.p);
}

/* Makes a trace and tells the search its size. Unless it is dropped, it replaces the trace that was
 * kept. Returns false if the input cannot be read again. */
static bool
attempt(struct webpage *p, struct reread *input, struct fit *f, const struct fittry *try)
{
	const struct embed *e = &p->trace;
	struct coarse coarse = p->coarse;
	struct buf bytes = { 0 };
	bool kept = f->kept > 0, good;

	if (kept) {
		bytes = p->trace.bytes;
		p->trace.bytes = (struct buf){ 0 };
	}
	good = merge(p, input, try);
	if (good)
		fitresult(f, try->limit, e->dropped ? embedguess(e) : e->bytes.n, e->dropped);
	if (good && !e->dropped) {
		free(bytes.p);
	} else if (kept) {
		free(p->trace.bytes.p);
		p->coarse = coarse;
		p->trace.bytes = bytes;
		p->trace.dropped = false;
	}
	return good;
}

/* Merges slices of the trace until the page fits, and prints a message about it. It reads the input
 * again for each trace. Returns FAILED, after a message, if that fails. */
static enum status
readwithin(struct webpage *p, struct reread *input, uint64_t budget)
{
	size_t rest = documentsize(p);
	const struct embed *e = &p->trace;
	struct fit fit;
	struct fittry try;

	if (budget == 0 || (!e->dropped && rest + embedlength(e->bytes.n) <= budget))
		return DONE;
	rest += SAID;
	fitinit(&fit, &p->gauge, rest < budget ? (size_t)(budget - rest) / 4 * 3 : 0,
	    embedguess(e), e->size);
	while (fitnext(&fit, &try))
		if (!attempt(p, input, &fit, &try)) {
			warn("the input could not be read twice");
			return FAILED;
		}
	saymerged(p, budget);
	if (documentsize(p) + embedlength(p->trace.bytes.n) > budget)
		warn("the page is larger than its budget even so");
	return DONE;
}

enum status
pagereaderread(struct webpage *p, const char *path, uint64_t budget, bool partial)
{
	struct reread input = { .path = path };
	struct pidcheck merged;
	enum status status;

	readerlimit(p, budget);
	listening = p;
	errsetlistener(hear);
	pidcheckinit(&merged);
	merged.stage.next = &p->stage;
	if (budget > 0)
		rereadopen(&input, path);
	status = budget > 0 ? rereadrun(&input, &merged.stage, partial)
	                    : streamrun(&merged.stage, path, partial);
	p->failed = status != DONE;
	pidcheckfree(&merged);
	pagesettle(p, streamname(path));
	if (readwithin(p, &input, budget) != DONE)
		status = FAILED;
	errsetlistener(NULL);
	return status;
}
