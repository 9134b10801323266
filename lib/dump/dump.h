/* SPDX-License-Identifier: MIT */
/* A whole dump: the events of an export, in order of time, as a stream on standard output. */
#ifndef NST_DUMP_H
#define NST_DUMP_H

#include "base/err.h"
#include "chain/handover.h"
#include "dump/tables/table.h"

/* How many workers there are at most: more would only wait for the disk. */
enum { MAX_WORKERS = 64 };

/* What nst-dump is asked for. */
struct dumping {
	const char *path;
	struct wanted wanted;
	unsigned workers; /* 0 for as many as are worth it */
	bool progress;    /* shown on a terminal */
	struct handover *to; /* NULL for standard output; then there is one worker */
};

extern const struct help dumphelp;

/* Reads the command line of nst-dump, the program's name first, as that does. */
void dumptake(struct dumping *d, int argc, char *argv[]);

/* Dumps a profile. Without types those are dumped that are usual, and what is not dumped is said.
 * The window is put onto the profile's clock. Ends the program with the reason when that cannot be
 * done; FAILED, after messages, when it is not whole, or by the tools that it was handed to. */
enum status dump(const struct dumping *d);

#endif
