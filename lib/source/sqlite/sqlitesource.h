/* SPDX-License-Identifier: MIT */
/* Exports as sources: SQLite databases, whole or compressed. The functions are for the source of
 * another room that has a database, too. */
#ifndef NST_SQLITESOURCE_H
#define NST_SQLITESOURCE_H

#include "source/sourcefile.h"
#include "sqlite.h"

/* An export, and a compressed one. */
extern const struct sourceformat sqliteformat, packedformat;

/* Shares the secrets of another worker's source, which stays open longer. It is called before
 * sqlitesourceopen, which then reads none. */
void sqlitesourceborrow(struct sqlite *p, const struct sqlite *another);

/* Opens a database, whose ops, path, given, bytes and tempdb are set. With a tempdb the path is
 * TEMPDB_PATH, else it is the real path of the file. wal is true if the file is in write-ahead
 * mode. */
void sqlitesourceopen(struct sqlite *p, const char *real, bool wal);

/* The path of a tempdb; its VFS ignores it. */
#define TEMPDB_PATH "copy"

/* Closes it, and the tempdb if no other source owns it; the struct stays the caller's. */
void sqlitesourceclose(struct sqlite *p);

/* Returns the text of a string as struct sourceops says, if it is no secret: find reads it. */
struct span sqlitesourcetext(
    struct sqlite *p, int64_t id, struct span (*find)(struct sqlite *p, int64_t id));

/* These functions of struct sourceops are for any source that has a database, as those of
 * sqliterows.h, sqlitefacts.h and sorter.h are. */
struct stringtable sqlitesourcecolumns(
    struct source *source, const char *table, bool stacks, struct buf *why);
bool sqlitesourcecomputes(struct source *source, const char *table,
    const struct stringtable *columns,
    const char *expression);
void sqlitesourcetune(struct source *source, size_t runs);

#endif
