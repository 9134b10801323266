/* SPDX-License-Identifier: MIT */
/*
 * The stats reports: tables as "nsys stats" and the rules of "nsys analyze" make them, from a
 * stream. Their names, columns and orders follow NVIDIA's documentation and tables that nsys
 * printed. A report here is never a .nsys-rep file; that is a report file.
 *
 * Glossary of this room:
 *   stats report  a table of "nsys stats", such as cuda_gpu_kern_sum
 *   rule          a table of "nsys analyze", such as gpu_gaps
 *   collector     makes the rows of a report that are no groups of events (collector.h)
 *   trace         a report with a row for each event (trace.h)
 *   projection    the time that a range of the CPU takes on GPUs (projection.h)
 */
#ifndef NST_STATSREPORT_H
#define NST_STATSREPORT_H

#include "collector.h"
#include "sum/columns/statistic.h"

/* A column: its title, and the number of its key or statistic, as { "Range", BY_NAME }. The report
 * is grouped by the keys. */
struct heading {
	const char *title;
	int id;
};

/* Options of a report, written behind its name: cuda_gpu_trace:nvtx-name. */
enum statsreport_option {
	OPTION_NVTX_NAME = 1,     /* nvtx-name */
	OPTION_NAMES = 2,      /* base and mangled: refused, since nst-dump chooses the names */
	OPTION_ROWS = 4,       /* rows=N */
	OPTION_GAP = 8,        /* gap=MILLISECONDS */
	OPTION_THRESHOLD = 16, /* threshold=PERCENT */
	OPTION_CHUNKS = 32,    /* chunks=N */
	OPTION_AROUND = 64,    /* around */
};

/* The order of the rows. */
enum statsreport_order {
	ORDER_TOTAL,  /* the largest total first, equal ones in the order of groups */
	ORDER_NAME,   /* the largest total first, equal ones by name */
	ORDER_LABELS, /* by the numbers in two labels, then by name */
};

/* One stats report. */
struct statsreport {
	const char *name, *title;
	const char *data; /* the kind of data it needs, in the words of "nsys stats" */
	uint64_t types;   /* bits of the types that it reads */
	bool linked;      /* it needs what nst-link adds */
	bool rule;        /* of "nsys analyze" */
	unsigned options; /* bits, enum statsreport_option */
	const char *note; /* a difference to NVIDIA's report, or NULL */
	bool missing;     /* it cannot be made; the note says which data is missing */

	/* Sums by group. */
	const struct tallyhooks *hooks;
	enum statsreport_order order;
	const struct heading *headings;
	size_t count;

	/* The collector, or NULL. With headings it adds to groups; without it writes its own
	 * columns. */
	struct collector *(*collector)(const struct collectorargs *);
};

/* Parses "NAME[:OPTION]...", and sets the options in args. Ends the program if there is no such
 * report or option; the message names option. */
const struct statsreport *statsreportread(
    const char *option, const char *text, struct collectorargs *args);

/* Writes the names of the reports that can be made, separated by |. */
void statsreportnames(struct buf *out);

/* Lists the reports: as text, or else as TSV with a heading. */
void statsreportlist(struct buf *out, bool astext);

#endif
