/* SPDX-License-Identifier: MIT */
/* The look at all events of a report, by one reader or several side by side: each takes the next
 * block, and what it has seen there is taken note of in the order of the blocks. */
#ifndef NST_REPORTSCAN_H
#define NST_REPORTSCAN_H

#include "reportindex.h"

/* What is done with the rows of a table of events. */
enum fate {
	FATE_COUNTED, /* nobody reads them */
	FATE_APART,   /* they are read from blocks */
	FATE_FIRST,   /* the first one of an event goes into the database */
	FATE_ALL,     /* all do */
};

/* A table of a look. */
struct scantable {
	enum fate fate;
	bool watched;
	const char *times[TIMES]; /* the columns of its times; "" for none */
};

struct reportscan {
	struct reportindex *reportindex; /* its tally, heads and crowd are made */
	struct import *im;
	const struct rowobserver *watch;
	unsigned readers;
	bool shows; /* how far it is */
	struct scantable tables[REP_TABLES];
};

/* Makes it, or ends the program with the reason. */
void reportscanrun(struct reportscan *l);

#endif
