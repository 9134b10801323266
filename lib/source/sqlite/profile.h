/* SPDX-License-Identifier: MIT */
/* An Nsight Systems export, or a report, opened to be read and never trusted. */
#ifndef NST_PROFILE_H
#define NST_PROFILE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/mem.h"
#include "copy.h"
#include "pages.h"
#include "source/report/blockcache.h"

/* An open export. */
struct profile {
	sqlite3 *db;
	const char *path;     /* for messages */
	char *real;           /* of the file itself, where a link led to it */
	uint64_t bytes;       /* of the export, or of a report's blocks, unpacked */
	struct copy *copy;    /* what is open instead of the file; NULL of an export */
	bool shares;          /* another profile owns the copy */
	struct blockcache blocks;  /* of a report */
	/* What SQLite may still do before the next event, and at most, in calls of a function that
	 * counts its steps. */
	uint64_t calls, most;
	/* Of the temporary table made last: what it stands in front of, and the bytes put in. */
	const char *front;
	uint64_t fronted;
	struct pages pages;   /* of the file, for what reads them without SQLite */
	struct stringtable tables; /* ordinary tables of the file */
	struct stringtable views; /* views and virtual tables, which nobody reads */
};

/* Opens the export or report at path ("-" is standard input, if it is a file) for reading, in one
 * transaction; leaves nothing beside it. Ends the program with the reason when it is neither, or
 * cannot be read. A report is looked through first for what is asked for, unless another profile,
 * open longer than this one and else NULL, has done so. */
void profileopen(struct profile *p, const char *path, const struct profile *another,
    const struct sourceoptions *asked);

void profileclose(struct profile *p);

/* Ends the program because SQLite failed while it did what is named. */
void profiledie(const struct profile *p, const char *what) __attribute__((noreturn));

/* The same on another connection than the profile's. */
void
profilefail(const struct profile *p, sqlite3 *db, const char *what) __attribute__((noreturn));

/* Whether the file has an ordinary table of that name: views and virtual tables do not count. */
bool profilehas(const struct profile *p, const char *table);

/* The names of a table's columns; the caller frees them with stringtablefree. */
struct stringtable profilecolumns(const struct profile *p, const char *table);

/* A name for a table's row numbers that none of its columns has taken; ends the program when there
 * is none, or the table has no row numbers. */
const char *profilerowid(
    const struct profile *p, const struct stringtable *columns, const char *table);

/* Whether the list has the name. */
bool nameshas(const struct stringtable *n, const char *name);

/* Prepares a query or ends the program; the caller finalizes it. */
sqlite3_stmt *profilequery(const struct profile *p, const char *sql);

/* The same for a query that the file may not be able to answer: NULL then. */
sqlite3_stmt *profiletry(const struct profile *p, const char *sql);

/* The same over a table that may be missing or have other columns: NULL then. */
sqlite3_stmt *profileoptional(const struct profile *p, const char *table, const char *sql);

/* The text of a column, valid until the next step; p is NULL where the column is. Ends the program
 * when there is no memory for it. */
struct span profiletext(const struct profile *p, sqlite3_stmt *st, int column);

/* Steps a query: false after the last row; ends the program on an error. */
bool profilestep(const struct profile *p, sqlite3_stmt *st, const char *what);

#endif
