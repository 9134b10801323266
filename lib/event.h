/* SPDX-License-Identifier: MIT */
/* One record of the stream, as nst-event(5) describes it. */
#ifndef NST_EVENT_H
#define NST_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "mem.h"

/*
 * The types of records, with the family each belongs to:
 * CONTROL is about the stream itself; NVTX is what the user annotated; CPU runs on a thread; GPU is
 * work on a stream of a device, DEVICE what else a GPU does; GRAPHICS are calls and workloads of
 * graphics interfaces; COUNTER has a value.
 */
#define EVENT_TYPES(T) \
	T(STREAM,         "stream",             CONTROL) \
	T(END,            "end",                CONTROL) \
	T(META,           "meta",               CONTROL) \
	T(NVTX,           "nvtx",               NVTX) \
	T(NVTX_MARK,      "nvtx-mark",          NVTX) \
	T(NVTX_KERNEL,    "nvtx-kernel",        NVTX) \
	T(CUDA_API,       "cuda-api",           CPU) \
	T(CUDA_SYNC,      "cuda-sync",          CPU) \
	T(GRAPH_CREATE,   "graph-create",       CPU) \
	T(GRAPH_NODE,     "graph-node",         CPU) \
	T(HOST_CALLBACK,  "host-callback",      CPU) \
	T(JIT,            "jit",                CPU) \
	T(OVERHEAD,       "overhead",           CPU) \
	T(CUDNN,          "cudnn",              CPU) \
	T(CUBLAS,         "cublas",             CPU) \
	T(OPENACC,        "openacc",            CPU) \
	T(OPENMP,         "openmp",             CPU) \
	T(MPI,            "mpi",                CPU) \
	T(UCX,            "ucx",                CPU) \
	T(NVVIDEO,        "nvvideo",            CPU) \
	T(OSRT,           "osrt",               CPU) \
	T(FILE_ACCESS,    "file-access",        CPU) \
	T(SYSCALL,        "syscall",            CPU) \
	T(SCHED,          "sched",              CPU) \
	T(SAMPLE,         "sample",             CPU) \
	T(NIC_EVENT,      "nic-event",          CPU) \
	T(DIAGNOSTIC,     "diagnostic",         CPU) \
	T(GENERIC,        "generic",            CPU) \
	T(ETW,            "etw",                CPU) \
	T(GRAPH,          "graph",              GPU) \
	T(KERNEL,         "kernel",             GPU) \
	T(MEMCPY,         "memcpy",             GPU) \
	T(MEMSET,         "memset",             GPU) \
	T(DECOMPRESS,     "decompress",         GPU) \
	T(HOST_LAUNCH,    "host-launch",        DEVICE) \
	T(CUDA_EVENT,     "cuda-event",         DEVICE) \
	T(UM_FAULT,       "um-fault",           DEVICE) \
	T(BLOCK,          "block",              DEVICE) \
	T(CONTEXT_SWITCH, "gpu-context-switch", DEVICE) \
	T(VIDEO_GPU,      "nvvideo-gpu",        DEVICE) \
	T(OPENGL,         "opengl",             GRAPHICS) \
	T(OPENGL_GPU,     "opengl-gpu",         GRAPHICS) \
	T(VULKAN,         "vulkan",             GRAPHICS) \
	T(VULKAN_GPU,     "vulkan-gpu",         GRAPHICS) \
	T(DX12,           "dx12",               GRAPHICS) \
	T(DX12_GPU,       "dx12-gpu",           GRAPHICS) \
	T(D3D11,          "d3d11",              GRAPHICS) \
	T(DXGI,           "dxgi",               GRAPHICS) \
	T(SLI,            "sli",                GRAPHICS) \
	T(NVAPI,          "nvapi",              GRAPHICS) \
	T(GPU_METRIC,     "gpu-metric",         COUNTER) \
	T(GPU_MEMORY,     "gpu-memory",         COUNTER) \
	T(GPU_POOL,       "gpu-pool",           COUNTER) \
	T(SOC_METRIC,     "soc-metric",         COUNTER) \
	T(CPU_METRIC,     "cpu-metric",         COUNTER) \
	T(NIC_METRIC,     "nic-metric",         COUNTER)

enum event_type {
#define T(id, name, family) TYPE_##id,
	EVENT_TYPES(T)
#undef T
	TYPE_OTHER, /* a type that is not ours, or none */
	TYPE_COUNT = TYPE_OTHER
};

_Static_assert(TYPE_COUNT <= 64, "a set of types is 64 bits");

/* The bit of a type in a set of types. */
#define EVTYPE(type) (UINT64_C(1) << (type))

enum event_family {
	FAMILY_CONTROL,
	FAMILY_NVTX,
	FAMILY_CPU,
	FAMILY_GPU,
	FAMILY_DEVICE,
	FAMILY_GRAPHICS,
	FAMILY_COUNTER,
	FAMILY_OTHER
};

/* The keys at the top of a record that programs ask for, in the order in which ours write them, and
 * whether they hold integers. */
#define EVENT_KEYS(K) \
	K(TS, "ts", 1) \
	K(DUR, "dur", 1) K(TYPE, "type", 0) K(NAME, "name", 0) K(PID, "pid", 1) K(TID, "tid", 1) \
	    K(ENDTID, "endtid", 1) K(DEVICE, "device", 1) K(GPU, "gpu", 1) \
	        K(CONTEXT, "context", 1) K(STREAM, "stream", 1) K(CORR, "corr", 1) \
	            K(DOMAIN, "domain", 0) K(VALUE, "value", 0) K(CNAME, "cname", 0) \
	                K(ARGS, "args", 0) K(LAUNCH, "launch", 0) K(NVTX, "nvtx", 0) \
	                    K(OPEN, "open", 0) K(EVENTS, "events", 1)

enum event_key {
#define K(id, name, integer) KEY_##id,
	EVENT_KEYS(K)
#undef K
	KEY_COUNT
};

/* The bit of a key in event.has and in what evparse is asked to decode. */
#define EVKEY(key) (1u << (key))

/* The bits of the keys that hold integers. */
enum {
	EVENT_INTEGERS = 0
#define K(id, name, integer) | (integer) << KEY_##id
	EVENT_KEYS(K)
#undef K
};

/* A record. Spans point into the line, which the reader owns: they are gone with the next
 * record. */
struct event {
	struct span line;             /* as read, without its newline */
	unsigned has;                 /* a bit for each key present; null counts as absent */
	unsigned given;               /* the same, null or not */
	enum event_type type;
	/* Of those integer keys that were asked for and are present; times in ns. */
	int64_t number[KEY_COUNT];
	struct span value[KEY_COUNT]; /* of the keys present: JSON as written */
};

static inline bool
evhas(const struct event *ev, enum event_key key)
{
	return ev->has & EVKEY(key);
}

/* An integer key that was asked for; 0 when absent. */
static inline int64_t
evnumber(const struct event *ev, enum event_key key)
{
	return evhas(ev, key) ? ev->number[key] : 0;
}

/* Where the event ends, ns; its start when it has no duration. Saturates. */
int64_t evend(const struct event *ev);

/* Whether the event is a range that was never closed. */
bool evopen(const struct event *ev);

/* Whether a range was started and ended on its own, and not pushed and popped: such a range has an
 * id. Needs the scanner's stack. */
bool evstartend(const struct event *ev, struct buf *stack);

/* A member of the event's "args"; no bytes when it has none. Needs the scanner's stack. */
struct span evarg(const struct event *ev, const char *name, struct buf *stack);

/* The call that launched a GPU event, as nst-link adds it; times in ns. */
struct launch {
	int64_t ts, dur;  /* dur is -1 when it is not known */
	int64_t tid;
	bool threaded;    /* tid is known */
	struct span name; /* a JSON string, no bytes when it is not known */
};

/* Reads the event's "launch"; false when it has none with a time. Needs the scanner's stack. */
bool evlaunch(const struct event *ev, struct launch *launch, struct buf *stack);

/* Whether what lasts from ts to end touches the half-open window, all ns; a window to INT64_MAX has
 * no end. */
static inline bool
evtouches(int64_t ts, int64_t end, int64_t from, int64_t to)
{
	return (ts < to || to == INT64_MAX) && (ts >= from || end > from);
}

/* What is wrong with a line, and at which byte of it. */
struct everror {
	const char *why;
	size_t at;
};

/* Reads a line, which ends in a NUL with JSON_SLACK bytes behind, into ev. want has the bits of the
 * integer keys to decode; ts and dur always are. The stack is the scanner's. False, with the error
 * filled in, for what is not an event. */
bool evparse(
    struct event *ev, struct span line, unsigned want, struct buf *stack, struct everror *error);

/* Writes an end record: events is the number of records since the header or the last end, meta
 * records included. */
void evputend(struct buf *out, int64_t ts, uint64_t events, bool partial);

/* Writes a record without some of its keys, given by their bits, and without its closing brace, for
 * a program that adds those. Needs the scanner's stack. */
void evreopen(struct buf *out, const struct event *ev, unsigned without, struct buf *stack);

/* The name of a type; NULL for TYPE_OTHER. */
const char *evtypename(enum event_type type);

/* The type of a name, or TYPE_OTHER. */
enum event_type evtype(struct span name);

enum event_family evfamily(enum event_type type);

/* The name of a family as users write it, who know GPU and DEVICE as one; NULL for those that have
 * none. */
const char *evfamilyname(enum event_family family);

/* The set of types that a name stands for: all of a family, else a type ("nvtx" is both); none when
 * it is neither. */
uint64_t evtypes(struct span name);

#endif
