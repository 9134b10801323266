/* SPDX-License-Identifier: MIT */
/* Calls that may launch something, found by the process and the correlation id. */
#ifndef NST_CALL_H
#define NST_CALL_H

#include <assert.h>

#include "scope.h"

/* Calls are kept to the end, so each byte counts. */
struct call {
	int64_t ts;            /* ns */
	uint32_t dur;          /* ns, if it is that short: see calldur */
	uint32_t thread : 31;  /* in the scopes */
	uint32_t launched : 1; /* something of a GPU */
	uint32_t name;         /* in the scopes */
	struct around around;
};

static_assert(sizeof(struct call) == 24, "a call takes 24 bytes");

/* Ids of calls follow each other, more or less: the calls of so many neighbouring ids are found
 * together. */
enum { CALL_IDS = 16, CALL_LATELY = 32 };

/* All of them, by number in the order in which they came; all zero is empty. */
struct calls {
	struct call *p;
	size_t count, room;
	struct longcall *longs; /* calls of 4 s and more, in the order of their numbers */
	size_t longcount, longroom;
	struct map blocks;     /* (pid, corr / CALL_IDS) -> one of the below */
	struct callids *ids;
	size_t idroom;
	struct lately {
		struct mapkey key;
		uint32_t block; /* its number plus one, or 0 */
	} lately[CALL_LATELY];  /* some that calls came into: most are looked for soon */
};

/* Adds a call of a process that lasts so long, ns, or is an instant where that is negative: of two
 * with one id the later one launches what comes next. */
void callsadd(struct calls *c, int64_t pid, int64_t corr, struct call call, int64_t dur);

/* How long a call lasts, ns; -1 where it has no duration. */
int64_t calldur(const struct calls *c, const struct call *call);

/* When a call ends, ns; its start when it has no duration. */
int64_t callend(const struct calls *c, const struct call *call);

/* The number of the call with an id, or NONE. */
uint32_t callsfind(const struct calls *c, int64_t pid, int64_t corr);

/* Says that none will be looked for any more: what finds them is freed. */
void callsfound(struct calls *c);

void callsfree(struct calls *c);

#endif
