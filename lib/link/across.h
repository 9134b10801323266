/* SPDX-License-Identifier: MIT */
/*
 * Launches that belong to the ranges of a thread that waits for them, as well as to those of the
 * thread that makes them: PyTorch's backward pass is launched by a thread of its own, in operators,
 * while the main thread waits in its range.
 *
 * That is known only at the end of the stream, so it takes a first reading of it. A launch by
 * thread T is one that W, another thread of its process, waits for, when all this is true:
 *   - W has ranges around the call. The innermost of them is R.
 *   - The outermost range around the call on T, or the call if there is none, lies in the time of
 * R.
 *   - From the start of that on until R ends, W launches nothing, and what it launched in R before
 *     is at most one for eight launches of T in R.
 *   - So it is for nine in ten of the launches that T makes while W has ranges around them.
 * Threads that each do work of their own at one time fail the second or third, and when they pass
 * by chance, the fourth.
 */
#ifndef NST_ACROSS_H
#define NST_ACROSS_H

#include "call.h"

/* A call, and another thread that may wait for what it launches. */
struct waiter {
	uint32_t call, thread; /* that waits */
	int64_t from, to;    /* the innermost range on the waiting thread, ns */
	uint32_t name;       /* of that, in the scopes */
	int64_t since;       /* the start of the outermost on the calling thread, ns */
	bool nested;         /* that one lies in the range */
};

/* All of them, by call. All zero is none. */
struct across {
	struct waiter *p;
	size_t count, room;
	size_t next; /* for acrossnext */
};

/* How many of them are enough to say that there are some. */
enum { ACROSS_SOME = 65536 };

/* Takes a call, in the first reading, once all ranges with its ts were taken. */
void acrosscall(struct across *a, struct scopes *s, const struct calls *calls, uint32_t call);

/* Decides who waits, at the end of the first reading: only those remain. */
void acrossdecide(struct across *a, const struct scopes *s, const struct calls *calls);

/* The next thread that waits for a call, in the second reading, which asks for calls in order; NONE
 * when there is no other. */
uint32_t acrossnext(struct across *a, uint32_t call);

void acrossfree(struct across *a);

#endif
