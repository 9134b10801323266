/* SPDX-License-Identifier: MIT */
/* Calls that may launch something, found by the process and the correlation id. */
#ifndef NST_CALL_H
#define NST_CALL_H

#include "scope.h"

struct call {
	int64_t corr, ts, dur; /* ns; no duration is -1 */
	uint32_t thread, name; /* in the scopes */
	uint32_t scope;        /* the ranges around it, or SCOPE_NONE */
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

/* The number of the call with an id, or SCOPE_NONE. */
uint32_t callsfind(const struct calls *c, const struct scopes *s, int64_t pid, int64_t corr);

void callsfree(struct calls *c);

#endif
