/* SPDX-License-Identifier: MIT */
/*
 * Estimates the shift between the clocks of two ranks from the ends of their collectives: no rank
 * leaves a collective before all have entered it, so it ends on all ranks at nearly the same time.
 *
 * The search tries to match the i-th collective of a name on one rank with the (i + lag)-th on the
 * other, for each small lag, and keeps the candidates with the narrowest spread of clock distances.
 * Then it refines each candidate: match each end to the nearest one, fit offset and drift, repeat.
 * The arithmetic is in integers, so that the result is the same on each machine.
 */
#ifndef NST_CLOCKFIT_H
#define NST_CLOCKFIT_H

#include <stddef.h>

#include "clockshift.h"

struct collectiveend {
	uint32_t name; /* id in the caller's string table */
	int64_t end;   /* ns */
};

/* The collectives of one rank; sorted by name, then by end. All zero is empty; the caller frees
 * all. */
struct collectivelist {
	struct collectiveend *all;
	size_t count, room;
};

struct clockfit {
	struct clockshift shift; /* onto the other rank's clock */
	size_t pairs;       /* number of matched collectives; 0: too few, and no shift */
	int64_t residual;   /* median distance of matched ends after the shift, ns */
	int64_t runnerup;   /* residual of the next best match, ns; INT64_MAX if there is none */
};

void collectivelistadd(struct collectivelist *l, uint32_t name, int64_t end);

/* Sorts a list. clockfitfind needs sorted lists. */
void collectivelistsort(struct collectivelist *l);

/* Returns the best shift of own's clock onto other's clock. */
struct clockfit clockfitfind(
    const struct collectivelist *own, const struct collectivelist *other);

/* Returns true if another match is nearly as good, so that the right one is unknown. */
bool clockfitambiguous(const struct clockfit *fit);

#endif
