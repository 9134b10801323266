/* SPDX-License-Identifier: MIT */
/* The database beside a report (reportindex.h), or a compressed export, decompressed, for as long
 * as it
 * is dumped: a file without a name in the folder of temporary files, which SQLite reads as it would
 * read an export. */
#ifndef NST_COPY_H
#define NST_COPY_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "source/report/reportindex.h"

/* The VFS by which connections open a copy, under any name. There is one at a time. */
#define COPY_VFS "nst-copy"

struct copy {
	int fd;
	uint64_t bytes;
	sqlite3_vfs vfs, *usual; /* the one above, and that of other files */
	struct reportindex *report; /* NULL of an export */
	struct importnotes notes;
};

/* Looks through the report at path, "-" for standard input, for what is asked for, or ends the
 * program with the reason. Any number of connections may open what is made of it, and are closed
 * before the caller frees it with copyfree. */
struct copy *copymake(const char *path, const struct sourceoptions *asked);

/* The same of the compressed export at a real path; name is for messages. */
struct copy *copyunpack(const char *path, const char *name);

/* Says what of the report the copy does not have: with everything also what nobody reads. The path
 * is for messages. True when it lacks what was broken. */
bool copyreport(const struct copy *c, const char *path, bool everything);

void copyfree(struct copy *c);

#endif
