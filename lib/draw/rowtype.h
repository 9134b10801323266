/* SPDX-License-Identifier: MIT */
/* The types of rows: where the events of each type are drawn, and the order of rows from top
 * to bottom. */
#ifndef NST_ROWTYPE_H
#define NST_ROWTYPE_H

#include <stdbool.h>

#include "stream/event.h"

/* Where the events of a type are drawn: in the row of a stream, in another row of a GPU, or in
 * a row of a thread. ON_EITHER means that the keys of the event decide between the last two. */
enum placement { ON_STREAM, ON_GPU, ON_THREAD, ON_EITHER };

/* The types of rows with their labels, from top to bottom. Those from OVERHEAD on show the
 * profiler itself. */
#define ROWS(R) \
	R(STATE,     "State") \
	R(PATH,      "Critical path") \
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

/* Returns where an event is drawn; never ON_EITHER. */
enum placement rowtypeplacement(const struct event *ev);

/* Returns the type of an event's row: a ROW_ constant. */
unsigned rowtypeof(const struct event *ev);

/* Returns true if each thread has its own row of this type for such events. */
bool rowtypeperthread(const struct event *ev, unsigned rowtype);

/* Returns the label of a type of rows. */
const char *rowtypename(unsigned rowtype);

/* Returns the names of the args that identify a counter besides its name, separated by spaces:
 * "nic switch port". Returns NULL for types that are not counters. */
const char *rowtypecounterargs(enum event_type type);

#endif
