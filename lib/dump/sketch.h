/* SPDX-License-Identifier: MIT */
/* The pass over the times of a report's rows, made while the report is looked through, before its
 * tables can be bound. */
#ifndef NST_SKETCH_H
#define NST_SKETCH_H

#include "reader.h"

/* A table of it. */
struct sketched {
	struct table table;
	struct found found;
	struct pass pass;
};

/* What a reader has seen of a block: its tables are copies, which own nothing. */
struct seen {
	struct sketched *tables[REP_TABLES];
	uint64_t some; /* a bit for each table that has rows in the block */
};

struct sketch {
	struct watch watch;
	const struct wanted *wanted;
	struct sketched *tables[REP_TABLES]; /* by their numbers; NULL where there is none */
};

/* Makes ready for the pass: watch is what looks. The sketch and what is wanted, with the window on
 * the profile's clock, stay where they are. The caller frees with sketchclose. */
void sketchopen(struct sketch *s, const struct wanted *wanted);

void sketchclose(struct sketch *s);

/* Moves what was found to the tables of a reader; those whose rows were not looked at have none
 * yet. */
void sketchmove(struct sketch *s, struct reader *r, struct found *found);

#endif
