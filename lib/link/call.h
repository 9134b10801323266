/* SPDX-License-Identifier: MIT */
/* CUDA calls, and an index to find them by process and correlation id. */
#ifndef NST_CALL_H
#define NST_CALL_H

#include "io/pagedstrings.h"
#include "ranges.h"

/* All calls are kept until the stream ends: each byte counts. */
struct call {
	uint32_t ts;           /* low half, ns */
	uint32_t dur;          /* packed (packeddur.h) */
	uint32_t kind : 31;    /* id in calls.kinds */
	uint32_t launched : 1; /* some GPU event has this call's id */
	struct enclosing enclosing;
};

static_assert(sizeof(struct call) == 16, "a call takes 16 bytes");

/* Properties that many calls share; interned. */
struct callkind {
	uint32_t thread; /* index in ranges.threads */
	uint32_t name;   /* id in ranges.names */
	uint32_t ts;     /* high half, ns */
};

/* CALLS_PER_BLOCK consecutive ids of a process: for each the index + 1 of the latest call with it,
 * or 0. */
enum { CALLS_PER_BLOCK = 64 };

struct callblockkey {
	int64_t pid;
	uint64_t ids; /* id / CALLS_PER_BLOCK */
};

/* The block that was used last of some processes, if known. */
struct callblockused {
	struct callblockkey key;
	uint32_t block;
	bool known;
};

/* A kind of the latest calls, if known. */
struct callkindused {
	struct callkind kind;
	uint32_t id; /* in calls.kinds */
	bool known;
};

/* The number of blocks and of kinds that are found without the hash tables: by the lower bits of
 * the pid, and of thread and name. */
enum { CALL_BLOCKS_USED = 8, CALL_KINDS_USED = 32 };

/* All calls in stream order. callsinit makes it. */
struct calls {
	struct pagedarray calls;    /* struct call */
	struct pagedstrings kinds;  /* each string is the bytes of a struct callkind */
	struct callkindused kindsused[CALL_KINDS_USED];
	struct longdurs longdurs;
	struct pagedarray blocks;   /* uint32_t[CALLS_PER_BLOCK] */
	struct pagedarray keys;     /* of the blocks */
	struct hashindex ids;       /* key -> block */
	/* by callsadd and callsfind */
	struct callblockused added[CALL_BLOCKS_USED], found[CALL_BLOCKS_USED];
};

/* Makes empty calls in a pool; callsfree frees them. */
void callsinit(struct calls *c, struct pagepool *pool);

/* Adds a call. It replaces an earlier call with the same id in the index. It may call pagestrim. */
void callsadd(struct calls *c, struct ranges *r, uint32_t thread, const struct event *ev);

/* Returns the call at an index; valid until pagestrim. */
static inline const struct call *
callat(const struct calls *c, uint32_t call)
{
	return pagedread(&c->calls, call);
}

/* The same, to be changed. */
static inline struct call *
callchange(const struct calls *c, uint32_t call)
{
	return pagedwrite(&c->calls, call);
}

/* Valid until pagestrim. */
static inline const struct callkind *
callkind(const struct calls *c, uint32_t call)
{
	return (const void *)pagedstring(&c->kinds, callat(c, call)->kind).p;
}

/* Returns the start of a call, ns. */
static inline int64_t
callts(const struct calls *c, uint32_t call)
{
	return joinhalves(callkind(c, call)->ts, callat(c, call)->ts);
}

/* Returns the duration of a call, ns, or -1 if it has none. */
static inline int64_t
calldur(const struct calls *c, uint32_t call)
{
	return durunpack(&c->longdurs, call, callat(c, call)->dur);
}

/* When and where a call ran. */
struct callplace {
	int64_t ts, end; /* ns; the end is the start if the call has no duration */
	uint32_t thread; /* index in ranges.threads */
};

static inline struct callplace
callplace(const struct calls *c, uint32_t number)
{
	const struct call *call = callat(c, number);
	const struct callkind *kind = (const void *)pagedstring(&c->kinds, call->kind).p;
	int64_t ts = joinhalves(kind->ts, call->ts);
	int64_t dur = durunpack(&c->longdurs, number, call->dur);

	return (struct callplace){ ts, dur < 0 ? ts : addsat(ts, dur), kind->thread };
}

/* Returns the index of the latest call with this id, or NONE. */
uint32_t callsfind(struct calls *c, int64_t pid, int64_t corr);

/* Frees the index. No callsadd or callsfind may follow. */
void callsdropindex(struct calls *c);

void callsfree(struct calls *c);

#endif
