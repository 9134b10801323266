/* SPDX-License-Identifier: MIT */
/*
 * Finds the steps of a loop in what a process launches, where no range tells them.
 *
 * A first reading takes the names of the kernels and graphs launched, in order of the calls. A name
 * that comes once in each step cuts the sequence into parts that are alike: of two parts, as many
 * pairs of neighbours are the same as can be. Every name is tried. Taken are those with the fewest
 * breaks, which are parts that are not alike; of these those that cut most often; and of these the
 * one that comes after the longest pauses.
 */
#ifndef NST_LOOP_H
#define NST_LOOP_H

#include "steps.h"
#include "stream/stage.h"

struct loop {
	struct stage stage;
	struct stringtable names;
	struct map ids; /* pid -> process */
	struct loopprocess *p;
	size_t count, room;
	const char *path; /* of the stream, for messages */
};

/* Makes a stage that gives nothing; loopfree frees it. */
void loopinit(struct loop *l);

/* Adds the steps of each process that has a loop, and says how sure they are; what is no loop is
 * said, too. False when no process has one. */
bool loopsteps(struct loop *l, struct steps *steps);

void loopfree(struct loop *l);

#endif
