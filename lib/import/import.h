/* SPDX-License-Identifier: MIT */
/*
 * Imports a report into an SQLite database, as nsys would have exported it: with the same tables,
 * columns, types and ids.
 *
 * Terms of this room:
 *   info table   a table that is not made of events: strings, threads, devices, ... (lib/report)
 *   enumeration  a table with the names of numbers, such as the kinds of copies (enums.h)
 *   metadata     the table with data about the export itself: versions, missing parts
 *   emptied      of strings: without their text, because they are secret or no row refers to them
 *   unproven     of values: never compared with an export of nsys
 *   rowid        SQLite's number of a row, the key of a table's b-tree (btree.h)
 */
#ifndef NST_IMPORT_H
#define NST_IMPORT_H

#include "database.h"
#include "report/cursor.h"

/* A table of the import. */
struct importedtable {
	struct dbtable *dbtable; /* NULL before the first row */
	size_t *strings, count;  /* indices of the columns that refer to strings */
};

struct import {
	const struct rep *rep;
	struct repcoverage *coverage;
	struct database db;
	bool allstrings; /* keep the texts of all strings, even of secrets */
	struct importedtable tables[REP_TABLES];
	uint8_t *referenced; /* a bit for each string that a row refers to */
	uint64_t emptied;    /* the number of emptied strings */
	uint64_t secret;     /* the number of emptied strings that rows refer to */
	bool showprogress;   /* show a progress bar on a terminal */
};

/* The results of an import, for messages. The lists contain kinds with their counts, separated
 * by commas. All zero is empty; importnotesfree frees them. */
struct importnotes {
	struct skipped skipped;        /* known parts that were not imported */
	struct buf unknown, unproven;  /* lists of parts not known, and of unproven parts */
	struct buf broken;             /* a list of errors in the report */
	uint64_t emptied, secret; /* numbers of strings, as in struct import */
};

/* Begins an import into an empty file, or into memory if fd is negative. Counts the skipped
 * parts in coverage. r and coverage must stay until importclose(). The path is for messages. */
void importopen(struct import *im, const struct rep *r, struct repcoverage *coverage,
    const char *path, int fd, bool allstrings);

/* Finishes the database. If it is in memory, returns its bytes, for sqlite3_deserialize; the
 * caller frees them. */
struct span importclose(struct import *im);

/* Creates a table, by its index in the schema, unless it exists. */
void importtable(struct import *im, size_t table);

/* Writes a row with all columns of a table, by its index in the schema. Creates the table for
 * the first row. */
void importrow(struct import *im, size_t table, const struct row *row);

/* Writes all event tables. The info tables need what coverage has gathered by then. */
void importevents(struct import *im);

/* Writes an info table, by its index in the schema. StringIds must be the last one, because it
 * depends on which strings the other rows refer to. */
void importinfotable(struct import *im, size_t table);

/* Writes all info tables. If strings is false, StringIds has no rows. */
void importinfotables(struct import *im, bool strings);

/* Writes the enumerations that nsys would have written for these tables. */
void importenums(struct import *im);

/* Writes the metadata: which nsys made the report, and the lists of parts that were not imported,
 * and of unproven parts. */
void importmetadata(struct import *im, struct span leftout, struct span unproven);

/* Writes everything but the event tables, and fills the notes, which must be empty. */
void importend(struct import *im, bool strings, struct importnotes *notes);

/* Imports a report into an empty file, or ends the program with a message about path. Fills
 * the notes, which must be empty. shows is for import.showprogress. */
void importall(const struct rep *r, const char *path, int fd, bool allstrings, bool shows,
    struct importnotes *notes);

void importnotesfree(struct importnotes *notes);

#endif
