/* SPDX-License-Identifier: MIT */
#include "rule.h"

const struct ruleinfo rules[RULE_COUNT] = {
	[RULE_H2D_ALONE] = { "copies-alone", 20, false,
	    "host-to-device copies while the GPU does nothing else", NULL,
	    "Copy the next input while the GPU computes: pinned memory, cudaMemcpyAsync and a "
	    "stream of its own; in PyTorch pin_memory=True and non_blocking=True." },
	[RULE_PAGEABLE] = { "pageable-copy", 20, false,
	    "asynchronous copies of pageable memory while the GPU does nothing else", NULL,
	    "Allocate the host memory with cudaHostAlloc or register it: only copies of pinned "
	    "memory are asynchronous and run at the full rate of the link." },
	[RULE_SYNC_COPY] = { "sync-copy", 20, false,
	    "synchronous copies and memsets, and idle time that follows them", NULL,
	    "Use cudaMemcpyAsync or cudaMemsetAsync on a stream, and wait only where the result "
	    "is needed." },
	[RULE_SLOW_COPY] = { "slow-copy", 20, false,
	    "large copies between host and device far below the rate of the link",
	    "copies of 1 MiB or more, not pageable, below 3 GB/s",
	    "Look for other traffic on the link, for memory of another NUMA node, and for a link "
	    "of few lanes: nvidia-smi topo -m and nvidia-smi -q show both." },
	[RULE_SMALL_GRIDS] = { "small-grids", 50, false,
	    "kernels with fewer blocks than the GPU has multiprocessors, run alone",
	    "the share of the multiprocessors that had no block counts",
	    "Give each kernel more blocks, a larger batch, or run independent kernels at once on "
	    "several streams." },
	[RULE_EXPOSED_COMM] = { "exposed-communication", 50, false,
	    "communication while the GPU does not compute", NULL,
	    "Overlap communication with compute: start collectives as soon as their data are "
	    "ready, in buckets, on a stream of their own." },
	[RULE_SYNC_CALLS] = { "sync-calls", 20, false,
	    "idle time that follows synchronising calls", "at most the time of the call counts",
	    "Remove the call, or wait for an event later: while a thread waits, it launches "
	    "nothing, so the GPU is idle until the next launch." },
	[RULE_ALLOCATIONS] = { "allocations", 20, false,
	    "idle time while the launching thread allocates or frees memory",
	    "without the first step",
	    "Allocate once before the loop, or use cudaMallocAsync or a caching allocator." },
	[RULE_PROFILER] = { "profiler-overhead", 20, false,
	    "idle time while the profiler held up the launching thread", NULL,
	    "Trace less (fewer APIs, no backtraces, no sampling) or a shorter time: these gaps "
	    "are not there without the profiler." },
	[RULE_STREAM_WAITS] = { "stream-waits", 20, false,
	    "idle time in which a stream waited for an event or for another stream", NULL,
	    "Check which cudaStreamWaitEvent or legacy default stream orders this work, and "
	    "remove orders that no data need." },
	[RULE_LAUNCH_BOUND] = { "launch-bound", 20, false,
	    "short gaps before kernels that were launched too late",
	    "gaps and kernels of up to 100 us; the launch ended after the gap began",
	    "Launch fewer, larger kernels: fuse them (torch.compile), capture them in a CUDA "
	    "graph, or raise the batch size." },
	[RULE_GAPS] = { "gpu-gaps", 20, false,
	    "all other idle time between the first and the last work of a GPU", NULL,
	    "Give the GPU work earlier: prepare input in other threads, and look at the time "
	    "window with nst-state(1)." },
	[RULE_LOW_USE] = { "low-use", 20, false,
	    "a GPU that is busy for less than half of the time of its work",
	    "unless another finding explains half of its idle time",
	    "Look at the idle time by cause: nst-sum(1) prints it behind nst-state(1)." },
	[RULE_START_UP] = { "start-up", 100, true, "time before the first work of any GPU",
	    "1 s or more, or more than half of the span together with tail",
	    "Load data and libraries at once, keep compiled code, or profile only the part that "
	    "matters." },
	[RULE_TAIL] = { "tail", 100, true, "time after the last work of all GPUs",
	    "1 s or more, or more than half of the span together with start-up",
	    "See what the program does at its end, or end the capture with the work." },
	[RULE_FIRST_STEP] = { "slow-first-step", 20, true,
	    "a first step that is slower than the others", "1.5 times the median, four others",
	    "It often loads kernels, compiles and allocates. Leave it out of measurements; to "
	    "shorten it, warm up or load eagerly (CUDA_MODULE_LOADING=EAGER)." },
	[RULE_STEPS_VARY] = { "steps-vary", 50, true,
	    "time of steps beyond that of the median step", "without the first; five or more",
	    "Compare the worst step with its neighbours: input, garbage collection and "
	    "checkpoints come at intervals." },
	[RULE_IMBALANCE] = { "imbalance", 20, true,
	    "a GPU that computes longer than the mean of all GPUs of the program",
	    "10 % of its time of compute; GPUs of one process or that communicate",
	    "Distribute the work evenly: by its time, and not by its number of items." },
	[RULE_ITEM] = { "blocking-item", 20, true,
	    "calls that wait for the GPU in .item(), float(tensor), if tensor", NULL,
	    "Keep the value on the GPU (torch.where, masks), or read it some steps later, or once "
	    "in many steps." },
	[RULE_SLOW_RANK] = { "slow-rank", 20, true,
	    "collectives in which all others wait for one rank",
	    "60 % of the time that ranks wait in collectives",
	    "Compare that rank with another one by nst-diff(1): input, clock rate, other "
	    "programs on its host." },
};

enum rule
rulefind(const char *id)
{
	int rule = 0;

	while (rule < RULE_COUNT && strcmp(rules[rule].id, id) != 0)
		rule++;
	return (enum rule)rule;
}

void
rulelist(struct buf *out)
{
	for (int i = 0; i < RULE_COUNT; i++) {
		const struct ruleinfo *r = &rules[i];

		bufprintf(out, "%-22s %2d %% of the span, %s time\n", r->id, r->permille / 10,
		    r->wall ? "wall" : "GPU");
		bufprintf(out, "    %s\n", r->what);
		if (r->more)
			bufprintf(out, "    (%s)\n", r->more);
	}
}
