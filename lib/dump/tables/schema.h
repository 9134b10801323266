/* SPDX-License-Identifier: MIT */
/*
 * The table of tables: which tables of an export are events, and which columns are their keys. It
 * stands in mappings.c, what is run before some tables are read in prepare.c, labels of codes in
 * labels.c; no other file names a column of an event table. Facts are those of NVIDIA's "SQLite
 * Schema Reference" and of exports from 2021 to 2026.
 */
#ifndef NST_SCHEMA_H
#define NST_SCHEMA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kind.h"
#include "stream/event.h"

/* One key of an event. Neighbours with the same key are alternatives: the first that is not NULL is
 * written. */
struct field {
	const char *key;    /* of the event; for K_ONLY and K_NOT NULL */
	/* In the table; an SQL expression over required columns where it starts with a
	 * parenthesis. */
	const char *column;
	enum kind kind;
	bool required;      /* without the column the table is not read */
	/* What the kind says; for K_STRING, the --name that prefers this alternative;
	 * "both" is read with that alone. */
	const char *aux;
	const char *prefix; /* of text: goes before it */
	const char *by;     /* for K_LOOKUP: another column, or NULL */
};

/* One kind of event and where it comes from. Sources of one table are neighbours. */
struct mapping {
	/* TYPE_META: rows that name things; TYPE_OTHER: rows that are no events, see why. */
	enum event_type type;
	const char *table;
	bool stamped; /* by CUPTI, which gives 0 for times that it could not collect */
	bool sampled; /* some rows have no time in the session: NULL */
	const struct field *fields; /* ends with K_END_OF_ROW; a K_START comes first */
	const char *why;            /* for TYPE_OTHER: why not */
};

/* All sources; the last has no table. The order breaks ties: of two events with the same times, the
 * one from the earlier table comes first. */
extern const struct mapping schema[];

/* How many values of a class column one source may list. */
enum { CLASSES = 4 };

/* The number of sources. */
size_t schemacount(void);

/* Whether a source reads the table. */
bool schemareads(const char *table);

/* Why a table needs no source: it holds no events. NULL when it may hold some. */
const char *schemawhy(const char *table);

/* The field that tells a source from the others of its table, by a column of the class; NULL when
 * it has none. */
const struct field *schemaclass(const struct mapping *s);

/* The types that tables give. */
uint64_t schematypes(void);

/* The types that are dumped when nobody asks for any. */
uint64_t schemausual(void);

/* The type to ask for, to see the events of a table that is not read unless one asks; NULL for
 * other tables. */
const char *schemaunusual(const char *table);

/* What is to be run before a table is read, one statement at a time until one can be run: it makes
 * a temporary table of the same name, or one to look things up in. NULL when attempt is behind the
 * last, or there is none. Those for stacks are for --stacks alone. */
const char *schemaprepare(const char *table, bool stacks, size_t attempt);

/* The documented label of a code, for exports whose enumerations are missing; NULL when there is
 * none. */
const char *schemalabel(const char *enumeration, int64_t code);

/* Writes the table of tables for people and tests: event, key, table, column, and "always" or "if
 * present", by tabs. */
void schemaprint(struct buf *out);

/* Says on standard error what is wrong with the table of tables, for the unit test; the number of
 * faults. */
int schemacheck(void);

#endif
