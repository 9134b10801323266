/* SPDX-License-Identifier: MIT */
/*
 * Reads an Nsight Systems report without SQLite, as the rows that its export would have. "rep" is
 * the prefix for "report". Several threads may share an open report.
 *
 * Terms of this room, from the file to the row:
 *   block          up to 7,000 events, compressed; the unit of random access (file.h)
 *   message        a protobuf message, a list of numbered fields (wire.h)
 *   event          an entry of a block, with a type and a payload: one of its fields, a message
 *   generic event  values of several counters at one time; a metric layout tells where each is
 *   definition     what messages.h knows of a table, column, event or message, in all versions
 *   schema         these definitions for one version of nsys (repschema.h)
 *   trust          how well a definition is known; likely values may be left out
 *   cursor         reads the rows of the event tables, block by block (cursor.h)
 *   decoder        a compiled reader for events with the same fields as an earlier one (decoder.h)
 *   event layout   a decoder for events in which all lengths are the same (eventlayout.h)
 *   info table     a table that is not made of events, such as StringIds (infotable.h)
 *   coverage       counts of read and of skipped parts; also marks secret strings (coverage.h)
 */
#ifndef NST_REP_H
#define NST_REP_H

#include "base/map.h"
#include "coverage.h"
#include "file.h"
#include "repschema.h"
#include "session.h"
#include "stringids.h"

/* A counter in a generic event: n bytes at offset at, little-endian. */
struct repmetriccounter {
	uint64_t name; /* a string's id */
	size_t at, n;  /* n is at most 8 */
};

/* The layout of one type of generic events: the GPU metrics of one GPU. */
struct repmetriclayout {
	uint64_t type, name; /* name is a string's id */
	size_t first, count; /* of its counters in rep.counters */
	/* bytes of all counters, and the least bytes of an event with all of them */
	size_t size, need;
};

struct rep {
	struct repfile file;
	struct repstrings strings;
	struct repsession session;
	struct repschema schema;
	uint64_t opens[2]; /* ids of the strings "open" and "open64" */
	struct repmetriclayout *layouts;
	struct repmetriccounter *counters;
	size_t layoutcount, layoutroom, countercount, counterroom;
	struct map layoutmap; /* type -> index into layouts */
	bool host; /* an option: also read the host's name and the command, which are secret */
};

/* Opens a report, or ends the program with a message. "-" is standard input. With proven,
 * values that are likely but not proven are left out. The caller frees with repclose. */
void repopen(struct rep *r, const char *path, bool proven);

void repclose(struct rep *r);

/* Ends the program unless the number of events read is the one in the report's header. */
void repcheckcounts(const struct rep *r, const struct repcoverage *t);

/* Marks the strings with captured output as secret. */
void rephidecaptured(const struct rep *r, struct repcoverage *t);

/* Calls each for every secret text of the capture's options that may also be a string:
 * environment variables, as NAME=value with and without quotes, and command lines. The text is
 * valid during the call. */
void repsecrets(const struct rep *r, void (*each)(void *arg, struct span text), void *arg);

/* Returns the program that was profiled; *argument is its first argument. Either is empty if the
 * report does not tell it. */
struct span repcommand(const struct rep *r, struct span *argument);

/* Returns true if a string is the name of a call that opens a file. */
static inline bool
repopensfile(const struct rep *r, uint64_t string)
{
	return string == r->opens[0] || string == r->opens[1];
}

/* Returns the layout of a type of generic events, or NULL. */
const struct repmetriclayout *repmetriclayout(const struct rep *r, uint64_t type);

#endif
