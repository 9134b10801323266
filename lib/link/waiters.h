/* SPDX-License-Identifier: MIT */
/*
 * nst-link --across threads: threads that wait in a range for another thread's launches. Such a
 * launch counts for the ranges of both threads. Example: an autograd thread launches PyTorch's
 * backward pass, while the main thread waits in its range "backward".
 *
 * The rule needs all launches, so nst-link reads the stream twice. Thread W waits for a launch by
 * thread T of the same process if all of these hold:
 *   - Ranges on W enclose the call. The innermost of them is R.
 *   - R also encloses the outermost range around the call on T, or the call if there is none.
 *   - W launches nothing from the start of that outermost range to the end of R. From the start to
 *     the end of R, T makes at least eight launches for each launch of W.
 *   - The second and third rules hold for at least nine in ten of the launches that T makes inside
 *     ranges of W.
 * Two threads that work independently fail the second or third rule. Where they pass it by chance,
 * they fail the fourth.
 */
#ifndef NST_WAITERS_H
#define NST_WAITERS_H

#include "call.h"

/* A call by one thread inside a range of another thread, which may wait for it. */
struct waiter {
	uint32_t call, thread; /* the thread is the one that may wait */
	int64_t from, to;      /* its innermost range R, ns */
	uint32_t name;         /* of R: id in ranges.names */
	/* start of the outermost range around the call on its own thread, ns */
	int64_t since;
	bool nested;           /* R encloses that outermost range */
};

/* All zero but the pool and the size of all is empty. */
struct waiters {
	struct pagedarray all; /* struct waiter, in order of the calls */
	size_t next;           /* position of waitersnext */
};

/* Without --across threads, nst-link only warns about waiting threads. This number of candidates is
 * enough for that. */
enum { WAITERS_ENOUGH = 65536 };

/* First pass: adds the candidates for a call. All ranges that start at its ts must have been
 * opened. */
void waitersadd(struct waiters *w, struct ranges *r, uint32_t number, const struct callplace *call);

/* End of the first pass: applies the rules and removes the other candidates. It calls pagestrim. */
void waitersdecide(struct waiters *w, const struct ranges *r, const struct calls *calls);

/* Second pass: returns the next thread that waits for a call, or NONE. Calls must be asked for in
 * order. */
uint32_t waitersnext(struct waiters *w, uint32_t call);

void waitersfree(struct waiters *w);

#endif
