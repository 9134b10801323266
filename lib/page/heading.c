/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "heading.h"

static const struct meaning {
	const char *column, *text;
} meanings[] = {
	{ "after", "time from the last work of the GPU to the end of the span" },
	{ "before", "time from the beginning of the span to the first work of the GPU" },
	{ "blame", "the call, range or event that kept the GPU waiting" },
	{ "bus_rate", "bytes a second on the wire, as nccl-tests computes them" },
	{ "busy", "time in which work ran on any stream of the GPU" },
	{ "bytes", "bytes copied or set" },
	{ "cause", "why the GPU was idle" },
	{ "collectives", "collectives in which the rank took part" },
	{ "comm", "time of communication between GPUs" },
	{ "comm_overlap", "time of communication and computation at once" },
	{ "communication", "time in which the GPU did nothing but communicate" },
	{ "compute", "time of kernels and graphs that do not communicate" },
	{ "change", "whether the time of a step or a call changed beyond noise" },
	{ "change_mean", "mean of the values, of which each counts once" },
	{ "context", "number of the CUDA context" },
	{ "copies", "time of copies and fills" },
	{ "copy", "time in which the GPU did nothing but copy" },
	{ "count", "number of events" },
	{ "device", "number of the GPU" },
	{ "effect", "additional time of the new run for this, in a step or the run" },
	{ "events", "number of events" },
	{ "exposed communication", "time of communication without computation at once" },
	{ "exposed", "time of communication without computation at once" },
	{ "finding", "the finding that costs most" },
	{ "findings", "number of findings" },
	{ "full_time", "time in which the queue of the stream was full" },
	{ "gpu", "name or number of the GPU" },
	{ "gpu_time", "the span: the sum of all states" },
	{ "gpus", "number of GPUs" },
	{ "host", "name of the machine" },
	{ "idle", "time without work between the first and the last work of the GPU" },
	{ "idle_device", "idle time because of other work on the GPU or a copy" },
	{ "idle_host", "idle time because of what the CPU did" },
	{ "idle_launch", "idle time because a launch call took long" },
	{ "idle_launch_latency", "idle time from the end of the launch call to the work" },
	{ "idle_profiler", "idle time because of the profiler" },
	{ "idle_short", "idle times that are too short to look for a cause" },
	{ "idle_unknown", "idle time without a known cause" },
	{ "kernel_time", "sum of the times of the kernels that the range launched" },
	{ "kernels", "number of kernels that the range launched" },
	{ "kind", "what was to blame: a call, a range, or what came before" },
	{ "last", "the rank that the others waited for, or how often this rank was that one" },
	{ "max", "longest time" },
	{ "interval", "confidence interval of the ratio of new times to old times" },
	{ "mean", "mean time" },
	{ "median", "median time: half of the events are longer" },
	{ "median_step", "median time from the beginning of a step to that of the next" },
	{ "min", "shortest time" },
	{ "name", "name, as the profiled program or CUDA gave it" },
	{ "overlap", "time of computation and copies at once" },
	{ "p50", "half of the values are not higher" },
	{ "p90", "90 percent of the events are not longer" },
	{ "p95", "95 percent of the events or values are not above" },
	{ "p99", "99 percent of the events are not longer" },
	{ "new", "time of a step or a call in the new run" },
	{ "old", "time of a step or a call in the old run" },
	{ "page", "file of the page" },
	{ "pid", "number of the process" },
	{ "range_time", "time of the range on the CPU" },
	{ "rank", "rank of the process" },
	{ "rate", "bytes a second" },
	{ "ratio", "new time divided by old time" },
	{ "run", "the run, by its title or its side" },
	{ "self", "time of the range without the ranges inside it" },
	{ "share", "percent of the time of its type" },
	{ "slowest", "step with the most time" },
	{ "source", "what else the counter is of, such as a network interface" },
	{ "span", "from the beginning of the first event to the end of the last" },
	{ "state", "where the time is: before the first work of the GPU, or after the last" },
	{ "stddev", "standard deviation of the times" },
	{ "step", "number of the step; empty for time in no step" },
	{ "step_time", "time of the step: the sum of its states" },
	{ "time", "time of the state" },
	{ "total", "sum of the times" },
	{ "transfer", "time in collectives after the last rank had started" },
	{ "type", "type of the event" },
	{ "unit", "unit of the values" },
	{ "use", "busy time in percent of the span" },
	{ "use_diff", "difference of the use to that of the first run, in percentage points" },
	{ "wait", "time in collectives until the last rank started" },
	{ "wait_share", "the wait in percent of wait and transfer" },
	{ "waits", "number of times that the GPU was idle for this" },
	{ "work", "computation or communication" },
};

const char *
headingmeaning(const char *column)
{
	size_t n = strlen(column);

	for (size_t i = 0; i < sizeof(meanings) / sizeof(*meanings); i++)
		if (strcmp(meanings[i].column, column) == 0)
			return meanings[i].text;
	if (n > 5 && strcmp(column + n - 5, "_diff") == 0)
		return "difference to the first run, in percent";
	if (n > 6 && strcmp(column + n - 6, "_share") == 0)
		return "in percent: of the span or the step, or for causes of the idle time";
	return strchr(column, '+') ? "time in which the GPU did all of these at once" : NULL;
}
