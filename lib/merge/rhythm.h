/* SPDX-License-Identifier: MIT */
/* Moves inputs onto one clock by their collectives. */
#ifndef NST_RHYTHM_H
#define NST_RHYTHM_H

#include "merger.h"

/* Reads all inputs once for their collectives, and gives each its shift onto the clock of the first
 * one: inputs of one host and system clock together, others by what ends on both. Where that does
 * not tell, ends the program; with force the best guess is taken, else the clocks. False when an
 * input is not whole. */
bool rhythmalign(struct merger *m, char *const *paths, bool force);

#endif
