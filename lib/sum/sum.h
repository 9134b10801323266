/* SPDX-License-Identifier: MIT */
/* The stage of nst-sum: adds up time by type, name, device and so on, and writes tables. */
#ifndef NST_SUM_H
#define NST_SUM_H

#include "busy.h"
#include "projection.h"
#include "report.h"
#include "stage.h"
#include "tally.h"

struct sum {
	struct stage stage;

	/* What is wanted: the caller's to set, before sumready. */
	const struct report *report; /* NULL for the columns of nst-sum */
	enum form form;
	bool whole; /* a summary of the profile, of its GPUs, and of each type */
	size_t top; /* rows of a table; 0 for all */

	struct tally tally;
	struct busy busy;
	struct projection projection;
	struct buf out; /* written, and not yet flushed; outend ends it */
};

/* Makes a stage; sumfree frees all but the output. */
void suminit(struct sum *s);

/* Prepares what is wanted, which no longer changes. */
void sumready(struct sum *s);

void sumfree(struct sum *s);

#endif
