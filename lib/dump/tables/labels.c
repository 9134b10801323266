/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "schema.h"

/* Labels that NVIDIA documents, for exports older than the ENUM tables; and the labels of
 * enumerations that only our schema has. */
static const struct label {
	const char *enumeration;
	int64_t code;
	const char *text;
} labels[] = {
	{ "cuda-sync", 0, "Stream wait event" },
	{ "cuda-sync", 1, "Stream synchronize" },
	{ "cuda-sync", 2, "Event synchronize" },
	{ "cuda-sync", 3, "Context synchronize" },
	{ "cuda-event", 0, "device" },
	{ "cuda-event", 1, "call" },
	{ "graph-create", 94, "executable graph" },
	{ "graph-create", 95, "graph" },
	{ "graph-create", 96, "clone" },
	{ "gpu-context-switch", 0, "Start of frame" },
	{ "gpu-context-switch", 1, "Request by host" },
	{ "gpu-context-switch", 2, "Front-end ACK" },
	{ "gpu-context-switch", 3, "Front-end ACK WFI" },
	{ "gpu-context-switch", 4, "Front-end ACK GFXP" },
	{ "gpu-context-switch", 5, "Front-end ACK CTAP" },
	{ "gpu-context-switch", 6, "Front-end ACK CILP" },
	{ "gpu-context-switch", 7, "Save end" },
	{ "gpu-context-switch", 8, "Context" },
	{ "gpu-context-switch", 9, "Context start" },
	{ "gpu-context-switch", 10, "Invalid timestamp" },
	{ "gpu-context-switch", 11, "Engine reset" },
	{ "warp-phase", 0, "range" },
	{ "warp-phase", 1, "marker" },
	{ "warp-phase", 2, "start or end" },
	{ "diagnostic-clock", 1, "target" },
	{ "diagnostic-clock", 2, "host" },
	{ "sched", 0, "sched-out" },
	{ "sched", 1, "sched-in" },
	{ "ENUM_CUDA_MEMCPY_OPER", 0, "Unknown" },
	{ "ENUM_CUDA_MEMCPY_OPER", 1, "Host-to-Device" },
	{ "ENUM_CUDA_MEMCPY_OPER", 2, "Device-to-Host" },
	{ "ENUM_CUDA_MEMCPY_OPER", 3, "Host-to-Array" },
	{ "ENUM_CUDA_MEMCPY_OPER", 4, "Array-to-Host" },
	{ "ENUM_CUDA_MEMCPY_OPER", 5, "Array-to-Array" },
	{ "ENUM_CUDA_MEMCPY_OPER", 6, "Array-to-Device" },
	{ "ENUM_CUDA_MEMCPY_OPER", 7, "Device-to-Array" },
	{ "ENUM_CUDA_MEMCPY_OPER", 8, "Device-to-Device" },
	{ "ENUM_CUDA_MEMCPY_OPER", 9, "Host-to-Host" },
	{ "ENUM_CUDA_MEMCPY_OPER", 10, "Peer-to-Peer" },
	{ "ENUM_CUDA_MEMCPY_OPER", 11, "Unified Host-to-Device" },
	{ "ENUM_CUDA_MEMCPY_OPER", 12, "Unified Device-to-Host" },
	{ "ENUM_CUDA_MEMCPY_OPER", 13, "Unified Device-to-Device" },
	{ "ENUM_CUDA_MEM_KIND", 0, "Pageable" },
	{ "ENUM_CUDA_MEM_KIND", 1, "Pinned" },
	{ "ENUM_CUDA_MEM_KIND", 2, "Device" },
	{ "ENUM_CUDA_MEM_KIND", 3, "Array" },
	{ "ENUM_CUDA_MEM_KIND", 4, "Managed" },
	{ "ENUM_CUDA_MEM_KIND", 5, "Device Static" },
	{ "ENUM_CUDA_MEM_KIND", 6, "Managed Static" },
	{ "ENUM_CUDA_MEM_KIND", 7, "Unknown" },
	{ "ENUM_CUDA_UNIF_MEM_MIGRATION", 0, "Unknown" },
	{ "ENUM_CUDA_UNIF_MEM_MIGRATION", 1, "User prefetch" },
	{ "ENUM_CUDA_UNIF_MEM_MIGRATION", 2, "Page fault" },
	{ "ENUM_CUDA_UNIF_MEM_MIGRATION", 3, "Speculative prefetch" },
	{ "ENUM_CUDA_UNIF_MEM_MIGRATION", 4, "Eviction" },
	{ "ENUM_CUDA_UNIF_MEM_MIGRATION", 5, "Access counters" },
	{ "ENUM_CUDA_KERNEL_LAUNCH_TYPE", 0, "Unknown" },
	{ "ENUM_CUDA_KERNEL_LAUNCH_TYPE", 1, "Regular" },
	{ "ENUM_CUDA_KERNEL_LAUNCH_TYPE", 2, "Coop Single Device" },
	{ "ENUM_CUDA_KERNEL_LAUNCH_TYPE", 3, "Coop Multi Device" },
	{ "ENUM_CUDA_FUNC_CACHE_CONFIG", 0, "None" },
	{ "ENUM_CUDA_FUNC_CACHE_CONFIG", 1, "Shared" },
	{ "ENUM_CUDA_FUNC_CACHE_CONFIG", 2, "L1" },
	{ "ENUM_CUDA_FUNC_CACHE_CONFIG", 3, "Equal" },
	{ "ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", 0, "Unknown" },
	{ "ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", 1, "Read" },
	{ "ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", 2, "Write" },
	{ "ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", 3, "Atomic" },
	{ "ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", 4, "Prefetch" },
	{ "ENUM_CUDA_DEV_MEM_EVENT_OPER", 0, "Allocation" },
	{ "ENUM_CUDA_DEV_MEM_EVENT_OPER", 1, "Deallocation" },
};

const char *
schemalabel(const char *enumeration, int64_t code)
{
	for (size_t i = 0; i < sizeof(labels) / sizeof(*labels); i++)
		if (labels[i].code == code && strcmp(labels[i].enumeration, enumeration) == 0)
			return labels[i].text;
	return NULL;
}
