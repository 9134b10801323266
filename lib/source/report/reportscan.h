/* SPDX-License-Identifier: MIT */
/* The scan of all events of a report, by one thread or several: each takes the next block, and
 * their results are added in the order of the blocks. */
#ifndef NST_REPORTSCAN_H
#define NST_REPORTSCAN_H

#include "reportindex.h"

/* What the scan does with the rows of a table. */
enum fate {
	FATE_COUNTED, /* counts them */
	FATE_APART,   /* counts them: they are read from blocks */
	FATE_FIRST,   /* writes the first row of an event into the side tables */
	FATE_ALL,     /* writes all rows into the side tables */
};

/* A table that is scanned. */
struct scantable {
	enum fate fate;
	bool observed;
	const char *times[ROW_TIMES]; /* the columns of its times; "" for none */
};

struct reportscan {
	struct reportindex *index; /* gets its tally, blocks and mostrows */
	struct import *im;
	const struct rowobserver *observer; /* or NULL */
	unsigned readers;
	bool shows; /* the progress, on a terminal */
	struct scantable tables[REP_TABLES];
};

/* Scans the report, or ends the program with the reason. */
void reportscanrun(struct reportscan *l);

#endif
