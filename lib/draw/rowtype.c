/* SPDX-License-Identifier: MIT */
#include "rowtype.h"

static const char *const rowtypenames[] = {
#define R(id, name) name,
	ROWS(R)
#undef R
};

/* The placement and the row of each type of events. */
static const struct eventrow {
	enum placement place;
	unsigned char rowtype;
	const char *counterargs; /* see rowtypecounterargs() */
} eventrows[] = {
	[TYPE_NVTX] = { ON_THREAD, ROW_NVTX, NULL },
	[TYPE_NVTX_MARK] = { ON_THREAD, ROW_NVTX, NULL },
	[TYPE_NVTX_KERNEL] = { ON_GPU, ROW_NVTX, NULL },
	[TYPE_CALL_KERNEL] = { ON_GPU, ROW_CALLS, NULL },
	[TYPE_COLLECTIVE] = { ON_THREAD, ROW_COLLECTIVES, NULL },
	[TYPE_CUDA_API] = { ON_THREAD, ROW_CUDA, NULL },
	[TYPE_CUDA_SYNC] = { ON_THREAD, ROW_CUDA, NULL },
	[TYPE_GRAPH_CREATE] = { ON_THREAD, ROW_GRAPHS, NULL },
	[TYPE_GRAPH_NODE] = { ON_THREAD, ROW_GRAPHS, NULL },
	[TYPE_HOST_CALLBACK] = { ON_THREAD, ROW_CALLBACKS, NULL },
	[TYPE_JIT] = { ON_THREAD, ROW_JIT, NULL },
	[TYPE_OVERHEAD] = { ON_THREAD, ROW_OVERHEAD, NULL },
	[TYPE_CUDNN] = { ON_THREAD, ROW_CUDNN, NULL },
	[TYPE_CUBLAS] = { ON_THREAD, ROW_CUBLAS, NULL },
	[TYPE_OPENACC] = { ON_THREAD, ROW_OPENACC, NULL },
	[TYPE_OPENMP] = { ON_THREAD, ROW_OPENMP, NULL },
	[TYPE_MPI] = { ON_THREAD, ROW_MPI, NULL },
	[TYPE_UCX] = { ON_THREAD, ROW_UCX, NULL },
	[TYPE_OPENGL] = { ON_THREAD, ROW_OPENGL, NULL },
	[TYPE_VULKAN] = { ON_THREAD, ROW_VULKAN, NULL },
	[TYPE_DX12] = { ON_THREAD, ROW_DX12, NULL },
	[TYPE_D3D11] = { ON_THREAD, ROW_D3D11, NULL },
	[TYPE_DXGI] = { ON_THREAD, ROW_DXGI, NULL },
	[TYPE_NVAPI] = { ON_THREAD, ROW_NVAPI, NULL },
	[TYPE_SLI] = { ON_THREAD, ROW_SLI, NULL },
	[TYPE_NVVIDEO] = { ON_THREAD, ROW_VIDEO, NULL },
	[TYPE_UM_FAULT] = { ON_EITHER, ROW_FAULTS, NULL },
	[TYPE_OSRT] = { ON_THREAD, ROW_OSRT, NULL },
	[TYPE_FILE_ACCESS] = { ON_THREAD, ROW_FILES, NULL },
	[TYPE_SYSCALL] = { ON_THREAD, ROW_SYSCALLS, NULL },
	[TYPE_SCHED] = { ON_THREAD, ROW_CPU, NULL },
	[TYPE_SAMPLE] = { ON_THREAD, ROW_SAMPLES, NULL },
	[TYPE_DIAGNOSTIC] = { ON_THREAD, ROW_MESSAGES, NULL },
	[TYPE_NIC_EVENT] = { ON_THREAD, ROW_NETWORK, NULL },
	[TYPE_GENERIC] = { ON_THREAD, ROW_GENERIC, NULL },
	[TYPE_ETW] = { ON_THREAD, ROW_ETW, NULL },
	[TYPE_GRAPH] = { ON_STREAM, ROW_STREAM, NULL },
	[TYPE_KERNEL] = { ON_STREAM, ROW_STREAM, NULL },
	[TYPE_MEMCPY] = { ON_STREAM, ROW_STREAM, NULL },
	[TYPE_MEMSET] = { ON_STREAM, ROW_STREAM, NULL },
	[TYPE_DECOMPRESS] = { ON_STREAM, ROW_STREAM, NULL },
	[TYPE_HOST_LAUNCH] = { ON_STREAM, ROW_STREAM, NULL },
	[TYPE_CUDA_EVENT] = { ON_STREAM, ROW_STREAM, NULL },
	[TYPE_BLOCK] = { ON_GPU, ROW_BLOCKS, NULL },
	[TYPE_CONTEXT_SWITCH] = { ON_GPU, ROW_CONTEXTS, NULL },
	[TYPE_OPENGL_GPU] = { ON_GPU, ROW_OPENGL, NULL },
	[TYPE_VULKAN_GPU] = { ON_GPU, ROW_VULKAN, NULL },
	[TYPE_DX12_GPU] = { ON_GPU, ROW_DX12, NULL },
	[TYPE_VIDEO_GPU] = { ON_GPU, ROW_VIDEO, NULL },
	[TYPE_GPU_STATE] = { ON_GPU, ROW_STATE, NULL },
	[TYPE_PATH] = { ON_THREAD, ROW_PATH, NULL },
	[TYPE_GPU_METRIC] = { ON_EITHER, ROW_METRICS, "" },
	[TYPE_GPU_MEMORY] = { ON_EITHER, ROW_MEMORY, "" },
	[TYPE_GPU_POOL] = { ON_EITHER, ROW_POOLS, "pool" },
	[TYPE_GPU_QUEUE] = { ON_EITHER, ROW_QUEUES, "" },
	[TYPE_SOC_METRIC] = { ON_THREAD, ROW_METRICS, "cluster raw" },
	[TYPE_CPU_METRIC] = { ON_THREAD, ROW_METRICS, "component cpu" },
	[TYPE_NIC_METRIC] = { ON_THREAD, ROW_METRICS, "nic switch port" },
	[TYPE_OTHER] = { ON_EITHER, ROW_OTHER, NULL },
};

enum placement
rowtypeplacement(const struct event *ev)
{
	enum placement place = eventrows[ev->type].place;

	if (place == ON_EITHER)
		place = (evhas(ev, KEY_DEVICE) || evhas(ev, KEY_GPU)) && !evhas(ev, KEY_TID)
		    ? ON_GPU
		    : ON_THREAD;
	return place;
}

/* Migrations of unified memory are copies on no stream, so they have a row of the GPU. A wait
 * without a thread cannot be shown inside of its call. Calls of thread 0 are messages of the
 * profiler. */
unsigned
rowtypeof(const struct event *ev)
{
	if (ev->type == TYPE_CUDA_SYNC && !evhas(ev, KEY_TID))
		return ROW_SYNC;
	if (ev->type == TYPE_MEMCPY && evhas(ev, KEY_CONTEXT) && evnumber(ev, KEY_CONTEXT) == 0 &&
	    evnumber(ev, KEY_STREAM) == 0)
		return ROW_UNIFIED;
	if (ev->type == TYPE_OSRT && evhas(ev, KEY_TID) && evnumber(ev, KEY_TID) == 0)
		return ROW_MESSAGES;
	return eventrows[ev->type].rowtype;
}

bool
rowtypeperthread(const struct event *ev, unsigned rowtype)
{
	return evhas(ev, KEY_TID) && rowtype != ROW_MESSAGES && rowtype != ROW_PATH;
}

const char *
rowtypename(unsigned rowtype)
{
	return rowtypenames[rowtype];
}

const char *
rowtypecounterargs(enum event_type type)
{
	return eventrows[type].counterargs;
}
