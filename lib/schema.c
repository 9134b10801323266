/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "schema.h"
#include "table.h"

#define FIELDS(...) (const struct field[]){ __VA_ARGS__, { 0 } }
#define REQ(key, column, kind) { key, column, kind, true, NULL, NULL }
#define OPT(key, column, kind) { key, column, kind, false, NULL, NULL }
#define CODE(key, column, enumeration) { key, column, K_CODE, false, enumeration, NULL }
#define LABEL(key, column, enumeration) { key, column, K_LABEL, false, enumeration, NULL }
#define NAME(column, style) { "name", column, K_STRING, false, style, NULL }
#define ONLY(column, values) { NULL, column, K_ONLY, true, values, NULL }
#define NOT(column, values) { NULL, column, K_NOT, false, values, NULL }
#define ARGS { "args", NULL, K_ARGS, false, NULL, NULL }
#define POINT REQ("ts", "start", K_START)
#define SPAN POINT, REQ("dur", "end", K_STOP)
#define THREAD OPT("tid", "globalTid", K_THREAD)
#define STREAM \
	OPT("pid", "globalPid", K_PROCESS), OPT("device", "deviceId", K_INT), OPT("context", "contextId", K_INT), \
	OPT("stream", "streamId", K_U32), OPT("corr", "correlationId", K_COUNT)
#define NVTX_NAME OPT("name", "text", K_TEXT), OPT("name", "textId", K_STRING)
#define NVTX_ARGS \
	OPT("category", "category", K_CATEGORY), OPT("color", "color", K_COLOR), OPT("payload", "uint64Value", K_UINT), \
	OPT("payload", "int64Value", K_INT), OPT("payload", "doubleValue", K_REAL), OPT("payload", "uint32Value", K_INT), \
	OPT("payload", "int32Value", K_INT), OPT("payload", "floatValue", K_REAL)
#define DIM3(key, column) OPT(key, column "X", K_ELEMENT), OPT(key, column "Y", K_ELEMENT), OPT(key, column "Z", K_ELEMENT)

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
		SPAN, NOT("eventClass", "67"), NAME("nameId", NULL), THREAD, OPT("corr", "correlationId", K_COUNT),
		ARGS, OPT("return", "returnValue", K_COUNT)), NULL },
	{ TYPE_OTHER, "CUPTI_ACTIVITY_KIND_RUNTIME", FIELDS(POINT, ONLY("eventClass", "67")), "a backtrace that repeats the call it belongs to" },
	{ TYPE_CUDA_SYNC, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", FIELDS(
		SPAN, LABEL("name", "(([streamId] = 4294967295) * 2 + ([eventId] = 4294967295))", "cuda-sync"),
		STREAM,
		ARGS, REQ("event", "eventId", K_U32), OPT("event_sync", "eventSyncId", K_U32), OPT("green_context", "greenContextId", K_COUNT)), NULL },
	{ TYPE_OSRT, "OSRT_API", FIELDS(
		SPAN, NAME("nameId", NULL), THREAD,
		ARGS, OPT("return", "returnValue", K_COUNT), OPT("nesting", "nestingLevel", K_COUNT)), NULL },
	{ TYPE_SCHED, "SCHED_EVENTS", FIELDS(
		POINT, LABEL("name", "isSchedIn", "sched"), THREAD,
		ARGS, OPT("cpu", "cpu", K_INT), CODE("state", "threadState", "ENUM_SAMPLING_THREAD_STATE"),
		LABEL("block", "threadBlock", "ENUM_SCHEDULING_THREAD_BLOCK")), NULL },
	{ TYPE_GRAPH, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", FIELDS(
		SPAN, { "name", "graphId", K_NUMBERED, false, NULL, "Graph " }, STREAM,
		ARGS, OPT("graph", "graphId", K_INT), OPT("graph_exec", "graphExecId", K_INT), OPT("green_context", "greenContextId", K_COUNT)), NULL },
	{ TYPE_KERNEL, "CUPTI_ACTIVITY_KIND_KERNEL", FIELDS(
		SPAN, NAME("shortName", "short"), NAME("demangledName", "demangled"), NAME("mangledName", "mangled"), STREAM,
		ARGS, DIM3("grid", "grid"), DIM3("block", "block"), DIM3("cluster", "cluster"), OPT("registers", "registersPerThread", K_INT),
		OPT("shared_static", "staticSharedMemory", K_INT), OPT("shared_dynamic", "dynamicSharedMemory", K_INT),
		OPT("shared_executed", "sharedMemoryExecuted", K_INT), OPT("local_thread", "localMemoryPerThread", K_INT),
		OPT("local_total", "localMemoryTotal", K_INT), LABEL("launch_type", "launchType", "ENUM_CUDA_KERNEL_LAUNCH_TYPE"),
		LABEL("cache", "cacheConfig", "ENUM_CUDA_FUNC_CACHE_CONFIG"), OPT("grid_id", "gridId", K_INT), OPT("graph", "graphId", K_INT),
		OPT("graph_node", "graphNodeId", K_INT), OPT("green_context", "greenContextId", K_COUNT)), NULL },
	{ TYPE_MEMCPY, "CUPTI_ACTIVITY_KIND_MEMCPY", FIELDS(
		SPAN, { "name", "copyKind", K_LABEL, false, "ENUM_CUDA_MEMCPY_OPER", "Memcpy " }, STREAM,
		ARGS, OPT("bytes", "bytes", K_INT), LABEL("kind", "copyKind", "ENUM_CUDA_MEMCPY_OPER"), LABEL("src_kind", "srcKind", "ENUM_CUDA_MEM_KIND"), LABEL("dst_kind", "dstKind", "ENUM_CUDA_MEM_KIND"),
		OPT("src_device", "srcDeviceId", K_INT), OPT("src_context", "srcContextId", K_INT), OPT("dst_device", "dstDeviceId", K_INT),
		OPT("dst_context", "dstContextId", K_INT), LABEL("cause", "migrationCause", "ENUM_CUDA_UNIF_MEM_MIGRATION"),
		OPT("address", "virtualAddress", K_UINT), OPT("copies", "copyCount", K_COUNT), OPT("graph_node", "graphNodeId", K_INT),
		OPT("green_context", "greenContextId", K_COUNT)), NULL },
	{ TYPE_MEMSET, "CUPTI_ACTIVITY_KIND_MEMSET", FIELDS(
		SPAN, { "name", NULL, K_CONSTANT, false, NULL, "Memset" }, STREAM,
		ARGS, OPT("bytes", "bytes", K_INT), OPT("value", "value", K_INT), LABEL("kind", "memKind", "ENUM_CUDA_MEM_KIND"),
		OPT("graph_node", "graphNodeId", K_INT), OPT("green_context", "greenContextId", K_COUNT)), NULL },
	{ TYPE_OTHER, NULL, NULL, NULL },
};

#undef FIELDS
#undef REQ
#undef OPT
#undef CODE
#undef LABEL
#undef NAME
#undef ONLY
#undef NOT
#undef ARGS
#undef POINT
#undef SPAN
#undef THREAD
#undef STREAM
#undef NVTX_NAME
#undef NVTX_ARGS
#undef DIM3

/* Tables without events; a star stands for the rest of the name. */
static const struct {
	const char *table, *why;
} known[] = {
	{ "StringIds", "the strings that events refer to" },
	{ "ENUM_*", "labels of codes" },
	{ "UnwindMethodType", "labels of codes" },
	{ "PROCESSES", "names of processes" },
	{ "ThreadNames", "names of threads" },
	{ "TARGET_INFO_*", "the machine" },
	{ "META_DATA_*", "how it was captured and exported, with the environment" },
	{ "EXPORT_META_DATA", "how it was exported" },
	{ "ANALYSIS_DETAILS", "the length of the session" },
	{ "ANALYSIS_FILE", "captured files" },
	{ "ProcessStreams", "captured output" },
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

bool
schemaknown(const char *table)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		size_t n = strcspn(known[i].table, "*");

		if (strncmp(table, known[i].table, n) == 0 && (known[i].table[n] == '*' || !table[n]))
			return true;
	}
	return false;
}

const char *
schemalabel(const char *enumeration, int64_t code)
{
	for (size_t i = 0; i < sizeof(labels) / sizeof(*labels); i++)
		if (labels[i].code == code && strcmp(labels[i].enumeration, enumeration) == 0)
			return labels[i].text;
	return NULL;
}

void
schemaprint(struct buf *out)
{
	for (const struct source *s = schema; s->table; s++) {
		bool args = false;

		if (!evtypename(s->type) || s->type == TYPE_META)
			continue;
		for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++) {
			args = args || f->kind == K_ARGS;
			if (!f->key || !f->column)
				continue;
			if (f->kind == K_THREAD)
				bufprintf(out, "%s\tpid\t%s\t%s\tif-present\n", evtypename(s->type), s->table, f->column);
			bufprintf(out, "%s\t%s%s\t%s\t%s\t%s\n", evtypename(s->type), args ? "args." : "", f->key, s->table, f->column,
			    f->required ? "always" : "if-present");
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
	bool needsaux = f->kind == K_ONLY || f->kind == K_NOT || f->kind == K_LABEL || f->kind == K_CODE;
	bool nocolumn = f->kind == K_ARGS || f->kind == K_CONSTANT;
	int faults = 0;

	if (f->kind == K_START && f != s->fields)
		faults += fault(s, f, "a start that is not the first field");
	if (needsaux && !f->aux)
		faults += fault(s, f, "no aux");
	if (f->kind == K_CONSTANT && !f->prefix)
		faults += fault(s, f, "a constant without text");
	if ((f->kind == K_ONLY || f->kind == K_NOT) && count(f->aux, ' ') >= CLASSES)
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
		if (schemaknown(s->table))
			faults += fault(s, NULL, "also known to hold no events");
		for (const struct source *t = schema; t < s; t++) {
			if (s->type == t->type && s->type != TYPE_OTHER && strcmp(s->table, t->table) == 0)
				faults += fault(s, NULL, "an event twice from one table");
			if (strcmp(s->table, t->table) == 0 && strcmp(s->table, (s - 1)->table) != 0)
				faults += fault(s, NULL, "sources of one table that are no neighbours");
		}
		for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++)
			faults += checkfield(s, f);
	}
	return faults;
}
