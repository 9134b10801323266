/* SPDX-License-Identifier: MIT */
/* A database in a temporary file without a name: a compressed export, decompressed, or the side
 * tables of a report. All workers read it through one descriptor, by a VFS. */
#ifndef NST_TEMPDB_H
#define NST_TEMPDB_H

#include <sqlite3.h>
#include <stdint.h>

/* The VFS with which connections open the file, by any name. There is one at a time. */
#define TEMPDB_VFS "nst-tempdb"

struct tempdb {
	int fd;
	uint64_t bytes;
	sqlite3_vfs vfs, *usual; /* the VFS above, and the one that opens other files */
};

/* Makes an empty file; once the caller has written it and set bytes, it calls tempdbenlist. */
struct tempdb *tempdbmake(void);

/* Makes SQLite know the file. */
void tempdbenlist(struct tempdb *t);

/* Decompresses the export at a path, makes SQLite know it, or ends the program with the reason;
 * name is for messages. */
struct tempdb *tempdbunpack(const char *path, const char *name);

/* Frees the file, if there is one. All connections to it are closed. */
void tempdbfree(struct tempdb *t);

#endif
