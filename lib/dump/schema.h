/* SPDX-License-Identifier: MIT */
/*
 * The table of tables: which tables of an export are events, and which columns are their keys. No
 * other file names a column of an event table. Facts are those of NVIDIA's "SQLite Schema
 * Reference" and of exports from 2021 to 2026.
 */
#ifndef NST_SCHEMA_H
#define NST_SCHEMA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "event.h"

/* How a column's value is written. NULL leaves its key out, whatever the kind. */
enum kind {
	K_END_OF_ROW,
	/* not written */
	K_ONLY, /* the row is this event when the value is among those listed in aux */
	K_NOT,  /* or is not among them */
	/* The table is this event when it has the column: nsys gave one name to tables of several
	   shapes. */
	K_SHAPE,
	K_ARGS, /* the fields from here on go into "args" */
	/* times and identities */
	K_START,     /* ns: "ts" */
	K_STOP,      /* ns: "dur", from the start; "open":true where it is NULL */
	K_THREAD,    /* packed: "pid" and "tid" */
	K_PROCESS,   /* packed: "pid" */
	K_ENDTHREAD, /* packed: "endtid", where it is another thread than K_THREAD's */
	/* numbers */
	K_INT,
	K_UINT, /* 64 bits without a sign */
	K_REAL,
	K_COUNT,   /* an integer whose 0 says nothing, and is left out */
	K_U32,     /* an integer whose 4294967295 means "none", and is left out */
	K_NUMBER,  /* an integer, or with a fraction */
	K_ELEMENT, /* an integer in an array, with its neighbours of the same key */
	K_COLOR,   /* 0xAARRGGBB: "#rrggbb" */
	/* made of more than the value */
	/* What the query aux finds for the value, ?1, and that of the column by, ?2: a number or a
	   text. */
	K_LOOKUP,
	K_JSON,    /* a text, or an id in StringIds, that is JSON */
	K_PAYLOAD, /* bytes that the payload schemas of NVTX describe */
	K_STACK,   /* the id of a call chain in the table aux; only with --stacks */
	/* text */
	K_TEXT,
	K_STRING,   /* an id in StringIds */
	K_LABEL,    /* a code in the enumeration aux */
	K_CODE,     /* the same, 0 left out */
	K_NUMBERED, /* an integer, as text */
	K_CONSTANT, /* only the prefix; no column */
	K_DOMAIN,   /* an NVTX domain of the thread's process: its name; 0 left out */
	K_CATEGORY, /* an NVTX category of that domain: its name; 0 left out */
};

/* One key of an event. Neighbours with the same key are alternatives: the first that is not NULL is
 * written. */
struct field {
	const char *key;    /* of the event; for K_ONLY and K_NOT NULL */
	/* In the table; an SQL expression over required columns where it starts with a
	 * parenthesis. */
	const char *column;
	enum kind kind;
	bool required;      /* without the column the table is not read */
	/* What the kind says; for K_STRING, the --name that prefers this alternative. */
	const char *aux;
	const char *prefix; /* of text: goes before it */
	const char *by;     /* for K_LOOKUP: another column, or NULL */
};

/* One kind of event and where it comes from. Sources of one table are neighbours. */
struct source {
	/* TYPE_META: rows that name things; TYPE_OTHER: rows that are no events, see why. */
	enum event_type type;
	const char *table;
	const struct field *fields; /* ends with K_END_OF_ROW; a K_START comes first */
	const char *why;            /* for TYPE_OTHER: why not */
};

/* All sources; the last has no table. The order breaks ties: of two events with the same times, the
 * one from the earlier table comes first. */
extern const struct source schema[];

/* The number of sources. */
size_t schemacount(void);

/* Whether a source reads the table. */
bool schemareads(const char *table);

/* Why a table needs no source: it holds no events. NULL when it may hold some. */
const char *schemawhy(const char *table);

/* The types that are dumped when nobody asks for any. */
uint64_t schemausual(void);

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
