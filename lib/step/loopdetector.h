/* SPDX-License-Identifier: MIT */
/*
 * nst-step --auto: detects the training loop of a process from its launches, without NVTX ranges.
 *
 * The first pass collects the names of the launched kernels and graphs, in order of the calls. A
 * name that occurs once in each step cuts this sequence into similar parts. The similarity of two
 * parts is the share of adjacent pairs of names that they have in common, as multisets. A break is
 * a dissimilar pair of consecutive parts. Each name is tried. The candidates are the names with the
 * fewest breaks, up to two more; among these, those with the most cuts; among these, the one with
 * the longest pauses before its launches wins.
 *
 * Example: "gemm relu adam gemm relu adam gemm relu adam" is cut at "gemm" if the process pauses
 * longest between "adam" and "gemm".
 */
#ifndef NST_LOOPDETECTOR_H
#define NST_LOOPDETECTOR_H

#include "steptable.h"
#include "stream/stage.h"

struct loopdetector {
	struct stage stage;
	struct stringtable names; /* of kernels and graphs */
	struct map ids;           /* pid -> index in p */
	struct loopprocess *p;
	size_t count, room;
	const char *path;         /* of the stream, for messages */
	bool quiet;               /* print no message about a process without a loop */
};

/* Makes a stage that gives no events; loopdetectorfree frees it. */
void loopdetectorinit(struct loopdetector *l);

/* Adds the steps of each process with a loop. Prints their similarity, and for each other process
 * the reason why it has no loop. Returns false if no process has one. */
bool loopdetectorsteps(struct loopdetector *l, struct steptable *steps);

void loopdetectorfree(struct loopdetector *l);

#endif
