/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "messages.h"

#define F(n) (UINT64_C(1) << (n))
#define ALL (~UINT64_C(0)) /* all fields are known */

const struct repmessagedef repmessagedefs[M_MESSAGES] = {
	[M_NONE] = { "event", M_NONE, 0, F(1) },
	[M_ACTIVITY] = { "activity", M_NONE, 107, F(7) }, /* the type of the activity again */
	[M_KERNEL] = { "kernel", M_ACTIVITY, 101, F(8) | F(26) },
	[M_MEMCPY] = { "copy", M_ACTIVITY, 102, 0 },
	[M_MEMSET] = { "memset", M_ACTIVITY, 103, 0 },
	[M_SYNC] = { "synchronization", M_ACTIVITY, 105, 0 },
	[M_CUDA_EVENT] = { "CUDA event", M_ACTIVITY, 106, 0 },
	[M_GRAPH_TRACE] = { "graph", M_ACTIVITY, 107, 0 },
	[M_CALL] = { "call", M_NONE, 108, F(4) | F(5) | F(15) }, /* 15: frames */
	[M_GRAPH_EXEC] = { "graph instance", M_CALL, 37, 0 },
	[M_GRAPH] = { "graph creation", M_CALL, 38, 0 },
	[M_JIT] = { "JIT", M_CALL, 40, 0 },
	/* Construct, version, implicit, device number, thread, queue; lines of the function. */
	[M_ACC] = { "OpenACC", M_CALL, 25,
	    F(2) | F(3) | F(4) | F(6) | F(7) | F(8) | F(9) | F(10) | F(12) | F(13) | F(14) },
	[M_ACC_LAUNCH] = { "OpenACC launch", M_ACC, 101, 0 },
	[M_ACC_DATA] = { "OpenACC data", M_ACC, 102, F(2) | F(3) }, /* addresses */
	[M_NVTX] = { "NVTX", M_NONE, 102, F(14) },
	[M_NVTX_PAYLOAD] = { "NVTX payload", M_NVTX, 8, 0 },
	[M_NVTX_BINARY] = { "binary NVTX payload", M_NVTX_PAYLOAD, 9, ALL },
	[M_SCHED] = { "scheduling", M_NONE, 106, F(7) },
	[M_SAMPLE] = { "sample", M_NONE, 104, F(4) | F(5) | F(8) | F(10) | F(12) },
	[M_DIAGNOSTIC] = { "diagnostic", M_NONE, 110, 0 },
	[M_DIAGNOSTIC_TIME] = { "time of a diagnostic", M_DIAGNOSTIC, 1, F(3) },
	[M_PROCESS] = { "process", M_NONE, 113, ALL },
	[M_MODULE] = { "mapped file", M_NONE, 109, ALL },
	[M_MEMORY] = { "memory", M_NONE, 123, 0 },
	[M_MEMORY_POOL] = { "pool of memory", M_MEMORY, 13, 0 },
	[M_POOL] = { "memory pool", M_NONE, 129, 0 },
	[M_POOL_SIZE] = { "size of a memory pool", M_POOL, 9, 0 },
	[M_FRAME] = { "frame", M_NONE, 0, 0 },
	[M_METRIC] = { "generic event", M_NONE, 0, 0 },
	[M_STREAMED] = { "captured stream", M_NONE, 2, 0 },
	[M_THREAD] = { "thread", M_NONE, 1, ALL },
	[M_PROPERTY] = { "property", M_NONE, 1, ALL },
	[M_NIC] = { "network card", M_NONE, 1, ALL },
	[M_GPU] = { "GPU", M_NONE, 7, ALL },
	[M_OLD_GPU] = { "GPU of 2020", M_NONE, 1, ALL },
	[M_DEVICE] = { "CUDA device", M_NONE, 9, ALL },
	[M_CONTEXT] = { "CUDA context", M_NONE, 14, ALL },
	[M_STREAM] = { "CUDA stream", M_NONE, 15, ALL },
	[M_NVTX_STREAM] = { "named CUDA stream", M_NONE, 13, ALL },
};

const char *const repdecls[] = {
	[D_INT] = "INTEGER",
	[D_INT_NN] = "INTEGER NOT NULL",
	[D_TEXT] = "TEXT",
	[D_TEXT_NN] = "TEXT NOT NULL",
	[D_REAL] = "REAL",
	[D_KEY] = "INTEGER NOT NULL PRIMARY KEY",
};

/* A column: since, until, trust and evidence; then name, declaration, kind, message and field. */
#define ROW(since, until, trust, seen, name, decl, kind, message, field) \
	{ name, decl, kind, message, field, since, until, trust, seen }
#define COL(...) ROW(0, REP_EVER, TRUST_PROVEN, NULL, __VA_ARGS__)
#define SINCE(version, ...) ROW(version, REP_EVER, TRUST_PROVEN, NULL, __VA_ARGS__)
#define UNTIL(version, ...) ROW(0, version, TRUST_PROVEN, NULL, __VA_ARGS__)
#define ZERO(version, seen, ...) ROW(version, REP_EVER, TRUST_ZERO, seen, __VA_ARGS__)
#define LIKELY(version, seen, ...) ROW(version, REP_EVER, TRUST_LIKELY, seen, __VA_ARGS__)
#define NOWHERE(version, name, decl) \
	ROW(version, REP_EVER, TRUST_PROVEN, "NULL in all pairs", name, decl, V_NONE, M_NONE, 0)
#define NN D_INT_NN, V_INT
#define IN D_INT, V_INT
#define STRING D_INT_NN, V_STRING
#define STRINGS D_INT, V_STRING
#define COLUMNS(...) (const struct repcoldef[]){ __VA_ARGS__, COL(NULL, IN, M_NONE, 0) }

/*
 * Exports do not exist for every version, so the version of a change is an estimate between two
 * exports: the last without the change and the first with it. Where these are far apart, a
 * comment has both.
 */

/* 2023.3.3, 2024.2.3 */
#define GREEN SINCE(20240200, "greenContextId", IN, M_ACTIVITY, 9)
#define SPAN(message) COL("start", NN, message, 1), COL("end", NN, message, 2)
#define DEVICE \
	COL("deviceId", NN, M_ACTIVITY, 4), COL("contextId", NN, M_ACTIVITY, 5), GREEN, \
	COL("streamId", NN, M_ACTIVITY, 6), COL("correlationId", IN, M_ACTIVITY, 3), \
	COL("globalPid", IN, M_ACTIVITY, 8)
#define CLASS COL("eventClass", NN, M_CALL, 6)
#define THREAD COL("globalTid", IN, M_CALL, 13)
#define NAME COL("nameId", STRING, M_CALL, 7)
#define CORRELATION COL("correlationId", IN, M_CALL, 3)
#define OLD_CORRELATION UNTIL(20210300, "correlationId", IN, M_CALL, 3)
#define RETURN COL("returnValue", NN, M_CALL, 8)
#define PLAIN_CALL SPAN(M_CALL), CLASS, THREAD, NAME
#define FRAMES \
	COL("id", D_INT_NN, V_CHAIN, M_NONE, 0), COL("symbol", STRING, M_FRAME, 1), \
	COL("module", STRING, M_FRAME, 2), COL("kernelMode", IN, M_FRAME, 4), \
	COL("thumbCode", IN, M_FRAME, 5), COL("unresolved", IN, M_FRAME, 6), \
	COL("specialEntry", IN, M_FRAME, 7), COL("originalIP", IN, M_FRAME, 8), \
	COL("unwindMethod", IN, M_FRAME, 9), COL("stackDepth", D_INT_NN, V_DEPTH, M_NONE, 0)
#define OPENGL \
	SPAN(M_CALL), CLASS, THREAD, NOWHERE(0, "endGlobalTid", D_INT), CORRELATION, \
	COL("endCorrelationId", IN, M_CALL, 10), NAME, COL("endNameId", STRINGS, M_CALL, 12), \
	RETURN, NOWHERE(0, "frameId", D_INT), COL("contextId", IN, M_CALL, 26), \
	COL("gpu", IN, M_CALL, 21), NOWHERE(0, "display", D_INT)
#define OPENACC \
	SPAN(M_CALL), NAME, THREAD, COL("eventKind", NN, M_ACC, 1), \
	COL("DeviceType", NN, M_ACC, 5), COL("lineNo", NN, M_ACC, 11), \
	COL("cuDeviceId", NN, M_ACC, 15), COL("cuContextId", NN, M_ACC, 16), \
	COL("cuStreamId", NN, M_ACC, 17), COL("srcFile", STRINGS, M_ACC, 20), \
	COL("funcName", STRINGS, M_ACC, 21)
#define POOL(prefix, threshold, size, used, message) \
	SINCE(20240100, prefix "ReleaseThreshold", IN, message, threshold), \
	SINCE(20240100, prefix "Size", IN, message, size), \
	SINCE(20240100, prefix "UtilizedSize", IN, message, used)
#define OWNER(message) \
	COL("hwId", NN, message, 2), COL("vmId", NN, message, 3), COL("processId", NN, message, 4)
/* 2025.3.2, 2026.1.1; in two steps, by an export between them */
#define CLUSTER(name, field) ZERO(20250500, "0 in 10 rows of 3 pairs", name, IN, M_KERNEL, field)
#define PEER(name, field) \
	LIKELY(0, "27 peer copies of one report", name, IN, M_MEMCPY, field)
#define GPU(name, field) SINCE(20210100, name, IN, M_GPU, field)
#define GPUTEXT(name, field) SINCE(20210100, name, D_TEXT, V_TEXT, M_GPU, field)
#define OLDGPU(name, field) COL(name, NN, M_OLD_GPU, field)
#define FACT(name, decl, fact) COL(name, decl, V_FACT, M_NONE, fact)
#define METRIC(name, decl, fact) COL(name, decl, V_METRIC, M_METRIC, fact)

const struct reptabledef reptabledefs[] = {
	{ "CUPTI_ACTIVITY_KIND_KERNEL", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		SPAN(M_ACTIVITY), DEVICE,
		COL("demangledName", STRING, M_KERNEL, 1),
		COL("shortName", STRING, M_KERNEL, 2),
		SINCE(20220100, "mangledName", STRINGS, M_KERNEL, 3), /* 2021.2.1, 2022.1.3 */
		COL("launchType", IN, M_KERNEL, 24),
		COL("cacheConfig", IN, M_KERNEL, 23),
		COL("registersPerThread", NN, M_KERNEL, 21),
		COL("gridX", NN, M_KERNEL, 10),
		COL("gridY", NN, M_KERNEL, 11),
		COL("gridZ", NN, M_KERNEL, 12),
		COL("blockX", NN, M_KERNEL, 13),
		COL("blockY", NN, M_KERNEL, 14),
		COL("blockZ", NN, M_KERNEL, 15),
		COL("staticSharedMemory", NN, M_KERNEL, 16),
		COL("dynamicSharedMemory", NN, M_KERNEL, 17),
		COL("localMemoryPerThread", NN, M_KERNEL, 18),
		COL("localMemoryTotal", NN, M_KERNEL, 19),
		COL("gridId", NN, M_KERNEL, 20),
		COL("sharedMemoryExecuted", IN, M_KERNEL, 22),
		NOWHERE(0, "graphNodeId", D_INT),
		SINCE(20200400, "sharedMemoryLimitConfig", IN, M_KERNEL, 28),
		NOWHERE(20250500, "qmdBulkReleaseDone", D_INT),
		NOWHERE(20250500, "qmdPreexitDone", D_INT),
		NOWHERE(20250500, "qmdLastCtaDone", D_INT),
		NOWHERE(20250500, "graphId", D_INT),
		CLUSTER("clusterX", 31), CLUSTER("clusterY", 32), CLUSTER("clusterZ", 33),
		CLUSTER("clusterSchedulingPolicy", 34),
		CLUSTER("maxPotentialClusterSize", 35),
		CLUSTER("maxActiveClusters", 36),
		LIKELY(20260100, "absent from all pairs that have the column",
		    "sharedMemoryRequestedPercentage", IN, M_KERNEL, 25),
		SINCE(20260103, "tensorSizeMinusOneElements", D_TEXT_NN, V_BRACKETS, M_NONE, 0)),
	    "159/159 pairs, 100,282 rows" },
	{ "CUPTI_ACTIVITY_KIND_MEMCPY", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		SPAN(M_ACTIVITY), DEVICE,
		COL("bytes", NN, M_MEMCPY, 1),
		COL("copyKind", NN, M_MEMCPY, 2),
		NOWHERE(0, "deprecatedSrcId", D_INT),
		COL("srcKind", IN, M_MEMCPY, 4),
		COL("dstKind", IN, M_MEMCPY, 5),
		PEER("srcDeviceId", 6), PEER("srcContextId", 7),
		PEER("dstDeviceId", 8), PEER("dstContextId", 9),
		SINCE(20200400, "migrationCause", IN, M_MEMCPY, 10),
		NOWHERE(0, "graphNodeId", D_INT),
		SINCE(20220100, "virtualAddress", IN, M_MEMCPY, 12), /* 2021.2.1, 2022.1.3 */
		SINCE(20250100, "copyCount", IN, M_MEMCPY, 16)), /* 2024.6.2, 2025.1.1 */
	    "155/155 pairs, 185,940 rows" },
	{ "CUPTI_ACTIVITY_KIND_MEMSET", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		SPAN(M_ACTIVITY), DEVICE,
		COL("value", NN, M_MEMSET, 2),
		COL("bytes", NN, M_MEMSET, 1),
		NOWHERE(0, "graphNodeId", D_INT),
		COL("memKind", IN, M_MEMSET, 4)),
	    "47/47 pairs, 2,876 rows" },
	{ "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		SPAN(M_ACTIVITY), DEVICE,
		NOWHERE(20250100, "deprecatedSyncType", D_INT),
		COL("syncType", NN, M_SYNC, 4),
		COL("syncType", NN, M_SYNC, 2), /* until 2024.6.2 */
		COL("eventId", NN, M_SYNC, 1),
		SINCE(20250100, "eventSyncId", IN, M_SYNC, 3)),
	    "196/196 pairs, 158,823 rows" },
	{ "CUPTI_ACTIVITY_KIND_CUDA_EVENT", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		/* 2025.3.2, 2026.1.1 */
		ZERO(20250500, "0 in 4 rows", "timestamp", IN, M_ACTIVITY, 1), DEVICE,
		COL("eventId", NN, M_CUDA_EVENT, 1),
		SINCE(20250100, "eventSyncId", IN, M_CUDA_EVENT, 2)), /* 2024.6.2, 2025.3.2 */
	    "50/50 pairs, 32,081 rows" },
	{ "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		SPAN(M_ACTIVITY), DEVICE,
		COL("graphId", NN, M_GRAPH_TRACE, 1),
		COL("graphExecId", NN, M_GRAPH_TRACE, 2)),
	    "1/1 pair, 10 rows" },
	{ "CUPTI_ACTIVITY_KIND_RUNTIME", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		SPAN(M_CALL), CLASS, THREAD, CORRELATION, NAME, RETURN,
		NOWHERE(20200400, "callchainId", D_INT)),
	    "233/233 pairs, 692,317 rows" },
	{ "CUPTI_ACTIVITY_KIND_OVERHEAD", FROM_EVENTS, 20250500, REP_EVER, false, COLUMNS(
		SPAN(M_CALL), CLASS, THREAD, CORRELATION, COL("nameId", STRINGS, M_CALL, 7),
		COL("overheadType", NN, M_CALL, 8)),
	    "4/4 pairs, 10 rows" },
	{ "CUPTI_ACTIVITY_KIND_JIT", FROM_EVENTS, 20260400, REP_EVER, false, COLUMNS(
		SPAN(M_CALL), CLASS, THREAD, CORRELATION, COL("nameId", STRINGS, M_CALL, 7),
		COL("overheadType", NN, M_CALL, 8),
		COL("jitEntryType", NN, M_JIT, 1),
		COL("jitOperationType", NN, M_JIT, 2),
		COL("deviceId", IN, M_JIT, 3),
		COL("jitOperationCorrelationId", IN, M_JIT, 4),
		COL("cacheSize", IN, M_JIT, 5),
		COL("cachePath", D_TEXT, V_SECRET, M_JIT, 6)),
	    "3 events of 3 reports" },
	{ "CUDA_GRAPH_EVENTS", FROM_EVENTS, 20220400, REP_EVER, false, COLUMNS(
		PLAIN_CALL,
		COL("graphId", IN, M_GRAPH_EXEC, 1), COL("graphId", IN, M_GRAPH, 1),
		NOWHERE(0, "originalGraphId", D_INT),
		COL("graphExecId", IN, M_GRAPH_EXEC, 2)),
	    "1/1 pair, 8 rows" },
	{ "CUDA_GPU_MEMORY_USAGE_EVENTS", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		COL("start", NN, M_MEMORY, 1),
		COL("globalPid", NN, M_MEMORY, 5),
		COL("deviceId", NN, M_MEMORY, 3),
		COL("contextId", NN, M_MEMORY, 4),
		COL("address", NN, M_MEMORY, 6),
		COL("pc", NN, M_MEMORY, 7),
		COL("bytes", NN, M_MEMORY, 8),
		COL("memKind", NN, M_MEMORY, 9),
		COL("memoryOperationType", NN, M_MEMORY, 10),
		COL("name", D_TEXT, V_TEXT, M_MEMORY, 11),
		COL("correlationId", IN, M_MEMORY, 12),
		SINCE(20240602, "streamId", IN, M_MEMORY, 15), /* 2022.2.1, 2024.6.2 */
		SINCE(20240100, "localMemoryPoolAddress", IN, M_MEMORY_POOL, 1),
		POOL("localMemoryPool", 2, 3, 4, M_MEMORY_POOL),
		NOWHERE(20240100, "importedMemoryPoolAddress", D_INT),
		NOWHERE(20240100, "importedMemoryPoolProcessId", D_INT)),
	    "56 events; calls, sizes and addresses of a report agree" },
	{ "CUDA_GPU_MEMORY_POOL_EVENTS", FROM_EVENTS, 20240100, REP_EVER, false, COLUMNS(
		COL("start", NN, M_POOL, 1),
		COL("globalPid", NN, M_POOL, 5),
		COL("deviceId", NN, M_POOL, 6),
		COL("address", NN, M_POOL, 7),
		COL("operationType", NN, M_POOL, 2),
		COL("poolType", NN, M_POOL, 3),
		COL("correlationId", IN, M_POOL, 4),
		COL("minBytesToKeep", IN, M_POOL, 8),
		POOL("localMemoryPool", 10, 9, 11, M_POOL_SIZE)),
	    "in reports without an export" },
	{ "CUPTI_ACTIVITY_KIND_OPENACC_DATA", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		OPENACC, COL("bytes", IN, M_ACC_DATA, 1), COL("varName", STRINGS, M_ACC_DATA, 4)),
	    "138 events of one report" },
	{ "CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		OPENACC,
		COL("numGangs", IN, M_ACC_LAUNCH, 1),
		COL("numWorkers", IN, M_ACC_LAUNCH, 2),
		COL("vectorLength", IN, M_ACC_LAUNCH, 3),
		COL("kernelName", STRINGS, M_ACC_LAUNCH, 4)),
	    "45 events of one report; its kernels have these names and dimensions" },
	{ "CUPTI_ACTIVITY_KIND_OPENACC_OTHER", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(OPENACC),
	    "159 events of one report" },
	{ "CUDNN_EVENTS", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(PLAIN_CALL),
	    "151 events of two reports" },
	{ "NVTX_EVENTS", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		COL("start", NN, M_NVTX, 2),
		COL("end", D_INT, V_STOP, M_NVTX, 10),
		COL("eventType", NN, M_NVTX, 1),
		COL("rangeId", IN, M_NVTX, 4),
		NOWHERE(0, "category", D_INT),
		COL("color", IN, M_NVTX, 6),
		COL("text", D_TEXT, V_TEXT, M_NVTX, 7),
		COL("globalTid", IN, M_NVTX, 9),
		NOWHERE(0, "endGlobalTid", D_INT),
		COL("textId", STRINGS, M_NVTX, 12),
		COL("domainId", IN, M_NVTX, 13),
		NOWHERE(0, "uint64Value", D_INT),
		NOWHERE(0, "int64Value", D_INT),
		NOWHERE(0, "doubleValue", D_REAL),
		NOWHERE(0, "uint32Value", D_INT),
		NOWHERE(0, "int32Value", D_INT),
		NOWHERE(0, "floatValue", D_REAL),
		COL("jsonTextId", STRINGS, M_NVTX_PAYLOAD, 7),
		NOWHERE(0, "jsonText", D_TEXT),
		NOWHERE(20240602, "binaryData", D_TEXT)), /* 2024.2.3, 2024.6.2 */
	    "11/11 pairs, 19,101 rows" },
	{ "OSRT_API", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		SPAN(M_CALL), CLASS, THREAD, OLD_CORRELATION, NAME, RETURN,
		COL("nestingLevel", IN, M_CALL, 20),
		COL("callchainId", D_INT_NN, V_CHAIN, M_NONE, 0),
		ROW(20250500, REP_EVER, TRUST_ZERO, "0 in 4,429 rows", /* 2025.1.3, 2026.1.1 */
		    "argumentsId", D_INT_NN, V_ZERO, M_CALL, 42)),
	    "85/85 pairs, 106,133 rows" },
	{ "OSRT_CALLCHAINS", FROM_EVENTS, 0, REP_EVER, true, COLUMNS(FRAMES),
	    "82/82 pairs, 204,132 rows" },
	{ "OSRT_FILE_ACCESS_EVENTS", FROM_EVENTS, 20250501, REP_EVER, false, COLUMNS(
		COL("fileAccessId", D_INT_NN, V_ORDER, M_NONE, 0),
		COL("threadId", D_INT_NN, V_PID, M_CALL, 13),
		COL("startedAt", NN, M_CALL, 1),
		COL("endedAt", NN, M_CALL, 2),
		COL("eventType", D_INT_NN, V_CONST, M_NONE, 1),
		COL("apiCallId", STRING, M_CALL, 7),
		COL("bytesProcessed", D_INT_NN, V_CONST, M_NONE, 0),
		COL("context", D_TEXT_NN, V_EMPTY, M_NONE, 0)),
	    "6/6 pairs, 158 rows" },
	{ "OSRT_FILE_ACCESS_DESCRIPTORS", FROM_EVENTS, 20250501, REP_EVER, false, COLUMNS(
		COL("fileAccessId", D_INT_NN, V_ORDER, M_NONE, 0),
		COL("processId", D_INT_NN, V_PID, M_CALL, 13),
		COL("openedAt", NN, M_CALL, 1),
		COL("closedAt", D_INT_NN, V_CONST, M_NONE, 0),
		COL("filePath", D_TEXT_NN, V_PATH, M_NONE, 0)),
	    "6/6 pairs, 158 rows" },
	{ "SCHED_EVENTS", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		COL("start", NN, M_SCHED, 1),
		COL("cpu", NN, M_SCHED, 3),
		COL("isSchedIn", NN, M_SCHED, 4),
		COL("globalTid", IN, M_SCHED, 6),
		SINCE(20240500, "threadState", IN, M_SCHED, 5), /* 2024.2.3, 2024.5.1 */
		NOWHERE(20240500, "threadBlock", D_INT)),
	    "238/238 pairs, 1,417,395 rows" },
	{ "COMPOSITE_EVENTS", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		COL("id", D_KEY, V_NUMBER, M_NONE, 0),
		COL("start", NN, M_SAMPLE, 1),
		COL("cpu", IN, M_SAMPLE, 3),
		COL("threadState", IN, M_SAMPLE, 6),
		COL("globalTid", IN, M_SAMPLE, 11),
		COL("cpuCycles", D_INT_NN, V_CYCLES, M_SAMPLE, 5)),
	    "54/54 pairs, 38,841 rows" },
	{ "SAMPLING_CALLCHAINS", FROM_EVENTS, 0, REP_EVER, true, COLUMNS(FRAMES),
	    "54/54 pairs, 296,921 rows" },
	{ "PROFILER_OVERHEAD", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		SPAN(M_CALL), THREAD, OLD_CORRELATION, NAME,
		UNTIL(20250600, "returnValue", NN, M_CALL, 8),
		SINCE(20250600, "overheadType", NN, M_CALL, 8)),
	    "305/305 pairs, 9,926 rows" },
	/* 2023.4.4, 2024.2.3 */
	{ "DIAGNOSTIC_EVENT", FROM_EVENTS, 20240100, REP_EVER, false, COLUMNS(
		COL("timestamp", NN, M_DIAGNOSTIC_TIME, 1),
		COL("timestampType", NN, M_DIAGNOSTIC_TIME, 2),
		COL("source", NN, M_DIAGNOSTIC, 2),
		COL("severity", NN, M_DIAGNOSTIC, 3),
		COL("text", D_TEXT_NN, V_TEXT, M_DIAGNOSTIC, 4),
		COL("globalPid", IN, M_DIAGNOSTIC, 5)),
	    "125/125 pairs" },
	{ "OPENGL_API", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(OPENGL), "1/1 pair, 466 rows" },
	{ "OPENGL_WORKLOAD", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(OPENGL),
	    "1/1 pair, 153 rows" },
	{ "GPU_METRICS", FROM_EVENTS, 0, REP_EVER, false, COLUMNS(
		NOWHERE(20260400, "rawTimestamp", D_INT),
		METRIC("timestamp", D_INT, METRIC_TIME),
		METRIC("typeId", D_INT_NN, METRIC_TYPE),
		METRIC("metricId", D_INT_NN, METRIC_ID),
		METRIC("value", D_INT_NN, METRIC_VALUE)),
	    "409,233 events of 12 reports" },
	{ "TARGET_INFO_GPU_METRICS", FROM_METRICS, 0, REP_EVER, false, COLUMNS(
		METRIC("typeId", D_INT_NN, METRIC_TYPE),
		METRIC("sourceId", D_INT_NN, METRIC_SOURCE),
		METRIC("typeName", D_TEXT_NN, METRIC_TYPENAME),
		METRIC("metricId", D_INT_NN, METRIC_ID),
		METRIC("metricName", D_TEXT_NN, METRIC_NAME)),
	    "12 reports" },
	/* 2021.3.3, 2022.1.3 */
	{ "PROCESSES", FROM_EVENTS, 20220100, REP_EVER, false, COLUMNS(
		COL("globalPid", IN, M_PROCESS, 2),
		COL("pid", D_INT, V_PID, M_PROCESS, 2),
		COL("name", D_TEXT, V_NAME, M_PROCESS, 6),
		COL("name", D_TEXT, V_TEXT, M_PROCESS, 5)),
	    "292/292 pairs, 93,085 rows" },
	{ "ThreadNames", FROM_THREADS, 0, REP_EVER, false, COLUMNS(
		COL("nameId", STRING, M_THREAD, 2),
		COL("priority", IN, M_THREAD, 3),
		COL("globalTid", IN, M_THREAD, 4)),
	    "307/307 pairs, 186,956 rows" },
	{ "ProcessStreams", FROM_STREAMED, 0, REP_EVER, false, COLUMNS(
		COL("globalPid", NN, M_STREAMED, 1),
		COL("filenameId", STRING, M_STREAMED, 2),
		COL("contentId", D_INT_NN, V_CAPTURED, M_STREAMED, 3)),
	    "309/309 pairs, 618 rows" },
	{ "TARGET_INFO_GPU", FROM_DEVICES, 0, REP_EVER, false, COLUMNS(
		COL("vmId", D_INT_NN, V_MACHINE, M_NONE, 1),
		SINCE(20210100, "id", NN, M_GPU, 1), /* 2020.5.1, 2021.2.1 */
		UNTIL(20210100, "deviceId", NN, M_GPU, 1),
		COL("name", D_TEXT, V_TEXT, M_GPU, 2),
		COL("busLocation", D_TEXT, V_TEXT, M_GPU, 3),
		COL("isDiscrete", IN, M_GPU, 4),
		GPU("l2CacheSize", 10), GPU("totalMemory", 11), GPU("memoryBandwidth", 12),
		GPU("clockRate", 13), GPU("smCount", 14), GPU("pwGpuId", 9), GPUTEXT("uuid", 5),
		GPU("luid", 6), GPUTEXT("chipName", 7), GPU("cuDevice", 15),
		GPUTEXT("ctxswDevPath", 16), GPUTEXT("ctrlDevPath", 17), GPU("revision", 21),
		GPU("nodeMask", 22), GPU("constantMemory", 23), GPU("maxIPC", 24),
		GPU("maxRegistersPerBlock", 25), GPU("maxShmemPerBlock", 26),
		GPU("maxShmemPerBlockOptin", 27), GPU("maxShmemPerSm", 28),
		GPU("maxRegistersPerSm", 29), GPU("threadsPerWarp", 30), GPU("asyncEngines", 31),
		GPU("maxWarpsPerSm", 32), GPU("maxBlocksPerSm", 33), GPU("maxThreadsPerBlock", 34),
		GPU("maxBlockDimX", 35), GPU("maxBlockDimY", 36), GPU("maxBlockDimZ", 37),
		GPU("maxGridDimX", 38), GPU("maxGridDimY", 39), GPU("maxGridDimZ", 40),
		GPU("computeMajor", 41), GPU("computeMinor", 42), GPU("smMajor", 43),
		GPU("smMinor", 44)),
	    "286/286 pairs, 447 rows; 12/12 of 2020" },
	/* 2020.5.1, 2021.2.1 */
	{ "TARGET_INFO_CUDA_GPU", FROM_DEVICES, 0, 20210100, false, COLUMNS(
		COL("vmId", D_INT_NN, V_MACHINE, M_NONE, 1),
		COL("name", D_TEXT_NN, V_TEXT, M_OLD_GPU, 1),
		COL("pciBusId", D_TEXT, V_TEXT, M_OLD_GPU, 26),
		OLDGPU("globalMemoryBandwidth", 2), OLDGPU("globalMemorySize", 3),
		OLDGPU("constantMemorySize", 4), OLDGPU("l2CacheSize", 5),
		OLDGPU("numThreadsPerWarp", 6), OLDGPU("coreClockRate", 7),
		OLDGPU("numMemcpyEngines", 8), OLDGPU("numMultiprocessors", 9),
		OLDGPU("maxIPC", 10), OLDGPU("maxWarpsPerMultiprocessor", 11),
		OLDGPU("maxBlocksPerMultiprocessor", 12), OLDGPU("maxRegistersPerBlock", 13),
		OLDGPU("maxSharedMemoryPerBlock", 14), OLDGPU("maxThreadsPerBlock", 15),
		OLDGPU("maxBlockDimX", 16), OLDGPU("maxBlockDimY", 17),
		OLDGPU("maxBlockDimZ", 18), OLDGPU("maxGridDimX", 19),
		OLDGPU("maxGridDimY", 20), OLDGPU("maxGridDimZ", 21),
		OLDGPU("computeCapabilityMajor", 22), OLDGPU("computeCapabilityMinor", 23),
		OLDGPU("deviceId", 24),
		COL("pid", IN, M_OLD_GPU, 25),
		COL("maxSharedMemoryPerMultiprocessor", IN, M_OLD_GPU, 27),
		COL("maxRegistersPerMultiprocessor", IN, M_OLD_GPU, 28)),
	    "1/1 pair, 2 rows" },
	{ "TARGET_INFO_CUDA_DEVICE", FROM_DEVICES, 20250100, REP_EVER, false, COLUMNS(
		COL("gpuId", IN, M_DEVICE, 1),
		COL("cudaId", NN, M_DEVICE, 2),
		COL("pid", NN, M_DEVICE, 3),
		SINCE(20250500, "uuid", D_TEXT, V_TEXT, M_DEVICE, 5), /* 2025.3.2, 2026.1.1 */
		SINCE(20250500, "numMultiprocessors", IN, M_DEVICE, 6)),
	    "12/12 pairs" },
	{ "TARGET_INFO_CUDA_CONTEXT_INFO", FROM_TARGET, 20230404, REP_EVER, false, COLUMNS(
		COL("nullStreamId", NN, M_CONTEXT, 1), OWNER(M_CONTEXT),
		COL("deviceId", NN, M_CONTEXT, 5),
		COL("contextId", NN, M_CONTEXT, 6),
		COL("parentContextId", IN, M_CONTEXT, 7),
		COL("isGreenContext", IN, M_CONTEXT, 8),
		/* 2025.3.2, 2026.1.1 */
		ZERO(20250500, "only 0 seen", "numMultiprocessors", IN, M_CONTEXT, 9),
		ZERO(20260103, "only 0 seen", "numTpcs", IN, M_CONTEXT, 10),
		NOWHERE(20260103, "tpcMask", D_TEXT),
		ZERO(20260103, "only 0 seen", "workqueueResourceId", IN, M_CONTEXT, 12),
		ZERO(20260103, "only 0 seen", "workqueueConcurrencyLimit", IN, M_CONTEXT, 13),
		ZERO(20260103, "only 0 seen", "workqueueSharingScope", IN, M_CONTEXT, 14)),
	    "73/73 pairs" },
	{ "TARGET_INFO_CUDA_NULL_STREAM", FROM_TARGET, 0, 20230404, false, COLUMNS(
		COL("streamId", NN, M_CONTEXT, 1), OWNER(M_CONTEXT),
		COL("deviceId", NN, M_CONTEXT, 5),
		COL("contextId", NN, M_CONTEXT, 6)),
	    "161/161 pairs" },
	{ "TARGET_INFO_CUDA_STREAM", FROM_TARGET, 0, REP_EVER, false, COLUMNS(
		COL("streamId", NN, M_STREAM, 1), OWNER(M_STREAM),
		COL("contextId", NN, M_STREAM, 5),
		COL("priority", NN, M_STREAM, 6),
		COL("flag", NN, M_STREAM, 7)),
	    "234/234 pairs, 2,528 rows" },
	{ "TARGET_INFO_NVTX_CUDA_STREAM", FROM_TARGET, 0, REP_EVER, false, COLUMNS(
		COL("name", D_TEXT_NN, V_TEXT, M_NVTX_STREAM, 1), OWNER(M_NVTX_STREAM),
		COL("deviceId", NN, M_NVTX_STREAM, 5),
		COL("contextId", NN, M_NVTX_STREAM, 6),
		COL("streamId", NN, M_NVTX_STREAM, 7)),
	    "1/1 pair, 16 rows" },
	{ "TARGET_INFO_SYSTEM_ENV", FROM_PROPERTIES, 20210300, REP_EVER, false, COLUMNS(
		UNTIL(20230100, "globalVid", D_INT_NN, V_FACT, M_NONE, FACT_VM),
		SINCE(20230100, "globalVid", D_INT, V_FACT, M_NONE, FACT_VM),
		FACT("devStateName", D_TEXT_NN, FACT_STATION),
		COL("name", D_TEXT_NN, V_PROPERTY, M_PROPERTY, 1),
		COL("nameEnum", NN, M_PROPERTY, 1),
		COL("value", D_TEXT_NN, V_TEXT, M_PROPERTY, 2)),
	    "294/294 pairs, 23,756 rows" },
	{ "TARGET_INFO_NIC_INFO", FROM_NICS, 20230100, REP_EVER, false, COLUMNS(
		/* 2023.3.3, 2024.6.1 */
		UNTIL(20240600, "globalId", D_INT, V_FACT, M_NONE, FACT_VM),
		SINCE(20240600, "GUID", NN, M_NIC, 6),
		FACT("stateName", D_TEXT_NN, FACT_STATION),
		COL("nicId", NN, M_NIC, 1),
		COL("name", D_TEXT_NN, V_TEXT, M_NIC, 2),
		COL("deviceId", NN, M_NIC, 3),
		COL("vendorId", NN, M_NIC, 4),
		COL("linkLayer", NN, M_NIC, 5)),
	    "3/3 pairs, 8 rows" },
	{ "TARGET_INFO_SESSION_START_TIME", FROM_SESSION, 20210300, REP_EVER, false, COLUMNS(
		FACT("utcEpochNs", D_INT, FACT_UTC),
		FACT("utcTime", D_TEXT, FACT_UTCTIME),
		FACT("localTime", D_TEXT, FACT_LOCALTIME),
		SINCE(20250600, "systemClockNs", D_INT, V_FACT, M_NONE, FACT_CLOCK)),
	    "294/294 pairs" },
	{ "ANALYSIS_DETAILS", FROM_SESSION, 20220100, REP_EVER, false, COLUMNS(
		FACT("globalVid", D_INT_NN, FACT_VM),
		FACT("duration", D_INT, FACT_STOP),
		FACT("startTime", D_INT_NN, FACT_START),
		FACT("stopTime", D_INT, FACT_STOP)),
	    "345/345 pairs, but for duration and stopTime, which are NULL" },
	{ "StringIds", FROM_STRINGS, 0, REP_EVER, false, COLUMNS(
		COL("id", D_KEY, V_ORDER, M_NONE, 0),
		COL("value", D_TEXT_NN, V_STRINGTEXT, M_NONE, 0)),
	    "309/309 pairs, 156,181 rows" },
	{ NULL, FROM_EVENTS, 0, 0, false, NULL, NULL },
};

#define EVENT(types, payload, classes, having, table, what) \
	{ types, payload, classes, having, PER_EVENT, 0, table, what, TRUST_PROVEN, NULL }
#define FRAMESOF(types, payload, classes, field, table, what) \
	{ types, payload, classes, M_NONE, PER_FRAME, field, table, what, TRUST_PROVEN, NULL }
#define GUESS(types, payload, classes, having, table, what, seen) \
	{ types, payload, classes, having, PER_EVENT, 0, table, what, TRUST_LIKELY, seen }
#define ACTIVITY "CUPTI_ACTIVITY_KIND_"

const struct repeventdef repeventdefs[] = {
	EVENT("79", M_ACTIVITY, NULL, M_KERNEL, ACTIVITY "KERNEL", "kernels"),
	EVENT("80", M_ACTIVITY, NULL, M_MEMCPY, ACTIVITY "MEMCPY", "copies"),
	EVENT("80", M_ACTIVITY, NULL, M_MEMSET, ACTIVITY "MEMSET", "memsets"),
	EVENT("106", M_ACTIVITY, NULL, M_SYNC, ACTIVITY "SYNCHRONIZATION", "synchronization"),
	EVENT("127", M_ACTIVITY, NULL, M_CUDA_EVENT, ACTIVITY "CUDA_EVENT", "CUDA events"),
	EVENT("130", M_ACTIVITY, NULL, M_GRAPH_TRACE, ACTIVITY "GRAPH_TRACE", "graphs"),
	EVENT("48", M_CALL, "0 1", M_NONE, ACTIVITY "RUNTIME", "CUDA calls"),
	GUESS("48", M_CALL, "67", M_NONE, ACTIVITY "RUNTIME", "backtraces of CUDA calls",
	    "by the documentation; in no report"),
	FRAMESOF("48", M_CALL, "0 1 3 67 103", 15, NULL, "call chains of CUDA calls"),
	EVENT("48", M_CALL, "27", M_NONE, "OSRT_API", "OS runtime calls"),
	EVENT("47 48", M_CALL, "31 32", M_NONE, "OSRT_API", "marks of the OS runtime"),
	FRAMESOF("48", M_CALL, "27", 15, "OSRT_CALLCHAINS", "call chains of OS runtime calls"),
	FRAMESOF("47 48", M_CALL, "31 32", 15, "OSRT_CALLCHAINS", "call chains of marks"),
	{ "48", M_CALL, "27", M_NONE, PER_OPEN, 0, "OSRT_FILE_ACCESS_EVENTS", "opened files",
	    TRUST_PROVEN, NULL },
	{ "48", M_CALL, "27", M_NONE, PER_OPEN, 0, "OSRT_FILE_ACCESS_DESCRIPTORS",
	    "opened files", TRUST_PROVEN, NULL },
	EVENT("48", M_CALL, "3", M_NONE, "PROFILER_OVERHEAD", "overhead of the profiler"),
	EVENT("48", M_CALL, "103", M_NONE, ACTIVITY "OVERHEAD", "overhead of CUPTI"),
	EVENT("48", M_CALL, "2", M_NONE, "OPENGL_API", "OpenGL calls"),
	EVENT("50", M_CALL, "5", M_NONE, "OPENGL_WORKLOAD", "OpenGL on the GPU"),
	EVENT("131 132 133", M_CALL, "94 95 96", M_NONE, "CUDA_GRAPH_EVENTS",
	    "creation of graphs"),
	GUESS("48", M_CALL, "102", M_JIT, ACTIVITY "JIT", "JIT compilation", NULL),
	GUESS("48", M_CALL, "28", M_NONE, "CUDNN_EVENTS", "cuDNN calls",
	    "their number is that of the diagnostics"),
	GUESS("48", M_CALL, "48", M_ACC_DATA, ACTIVITY "OPENACC_DATA", "OpenACC data",
	    "kinds agree with names, devices, contexts and streams with those of the process"),
	GUESS("48", M_CALL, "48", M_ACC_LAUNCH, ACTIVITY "OPENACC_LAUNCH", "OpenACC launches",
	    "as OPENACC_DATA"),
	GUESS("48", M_CALL, "48", M_ACC, ACTIVITY "OPENACC_OTHER", "OpenACC",
	    "as OPENACC_DATA; what is neither data nor launch"),
	EVENT("48", M_CALL, "86", M_NONE, NULL, "NVDEC calls"),
	EVENT("78", M_CALL, "18", M_NONE, NULL, "vertical synchronization"),
	EVENT("47 48", M_CALL, "6 7 8 9 10 11 33 34 35 36 45 46 84 85 87 88 90 91", M_NONE, NULL,
	    "marks of start and finish"),
	EVENT("39 59 60 75", M_NVTX, NULL, M_NONE, "NVTX_EVENTS", "NVTX events"),
	GUESS("33 34 76", M_NVTX, NULL, M_NONE, "NVTX_EVENTS", "NVTX marks and ends of domains",
	    "34 and 76 in two reports"),
	{ NULL, M_NVTX, NULL, M_NVTX_BINARY, PER_NONE, 0, NULL, "binary NVTX payloads",
	    TRUST_PROVEN, NULL },
	EVENT("41", M_SCHED, NULL, M_NONE, "SCHED_EVENTS", "scheduling"),
	EVENT("31", M_SAMPLE, NULL, M_NONE, "COMPOSITE_EVENTS", "samples"),
	FRAMESOF("31", M_SAMPLE, NULL, 4, "SAMPLING_CALLCHAINS", "call chains of samples"),
	EVENT("49", M_DIAGNOSTIC, NULL, M_NONE, "DIAGNOSTIC_EVENT", "diagnostics"),
	{ "27", M_PROCESS, NULL, M_NONE, PER_NAME, 0, "PROCESSES", "processes", TRUST_PROVEN,
	    NULL },
	EVENT("27", M_PROCESS, NULL, M_NONE, NULL, "processes without a name"),
	EVENT("28", M_MODULE, NULL, M_NONE, NULL, "mapped files"),
	GUESS("117", M_MEMORY, NULL, M_NONE, "CUDA_GPU_MEMORY_USAGE_EVENTS", "memory in use",
	    NULL),
	GUESS("129", M_POOL, NULL, M_NONE, "CUDA_GPU_MEMORY_POOL_EVENTS", "memory pools", NULL),
	{ NULL, M_METRIC, NULL, M_NONE, PER_METRIC, 0, "GPU_METRICS", "GPU metrics",
	    TRUST_LIKELY, "lengths, ranges and times agree" },
	{ NULL, M_NONE, NULL, M_NONE, PER_EVENT, 0, NULL, NULL, TRUST_PROVEN, NULL },
};

/* The system properties that may be imported: what kind of machine it is. The others stay in
 * the report. The environment (610), the host name and folders (170, 173) belong to the user. */
enum { HOSTNAME = 619 };
static const struct {
	unsigned number;
	const char *name;
} properties[] = {
	{ 1, "CpuCores" },
	{ 2, "CpuSpeedMhz" },
	{ 3, "CpuArchitecture" },
	{ 13, "CpuDescription" },
	{ 205, "NvDriverVersion" },
	{ 605, "OsDescription" },
	{ 611, "CudaDriverVersion" },
	{ 618, "SoftwareReleaseVersion" },
	{ HOSTNAME, "Hostname" },
};

const char *
repproperty(uint64_t number, bool host)
{
	for (size_t i = 0; i < sizeof(properties) / sizeof(*properties); i++)
		if (properties[i].number == number && (host || number != HOSTNAME))
			return properties[i].name;
	return NULL;
}

/* Schema versions of the exports seen, and the last documented one. */
static const struct {
	uint32_t version;
	const char *schema;
} schemas[] = {
	{ 20220100, "2.9.1" }, { 20220400, "3.0.0" }, { 20230102, "3.1.2" }, { 20230203, "3.1.7" },
	{ 20230301, "3.4.0" }, { 20230401, "3.6.0" }, { 20230404, "3.7.2" }, { 20240203, "3.11.1" },
	{ 20240401, "3.11.2" }, { 20240501, "3.13.2" }, { 20240601, "3.15.0" },
	{ 20240602, "3.16.1" }, { 20250101, "3.17.1" }, { 20250103, "3.17.2" },
	{ 20250301, "3.20.2" }, { 20250302, "3.20.3" }, { 20250501, "3.23.3" },
	{ 20250502, "3.24.0" }, { 20250601, "3.24.7" }, { 20260101, "3.24.14" },
	{ 20260103, "3.24.18" }, { 20260201, "3.25.0" }, { 20260400, "3.28.1" },
};

const char *
repschemaversion(uint32_t version)
{
	const char *schema = NULL;

	for (size_t i = 0; i < sizeof(schemas) / sizeof(*schemas); i++)
		if (schemas[i].version <= version)
			schema = schemas[i].schema;
	return schema;
}
