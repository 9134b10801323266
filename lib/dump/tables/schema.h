/* SPDX-License-Identifier: MIT */
/*
 * The schema: which tables of a profile are events, and which columns become their keys. It is
 * data: mappings.c has a mapping for each type of event, labels.c the labels of codes. Only these
 * files, and the SQL in lib/source/sqlite/prepare.c, name columns of event tables. The facts are
 * those of NVIDIA's "SQLite Schema Reference" and of exports from 2021 to 2026. The terms of this
 * room:
 *
 *   mapping      turns rows of a table into events of one type
 *   field        a column of a mapping, and the key of the event that it becomes
 *   kind         how the value of a field is written: as an integer, a label, a string ... (kind.h)
 *   role         what an id in a column identifies: a thread, a device, a stream ...
 *   class        the column that tells the mappings of a table apart: eventType of NVTX_EVENTS
 *   enumeration  codes and their labels: ENUM_CUDA_MEMCPY_OPER, 1 is "Host-to-Device"
 *   bound table  a table of an open profile and its plans (table.h)
 *   plan         a mapping whose fields were looked up among the columns that the table has
 *   op           a field in a plan: the column's index, and the bytes that precede the value
 */
#ifndef NST_SCHEMA_H
#define NST_SCHEMA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kind.h"
#include "stream/event.h"

/* One key of an event. Neighbours with the same key are alternatives: the first value that is not
 * NULL is written. For example, { "copy", "copyKind", K_LABEL, false, "ENUM_CUDA_MEMCPY_OPER" }. */
struct field {
	const char *key;    /* of the event; NULL for K_ONLY and K_NOT */
	/* A column of the table. An SQL expression over required columns if it starts with a
	 * parenthesis: only sources that have SQL compute it. */
	const char *column;
	enum kind kind;
	bool required;      /* a table without the column is not read */
	/* The meaning depends on the kind. For K_STRING, the value of --names that prefers this
	 * alternative; "both" is read with that value only. */
	const char *aux;
	const char *prefix; /* is written before a text */
	const char *by;     /* for K_LOOKUP: a second column, or NULL */
};

/* Turns rows of a table into events of one type. The mappings of one table are neighbours. */
struct mapping {
	/* TYPE_META: rows that name threads, domains, categories. TYPE_OTHER: rows that are no
	 * events. */
	enum event_type type;
	const char *table;
	bool stamped; /* by CUPTI, which writes 0 for a time that it could not collect */
	bool sampled; /* the time of a row outside of the session is NULL */
	const struct field *fields; /* ends with K_END_OF_ROW; a K_START comes first */
	const char *why;            /* for TYPE_OTHER: why the rows are no events */
};

/* All mappings; the last one, a sentinel, has no table. Of two events with the same times, the one
 * from the table that is earlier here comes first. */
extern const struct mapping schema[];

/* The mappings of traces, whose tables are different; in the same order. */
extern const struct mapping traceschema[];

/* The number of values of a class column that one mapping may list. */
enum { CLASSES = 4 };

/* Returns the number of mappings. */
size_t schemacount(void);

/* Returns the first mapping of a table; the others follow it. NULL if there is none. */
const struct mapping *schemafind(const char *table);

/* Returns true if there is a mapping for the table. */
bool schemareads(const char *table);

/* Returns why a table needs no mapping: "names of threads", for example. NULL if it may hold
 * events. */
const char *schemawhy(const char *table);

/* Returns the field with the class column and the classes of a mapping; NULL if there is none. */
const struct field *schemaclass(const struct mapping *s);

/* Returns the types of events that tables have: a bit for each enum event_type. */
uint64_t schematypes(void);

/* Returns the types that are dumped by default. */
uint64_t schemausual(void);

/* Returns the name of the type of a table's events if they are not dumped by default, else NULL. */
const char *schemaunusual(const char *table);

/* Returns the label of a code as NVIDIA documents it, for profiles without the enumeration; NULL if
 * there is none. */
const char *schemalabel(const char *enumeration, int64_t code);

/* Writes the schema for nst-dump --tables, a line for each key: event, key, table, column, and
 * "always" or "if-present", separated by tabs. */
void schemaprint(struct buf *out);

/* Checks a list of mappings, for the unit test: prints its faults on standard error and returns
 * their number. A mapping without a table ends the list. */
int schemacheck(const struct mapping *list);

#endif
