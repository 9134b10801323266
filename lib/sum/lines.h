/* SPDX-License-Identifier: MIT */
/* Groups as the rows of a table. */
#ifndef NST_LINES_H
#define NST_LINES_H

#include "group.h"
#include "sheet.h"

/* What a column of a row may be, besides one of enum by. */
enum figure {
	FIG_COUNT = BY_COUNT,
	FIG_TOTAL, FIG_SHARE, FIG_MEAN, FIG_MEDIAN, FIG_MIN, FIG_MAX, FIG_STDDEV,
	FIG_LAUNCHES, FIG_LATENCY, FIG_QUEUED, FIG_QUEUE, /* of calls */
	FIG_BYTES, FIG_RATE,                              /* of copies */
	FIG_KERNELS, FIG_KERNELTIME, FIG_RANGETIME,       /* of projected ranges */
	FIG_OPSMEAN, FIG_LEVEL, FIG_CHILDREN,
};

struct line {
	uint32_t group;
	/* A text: its type; UINT32_MAX when it has none, or is not grouped by that. */
	uint32_t type;
	uint32_t rank;   /* rows with a lower one come first */
	wide whole;      /* ns: the total of all rows of its type */
	struct stats stats;
};

/* Rows, those with the larger total first. */
struct lines {
	const struct groups *groups;
	struct line *p;
	size_t count;
};

/* Makes a row of each group that has durations. first holds texts, types, count of them: if there
 * are any, rows are by type, those first, in that order. The caller frees r->p. */
void linesmake(struct lines *r, const struct groups *g, const uint32_t *first, size_t count);

/* A cell, for struct sheet: rows is a struct lines, the column's what an enum by or enum figure. */
struct entry lineentry(const void *rows, size_t row, const struct column *column);

#endif
