/* SPDX-License-Identifier: MIT */
/* Classifies GPU events as compute, communication or copies. A kernel communicates if its name
 * matches a list of libraries, or the user's pattern; a copy if it is between two GPUs. */
#ifndef NST_WORKKIND_H
#define NST_WORKKIND_H

#include "base/map.h"
#include "base/pattern.h"
#include "stream/event.h"

/* In the order of the columns of tables. */
enum work { WORK_COMPUTE, WORK_COMM, WORK_COPY, WORK_COUNT };

/* All zero uses the list of libraries; workclassifierfree frees it. */
struct workclassifier {
	struct pattern pattern;
	bool ready; /* the pattern is compiled */
	bool classified; /* work is that of the current event; the owner clears it for each event */
	enum work work;
	struct stringtable names; /* of kernels, JSON */
	uint32_t recent[STRINGS_RECENT];
	bool *answers;      /* by id in names: the kernel communicates */
	size_t answersroom;
	struct buf scratch;
};

/* Compiles the user's pattern in place of the list. Ends the program if it is not valid; option is
 * the command-line option for the message. */
void workclassifierpattern(struct workclassifier *c, const char *option, const char *pattern);

/* Returns the class of the current event, which is of family GPU. */
enum work workclassify(struct workclassifier *c, const struct event *ev);

/* Returns the name of a class, as in columns of tables. */
const char *workkindname(enum work work);

/* Writes the list of libraries: library, tab and pattern on a line each. */
void workkindlist(struct buf *out);

void workclassifierfree(struct workclassifier *c);

#endif
