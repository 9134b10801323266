/* SPDX-License-Identifier: MIT */
/* What a GPU event is for: compute, communication between GPUs, or a copy. Kernels communicate by
 * their names, after a list of libraries or a pattern of the user's; copies by their devices. */
#ifndef NST_WORKKIND_H
#define NST_WORKKIND_H

#include "base/map.h"
#include "base/pattern.h"
#include "stream/event.h"

/* In the order of columns. */
enum work { WORK_COMPUTE, WORK_COMM, WORK_COPY, WORK_COUNT };

/* All zero is the list of libraries. */
struct workclassifier {
	struct pattern pattern;
	bool ready; /* the pattern is compiled */
	bool classified;/* what the event at hand is for; the owner says when there is a new one */
	enum work work;
	struct stringtable names; /* of kernels */
	bool *answers;      /* for each of these, whether it communicates */
	size_t answersroom;
	struct buf scratch;
};

/* Takes a pattern in place of the list, or ends the program when it is a bad one; option is named
 * in the message. */
void workclassifierpattern(struct workclassifier *c, const char *option, const char *pattern);

/* What the event at hand, one of the GPU family, is for. */
enum work workclassify(struct workclassifier *c, const struct event *ev);

/* The name of it, as in columns. */
const char *workkindname(enum work work);

/* Writes the list: library, tab and pattern, a line each. */
void workkindlist(struct buf *out);

void workclassifierfree(struct workclassifier *c);

#endif
