/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>

#include "cli.h"
#include "projection.h"
#include "report.h"

/* The columns that most reports share, but for what their number of events and their names are
 * called. */
#define TIMES(count) \
	{ "Time (%)", FIGURE_SHARE }, \
	{ "Total Time (ns)", FIGURE_TOTAL }, \
	{ count, FIGURE_COUNT }, \
	{ "Avg (ns)", FIGURE_MEAN }, \
	{ "Med (ns)", FIGURE_MEDIAN }, \
	{ "Min (ns)", FIGURE_MIN }, \
	{ "Max (ns)", FIGURE_MAX }, \
	{ "StdDev (ns)", FIGURE_STDDEV }

static const struct heading kernels[] = { TIMES("Instances"), { "Name", BY_NAME } };
static const struct heading calls[] = { TIMES("Num Calls"), { "Name", BY_NAME } };
static const struct heading copies[] = { TIMES("Count"), { "Operation", BY_NAME } };
static const struct heading ranges[] = { TIMES("Instances"), { "Style", BY_STYLE },
	{ "Range", BY_NAME } };
static const struct heading projections[] = {
	{ "Range", BY_NAME },
	{ "Style", BY_STYLE },
	{ "Total Proj Time (ns)", FIGURE_TOTAL },
	{ "Total Range Time (ns)", FIGURE_RANGE_TIME },
	{ "Range Instances", FIGURE_COUNT },
	{ "Proj Avg (ns)", FIGURE_MEAN },
	{ "Proj Med (ns)", FIGURE_MEDIAN },
	{ "Proj Min (ns)", FIGURE_MIN },
	{ "Proj Max (ns)", FIGURE_MAX },
	{ "Proj StdDev (ns)", FIGURE_STDDEV },
	{ "Total GPU Ops", FIGURE_KERNELS },
	{ "Avg GPU Ops", FIGURE_OPS_MEAN },
	{ "Avg Range Lvl", FIGURE_LEVEL },
	{ "Avg Num Child", FIGURE_CHILDREN },
};

#undef TIMES

/* A call of the runtime without the version of its interface, which exports have behind it: _v3020.
 * Those of the driver, _v2, are part of the name. */
static struct span
callname(const struct event *ev, struct span name, struct buf *scratch)
{
	size_t n = name.n;

	(void)ev;
	(void)scratch;
	while (n > 0 && isdigit((unsigned char)name.p[n - 1]))
		n--;
	if (name.n - n >= 4 && n > 2 && memcmp(name.p + n - 2, "_v", 2) == 0)
		name.n = n - 2;
	return name;
}

/* "[CUDA memcpy Host-to-Device]" for "Memcpy Host-to-Device". */
static struct span
copyname(const struct event *ev, struct span name, struct buf *scratch)
{
	(void)ev;
	scratch->n = 0;
	bufstr(scratch, "[CUDA ");
	bufspan(scratch, name);
	if (name.n > 0)
		scratch->p[6] = (char)tolower((unsigned char)name.p[0]);
	bufchar(scratch, ']');
	return bufall(scratch);
}

#define COLUMNS(list) list, sizeof(list) / sizeof(*(list))

static const struct report reports[] = {
	{ "cuda_api_sum", EVTYPE(TYPE_CUDA_API), false, false, callname, COLUMNS(calls) },
	{ "cuda_gpu_kern_sum", EVTYPE(TYPE_KERNEL), false, false, NULL, COLUMNS(kernels) },
	{ "cuda_gpu_mem_time_sum", EVTYPE(TYPE_MEMCPY) | EVTYPE(TYPE_MEMSET), false, false,
	    copyname, COLUMNS(copies) },
	{ "nvtx_gpu_proj_sum", EVTYPE(TYPE_NVTX_KERNEL), true, true, projectionname,
	    COLUMNS(projections) },
	{ "nvtx_sum", EVTYPE(TYPE_NVTX), true, false, projectionname, COLUMNS(ranges) },
	{ "osrt_sum", EVTYPE(TYPE_OSRT), false, false, NULL, COLUMNS(calls) },
};

#undef COLUMNS

enum { REPORTS = sizeof(reports) / sizeof(*reports) };

const struct report *
reportfind(const char *name)
{
	for (int i = 0; i < REPORTS; i++)
		if (strcmp(name, reports[i].name) == 0)
			return &reports[i];
	return NULL;
}

const char *
reporthint(const char *name)
{
	const char *names[REPORTS];

	for (int i = 0; i < REPORTS; i++)
		names[i] = reports[i].name;
	return clihint(spanof(name), names, REPORTS);
}
