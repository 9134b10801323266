/* SPDX-License-Identifier: MIT */
/*
 * An Nsight Systems report, open: its blocks, strings and facts, and the shape that its tables have
 * in exports of the nsys that made it. Any number of readers may share it: repcursor reads rows of
 * events, repinfotable those of the tables that are not events.
 */
#ifndef NST_REP_H
#define NST_REP_H

#include "base/map.h"
#include "coverage.h"
#include "file.h"
#include "repschema.h"
#include "session.h"
#include "stringids.h"

/* A counter of a generic event: where its bytes are, the low one first. */
struct repmetriccounter {
	uint64_t name; /* a string */
	size_t at, n;  /* n is at most 8 */
};

/* What one type of generic events has. */
struct repmetriclayout {
	uint64_t type, name; /* the name is a string */
	size_t first, count; /* of the counters */
	size_t size, need;   /* bytes of all of them, and of an event that has them */
};

struct rep {
	struct repfile file;
	struct repstrings strings;
	struct repsession session;
	struct repschema schema;
	uint64_t opens[2]; /* the strings that calls are called which open a file */
	struct repmetriclayout *layouts;
	struct repmetriccounter *counters;
	size_t layoutcount, layoutroom, countercount, counterroom;
	struct map layoutmap; /* from types to layouts */
	bool host; /* the machine's name is read: for who does not show it unasked */
};

/* Opens a report, "-" for one that is standard input, or ends the program with the reason. With
 * proven what is likely but not proven is left out. The caller frees with repclose. */
void repopen(struct rep *r, const char *path, bool proven);

void repclose(struct rep *r);

/* Ends the program unless as much was read as the report says that it holds. */
void repcheckcounts(const struct rep *r, const struct repcoverage *t);

/* Notes the strings that are output which was captured: they are secrets. */
void rephidecaptured(const struct rep *r, struct repcoverage *t);

/* Calls each with every text of the capture's options that is a secret, and may be a string too:
 * variables of environments, NAME=value with and without quotes, and command lines. A text stays
 * until each returns. */
void repsecrets(const struct rep *r, void (*each)(void *arg, struct span text), void *arg);

/* Whether a string is what a call is called that opens a file. */
static inline bool
repopensfile(const struct rep *r, uint64_t string)
{
	return string == r->opens[0] || string == r->opens[1];
}

/* The layout of a type of generic events; NULL when there is none. */
const struct repmetriclayout *repmetriclayout(const struct rep *r, uint64_t type);

#endif
