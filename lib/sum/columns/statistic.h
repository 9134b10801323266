/* SPDX-License-Identifier: MIT */
/* The columns of nst-sum: what is added up, beside the keys of the groups. */
#ifndef NST_STATISTIC_H
#define NST_STATISTIC_H

#include "grouprows.h"
#include "table/tableview.h"

/* Title (NULL for one that only reports have), kind, the function of figure.c that makes its
 * entries, how soon it is left out where a line is too long for people (0: never), and which sums a
 * row needs to have a value, in the order of the columns for programs. */
#define STATISTICS(F) \
	F(COUNT,        "count",       COLUMN_INTEGER,     statisticcount, 0, ANY) \
	F(TOTAL,        "total",       COLUMN_TIME,      total,       0, ANY) \
	F(SHARE,        "share",       COLUMN_PERCENT,   statisticshare, 1, ANY) \
	F(MEAN,         "mean",        COLUMN_MEAN_TIME,      average,     6, ANY) \
	F(MEDIAN,       "median",      COLUMN_MEAN_TIME,      median,     13, ANY) \
	F(MIN,          "min",         COLUMN_TIME,      min,        15, ANY) \
	F(MAX,          "max",         COLUMN_TIME,      max,         5, ANY) \
	F(STDDEV,       "stddev",      COLUMN_MEAN_TIME,      stddev,     16, ANY) \
	F(LAUNCHES,     "launches",    COLUMN_INTEGER,     launches,    9, CALL) \
	F(LATENCY,      "latency",     COLUMN_MEAN_TIME,      latency,    10, CALL) \
	F(QUEUED,       "queued",      COLUMN_INTEGER,     queued,     11, CALL) \
	F(QUEUE,        "queue",       COLUMN_MEAN_TIME,      queue,      12, CALL) \
	F(BYTES,        "bytes",       COLUMN_BYTES,     bytes,       3, COPY) \
	F(RATE,         "rate",        COLUMN_RATE,      rate,        7, COPY) \
	F(KERNELS,      "kernels",     COLUMN_INTEGER,     kernels,     4, KERNELS) \
	F(KERNEL_TIME,  "kernel_time", COLUMN_TIME,      kerneltime,  2, KERNELS) \
	F(RANGE_TIME,   "range_time",  COLUMN_TIME,      rangetime,   8, PROJECTED) \
	F(SELF,         "self",        COLUMN_TIME,      self,        2, RANGE) \
	F(SLOWEST,      "slowest",     COLUMN_INTEGER,     slowest,     2, STEP) \
	F(WAIT,         "wait",        COLUMN_TIME,      waittime,    2, COLLECTIVE) \
	F(TRANSFER,     "transfer",    COLUMN_TIME,      transfer,    4, COLLECTIVE) \
	F(OPS,          NULL,          COLUMN_INTEGER,     ops,         0, PROJECTED) \
	F(OPS_MEAN,     NULL,          COLUMN_DECIMAL,    opsmean,     0, PROJECTED) \
	F(LEVEL,        NULL,          COLUMN_DECIMAL,    level,       0, NESTED) \
	F(CHILDREN,     NULL,          COLUMN_DECIMAL,    children,    0, NESTED) \
	F(RANGES,       NULL,          COLUMN_INTEGER,     ranges,      0, ANY) \
	F(BYTES_TOTAL,  NULL,          COLUMN_INTEGER,     total,       0, ANY) \
	F(BYTES_MEAN,   NULL,          COLUMN_DECIMAL,    average,     0, ANY) \
	F(BYTES_MEDIAN, NULL,          COLUMN_DECIMAL,    median,      0, ANY) \
	F(BYTES_MIN,    NULL,          COLUMN_INTEGER,     min,         0, ANY) \
	F(BYTES_MAX,    NULL,          COLUMN_INTEGER,     max,         0, ANY) \
	F(BYTES_STDDEV, NULL,          COLUMN_DECIMAL,    stddev,      0, ANY) \
	F(MB_TOTAL,     NULL,          COLUMN_MEGABYTES, mbtotal,     0, ANY) \
	F(MB_MEAN,      NULL,          COLUMN_MEGABYTES, mbmean,      0, ANY) \
	F(MB_MEDIAN,    NULL,          COLUMN_MEGABYTES, mbmedian,    0, ANY) \
	F(MB_MIN,       NULL,          COLUMN_MEGABYTES, mbmin,       0, ANY) \
	F(MB_MAX,       NULL,          COLUMN_MEGABYTES, mbmax,       0, ANY) \
	F(MB_STDDEV,    NULL,          COLUMN_MEGABYTES, mbstddev,    0, ANY)

/* Numbered behind the keys, enum by: a column is one or the other, or behind these a percentile. */
enum statistic {
	STATISTIC_BEFORE = BY_COUNT - 1,
#define F(id, title, kind, function, spare, needs) STATISTIC_##id,
	STATISTICS(F)
#undef F
	STATISTIC_END
};

/* The column of a key or figure, or of a percentile: FIGURE_END and its place in those asked for.
 * For a sheet whose rows are struct totals; title NULL is its own, which a percentile has not. */
struct column statisticcolumn(int what, const char *title);

/* The figure of a title; FIGURE_END for none. */
int statisticfind(struct span title);

/* Compares rows by a key, names and numbers in ascending order, or the other way round. What has no
 * value is last. */
int statisticcompare(const struct grouprows *t, const struct grouprow *x, const struct grouprow *y,
    enum by key, bool reverse);

/* Sorts rows by a column, as people want to see them: the largest number first, names and numbers
 * of things in ascending order; or the other way round. What has no value is last. */
void statisticsort(struct grouprows *t, int what, bool reverse);

#endif
