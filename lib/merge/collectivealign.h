/* SPDX-License-Identifier: MIT */
/* nst-merge --align collectives: aligns the clocks of the inputs by their collectives. */
#ifndef NST_COLLECTIVEALIGN_H
#define NST_COLLECTIVEALIGN_H

#include "merger.h"

/* Reads each input once for its collectives and sets its shift onto the clock of the first input.
 * Inputs with the same host and system clock are shifted together. If a shift is not certain, ends
 * the program; with force, uses the best fit or else UTC. Returns false if an input is incomplete.
 * */
bool aligncollectives(struct merger *m, char *const *paths, bool force);

#endif
