/* SPDX-License-Identifier: MIT */
/* The columns of nst-sum: what is added up, beside the keys of the groups. */
#ifndef NST_FIGURE_H
#define NST_FIGURE_H

#include "sheet.h"
#include "total.h"

/* Title (NULL for one that only reports have), kind, the function of figure.c that makes its
 * entries, and how soon it is left out where a line is too long for people (0: never), in the order
 * of the columns for programs. */
#define FIGURES(F) \
	F(COUNT,       "count",       SHEET_COUNT,   count,       0) \
	F(TOTAL,       "total",       SHEET_TIME,    total,       0) \
	F(SHARE,       "share",       SHEET_PERCENT, share,       1) \
	F(MEAN,        "mean",        SHEET_MEAN,    average,     6) \
	F(MEDIAN,      "median",      SHEET_MEAN,    median,     13) \
	F(MIN,         "min",         SHEET_TIME,    min,        15) \
	F(MAX,         "max",         SHEET_TIME,    max,         5) \
	F(STDDEV,      "stddev",      SHEET_MEAN,    stddev,     16) \
	F(LAUNCHES,    "launches",    SHEET_COUNT,   launches,    9) \
	F(LATENCY,     "latency",     SHEET_MEAN,    latency,    10) \
	F(QUEUED,      "queued",      SHEET_COUNT,   queued,     11) \
	F(QUEUE,       "queue",       SHEET_MEAN,    queue,      12) \
	F(BYTES,       "bytes",       SHEET_BYTES,   bytes,       3) \
	F(RATE,        "rate",        SHEET_RATE,    rate,        7) \
	F(KERNELS,     "kernels",     SHEET_COUNT,   kernels,     4) \
	F(KERNEL_TIME, "kernel_time", SHEET_TIME,    kerneltime,  2) \
	F(RANGE_TIME,  "range_time",  SHEET_TIME,    rangetime,   8) \
	F(SELF,        "self",        SHEET_TIME,    self,        2) \
	F(SLOWEST,     "slowest",     SHEET_COUNT,   slowest,     2) \
	F(WAIT,        "wait",        SHEET_TIME,    waittime,    2) \
	F(TRANSFER,    "transfer",    SHEET_TIME,    transfer,    4) \
	F(OPS,         NULL,          SHEET_COUNT,   ops,         0) \
	F(OPS_MEAN,    NULL,          SHEET_NUMBER,  opsmean,     0) \
	F(LEVEL,       NULL,          SHEET_NUMBER,  level,       0) \
	F(CHILDREN,    NULL,          SHEET_NUMBER,  children,    0) \
	F(RANGES,      NULL,          SHEET_COUNT,   ranges,      0) \
	F(BYTES_TOTAL, NULL,          SHEET_COUNT,   total,       0) \
	F(BYTES_MEAN,  NULL,          SHEET_NUMBER,  average,     0) \
	F(BYTES_MEDIAN, NULL,         SHEET_NUMBER,  median,      0) \
	F(BYTES_MIN,   NULL,          SHEET_COUNT,   min,         0) \
	F(BYTES_MAX,   NULL,          SHEET_COUNT,   max,         0) \
	F(BYTES_STDDEV, NULL,         SHEET_NUMBER,  stddev,      0) \
	F(MB_TOTAL,    NULL,          SHEET_MEGABYTES, mbtotal,   0) \
	F(MB_MEAN,     NULL,          SHEET_MEGABYTES, mbmean,    0) \
	F(MB_MEDIAN,   NULL,          SHEET_MEGABYTES, mbmedian,  0) \
	F(MB_MIN,      NULL,          SHEET_MEGABYTES, mbmin,     0) \
	F(MB_MAX,      NULL,          SHEET_MEGABYTES, mbmax,     0) \
	F(MB_STDDEV,   NULL,          SHEET_MEGABYTES, mbstddev,  0)

/* Numbered behind the keys, enum by: a column is one or the other, or behind these a percentile. */
enum figure {
	FIGURE_BEFORE = BY_COUNT - 1,
#define F(id, title, kind, function, spare) FIGURE_##id,
	FIGURES(F)
#undef F
	FIGURE_END
};

/* The column of a key or figure, or of a percentile: FIGURE_END and its place in those asked for.
 * For a sheet whose rows are struct totals; title NULL is its own, which a percentile has not. */
struct column figurecolumn(int what, const char *title);

/* The figure of a title; FIGURE_END for none. */
int figurefind(struct span title);

/* Compares rows by a column, as people want to see them: the largest number first, names and
 * numbers of things in ascending order; or the other way round. What has no value is last. */
int figurecompare(const struct totals *t, const struct total *x, const struct total *y, int what,
    bool reverse);

#endif
