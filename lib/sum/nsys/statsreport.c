/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "base/spelling.h"
#include "idle.h"
#include "kernexec.h"
#include "nsysnames.h"
#include "program/cli.h"
#include "projection.h"
#include "pushpop.h"
#include "rangekernels.h"
#include "statsreport.h"
#include "trace.h"
#include "unifiedmemory.h"

/* The columns that most reports share. The titles of the count and of the name differ. */
#define TIMES(count) \
	{ "Time (%)", STATISTIC_SHARE }, \
	{ "Total Time (ns)", STATISTIC_TOTAL }, \
	{ count, STATISTIC_COUNT }, \
	{ "Avg (ns)", STATISTIC_MEAN }, \
	{ "Med (ns)", STATISTIC_MEDIAN }, \
	{ "Min (ns)", STATISTIC_MIN }, \
	{ "Max (ns)", STATISTIC_MAX }, \
	{ "StdDev (ns)", STATISTIC_STDDEV }

#define NAME(title) { title, BY_NAME }
#define LABEL(title) { title, BY_LABEL1 }

static const struct heading kernels[] = { TIMES("Instances"), NAME("Name") };
static const struct heading shapes[] = {
	TIMES("Instances"),
	LABEL("GridXYZ"),
	{ "BlockXYZ", BY_LABEL2 },
	NAME("Name"),
};
static const struct heading calls[] = { TIMES("Num Calls"), NAME("Name") };
static const struct heading copies[] = { TIMES("Count"), NAME("Operation") };
static const struct heading constructs[] = { TIMES("Count"), NAME("Name") };
static const struct heading operations[] = {
	TIMES("Instances"), LABEL("Category"), NAME("Operation")
};
static const struct heading sizes[] = {
	{ "Total (MB)", STATISTIC_MB_TOTAL },
	{ "Count", STATISTIC_COUNT },
	{ "Avg (MB)", STATISTIC_MB_MEAN },
	{ "Med (MB)", STATISTIC_MB_MEDIAN },
	{ "Min (MB)", STATISTIC_MB_MIN },
	{ "Max (MB)", STATISTIC_MB_MAX },
	{ "StdDev (MB)", STATISTIC_MB_STDDEV },
	NAME("Operation"),
};
static const struct heading messages[] = { TIMES("Instances"), LABEL("Source"), NAME("Name") };
static const struct heading messagesizes[] = {
	{ "Total Message Volume", STATISTIC_BYTES_TOTAL },
	{ "Instances", STATISTIC_COUNT },
	{ "Avg", STATISTIC_BYTES_MEAN },
	{ "Med", STATISTIC_BYTES_MEDIAN },
	{ "Min", STATISTIC_BYTES_MIN },
	{ "Max", STATISTIC_BYTES_MAX },
	{ "StdDev", STATISTIC_BYTES_STDDEV },
	LABEL("Source"),
	NAME("Name"),
};
static const struct heading ranges[] = {
	TIMES("Instances"), { "Style", BY_STYLE }, NAME("Range")
};
static const struct heading plain[] = { TIMES("Instances"), NAME("Range") };
static const struct heading videos[] = {
	TIMES("Num Calls"), LABEL("Event Type"), NAME("Name")
};
static const struct heading rangekernels[] = {
	LABEL("NVTX Range"),
	{ "Style", BY_STYLE },
	{ "PID", BY_PID },
	{ "TID", BY_TID },
	{ "NVTX Inst", STATISTIC_RANGES },
	{ "Kern Inst", STATISTIC_COUNT },
	{ "Total Time (ns)", STATISTIC_TOTAL },
	{ "Avg (ns)", STATISTIC_MEAN },
	{ "Med (ns)", STATISTIC_MEDIAN },
	{ "Min (ns)", STATISTIC_MIN },
	{ "Max (ns)", STATISTIC_MAX },
	{ "StdDev (ns)", STATISTIC_STDDEV },
	NAME("Kernel Name"),
};
static const struct heading projections[] = {
	NAME("Range"),
	{ "Style", BY_STYLE },
	{ "Total Proj Time (ns)", STATISTIC_TOTAL },
	{ "Total Range Time (ns)", STATISTIC_RANGE_TIME },
	{ "Range Instances", STATISTIC_COUNT },
	{ "Proj Avg (ns)", STATISTIC_MEAN },
	{ "Proj Med (ns)", STATISTIC_MEDIAN },
	{ "Proj Min (ns)", STATISTIC_MIN },
	{ "Proj Max (ns)", STATISTIC_MAX },
	{ "Proj StdDev (ns)", STATISTIC_STDDEV },
	{ "Total GPU Ops", STATISTIC_OPS },
	{ "Avg GPU Ops", STATISTIC_OPS_MEAN },
	{ "Avg Range Lvl", STATISTIC_LEVEL },
	{ "Avg Num Child", STATISTIC_CHILDREN },
};

#undef TIMES
#undef NAME
#undef LABEL

/* Returns true if an event of the OS runtime is a call. Marks of the profiler's start and end have
 * no thread and no duration. */
static bool
iscall(const struct event *ev)
{
	return evnumber(ev, KEY_TID) != 0 || evnumber(ev, KEY_DUR) > 0 || !evhas(ev, KEY_TID);
}

static bool
ispushpop(const struct event *ev)
{
	return !evisstartend(ev);
}

/* A marker has a text besides the name of the call that made it. */
static bool
ismarker(const struct event *ev)
{
	return evarg(ev, "text").p;
}

static bool
isnomarker(const struct event *ev)
{
	return !ismarker(ev);
}

static bool
copybytes(const struct event *ev, int part, int64_t *bytes)
{
	(void)part;
	return evhas(ev, KEY_DUR) && jsonint(evarg(ev, "bytes"), bytes) && *bytes >= 0;
}

/* The bytes sent; as part 1 the bytes that a collective received. */
static bool
messagebytes(const struct event *ev, int part, int64_t *bytes)
{
	return jsonint(evarg(ev, part == 0 ? "bytes" : "bytes_received"), bytes) && *bytes >= 0;
}

static const struct tallyhooks ascalls = { .name = nsysnamescall };
static const struct tallyhooks askernels = { .name = NULL };
static const struct tallyhooks asshapes = { .label = { nsysnamesgrid, nsysnamesblock } };
static const struct tallyhooks ascopies = { .name = nsysnamesgpu };
static const struct tallyhooks assizes = { .name = nsysnamesgpu, .amount = copybytes };
static const struct tallyhooks asoperations = { .name = nsysnamesoperation,
	.label = { nsysnamescategory } };
static const struct tallyhooks asranges = { .name = nsysnamesrange };
static const struct tallyhooks aspushpop = { .name = nsysnamesrange, .choose = ispushpop };
static const struct tallyhooks asstartend = { .name = nsysnamesrange, .choose = evisstartend };
static const struct tallyhooks asosrt = { .choose = iscall };
static const struct tallyhooks asopenacc = { .name = nsysnamesopenacc };
static const struct tallyhooks asmpi = { .label = { nsysnamessource } };
static const struct tallyhooks asmessagesizes = {
	.label = { nsysnamesside }, .amount = messagebytes, .parts = 2
};
static const struct tallyhooks asapi = { .choose = isnomarker };
static const struct tallyhooks asmarkers = { .choose = ismarker, .name = nsysnamesmarker };
static const struct tallyhooks aspix = { .name = nsysnamesmarker };

#define COLUMNS(list) .headings = (list), .count = sizeof(list) / sizeof(*(list))
#define GPU (EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_MEMCPY) | EVTYPE(TYPE_MEMSET))
#define COPIES (EVTYPE(TYPE_MEMCPY) | EVTYPE(TYPE_MEMSET))
#define WORK (GPU | EVTYPE(TYPE_GRAPH))
#define NVTX_DATA "NV Tools Extension (NVTX)"
#define MARKERS "What is a call and what is a marker is told by the text that markers have."
#define NAMING (OPTION_NVTX_NAME | OPTION_NAMES)
#define UNKNOWN_ORDER "The order of NVIDIA's rows is not known; here the largest total is first."
#define OWN_ORDER "The order of NVIDIA's rows is not known; here the worst is first."

static const struct statsreport statsreports[] = {
	{ .name = "cuda_api_gpu_sum",
	    .title = "CUDA Summary (API/Kernels/MemOps)",
	    .data = "CUDA trace",
	    .types = EVTYPE(TYPE_CUDA_API) | GPU,
	    .options = NAMING,
	    .order = ORDER_NAME,
	    .hooks = &asoperations,
	    .note = "NVIDIA's word for calls in Category is not known; here it is CUDA_API.",
	    COLUMNS(operations) },
	{ .name = "cuda_api_sum",
	    .title = "CUDA API Summary",
	    .data = "CUDA trace",
	    .types = EVTYPE(TYPE_CUDA_API),
	    .hooks = &ascalls,
	    COLUMNS(calls) },
	{ .name = "cuda_api_trace",
	    .title = "CUDA API Trace",
	    .data = "CUDA trace",
	    .types = EVTYPE(TYPE_CUDA_API),
	    .note = "T-Pri is empty: streams have no priorities of threads.",
	    .collector = traceapi },
	{ .name = "cuda_gpu_kern_gb_sum",
	    .title = "CUDA GPU Kernel/Grid/Block Summary",
	    .data = "CUDA kernel",
	    .types = EVTYPE(TYPE_KERNEL),
	    .options = NAMING,
	    .order = ORDER_LABELS,
	    .hooks = &asshapes,
	    COLUMNS(shapes) },
	{ .name = "cuda_gpu_kern_sum",
	    .title = "CUDA GPU Kernel Summary",
	    .data = "CUDA kernel",
	    .types = EVTYPE(TYPE_KERNEL),
	    .options = NAMING,
	    .order = ORDER_NAME,
	    .hooks = &askernels,
	    COLUMNS(kernels) },
	{ .name = "cuda_gpu_mem_size_sum",
	    .title = "CUDA GPU MemOps Summary (by Size)",
	    .data = "GPU memory",
	    .types = COPIES,
	    .order = ORDER_NAME,
	    .hooks = &assizes,
	    COLUMNS(sizes) },
	{ .name = "cuda_gpu_mem_time_sum",
	    .title = "CUDA GPU MemOps Summary (by Time)",
	    .data = "GPU memory",
	    .types = COPIES,
	    .order = ORDER_NAME,
	    .hooks = &ascopies,
	    COLUMNS(copies) },
	{ .name = "cuda_gpu_sum",
	    .title = "CUDA GPU Summary (Kernels/MemOps)",
	    .data = "CUDA trace",
	    .types = GPU,
	    .options = NAMING,
	    .order = ORDER_NAME,
	    .hooks = &asoperations,
	    COLUMNS(operations) },
	{ .name = "cuda_gpu_trace",
	    .title = "CUDA GPU Trace",
	    .data = "CUDA trace",
	    .types = GPU,
	    .options = NAMING,
	    .collector = tracegpu },
	{ .name = "cuda_kern_exec_sum",
	    .title = "CUDA Kernel Launch & Exec Time Summary",
	    .data = "CUDA kernel",
	    .types = EVTYPE(TYPE_KERNEL),
	    .linked = true,
	    .options = NAMING,
	    .note = UNKNOWN_ORDER,
	    .collector = kernexecsum },
	{ .name = "cuda_kern_exec_trace",
	    .title = "CUDA Kernel Launch & Exec Time Trace",
	    .data = "CUDA kernel",
	    .types = EVTYPE(TYPE_KERNEL),
	    .linked = true,
	    .options = NAMING,
	    .collector = tracelaunch },
	{ .name = "dx11_pix_sum",
	    .title = "DX11 PIX Range Summary",
	    .data = "DX11 CPU debug markers",
	    .types = EVTYPE(TYPE_D3D11),
	    .hooks = &aspix,
	    COLUMNS(plain) },
	{ .name = "dx12_gpu_marker_sum",
	    .title = "DX12 GPU Command List PIX Ranges Summary",
	    .data = "DX12 GPU debug markers",
	    .types = EVTYPE(TYPE_DX12_GPU),
	    .hooks = &asmarkers,
	    COLUMNS(plain) },
	{ .name = "dx12_pix_sum",
	    .title = "DX12 PIX Range Summary",
	    .data = "DX12 CPU debug markers",
	    .types = EVTYPE(TYPE_DX12),
	    .hooks = &asmarkers,
	    .note = MARKERS,
	    COLUMNS(plain) },
	{ .name = "mpi_event_sum",
	    .title = "MPI Event Summary",
	    .data = "MPI event",
	    .types = EVTYPE(TYPE_MPI),
	    .hooks = &asmpi,
	    .note = "Source is told by what an event has: p2p, coll, start_wait or other.",
	    COLUMNS(messages) },
	{ .name = "mpi_event_trace",
	    .title = "MPI Event Trace",
	    .data = "MPI event",
	    .types = EVTYPE(TYPE_MPI),
	    .collector = tracempi },
	{ .name = "mpi_msg_size_sum",
	    .title = "MPI Message Size Summary",
	    .data = "MPI event",
	    .types = EVTYPE(TYPE_MPI),
	    .hooks = &asmessagesizes,
	    COLUMNS(messagesizes) },
	{ .name = "network_congestion",
	    .title = "Network Devices Congestion",
	    .data = "Network metric",
	    .missing = true,
	    .note = "which metric counts waits, and the GUIDs of network devices" },
	{ .name = "nvtx_gpu_proj_sum",
	    .title = "NVTX GPU Projection Summary",
	    .data = NVTX_DATA,
	    .types = EVTYPE(TYPE_NVTX_KERNEL) | EVTYPE(TYPE_NVTX),
	    .linked = true,
	    .collector = projectionsum,
	    COLUMNS(projections) },
	{ .name = "nvtx_gpu_proj_trace",
	    .title = "NVTX GPU Projection Trace",
	    .data = NVTX_DATA,
	    .types = EVTYPE(TYPE_NVTX_KERNEL) | EVTYPE(TYPE_NVTX) | WORK,
	    .linked = true,
	    .collector = projectiontrace },
	{ .name = "nvtx_kern_sum",
	    .title = "NVTX Range Kernel Summary",
	    .data = NVTX_DATA,
	    .types = EVTYPE(TYPE_NVTX) | EVTYPE(TYPE_KERNEL),
	    .linked = true,
	    .options = OPTION_NAMES,
	    .note = UNKNOWN_ORDER,
	    .collector = rangekernelssum,
	    COLUMNS(rangekernels) },
	{ .name = "nvtx_pushpop_sum",
	    .title = "NVTX Push/Pop Range Summary",
	    .data = NVTX_DATA,
	    .types = EVTYPE(TYPE_NVTX),
	    .hooks = &aspushpop,
	    COLUMNS(plain) },
	{ .name = "nvtx_pushpop_trace",
	    .title = "NVTX Push/Pop Range Trace",
	    .data = NVTX_DATA,
	    .types = EVTYPE(TYPE_NVTX),
	    .collector = pushpoptrace },
	{ .name = "nvtx_startend_sum",
	    .title = "NVTX Start/End Range Summary",
	    .data = NVTX_DATA,
	    .types = EVTYPE(TYPE_NVTX),
	    .hooks = &asstartend,
	    COLUMNS(plain) },
	{ .name = "nvtx_sum",
	    .title = "NVTX Range Summary",
	    .data = NVTX_DATA,
	    .types = EVTYPE(TYPE_NVTX),
	    .hooks = &asranges,
	    COLUMNS(ranges) },
	{ .name = "nvvideo_api_sum",
	    .title = "NvVideo API Summary",
	    .data = "NvVideo API",
	    .types = EVTYPE(TYPE_NVVIDEO),
	    .hooks = &askernels,
	    .note = "Event Type is empty, and calls of NvMedia and Tegra count too: streams do not "
	            "tell them apart.",
	    COLUMNS(videos) },
	{ .name = "openacc_sum",
	    .title = "OpenACC Summary",
	    .data = "OpenACC event",
	    .types = EVTYPE(TYPE_OPENACC),
	    .hooks = &asopenacc,
	    COLUMNS(calls) },
	{ .name = "opengl_khr_gpu_range_sum",
	    .title = "OpenGL KHR_debug GPU Range Summary",
	    .data = "KHR Extension (KHR_DEBUG)",
	    .missing = true,
	    .note = "which messages of KHR_debug are ranges of a GPU" },
	{ .name = "opengl_khr_range_sum",
	    .title = "OpenGL KHR_debug Range Summary",
	    .data = "KHR Extension (KHR_DEBUG)",
	    .missing = true,
	    .note = "which messages of KHR_debug are ranges of a CPU" },
	{ .name = "openmp_sum",
	    .title = "OpenMP Summary",
	    .data = "OpenMP event",
	    .types = EVTYPE(TYPE_OPENMP),
	    .hooks = &askernels,
	    COLUMNS(constructs) },
	{ .name = "osrt_sum",
	    .title = "OS Runtime Summary",
	    .data = "OS Runtime trace",
	    .types = EVTYPE(TYPE_OSRT),
	    .hooks = &asosrt,
	    COLUMNS(calls) },
	{ .name = "syscall_sum",
	    .title = "Syscall Summary",
	    .data = "syscall",
	    .types = EVTYPE(TYPE_SYSCALL),
	    .hooks = &askernels,
	    COLUMNS(calls) },
	{ .name = "um_cpu_page_faults_sum",
	    .title = "Unified Memory CPU Page Faults Summary",
	    .data = "CUDA Unified Memory CPU page faults",
	    .types = EVTYPE(TYPE_UM_FAULT),
	    .note = UNKNOWN_ORDER,
	    .collector = unifiedmemoryfaults },
	{ .name = "um_sum",
	    .title = "Unified Memory Analysis Summary",
	    .data = "CUDA Unified Memory",
	    .types = EVTYPE(TYPE_UM_FAULT) | EVTYPE(TYPE_MEMCPY),
	    .options = OPTION_ROWS,
	    .note = UNKNOWN_ORDER,
	    .collector = unifiedmemorysum },
	{ .name = "um_total_sum",
	    .title = "Unified Memory Totals Summary",
	    .data = "CUDA Unified Memory",
	    .types = EVTYPE(TYPE_UM_FAULT) | EVTYPE(TYPE_MEMCPY),
	    .note = "Sizes are of all copies of unified memory; NVIDIA's leave some out, by a rule "
	            "that is not known.",
	    .collector = unifiedmemorytotal },
	{ .name = "vulkan_api_sum",
	    .title = "Vulkan API Summary",
	    .data = "Vulkan API",
	    .types = EVTYPE(TYPE_VULKAN),
	    .hooks = &asapi,
	    .note = MARKERS,
	    COLUMNS(calls) },
	{ .name = "vulkan_api_trace",
	    .title = "Vulkan API Trace",
	    .data = "Vulkan API",
	    .types = EVTYPE(TYPE_VULKAN),
	    .note = "Event Class and T-Pri are empty: streams have neither. " MARKERS,
	    .collector = tracevulkan },
	{ .name = "vulkan_gpu_marker_sum",
	    .title = "Vulkan GPU Range Summary",
	    .data = "Vulkan GPU debug extension",
	    .types = EVTYPE(TYPE_VULKAN_GPU),
	    .hooks = &asmarkers,
	    COLUMNS(plain) },
	{ .name = "vulkan_marker_sum",
	    .title = "Vulkan Range Summary",
	    .data = "Vulkan debug extension",
	    .types = EVTYPE(TYPE_VULKAN),
	    .hooks = &asmarkers,
	    .note = MARKERS,
	    COLUMNS(plain) },
	{ .name = "wddm_queue_sum",
	    .title = "WDDM Queue Utilization Summary",
	    .data = "WDDM queue",
	    .missing = true,
	    .note = "names, kinds, engines and contexts of WDDM queues" },
	{ .name = "cuda_api_sync",
	    .title = "CUDA Synchronization APIs",
	    .data = "CUDA trace",
	    .types = EVTYPE(TYPE_CUDA_API),
	    .rule = true,
	    .options = OPTION_ROWS,
	    .collector = tracewaits },
	{ .name = "cuda_memcpy_async",
	    .title = "CUDA Async Memcpy with Pageable Memory",
	    .data = "CUDA memcpy",
	    .types = EVTYPE(TYPE_MEMCPY),
	    .linked = true,
	    .rule = true,
	    .options = OPTION_ROWS,
	    .collector = tracepageable },
	{ .name = "cuda_memcpy_sync",
	    .title = "CUDA Synchronous Memcpy",
	    .data = "CUDA memcpy",
	    .types = EVTYPE(TYPE_MEMCPY),
	    .linked = true,
	    .rule = true,
	    .options = OPTION_ROWS,
	    .collector = tracecopies },
	{ .name = "cuda_memset_sync",
	    .title = "CUDA Synchronous Memset",
	    .data = "CUDA memset",
	    .types = EVTYPE(TYPE_MEMSET),
	    .linked = true,
	    .rule = true,
	    .options = OPTION_ROWS,
	    .collector = tracesets },
	{ .name = "gpu_gaps",
	    .title = "GPU Gaps",
	    .data = "GPU",
	    .types = WORK | EVTYPE(TYPE_OVERHEAD) | EVTYPE(TYPE_GPU_STATE),
	    .rule = true,
	    .options = OPTION_ROWS | OPTION_GAP | OPTION_AROUND,
	    .note = "Context ID is empty where a process has several.",
	    .collector = idlegaps },
	{ .name = "gpu_time_util",
	    .title = "GPU Time Utilization",
	    .data = "GPU",
	    .types = WORK | EVTYPE(TYPE_OVERHEAD),
	    .rule = true,
	    .options = OPTION_ROWS | OPTION_THRESHOLD | OPTION_CHUNKS,
	    .note = "Context ID is empty where a process has several. " OWN_ORDER,
	    .collector = idlechunks },
};

#undef COLUMNS

enum { STATSREPORTS = sizeof(statsreports) / sizeof(*statsreports) };

static const struct statsreport *
statsreportfind(const char *option, struct span name)
{
	const char *names[STATSREPORTS];

	for (int i = 0; i < STATSREPORTS; i++)
		if (spanis(name, statsreports[i].name))
			return &statsreports[i];
	for (int i = 0; i < STATSREPORTS; i++)
		names[i] = statsreports[i].name;
	dieusage("--%s: nothing is called '%.*s'%s (--%s help lists all)", option, (int)name.n,
	    name.p, spellinghint(name, names, STATSREPORTS), option);
}

/* Reads an option "NAME=NUMBER"; returns false if it has another name. */
static bool
readnumber(const char *option, struct span text, const char *name, int64_t most, int64_t *number)
{
	size_t n = strlen(name);
	struct buf value = { 0 };

	if (text.n <= n || memcmp(text.p, name, n) != 0 || text.p[n] != '=')
		return false;
	bufmem(&value, text.p + n + 1, text.n - n - 1);
	bufchar(&value, '\0');
	*number = clinumber(option, value.p, 1, most);
	free(value.p);
	return true;
}

/* Reads one option of a stats report. */
static void
statsreportoption(
    const char *option, const struct statsreport *r, struct span text, struct collectorargs *args)
{
	int64_t number;

	if (spanis(text, "nvtx-name") && r->options & OPTION_NVTX_NAME) {
		args->ranged = true;
		return;
	}
	if (spanis(text, "around") && r->options & OPTION_AROUND) {
		args->around = true;
		return;
	}
	if ((spanis(text, "base") || spanis(text, "mangled")) && r->options & OPTION_NAMES)
		dieusage("--%s: %s: names are those of the stream: nst-dump --names %s", option,
		    r->name, spanis(text, "base") ? "short" : "mangled");
	if (r->options & OPTION_ROWS && readnumber(option, text, "rows", INT64_MAX, &number))
		args->rows = (size_t)number;
	else if (r->options & OPTION_GAP && readnumber(option, text, "gap", 1000000000, &number))
		args->gap = number * 1000000;
	else if (!(r->options & OPTION_THRESHOLD &&
	             readnumber(option, text, "threshold", 100, &args->threshold)) &&
	    !(r->options & OPTION_CHUNKS &&
	        readnumber(option, text, "chunks", 10000, &args->chunks)))
		dieusage("--%s: %s has no option '%.*s'", option, r->name, (int)text.n, text.p);
}

const struct statsreport *
statsreportread(const char *option, const char *text, struct collectorargs *args)
{
	const char *end = strchrnul(text, ':');
	const struct statsreport *r =
	    statsreportfind(option, (struct span){ text, (size_t)(end - text) });

	if (r->missing)
		dieusage("--%s: %s cannot be made: streams do not say %s", option, r->name,
		    r->note);
	args->gap = INT64_C(500000000);
	args->threshold = 50;
	args->chunks = 30;
	while (*end == ':') {
		text = end + 1;
		end = strchrnul(text, ':');
		statsreportoption(option, r, (struct span){ text, (size_t)(end - text) }, args);
	}
	return r;
}

/* Writes the types of events that the report needs, for nst-dump --type. */
static void
puttypes(struct buf *out, const struct statsreport *r)
{
	uint64_t types = r->types & ~(EVTYPE(TYPE_NVTX_KERNEL) | EVTYPE(TYPE_GPU_STATE));
	const char *before = "";

	if (r->linked)
		types |= EVTYPE(TYPE_CUDA_API);
	if (r->types & EVTYPE(TYPE_NVTX_KERNEL))
		types |= WORK;
	for (int i = 0; i < TYPE_COUNT; i++)
		if (types & EVTYPE(i)) {
			bufstr(out, before);
			bufstr(out, evtypename((enum event_type)i));
			before = ",";
		}
}

/* Writes the options of a report. */
static void
putoptions(struct buf *out, const struct statsreport *r)
{
	static const struct {
		enum statsreport_option option;
		const char *text;
	} options[] = {
		{ OPTION_NVTX_NAME, "[:nvtx-name]" },
		{ OPTION_ROWS, "[:rows=N]" },
		{ OPTION_GAP, "[:gap=MS]" },
		{ OPTION_AROUND, "[:around]" },
		{ OPTION_THRESHOLD, "[:threshold=PERCENT]" },
		{ OPTION_CHUNKS, "[:chunks=N]" },
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
		if (r->options & options[i].option)
			bufstr(out, options[i].text);
}

static void
puttext(struct buf *out, const struct statsreport *r)
{
	bufstr(out, r->name);
	putoptions(out, r);
	bufprintf(out, "\n    %s%s\n    ", r->rule ? "rule: " : "", r->title);
	if (r->missing) {
		bufprintf(out, "cannot be made: needs %s, which streams do not have\n", r->note);
		return;
	}
	bufstr(out, "needs ");
	puttypes(out, r);
	bufstr(out, r->linked ? ", and nst-link\n" : "\n");
	if (r->note)
		bufprintf(out, "    %s\n", r->note);
}

void
statsreportlist(struct buf *out, bool astext)
{
	if (!astext)
		bufstr(out, "name\ttitle\trule\ttypes\tlinked\tmissing\tdata\n");
	for (int i = 0; i < STATSREPORTS; i++) {
		const struct statsreport *r = &statsreports[i];

		if (astext) {
			puttext(out, r);
			continue;
		}
		bufprintf(out, "%s\t%s\t%d\t", r->name, r->title, r->rule);
		puttypes(out, r);
		bufprintf(out, "\t%d\t%s\t%s\n", r->linked, r->missing ? r->note : "", r->data);
	}
}

void
statsreportnames(struct buf *out)
{
	for (int i = 0; i < STATSREPORTS; i++)
		if (!statsreports[i].missing)
			bufprintf(out, "%s%s", out->n > 0 ? "|" : "", statsreports[i].name);
}
