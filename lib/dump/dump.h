/* SPDX-License-Identifier: MIT */
/* A whole dump: the events of an export, in order of time, as a stream on standard output. */
#ifndef NST_DUMP_H
#define NST_DUMP_H

#include "err.h"
#include "table.h"

/* How many workers there are at most: more would only wait for the disk. */
enum { MAX_WORKERS = 64 };

/* Dumps the export at path. Without types those are dumped that are usual, and what is not dumped
 * is said. The window is put onto the profile's clock. 0 workers are as many as are worth it. Ends
 * the program with the reason when that cannot be done; FAILED, after messages, when it is not
 * whole. */
enum status
dump(const char *path, const struct wanted *wanted, unsigned workers, bool progress);

#endif
