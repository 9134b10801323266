/* SPDX-License-Identifier: MIT */
/* The questions that nst-answer answers: one row each. */
#ifndef NST_QUESTION_H
#define NST_QUESTION_H

#include "sum/columns/grouptable.h"

struct answer;

/* A column of a question's table: a key, a statistic, and the title. */
struct questioncolumn {
	int id;
	const char *title;
};

enum { QUESTION_COLUMNS = 12, QUESTION_KEYS = 8 };

struct question {
	const char *name;
	const char *what; /* for --help: the end of "nst NAME FILE shows ..." */
	/* Of the rows: the keys, the bits of the types of events, a pattern for their names or
	 * NULL, and the column to sort by, NULL for the total. */
	enum by keys[QUESTION_KEYS];
	size_t keycount;
	uint64_t types;
	const char *pattern, *sort;
	/* If a type of instead has an event, the rows are of the types shown only. 0 for none. */
	uint64_t instead, shown;
	bool profiled; /* it needs the table of GPUs */
	bool ranks;    /* it needs the table of ranks, too */
	bool findings; /* it shows what nst-advise found */
	bool spills;   /* it reads rows in their order, so that groups may be spilled */
	size_t waits;  /* number of the longest waits that it shows; 0 for none */
	bool gaps;     /* in each format, with the work around them; else as text */
	const struct questioncolumn columns[QUESTION_COLUMNS]; /* the last has no title */
	int omitted; /* the only column that may be omitted if lines are too long; 0: by columns */
	/* Writes the answer from the rows. */
	void (*write)(struct answer *, struct grouprows *);
	const char *next; /* the last line: what to type next; FILE is the profile */
};

extern const struct question questions[];
extern const size_t questioncount;

/* Returns the question with a name; ends the program if there is none. */
const struct question *questionfind(const char *name);

#endif
