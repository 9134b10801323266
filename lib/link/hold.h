/* SPDX-License-Identifier: MIT */
/* Events that wait, in the order in which they came, until it is known what launched the first. */
#ifndef NST_HOLD_H
#define NST_HOLD_H

#include "stream/event.h"

/* An event that waits. */
struct held {
	struct event *ev;
	uint32_t call; /* what launched it, or NONE: not known yet, or nothing */
	bool ofgpu;    /* it may have a call */
	bool waits;    /* its call may still come */
	size_t calls;  /* among how many of them it was looked for */
};

/* A queue. All zero is empty. */
struct hold {
	struct heldslot *slots; /* a circle */
	size_t first, count, room;
};

/* Puts a copy of an event behind the others. */
void holdadd(struct hold *h, struct held held);

/* The first of them; NULL when there is none. */
struct held *holdfirst(struct hold *h);

/* Takes the first away; its event is valid until the next holdadd. */
struct held holdtake(struct hold *h);

void holdfree(struct hold *h);

#endif
