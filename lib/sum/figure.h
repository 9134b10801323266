/* SPDX-License-Identifier: MIT */
/* The columns of nst-sum: what is added up, beside the keys of the groups. */
#ifndef NST_FIGURE_H
#define NST_FIGURE_H

#include "sheet.h"
#include "total.h"

/* Title (NULL for one that only reports have), kind, and the function of figure.c that makes its
 * entries, in the order of the columns. */
#define FIGURES(F) \
	F(COUNT,       "count",       SHEET_COUNT,   count) \
	F(TOTAL,       "total",       SHEET_TIME,    total) \
	F(SHARE,       "share",       SHEET_PERCENT, share) \
	F(MEAN,        "mean",        SHEET_MEAN,    average) \
	F(MEDIAN,      "median",      SHEET_MEAN,    median) \
	F(MIN,         "min",         SHEET_TIME,    min) \
	F(MAX,         "max",         SHEET_TIME,    max) \
	F(STDDEV,      "stddev",      SHEET_MEAN,    stddev) \
	F(LAUNCHES,    "launches",    SHEET_COUNT,   launches) \
	F(LATENCY,     "latency",     SHEET_MEAN,    latency) \
	F(QUEUED,      "queued",      SHEET_COUNT,   queued) \
	F(QUEUE,       "queue",       SHEET_MEAN,    queue) \
	F(BYTES,       "bytes",       SHEET_BYTES,   bytes) \
	F(RATE,        "rate",        SHEET_RATE,    rate) \
	F(KERNELS,     "kernels",     SHEET_COUNT,   kernels) \
	F(KERNEL_TIME, "kernel_time", SHEET_TIME,    kerneltime) \
	F(RANGE_TIME,  "range_time",  SHEET_TIME,    rangetime) \
	F(OPS_MEAN,    NULL,          SHEET_NUMBER,  opsmean) \
	F(LEVEL,       NULL,          SHEET_NUMBER,  level) \
	F(CHILDREN,    NULL,          SHEET_NUMBER,  children)

/* Numbered behind the keys, enum by: a column is one or the other. */
enum figure {
	FIGURE_BEFORE = BY_COUNT - 1,
#define F(id, title, kind, function) FIGURE_##id,
	FIGURES(F)
#undef F
	FIGURE_END
};

/* The column of a key or figure, for a sheet whose rows are struct totals; title NULL is its own. */
struct column figurecolumn(int what, const char *title);

#endif
