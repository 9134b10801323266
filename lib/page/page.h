/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-page: it writes a stream as one self-contained HTML file. Its figures are those
 * of nst-sum and its timeline is a trace of nst-perfetto; each of them is a stage that takes the
 * same events.
 *
 *   section    a heading with a table, a picture or a sentence (section.h)
 *   picture    an SVG image: bars of states, curves of use (picture.h)
 *   embed      the compressed trace inside the page, which the script draws (embed.h)
 *   fit        the choice of the limit below which slices are merged for a budget (fit.h)
 *   index      a page that compares other pages (index.h)
 */
#ifndef NST_PAGE_H
#define NST_PAGE_H

#include "about.h"
#include "edges.h"
#include "embed.h"
#include "fold/fold.h"
#include "pace.h"
#include "perfetto/coarse.h"
#include "stream/findings.h"
#include "stream/stage.h"
#include "sum/sum.h"
#include "waitmap.h"

/* The stages that take the events; none of them gives any on. */
enum { PAGE_ABOUT, PAGE_WHOLE, PAGE_STEPS, PAGE_RANKS, PAGE_WAITS, PAGE_PACE, PAGE_WAITMAP,
	PAGE_FOLD, PAGE_COUNTERS, PAGE_EDGES, PAGE_TRACE, PAGE_STAGES };

struct webpage {
	struct stage stage;

	/* Set by the caller. */
	struct span called;   /* the title; no bytes for one from the stream */
	const char *perfetto; /* the URL of Perfetto's UI */
	struct buf heard;     /* messages of this program, each with a NUL behind */
	bool failed;          /* reading the input failed, with a message */
	size_t memory;        /* see pageinit */

	struct stage *stages[PAGE_STAGES];
	struct about about;
	struct findings findings;
	struct sum whole; /* the summary of the stream */
	struct grouprows wholerows; /* its rows; tally is NULL until they are made */
	struct sum steps; /* --over step --by type,device */
	struct sum ranks; /* --by type,rank */
	struct sum waits; /* --by type,rank,last */
	struct sum counters; /* --by counter */
	struct pace pace;
	struct waitmap waitmap;
	struct edges edges;
	struct fold fold; /* of GPU work, for the flame graph */
	struct embed trace;
	struct gauge gauge;   /* sizes of the trace at each limit of merging */
	struct coarse coarse; /* the merging; a limit of 0 for none */
	struct buf title, body; /* made by documentbody */
	struct buf out;   /* not yet flushed; outend ends it */
};

/* Makes the stage. Beyond memory, in bytes, records that are sorted go to temporary files. The
 * struct must not move; pagefree frees all but the output. */
void pageinit(struct webpage *p, size_t memory);

/* Completes the figures behind the stream; name is the input's, for messages. */
void pagesettle(struct webpage *p, const char *name);

/* Writes the page. */
void pagewrite(struct webpage *p);

/* Reads the value of --names: tables and timeline call events by names of this style. */
void pagenames(struct webpage *p, const char *style);

void pagefree(struct webpage *p);

#endif
