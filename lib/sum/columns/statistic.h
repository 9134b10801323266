/* SPDX-License-Identifier: MIT */
/* The columns of a table of groups. A new column is a row of STATISTICS and a function in
 * statistic.c. */
#ifndef NST_STATISTIC_H
#define NST_STATISTIC_H

#include "grouprows.h"
#include "table/tableview.h"

/* Title (NULL if only stats reports have it), kind, function in statistic.c that makes the cells,
 * omitorder (see struct column), and the set of sums that a row needs to have a value. This is the
 * order of the columns in TSV, CSV and JSON. */
#define STATISTICS(F) \
	F(COUNT,        "count",        COLUMN_INTEGER,    statisticcount,  0,  ANY) \
	F(TOTAL,        "total",        COLUMN_TIME,       total,           0,  ANY) \
	F(SHARE,        "share",        COLUMN_PERCENT,    statisticshare,  1,  ANY) \
	F(MEAN,         "mean",         COLUMN_MEAN_TIME,  average,         6,  ANY) \
	F(MEDIAN,       "median",       COLUMN_MEAN_TIME,  median,          13, ANY) \
	F(MIN,          "min",          COLUMN_TIME,       min,             15, ANY) \
	F(MAX,          "max",          COLUMN_TIME,       max,             5,  ANY) \
	F(STDDEV,       "stddev",       COLUMN_MEAN_TIME,  stddev,          16, ANY) \
	F(LAUNCHES,     "launches",     COLUMN_INTEGER,    launches,        9,  CALL) \
	F(LATENCY,      "latency",      COLUMN_MEAN_TIME,  latency,         10, CALL) \
	F(QUEUED,       "queued",       COLUMN_INTEGER,    queued,          11, CALL) \
	F(QUEUE,        "queue",        COLUMN_MEAN_TIME,  queue,           12, CALL) \
	F(BYTES,        "bytes",        COLUMN_BYTES,      bytes,           3,  COPY) \
	F(RATE,         "rate",         COLUMN_RATE,       rate,            7,  COPY) \
	F(BUS_RATE,     "bus_rate",     COLUMN_RATE,       busrate,         7,  COPY) \
	F(KERNELS,      "kernels",      COLUMN_INTEGER,    kernels,         4,  KERNELS) \
	F(KERNEL_TIME,  "kernel_time",  COLUMN_TIME,       kerneltime,      2,  KERNELS) \
	F(RANGE_TIME,   "range_time",   COLUMN_TIME,       rangetime,       8,  PROJECTED) \
	F(SELF,         "self",         COLUMN_TIME,       self,            2,  RANGE) \
	F(SLOWEST,      "slowest",      COLUMN_INTEGER,    slowest,         2,  STEP) \
	F(WAIT,         "wait",         COLUMN_TIME,       waittime,        2,  COLLECTIVE) \
	F(TRANSFER,     "transfer",     COLUMN_TIME,       transfer,        4,  COLLECTIVE) \
	F(BUSY,         "busy",         COLUMN_TIME,       busy,            2,  INTERVAL) \
	F(EXCLUSIVE,    "exclusive",    COLUMN_TIME,       exclusive,       3,  WORK) \
	F(EXPOSED,      "exposed",      COLUMN_TIME,       exposed,         3,  WORK) \
	F(OVERLAP,      "overlap",      COLUMN_TIME,       statisticoverlap, 3, WORK) \
	F(LEADING,      "leading",      COLUMN_TIME,       leading,         4,  WORK) \
	F(IDLE,         "idle",         COLUMN_TIME,       statisticidle,   4,  INTERVAL) \
	F(CONCURRENCY,  "concurrency",  COLUMN_DECIMAL,    concurrency,     5,  INTERVAL) \
	F(SYNC_TIME,    "sync_time",    COLUMN_TIME,       synctime,        3,  RANGE) \
	F(CUDA_TIME,    "cuda_time",    COLUMN_TIME,       cudatime,        3,  RANGE) \
	F(GIL_TIME,     "gil_time",     COLUMN_TIME,       giltime,         4,  RANGE) \
	F(LIBRARY_TIME, "library_time", COLUMN_TIME,       librarytime,     4,  RANGE) \
	F(OS_TIME,      "os_time",      COLUMN_TIME,       ostime,          4,  RANGE) \
	F(REST_TIME,    "rest_time",    COLUMN_TIME,       resttime,        4,  RANGE) \
	F(OPS,          NULL,           COLUMN_INTEGER,    ops,             0,  PROJECTED) \
	F(OPS_MEAN,     NULL,           COLUMN_DECIMAL,    opsmean,         0,  PROJECTED) \
	F(LEVEL,        NULL,           COLUMN_DECIMAL,    level,           0,  NESTED) \
	F(CHILDREN,     NULL,           COLUMN_DECIMAL,    children,        0,  NESTED) \
	F(RANGES,       NULL,           COLUMN_INTEGER,    ranges,          0,  ANY) \
	F(BYTES_TOTAL,  NULL,           COLUMN_INTEGER,    total,           0,  ANY) \
	F(BYTES_MEAN,   NULL,           COLUMN_DECIMAL,    average,         0,  ANY) \
	F(BYTES_MEDIAN, NULL,           COLUMN_DECIMAL,    median,          0,  ANY) \
	F(BYTES_MIN,    NULL,           COLUMN_INTEGER,    min,             0,  ANY) \
	F(BYTES_MAX,    NULL,           COLUMN_INTEGER,    max,             0,  ANY) \
	F(BYTES_STDDEV, NULL,           COLUMN_DECIMAL,    stddev,          0,  ANY) \
	F(MB_TOTAL,     NULL,           COLUMN_MEGABYTES,  mbtotal,         0,  ANY) \
	F(MB_MEAN,      NULL,           COLUMN_MEGABYTES,  mbmean,          0,  ANY) \
	F(MB_MEDIAN,    NULL,           COLUMN_MEGABYTES,  mbmedian,        0,  ANY) \
	F(MB_MIN,       NULL,           COLUMN_MEGABYTES,  mbmin,           0,  ANY) \
	F(MB_MAX,       NULL,           COLUMN_MEGABYTES,  mbmax,           0,  ANY) \
	F(MB_STDDEV,    NULL,           COLUMN_MEGABYTES,  mbstddev,        0,  ANY)

/* Column numbers: first the keys (enum by), then the statistics, then from STATISTIC_END on the
 * requested percentiles, and from STATISTIC_BESIDE on the overlap with the patterns of the sweep,
 * in their order. There are at most 100,001 percentiles. */
enum statistic {
	STATISTIC_BEFORE = BY_COUNT - 1,
#define F(id, title, kind, function, omitorder, needs) STATISTIC_##id,
	STATISTICS(F)
#undef F
	STATISTIC_END,
	STATISTIC_BESIDE = 1 << 20
};

/* Returns the column with a number, for a table view whose arg is a struct grouprows. title NULL
 * stands for its own title, which percentiles and patterns do not have. */
struct column statisticcolumn(int id, const char *title);

/* Returns true if the cells of a column may be added up: they are counts or sums. */
bool statisticadditive(int id);

/* Returns true if a table has a column only if the user asks for it, since it takes a sweep
 * (sum/tally/sweep.h). */
bool statisticswept(int id);

/* The same, since it takes the calls inside ranges (sum/tally/hostparts.h). */
bool statistichost(int id);

/* The same, since it takes args of kernels (gpu/message.h). */
bool statisticmessage(int id);

/* Returns true if such a column depends on the work that ran beside a group (sweep.beside). */
bool statisticbeside(int id);

/* Returns the statistic with a title, or STATISTIC_END. */
int statisticfind(struct span title);

/* Compares rows by a key in ascending order, or descending if reverse is true. Rows without a value
 * are last. */
int statisticcompare(const struct grouprows *t, const struct grouprow *x, const struct grouprow *y,
    enum by key, bool reverse);

/* Sorts rows by a column: numbers that measure something descend, names and ids ascend; reverse
 * turns that round. Rows without a value are last. */
void statisticsort(struct grouprows *t, int id, bool reverse);

#endif
