/* SPDX-License-Identifier: MIT */
/* What the user wants to change in a run. */
#ifndef NST_CHANGES_H
#define NST_CHANGES_H

#include "base/map.h"
#include "base/pattern.h"

/* A pattern of names, and the factor by which the time of what matches changes. */
struct timescale {
	struct pattern pattern;
	double factor;   /* 0.5 is twice as fast; 0 removes it */
	bool matched;    /* a name matched */
};

/* All zero changes nothing; changesfree frees it. */
struct changes {
	struct timescale *scales; /* of --scale and --remove, in their order */
	size_t count, room;
	int64_t launch;        /* longest time of a call that launches, ns; -1 for no limit */
	double bandwidth;      /* factor of the time of communication; 0 stands for 1 */
	bool asynccopies;      /* calls do not wait for their copies */
	bool equalranks;       /* collectives do not wait for ranks */
	int *byname;           /* by id of name: 1 + the index of its scale; 0 none, -1 unknown */
	size_t bynameroom;
	struct buf scratch;
};

/* Adds an option --scale 'PATTERN=FACTOR', or --remove PATTERN. Ends the program if it is wrong. */
void changesscale(struct changes *c, const char *text);
void changesremove(struct changes *c, const char *text);

/* Reads "nvlink=2x" of --bandwidth: communication gets faster by this factor. */
void changesbandwidth(struct changes *c, const char *text);

/* Returns the scale of a name, the last one that matches, or NULL. name is a JSON string with the
 * id in a table of names. */
const struct timescale *changesof(struct changes *c, uint32_t id, struct span name);

/* Returns true if no change was asked for. */
bool changesnone(const struct changes *c);

/* Prints a warning for each pattern that matched nothing. path is the name of the stream. */
void changeswarn(const struct changes *c, const char *path);

void changesfree(struct changes *c);

#endif
