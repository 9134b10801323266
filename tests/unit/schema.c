/* SPDX-License-Identifier: MIT */
/* schema.h: the table of tables is right in itself, drawn, documented and printed. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "draw/tracklabel.h"
#include "dump/tables/schema.h"
#include "tap.h"

static bool
begins(const struct buf *b, const char *text)
{
	return b->n >= strlen(text) && memcmp(b->p, text, strlen(text)) == 0;
}

/* Checks how the events of a type are drawn. */
static void
drawn(enum event_type type)
{
	static const enum event_type ongpu[] = { TYPE_NVTX_KERNEL, TYPE_CALL_KERNEL, TYPE_BLOCK,
		TYPE_CONTEXT_SWITCH, TYPE_OPENGL_GPU, TYPE_VULKAN_GPU, TYPE_DX12_GPU,
		TYPE_VIDEO_GPU, TYPE_GPU_STATE };
	struct event ev = { .type = type,
		.has = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_STREAM) };
	struct layout l = { 0 };
	struct buf label = { 0 };
	bool stream = evfamily(type) == FAMILY_GPU || type == TYPE_HOST_LAUNCH ||
	    type == TYPE_CUDA_EVENT,
	     gpu = stream;
	uint32_t number = layouttrack(&l, &ev);
	const struct track *t = &l.tracks[number];

	for (size_t i = 0; i < sizeof(ongpu) / sizeof(*ongpu); i++)
		gpu = gpu || ongpu[i] == type;
	tracklabelflat(&l, t, &label);
	ok(layoutongpu(&ev) == gpu, "%s is drawn with a %s", evtypename(type),
	    gpu ? "GPU" : "process");
	ok(begins(&t->label, "Stream") == stream && begins(&label, "Stream ") == stream,
	    "%s: on a stream or not", evtypename(type));
	ok(label.n > 0 && !memmem(label.p, label.n, "(null)", 6), "%s: its track has a name",
	    evtypename(type));
	ok(!begins(&t->label, "Other"), "%s: and one of its own", evtypename(type));
	ev.has = EVKEY(KEY_PID) | EVKEY(KEY_DEVICE);
	ok(layoutongpu(&ev) == gpu || type == TYPE_UM_FAULT || type == TYPE_GPU_METRIC ||
	        type == TYPE_GPU_MEMORY || type == TYPE_GPU_POOL ||
	        type == TYPE_GPU_QUEUE,
	    "%s: with its device, if that may be", evtypename(type));
	free(label.p);
	layoutfree(&l);
}

static void
types(void)
{
	const uint64_t made = EVTYPE(TYPE_HEADER) | EVTYPE(TYPE_END) | EVTYPE(TYPE_FAILED) |
	    EVTYPE(TYPE_NVTX_KERNEL) | EVTYPE(TYPE_CALL_KERNEL) |
	    EVTYPE(TYPE_GPU_STATE) | EVTYPE(TYPE_GPU_QUEUE) |
	    EVTYPE(TYPE_COLLECTIVE) | EVTYPE(TYPE_PATH) |
	    EVTYPE(TYPE_FINDING);
	bool have[TYPE_COUNT + 1] = { false };
	size_t count = 0;

	for (const struct mapping *s = schema; s->table; s++, count++)
		have[s->type] = true;
	ok(count == schemacount() && !schema[count].table, "schemacount");
	for (int type = 0; type < TYPE_COUNT; type++)
		ok(have[type] == !(made & EVTYPE(type)),
		    "there is a source of %s, unless programs make it",
		    evtypename((enum event_type)type));
	for (int type = 0; type < TYPE_COUNT; type++)
		if (evfamily((enum event_type)type) != FAMILY_CONTROL)
			drawn((enum event_type)type);
}

/* Runs schemacheck on a list and returns the number of faults; *said gets the messages. */
static int
faultsof(const struct mapping *list, struct buf *said)
{
	FILE *messages = tmpfile();
	int before = dup(2), faults, c;

	fflush(stderr);
	if (!messages || before < 0 || dup2(fileno(messages), 2) < 0)
		return -1;
	faults = schemacheck(list);
	fflush(stderr);
	dup2(before, 2);
	close(before);
	rewind(messages);
	while ((c = getc(messages)) != EOF)
		bufchar(said, (char)c);
	bufchar(said, '\0');
	fclose(messages);
	return faults;
}

/* schemacheck finds each fault, and only that one. */
static void
faulty(void)
{
#define BEGIN { "ts", "start", K_START, true, NULL, NULL, NULL }
#define END { NULL, NULL, K_END_OF_ROW, false, NULL, NULL, NULL }
#define FIELDS(...) (const struct field[]){ __VA_ARGS__, END }
#define ROW(type, table, ...) { type, table, false, false, FIELDS(__VA_ARGS__), NULL }
#define KEY(key, column, kind, aux) { key, column, kind, false, aux, NULL, NULL }
#define PLAIN(key, column) KEY(key, column, K_INT, NULL)
	static const struct mapping last = { TYPE_OTHER, NULL, false, false, NULL, NULL };
	const struct {
		const char *fault; /* NULL for none */
		struct mapping list[3];
	} table[] = {
		{ NULL, { ROW(TYPE_KERNEL, "T", BEGIN, PLAIN("a", "b"), PLAIN("a", "c")), last } },
		{ "the first field is no required start",
		    { ROW(TYPE_KERNEL, "T", PLAIN("a", "b")), last } },
		{ "the first field is no required start",
		    { ROW(TYPE_KERNEL, "T", KEY("ts", "start", K_START, NULL)), last } },
		{ "a start that is not the first field",
		    { ROW(TYPE_KERNEL, "T", BEGIN, KEY("b", "b", K_START, NULL)), last } },
		{ "a reason where none goes, or none", { ROW(TYPE_OTHER, "T", BEGIN), last } },
		{ "a reason where none goes, or none",
		    { { TYPE_KERNEL, "T", false, false, FIELDS(BEGIN), "why" }, last } },
		{ NULL, { { TYPE_OTHER, "T", false, false, FIELDS(BEGIN), "why" }, last } },
		{ "also known to hold no events", { ROW(TYPE_KERNEL, "StringIds", BEGIN), last } },
		{ "no aux", { ROW(TYPE_KERNEL, "T", BEGIN, KEY("a", "b", K_LABEL, NULL)), last } },
		{ "a constant without text",
		    { ROW(TYPE_KERNEL, "T", BEGIN, KEY("a", NULL, K_CONSTANT, NULL)), last } },
		{ NULL, { ROW(TYPE_KERNEL, "T", BEGIN, KEY(NULL, "b", K_ONLY, "1 2 3 4")), last } },
		{ "too many classes",
		    { ROW(TYPE_KERNEL, "T", BEGIN, KEY(NULL, "b", K_ONLY, "1 2 3 4 5")), last } },
		{ "a column where none goes, or none",
		    { ROW(TYPE_KERNEL, "T", BEGIN, PLAIN("a", NULL)), last } },
		{ "a column where none goes, or none",
		    { ROW(TYPE_KERNEL, "T", BEGIN, KEY(NULL, "b", K_ARGS, NULL)), last } },
		{ NULL, { ROW(TYPE_KERNEL, "T", BEGIN, KEY(NULL, NULL, K_ARGS, NULL)), last } },
		{ "in \"args\" nobody looks for whom an event belongs to",
		    { ROW(TYPE_KERNEL, "T", BEGIN, KEY(NULL, NULL, K_ARGS, NULL),
		          KEY("a", "b", K_THREAD, NULL)), last } },
		{ NULL, { ROW(TYPE_KERNEL, "T", BEGIN, KEY(NULL, NULL, K_ARGS, NULL),
		                  KEY("a", "b", K_CATEGORY, NULL)), last } },
		{ "a column that needs quoting",
		    { ROW(TYPE_KERNEL, "T", BEGIN, PLAIN("a", "b c")), last } },
		{ NULL, { ROW(TYPE_KERNEL, "T", BEGIN, PLAIN("a", "(b + c)")), last } },
		{ "a key that comes twice, not as neighbours",
		    { ROW(TYPE_KERNEL, "T", BEGIN, PLAIN("a", "b"), PLAIN("c", "d"),
		          PLAIN("a", "e")), last } },
		{ "an event twice from one table",
		    { ROW(TYPE_KERNEL, "T", BEGIN), ROW(TYPE_KERNEL, "T", BEGIN), last } },
		{ NULL, { ROW(TYPE_KERNEL, "T", BEGIN), ROW(TYPE_MEMCPY, "T", BEGIN), last } },
		{ NULL, { ROW(TYPE_KERNEL, "T", BEGIN, KEY(NULL, "b", K_SHAPE, NULL)),
		            ROW(TYPE_KERNEL, "T", BEGIN, KEY(NULL, "c", K_SHAPE, NULL)), last } },
	};
	const struct mapping apart[] = { ROW(TYPE_KERNEL, "T", BEGIN),
		ROW(TYPE_KERNEL, "U", BEGIN), ROW(TYPE_MEMCPY, "T", BEGIN), last };
	struct buf said = { 0 };

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		const char *fault = table[i].fault;
		int faults;

		said.n = 0;
		faults = faultsof(table[i].list, &said);
		ok(fault ? faults == 1 && strstr(said.p, fault) : faults == 0,
		    "schemacheck: %s", fault ? fault : "no fault");
	}
	said.n = 0;
	ok(faultsof(apart, &said) == 1 && strstr(said.p, "that are no neighbours"),
	    "schemacheck: sources of one table that are no neighbours");
	free(said.p);
}

/* What schemacheck says, said again from the header, so that a check that is lost is seen. */
static void
sources(void)
{
	int faults = 0;

	ok(schemacheck(schema) == 0 && schemacheck(traceschema) == 0,
	    "schemacheck finds no fault");
	for (const struct mapping *s = schema; s->table; s++) {
		const struct field *f = s->fields;
		bool args = false;

		faults +=
		    f->kind != K_START || !f->required || strcmp(f->key, "ts") != 0 || !f->column;
		for (f++; f->kind != K_END_OF_ROW; f++) {
			faults += f->kind == K_START || (f->kind == K_ARGS && args);
			args = args || f->kind == K_ARGS;
			faults += (f->kind == K_ONLY || f->kind == K_NOT || f->kind == K_SHAPE) !=
			    !f->key;
			faults += f->key && (strpbrk(f->key, "\"\\ ") || !*f->key);
			faults += f->prefix && strpbrk(f->prefix, "\"\\");
			faults +=
			    f->column && f->column[0] != '(' && strpbrk(f->column, " []\"'`;\t\n");
			faults += (f->kind == K_STOP && strcmp(f->key, "dur") != 0) ||
			    (f->kind == K_STOP && args);
			for (const struct field *g = s->fields; g < f; g++)
				faults += f->column && g->column && f->key && g->key &&
				    strcmp(f->key, g->key) == 0 &&
				    strcmp(f->column, g->column) == 0 && f->kind == g->kind &&
				    f->kind != K_LOOKUP;
		}
		faults += strpbrk(s->table, " []\"'`;") != NULL;
		faults += (s->type == TYPE_OTHER) != (s->why != NULL);
		faults += !schemareads(s->table) || schemawhy(s->table);
	}
	ok(faults == 0, "every source is one that the reader understands");
	ok(!schemareads("") && !schemareads("NVTX_EVENT") && !schemareads("NVTX_EVENTSX") &&
	        !schemareads("StringIds"),
	    "schemareads knows whole names");
}

static void
known(void)
{
	static const char *const yes[] = { "StringIds", "PROCESSES", "ThreadNames",
		"ENUM_CUDA_MEMCPY_OPER", "ENUM_X", "TARGET_INFO_GPU", "TARGET_INFO_SYSTEM_ENV",
		"META_DATA_CAPTURE", "META_DATA_EXPORT", "EXPORT_META_DATA", "OSRT_CALLCHAINS",
		"DYNAMIC_NVTXPAYLOAD_DATATYPE_1_2_3", "ANALYSIS_FILE", "ANALYSIS_DETAILS",
		"ProcessStreams", "sqlite_sequence", "sqlite_stat1" };
	static const char *const no[] = { "", "StringId", "StringIdsX", "XStringIds", "ENUM",
		"PROCESS", "GPU_METRICS", "CUPTI_ACTIVITY_KIND_KERNEL", "NVTX_EVENTS",
		"CUDNN_EVENTS", "ThreadNames2", "TARGET_INF", "*", "sqlite" };

	for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++)
		ok(schemawhy(yes[i]) && *schemawhy(yes[i]), "%s holds no events", yes[i]);
	for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
		ok(!schemawhy(no[i]), "'%s' may hold some", no[i]);
}

/* Every table that an export is documented to have, of every version, is read or known to hold no
 * events. */
static void
documented(void)
{
	static const char *const tables[] = {
		"StringIds PROCESSES ThreadNames ProcessStreams ANALYSIS_FILE ANALYSIS_DETAILS TARGET_INFO_SESSION_START_TIME TARGET_INFO_SYSTEM_ENV META_DATA_EXPORT",
		"EXPORT_META_DATA META_DATA_CAPTURE DIAGNOSTIC_EVENT TARGET_INFO_GPU TARGET_INFO_CUDA_DEVICE TARGET_INFO_CUDA_CONTEXT_INFO TARGET_INFO_CUDA_NULL_STREAM",
		"TARGET_INFO_CUDA_STREAM TARGET_INFO_NVTX_CUDA_DEVICE TARGET_INFO_NVTX_CUDA_CONTEXT TARGET_INFO_NVTX_CUDA_STREAM TARGET_INFO_PROCESS TARGET_INFO_XMC_SPEC",
		"TARGET_INFO_WDDM_CONTEXTS TARGET_INFO_PERF_METRIC TARGET_INFO_COMPONENT TARGET_INFO_NETWORK_METRICS TARGET_INFO_NIC_INFO NIC_ID_MAP TARGET_INFO_GPU_METRICS",
		"TARGET_INFO_SOC_METRICS PMU_EVENT_REQUESTS ENUM_CUDA_MEM_KIND UnwindMethodType CUPTI_ACTIVITY_KIND_KERNEL CUPTI_ACTIVITY_KIND_MEMCPY",
		"CUPTI_ACTIVITY_KIND_MEMSET CUPTI_ACTIVITY_KIND_RUNTIME CUPTI_ACTIVITY_KIND_SYNCHRONIZATION CUPTI_ACTIVITY_KIND_CUDA_EVENT CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
		"CUPTI_ACTIVITY_KIND_GRAPH_HOST_NODE_AND_HOST_LAUNCH CUDA_HOST_CALLBACK CUPTI_ACTIVITY_KIND_OVERHEAD CUPTI_ACTIVITY_KIND_JIT",
		"CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS CUPTI_ACTIVITY_KIND_BLOCK_TRACE CUPTI_ACTIVITY_KIND_BLOCK_PHASE_TRACE CUPTI_ACTIVITY_KIND_WARP_TRACE",
		"CUPTI_ACTIVITY_KIND_WARP_PHASE_TRACE CUDA_GRAPH_NODE_EVENTS CUDA_GRAPH_EVENTS CUDA_CALLCHAINS CUDA_UM_CPU_PAGE_FAULT_EVENTS CUDA_UM_GPU_PAGE_FAULT_EVENTS",
		"CUDA_GPU_MEMORY_USAGE_EVENTS CUDA_GPU_MEMORY_POOL_EVENTS NVTX_EVENTS NVTX_PAYLOAD_SCHEMAS NVTX_PAYLOAD_SCHEMA_ENTRIES NVTX_PAYLOAD_ENUMS",
		"NVTX_PAYLOAD_ENUM_ENTRIES NVTX_SCOPES NVTX_EVENTS_PAYLOAD_SCHEMAS NVTX_PAYLOAD_SCHEMA_RELATIONS NVTX_EXPORT_TRANSLATION NVTXT_EVENTS NVTXT_META_EVENTS",
		"CUDNN_EVENTS CUBLAS_EVENTS CUPTI_ACTIVITY_KIND_OPENACC_DATA CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH CUPTI_ACTIVITY_KIND_OPENACC_OTHER OPENMP_EVENT_KIND_THREAD",
		"OPENMP_EVENT_KIND_PARALLEL OPENMP_EVENT_KIND_SYNC_REGION OPENMP_EVENT_KIND_SYNC_REGION_WAIT OPENMP_EVENT_KIND_TASK OPENMP_EVENT_KIND_MASTER",
		"OPENMP_EVENT_KIND_REDUCTION OPENMP_EVENT_KIND_TASK_CREATE OPENMP_EVENT_KIND_TASK_SCHEDULE OPENMP_EVENT_KIND_CANCEL OPENMP_EVENT_KIND_MUTEX_WAIT",
		"OPENMP_EVENT_KIND_CRITICAL_SECTION OPENMP_EVENT_KIND_MUTEX_RELEASED OPENMP_EVENT_KIND_LOCK_INIT OPENMP_EVENT_KIND_LOCK_DESTROY",
		"OPENMP_EVENT_KIND_WORKSHARE OPENMP_EVENT_KIND_DISPATCH OPENMP_EVENT_KIND_FLUSH MPI_P2P_EVENTS MPI_COLLECTIVES_EVENTS MPI_START_WAIT_EVENTS",
		"MPI_OTHER_EVENTS MPI_RANKS MPI_COMMUNICATORS UCP_WORKERS UCP_SUBMIT_EVENTS UCP_PROGRESS_EVENTS UCP_EVENTS OSRT_API OSRT_CALLCHAINS OSRT_ARGUMENTS",
		"OSRT_FILE_ACCESS_EVENTS OSRT_FILE_ACCESS_DESCRIPTORS SYSCALL SYSCALL_CALLCHAINS SCHED_EVENTS COMPOSITE_EVENTS SAMPLING_CALLCHAINS",
		"PERF_EVENT_SOC_OR_CPU_RAW_EVENT PERF_EVENT_SOC_OR_CPU_METRIC_EVENT PERF_EVENT_CPU_RAW_EVENT PERF_EVENT_CPU_METRIC_EVENT PMU_EVENTS PMU_EVENT_COUNTERS",
		"UNCORE_PMU_EVENTS UNCORE_PMU_EVENT_VALUES BANDWIDTH_USAGE_EVENTS BANDWIDTH_USAGE_VALUES GPU_METRICS SOC_METRICS GENERIC_EVENT_SOURCES GENERIC_EVENT_TYPES",
		"GENERIC_EVENT_TYPE_FIELDS GENERIC_EVENT_TYPE_FIELD_MAP GENERIC_EVENTS GENERIC_EVENT_DATA ETW_EVENTS ETW_EVENTS_DEPRECATED_TABLE ETW_PROVIDERS ETW_TASKS",
		"MEMORY_TRANSFER_EVENTS NV_LOAD_BALANCE_EVENTS NV_LOAD_BALANCE_MASTER_EVENTS WDDM_EVICT_ALLOCATION_EVENTS WDDM_PAGING_QUEUE_PACKET_START_EVENTS",
		"WDDM_PAGING_QUEUE_PACKET_STOP_EVENTS WDDM_PAGING_QUEUE_PACKET_INFO_EVENTS WDDM_QUEUE_PACKET_START_EVENTS WDDM_QUEUE_PACKET_STOP_EVENTS",
		"WDDM_QUEUE_PACKET_INFO_EVENTS WDDM_DMA_PACKET_START_EVENTS WDDM_DMA_PACKET_STOP_EVENTS WDDM_DMA_PACKET_INFO_EVENTS WDDM_HW_QUEUE_EVENTS NET_NIC_METRIC",
		"NET_IB_SWITCH_METRIC NET_IB_SWITCH_CONGESTION_EVENT NET_IB_DEVICE_INFO NET_IB_DEVICE_PORT_INFO NET_IB_DEVICE_TYPE_MAP GPU_CONTEXT_SWITCH_EVENTS",
		"FECS_EVENTS NVVIDEO_ENCODER_API NVVIDEO_DECODER_API NVVIDEO_JPEG_API GPU_VIDEO_ENGINE_WORKLOAD GPU_VIDEO_ENGINE_MISSING TRACE_PROCESS_EVENT_NVMEDIA",
		"TEGRA_INTERNAL_API_CALLS PROFILER_OVERHEAD OPENGL_API OPENGL_WORKLOAD KHR_DEBUG_EVENTS VULKAN_API VULKAN_WORKLOAD VULKAN_DEBUG_API",
		"VULKAN_PIPELINE_CREATION_EVENTS VULKAN_PIPELINE_STAGE_EVENTS VULKAN_MEMORY_OPERATION VULKAN_MEMORY_TYPES DX12_API DX12_WORKLOAD DX12_MEMORY_OPERATION",
		"DXGI_API NVAPI_API NVAPI_MEMORY_OPERATION D3D11_PIX_DEBUG_API D3D12_PIX_DEBUG_API SLI_P2P SLI_QUERIES SLI_STATS GPU_MEMORY_BUDGET_EVENTS",
		"GPU_MEMORY_USAGE_EVENTS DEMOTED_BYTES_EVENTS TOTAL_BYTES_RESIDENT_IN_SEGMENT_EVENTS",
	};
	struct buf all = { 0 };

	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++)
		bufprintf(&all, "%s ", tables[i]);
	for (const struct mapping *s = schema; s->table; s++)
		ok(strstr(all.p, s->table) != NULL, "%s is documented", s->table);
	for (char *table = strtok(all.p, " "); table; table = strtok(NULL, " "))
		ok(schemareads(table) != (schemawhy(table) != NULL),
		    "%s is read, or said not to hold events", table);
	free(all.p);
}

static void
labels(void)
{
	static const struct {
		const char *enumeration;
		int64_t code;
		const char *want;
	} table[] = {
		{ "ENUM_CUDA_MEMCPY_OPER", 1, "Host-to-Device" },
		{ "ENUM_CUDA_MEMCPY_OPER", 2, "Device-to-Host" },
		{ "ENUM_CUDA_MEMCPY_OPER", 8, "Device-to-Device" },
		{ "ENUM_CUDA_MEMCPY_OPER", 10, "Peer-to-Peer" },
		{ "ENUM_CUDA_MEMCPY_OPER", 99, NULL },
		{ "ENUM_CUDA_MEMCPY_OPER", -1, NULL },
		{ "ENUM_CUDA_MEM_KIND", 1, "Pinned" },
		{ "ENUM_CUDA_KERNEL_LAUNCH_TYPE", 1, "Regular" },
		{ "ENUM_NONE", 1, NULL },
		{ "", 0, NULL },
		{ "sched", 0, "sched-out" },
		{ "sched", 1, "sched-in" },
		{ "cuda-sync", 0, "Stream wait event" },
		{ "cuda-sync", 1, "Stream synchronize" },
		{ "cuda-sync", 2, "Event synchronize" },
		{ "cuda-sync", 3, "Context synchronize" },
		{ "cuda-sync", 4, NULL },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		const char *got = schemalabel(table[i].enumeration, table[i].code);

		ok(got ? table[i].want && strcmp(got, table[i].want) == 0 : !table[i].want,
		    "label %d of %s", (int)table[i].code, table[i].enumeration);
	}
}

static int
bytext(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Whether a line is five fields of what the table of tables may hold. */
static bool
fivefields(char *text)
{
	char *field[6] = { NULL };
	int n = 0;
	bool good;

	for (char *rest = text; n < 6 && rest; n++)
		field[n] = strsep(&rest, "\t");
	good = n == 5 && evtype(spanof(field[0])) != TYPE_OTHER && *field[1] &&
	    schemareads(field[2]) && *field[3] &&
	    (strcmp(field[4], "always") == 0 || strcmp(field[4], "if-present") == 0);
	if (!good)
		fprintf(stderr, "# %s\n", text);
	return good;
}

static void
printed(void)
{
	static const char *const must[] = {
		"kernel\tts\tCUPTI_ACTIVITY_KIND_KERNEL\tstart\talways\n",
		"kernel\tdur\tCUPTI_ACTIVITY_KIND_KERNEL\tend\talways\n",
		"kernel\tname\tCUPTI_ACTIVITY_KIND_KERNEL\tshortName\tif-present\n",
		"kernel\targs.grid\tCUPTI_ACTIVITY_KIND_KERNEL\tgridX\tif-present\n",
		"cuda-api\tcorr\tCUPTI_ACTIVITY_KIND_RUNTIME\tcorrelationId\tif-present\n",
		"nvtx\tname\tNVTX_EVENTS\ttext\tif-present\n",
		"memcpy\targs.bytes\tCUPTI_ACTIVITY_KIND_MEMCPY\tbytes\tif-present\n",
	};
	struct buf out = { 0 };
	char *lines[2000] = { NULL }, *text;
	size_t count = 0, twice = 0, bad = 0;

	schemaprint(&out);
	ok(out.n > 0 && out.p[out.n - 1] == '\n', "schemaprint prints lines");
	bufchar(&out, '\0');
	for (size_t i = 0; i < sizeof(must) / sizeof(*must); i++)
		ok(strstr(out.p, must[i]) != NULL, "printed: %s", must[i]);
	for (char *p = out.p; *p && count < 2000;) {
		lines[count++] = p;
		p += strcspn(p, "\n");
		if (*p)
			*p++ = '\0';
	}
	qsort(lines, count, sizeof(*lines), bytext);
	for (size_t i = 1; i < count; i++)
		twice += strcmp(lines[i - 1], lines[i]) == 0;
	ok(count > 80 && twice == 0, "%zu lines, all different", count);
	for (size_t i = 0; i < count; i++) {
		text = xstrdup(lines[i]);
		bad += !fivefields(text);
		free(text);
	}
	ok(bad == 0, "each has an event, a key, a table, a column, and when");
	free(out.p);
}

int
main(void)
{
	faulty();
	sources();
	types();
	known();
	documented();
	labels();
	printed();
	return tapend();
}
