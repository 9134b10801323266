/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "schema.h"
#include "table.h"

#define FIELDS(...) (const struct field[]){ __VA_ARGS__, { 0 } }
#define REQ(key, column, kind) { key, column, kind, true, NULL, NULL, NULL }
#define OPT(key, column, kind) { key, column, kind, false, NULL, NULL, NULL }
#define CODE(key, column, enumeration) { key, column, K_CODE, false, enumeration, NULL, NULL }
#define LABEL(key, column, enumeration) { key, column, K_LABEL, false, enumeration, NULL, NULL }
#define NAME(column, style) { "name", column, K_STRING, false, style, NULL, NULL }
#define TITLE(text) { "name", NULL, K_CONSTANT, false, NULL, text, NULL }
#define SAY(key, text) { key, NULL, K_CONSTANT, false, NULL, text, NULL }
#define PREFIXED(key, column, kind, enumeration, prefix) { key, column, kind, false, enumeration, prefix, NULL }
#define JSON(key, column) OPT(key, column, K_JSON), OPT(key, column, K_TEXT)
#define LOOK(key, column, by, query) { key, column, K_LOOKUP, false, query, NULL, by }
#define STACK(column, table) { "stack", column, K_STACK, false, table, NULL, NULL }
#define ONLY(column, values) { NULL, column, K_ONLY, true, values, NULL, NULL }
#define NOT(column, values) { NULL, column, K_NOT, false, values, NULL, NULL }
#define SHAPE(column) { NULL, column, K_SHAPE, true, NULL, NULL, NULL }
#define ARGS { "args", NULL, K_ARGS, false, NULL, NULL, NULL }
#define POINT REQ("ts", "start", K_START)
#define STAMP REQ("ts", "timestamp", K_START)
#define SPAN POINT, REQ("dur", "end", K_STOP)
#define THREAD OPT("tid", "globalTid", K_THREAD)
#define PROCESS OPT("pid", "globalPid", K_PROCESS)
#define CORR OPT("corr", "correlationId", K_COUNT)
#define CALL SPAN, NAME("nameId", NULL), THREAD
#define TEXTCALL SPAN, NAME("textId", NULL), THREAD
#define STREAM PROCESS, OPT("device", "deviceId", K_INT), OPT("context", "contextId", K_INT), OPT("stream", "streamId", K_U32), CORR
#define GPU OPT("gpu", "gpu", K_INT)
#define UNIT(text) SAY("unit", text)
#define PERIOD OPT("period", "([end] - [start])", K_INT)
#define NVTX_NAME OPT("name", "text", K_TEXT), OPT("name", "textId", K_STRING)
#define NVTX_VALUE \
	OPT("category", "category", K_CATEGORY), OPT("color", "color", K_COLOR), OPT("payload", "uint64Value", K_UINT), \
	OPT("payload", "int64Value", K_INT), OPT("payload", "doubleValue", K_REAL), OPT("payload", "uint32Value", K_INT), \
	OPT("payload", "int32Value", K_INT), OPT("payload", "floatValue", K_REAL)
#define NVTX_ARGS \
	NVTX_VALUE, JSON("payload", "jsonText"), \
	OPT("payload", "jsonTextId", K_JSON), OPT("payload", "jsonTextId", K_STRING), OPT("payload", "binaryData", K_PAYLOAD)
#define DIM3(key, column) OPT(key, column "X", K_ELEMENT), OPT(key, column "Y", K_ELEMENT), OPT(key, column "Z", K_ELEMENT)
#define GRAPH_NODE CALL, ARGS, OPT("graph_node", "graphNodeId", K_INT), OPT("original", "originalGraphNodeId", K_INT)
#define OVERHEAD LABEL("kind", "overheadType", "ENUM_CUPTI_OVERHEAD_TYPE")
#define MPI_ARGS ARGS, LOOK("rank", "globalTid", NULL, "SELECT [rank] FROM [MPI_RANKS] WHERE [globalTid] = ?1")
#define MPI_COMM OPT("communicator", "commUid", K_UINT), OPT("communicator", "commHandle", K_UINT)
#define UCX_ARGS ARGS, LOOK("worker", "globalTid", NULL, "SELECT [workerUid] FROM [UCP_WORKERS] WHERE [globalTid] = ?1")
#define UCX_MESSAGE \
	OPT("bytes", "packedSize", K_INT), OPT("peer", "peerWorkerUid", K_UINT), OPT("tag", "tag", K_UINT), OPT("address", "bufferAddr", K_UINT)
#define ON_NVIDIA(column) "(CASE [DeviceType] WHEN 4 THEN [" column "] END)"
#define OPENACC \
	CALL, OPT("device", ON_NVIDIA("cuDeviceId"), K_INT), OPT("context", ON_NVIDIA("cuContextId"), K_INT), OPT("stream", ON_NVIDIA("cuStreamId"), K_U32), CORR, \
	ARGS, LABEL("event", "eventKind", "ENUM_OPENACC_EVENT_KIND"), LABEL("device_type", "DeviceType", "ENUM_OPENACC_DEVICE"), \
	OPT("file", "srcFile", K_STRING), OPT("function", "funcName", K_STRING), OPT("line", "lineNo", K_COUNT)
#define OPENMP(table, ...) \
	{ TYPE_OPENMP, "OPENMP_EVENT_KIND_" table, FIELDS(CALL, ARGS, LABEL("event", "eventKind", "ENUM_OPENMP_EVENT_KIND"), __VA_ARGS__), NULL }
#define PARALLEL OPT("parallel", "parallelId", K_INT)
#define TASK OPT("task", "taskId", K_INT)
#define WAIT LABEL("kind", "kind", "ENUM_OPENMP_MUTEX"), OPT("wait", "waitId", K_UINT)
#define GRAPHICS_CORR OPT("corr", "correlationId", K_COUNT), OPT("corr_end", "endCorrelationId", K_COUNT)
#define OPENGL \
	GRAPHICS_CORR, NAMED("last", "endNameId"), OPT("return", "returnValue", K_COUNT), OPT("frame", "frameId", K_INT), OPT("context", "contextId", K_UINT), \
	OPT("display", "display", K_INT)
#define NAMED(key, column) OPT(key, column, K_STRING)
#define MARKER OPT("color", "color", K_COLOR), NAMED("text", "textId")
#define DIRECTX ARGS, GRAPHICS_CORR, OPT("context", "shortContextId", K_UINT), OPT("frame", "frameId", K_INT), MARKER
#define DIRECT12 \
	DIRECTX, LABEL("list", "commandListType", "ENUM_D3D12_CMD_LIST_TYPE"), NAMED("object", "objectNameId"), OPT("object", "objectName", K_TEXT), \
	OPT("address", "longContextId", K_UINT)
#define PERF_NAME(column) \
	LOOK("name", column, NULL, "SELECT coalesce([displayName], [name]) || '' FROM [TARGET_INFO_PERF_METRIC] WHERE [id] = ?1"), \
	LOOK("name", column, NULL, "SELECT [name] || '' FROM [TARGET_INFO_PERF_METRIC] WHERE [id] = ?1"), PREFIXED("name", column, K_NUMBERED, NULL, "Metric ")
#define PERF_ARGS(column) \
	ARGS, LOOK("unit", column, NULL, "SELECT [unit] FROM [TARGET_INFO_PERF_METRIC] WHERE [id] = ?1"), \
	LOOK("component", "componentId", NULL, "SELECT [name] || coalesce(' ' || [instance], '') FROM [TARGET_INFO_COMPONENT] WHERE [componentId] = ?1"), \
	PREFIXED("component", "componentId", K_NUMBERED, NULL, "Component "), PERIOD
#define PERF_RAW FIELDS(POINT, PERF_NAME("eventId"), REQ("value", "count", K_NUMBER), PERF_ARGS("eventId"))
#define PERF_METRIC FIELDS(POINT, PERF_NAME("metricId"), REQ("value", "value", K_NUMBER), PERF_ARGS("metricId"))
#define METRIC_OF(names) " FROM [" names "] WHERE [metricId] = ?1 AND [typeId] = ?2"
#define METRIC_NAME(names) LOOK("name", "metricId", "typeId", "SELECT [metricName] || ''" METRIC_OF(names)), PREFIXED("name", "metricId", K_NUMBERED, NULL, "Metric ")
/* the unit stands in brackets at the end of the name: GPC Clock Frequency [MHz] */
#define METRIC_UNIT(names) \
	ARGS, LOOK("unit", "metricId", "typeId", "SELECT rtrim(substr([metricName], instr([metricName], '[') + 1), ']')" METRIC_OF(names) " AND [metricName] GLOB '*[[]?*]'")
#define NETWORK_OF " FROM [TARGET_INFO_NETWORK_METRICS] WHERE [metricsIdx] = ?1 AND [metricsListId] = ?2"
#define NETWORK \
	POINT, LOOK("name", "metricsIdx", "metricsListId", "SELECT [name] || ''" NETWORK_OF), PREFIXED("name", "metricsIdx", K_NUMBERED, NULL, "Metric "), \
	REQ("value", "value", K_NUMBER), ARGS, LOOK("unit", "metricsIdx", "metricsListId", "SELECT [unit]" NETWORK_OF)
#define SWITCHES \
	FIELDS(STAMP, REQ("dur", "nst_end", K_STOP), LABEL("name", "nst_tag", "gpu-context-switch"), PROCESS, OPT("gpu", "gpuId", K_INT), \
		ARGS, OPT("context", "contextId", K_UINT), OPT("vm", "vmId", K_COUNT), OPT("sequence", "seqNo", K_INT))
#define BLOCK_KEYS PROCESS, OPT("device", "deviceId", K_INT), CORR, ARGS, OPT("sm", "SMId", K_INT), OPT("block", "BlockID", K_INT)
#define BLOCK_ARGS OPT("graph_node", "nodeId", K_COUNT), OPT("ugpu", "UGPUId", K_INT), OPT("cga", "CGAId", K_INT)
#define ETW(table, text, ...) { TYPE_ETW, table, FIELDS(SPAN, TITLE(text), THREAD, GPU, ARGS, __VA_ARGS__), NULL }
#define WDDM(table, text, ...) ETW("WDDM_" table "_EVENTS", text, __VA_ARGS__)
#define ENGINE LABEL("engine", "engineType", "ENUM_WDDM_ENGINE_TYPE")
#define PACKET OPT("context", "context", K_UINT), LABEL("packet", "packetType", "ENUM_WDDM_PACKET_TYPE"), ENGINE
#define QUEUE OPT("queue", "pagingQueue", K_UINT), OPT("packet", "pagingQueuePacket", K_UINT), OPT("sequence", "sequenceId", K_INT)
#define WINDOWS_MEMORY(table, text, column, ...) \
	{ TYPE_ETW, table, FIELDS(STAMP, TITLE(text), THREAD, GPU, OPT("value", column, K_NUMBER), ARGS, UNIT("B"), __VA_ARGS__), NULL }
#define TYPE_NAME LOOK("name", "typeId", NULL, "SELECT [value] FROM [GENERIC_EVENT_TYPES] t JOIN [StringIds] s ON s.[id] = t.[nameId] WHERE t.[typeId] = ?1")

const struct source schema[] = {
	{ TYPE_NVTX, "NVTX_EVENTS", FIELDS(
		SPAN, ONLY("eventType", "59 60"), NVTX_NAME, THREAD, OPT("endtid", "endGlobalTid", K_ENDTHREAD), OPT("domain", "domainId", K_DOMAIN),
		ARGS, NVTX_ARGS, OPT("range_id", "rangeId", K_INT)), NULL },
	{ TYPE_NVTX_MARK, "NVTX_EVENTS", FIELDS(
		POINT, ONLY("eventType", "34"), NVTX_NAME, THREAD, OPT("domain", "domainId", K_DOMAIN),
		ARGS, NVTX_ARGS), NULL },
	{ TYPE_META, "NVTX_EVENTS", FIELDS(
		POINT, ONLY("eventType", "33 39 75"), NVTX_NAME, THREAD, OPT("domain", "domainId", K_INT), OPT("category", "category", K_INT)), NULL },
	{ TYPE_OTHER, "NVTX_EVENTS", FIELDS(POINT, ONLY("eventType", "76")), "the end of a domain" },
	{ TYPE_CUDA_API, "CUPTI_ACTIVITY_KIND_RUNTIME", FIELDS(
		SPAN, NOT("eventClass", "67"), NAME("nameId", NULL), THREAD, CORR,
		ARGS, OPT("return", "returnValue", K_COUNT),
		STACK("(coalesce([callchainId], (SELECT [chain] FROM [nst_backtraces] WHERE [thread] = [globalTid] AND [corr] = [correlationId])))", "CUDA_CALLCHAINS"),
		STACK("callchainId", "CUDA_CALLCHAINS")), NULL },
	{ TYPE_OTHER, "CUPTI_ACTIVITY_KIND_RUNTIME", FIELDS(POINT, ONLY("eventClass", "67")), "a backtrace that repeats the call it belongs to" },
	{ TYPE_CUDA_SYNC, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", FIELDS(
		SPAN, LABEL("name", "(([streamId] = 4294967295) * 2 + ([eventId] = 4294967295))", "cuda-sync"),
		STREAM,
		ARGS, REQ("event", "eventId", K_U32), OPT("event_sync", "eventSyncId", K_U32), OPT("green_context", "greenContextId", K_COUNT)), NULL },
	{ TYPE_OSRT, "OSRT_API", FIELDS(
		CALL, ARGS, OPT("return", "returnValue", K_COUNT), OPT("nesting", "nestingLevel", K_COUNT), STACK("callchainId", "OSRT_CALLCHAINS")), NULL },
	{ TYPE_SCHED, "SCHED_EVENTS", FIELDS(
		POINT, LABEL("name", "isSchedIn", "sched"), THREAD,
		ARGS, OPT("cpu", "cpu", K_INT), CODE("state", "threadState", "ENUM_SAMPLING_THREAD_STATE"),
		LABEL("block", "threadBlock", "ENUM_SCHEDULING_THREAD_BLOCK")), NULL },
	{ TYPE_GRAPH, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", FIELDS(
		SPAN, PREFIXED("name", "graphId", K_NUMBERED, NULL, "Graph "), STREAM,
		ARGS, OPT("graph", "graphId", K_INT), OPT("graph_exec", "graphExecId", K_INT), OPT("green_context", "greenContextId", K_COUNT)), NULL },
	{ TYPE_KERNEL, "CUPTI_ACTIVITY_KIND_KERNEL", FIELDS(
		SPAN, NAME("shortName", "short"), NAME("demangledName", "demangled"), NAME("mangledName", "mangled"), STREAM,
		ARGS, DIM3("grid", "grid"), DIM3("block", "block"), DIM3("cluster", "cluster"), OPT("registers", "registersPerThread", K_INT),
		OPT("shared_static", "staticSharedMemory", K_INT), OPT("shared_dynamic", "dynamicSharedMemory", K_INT),
		OPT("shared_executed", "sharedMemoryExecuted", K_INT), OPT("local_thread", "localMemoryPerThread", K_INT),
		OPT("local_total", "localMemoryTotal", K_INT), LABEL("launch_type", "launchType", "ENUM_CUDA_KERNEL_LAUNCH_TYPE"),
		LABEL("cache", "cacheConfig", "ENUM_CUDA_FUNC_CACHE_CONFIG"), OPT("grid_id", "gridId", K_INT), OPT("graph", "graphId", K_INT),
		OPT("graph_node", "graphNodeId", K_INT), OPT("green_context", "greenContextId", K_COUNT),
		OPT("cluster_policy", "clusterSchedulingPolicy", K_COUNT), OPT("cluster_size_max", "maxPotentialClusterSize", K_COUNT),
		OPT("clusters_max", "maxActiveClusters", K_COUNT), OPT("shared_percentage", "sharedMemoryRequestedPercentage", K_COUNT),
		CODE("shared_limit", "sharedMemoryLimitConfig", "ENUM_CUDA_SHARED_MEM_LIMIT_CONFIG"),
		OPT("qmd_bulk_release", "qmdBulkReleaseDone", K_INT), OPT("qmd_preexit", "qmdPreexitDone", K_INT), OPT("qmd_last_cta", "qmdLastCtaDone", K_INT),
		JSON("tensor_size", "(nullif([tensorSizeMinusOneElements], '[]'))")), NULL },
	{ TYPE_MEMCPY, "CUPTI_ACTIVITY_KIND_MEMCPY", FIELDS(
		SPAN, PREFIXED("name", "copyKind", K_LABEL, "ENUM_CUDA_MEMCPY_OPER", "Memcpy "), STREAM,
		ARGS, OPT("bytes", "bytes", K_INT), LABEL("kind", "copyKind", "ENUM_CUDA_MEMCPY_OPER"), LABEL("src_kind", "srcKind", "ENUM_CUDA_MEM_KIND"), LABEL("dst_kind", "dstKind", "ENUM_CUDA_MEM_KIND"),
		OPT("src_device", "srcDeviceId", K_INT), OPT("src_context", "srcContextId", K_INT), OPT("dst_device", "dstDeviceId", K_INT),
		OPT("dst_context", "dstContextId", K_INT), LABEL("cause", "migrationCause", "ENUM_CUDA_UNIF_MEM_MIGRATION"),
		OPT("address", "virtualAddress", K_UINT), OPT("copies", "copyCount", K_COUNT), OPT("graph_node", "graphNodeId", K_INT),
		OPT("green_context", "greenContextId", K_COUNT)), NULL },
	{ TYPE_MEMSET, "CUPTI_ACTIVITY_KIND_MEMSET", FIELDS(
		SPAN, TITLE("Memset"), STREAM,
		ARGS, OPT("bytes", "bytes", K_INT), OPT("value", "value", K_INT), LABEL("kind", "memKind", "ENUM_CUDA_MEM_KIND"),
		OPT("graph_node", "graphNodeId", K_INT), OPT("green_context", "greenContextId", K_COUNT)), NULL },

	/* CUDA */
	{ TYPE_GRAPH_CREATE, "CUDA_GRAPH_EVENTS", FIELDS(
		POINT, SHAPE("graphId"), REQ("dur", "end", K_STOP), NAME("nameId", NULL), THREAD,
		ARGS, LABEL("kind", "eventClass", "graph-create"), OPT("graph", "graphId", K_INT), OPT("original", "originalGraphId", K_INT),
		OPT("graph_exec", "graphExecId", K_INT)), NULL },
	{ TYPE_GRAPH_NODE, "CUDA_GRAPH_EVENTS", FIELDS(
		POINT, SHAPE("graphNodeId"), REQ("dur", "end", K_STOP), NAME("nameId", NULL), THREAD,
		ARGS, OPT("graph_node", "graphNodeId", K_INT), OPT("original", "originalGraphNodeId", K_INT)), NULL },
	{ TYPE_GRAPH_NODE, "CUDA_GRAPH_NODE_EVENTS", FIELDS(GRAPH_NODE), NULL },
	{ TYPE_CUDA_EVENT, "CUPTI_ACTIVITY_KIND_CUDA_EVENT", FIELDS(
		REQ("ts", "nst_time", K_START), PREFIXED("name", "eventId", K_NUMBERED, NULL, "Event "), STREAM,
		ARGS, REQ("event", "eventId", K_U32), OPT("event_sync", "eventSyncId", K_U32), LABEL("clock", "nst_clock", "cuda-event"),
		OPT("green_context", "greenContextId", K_COUNT)), NULL },
	{ TYPE_HOST_CALLBACK, "CUDA_HOST_CALLBACK", FIELDS(CALL, CORR), NULL },
	{ TYPE_HOST_LAUNCH, "CUPTI_ACTIVITY_KIND_GRAPH_HOST_NODE_AND_HOST_LAUNCH", FIELDS(
		SPAN, TITLE("Host function"), STREAM,
		ARGS, OPT("graph", "graphId", K_INT), OPT("graph_node", "graphNodeId", K_INT), OPT("green_context", "greenContextId", K_COUNT)), NULL },
	{ TYPE_DECOMPRESS, "CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS", FIELDS(
		SPAN, TITLE("Decompress"), STREAM,
		ARGS, OPT("bytes", "sourceBytes", K_INT), OPT("operations", "NumberOfOperations", K_INT), OPT("channel", "ChannelID", K_INT)), NULL },
	{ TYPE_JIT, "CUPTI_ACTIVITY_KIND_JIT", FIELDS(
		CALL, OPT("device", "deviceId", K_INT), CORR,
		ARGS, OVERHEAD, LABEL("entry", "jitEntryType", "ENUM_CUPTI_JIT_ENTRY_TYPE"), LABEL("operation", "jitOperationType", "ENUM_CUPTI_JIT_OPERATION_TYPE"),
		OPT("operation_id", "jitOperationCorrelationId", K_INT), OPT("cache_bytes", "cacheSize", K_INT), OPT("cache_path", "cachePath", K_TEXT)), NULL },
	{ TYPE_OVERHEAD, "CUPTI_ACTIVITY_KIND_OVERHEAD", FIELDS(CALL, CORR, ARGS, OVERHEAD), NULL },
	{ TYPE_OVERHEAD, "PROFILER_OVERHEAD", FIELDS(CALL, ARGS, OVERHEAD, OPT("return", "returnValue", K_COUNT)), NULL },
	{ TYPE_UM_FAULT, "CUDA_UM_CPU_PAGE_FAULT_EVENTS", FIELDS(
		POINT, TITLE("CPU page fault"), PROCESS,
		ARGS, OPT("address", "address", K_UINT), OPT("pc", "originalFaultPc", K_UINT), NAMED("function", "CpuInstruction"), NAMED("module", "module"),
		NAMED("file", "sourceFile"), OPT("line", "sourceLine", K_COUNT), OPT("unresolved", "unresolvedFaultPc", K_COUNT)), NULL },
	{ TYPE_UM_FAULT, "CUDA_UM_GPU_PAGE_FAULT_EVENTS", FIELDS(
		SPAN, TITLE("GPU page fault"), PROCESS, OPT("device", "deviceId", K_INT),
		ARGS, OPT("address", "address", K_UINT), OPT("faults", "numberOfPageFaults", K_INT), LABEL("access", "faultAccessType", "ENUM_CUDA_UNIF_MEM_ACCESS_TYPE")), NULL },
	{ TYPE_BLOCK, "CUPTI_ACTIVITY_KIND_BLOCK_TRACE", FIELDS(SPAN, PREFIXED("name", "BlockID", K_NUMBERED, NULL, "Block "), BLOCK_KEYS, BLOCK_ARGS), NULL },
	{ TYPE_BLOCK, "CUPTI_ACTIVITY_KIND_BLOCK_PHASE_TRACE", FIELDS(
		SPAN, PREFIXED("name", "BlockID", K_NUMBERED, NULL, "Block "), BLOCK_KEYS, OPT("phase_start", "phase1Timestamp", K_INT), OPT("phase_end", "phase2Timestamp", K_INT),
		BLOCK_ARGS), NULL },
	{ TYPE_BLOCK, "CUPTI_ACTIVITY_KIND_WARP_TRACE", FIELDS(
		SPAN, PREFIXED("name", "WarpID", K_NUMBERED, NULL, "Warp "), BLOCK_KEYS, OPT("warp", "WarpID", K_INT), BLOCK_ARGS), NULL },
	{ TYPE_BLOCK, "CUPTI_ACTIVITY_KIND_WARP_PHASE_TRACE", FIELDS(
		SPAN, PREFIXED("name", "WarpID", K_NUMBERED, NULL, "Warp "), BLOCK_KEYS, OPT("warp", "WarpID", K_INT), OPT("event", "EventName", K_INT),
		LABEL("kind", "eventType", "warp-phase"), OPT("count", "InternalEventCount", K_INT), OPT("ids", "WarpEventIds", K_TEXT),
		OPT("offsets", "WarpEventTimestampOffsets", K_TEXT), BLOCK_ARGS), NULL },

	/* CPU */
	{ TYPE_SAMPLE, "COMPOSITE_EVENTS", FIELDS(
		POINT, OPT("name", "(SELECT c.[symbol] FROM [SAMPLING_CALLCHAINS] c WHERE c.[id] = [COMPOSITE_EVENTS].[id] AND c.[stackDepth] = 0)", K_STRING), THREAD,
		ARGS, OPT("cpu", "cpu", K_INT), CODE("state", "threadState", "ENUM_SAMPLING_THREAD_STATE"), OPT("cycles", "cpuCycles", K_INT),
		STACK("id", "SAMPLING_CALLCHAINS")), NULL },
	{ TYPE_SYSCALL, "SYSCALL", FIELDS(CALL, ARGS, STACK("callchainId", "SYSCALL_CALLCHAINS")), NULL },
	{ TYPE_FILE_ACCESS, "OSRT_FILE_ACCESS_EVENTS", FIELDS(
		REQ("ts", "startedAt", K_START), REQ("dur", "endedAt", K_STOP), NAME("apiCallId", NULL), OPT("tid", "nst_thread", K_THREAD),
		ARGS, LABEL("kind", "eventType", "ENUM_OSRT_FILE_ACCESS_EVENT_TYPE"), OPT("file", "nst_path", K_TEXT), OPT("bytes", "bytesProcessed", K_INT),
		OPT("file_id", "fileAccessId", K_INT), OPT("context", "(nullif([context], ''))", K_TEXT)), NULL },
	{ TYPE_CUDNN, "CUDNN_EVENTS", FIELDS(CALL), NULL },
	{ TYPE_CUBLAS, "CUBLAS_EVENTS", FIELDS(CALL), NULL },
	{ TYPE_OPENACC, "CUPTI_ACTIVITY_KIND_OPENACC_DATA", FIELDS(OPENACC, OPT("bytes", "bytes", K_INT), NAMED("variable", "varName")), NULL },
	{ TYPE_OPENACC, "CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH", FIELDS(
		OPENACC, NAMED("kernel", "kernelName"), OPT("gangs", "numGangs", K_INT), OPT("workers", "numWorkers", K_INT), OPT("vector", "vectorLength", K_INT)), NULL },
	{ TYPE_OPENACC, "CUPTI_ACTIVITY_KIND_OPENACC_OTHER", FIELDS(OPENACC), NULL },
	OPENMP("THREAD", OPT("thread", "threadId", K_INT), LABEL("kind", "threadType", "ENUM_OPENMP_THREAD")),
	OPENMP("PARALLEL", PARALLEL, OPT("parent", "parentTaskId", K_INT)),
	OPENMP("SYNC_REGION", LABEL("kind", "kind", "ENUM_OPENMP_SYNC_REGION"), PARALLEL, TASK),
	OPENMP("SYNC_REGION_WAIT", LABEL("kind", "kind", "ENUM_OPENMP_SYNC_REGION"), PARALLEL, TASK),
	OPENMP("TASK", LABEL("kind", "kind", "ENUM_OPENMP_TASK_FLAG"), PARALLEL, TASK),
	OPENMP("MASTER", PARALLEL, TASK),
	OPENMP("REDUCTION", PARALLEL, TASK),
	OPENMP("TASK_CREATE", OPT("parent", "parentTaskId", K_INT), OPT("task", "newTaskId", K_INT)),
	OPENMP("TASK_SCHEDULE", LABEL("status", "priorTaskStatus", "ENUM_OPENMP_TASK_STATUS"), PARALLEL, OPT("prior", "priorTaskId", K_INT), OPT("next", "nextTaskId", K_INT)),
	OPENMP("CANCEL", TASK),
	OPENMP("MUTEX_WAIT", WAIT, TASK),
	OPENMP("CRITICAL_SECTION", WAIT),
	OPENMP("MUTEX_RELEASED", WAIT, TASK),
	OPENMP("LOCK_INIT", WAIT),
	OPENMP("LOCK_DESTROY", WAIT),
	OPENMP("WORKSHARE", LABEL("kind", "kind", "ENUM_OPENMP_WORK"), PARALLEL, TASK, OPT("count", "count", K_INT)),
	OPENMP("DISPATCH", LABEL("kind", "kind", "ENUM_OPENMP_DISPATCH"), PARALLEL, TASK),
	OPENMP("FLUSH", OPT("thread", "threadId", K_INT)),
	{ TYPE_MPI, "MPI_P2P_EVENTS", FIELDS(
		TEXTCALL, MPI_ARGS, MPI_COMM, OPT("bytes", "size", K_INT), OPT("tag", "tag", K_INT), OPT("peer", "remoteRank", K_INT), OPT("request", "requestHandle", K_UINT)), NULL },
	{ TYPE_MPI, "MPI_COLLECTIVES_EVENTS", FIELDS(
		TEXTCALL, MPI_ARGS, MPI_COMM, OPT("bytes", "size", K_INT), OPT("bytes_received", "recvSize", K_INT), OPT("root", "rootRank", K_INT),
		OPT("request", "requestHandle", K_UINT)), NULL },
	{ TYPE_MPI, "MPI_START_WAIT_EVENTS", FIELDS(TEXTCALL, MPI_ARGS, OPT("request", "requestHandle", K_UINT)), NULL },
	{ TYPE_MPI, "MPI_OTHER_EVENTS", FIELDS(TEXTCALL, MPI_ARGS), NULL },
	{ TYPE_UCX, "UCP_SUBMIT_EVENTS", FIELDS(TEXTCALL, UCX_ARGS, UCX_MESSAGE), NULL },
	{ TYPE_UCX, "UCP_PROGRESS_EVENTS", FIELDS(TEXTCALL, UCX_ARGS, UCX_MESSAGE), NULL },
	{ TYPE_UCX, "UCP_EVENTS", FIELDS(TEXTCALL, UCX_ARGS), NULL },
	{ TYPE_NVVIDEO, "NVVIDEO_ENCODER_API", FIELDS(CALL, ARGS, SAY("interface", "Encoder"), OPT("api", "apiId", K_INT)), NULL },
	{ TYPE_NVVIDEO, "NVVIDEO_DECODER_API", FIELDS(CALL, ARGS, SAY("interface", "Decoder"), OPT("api", "apiId", K_INT)), NULL },
	{ TYPE_NVVIDEO, "NVVIDEO_JPEG_API", FIELDS(CALL, ARGS, SAY("interface", "JPEG")), NULL },
	{ TYPE_NVVIDEO, "TRACE_PROCESS_EVENT_NVMEDIA", FIELDS(CALL, ARGS, SAY("interface", "NvMedia"), OPT("corr", "correlationId", K_COUNT)), NULL },
	{ TYPE_NVVIDEO, "TEGRA_INTERNAL_API_CALLS", FIELDS(CALL, ARGS, SAY("interface", "Tegra")), NULL },
	{ TYPE_NVTX, "NVTXT_EVENTS", FIELDS(
		SPAN, ONLY("eventType", "70 71"), OPT("name", "text", K_TEXT), THREAD, OPT("domain", "domainId", K_DOMAIN),
		ARGS, NVTX_VALUE, NAMED("source", "sourceId")), NULL },
	{ TYPE_NVTX_MARK, "NVTXT_EVENTS", FIELDS(
		POINT, ONLY("eventType", "65"), OPT("name", "text", K_TEXT), THREAD, OPT("domain", "domainId", K_DOMAIN),
		ARGS, NVTX_VALUE, NAMED("source", "sourceId")), NULL },
	{ TYPE_OTHER, "NVTXT_EVENTS", FIELDS(POINT, ONLY("eventType", "64 72 73 74")), "names of categories, threads and processes" },
	{ TYPE_NIC_EVENT, "NET_IB_SWITCH_CONGESTION_EVENT", FIELDS(
		POINT, LABEL("name", "congestionType", "ENUM_NET_IB_CONGESTION_EVENT_TYPE"), TITLE("Congestion"),
		ARGS, OPT("switch", "globalId", K_UINT), OPT("source_lid", "packetSLID", K_INT), OPT("destination_lid", "packetDLID", K_INT), OPT("level", "packetSL", K_INT),
		OPT("opcode", "packetOpCode", K_INT), OPT("source_qp", "packetSourceQP", K_INT), OPT("destination_qp", "packetDestinationQP", K_INT),
		OPT("ingress", "switchIngressPort", K_INT), OPT("egress", "switchEgressPort", K_INT)), NULL },
	/* the profiler itself speaks for process 0 of no machine */
	{ TYPE_DIAGNOSTIC, "DIAGNOSTIC_EVENT", FIELDS(
		STAMP, OPT("name", "text", K_TEXT), OPT("pid", "(CASE WHEN [globalPid] & 0xFFFFFF000000 THEN [globalPid] END)", K_PROCESS),
		ARGS, LABEL("severity", "severity", "ENUM_DIAGNOSTIC_SEVERITY_LEVEL"), LABEL("source", "source", "ENUM_DIAGNOSTIC_SOURCE_TYPE"),
		LABEL("clock", "timestampType", "diagnostic-clock")), NULL },

	/* graphics */
	{ TYPE_OPENGL, "OPENGL_API", FIELDS(CALL, OPT("endtid", "endGlobalTid", K_ENDTHREAD), GPU, ARGS, OPENGL), NULL },
	{ TYPE_OPENGL, "KHR_DEBUG_EVENTS", FIELDS(
		POINT, REQ("dur", "(coalesce([end], [start]))", K_STOP), NAME("textId", NULL), THREAD,
		ARGS, OPT("corr", "correlationId", K_COUNT), OPT("context", "context", K_UINT), LABEL("source", "source", "ENUM_OPENGL_DEBUG_SOURCE"),
		LABEL("kind", "khrdType", "ENUM_OPENGL_DEBUG_TYPE"), LABEL("severity", "severity", "ENUM_OPENGL_DEBUG_SEVERITY"), OPT("id", "id", K_INT)), NULL },
	{ TYPE_OPENGL_GPU, "OPENGL_WORKLOAD", FIELDS(CALL, OPT("endtid", "endGlobalTid", K_ENDTHREAD), GPU, ARGS, OPENGL), NULL },
	{ TYPE_VULKAN, "VULKAN_API", FIELDS(
		CALL, ARGS, GRAPHICS_CORR, OPT("context", "contextId", K_UINT), NAMED("object", "objectNameId"), OPT("address", "interfaceAddress", K_UINT)), NULL },
	{ TYPE_VULKAN, "VULKAN_DEBUG_API", FIELDS(CALL, ARGS, GRAPHICS_CORR, OPT("context", "contextId", K_UINT), MARKER), NULL },
	{ TYPE_VULKAN_GPU, "VULKAN_WORKLOAD", FIELDS(CALL, GPU, ARGS, GRAPHICS_CORR, OPT("context", "contextId", K_UINT), MARKER), NULL },
	{ TYPE_DX12, "DX12_API", FIELDS(CALL, DIRECT12), NULL },
	{ TYPE_DX12, "D3D12_PIX_DEBUG_API", FIELDS(CALL, DIRECT12), NULL },
	{ TYPE_DX12_GPU, "DX12_WORKLOAD", FIELDS(CALL, GPU, DIRECT12), NULL },
	{ TYPE_D3D11, "D3D11_PIX_DEBUG_API", FIELDS(CALL, DIRECTX), NULL },
	{ TYPE_DXGI, "DXGI_API", FIELDS(CALL, DIRECTX), NULL },
	{ TYPE_NVAPI, "NVAPI_API", FIELDS(CALL, ARGS, OPT("address", "longContextId", K_UINT)), NULL },
	{ TYPE_SLI, "SLI_P2P", FIELDS(
		SPAN, TITLE("Peer-to-Peer transfer"), THREAD, GPU,
		ARGS, OPT("frame", "frameId", K_INT), OPT("src_gpu", "srcGpu", K_INT), OPT("dst_gpu", "dstGpu", K_INT), OPT("bytes", "resourceSize", K_INT),
		OPT("skipped", "transferSkipped", K_COUNT), OPT("surface", "logSurfaceNames", K_TEXT), OPT("object", "debugName", K_TEXT),
		OPT("bind", "bindType", K_TEXT), OPT("regime", "regimeName", K_TEXT), OPT("function", "transferFuncName", K_TEXT),
		OPT("subresources", "numSubResources", K_INT), OPT("subresource", "subResourceIdx", K_INT), OPT("samples", "smplWidth", K_ELEMENT),
		OPT("samples", "smplHeight", K_ELEMENT), OPT("samples", "smplDepth", K_ELEMENT),
		OPT("element_bytes", "bytesPerElement", K_INT), LABEL("format", "dxgiFormat", "ENUM_DXGI_FORMAT"),
		LABEL("info", "transferInfo", "ENUM_SLI_TRANSER"), OPT("early_push", "isEarlyPushManagedByNvApi", K_COUNT),
		OPT("async", "useAsyncP2pForResolve", K_COUNT)), NULL },
	{ TYPE_SLI, "SLI_QUERIES", FIELDS(
		SPAN, TITLE("Queries"), THREAD, GPU,
		ARGS, OPT("frame", "frameId", K_INT), OPT("bytes", "amountOfTransferredData", K_INT), OPT("transfers", "numberOfTransferEvents", K_INT),
		OPT("occlusion_issued", "occQueryIssued", K_INT), OPT("occlusion_asked", "occQueryAsked", K_INT), OPT("event_issued", "eventQueryIssued", K_INT), OPT("event_asked", "eventQueryAsked", K_INT)), NULL },
	{ TYPE_SLI, "SLI_STATS", FIELDS(
		SPAN, TITLE("Statistics"), THREAD, GPU,
		ARGS, OPT("frames", "countStats", K_INT), OPT("complex", "countComplexFrames", K_INT), OPT("inactive_us", "totalInactiveTime", K_INT),
		OPT("push_min", "minPbSize", K_INT), OPT("push_max", "maxPbSize", K_INT), OPT("push_total", "totalPbSize", K_INT)), NULL },

	/* GPUs */
	{ TYPE_CONTEXT_SWITCH, "GPU_CONTEXT_SWITCH_EVENTS", SWITCHES, NULL },
	{ TYPE_CONTEXT_SWITCH, "FECS_EVENTS", SWITCHES, NULL },
	{ TYPE_VIDEO_GPU, "GPU_VIDEO_ENGINE_WORKLOAD", FIELDS(
		SPAN, LABEL("name", "engineType", "ENUM_VIDEO_ENGINE_TYPE"), PROCESS,
		ARGS, OPT("engine", "engineId", K_INT), LABEL("codec", "codecId", "ENUM_VIDEO_ENGINE_CODEC"), OPT("api", "apiId", K_INT), OPT("context", "contextId", K_UINT)), NULL },
	{ TYPE_VIDEO_GPU, "GPU_VIDEO_ENGINE_MISSING", FIELDS(SPAN, TITLE("Missing"), ARGS, OPT("count", "rangeCount", K_INT)), NULL },

	/* counters */
	{ TYPE_GPU_METRIC, "GPU_METRICS", FIELDS(
		STAMP, METRIC_NAME("TARGET_INFO_GPU_METRICS"), OPT("gpu", "([typeId] & 255)", K_INT), REQ("value", "value", K_NUMBER), METRIC_UNIT("TARGET_INFO_GPU_METRICS")), NULL },
	{ TYPE_GPU_MEMORY, "CUDA_GPU_MEMORY_USAGE_EVENTS", FIELDS(
		POINT, PREFIXED("name", "memKind", K_LABEL, "ENUM_CUDA_MEM_KIND", "Memory in use: "), STREAM, REQ("value", "nst_used", K_INT),
		ARGS, UNIT("B"), LABEL("operation", "memoryOperationType", "ENUM_CUDA_DEV_MEM_EVENT_OPER"), OPT("bytes", "bytes", K_INT),
		LABEL("kind", "memKind", "ENUM_CUDA_MEM_KIND"), OPT("address", "address", K_UINT), OPT("pc", "pc", K_UINT), OPT("variable", "name", K_TEXT),
		OPT("pool", "localMemoryPoolAddress", K_UINT), OPT("pool_bytes", "localMemoryPoolSize", K_INT), OPT("pool_used", "localMemoryPoolUtilizedSize", K_INT),
		OPT("pool_threshold", "localMemoryPoolReleaseThreshold", K_UINT), OPT("imported_pool", "importedMemoryPoolAddress", K_UINT),
		OPT("imported_pid", "importedMemoryPoolProcessId", K_INT)), NULL },
	{ TYPE_GPU_POOL, "CUDA_GPU_MEMORY_POOL_EVENTS", FIELDS(
		POINT, TITLE("Memory pool"), PROCESS, OPT("device", "deviceId", K_INT), CORR, OPT("value", "localMemoryPoolSize", K_INT),
		ARGS, UNIT("B"), LABEL("operation", "operationType", "ENUM_CUDA_MEMPOOL_OPER"), LABEL("kind", "poolType", "ENUM_CUDA_MEMPOOL_TYPE"),
		OPT("pool", "address", K_UINT), OPT("pool_used", "localMemoryPoolUtilizedSize", K_INT), OPT("pool_threshold", "localMemoryPoolReleaseThreshold", K_UINT),
		OPT("keep_bytes", "minBytesToKeep", K_INT)), NULL },
	{ TYPE_SOC_METRIC, "SOC_METRICS", FIELDS(
		STAMP, METRIC_NAME("TARGET_INFO_SOC_METRICS"), REQ("value", "value", K_NUMBER), METRIC_UNIT("TARGET_INFO_SOC_METRICS")), NULL },
	{ TYPE_SOC_METRIC, "UNCORE_PMU_EVENTS", FIELDS(
		POINT, LABEL("name", "nst_type", "ENUM_NSYS_EVENT_TYPE"), REQ("value", "nst_value", K_NUMBER), ARGS, OPT("cluster", "clusterId", K_INT), OPT("raw", "nst_raw", K_INT), PERIOD), NULL },
	{ TYPE_SOC_METRIC, "BANDWIDTH_USAGE_EVENTS", FIELDS(
		POINT, PREFIXED("name", "nst_idx", K_NUMBERED, NULL, "Memory client "), REQ("value", "nst_value", K_NUMBER), ARGS, PERIOD), NULL },
	{ TYPE_CPU_METRIC, "PERF_EVENT_SOC_OR_CPU_RAW_EVENT", PERF_RAW, NULL },
	{ TYPE_CPU_METRIC, "PERF_EVENT_CPU_RAW_EVENT", PERF_RAW, NULL },
	{ TYPE_CPU_METRIC, "PERF_EVENT_SOC_OR_CPU_METRIC_EVENT", PERF_METRIC, NULL },
	{ TYPE_CPU_METRIC, "PERF_EVENT_CPU_METRIC_EVENT", PERF_METRIC, NULL },
	{ TYPE_CPU_METRIC, "PMU_EVENTS", FIELDS(
		POINT, LOOK("name", "nst_idx", NULL, "SELECT [event_name] FROM [PMU_EVENT_REQUESTS] WHERE [id] = ?1"), PREFIXED("name", "nst_idx", K_NUMBERED, NULL, "Counter "),
		REQ("value", "nst_value", K_NUMBER), ARGS, OPT("cpu", "cpu", K_INT), PERIOD), NULL },
	{ TYPE_NIC_METRIC, "NET_NIC_METRIC", FIELDS(
		NETWORK, LOOK("nic", "globalId", NULL, "SELECT [name] FROM [TARGET_INFO_NIC_INFO] WHERE [nicId] = (SELECT [nicId] FROM [NIC_ID_MAP] WHERE [globalId] = ?1)"),
		LOOK("nic", "globalId", NULL, "SELECT [name] FROM [TARGET_INFO_NIC_INFO] WHERE [GUID] = ?1"),
		LOOK("nic", "globalId", NULL, "SELECT [name] FROM [TARGET_INFO_NIC_INFO] WHERE [globalId] = ?1"), PREFIXED("nic", "globalId", K_NUMBERED, NULL, ""),
		OPT("port", "portId", K_INT), PERIOD), NULL },
	{ TYPE_NIC_METRIC, "NET_IB_SWITCH_METRIC", FIELDS(NETWORK, OPT("switch", "globalId", K_UINT), OPT("port", "portId", K_INT), PERIOD), NULL },

	/* whatever else */
	{ TYPE_GENERIC, "GENERIC_EVENTS", FIELDS(
		STAMP, TYPE_NAME, PREFIXED("name", "typeId", K_NUMBERED, NULL, "Type "), THREAD,
		ARGS, LOOK("source", "typeId", NULL, "SELECT [value] FROM [GENERIC_EVENT_TYPES] t JOIN [GENERIC_EVENT_SOURCES] o ON o.[sourceId] = t.[sourceId] "
			"JOIN [StringIds] s ON s.[id] = o.[nameId] WHERE t.[typeId] = ?1"), OPT("data", "nst_data", K_JSON), JSON("data", "data")), NULL },
	{ TYPE_ETW, "ETW_EVENTS", FIELDS(
		STAMP, SHAPE("typeId"), TYPE_NAME, PREFIXED("name", "typeId", K_NUMBERED, NULL, "Type "), THREAD,
		ARGS, LOOK("provider", "typeId", NULL, "SELECT [value] FROM [GENERIC_EVENT_TYPES] t JOIN [StringIds] s ON s.[id] = t.[etwProviderNameId] WHERE t.[typeId] = ?1"),
		OPT("opcode", "opcode", K_INT), JSON("data", "data")), NULL },
	{ TYPE_ETW, "ETW_EVENTS", FIELDS(
		STAMP, SHAPE("providerId"),
		LOOK("name", "taskId", "providerId", "SELECT [value] FROM [ETW_TASKS] t JOIN [StringIds] s ON s.[id] = t.[taskNameId] WHERE t.[taskId] = ?1 AND t.[providerId] = ?2"),
		PREFIXED("name", "taskId", K_NUMBERED, NULL, "Task "), OPT("tid", "(281474976710656 | (([processId] & 0xFFFFFF) << 24) | ([threadId] & 0xFFFFFF))", K_THREAD),
		ARGS, LOOK("provider", "providerId", NULL, "SELECT [value] FROM [ETW_PROVIDERS] p JOIN [StringIds] s ON s.[id] = p.[providerNameId] WHERE p.[providerId] = ?1"),
		OPT("event", "eventId", K_INT), OPT("version", "version", K_INT), OPT("opcode", "opcode", K_INT), JSON("data", "data")), NULL },
	{ TYPE_ETW, "ETW_EVENTS_DEPRECATED_TABLE", FIELDS(SPAN, NAME("taskName", NULL), THREAD, ARGS, NAMED("provider", "providerName"), NAMED("description", "description")), NULL },
	WDDM("EVICT_ALLOCATION", "EvictAllocation", OPT("handle", "allocationHandle", K_UINT)),
	WDDM("PAGING_QUEUE_PACKET_START", "PagingQueuePacketStart", QUEUE, LABEL("operation", "vidMmOpType", "ENUM_WDDM_VIDMM_OP_TYPE"),
		LABEL("kind", "pagingQueueType", "ENUM_WDDM_PAGING_QUEUE_TYPE"), OPT("allocation", "alloc", K_UINT),
		OPT("dxg_device", "dxgDevice", K_UINT), OPT("dxg_adapter", "dxgAdapter", K_UINT)),
	WDDM("PAGING_QUEUE_PACKET_STOP", "PagingQueuePacketStop", QUEUE),
	WDDM("PAGING_QUEUE_PACKET_INFO", "PagingQueuePacketInfo", QUEUE),
	WDDM("QUEUE_PACKET_START", "QueuePacketStart", PACKET, OPT("submission", "submitSequence", K_INT), OPT("present", "present", K_COUNT), OPT("bytes", "dmaBufferSize", K_INT),
		OPT("queue_packet", "queuePacket", K_UINT), OPT("dma_buffer", "dmaBuffer", K_UINT), OPT("allocations", "allocationListSize", K_INT),
		OPT("patches", "patchLocationListSize", K_INT), OPT("fence", "progressFenceValue", K_UINT), OPT("fence_object", "syncObject", K_UINT)),
	WDDM("QUEUE_PACKET_STOP", "QueuePacketStop", PACKET, OPT("submission", "submitSequence", K_INT), OPT("preempted", "preempted", K_COUNT),
		OPT("timed_out", "timeouted", K_COUNT), OPT("queue_packet", "queuePacket", K_UINT)),
	WDDM("QUEUE_PACKET_INFO", "QueuePacketInfo", PACKET, OPT("submission", "submitSequence", K_INT)),
	WDDM("DMA_PACKET_START", "DmaPacketStart", PACKET, OPT("submission", "uliSubmissionId", K_INT),
		OPT("queue_submission", "ulQueueSubmitSequence", K_INT), OPT("queue_context", "queuePacketContext", K_UINT),
		OPT("dma_buffer", "dmaBuffer", K_UINT), OPT("quantum", "quantumStatus", K_INT)),
	WDDM("DMA_PACKET_STOP", "DmaPacketStop", PACKET, OPT("completion", "uliCompletionId", K_INT), OPT("preempted", "preempted", K_COUNT),
		OPT("queue_submission", "ulQueueSubmitSequence", K_INT)),
	WDDM("DMA_PACKET_INFO", "DmaPacketInfo", PACKET, OPT("completion", "uliCompletionId", K_INT), LABEL("interrupt", "interruptType", "ENUM_WDDM_INTERRUPT_TYPE"),
		OPT("fault_address", "faultedVirtualAddress", K_UINT), OPT("fault_process", "faultedProcessHandle", K_UINT),
		OPT("fault_flags", "pageFaultFlags", K_UINT), OPT("queue_submission", "ulQueueSubmitSequence", K_INT),
		OPT("quantum", "quantumStatus", K_INT)),
	WDDM("HW_QUEUE", "HwQueueStart", OPT("context", "context", K_UINT), OPT("queue", "hwQueue", K_UINT), OPT("parent", "parentDxgHwQueue", K_UINT)),
	{ TYPE_ETW, "MEMORY_TRANSFER_EVENTS", FIELDS(
		POINT, LABEL("name", "memoryTransferType", "ENUM_ETW_MEMORY_TRANSFER_TYPE"), THREAD, GPU,
		ARGS, OPT("bytes", "size", K_INT), OPT("handle", "allocationGlobalHandle", K_UINT), OPT("event", "eventId", K_INT),
		OPT("task", "taskId", K_INT), OPT("offset", "offset", K_INT), OPT("dma_buffer", "dmaBuffer", K_UINT)), NULL },
	{ TYPE_ETW, "NV_LOAD_BALANCE_MASTER_EVENTS", FIELDS(
		SPAN, OPT("name", "task", K_TEXT), THREAD, GPU,
		ARGS, LABEL("event", "eventId", "ENUM_NVDRIVER_EVENT_ID"), OPT("frame", "frameCount", K_INT), OPT("frame_time", "frameTime", K_REAL), OPT("frame_time_average", "averageFrameTime", K_REAL),
		OPT("latency", "averageLatency", K_REAL), OPT("idle_percent", "idlePercent", K_REAL),
		OPT("latency_min", "minLatency", K_REAL), OPT("queued_frames_average", "averageQueuedFrames", K_REAL),
		OPT("active_ms", "totalActiveMs", K_REAL), OPT("idle_ms", "totalIdleMs", K_REAL),
		OPT("frame_ahead", "isGPUAlmostOneFrameAhead", K_COUNT)), NULL },
	{ TYPE_ETW, "NV_LOAD_BALANCE_EVENTS", FIELDS(
		SPAN, OPT("name", "task", K_TEXT), THREAD, GPU,
		ARGS, LABEL("event", "eventId", "ENUM_NVDRIVER_EVENT_ID"), OPT("fps", "averageFPS", K_REAL), OPT("queued_frames", "queuedFrames", K_REAL), OPT("cpu_time", "currentCPUTime", K_REAL),
		OPT("stall_time", "averageStallTime", K_REAL), OPT("queued_frames_average", "averageQueuedFrames", K_REAL),
		OPT("cpu_time_average", "averageCPUTime", K_REAL), OPT("cpu_idle_average", "averageCPUIdleTime", K_REAL),
		OPT("frame_ahead", "isGPUAlmostOneFrameAhead", K_COUNT)), NULL },
	WINDOWS_MEMORY("GPU_MEMORY_BUDGET_EVENTS", "Memory budget", "newBudget", OPT("segment_group", "segmentGroup", K_INT)),
	WINDOWS_MEMORY("GPU_MEMORY_USAGE_EVENTS", "Memory usage", "newUsage", OPT("segment_group", "segmentGroup", K_INT)),
	WINDOWS_MEMORY("DEMOTED_BYTES_EVENTS", "Demoted bytes", "commitment", SAY("interface", "VidMm")),
	WINDOWS_MEMORY("TOTAL_BYTES_RESIDENT_IN_SEGMENT_EVENTS", "Resident bytes", "totalBytesResident", OPT("segment_group", "segmentGroup", K_INT), OPT("segment", "segmentId", K_INT)),
	{ TYPE_OTHER, NULL, NULL, NULL },
};

#undef FIELDS
#undef REQ
#undef OPT
#undef CODE
#undef LABEL
#undef NAME
#undef TITLE
#undef SAY
#undef PREFIXED
#undef JSON
#undef LOOK
#undef STACK
#undef ONLY
#undef NOT
#undef SHAPE
#undef ARGS
#undef POINT
#undef STAMP
#undef SPAN
#undef THREAD
#undef PROCESS
#undef CORR
#undef CALL
#undef TEXTCALL
#undef STREAM
#undef GPU
#undef UNIT
#undef PERIOD
#undef NVTX_NAME
#undef NVTX_VALUE
#undef NVTX_ARGS
#undef DIM3
#undef GRAPH_NODE
#undef OVERHEAD
#undef MPI_ARGS
#undef MPI_COMM
#undef UCX_ARGS
#undef UCX_MESSAGE
#undef ON_NVIDIA
#undef OPENACC
#undef OPENMP
#undef PARALLEL
#undef TASK
#undef WAIT
#undef GRAPHICS_CORR
#undef OPENGL
#undef NAMED
#undef MARKER
#undef DIRECTX
#undef DIRECT12
#undef PERF_NAME
#undef PERF_ARGS
#undef PERF_RAW
#undef PERF_METRIC
#undef METRIC_OF
#undef METRIC_NAME
#undef METRIC_UNIT
#undef NETWORK_OF
#undef NETWORK
#undef SWITCHES
#undef BLOCK_KEYS
#undef BLOCK_ARGS
#undef ETW
#undef WDDM
#undef ENGINE
#undef PACKET
#undef QUEUE
#undef WINDOWS_MEMORY
#undef TYPE_NAME

/* What one has to ask for: it may be enormous, or what it says is left to whoever recorded it. */
uint64_t
schemausual(void)
{
	return ~(EVTYPE(TYPE_GENERIC) | EVTYPE(TYPE_ETW) | EVTYPE(TYPE_BLOCK));
}

/* Context switches: a context runs from the first RESTORE_START (8) to the next SAVE_END (7) of it. Other tags, and an end without a beginning, last no time. */
#define SWITCHES(table) \
	"CREATE TEMP TABLE [" table "] AS SELECT *, [tag] AS [nst_tag], CASE WHEN [tag] = 8 THEN [nst_next] ELSE [timestamp] END AS [nst_end] FROM (" \
	"SELECT *, lag([tag]) OVER p AS [nst_last], min(CASE [tag] WHEN 7 THEN [timestamp] END) OVER (p ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS [nst_next] " \
	"FROM main.[" table "] WINDOW p AS (PARTITION BY [gpuId], [vmId], [contextId], [tag] IN (7, 8) ORDER BY [timestamp], [seqNo])) " \
	"WHERE [tag] NOT IN (7, 8) OR [nst_last] IS NOT 8 ORDER BY [timestamp], [seqNo]"

/* Values that stand in a table of their own, one event for each; one without a value for what has none there. */
#define JOINED(table, columns, values, on) \
	"CREATE TEMP TABLE [" table "] AS SELECT e.*, " columns " FROM main.[" table "] e LEFT JOIN main.[" values "] v ON " on " ORDER BY e.[start], e._rowid_, v._rowid_"

/* CUDA events, at the time that the device took, else that of the call; several attempts since either may be missing. */
#define EVENTS(time, clock, join) \
	"CREATE TEMP TABLE [CUPTI_ACTIVITY_KIND_CUDA_EVENT] AS SELECT e.*, coalesce(" time ", 0) AS [nst_time], " clock " AS [nst_clock] " \
	"FROM main.[CUPTI_ACTIVITY_KIND_CUDA_EVENT] e " join " ORDER BY [nst_time], e._rowid_"
#define CALLED \
	"LEFT JOIN (SELECT [correlationId] AS [call], [globalTid] & ~0xFFFFFF AS [caller], min([start]) AS [began] FROM main.[CUPTI_ACTIVITY_KIND_RUNTIME] " \
	"WHERE [eventClass] <> 67 AND [correlationId] <> 0 AND [correlationId] IN (SELECT [correlationId] FROM main.[CUPTI_ACTIVITY_KIND_CUDA_EVENT]) GROUP BY 1, 2) " \
	"ON [call] = e.[correlationId] AND [caller] = e.[globalPid]"

/* File accesses, which have plain ids: the process is the one that opened the file, as it is listed; else that of the only thread with a name and this id. */
#define FILES(path, thread, joins) \
	"CREATE TEMP TABLE [OSRT_FILE_ACCESS_EVENTS] AS SELECT e.*, " path " AS [nst_path], " thread " AS [nst_thread] FROM main.[OSRT_FILE_ACCESS_EVENTS] e " joins \
	"ORDER BY [startedAt], e._rowid_"
#define OPENED \
	"LEFT JOIN (SELECT [fileAccessId] AS [file], [processId] & 0xFFFFFF AS [process], [filePath] AS [path], min(_rowid_) FROM main.[OSRT_FILE_ACCESS_DESCRIPTORS] GROUP BY 1) " \
	"ON [file] = e.[fileAccessId] "
#define LISTED "LEFT JOIN (SELECT [pid] AS [plain], min([globalPid]) AS [listed] FROM main.[PROCESSES] GROUP BY 1) ON [plain] = [process] "
#define THREADS \
	"LEFT JOIN (SELECT [globalTid] & 0xFFFFFF AS [tid], min([globalTid]) AS [thread] FROM main.[ThreadNames] GROUP BY 1 HAVING min([globalTid]) = max([globalTid])) " \
	"ON [tid] = e.[threadId] & 0xFFFFFF "
#define PLAIN "(281474976710656 | ([process] << 24))"
#define TID "(e.[threadId] & 0xFFFFFF)"

static const struct preparation {
	const char *table;
	bool stacks;
	const char *statement;
} preparations[] = {
	{ "CUPTI_ACTIVITY_KIND_RUNTIME", true,
		"CREATE TEMP TABLE [nst_backtraces] AS SELECT DISTINCT [globalTid] AS [thread], [correlationId] AS [corr], [callchainId] AS [chain] "
		"FROM main.[CUPTI_ACTIVITY_KIND_RUNTIME] WHERE [eventClass] = 67 AND [callchainId] NOT NULL; "
		"CREATE INDEX temp.[nst_backtraced] ON [nst_backtraces]([thread], [corr])" },
	{ "CUPTI_ACTIVITY_KIND_CUDA_EVENT", false, EVENTS("nullif(e.[timestamp], 0), [began]", "coalesce(e.[timestamp], 0) = 0", CALLED) },
	{ "CUPTI_ACTIVITY_KIND_CUDA_EVENT", false, EVENTS("[began]", "1", CALLED) },
	{ "CUPTI_ACTIVITY_KIND_CUDA_EVENT", false, EVENTS("[timestamp]", "0", "") },
	{ "CUDA_GPU_MEMORY_USAGE_EVENTS", false,
		"CREATE TEMP TABLE [CUDA_GPU_MEMORY_USAGE_EVENTS] AS SELECT *, CAST(total(CASE [memoryOperationType] WHEN 0 THEN [bytes] WHEN 1 THEN -[bytes] END) "
		"OVER (PARTITION BY [globalPid], [deviceId], [contextId], [memKind] ORDER BY [start], _rowid_ ROWS UNBOUNDED PRECEDING) AS INTEGER) AS [nst_used] "
		"FROM main.[CUDA_GPU_MEMORY_USAGE_EVENTS] ORDER BY [start], _rowid_" },
	{ "GPU_CONTEXT_SWITCH_EVENTS", false, SWITCHES("GPU_CONTEXT_SWITCH_EVENTS") },
	{ "FECS_EVENTS", false, SWITCHES("FECS_EVENTS") },
	{ "PMU_EVENTS", false, JOINED("PMU_EVENTS", "v.[idx] AS [nst_idx], v.[value] AS [nst_value]", "PMU_EVENT_COUNTERS", "v.[id] = e.[counter_id]") },
	{ "UNCORE_PMU_EVENTS", false,
		JOINED("UNCORE_PMU_EVENTS", "v.[type] AS [nst_type], v.[rawId] AS [nst_raw], v.[value] AS [nst_value]", "UNCORE_PMU_EVENT_VALUES", "v.[id] = e.[counterId]") },
	{ "BANDWIDTH_USAGE_EVENTS", false, JOINED("BANDWIDTH_USAGE_EVENTS", "v.[idx] AS [nst_idx], v.[value] AS [nst_value]", "BANDWIDTH_USAGE_VALUES", "v.[id] = e.[valuesId]") },
	{ "OSRT_FILE_ACCESS_EVENTS", false, FILES("[path]", "coalesce(coalesce([listed], " PLAIN ") | " TID ", [thread])", OPENED LISTED THREADS) },
	{ "OSRT_FILE_ACCESS_EVENTS", false, FILES("[path]", "coalesce(" PLAIN " | " TID ", [thread])", OPENED THREADS) },
	{ "OSRT_FILE_ACCESS_EVENTS", false, FILES("[path]", "coalesce([listed], " PLAIN ") | " TID, OPENED LISTED) },
	{ "OSRT_FILE_ACCESS_EVENTS", false, FILES("[path]", PLAIN " | " TID, OPENED) },
	{ "OSRT_FILE_ACCESS_EVENTS", false, FILES("NULL", "[thread]", THREADS) },
	{ "GENERIC_EVENTS", false,
		"CREATE TEMP TABLE [GENERIC_EVENTS] AS SELECT e.*, [nst_data] FROM main.[GENERIC_EVENTS] e LEFT JOIN (SELECT d.[genericEventId] AS [event], "
		"json_group_object(coalesce([field], d.[fieldIdx]), CASE WHEN typeof(d.[intVal]) = 'integer' THEN d.[intVal] WHEN typeof(d.[uintVal]) = 'integer' "
		"THEN json(printf('%u', d.[uintVal])) WHEN abs(d.[floatVal]) < 9e307 THEN d.[floatVal] + 0.0 WHEN abs(d.[doubleVal]) < 9e307 THEN d.[doubleVal] + 0.0 END) AS [nst_data] FROM main.[GENERIC_EVENT_DATA] d JOIN main.[GENERIC_EVENTS] g USING ([genericEventId]) "
		"LEFT JOIN (SELECT f.[typeId] AS [type], f.[fieldIdx] AS [at], s.[value] AS [field] FROM main.[GENERIC_EVENT_TYPE_FIELDS] f JOIN main.[StringIds] s "
		"ON s.[id] = f.[fieldNameId]) ON [type] = g.[typeId] AND [at] = d.[fieldIdx] GROUP BY 1) ON [event] = e.[genericEventId] ORDER BY e.[timestamp], e._rowid_" },
};

#undef SWITCHES
#undef JOINED
#undef EVENTS
#undef CALLED
#undef FILES
#undef OPENED
#undef LISTED
#undef THREADS
#undef PLAIN
#undef TID

/* Tables that are no events, because; a star stands for the rest of the name. */
static const struct {
	const char *table, *why;
} known[] = {
	{ "StringIds", "the strings that events refer to" },
	{ "ENUM_*", "labels of codes" },
	{ "UnwindMethodType", "labels of codes" },
	{ "PROCESSES", "names of processes" },
	{ "ThreadNames", "names of threads" },
	{ "TARGET_INFO_*", "the machine, and what counters are called" },
	{ "NIC_ID_MAP", "the machine" },
	{ "NET_IB_DEVICE_*", "the network" },
	{ "META_DATA_*", "how it was captured and exported, with the environment" },
	{ "EXPORT_META_DATA", "how it was exported" },
	{ "ANALYSIS_DETAILS", "the length of the session" },
	{ "ANALYSIS_FILE", "captured files" },
	{ "ProcessStreams", "captured output" },
	{ "OSRT_CALLCHAINS", "stacks of events, which --stacks writes" },
	{ "CUDA_CALLCHAINS", "stacks of events, which --stacks writes" },
	{ "SAMPLING_CALLCHAINS", "stacks of events, which --stacks writes" },
	{ "SYSCALL_CALLCHAINS", "stacks of events, which --stacks writes" },
	{ "OSRT_ARGUMENTS", "arguments of calls, which nsys says not to rely on" },
	{ "OSRT_FILE_ACCESS_DESCRIPTORS", "the files that accesses are of" },
	{ "MPI_RANKS", "ranks of threads" },
	{ "MPI_COMMUNICATORS", "what communicators consist of" },
	{ "UCP_WORKERS", "workers of threads" },
	{ "NVTX_PAYLOAD_*", "how payloads are to be read" },
	{ "NVTX_SCOPES", "where counters belong" },
	{ "NVTX_EVENTS_PAYLOAD_SCHEMAS", "which event has which payload" },
	{ "NVTX_EXPORT_TRANSLATION", "names of payloads" },
	{ "DYNAMIC_NVTXPAYLOAD_*", "payloads once more, a table for each schema" },
	{ "NVTXT_META_EVENTS", "names of threads and processes" },
	{ "GENERIC_EVENT_SOURCES", "what events are of" },
	{ "GENERIC_EVENT_TYPES", "what events are of" },
	{ "GENERIC_EVENT_TYPE_FIELD*", "what the data of events are called" },
	{ "GENERIC_EVENT_DATA", "the data of events" },
	{ "ETW_PROVIDERS", "what events are of" },
	{ "ETW_TASKS", "what events are of" },
	{ "PMU_EVENT_COUNTERS", "the values of events" },
	{ "PMU_EVENT_REQUESTS", "what counters are called" },
	{ "UNCORE_PMU_EVENT_VALUES", "the values of events" },
	{ "BANDWIDTH_USAGE_VALUES", "the values of events" },
	{ "VULKAN_PIPELINE_*", "details of calls, without a time" },
	{ "VULKAN_MEMORY_*", "details of calls, without a time" },
	{ "DX12_MEMORY_OPERATION", "details of calls, without a time" },
	{ "NVAPI_MEMORY_OPERATION", "details of calls, without a time" },
	{ "sqlite_*", "SQLite's own" },
};

/* Labels that NVIDIA documents, for exports older than the ENUM tables, and those of our own enumerations. */
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

size_t
schemacount(void)
{
	return sizeof(schema) / sizeof(*schema) - 1;
}

bool
schemareads(const char *table)
{
	for (const struct source *s = schema; s->table; s++)
		if (strcmp(s->table, table) == 0)
			return true;
	return false;
}

const char *
schemawhy(const char *table)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		size_t n = strcspn(known[i].table, "*");

		if (strncmp(table, known[i].table, n) == 0 && (known[i].table[n] == '*' || !table[n]))
			return known[i].why;
	}
	return NULL;
}

const char *
schemaprepare(const char *table, bool stacks, size_t attempt)
{
	for (size_t i = 0; i < sizeof(preparations) / sizeof(*preparations); i++)
		if (strcmp(preparations[i].table, table) == 0 && (stacks || !preparations[i].stacks) && attempt-- == 0)
			return preparations[i].statement;
	return NULL;
}

const char *
schemalabel(const char *enumeration, int64_t code)
{
	for (size_t i = 0; i < sizeof(labels) / sizeof(*labels); i++)
		if (labels[i].code == code && strcmp(labels[i].enumeration, enumeration) == 0)
			return labels[i].text;
	return NULL;
}

/* Whether the line of a field was printed before: for another way to write the column, or for another shape of the table. */
static bool
printed(const struct source *s, const struct field *f)
{
	for (const struct source *t = schema; t <= s; t++)
		for (const struct field *g = t->fields; t->type == s->type && strcmp(t->table, s->table) == 0 && g != f && g->kind != K_END_OF_ROW; g++)
			if (g->key && g->column && strcmp(g->key, f->key) == 0 && strcmp(g->column, f->column) == 0)
				return true;
	return false;
}

void
schemaprint(struct buf *out)
{
	for (const struct source *s = schema; s->table; s++) {
		const char *type = evtypename(s->type);
		bool args = false;

		if (!type || s->type == TYPE_META)
			continue;
		for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++) {
			args = args || f->kind == K_ARGS;
			if (!f->key || !f->column || printed(s, f))
				continue;
			if (f->kind == K_THREAD)
				bufprintf(out, "%s\tpid\t%s\t%s\tif-present\n", type, s->table, f->column);
			bufprintf(out, "%s\t%s%s\t%s\t%s\t%s\n", type, args ? "args." : "", f->key, s->table, f->column, f->required ? "always" : "if-present");
		}
	}
}

static int
fault(const struct source *s, const struct field *f, const char *what)
{
	warn("schema: %s: %s: %s", s->table, f && f->column ? f->column : "-", what);
	return 1;
}

static size_t
count(const char *s, char c)
{
	size_t n = 0;

	for (; *s; s++)
		n += *s == c;
	return n;
}

/* Checks one field in its place. */
static int
checkfield(const struct source *s, const struct field *f)
{
	bool needsaux = f->kind == K_ONLY || f->kind == K_NOT || f->kind == K_LABEL || f->kind == K_CODE || f->kind == K_LOOKUP || f->kind == K_STACK;
	bool nocolumn = f->kind == K_ARGS || f->kind == K_CONSTANT;
	int faults = 0;

	if (f->kind == K_START && f != s->fields)
		faults += fault(s, f, "a start that is not the first field");
	if (needsaux && !f->aux)
		faults += fault(s, f, "no aux");
	if (f->kind == K_CONSTANT && !f->prefix)
		faults += fault(s, f, "a constant without text");
	if ((f->kind == K_ONLY || f->kind == K_NOT) && f->aux && count(f->aux, ' ') >= CLASSES)
		faults += fault(s, f, "too many classes");
	if (nocolumn != !f->column)
		faults += fault(s, f, "a column where none goes, or none");
	if (f->column && f->column[0] != '(' && strcspn(f->column, " []\"'`") != strlen(f->column))
		faults += fault(s, f, "a column that needs quoting");
	for (const struct field *g = s->fields; g < f; g++)
		if (f->key && g->key && strcmp(f->key, g->key) == 0 && strcmp(f->key, (f - 1)->key ? (f - 1)->key : "") != 0)
			faults += fault(s, f, "a key that comes twice, not as neighbours");
	return faults;
}

int
schemacheck(void)
{
	int faults = 0;

	for (const struct source *s = schema; s->table; s++) {
		if (s->fields[0].kind != K_START || !s->fields[0].required)
			faults += fault(s, NULL, "the first field is no required start");
		if ((s->type == TYPE_OTHER) != (s->why != NULL))
			faults += fault(s, NULL, "a reason where none goes, or none");
		if (schemawhy(s->table))
			faults += fault(s, NULL, "also known to hold no events");
		for (const struct source *t = schema; t < s; t++) {
			if (s->type == t->type && s->type != TYPE_OTHER && strcmp(s->table, t->table) == 0 && s->fields[1].kind != K_SHAPE)
				faults += fault(s, NULL, "an event twice from one table");
			if (strcmp(s->table, t->table) == 0 && strcmp(s->table, (s - 1)->table) != 0)
				faults += fault(s, NULL, "sources of one table that are no neighbours");
		}
		for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++)
			faults += checkfield(s, f);
	}
	return faults;
}
