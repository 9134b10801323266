/* SPDX-License-Identifier: MIT */
/*
 * A report written into an SQLite database, as nsys would have exported it: its tables with their
 * columns, types and ids, each with its first row; enumerations, and what is known of the export.
 * Strings keep their numbers; those that no row refers to, or that are secrets, are left empty.
 */
#ifndef NST_IMPORT_H
#define NST_IMPORT_H

#include "database.h"
#include "report/cursor.h"

/* A table that is being written. */
struct importedtable {
	struct dbtable *dbtable; /* NULL until its first row */
	size_t *strings, count;    /* the columns that refer to strings */
};

struct import {
	const struct rep *rep;
	struct repcoverage *coverage;
	struct database db;
	bool allstrings; /* also those that are secrets, or that nobody refers to */
	struct importedtable tables[REP_TABLES];
	uint8_t *referenced;  /* a bit for each string that a row refers to */
	uint64_t emptied; /* strings left empty */
	uint64_t secret; /* those of them that rows refer to */
	bool showprogress;      /* how far it is, on a terminal */
};

/* What there is to say of an import: lists, each kind with its count, between commas. All empty is
 * none; importnotesfree frees. */
struct importnotes {
	struct buf skipped, unproven; /* not imported, and not proven to be what nsys exports */
	struct buf broken;         /* left out, and no report should have it */
	uint64_t emptied, secret;    /* strings left empty, and those of them that rows refer to */
};

/* Begins to write a report into an empty file, or into memory when the descriptor is negative; what
 * is gathered goes to the tally. All stay where they are; the path is for messages. */
void importopen(struct import *im, const struct rep *r, struct repcoverage *coverage,
    const char *path, int fd, bool allstrings);

/* Writes what is left. Of a database in memory these are the bytes, for sqlite3_deserialize: the
 * caller's to free. */
struct span importclose(struct import *im);

/* Makes a table, by its number in the shape, if it was not yet made. */
void importtable(struct import *im, size_t table);

/* Writes a row of a table, by its number in the shape: all columns in their order. Makes the table
 * when it is the first. */
void importrow(struct import *im, size_t table, const struct row *row);

/* Writes all tables of events, and gathers what others need. */
void importevents(struct import *im);

/* Writes a table that is not of events, by its number in the shape. Strings come last. */
void importinfotable(struct import *im, size_t table);

/* Writes all of these, strings last; without strings their table has no rows. */
void importinfotables(struct import *im, bool strings);

/* Writes the enumerations that nsys would have written beside these tables. */
void importenums(struct import *im);

/* Writes what is known of the export: which nsys made the report, and what is not imported or not
 * proven. */
void importmetadata(struct import *im, struct span skipped, struct span unproven);

/* Writes all but the tables of events, and takes note of what there is to say. Notes are empty
 * yet. */
void importend(struct import *im, bool strings, struct importnotes *notes);

/* Does all of it: imports a report into an empty file, or ends the program with the reason, in
 * which the path names the file. Notes, empty yet, get what there is to say; shows says how far it
 * is. */
void importall(const struct rep *r, const char *path, int fd, bool allstrings, bool shows,
    struct importnotes *notes);

void importnotesfree(struct importnotes *notes);

#endif
