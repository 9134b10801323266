/* SPDX-License-Identifier: MIT */
/* CUDA calls, and a hash table to find them by process and correlation id. */
#ifndef NST_CALL_H
#define NST_CALL_H

#include "ranges.h"

/* All calls stay in memory until the stream ends: each byte counts. */
struct call {
	uint32_t ts, corr;     /* low halves */
	uint32_t dur;          /* packed (packeddur.h) */
	uint32_t kind : 31;    /* id in calls.kinds */
	uint32_t launched : 1; /* some GPU event has this call's id */
	struct enclosing enclosing;
};

static_assert(sizeof(struct call) == 20, "a call takes 20 bytes");

/* Properties that many calls share; interned. */
struct callkind {
	int64_t pid;
	uint32_t thread; /* index in ranges.threads */
	uint32_t name;   /* id in ranges.names */
	uint32_t ts, corr; /* high halves */
};

/* All calls in stream order. All zero is empty. */
struct calls {
	struct call *p;
	size_t count, room;
	struct stringtable kinds; /* each string is the bytes of a struct callkind */
	uint32_t lastkind;     /* that of the latest call */
	struct longdurs longdurs;
	struct hashindex ids;      /* (pid, correlation id) -> the latest call with them */
};

/* Adds a call. It replaces an earlier call with the same id in the hash table. */
void callsadd(struct calls *c, struct ranges *r, uint32_t thread, const struct event *ev);

/* The result is valid until callsadd. */
static inline const struct callkind *
callkind(const struct calls *c, uint32_t call)
{
	return &((const struct callkind *)(const void *)c->kinds.text.p)[c->p[call].kind];
}

/* Returns the start of a call, ns. */
static inline int64_t
callts(const struct calls *c, uint32_t call)
{
	return joinhalves(callkind(c, call)->ts, c->p[call].ts);
}

/* Returns the duration of a call, ns, or -1 if it has none. */
static inline int64_t
calldur(const struct calls *c, uint32_t call)
{
	return durunpack(&c->longdurs, call, c->p[call].dur);
}

/* Returns the end of a call, ns, or its start if it has no duration. */
static inline int64_t
callend(const struct calls *c, uint32_t call)
{
	int64_t ts = callts(c, call), dur = calldur(c, call);

	return dur < 0 ? ts : addsat(ts, dur);
}

/* Returns the index of the latest call with this id, or NONE. */
uint32_t callsfind(const struct calls *c, int64_t pid, int64_t corr);

/* Frees the hash table. No callsadd or callsfind may follow. */
void callsdropindex(struct calls *c);

void callsfree(struct calls *c);

#endif
