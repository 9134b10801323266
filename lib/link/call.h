/* SPDX-License-Identifier: MIT */
/* Calls that may launch something, found by the process and the correlation id. */
#ifndef NST_CALL_H
#define NST_CALL_H

#include "scope.h"

struct call {
	int64_t corr, ts, dur; /* ns; no duration is -1 */
	uint32_t thread : 31;  /* in the scopes */
	uint32_t launched : 1; /* something of a GPU */
	uint32_t name;         /* in the scopes */
	struct around around;
};

/* All of them, by number in the order in which they came; all zero is empty. */
struct calls {
	struct call *p;
	size_t count, room;
	struct callslot *slots; /* a hash table by process and correlation id */
	size_t slotcount;       /* a power of two, or 0 */
};

/* Adds a call: of two with one id the later one launches what comes next. */
void callsadd(struct calls *c, const struct scopes *s, const struct call *call);

/* When a call ends, ns; its start when it has no duration. */
static inline int64_t
callend(const struct call *call)
{
	return call->dur < 0 ? call->ts : addsat(call->ts, call->dur);
}

/* The number of the call with an id, or NONE. */
uint32_t callsfind(const struct calls *c, const struct scopes *s, int64_t pid, int64_t corr);

void callsfree(struct calls *c);

#endif
