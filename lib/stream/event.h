/* SPDX-License-Identifier: MIT */
/* One record of a stream; nst-event(5) describes them. */
#ifndef NST_EVENT_H
#define NST_EVENT_H

#include <stdbool.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/mem.h"

/*
 * The types of records and the family of each:
 *
 *   CONTROL   about the stream itself
 *   NVTX      ranges and marks that the user annotated
 *   CPU       runs on a thread
 *   GPU       work on a stream of a device
 *   DEVICE    other activity of a GPU
 *   GRAPHICS  calls and workloads of graphics APIs
 *   COUNTER   a value at a time
 */
#define EVENT_TYPES(T) \
	T(HEADER,         "stream",             CONTROL) \
	T(END,            "end",                CONTROL) \
	T(FAILED,         "failed",             CONTROL) \
	T(META,           "meta",               CONTROL) \
	T(FINDING,        "finding",            CONTROL) \
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
	T(PATH,           "path",               DEVICE) \
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
	TYPE_OTHER, /* the record has no "type", or one not in the list */
	TYPE_COUNT = TYPE_OTHER
};

_Static_assert(TYPE_COUNT < 64, "a set of types, and TYPE_OTHER, is 64 bits");

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

/* The top-level keys that programs use, and 1 for those that hold integers. Our programs write keys
 * in this order, except that "open" takes the place of "dur". */
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
	K(CRITICAL, "critical", 0) \
	K(CNAME,   "cname",   0) \
	K(OPEN,    "open",    0) \
	K(EVENTS,  "events",  1) \
	K(LINKED,  "linked",  0) \
	K(STATES,  "states",  0) \
	K(ADVISED, "advised", 0) \
	K(STEPS,   "steps",   0) \
	K(FILTERED, "filtered", 0) \
	K(FROM,    "from",    1) \
	K(TO,      "to",      1)

enum event_key {
#define K(id, name, integer) KEY_##id,
	EVENT_KEYS(K)
#undef K
	KEY_COUNT
};

_Static_assert(KEY_COUNT < 32, "a set of keys is 32 bits");

/* The longest key in bytes: with its closing quote it is compared as two words of 8 bytes. */
enum { EVENT_KEY_LONGEST = 15 };

#define K(id, name, integer) \
	_Static_assert(sizeof(name) - 1 <= EVENT_KEY_LONGEST, "the key " name " is too long");
EVENT_KEYS(K)
#undef K

/* The bit of a key in event.has, event.given and event.set, and in what evparse decodes. */
#define EVKEY(key) (1u << (key))

/* A bit for each key that holds an integer. */
enum {
	EVENT_INTEGERS = 0
#define K(id, name, integer) | (integer) << KEY_##id
	EVENT_KEYS(K)
#undef K
};

/* The position of a record in the input, for messages. */
struct where {
	const char *path;
	uint64_t line; /* counted from 1 */
};

/* A value in a line: n bytes from offset "at". Example: the 5 of {"ts":5} has at 6 and n 1. */
struct valuenote {
	int64_t number; /* the value of an integer key */
	uint32_t at, n;
	enum event_key key;
};

/* A record. A stage may change keys: their values are in number or value, with the bit in set,
 * while line keeps the text that was read. A record that a stage creates has no line. Spans belong
 * to the reader or to the stage that set them, have JSON_SLACK readable bytes after them, and are
 * valid until the next record. Example: line {"ts":5,"type":"nvtx","name":"a"} after evsetint(ev,
 * KEY_TS, 7) has number[KEY_TS] 7, and set has the bit of KEY_TS. */
struct event {
	struct span line;             /* as read, without the newline; NULL if a stage made it */
	unsigned has;                 /* a bit for each key with a value; null counts as none */
	unsigned given;               /* a bit for each key in line, also with null */
	unsigned set;                 /* a bit for each key that was set or removed since */
	enum event_type type;
	/* Of integer keys that evparse decoded or a stage set; times in ns. */
	int64_t number[KEY_COUNT];
	struct span value[KEY_COUNT]; /* JSON of the other keys, and of all keys in line */
	struct buf *stack;            /* the scanner's stack, for values that are scanned later */
	const struct where *where;    /* NULL if unknown */
	/* The values in line, if the event is of a batch: each key in line, and none that is null.
	 * NULL if they were not noted. */
	const struct valuenote *notes;
	size_t notecount;
	/* The lines of a batch that line is one of, if batches may refer to them (batch.h), else
	 * NULL. It is valid if there are notes. */
	struct sharedlines *shared;
};

static inline bool
evhas(const struct event *ev, enum event_key key)
{
	return ev->has & EVKEY(key);
}

/* Returns an integer key that evparse has decoded; 0 if the event does not have it. */
static inline int64_t
evnumber(const struct event *ev, enum event_key key)
{
	return evhas(ev, key) ? ev->number[key] : 0;
}

/* Initializes an event that a stage creates, at ts, in ns. The type must not be TYPE_OTHER. */
void evmake(struct event *ev, enum event_type type, int64_t ts, struct buf *stack);

/* Sets an integer key. */
static inline void
evsetint(struct event *ev, enum event_key key, int64_t v)
{
	ev->has |= EVKEY(key);
	ev->set |= EVKEY(key);
	ev->number[key] = v;
}

/* Sets any other key to a value, which is JSON with JSON_SLACK readable bytes after it. */
static inline void
evset(struct event *ev, enum event_key key, struct span json)
{
	ev->has |= EVKEY(key);
	ev->set |= EVKEY(key);
	ev->value[key] = json;
}

/* Sets any other key to true. */
void evsettrue(struct event *ev, enum event_key key);

/* Removes a key. */
static inline void
evdrop(struct event *ev, enum event_key key)
{
	ev->has &= ~EVKEY(key);
	ev->set |= EVKEY(key);
}

/* Sets the values that were noted of a line. has, given and set are the caller's. */
static inline void
evnoted(struct event *ev, const struct valuenote *notes, size_t count)
{
#ifdef __SSE2__
	__m128i line = _mm_set_epi64x(0, (int64_t)(uintptr_t)ev->line.p);
#else
	const char *line = ev->line.p;
#endif

	ev->notes = notes;
	ev->notecount = count;
	ev->shared = NULL;
	for (const struct valuenote *v = notes; v < notes + count; v++) {
		ev->number[v->key] = v->number;
#ifdef __SSE2__ /* at and n at once */
		__m128i place = _mm_unpacklo_epi32(
		    _mm_loadl_epi64((const void *)&v->at), _mm_setzero_si128());

		_mm_storeu_si128((void *)&ev->value[v->key], _mm_add_epi64(place, line));
#else
		ev->value[v->key] = (struct span){ line + v->at, v->n };
#endif
	}
}

/* Notes the values in the line of an event that did not change since, at notes, which has room for
 * KEY_COUNT of them. Returns their end. */
struct valuenote *evnote(const struct event *ev, struct valuenote *notes);

/* Returns true if a batch may refer to the line of an event (batch.h). */
static inline bool
evshares(const struct event *ev)
{
	return ev->notes && ev->shared;
}

/* Copies an event into a buffer, which then holds nothing else. The copy is valid after the next
 * record, until the buffer changes; the caller frees the buffer. */
struct event *evcopy(const struct event *ev, struct buf *into);

/* Returns the end of the event in ns, or its start if it has no duration. Saturates. */
static inline int64_t
evend(const struct event *ev)
{
	return addsat(ev->number[KEY_TS], evnumber(ev, KEY_DUR));
}

/* Returns true if the event is a range that the program never closed. */
static inline bool
evisopen(const struct event *ev)
{
	return evhas(ev, KEY_OPEN) && spanis(ev->value[KEY_OPEN], "true");
}

/* Returns true if the event is a start/end range (nvtxRangeStart), which has an id, and not a
 * push/pop range. */
bool evisstartend(const struct event *ev);

/* Returns a member of the event's "args", or an empty span. */
struct span evarg(const struct event *ev, const char *name);

/* Sets each of count values to what evarg returns for the name at the same index, in one pass. */
void evargs(const struct event *ev, const char *const *names, struct span *values, size_t count);

/* The args of idle time in gpu-state events, for evargs. */
enum { GAP_CAUSE, GAP_KIND, GAP_BLAME, GAP_ARGS };
extern const char *const gapargs[GAP_ARGS];

/* Ends the program with the message "program: path:line: why" about a record. */
void evdie(const struct event *ev, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* Ends the program with a message that the stream is not sorted: ev follows a record at latest,
 * ns. */
void evdieunsorted(const struct event *ev, int64_t latest) __attribute__((noreturn));

/* Ends the program if the event is before latest, the ts of the record before, in ns. */
static inline void
evchecksorted(const struct event *ev, int64_t latest)
{
	if (ev->number[KEY_TS] < latest)
		evdieunsorted(ev, latest);
}

/* The call that launched a GPU event: the key "launch" that nst-link adds; times in ns. */
struct launch {
	int64_t ts, dur;  /* dur is -1 if unknown */
	int64_t tid;
	bool hastid;      /* the launch has a "tid" */
	struct span name; /* a JSON string; empty if unknown */
};

/* Reads the event's "launch". Returns false if it has none, or one without a "ts". */
bool evlaunch(const struct event *ev, struct launch *launch);

/* Returns true if the interval from ts to end overlaps the half-open window [from, to), all in ns.
 * A window to INT64_MAX has no end. An interval of length 0 overlaps at its ts. */
static inline bool
evoverlaps(int64_t ts, int64_t end, int64_t from, int64_t to)
{
	return (ts < to || to == INT64_MAX) && (ts >= from || end > from);
}

/* Why a line is not an event, and the offset of the error in bytes. */
struct parseerror {
	const char *why;
	size_t at;
};

/* Parses a line into ev, except for ev->where. The line ends in a NUL with JSON_SLACK readable
 * bytes after it. want has the bits of the integer keys to decode; ts and dur are always decoded.
 * The caller owns the scanner's stack. Returns false and fills in the error if the line is not an
 * event. */
bool evparse(struct event *ev, struct span line, unsigned want, struct buf *stack,
    struct parseerror *error);

/* Returns the key with that name, or KEY_COUNT. */
enum event_key evkey(struct span name);

/* Returns the name of a type; NULL for TYPE_OTHER. */
const char *evtypename(enum event_type type);

/* Returns the type with that name, or TYPE_OTHER. */
enum event_type evtype(struct span name);

enum event_family evfamily(enum event_type type);

/* Returns the family's name on command lines, where GPU and DEVICE are both "gpu"; NULL if it has
 * none. */
const char *evfamilyname(enum event_family family);

/* Returns the set of types that a name on the command line selects: a family, or one type; 0 if it
 * is neither. */
uint64_t evtypeset(struct span name);

#endif
