/* SPDX-License-Identifier: MIT */
/* Calls that may launch something, found by the process and the correlation id. */
#ifndef NST_CALL_H
#define NST_CALL_H

#include <assert.h>

#include "scope.h"

/* Calls are kept to the end, so each byte counts. */
struct call {
	int64_t corr, ts;      /* ns */
	uint32_t dur;          /* ns, if it is that short: see calldur */
	uint32_t thread : 31;  /* in the scopes */
	uint32_t launched : 1; /* something of a GPU */
	uint32_t name;         /* in the scopes */
	struct around around;
};

static_assert(sizeof(struct call) == 32, "a call takes 32 bytes");

/* All of them, by number in the order in which they came; all zero is empty. */
struct calls {
	struct call *p;
	size_t count, room;
	struct longcall *longs; /* calls of 4 s and more, in the order of their numbers */
	size_t longcount, longroom;
	struct callslot *slots; /* a hash table by process and correlation id */
	size_t slotcount;       /* a power of two, or 0 */
};

/* Adds a call that lasts so long, ns, or is an instant where that is negative: of two with one id
 * the later one launches what comes next. */
void callsadd(struct calls *c, const struct scopes *s, struct call call, int64_t dur);

/* How long a call lasts, ns; -1 where it has no duration. */
int64_t calldur(const struct calls *c, const struct call *call);

/* When a call ends, ns; its start when it has no duration. */
int64_t callend(const struct calls *c, const struct call *call);

/* The number of the call with an id, or NONE. */
uint32_t callsfind(const struct calls *c, const struct scopes *s, int64_t pid, int64_t corr);

void callsfree(struct calls *c);

#endif
