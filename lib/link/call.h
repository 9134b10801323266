/* SPDX-License-Identifier: MIT */
/* Calls that may launch something, found by the process and the correlation id. */
#ifndef NST_CALL_H
#define NST_CALL_H

#include "scope.h"

/* Calls are kept to the end, so each byte counts. */
struct call {
	uint32_t ts, corr;     /* the lower halves */
	uint32_t dur;          /* in calls.longdurs */
	uint32_t kind : 31;    /* in calls.kinds */
	uint32_t launched : 1; /* something of a GPU */
	struct around around;
};

static_assert(sizeof(struct call) == 20, "a call takes 20 bytes");

/* What calls have in common. */
struct callkind {
	int64_t pid;
	uint32_t thread, name; /* in the scopes */
	uint32_t ts, corr;     /* the upper halves */
};

/* All of them, by number in the order in which they came; all zero is empty. */
struct calls {
	struct call *p;
	size_t count, room;
	struct stringtable kinds; /* the bytes of a struct callkind each */
	uint32_t latestkind;
	struct longdurs longdurs;
	struct hashindex ids;  /* the latest call of each process and correlation id */
};

/* Adds a call of a thread: of two with one id the later one launches what comes next. */
void callsadd(struct calls *c, struct scopes *s, uint32_t thread, const struct event *ev);

/* What a call has in common with others; valid until callsadd. */
static inline const struct callkind *
callkind(const struct calls *c, uint32_t call)
{
	return &((const struct callkind *)(const void *)c->kinds.text.p)[c->p[call].kind];
}

/* When a call begins, ns. */
static inline int64_t
callts(const struct calls *c, uint32_t call)
{
	return fromhalves(callkind(c, call)->ts, c->p[call].ts);
}

/* How long a call lasts, ns; -1 where it has no duration. */
static inline int64_t
calldur(const struct calls *c, uint32_t call)
{
	return durunpack(&c->longdurs, call, c->p[call].dur);
}

/* When a call ends, ns; its start when it has no duration. */
static inline int64_t
callend(const struct calls *c, uint32_t call)
{
	int64_t ts = callts(c, call), dur = calldur(c, call);

	return dur < 0 ? ts : addsat(ts, dur);
}

/* The number of the call with an id, or NONE. */
uint32_t callsfind(const struct calls *c, int64_t pid, int64_t corr);

/* Says that none will be looked for any more: what finds them is freed. */
void callsfound(struct calls *c);

void callsfree(struct calls *c);

#endif
