/* SPDX-License-Identifier: MIT */
/* The columns of nst-sum: what is added up, beside the keys of the groups. */
#ifndef NST_STATISTIC_H
#define NST_STATISTIC_H

#include "grouprows.h"
#include "table/tableview.h"

/* Title (NULL for one that only reports have), kind, the function of figure.c that makes its
 * entries, how soon it is left out where a line is too long for people (0: never), and which sums a
 * row needs to have a value, in the order of the columns for programs. */
#define FIGURES(F) \
	F(COUNT,        "count",       SHEET_COUNT,     figurecount, 0, ANY) \
	F(TOTAL,        "total",       SHEET_TIME,      total,       0, ANY) \
	F(SHARE,        "share",       SHEET_PERCENT,   figureshare, 1, ANY) \
	F(MEAN,         "mean",        SHEET_MEAN,      average,     6, ANY) \
	F(MEDIAN,       "median",      SHEET_MEAN,      median,     13, ANY) \
	F(MIN,          "min",         SHEET_TIME,      min,        15, ANY) \
	F(MAX,          "max",         SHEET_TIME,      max,         5, ANY) \
	F(STDDEV,       "stddev",      SHEET_MEAN,      stddev,     16, ANY) \
	F(LAUNCHES,     "launches",    SHEET_COUNT,     launches,    9, CALL) \
	F(LATENCY,      "latency",     SHEET_MEAN,      latency,    10, CALL) \
	F(QUEUED,       "queued",      SHEET_COUNT,     queued,     11, CALL) \
	F(QUEUE,        "queue",       SHEET_MEAN,      queue,      12, CALL) \
	F(BYTES,        "bytes",       SHEET_BYTES,     bytes,       3, COPY) \
	F(RATE,         "rate",        SHEET_RATE,      rate,        7, COPY) \
	F(KERNELS,      "kernels",     SHEET_COUNT,     kernels,     4, KERNELS) \
	F(KERNEL_TIME,  "kernel_time", SHEET_TIME,      kerneltime,  2, KERNELS) \
	F(RANGE_TIME,   "range_time",  SHEET_TIME,      rangetime,   8, PROJECTED) \
	F(SELF,         "self",        SHEET_TIME,      self,        2, RANGE) \
	F(SLOWEST,      "slowest",     SHEET_COUNT,     slowest,     2, STEP) \
	F(WAIT,         "wait",        SHEET_TIME,      waittime,    2, COLLECTIVE) \
	F(TRANSFER,     "transfer",    SHEET_TIME,      transfer,    4, COLLECTIVE) \
	F(OPS,          NULL,          SHEET_COUNT,     ops,         0, PROJECTED) \
	F(OPS_MEAN,     NULL,          SHEET_NUMBER,    opsmean,     0, PROJECTED) \
	F(LEVEL,        NULL,          SHEET_NUMBER,    level,       0, NESTED) \
	F(CHILDREN,     NULL,          SHEET_NUMBER,    children,    0, NESTED) \
	F(RANGES,       NULL,          SHEET_COUNT,     ranges,      0, ANY) \
	F(BYTES_TOTAL,  NULL,          SHEET_COUNT,     total,       0, ANY) \
	F(BYTES_MEAN,   NULL,          SHEET_NUMBER,    average,     0, ANY) \
	F(BYTES_MEDIAN, NULL,          SHEET_NUMBER,    median,      0, ANY) \
	F(BYTES_MIN,    NULL,          SHEET_COUNT,     min,         0, ANY) \
	F(BYTES_MAX,    NULL,          SHEET_COUNT,     max,         0, ANY) \
	F(BYTES_STDDEV, NULL,          SHEET_NUMBER,    stddev,      0, ANY) \
	F(MB_TOTAL,     NULL,          SHEET_MEGABYTES, mbtotal,     0, ANY) \
	F(MB_MEAN,      NULL,          SHEET_MEGABYTES, mbmean,      0, ANY) \
	F(MB_MEDIAN,    NULL,          SHEET_MEGABYTES, mbmedian,    0, ANY) \
	F(MB_MIN,       NULL,          SHEET_MEGABYTES, mbmin,       0, ANY) \
	F(MB_MAX,       NULL,          SHEET_MEGABYTES, mbmax,       0, ANY) \
	F(MB_STDDEV,    NULL,          SHEET_MEGABYTES, mbstddev,    0, ANY)

/* Numbered behind the keys, enum by: a column is one or the other, or behind these a percentile. */
enum figure {
	FIGURE_BEFORE = BY_COUNT - 1,
#define F(id, title, kind, function, spare, needs) FIGURE_##id,
	FIGURES(F)
#undef F
	FIGURE_END
};

/* The column of a key or figure, or of a percentile: FIGURE_END and its place in those asked for.
 * For a sheet whose rows are struct totals; title NULL is its own, which a percentile has not. */
struct column figurecolumn(int what, const char *title);

/* The figure of a title; FIGURE_END for none. */
int figurefind(struct span title);

/* Compares rows by a key, names and numbers in ascending order, or the other way round. What has no
 * value is last. */
int figurecompare(const struct totals *t, const struct totalrow *x, const struct totalrow *y,
    enum by key, bool reverse);

/* Sorts rows by a column, as people want to see them: the largest number first, names and numbers
 * of things in ascending order; or the other way round. What has no value is last. */
void figuresort(struct totals *t, int what, bool reverse);

#endif
