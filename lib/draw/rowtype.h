/* SPDX-License-Identifier: MIT */
/* On which kind of row the events of each type are drawn, and the order of these kinds. */
#ifndef NST_ROWTYPE_H
#define NST_ROWTYPE_H

#include <stdbool.h>

#include "stream/event.h"

/* Where the events of a type are drawn: on a stream or another row of a GPU, on a thread, or either
 * of the last two, as the event says. */
enum placement { ON_STREAM, ON_GPU, ON_THREAD, ON_EITHER };

/* The rows of a GPU and of a thread, from top to bottom. Those from OVERHEAD on are the
 * profiler's. */
#define ROWS(R) \
	R(STATE,     "State") \
	R(NVTX,      "NVTX") \
	R(CALLS,     "Calls") \
	R(COLLECTIVES, "Collectives") \
	R(STREAM,    "Stream") \
	R(UNIFIED,   "Unified memory") \
	R(CUDA,      "CUDA API") \
	R(SYNC,      "CUDA synchronization") \
	R(GRAPHS,    "CUDA graphs") \
	R(CALLBACKS, "CUDA host callbacks") \
	R(JIT,       "JIT compilation") \
	R(CUDNN,     "cuDNN") \
	R(CUBLAS,    "cuBLAS") \
	R(OPENACC,   "OpenACC") \
	R(OPENMP,    "OpenMP") \
	R(MPI,       "MPI") \
	R(UCX,       "UCX") \
	R(BLOCKS,    "Blocks and warps") \
	R(CONTEXTS,  "Contexts") \
	R(OPENGL,    "OpenGL") \
	R(VULKAN,    "Vulkan") \
	R(DX12,      "DX12") \
	R(D3D11,     "D3D11") \
	R(DXGI,      "DXGI") \
	R(NVAPI,     "NVAPI") \
	R(SLI,       "SLI") \
	R(VIDEO,     "Video") \
	R(FAULTS,    "Page faults") \
	R(OSRT,      "OS runtime") \
	R(FILES,     "File accesses") \
	R(SYSCALLS,  "System calls") \
	R(CPU,       "CPU") \
	R(SAMPLES,   "Samples") \
	R(NETWORK,   "Network") \
	R(GENERIC,   "Generic events") \
	R(ETW,       "ETW") \
	R(OTHER,     "Other") \
	R(METRICS,   "Metrics") \
	R(MEMORY,    "Memory") \
	R(POOLS,     "Memory pools") \
	R(QUEUES,    "Queues") \
	R(OVERHEAD,  "Overhead") \
	R(MESSAGES,  "Diagnostics")

enum {
#define R(id, name) ROW_##id,
	ROWS(R)
#undef R
	ROW_COUNT
};

/* Where an event goes; never ON_EITHER. */
enum placement rowtypeplacement(const struct event *ev);

/* Its kind of row. */
unsigned rowtypeof(const struct event *ev);

/* Whether its thread tells its row, of the kind given, from others. */
bool rowtypeperthread(const struct event *ev, unsigned rowtype);

/* What a kind of row is called. */
const char *rowtypename(unsigned rowtype);

/* Of a type of counter: the args that tell its series apart, by spaces; NULL for other types. */
const char *rowtypecounterargs(enum event_type type);

#endif
