/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-page: a stream becomes one HTML file that needs nothing else. Its figures are
 * those of nst-sum, its trace is that of nst-perfetto; both take the events side by side.
 */
#ifndef NST_PAGE_H
#define NST_PAGE_H

#include "about.h"
#include "embed.h"
#include "pace.h"
#include "perfetto/coarse.h"
#include "stream/stage.h"
#include "sum/sum.h"

/* What takes the events, each a stage without a next one. */
enum { PAGE_ABOUT, PAGE_WHOLE, PAGE_STEPS, PAGE_RANKS, PAGE_WAITS, PAGE_PACE, PAGE_TRACE,
	PAGE_STAGES };

struct webpage {
	struct stage stage;

	/* The caller's to set. */
	struct span called;   /* no bytes: what the stream tells */
	const char *perfetto; /* address of Perfetto's UI */
	struct buf heard;     /* messages that were printed, each with a NUL behind */
	bool failed;          /* the input went wrong, and that was printed */

	struct stage *stages[PAGE_STAGES];
	struct about about;
	struct sum whole; /* the summary */
	struct sum steps; /* --over step --by type,device */
	struct sum ranks; /* --by type,rank */
	struct sum waits; /* --by type,rank,last */
	struct pace pace;
	struct embed trace;
	struct gauge gauge;   /* of it */
	struct coarse coarse; /* what is merged in it; a limit of 0 for nothing */
	struct buf title, body; /* as documentbody makes them */
	struct buf out;   /* written, and not yet flushed; outend ends it */
};

/* Makes a stage. It stays where it is; pagefree frees all but the output. */
void pageinit(struct webpage *p);

/* Ends the figures, once the stream of that name was read. */
void pagesettle(struct webpage *p, const char *name);

/* Writes the page. */
void pagewrite(struct webpage *p);

void pagefree(struct webpage *p);

#endif
