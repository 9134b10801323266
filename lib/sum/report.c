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
static const struct heading sizes[] = {
	{ "Total (MB)", FIGURE_MB_TOTAL },
	{ "Count", FIGURE_COUNT },
	{ "Avg (MB)", FIGURE_MB_MEAN },
	{ "Med (MB)", FIGURE_MB_MEDIAN },
	{ "Min (MB)", FIGURE_MB_MIN },
	{ "Max (MB)", FIGURE_MB_MAX },
	{ "StdDev (MB)", FIGURE_MB_STDDEV },
	{ "Operation", BY_NAME },
};
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
	{ "Total GPU Ops", FIGURE_OPS },
	{ "Avg GPU Ops", FIGURE_OPS_MEAN },
	{ "Avg Range Lvl", FIGURE_LEVEL },
	{ "Avg Num Child", FIGURE_CHILDREN },
};

#undef TIMES

/* A call of the runtime without the version of its interface, which exports have behind it: _v3020.
 * Those of other lengths, _v2 and _v10000, are part of the name. */
static struct span
callname(const struct event *ev, struct span name, struct buf *scratch)
{
	size_t n = name.n, digits = 0;

	(void)ev;
	(void)scratch;
	while (digits < n && isdigit((unsigned char)name.p[n - 1 - digits]))
		digits++;
	if (digits == 4 && n > 6 && memcmp(name.p + n - 6, "_v", 2) == 0)
		name.n = n - 6;
	return name;
}

/* Whether an event of the OS runtime is a call: marks where profiling begins and ends are of no
 * thread and take no time. */
static bool
iscall(const struct event *ev)
{
	return evnumber(ev, KEY_TID) != 0 || evnumber(ev, KEY_DUR) > 0 || !evhas(ev, KEY_TID);
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

#define COLUMNS(list) .headings = (list), .count = sizeof(list) / sizeof(*(list))

static const struct report reports[] = {
	{ .name = "cuda_api_sum",
	    .title = "CUDA API Summary",
	    .types = EVTYPE(TYPE_CUDA_API),
	    .rename = callname,
	    COLUMNS(calls) },
	{ .name = "cuda_gpu_kern_sum",
	    .title = "CUDA GPU Kernel Summary",
	    .types = EVTYPE(TYPE_KERNEL),
	    .byname = true,
	    COLUMNS(kernels) },
	{ .name = "cuda_gpu_mem_size_sum",
	    .title = "CUDA GPU MemOps Summary (by Size)",
	    .types = EVTYPE(TYPE_MEMCPY) | EVTYPE(TYPE_MEMSET),
	    .bytes = true,
	    .byname = true,
	    .rename = copyname,
	    COLUMNS(sizes) },
	{ .name = "cuda_gpu_mem_time_sum",
	    .title = "CUDA GPU MemOps Summary (by Time)",
	    .types = EVTYPE(TYPE_MEMCPY) | EVTYPE(TYPE_MEMSET),
	    .byname = true,
	    .rename = copyname,
	    COLUMNS(copies) },
	{ .name = "nvtx_gpu_proj_sum",
	    .title = "NVTX GPU Projection Summary",
	    .types = EVTYPE(TYPE_NVTX_KERNEL),
	    .styles = true,
	    .projected = true,
	    .rename = projectionname,
	    COLUMNS(projections) },
	{ .name = "nvtx_sum",
	    .title = "NVTX Range Summary",
	    .types = EVTYPE(TYPE_NVTX),
	    .styles = true,
	    .rename = projectionname,
	    COLUMNS(ranges) },
	{ .name = "osrt_sum",
	    .title = "OS Runtime Summary",
	    .types = EVTYPE(TYPE_OSRT),
	    .choose = iscall,
	    COLUMNS(calls) },
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
