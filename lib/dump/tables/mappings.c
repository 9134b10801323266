/* SPDX-License-Identifier: MIT */
/*
 * All mappings: for each type of event its table, and a field for each key, in the order in which
 * the keys are written. kind.h explains the kinds of fields.
 */
#include "schema.h"

#define FIELDS(...) (const struct field[]){ __VA_ARGS__, { 0 } }
#define EVENT(type, table, ...) { TYPE_##type, table, false, false, FIELDS(__VA_ARGS__), NULL }
#define CUPTI_EVENT(type, table, ...) { TYPE_##type, table, true, false, FIELDS(__VA_ARGS__), NULL }
#define SAMPLED_EVENT(type, table, ...) \
	{ TYPE_##type, table, false, true, FIELDS(__VA_ARGS__), NULL }
#define NO_EVENT(table, why, ...) { TYPE_OTHER, table, false, false, FIELDS(__VA_ARGS__), why }

/* A field: its key, its column, and what else its kind needs. */
#define REQ(key, column, kind) { key, column, kind, true, NULL, NULL, NULL }
#define OPT(key, column, kind) { key, column, kind, false, NULL, NULL, NULL }
#define WITH(key, column, kind, aux, prefix, by) { key, column, kind, false, aux, prefix, by }
#define ONLY(column, values) { NULL, column, K_ONLY, true, values, NULL, NULL }
#define NOT(column, values) WITH(NULL, column, K_NOT, values, NULL, NULL)
#define SHAPE(column) { NULL, column, K_SHAPE, true, NULL, NULL, NULL }
#define ARGS OPT("args", NULL, K_ARGS)
#define INT(key, column) OPT(key, column, K_INT)
#define UINT(key, column) OPT(key, column, K_UINT)
#define COUNT(key, column) OPT(key, column, K_COUNT)
#define U32(key, column) OPT(key, column, K_U32)
#define REAL(key, column) OPT(key, column, K_REAL)
#define TEXT(key, column) OPT(key, column, K_TEXT)
#define STRING(key, column) OPT(key, column, K_STRING)
#define JSON(key, column) OPT(key, column, K_JSON), OPT(key, column, K_TEXT)
#define CODE(key, column, enumeration) WITH(key, column, K_CODE, enumeration, NULL, NULL)
#define LABEL(key, column, enumeration) WITH(key, column, K_LABEL, enumeration, NULL, NULL)
#define NUMBERED(key, column, prefix) WITH(key, column, K_NUMBERED, NULL, prefix, NULL)
#define SAY(key, text) WITH(key, NULL, K_CONSTANT, NULL, text, NULL)
#define PREFIXED(key, column, enumeration, prefix) \
	WITH(key, column, K_LABEL, enumeration, prefix, NULL)
#define LOOK(key, column, by, query) WITH(key, column, K_LOOKUP, query, NULL, by)
#define STACK(column, table) WITH("stack", column, K_STACK, table, NULL, NULL)

/* Fields that many events have. */
#define POINT REQ("ts", "start", K_START)
#define STAMP REQ("ts", "timestamp", K_START)
#define STOP REQ("dur", "end", K_STOP)
#define SPAN POINT, STOP
#define NAME(column, style) WITH("name", column, K_STRING, style, NULL, NULL)
#define TITLE(text) SAY("name", text)
#define THREAD OPT("tid", "globalTid", K_THREAD)
#define ENDTHREAD OPT("endtid", "endGlobalTid", K_ENDTHREAD)
#define PROCESS OPT("pid", "globalPid", K_PROCESS)
#define DEVICE(column) OPT("device", column, K_DEVICE)
#define GPU OPT("gpu", "gpu", K_GPU)
#define DOMAIN OPT("domain", "domainId", K_DOMAIN)
#define CORR COUNT("corr", "correlationId")
#define CALL SPAN, NAME("nameId", NULL), THREAD
#define TEXTCALL SPAN, NAME("textId", NULL), THREAD
#define STREAM \
	PROCESS, DEVICE("deviceId"), OPT("context", "contextId", K_CONTEXT), \
	OPT("stream", "streamId", K_STREAM), CORR
#define GREEN COUNT("green_context", "greenContextId")
#define UNIT(text) SAY("unit", text)
#define PERIOD OPT("period", "end", K_PERIOD)

const struct mapping schema[] = {
#define NVTX_NAME TEXT("name", "text"), STRING("name", "textId")
#define NVTX_VALUE \
	OPT("category", "category", K_CATEGORY), OPT("color", "color", K_COLOR), \
	UINT("payload", "uint64Value"), INT("payload", "int64Value"), \
	REAL("payload", "doubleValue"), INT("payload", "uint32Value"), \
	INT("payload", "int32Value"), REAL("payload", "floatValue")
#define NVTX_ARGS \
	NVTX_VALUE, JSON("payload", "jsonText"), OPT("payload", "jsonTextId", K_JSON), \
	STRING("payload", "jsonTextId"), OPT("payload", "binaryData", K_PAYLOAD)

	EVENT(NVTX, "NVTX_EVENTS",
	    SPAN, ONLY("eventType", "59 60"), NVTX_NAME, THREAD, ENDTHREAD, DOMAIN,
	    ARGS, NVTX_ARGS, INT("range_id", "rangeId")),
	EVENT(NVTX_MARK, "NVTX_EVENTS",
	    POINT, ONLY("eventType", "34"), NVTX_NAME, THREAD, DOMAIN,
	    ARGS, NVTX_ARGS),
	EVENT(META, "NVTX_EVENTS",
	    POINT, ONLY("eventType", "33 39 75"), NVTX_NAME, THREAD, DOMAIN,
	    OPT("category", "category", K_CATEGORY)),
	NO_EVENT("NVTX_EVENTS", "the end of a domain", POINT, ONLY("eventType", "76")),
	EVENT(CUDA_API, "CUPTI_ACTIVITY_KIND_RUNTIME",
	    SPAN, NOT("eventClass", "67"), NAME("nameId", NULL), THREAD, CORR,
	    ARGS, COUNT("return", "returnValue"),
	    STACK("(coalesce([callchainId], (SELECT [chain] FROM [nst_backtraces] WHERE "
		"[thread] = [globalTid] AND [corr] = [correlationId])))", "CUDA_CALLCHAINS"),
	    STACK("callchainId", "CUDA_CALLCHAINS")),
	NO_EVENT("CUPTI_ACTIVITY_KIND_RUNTIME", "a backtrace that repeats the call it belongs to",
	    POINT, ONLY("eventClass", "67")),
	CUPTI_EVENT(CUDA_SYNC, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
	    SPAN, LABEL("name", "(([streamId] = 4294967295) * 2 + ([eventId] = 4294967295))",
		"cuda-sync"),
	    STREAM,
	    ARGS, REQ("event", "eventId", K_U32), U32("event_sync", "eventSyncId"), GREEN),
	EVENT(OSRT, "OSRT_API",
	    CALL,
	    ARGS, COUNT("return", "returnValue"), COUNT("nesting", "nestingLevel"),
	    STACK("callchainId", "OSRT_CALLCHAINS")),
	EVENT(SCHED, "SCHED_EVENTS",
	    POINT, LABEL("name", "isSchedIn", "sched"), THREAD,
	    ARGS, INT("cpu", "cpu"), CODE("state", "threadState", "ENUM_SAMPLING_THREAD_STATE"),
	    LABEL("block", "threadBlock", "ENUM_SCHEDULING_THREAD_BLOCK")),
	CUPTI_EVENT(GRAPH, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
	    SPAN, NUMBERED("name", "graphId", "Graph "), STREAM,
	    ARGS, INT("graph", "graphId"), INT("graph_exec", "graphExecId"), GREEN),

#define ELEMENT(key, column) OPT(key, column, K_ELEMENT)
#define DIM3(key, column) \
	ELEMENT(key, column "X"), ELEMENT(key, column "Y"), ELEMENT(key, column "Z")

	CUPTI_EVENT(KERNEL, "CUPTI_ACTIVITY_KIND_KERNEL",
	    SPAN, NAME("shortName", "short"), NAME("demangledName", "demangled"),
	    NAME("mangledName", "mangled"), STREAM,
	    ARGS, DIM3("grid", "grid"), DIM3("block", "block"), DIM3("cluster", "cluster"),
	    INT("registers", "registersPerThread"), INT("shared_static", "staticSharedMemory"),
	    INT("shared_dynamic", "dynamicSharedMemory"),
	    INT("shared_executed", "sharedMemoryExecuted"),
	    INT("local_thread", "localMemoryPerThread"), INT("local_total", "localMemoryTotal"),
	    LABEL("launch_type", "launchType", "ENUM_CUDA_KERNEL_LAUNCH_TYPE"),
	    LABEL("cache", "cacheConfig", "ENUM_CUDA_FUNC_CACHE_CONFIG"), INT("grid_id", "gridId"),
	    INT("graph", "graphId"), INT("graph_node", "graphNodeId"), GREEN,
	    COUNT("cluster_policy", "clusterSchedulingPolicy"),
	    COUNT("cluster_size_max", "maxPotentialClusterSize"),
	    COUNT("clusters_max", "maxActiveClusters"),
	    COUNT("shared_percentage", "sharedMemoryRequestedPercentage"),
	    CODE("shared_limit", "sharedMemoryLimitConfig", "ENUM_CUDA_SHARED_MEM_LIMIT_CONFIG"),
	    INT("qmd_bulk_release", "qmdBulkReleaseDone"), INT("qmd_preexit", "qmdPreexitDone"),
	    INT("qmd_last_cta", "qmdLastCtaDone"),
	    WITH("tensor_size", "tensorSizeMinusOneElements", K_JSON, "[]", NULL, NULL),
	    WITH("tensor_size", "tensorSizeMinusOneElements", K_TEXT, "[]", NULL, NULL),
	    WITH("demangled", "demangledName", K_STRING, "both", NULL, NULL)),
	CUPTI_EVENT(MEMCPY, "CUPTI_ACTIVITY_KIND_MEMCPY",
	    SPAN, PREFIXED("name", "copyKind", "ENUM_CUDA_MEMCPY_OPER", "Memcpy "), STREAM,
	    ARGS, INT("bytes", "bytes"), LABEL("kind", "copyKind", "ENUM_CUDA_MEMCPY_OPER"),
	    LABEL("src_kind", "srcKind", "ENUM_CUDA_MEM_KIND"),
	    LABEL("dst_kind", "dstKind", "ENUM_CUDA_MEM_KIND"), INT("src_device", "srcDeviceId"),
	    INT("src_context", "srcContextId"), INT("dst_device", "dstDeviceId"),
	    INT("dst_context", "dstContextId"),
	    LABEL("cause", "migrationCause", "ENUM_CUDA_UNIF_MEM_MIGRATION"),
	    UINT("address", "virtualAddress"), COUNT("copies", "copyCount"),
	    INT("graph_node", "graphNodeId"), GREEN),
	CUPTI_EVENT(MEMSET, "CUPTI_ACTIVITY_KIND_MEMSET",
	    SPAN, TITLE("Memset"), STREAM,
	    ARGS, INT("bytes", "bytes"), INT("value", "value"),
	    LABEL("kind", "memKind", "ENUM_CUDA_MEM_KIND"), INT("graph_node", "graphNodeId"),
	    GREEN),

	/* CUDA, continued */
	EVENT(GRAPH_CREATE, "CUDA_GRAPH_EVENTS",
	    POINT, SHAPE("graphId"), STOP, NAME("nameId", NULL), THREAD,
	    ARGS, LABEL("kind", "eventClass", "graph-create"), INT("graph", "graphId"),
	    INT("original", "originalGraphId"), INT("graph_exec", "graphExecId")),
	EVENT(GRAPH_NODE, "CUDA_GRAPH_EVENTS",
	    POINT, SHAPE("graphNodeId"), STOP, NAME("nameId", NULL), THREAD,
	    ARGS, INT("graph_node", "graphNodeId"), INT("original", "originalGraphNodeId")),
	EVENT(GRAPH_NODE, "CUDA_GRAPH_NODE_EVENTS",
	    CALL,
	    ARGS, INT("graph_node", "graphNodeId"), INT("original", "originalGraphNodeId")),
	CUPTI_EVENT(CUDA_EVENT, "CUPTI_ACTIVITY_KIND_CUDA_EVENT",
	    REQ("ts", "nst_time", K_START), NUMBERED("name", "eventId", "Event "), STREAM,
	    ARGS, REQ("event", "eventId", K_U32), U32("event_sync", "eventSyncId"),
	    LABEL("clock", "nst_clock", "cuda-event"), GREEN),
	EVENT(HOST_CALLBACK, "CUDA_HOST_CALLBACK", CALL, CORR),
	CUPTI_EVENT(HOST_LAUNCH, "CUPTI_ACTIVITY_KIND_GRAPH_HOST_NODE_AND_HOST_LAUNCH",
	    SPAN, TITLE("Host function"), STREAM,
	    ARGS, INT("graph", "graphId"), INT("graph_node", "graphNodeId"), GREEN),
	CUPTI_EVENT(DECOMPRESS, "CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS",
	    SPAN, TITLE("Decompress"), STREAM,
	    ARGS, INT("bytes", "sourceBytes"), INT("operations", "NumberOfOperations"),
	    INT("channel", "ChannelID")),
#define OVERHEAD LABEL("kind", "overheadType", "ENUM_CUPTI_OVERHEAD_TYPE")
	EVENT(JIT, "CUPTI_ACTIVITY_KIND_JIT",
	    CALL, DEVICE("deviceId"), CORR,
	    ARGS, OVERHEAD, LABEL("entry", "jitEntryType", "ENUM_CUPTI_JIT_ENTRY_TYPE"),
	    LABEL("operation", "jitOperationType", "ENUM_CUPTI_JIT_OPERATION_TYPE"),
	    INT("operation_id", "jitOperationCorrelationId"), INT("cache_bytes", "cacheSize"),
	    TEXT("cache_path", "cachePath")),
	EVENT(OVERHEAD, "CUPTI_ACTIVITY_KIND_OVERHEAD",
	    CALL, CORR,
	    ARGS, OVERHEAD, SAY("origin", "CUDA")),
	EVENT(OVERHEAD, "PROFILER_OVERHEAD", CALL, ARGS, OVERHEAD, COUNT("return", "returnValue")),
	EVENT(UM_FAULT, "CUDA_UM_CPU_PAGE_FAULT_EVENTS",
	    POINT, TITLE("CPU page fault"), PROCESS,
	    ARGS, UINT("address", "address"), UINT("pc", "originalFaultPc"),
	    STRING("function", "CpuInstruction"), STRING("module", "module"),
	    STRING("file", "sourceFile"), COUNT("line", "sourceLine"),
	    COUNT("unresolved", "unresolvedFaultPc")),
	EVENT(UM_FAULT, "CUDA_UM_GPU_PAGE_FAULT_EVENTS",
	    SPAN, TITLE("GPU page fault"), PROCESS, DEVICE("deviceId"),
	    ARGS, UINT("address", "address"), INT("faults", "numberOfPageFaults"),
	    LABEL("access", "faultAccessType", "ENUM_CUDA_UNIF_MEM_ACCESS_TYPE")),

#define BLOCK_KEYS \
	PROCESS, DEVICE("deviceId"), CORR, ARGS, INT("sm", "SMId"), INT("block", "BlockID")
#define BLOCK_ARGS COUNT("graph_node", "nodeId"), INT("ugpu", "UGPUId"), INT("cga", "CGAId")
	EVENT(BLOCK, "CUPTI_ACTIVITY_KIND_BLOCK_TRACE",
	    SPAN, NUMBERED("name", "BlockID", "Block "), BLOCK_KEYS,
	    BLOCK_ARGS),
	EVENT(BLOCK, "CUPTI_ACTIVITY_KIND_BLOCK_PHASE_TRACE",
	    SPAN, NUMBERED("name", "BlockID", "Block "), BLOCK_KEYS,
	    INT("phase_start", "phase1Timestamp"), INT("phase_end", "phase2Timestamp"),
	    BLOCK_ARGS),
	EVENT(BLOCK, "CUPTI_ACTIVITY_KIND_WARP_TRACE",
	    SPAN, NUMBERED("name", "WarpID", "Warp "), BLOCK_KEYS, INT("warp", "WarpID"),
	    BLOCK_ARGS),
	EVENT(BLOCK, "CUPTI_ACTIVITY_KIND_WARP_PHASE_TRACE",
	    SPAN, NUMBERED("name", "WarpID", "Warp "), BLOCK_KEYS, INT("warp", "WarpID"),
	    INT("event", "EventName"), LABEL("kind", "eventType", "warp-phase"),
	    INT("count", "InternalEventCount"), TEXT("ids", "WarpEventIds"),
	    TEXT("offsets", "WarpEventTimestampOffsets"),
	    BLOCK_ARGS),

	/* CPU */
	EVENT(SAMPLE, "COMPOSITE_EVENTS",
	    POINT, STRING("name", "(SELECT c.[symbol] FROM [SAMPLING_CALLCHAINS] c WHERE "
		"c.[id] = [COMPOSITE_EVENTS].[id] AND c.[stackDepth] = 0)"),
	    THREAD,
	    ARGS, INT("cpu", "cpu"), CODE("state", "threadState", "ENUM_SAMPLING_THREAD_STATE"),
	    INT("cycles", "cpuCycles"), STACK("id", "SAMPLING_CALLCHAINS")),
	EVENT(SYSCALL, "SYSCALL", CALL, ARGS, STACK("callchainId", "SYSCALL_CALLCHAINS")),
	EVENT(FILE_ACCESS, "OSRT_FILE_ACCESS_EVENTS",
	    REQ("ts", "startedAt", K_START), REQ("dur", "endedAt", K_STOP), NAME("apiCallId", NULL),
	    OPT("tid", "nst_thread", K_THREAD),
	    ARGS, LABEL("kind", "eventType", "ENUM_OSRT_FILE_ACCESS_EVENT_TYPE"),
	    TEXT("file", "nst_path"), INT("bytes", "bytesProcessed"),
	    INT("file_id", "fileAccessId"),
	    WITH("context", "context", K_TEXT, "", NULL, NULL)),
	EVENT(CUDNN, "CUDNN_EVENTS", CALL),
	EVENT(CUBLAS, "CUBLAS_EVENTS", CALL),

#define ON_NVIDIA(column) "(CASE [DeviceType] WHEN 4 THEN [" column "] END)"
#define OPENACC \
	CALL, DEVICE(ON_NVIDIA("cuDeviceId")), \
	OPT("context", ON_NVIDIA("cuContextId"), K_CONTEXT), \
	OPT("stream", ON_NVIDIA("cuStreamId"), K_STREAM), CORR, \
	ARGS, LABEL("event", "eventKind", "ENUM_OPENACC_EVENT_KIND"), \
	LABEL("device_type", "DeviceType", "ENUM_OPENACC_DEVICE"), \
	STRING("file", "srcFile"), STRING("function", "funcName"), COUNT("line", "lineNo")
	EVENT(OPENACC, "CUPTI_ACTIVITY_KIND_OPENACC_DATA",
	    OPENACC, INT("bytes", "bytes"), STRING("variable", "varName")),
	EVENT(OPENACC, "CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH",
	    OPENACC, STRING("kernel", "kernelName"), INT("gangs", "numGangs"),
	    INT("workers", "numWorkers"), INT("vector", "vectorLength")),
	EVENT(OPENACC, "CUPTI_ACTIVITY_KIND_OPENACC_OTHER", OPENACC),

#define OPENMP(table, ...) \
	EVENT(OPENMP, "OPENMP_EVENT_KIND_" table, \
	    CALL, ARGS, LABEL("event", "eventKind", "ENUM_OPENMP_EVENT_KIND"), __VA_ARGS__)
#define PARALLEL INT("parallel", "parallelId")
#define TASK INT("task", "taskId")
#define WAIT LABEL("kind", "kind", "ENUM_OPENMP_MUTEX"), UINT("wait", "waitId")
	OPENMP("THREAD", INT("thread", "threadId"),
	    LABEL("kind", "threadType", "ENUM_OPENMP_THREAD")),
	OPENMP("PARALLEL", PARALLEL, INT("parent", "parentTaskId")),
	OPENMP("SYNC_REGION", LABEL("kind", "kind", "ENUM_OPENMP_SYNC_REGION"), PARALLEL, TASK),
	OPENMP("SYNC_REGION_WAIT", LABEL("kind", "kind", "ENUM_OPENMP_SYNC_REGION"), PARALLEL,
	    TASK),
	OPENMP("TASK", LABEL("kind", "kind", "ENUM_OPENMP_TASK_FLAG"), PARALLEL, TASK),
	OPENMP("MASTER", PARALLEL, TASK),
	OPENMP("REDUCTION", PARALLEL, TASK),
	OPENMP("TASK_CREATE", INT("parent", "parentTaskId"), INT("task", "newTaskId")),
	OPENMP("TASK_SCHEDULE", LABEL("status", "priorTaskStatus", "ENUM_OPENMP_TASK_STATUS"),
	    PARALLEL, INT("prior", "priorTaskId"), INT("next", "nextTaskId")),
	OPENMP("CANCEL", TASK),
	OPENMP("MUTEX_WAIT", WAIT, TASK),
	OPENMP("CRITICAL_SECTION", WAIT),
	OPENMP("MUTEX_RELEASED", WAIT, TASK),
	OPENMP("LOCK_INIT", WAIT),
	OPENMP("LOCK_DESTROY", WAIT),
	OPENMP("WORKSHARE", LABEL("kind", "kind", "ENUM_OPENMP_WORK"), PARALLEL, TASK,
	    INT("count", "count")),
	OPENMP("DISPATCH", LABEL("kind", "kind", "ENUM_OPENMP_DISPATCH"), PARALLEL, TASK),
	OPENMP("FLUSH", INT("thread", "threadId")),

#define MPI_ARGS \
	ARGS, LOOK("rank", "globalTid", NULL, \
	    "SELECT [rank] FROM [MPI_RANKS] NOT INDEXED WHERE [globalTid] = ?1")
#define MPI_COMM UINT("communicator", "commUid"), UINT("communicator", "commHandle")
	EVENT(MPI, "MPI_P2P_EVENTS",
	    TEXTCALL,
	    MPI_ARGS, MPI_COMM, INT("bytes", "size"), INT("tag", "tag"), INT("peer", "remoteRank"),
	    UINT("request", "requestHandle")),
	EVENT(MPI, "MPI_COLLECTIVES_EVENTS",
	    TEXTCALL,
	    MPI_ARGS, MPI_COMM, INT("bytes", "size"), INT("bytes_received", "recvSize"),
	    INT("root", "rootRank"), UINT("request", "requestHandle")),
	EVENT(MPI, "MPI_START_WAIT_EVENTS", TEXTCALL, MPI_ARGS, UINT("request", "requestHandle")),
	EVENT(MPI, "MPI_OTHER_EVENTS", TEXTCALL, MPI_ARGS),

#define UCX_ARGS \
	ARGS, LOOK("worker", "globalTid", NULL, \
	    "SELECT [workerUid] FROM [UCP_WORKERS] NOT INDEXED WHERE [globalTid] = ?1")
#define UCX_MESSAGE \
	INT("bytes", "packedSize"), UINT("peer", "peerWorkerUid"), UINT("tag", "tag"), \
	UINT("address", "bufferAddr")
	EVENT(UCX, "UCP_SUBMIT_EVENTS", TEXTCALL, UCX_ARGS, UCX_MESSAGE),
	EVENT(UCX, "UCP_PROGRESS_EVENTS", TEXTCALL, UCX_ARGS, UCX_MESSAGE),
	EVENT(UCX, "UCP_EVENTS", TEXTCALL, UCX_ARGS),

	EVENT(NVVIDEO, "NVVIDEO_ENCODER_API",
	    CALL,
	    ARGS, SAY("interface", "Encoder"), INT("api", "apiId")),
	EVENT(NVVIDEO, "NVVIDEO_DECODER_API",
	    CALL,
	    ARGS, SAY("interface", "Decoder"), INT("api", "apiId")),
	EVENT(NVVIDEO, "NVVIDEO_JPEG_API", CALL, ARGS, SAY("interface", "JPEG")),
	EVENT(NVVIDEO, "TRACE_PROCESS_EVENT_NVMEDIA",
	    CALL,
	    ARGS, SAY("interface", "NvMedia"), COUNT("corr", "correlationId")),
	EVENT(NVVIDEO, "TEGRA_INTERNAL_API_CALLS", CALL, ARGS, SAY("interface", "Tegra")),
	EVENT(NVTX, "NVTXT_EVENTS",
	    SPAN, ONLY("eventType", "70 71"), TEXT("name", "text"), THREAD, DOMAIN,
	    ARGS, NVTX_VALUE, STRING("source", "sourceId")),
	EVENT(NVTX_MARK, "NVTXT_EVENTS",
	    POINT, ONLY("eventType", "65"), TEXT("name", "text"), THREAD, DOMAIN,
	    ARGS, NVTX_VALUE, STRING("source", "sourceId")),
	NO_EVENT("NVTXT_EVENTS", "names of categories, threads and processes",
	    POINT, ONLY("eventType", "64 72 73 74")),
	EVENT(NIC_EVENT, "NET_IB_SWITCH_CONGESTION_EVENT",
	    POINT, LABEL("name", "congestionType", "ENUM_NET_IB_CONGESTION_EVENT_TYPE"),
	    TITLE("Congestion"),
	    ARGS, UINT("switch", "globalId"), INT("source_lid", "packetSLID"),
	    INT("destination_lid", "packetDLID"), INT("level", "packetSL"),
	    INT("opcode", "packetOpCode"), INT("source_qp", "packetSourceQP"),
	    INT("destination_qp", "packetDestinationQP"), INT("ingress", "switchIngressPort"),
	    INT("egress", "switchEgressPort")),
	/* The profiler itself speaks for process 0 of no machine. */
	EVENT(DIAGNOSTIC, "DIAGNOSTIC_EVENT",
	    STAMP, TEXT("name", "text"),
	    OPT("pid", "(CASE WHEN [globalPid] & 0xFFFFFF000000 THEN [globalPid] END)", K_PROCESS),
	    ARGS, LABEL("severity", "severity", "ENUM_DIAGNOSTIC_SEVERITY_LEVEL"),
	    LABEL("source", "source", "ENUM_DIAGNOSTIC_SOURCE_TYPE"),
	    LABEL("clock", "timestampType", "diagnostic-clock")),

	/* graphics */
#define GRAPHICS_CORR COUNT("corr", "correlationId"), COUNT("corr_end", "endCorrelationId")
#define OPENGL \
	GRAPHICS_CORR, STRING("last", "endNameId"), COUNT("return", "returnValue"), \
	INT("frame", "frameId"), UINT("context", "contextId"), INT("display", "display")
#define MARKER OPT("color", "color", K_COLOR), STRING("text", "textId")
#define DIRECTX \
	ARGS, GRAPHICS_CORR, UINT("context", "shortContextId"), INT("frame", "frameId"), MARKER
#define DIRECT12 \
	DIRECTX, LABEL("list", "commandListType", "ENUM_D3D12_CMD_LIST_TYPE"), \
	STRING("object", "objectNameId"), TEXT("object", "objectName"), \
	UINT("address", "longContextId")

	EVENT(OPENGL, "OPENGL_API",
	    CALL, ENDTHREAD, GPU,
	    ARGS, OPENGL),
	EVENT(OPENGL, "KHR_DEBUG_EVENTS",
	    POINT, REQ("dur", "end", K_CLOSE), NAME("textId", NULL), THREAD,
	    ARGS, COUNT("corr", "correlationId"), UINT("context", "context"),
	    LABEL("source", "source", "ENUM_OPENGL_DEBUG_SOURCE"),
	    LABEL("kind", "khrdType", "ENUM_OPENGL_DEBUG_TYPE"),
	    LABEL("severity", "severity", "ENUM_OPENGL_DEBUG_SEVERITY"), INT("id", "id")),
	EVENT(OPENGL_GPU, "OPENGL_WORKLOAD",
	    CALL, ENDTHREAD, GPU,
	    ARGS, OPENGL),
	EVENT(VULKAN, "VULKAN_API",
	    CALL,
	    ARGS, GRAPHICS_CORR, UINT("context", "contextId"), STRING("object", "objectNameId"),
	    UINT("address", "interfaceAddress")),
	EVENT(VULKAN, "VULKAN_DEBUG_API",
	    CALL,
	    ARGS, GRAPHICS_CORR, UINT("context", "contextId"), MARKER),
	EVENT(VULKAN_GPU, "VULKAN_WORKLOAD",
	    CALL, GPU,
	    ARGS, GRAPHICS_CORR, UINT("context", "contextId"), MARKER),
	EVENT(DX12, "DX12_API", CALL, DIRECT12),
	EVENT(DX12, "D3D12_PIX_DEBUG_API", CALL, DIRECT12),
	EVENT(DX12_GPU, "DX12_WORKLOAD", CALL, GPU, DIRECT12),
	EVENT(D3D11, "D3D11_PIX_DEBUG_API", CALL, DIRECTX),
	EVENT(DXGI, "DXGI_API", CALL, DIRECTX),
	EVENT(NVAPI, "NVAPI_API", CALL, ARGS, UINT("address", "longContextId")),
	EVENT(SLI, "SLI_P2P",
	    SPAN, TITLE("Peer-to-Peer transfer"), THREAD, GPU,
	    ARGS, INT("frame", "frameId"), INT("src_gpu", "srcGpu"), INT("dst_gpu", "dstGpu"),
	    INT("bytes", "resourceSize"), COUNT("skipped", "transferSkipped"),
	    TEXT("surface", "logSurfaceNames"), TEXT("object", "debugName"),
	    TEXT("bind", "bindType"), TEXT("regime", "regimeName"),
	    TEXT("function", "transferFuncName"), INT("subresources", "numSubResources"),
	    INT("subresource", "subResourceIdx"), ELEMENT("samples", "smplWidth"),
	    ELEMENT("samples", "smplHeight"), ELEMENT("samples", "smplDepth"),
	    INT("element_bytes", "bytesPerElement"),
	    LABEL("format", "dxgiFormat", "ENUM_DXGI_FORMAT"),
	    LABEL("info", "transferInfo", "ENUM_SLI_TRANSER"),
	    COUNT("early_push", "isEarlyPushManagedByNvApi"),
	    COUNT("async", "useAsyncP2pForResolve")),
	EVENT(SLI, "SLI_QUERIES",
	    SPAN, TITLE("Queries"), THREAD, GPU,
	    ARGS, INT("frame", "frameId"), INT("bytes", "amountOfTransferredData"),
	    INT("transfers", "numberOfTransferEvents"), INT("occlusion_issued", "occQueryIssued"),
	    INT("occlusion_asked", "occQueryAsked"), INT("event_issued", "eventQueryIssued"),
	    INT("event_asked", "eventQueryAsked")),
	EVENT(SLI, "SLI_STATS",
	    SPAN, TITLE("Statistics"), THREAD, GPU,
	    ARGS, INT("frames", "countStats"), INT("complex", "countComplexFrames"),
	    INT("inactive_us", "totalInactiveTime"), INT("push_min", "minPbSize"),
	    INT("push_max", "maxPbSize"), INT("push_total", "totalPbSize")),

	/* GPUs */
#define SWITCHES \
	STAMP, REQ("dur", "nst_end", K_STOP), LABEL("name", "nst_tag", "gpu-context-switch"), \
	PROCESS, OPT("gpu", "gpuId", K_GPU), \
	ARGS, UINT("context", "contextId"), COUNT("vm", "vmId"), INT("sequence", "seqNo")

	EVENT(CONTEXT_SWITCH, "GPU_CONTEXT_SWITCH_EVENTS", SWITCHES),
	EVENT(CONTEXT_SWITCH, "FECS_EVENTS", SWITCHES),
	EVENT(VIDEO_GPU, "GPU_VIDEO_ENGINE_WORKLOAD",
	    SPAN, LABEL("name", "engineType", "ENUM_VIDEO_ENGINE_TYPE"), PROCESS,
	    ARGS, INT("engine", "engineId"), LABEL("codec", "codecId", "ENUM_VIDEO_ENGINE_CODEC"),
	    INT("api", "apiId"), UINT("context", "contextId")),
	EVENT(VIDEO_GPU, "GPU_VIDEO_ENGINE_MISSING",
	    SPAN, TITLE("Missing"),
	    ARGS, INT("count", "rangeCount")),

	/* counters */
/* The name ends with the unit in brackets: GPC Clock Frequency [MHz]. */
#define METRIC_OF(names) " FROM [" names "] NOT INDEXED WHERE [metricId] = ?1 AND [typeId] = ?2"
#define METRIC_NAME(names) \
	LOOK("name", "metricId", "typeId", "SELECT [metricName] || ''" METRIC_OF(names)), \
	NUMBERED("name", "metricId", "Metric ")
#define METRIC_UNIT(names) \
	ARGS, LOOK("unit", "metricId", "typeId", \
	    "SELECT rtrim(substr([metricName], instr([metricName], '[') + 1), ']')" \
	    METRIC_OF(names) " AND [metricName] GLOB '*[[]?*]'")

	SAMPLED_EVENT(GPU_METRIC, "GPU_METRICS",
	    STAMP, METRIC_NAME("TARGET_INFO_GPU_METRICS"), OPT("gpu", "typeId", K_TYPEGPU),
	    REQ("value", "value", K_NUMBER), METRIC_UNIT("TARGET_INFO_GPU_METRICS")),
	SAMPLED_EVENT(GPU_MEMORY, "CUDA_GPU_MEMORY_USAGE_EVENTS",
	    POINT, PREFIXED("name", "memKind", "ENUM_CUDA_MEM_KIND", "Memory in use: "),
	    STREAM, REQ("value", "nst_used", K_INT),
	    ARGS, UNIT("B"),
	    LABEL("operation", "memoryOperationType", "ENUM_CUDA_DEV_MEM_EVENT_OPER"),
	    INT("bytes", "bytes"), LABEL("kind", "memKind", "ENUM_CUDA_MEM_KIND"),
	    UINT("address", "address"), UINT("pc", "pc"), TEXT("variable", "name"),
	    UINT("pool", "localMemoryPoolAddress"), INT("pool_bytes", "localMemoryPoolSize"),
	    INT("pool_used", "localMemoryPoolUtilizedSize"),
	    UINT("pool_threshold", "localMemoryPoolReleaseThreshold"),
	    UINT("imported_pool", "importedMemoryPoolAddress"),
	    INT("imported_pid", "importedMemoryPoolProcessId")),
	SAMPLED_EVENT(GPU_POOL, "CUDA_GPU_MEMORY_POOL_EVENTS",
	    POINT, TITLE("Memory pool"), PROCESS, DEVICE("deviceId"), CORR,
	    INT("value", "localMemoryPoolSize"),
	    ARGS, UNIT("B"), LABEL("operation", "operationType", "ENUM_CUDA_MEMPOOL_OPER"),
	    LABEL("kind", "poolType", "ENUM_CUDA_MEMPOOL_TYPE"), UINT("pool", "address"),
	    INT("pool_used", "localMemoryPoolUtilizedSize"),
	    UINT("pool_threshold", "localMemoryPoolReleaseThreshold"),
	    INT("keep_bytes", "minBytesToKeep")),
	SAMPLED_EVENT(SOC_METRIC, "SOC_METRICS",
	    STAMP, METRIC_NAME("TARGET_INFO_SOC_METRICS"), REQ("value", "value", K_NUMBER),
	    METRIC_UNIT("TARGET_INFO_SOC_METRICS")),
	SAMPLED_EVENT(SOC_METRIC, "UNCORE_PMU_EVENTS",
	    POINT, LABEL("name", "nst_type", "ENUM_NSYS_EVENT_TYPE"),
	    REQ("value", "nst_value", K_NUMBER),
	    ARGS, INT("cluster", "clusterId"), INT("raw", "nst_raw"), PERIOD),
	SAMPLED_EVENT(SOC_METRIC, "BANDWIDTH_USAGE_EVENTS",
	    POINT, NUMBERED("name", "nst_idx", "Memory client "),
	    REQ("value", "nst_value", K_NUMBER),
	    ARGS, PERIOD),

#define PERF_OF " FROM [TARGET_INFO_PERF_METRIC] NOT INDEXED WHERE [id] = ?1"
#define PERF_NAME(column) \
	LOOK("name", column, NULL, "SELECT coalesce([displayName], [name]) || ''" PERF_OF), \
	LOOK("name", column, NULL, "SELECT [name] || ''" PERF_OF), \
	NUMBERED("name", column, "Metric ")
#define PERF_ARGS(column) \
	ARGS, LOOK("unit", column, NULL, "SELECT [unit]" PERF_OF), \
	LOOK("component", "componentId", NULL, "SELECT [name] || coalesce(' ' || [instance], '') " \
	    "FROM [TARGET_INFO_COMPONENT] NOT INDEXED WHERE [componentId] = ?1"), \
	NUMBERED("component", "componentId", "Component "), PERIOD
#define PERF_RAW \
	POINT, PERF_NAME("eventId"), REQ("value", "count", K_NUMBER), PERF_ARGS("eventId")
#define PERF_METRIC \
	POINT, PERF_NAME("metricId"), REQ("value", "value", K_NUMBER), PERF_ARGS("metricId")
	SAMPLED_EVENT(CPU_METRIC, "PERF_EVENT_SOC_OR_CPU_RAW_EVENT", PERF_RAW),
	SAMPLED_EVENT(CPU_METRIC, "PERF_EVENT_CPU_RAW_EVENT", PERF_RAW),
	SAMPLED_EVENT(CPU_METRIC, "PERF_EVENT_SOC_OR_CPU_METRIC_EVENT", PERF_METRIC),
	SAMPLED_EVENT(CPU_METRIC, "PERF_EVENT_CPU_METRIC_EVENT", PERF_METRIC),
	SAMPLED_EVENT(CPU_METRIC, "PMU_EVENTS",
	    POINT, LOOK("name", "nst_idx", NULL,
		"SELECT [event_name] FROM [PMU_EVENT_REQUESTS] NOT INDEXED WHERE [id] = ?1"),
	    NUMBERED("name", "nst_idx", "Counter "), REQ("value", "nst_value", K_NUMBER),
	    ARGS, INT("cpu", "cpu"), PERIOD),

#define NETWORK_OF \
	" FROM [TARGET_INFO_NETWORK_METRICS] NOT INDEXED " \
	"WHERE [metricsIdx] = ?1 AND [metricsListId] = ?2"
#define NETWORK \
	POINT, LOOK("name", "metricsIdx", "metricsListId", "SELECT [name] || ''" NETWORK_OF), \
	NUMBERED("name", "metricsIdx", "Metric "), REQ("value", "value", K_NUMBER), \
	ARGS, LOOK("unit", "metricsIdx", "metricsListId", "SELECT [unit]" NETWORK_OF)
#define NIC_NAME "SELECT [name] FROM [TARGET_INFO_NIC_INFO] NOT INDEXED WHERE "
	SAMPLED_EVENT(NIC_METRIC, "NET_NIC_METRIC",
	    NETWORK,
	    LOOK("nic", "globalId", NULL, NIC_NAME "[nicId] = "
		"(SELECT [nicId] FROM [NIC_ID_MAP] NOT INDEXED WHERE [globalId] = ?1)"),
	    LOOK("nic", "globalId", NULL, NIC_NAME "[GUID] = ?1"),
	    LOOK("nic", "globalId", NULL, NIC_NAME "[globalId] = ?1"),
	    NUMBERED("nic", "globalId", ""), INT("port", "portId"), PERIOD),
	SAMPLED_EVENT(NIC_METRIC, "NET_IB_SWITCH_METRIC",
	    NETWORK, UINT("switch", "globalId"), INT("port", "portId"), PERIOD),

	/* whatever else */
#define TYPE_NAME \
	LOOK("name", "typeId", NULL, "SELECT nst_string([nameId]) FROM " \
	    "[GENERIC_EVENT_TYPES] NOT INDEXED WHERE [typeId] = ?1")

	SAMPLED_EVENT(GENERIC, "GENERIC_EVENTS",
	    STAMP, TYPE_NAME, NUMBERED("name", "typeId", "Type "), THREAD,
	    ARGS,
	    LOOK("source", "typeId", NULL,
		"SELECT nst_string(o.[nameId]) FROM [GENERIC_EVENT_TYPES] t NOT INDEXED "
		"JOIN [GENERIC_EVENT_SOURCES] o NOT INDEXED USING ([sourceId]) "
		"WHERE t.[typeId] = ?1"),
	    OPT("data", "nst_data", K_JSON), JSON("data", "data")),
	EVENT(ETW, "ETW_EVENTS",
	    STAMP, SHAPE("typeId"), TYPE_NAME, NUMBERED("name", "typeId", "Type "), THREAD,
	    ARGS,
	    LOOK("provider", "typeId", NULL,
		"SELECT nst_string([etwProviderNameId]) FROM [GENERIC_EVENT_TYPES] NOT INDEXED "
		"WHERE [typeId] = ?1"),
	    INT("opcode", "opcode"), JSON("data", "data")),
	EVENT(ETW, "ETW_EVENTS",
	    STAMP, SHAPE("providerId"),
	    LOOK("name", "taskId", "providerId",
		"SELECT nst_string([taskNameId]) FROM [ETW_TASKS] NOT INDEXED "
		"WHERE [taskId] = ?1 AND [providerId] = ?2"),
	    NUMBERED("name", "taskId", "Task "),
	    OPT("tid", "(281474976710656 | (([processId] & 0xFFFFFF) << 24) | "
		"([threadId] & 0xFFFFFF))", K_THREAD),
	    ARGS,
	    LOOK("provider", "providerId", NULL,
		"SELECT nst_string([providerNameId]) FROM [ETW_PROVIDERS] NOT INDEXED "
		"WHERE [providerId] = ?1"),
	    INT("event", "eventId"), INT("version", "version"), INT("opcode", "opcode"),
	    JSON("data", "data")),
	EVENT(ETW, "ETW_EVENTS_DEPRECATED_TABLE",
	    SPAN, NAME("taskName", NULL), THREAD,
	    ARGS, STRING("provider", "providerName"), STRING("description", "description")),

#define WDDM(table, text, ...) \
	EVENT(ETW, "WDDM_" table "_EVENTS", SPAN, TITLE(text), THREAD, GPU, ARGS, __VA_ARGS__)
#define PACKET \
	UINT("context", "context"), LABEL("packet", "packetType", "ENUM_WDDM_PACKET_TYPE"), \
	LABEL("engine", "engineType", "ENUM_WDDM_ENGINE_TYPE")
#define QUEUE \
	UINT("queue", "pagingQueue"), UINT("packet", "pagingQueuePacket"), \
	INT("sequence", "sequenceId")
	WDDM("EVICT_ALLOCATION", "EvictAllocation", UINT("handle", "allocationHandle")),
	WDDM("PAGING_QUEUE_PACKET_START", "PagingQueuePacketStart", QUEUE,
	    LABEL("operation", "vidMmOpType", "ENUM_WDDM_VIDMM_OP_TYPE"),
	    LABEL("kind", "pagingQueueType", "ENUM_WDDM_PAGING_QUEUE_TYPE"),
	    UINT("allocation", "alloc"), UINT("dxg_device", "dxgDevice"),
	    UINT("dxg_adapter", "dxgAdapter")),
	WDDM("PAGING_QUEUE_PACKET_STOP", "PagingQueuePacketStop", QUEUE),
	WDDM("PAGING_QUEUE_PACKET_INFO", "PagingQueuePacketInfo", QUEUE),
	WDDM("QUEUE_PACKET_START", "QueuePacketStart", PACKET, INT("submission", "submitSequence"),
	    COUNT("present", "present"), INT("bytes", "dmaBufferSize"),
	    UINT("queue_packet", "queuePacket"), UINT("dma_buffer", "dmaBuffer"),
	    INT("allocations", "allocationListSize"), INT("patches", "patchLocationListSize"),
	    UINT("fence", "progressFenceValue"), UINT("fence_object", "syncObject")),
	WDDM("QUEUE_PACKET_STOP", "QueuePacketStop", PACKET, INT("submission", "submitSequence"),
	    COUNT("preempted", "preempted"), COUNT("timed_out", "timeouted"),
	    UINT("queue_packet", "queuePacket")),
	WDDM("QUEUE_PACKET_INFO", "QueuePacketInfo", PACKET, INT("submission", "submitSequence")),
	WDDM("DMA_PACKET_START", "DmaPacketStart", PACKET, INT("submission", "uliSubmissionId"),
	    INT("queue_submission", "ulQueueSubmitSequence"),
	    UINT("queue_context", "queuePacketContext"), UINT("dma_buffer", "dmaBuffer"),
	    INT("quantum", "quantumStatus")),
	WDDM("DMA_PACKET_STOP", "DmaPacketStop", PACKET, INT("completion", "uliCompletionId"),
	    COUNT("preempted", "preempted"), INT("queue_submission", "ulQueueSubmitSequence")),
	WDDM("DMA_PACKET_INFO", "DmaPacketInfo", PACKET, INT("completion", "uliCompletionId"),
	    LABEL("interrupt", "interruptType", "ENUM_WDDM_INTERRUPT_TYPE"),
	    UINT("fault_address", "faultedVirtualAddress"),
	    UINT("fault_process", "faultedProcessHandle"), UINT("fault_flags", "pageFaultFlags"),
	    INT("queue_submission", "ulQueueSubmitSequence"), INT("quantum", "quantumStatus")),
	WDDM("HW_QUEUE", "HwQueueStart", UINT("context", "context"), UINT("queue", "hwQueue"),
	    UINT("parent", "parentDxgHwQueue")),
	EVENT(ETW, "MEMORY_TRANSFER_EVENTS",
	    POINT, LABEL("name", "memoryTransferType", "ENUM_ETW_MEMORY_TRANSFER_TYPE"), THREAD,
	    GPU,
	    ARGS, INT("bytes", "size"), UINT("handle", "allocationGlobalHandle"),
	    INT("event", "eventId"), INT("task", "taskId"), INT("offset", "offset"),
	    UINT("dma_buffer", "dmaBuffer")),
	EVENT(ETW, "NV_LOAD_BALANCE_MASTER_EVENTS",
	    SPAN, TEXT("name", "task"), THREAD, GPU,
	    ARGS, LABEL("event", "eventId", "ENUM_NVDRIVER_EVENT_ID"), INT("frame", "frameCount"),
	    REAL("frame_time", "frameTime"), REAL("frame_time_average", "averageFrameTime"),
	    REAL("latency", "averageLatency"), REAL("idle_percent", "idlePercent"),
	    REAL("latency_min", "minLatency"), REAL("queued_frames_average", "averageQueuedFrames"),
	    REAL("active_ms", "totalActiveMs"), REAL("idle_ms", "totalIdleMs"),
	    COUNT("frame_ahead", "isGPUAlmostOneFrameAhead")),
	EVENT(ETW, "NV_LOAD_BALANCE_EVENTS",
	    SPAN, TEXT("name", "task"), THREAD, GPU,
	    ARGS, LABEL("event", "eventId", "ENUM_NVDRIVER_EVENT_ID"), REAL("fps", "averageFPS"),
	    REAL("queued_frames", "queuedFrames"), REAL("cpu_time", "currentCPUTime"),
	    REAL("stall_time", "averageStallTime"),
	    REAL("queued_frames_average", "averageQueuedFrames"),
	    REAL("cpu_time_average", "averageCPUTime"),
	    REAL("cpu_idle_average", "averageCPUIdleTime"),
	    COUNT("frame_ahead", "isGPUAlmostOneFrameAhead")),

#define WINDOWS_MEMORY(table, text, column, ...) \
	EVENT(ETW, table, \
	    STAMP, TITLE(text), THREAD, GPU, OPT("value", column, K_NUMBER), \
	    ARGS, UNIT("B"), __VA_ARGS__)
	WINDOWS_MEMORY("GPU_MEMORY_BUDGET_EVENTS", "Memory budget", "newBudget",
	    INT("segment_group", "segmentGroup")),
	WINDOWS_MEMORY("GPU_MEMORY_USAGE_EVENTS", "Memory usage", "newUsage",
	    INT("segment_group", "segmentGroup")),
	WINDOWS_MEMORY("DEMOTED_BYTES_EVENTS", "Demoted bytes", "commitment",
	    SAY("interface", "VidMm")),
	WINDOWS_MEMORY("TOTAL_BYTES_RESIDENT_IN_SEGMENT_EVENTS", "Resident bytes",
	    "totalBytesResident", INT("segment_group", "segmentGroup"),
	    INT("segment", "segmentId")),
	{ TYPE_OTHER, NULL, false, false, NULL, NULL },
};

/* Events of PyTorch's profiler, of nst-chrome and of others: lib/source/trace makes their rows. */
const struct mapping traceschema[] = {
#define REST OPT("(others)", "args", K_MEMBERS)
#define TRACE_RANGE THREAD, TEXT("domain", "category"), ARGS, REST
#undef OPENACC
/* The classes are those of lib/source/trace/traceplace.c. */
#define TRACE_TYPE(type, number) \
	EVENT(type, "TRACE_RANGES", \
	    SPAN, ONLY("class", number), TEXT("name", "name"), THREAD, ARGS, REST)
	EVENT(NVTX, "TRACE_RANGES",
	    SPAN, ONLY("class", "0"), TEXT("name", "name"), TRACE_RANGE),
	TRACE_TYPE(OSRT, "1"),
	TRACE_TYPE(SYSCALL, "2"),
	TRACE_TYPE(MPI, "3"),
	TRACE_TYPE(UCX, "4"),
	TRACE_TYPE(CUDNN, "5"),
	TRACE_TYPE(CUBLAS, "6"),
	TRACE_TYPE(JIT, "7"),
	TRACE_TYPE(OPENACC, "8"),
	TRACE_TYPE(OPENMP, "9"),
	TRACE_TYPE(NVVIDEO, "10"),
	TRACE_TYPE(FILE_ACCESS, "11"),
	TRACE_TYPE(HOST_CALLBACK, "12"),
	TRACE_TYPE(GRAPH_CREATE, "13"),
	TRACE_TYPE(GRAPH_NODE, "14"),
	EVENT(NVTX, "TRACE_PYTHON", SPAN, TEXT("name", "name"), TRACE_RANGE),
	EVENT(NVTX_MARK, "TRACE_MARKS",
	    POINT, ONLY("class", "0"), TEXT("name", "name"), TRACE_RANGE),
	EVENT(DIAGNOSTIC, "TRACE_MARKS",
	    POINT, ONLY("class", "1"), TEXT("name", "name"), THREAD, ARGS, REST),
	EVENT(CUDA_API, "TRACE_CALLS", SPAN, TEXT("name", "name"), THREAD, CORR, ARGS, REST),
	EVENT(CUDA_SYNC, "TRACE_SYNC",
	    SPAN, LABEL("name", "syncKind", "cuda-sync"), TEXT("name", "name"), STREAM,
	    ARGS, INT("event", "eventId"), REST),
	EVENT(KERNEL, "TRACE_KERNELS",
	    SPAN, TEXT("name", "name"), STREAM,
	    ARGS, DIM3("grid", "grid"), DIM3("block", "block"),
	    INT("registers", "registersPerThread"), INT("shared", "sharedMemory"), REST),
	EVENT(MEMCPY, "TRACE_MEMCPY",
	    SPAN, PREFIXED("name", "copyKind", "ENUM_CUDA_MEMCPY_OPER", "Memcpy "),
	    TEXT("name", "name"), STREAM,
	    ARGS, INT("bytes", "bytes"), LABEL("kind", "copyKind", "ENUM_CUDA_MEMCPY_OPER"),
	    LABEL("src_kind", "srcKind", "ENUM_CUDA_MEM_KIND"),
	    LABEL("dst_kind", "dstKind", "ENUM_CUDA_MEM_KIND"), REST),
	EVENT(MEMSET, "TRACE_MEMSET",
	    SPAN, TITLE("Memset"), STREAM,
	    ARGS, INT("bytes", "bytes"), LABEL("kind", "memKind", "ENUM_CUDA_MEM_KIND"), REST),
	EVENT(OVERHEAD, "TRACE_OVERHEAD", SPAN, TEXT("name", "name"), THREAD, ARGS, REST),
#define TRACE_MEMORY_ARGS \
	ARGS, UNIT("B"), INT("bytes", "bytes"), INT("address", "address"), \
	INT("reserved", "reserved"), REST
	SAMPLED_EVENT(GPU_MEMORY, "TRACE_MEMORY",
	    POINT, ONLY("class", "0"), TITLE("Memory of PyTorch"), THREAD, DEVICE("deviceId"),
	    INT("value", "value"), TRACE_MEMORY_ARGS),
	SAMPLED_EVENT(CPU_METRIC, "TRACE_MEMORY",
	    POINT, ONLY("class", "1"), TITLE("Memory of PyTorch"), THREAD, INT("value", "value"),
	    TRACE_MEMORY_ARGS),
	SAMPLED_EVENT(CPU_METRIC, "TRACE_COUNTERS",
	    POINT, TEXT("name", "name"), THREAD, OPT("value", "value", K_NUMBER),
	    ARGS, TEXT("series", "series")),
	{ TYPE_OTHER, NULL, false, false, NULL, NULL },
};

size_t
schemacount(void)
{
	return sizeof(schema) / sizeof(*schema) - 1;
}
