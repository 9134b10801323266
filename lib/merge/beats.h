/* SPDX-License-Identifier: MIT */
/*
 * Finds out by how much one clock is ahead of another from what ends on both at once: collectives,
 * which no rank leaves before all have come. In integers, so that it comes out the same every time.
 */
#ifndef NST_BEATS_H
#define NST_BEATS_H

#include <stddef.h>

#include "shift.h"

/* A collective of one rank. */
struct beat {
	uint32_t name; /* a number for it */
	int64_t end;   /* ns */
};

/* Collectives, by name and then by time. */
struct beats {
	struct beat *all;
	size_t count, room;
};

struct pairing {
	struct shift shift; /* onto the other clock */
	size_t pairs;       /* collectives that both have; 0: too few, and no shift */
	int64_t residual;   /* median distance of their ends, moved, ns */
	/* The same when they are paired otherwise, by the next best way; INT64_MAX for none. */
	int64_t other;
};

/* Adds a collective. */
void beatsadd(struct beats *b, uint32_t name, int64_t end);

/* Puts them in order. */
void beatssort(struct beats *b);

/* Finds the shift that moves the collectives of one rank onto those of another. */
struct pairing beatspair(const struct beats *own, const struct beats *other);

/* Whether another pairing is nearly as good, so that it is not known which is right. */
bool pairingambiguous(const struct pairing *fit);

#endif
