/* SPDX-License-Identifier: MIT */
/* The work that the columns overlap:PATTERN of nst-sum name: a kind of work, or a pattern of
 * names. */
#ifndef NST_WORKPATTERNS_H
#define NST_WORKPATTERNS_H

#include "base/pattern.h"
#include "gpu/workkind.h"

/* The maximum number of patterns: the number of sums in a set (groupsums.h). */
enum { WORKPATTERNS_MOST = 8 };

/* A kind of work, or a pattern. */
struct workpattern {
	bool iskind;
	enum work kind;
	struct pattern pattern; /* unless iskind */
	char *text;
	bool matched; /* some work matched */
};

/* All zero except workclassifier; workpatternsfree frees it. */
struct workpatterns {
	struct workclassifier *workclassifier;
	struct workpattern p[WORKPATTERNS_MOST];
	size_t count;
	struct stringtable names; /* of events, as JSON */
	unsigned char *masks;     /* by id in names: a bit for each pattern that matches */
	size_t room;
	struct buf scratch;
};

/* Adds a kind, if the text is the name of one, or a pattern. Ends the program if the pattern is not
 * valid, or if there are too many; the message names option. */
void workpatternsadd(struct workpatterns *w, const char *option, const char *text);

/* Returns a bit for each kind or pattern that matches a GPU event. */
unsigned workpatternsmask(struct workpatterns *w, const struct event *ev);

/* Prints a warning for each pattern that no work matched. column is the name of the column. */
void workpatternswarn(const struct workpatterns *w, const char *column);

void workpatternsfree(struct workpatterns *w);

#endif
