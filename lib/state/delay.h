/* SPDX-License-Identifier: MIT */
/* Events that wait, in the order in which they came: their lines, and where in them the values are.
 */
#ifndef NST_DELAY_H
#define NST_DELAY_H

#include "stream/event.h"

/* A queue. All zero is empty; delayfree frees it. */
struct delay {
	struct delayblock *first, *last, *spare;
	uint64_t bytes;     /* that wait */
	struct event event; /* the first, where it was asked for */
	struct where where;
	bool ready;      /* it is that */
	struct buf text; /* for events whose keys were set */
};

/* Puts a copy of an event behind the others. */
void delayadd(struct delay *d, const struct event *ev);

/* The first of them, valid until it is dropped; NULL when there is none. */
struct event *delayfirst(struct delay *d);

/* Takes the first away; there is one. */
void delaydrop(struct delay *d);

void delayfree(struct delay *d);

#endif
