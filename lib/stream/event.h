/* SPDX-License-Identifier: MIT */
/* One record of the stream, as nst-event(5) describes it. */
#ifndef NST_EVENT_H
#define NST_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/*
 * The types of records, with the family each belongs to:
 * CONTROL is about the stream itself; NVTX is what the user annotated; CPU runs on a thread; GPU is
 * work on a stream of a device, DEVICE what else a GPU does; GRAPHICS are calls and workloads of
 * graphics interfaces; COUNTER has a value.
 */
#define EVENT_TYPES(T) \
	T(HEADER,         "stream",             CONTROL) \
	T(END,            "end",                CONTROL) \
	T(FAILED,         "failed",             CONTROL) \
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
	T(CALL_KERNEL,    "call-kernel",        DEVICE) \
	T(COLLECTIVE,     "collective",         DEVICE) \
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
	T(GPU_STATE,      "gpu-state",          DEVICE) \
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
	T(GPU_QUEUE,      "gpu-queue",          COUNTER) \
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

/* The keys at the top of a record that programs ask for, and whether they hold integers. Ours write
 * them in this order, but for "open", which stands in the place of "dur". */
#define EVENT_KEYS(K) \
	K(TS,      "ts",      1) \
	K(DUR,     "dur",     1) \
	K(TYPE,    "type",    0) \
	K(NAME,    "name",    0) \
	K(PID,     "pid",     1) \
	K(TID,     "tid",     1) \
	K(ENDTID,  "endtid",  1) \
	K(DEVICE,  "device",  1) \
	K(GPU,     "gpu",     1) \
	K(CONTEXT, "context", 1) \
	K(STREAM,  "stream",  1) \
	K(CORR,    "corr",    1) \
	K(DOMAIN,  "domain",  0) \
	K(VALUE,   "value",   0) \
	K(ARGS,    "args",    0) \
	K(LAUNCH,  "launch",  0) \
	K(NVTX,    "nvtx",    0) \
	K(INHERITED, "inherited", 1) \
	K(CAPTURED, "captured", 0) \
	K(STEP,    "step",    1) \
	K(CNAME,   "cname",   0) \
	K(OPEN,    "open",    0) \
	K(EVENTS,  "events",  1) \
	K(LINKED,  "linked",  0) \
	K(FROM,    "from",    1) \
	K(TO,      "to",      1)

enum event_key {
#define K(id, name, integer) KEY_##id,
	EVENT_KEYS(K)
#undef K
	KEY_COUNT
};

_Static_assert(KEY_COUNT <= 32, "a set of keys is 32 bits");

/* How long a key may be: with its closing quote it is compared as two words. */
enum { EVENT_KEY_LONGEST = 15 };

#define K(id, name, integer) \
	_Static_assert(sizeof(name) - 1 <= EVENT_KEY_LONGEST, "the key " name " is too long");
EVENT_KEYS(K)
#undef K

/* The bit of a key in event.has and in what evparse is asked to decode. */
#define EVKEY(key) (1u << (key))

/* The bits of the keys that hold integers. */
enum {
	EVENT_INTEGERS = 0
#define K(id, name, integer) | (integer) << KEY_##id
	EVENT_KEYS(K)
#undef K
};

/* Where a record was read, for messages. */
struct where {
	const char *path;
	uint64_t line; /* from 1 */
};

/*
 * A record. What it was read from is in line; what a stage sets stands in set, and in number or
 * value, and is not in line. One that a stage makes has no line. Spans are the reader's or the
 * stage's who set them, are gone with the next record, and have JSON_SLACK readable bytes behind.
 */
struct event {
	struct span line;             /* as read, without its newline */
	unsigned has;                 /* a bit for each key present; null counts as absent */
	unsigned given;               /* a bit for each key in line, null or not */
	unsigned set;                 /* a bit for each key that is not taken from line */
	enum event_type type;
	/* Of integer keys: those asked for, and those set; times in ns. */
	int64_t number[KEY_COUNT];
	struct span value[KEY_COUNT]; /* JSON as written: of the keys in line, and of others set */
	struct buf *stack;            /* the scanner's, for what is looked up in values */
	const struct where *where;    /* NULL where nobody knows */
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

/* Begins an event of a stage's own, at ts, ns; type is no TYPE_OTHER. */
void evmake(struct event *ev, enum event_type type, int64_t ts, struct buf *stack);

/* Sets an integer key. */
static inline void
evsetint(struct event *ev, enum event_key key, int64_t v)
{
	ev->has |= EVKEY(key);
	ev->set |= EVKEY(key);
	ev->number[key] = v;
}

/* Sets another key to a value, which is JSON. */
static inline void
evset(struct event *ev, enum event_key key, struct span json)
{
	ev->has |= EVKEY(key);
	ev->set |= EVKEY(key);
	ev->value[key] = json;
}

/* Sets another key to true. */
void evsettrue(struct event *ev, enum event_key key);

/* Takes a key away. */
static inline void
evdrop(struct event *ev, enum event_key key)
{
	ev->has &= ~EVKEY(key);
	ev->set |= EVKEY(key);
}

/* A copy of an event that outlives the next record; it stands in a buffer, whose owner frees it. */
struct event *evcopy(const struct event *ev, struct buf *into);

/* Where the event ends, ns; its start when it has no duration. Saturates. */
int64_t evend(const struct event *ev);

/* Whether the event is a range that was never closed. */
bool evisopen(const struct event *ev);

/* Whether a range was started and ended on its own, and not pushed and popped: such a range has an
 * id. */
bool evisstartend(const struct event *ev);

/* A member of the event's "args"; no bytes when it has none. */
struct span evarg(const struct event *ev, const char *name);

/* Ends the program because of a record: "program: path:line: why", after writing what is ready. */
void evdie(const struct event *ev, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* Ends the program because an event comes before one that came before it, at latest, ns. */
void evdieunsorted(const struct event *ev, int64_t latest) __attribute__((noreturn));

/* Ends the program unless an event comes at latest, ns, or later. */
static inline void
evchecksorted(const struct event *ev, int64_t latest)
{
	if (ev->number[KEY_TS] < latest)
		evdieunsorted(ev, latest);
}

/* The call that launched a GPU event, as nst-link adds it; times in ns. */
struct launch {
	int64_t ts, dur;  /* dur is -1 when it is not known */
	int64_t tid;
	bool threaded;    /* tid is known */
	struct span name; /* a JSON string, no bytes when it is not known */
};

/* Reads the event's "launch"; false when it has none with a time. */
bool evlaunch(const struct event *ev, struct launch *launch);

/* Whether what lasts from ts to end touches the half-open window, all ns; a window to INT64_MAX has
 * no end. */
static inline bool
evoverlaps(int64_t ts, int64_t end, int64_t from, int64_t to)
{
	return (ts < to || to == INT64_MAX) && (ts >= from || end > from);
}

/* What is wrong with a line, and at which byte of it. */
struct parseerror {
	const char *why;
	size_t at;
};

/* Reads a line, which ends in a NUL with JSON_SLACK bytes behind, into ev, but for its where. want
 * has the bits of the integer keys to decode; ts and dur always are. The stack is the scanner's.
 * False, with the error filled in, for what is not an event. */
bool evparse(struct event *ev, struct span line, unsigned want, struct buf *stack,
    struct parseerror *error);

/* The key of a name; KEY_COUNT when it is none of ours. */
enum event_key evkey(struct span name);

/* The name of a type; NULL for TYPE_OTHER. */
const char *evtypename(enum event_type type);

/* The type of a name, or TYPE_OTHER. */
enum event_type evtype(struct span name);

enum event_family evfamily(enum event_type type);

/* The name of a family as users write it, who know GPU and DEVICE as one; NULL for those that have
 * none. */
const char *evfamilyname(enum event_family family);

/* The set of types that a name stands for: all of a family, or one; none when it is neither. */
uint64_t evtypeset(struct span name);

#endif
