/* SPDX-License-Identifier: MIT */
/* The reports of "nsys stats", and the rules of "nsys analyze", that can be made of a stream: their
 * names, columns and order are those of NVIDIA's documentation and of tables that it printed. */
#ifndef NST_STATSREPORT_H
#define NST_STATSREPORT_H

#include "collector.h"
#include "sum/columns/statistic.h"

/* A column of a report: its title, and which key or figure it is. What is a key is grouped by. */
struct heading {
	const char *title;
	int what;
};

/* What may stand behind the name of a report. */
enum statsreport_option {
	OPTION_RANGED = 1,     /* nvtx-name */
	OPTION_NAMES = 2,      /* base and mangled: names are chosen by who makes the stream */
	OPTION_ROWS = 4,       /* rows=N */
	OPTION_GAP = 8,        /* gap=MILLISECONDS */
	OPTION_THRESHOLD = 16, /* threshold=PERCENT */
	OPTION_CHUNKS = 32,    /* chunks=N */
};

/* The order of rows. */
enum statsreport_order {
	ORDER_TOTAL,  /* the largest total first, then as they came */
	ORDER_NAME,   /* then by name */
	ORDER_LABELS, /* by the numbers of two labels, then by name */
};

/* One report. */
struct statsreport {
	const char *name, *title;
	const char *data; /* what it is about, as the messages of "nsys stats" call it */
	uint64_t types;   /* bits of the types that it takes */
	bool linked;      /* it needs what nst-link adds */
	bool rule;        /* of "nsys analyze" */
	unsigned options; /* bits, enum report_option */
	const char *note; /* what is not as it is there; may be NULL */
	bool missing;     /* it cannot be made: the note says why */

	/* Sums by group. */
	const struct tallyhooks *hooks;
	enum statsreport_order order;
	const struct heading *headings;
	size_t count;

	/* What is more than that, or NULL; it may write its own columns, headings being NULL. */
	struct collector *(*collector)(const struct collectorargs *);
};

/* Finds the report of "NAME[:OPTION]..." and reads its options into ask, or ends the program;
 * option is named in messages. */
const struct statsreport *statsreportread(
    const char *option, const char *text, struct collectorargs *ask);

/* Writes the names of those that can be made, parted by |. */
void statsreportnames(struct buf *out);

/* Writes the list of reports: for people, or else as tab-separated values with a heading. */
void statsreportlist(struct buf *out, bool people);

#endif
