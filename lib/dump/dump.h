/* SPDX-License-Identifier: MIT */
/*
 * nst-dump: writes the events of a profile, in order of time, as a stream. The rooms below it:
 *
 *   tables  the schema, and tables bound to the columns that a profile has
 *   facts   names, GPUs and other facts about the capture: header and meta records
 *   order   passes, runs and the merge
 *   write   rows as records
 *
 * This room puts them together: options, readers, workers. open.c chooses the source (lib/source).
 */
#ifndef NST_DUMP_H
#define NST_DUMP_H

#include "base/err.h"
#include "dump/order/linkwindow.h"
#include "dump/tables/table.h"
#include "stream/batch.h"

/* The largest number of workers: more would wait for the disk. */
enum { MAX_WORKERS = 64 };

/* The command line of nst-dump. */
struct dumping {
	const char *path;
	struct wanted wanted;
	unsigned workers; /* 0 for as many as are useful */
	bool progress;    /* shown on a terminal */
	const char *report; /* whose export the file may be, for --export-of; else NULL */
	/* nst-link is the next program, and nst-filter with this window behind it: rows that change
	 * nothing in the window may be left out. NULL to write all rows. Only one worker reads. */
	const struct linkedwindow *linked;
	struct batchsink *to; /* takes the records; NULL for standard output */
};

extern const struct help dumphelp;

/* Reads a command line, which begins with the name of the program. */
void dumptake(struct dumping *d, int argc, char *argv[]);

/* Dumps a profile. If the user names no types, the usual ones are dumped, and a message tells of
 * the other events. Ends the program with the reason if the profile cannot be read. Returns FAILED
 * if the profile is damaged, else the status of the tools that took the records. */
enum status dump(const struct dumping *d);

#endif
