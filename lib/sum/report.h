/* SPDX-License-Identifier: MIT */
/* The reports of "nsys stats" that can be made of a stream: their names, columns and order are
 * those of NVIDIA's documentation. */
#ifndef NST_REPORT_H
#define NST_REPORT_H

#include "event.h"
#include "figure.h"

/* A column of a report: its title, and which key or figure it is. */
struct heading {
	const char *title;
	int what;
};

/* One report. */
struct report {
	const char *name, *title;
	uint64_t types;  /* bits of the types it is about */
	/* Whether it is about an event of these; may be NULL. */
	bool (*choose)(const struct event *);
	bool bytes;      /* it adds up bytes, not time */
	bool byname;     /* rows with equal totals go by name */
	bool styles;     /* it tells push/pop from start/end ranges */
	bool projected;  /* it is about ranges on the GPU: see projection.h */
	/* As it calls things; may be NULL. */
	struct span (*rename)(const struct event *, struct span name, struct buf *scratch);
	const struct heading *headings;
	size_t count;
};

/* The report of that name, or NULL. */
const struct report *reportfind(const char *name);

/* What a mistyped name most likely means, for the end of a message (clihint). */
const char *reporthint(const char *name);

#endif
