/* SPDX-License-Identifier: MIT */
/*
 * Slots in a circle, which one thread fills and another empties, in order; the second may lag some
 * behind. A slot is a number: what lies in it is in an array of the caller's. Only the thread that
 * fills it touches a slot until it is given, and again once it is given back.
 */
#ifndef NST_BELT_H
#define NST_BELT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct belt {
	unsigned slots, fill;  /* how many; the one that is being filled */
	uint64_t given, taken; /* how often a slot was */
	bool ended, failed;    /* there will be no more; because who gives them failed */
	bool closed;           /* nobody takes any more */
	pthread_mutex_t lock;
	pthread_cond_t moved;
	pthread_t taker;
};

/* Begins with so many slots, two or more. */
void beltopen(struct belt *b, unsigned slots);

/* Starts the thread that takes them, with so many bytes of stack or 0 for the usual number. 0, or
 * the errno of why there is none. */
int beltstart(struct belt *b, size_t stack, void *(*take)(void *), void *arg);

/* The slot that is being filled; once one was given, that which was given longest ago. */
static inline unsigned
beltfill(const struct belt *b)
{
	return b->fill;
}

/* Gives that slot, and waits until the next one is given back; false when nobody takes it. */
bool beltgive(struct belt *b);

/* Gives the last slot, and says that it is the last: because of a failure, or not. */
void beltend(struct belt *b, bool failed);

/* Waits for the thread that takes to end, which has all slots then. */
void beltjoin(struct belt *b);

/* Waits for a slot; false behind the last. */
bool belttake(struct belt *b, unsigned *slot);

/* Gives back the slot taken last. */
void beltreturn(struct belt *b);

/* Says that nobody takes slots any more. */
void beltclose(struct belt *b);

void beltfree(struct belt *b);

#endif
