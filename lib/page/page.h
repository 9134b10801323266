/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-page: a stream becomes one HTML file that needs nothing else. Its figures are
 * those of nst-sum, its trace is that of nst-perfetto; both take the events side by side.
 */
#ifndef NST_PAGE_H
#define NST_PAGE_H

#include "embed.h"
#include "merged.h"
#include "stage.h"
#include "sum/sum.h"

/* What takes the events, each a stage without a next one. */
enum { PAGE_WHOLE, PAGE_TRACE, PAGE_STAGES };

struct webpage {
	struct stage stage;

	/* The caller's to set. */
	struct span title;    /* no bytes: what the stream tells */
	const char *perfetto; /* address of Perfetto's UI */

	struct stage *stages[PAGE_STAGES];
	struct sum whole;     /* the summary */
	struct embed trace;
	bool partial;         /* the input was cut, and that accepted */
	struct buf out;       /* written, and not yet flushed; outend ends it */
};

/* Makes a stage, with a trace of at most so many bytes, compressed; 0 for any number. It stays
 * where it is. pagefree frees all but the output. */
void pageinit(struct webpage *p, size_t most);

/* Writes the page, once the stream was read. */
void pagewrite(struct webpage *p);

void pagefree(struct webpage *p);

#endif
