/* SPDX-License-Identifier: MIT */
/* The table of messages for one version of nsys: its tables and columns, and the fields and
 * events that are read. */
#ifndef NST_REPSCHEMA_H
#define NST_REPSCHEMA_H

#include "messages.h"

/* A field or computation that gives a value. */
struct repsource {
	enum repkind kind;
	enum repmessage message;
	unsigned char field;
	enum reptrust trust;
};

/* A column. */
struct repcol {
	const char *name;
	enum repdecl decl;
	struct repsource sources[2]; /* alternatives: the first that is not NULL counts */
	size_t count;
	bool unchecked; /* one proven source, whose values are never secret or invalid */
	size_t index;   /* among the columns of all tables */
};

/* Returns true if the column is NOT NULL. */
static inline bool
repnotnull(const struct repcol *col)
{
	return col->decl == D_INT_NN || col->decl == D_TEXT_NN || col->decl == D_KEY;
}

/* Returns true if the column is NOT NULL, and an event may lack its value: it is not a number of
 * rows or a constant. */
static inline bool
repmaylack(const struct repcol *col)
{
	enum repkind kind = col->sources[0].kind;

	return repnotnull(col) &&
	    !(col->unchecked && (kind == V_NUMBER || kind == V_ORDER || kind == V_CONST ||
	                            kind == V_BRACKETS || kind == V_EMPTY));
}

/* A table. */
struct reptable {
	const struct reptabledef *def;
	bool exists; /* exports of this version have it */
	struct repcol *cols;
	size_t count;
};

/* The most types and classes in the definition of an event. */
enum { REP_TYPES = 8, REP_CLASSES = 32 };

/* A kind of event. */
struct repevent {
	uint64_t types[REP_TYPES]; /* any type if count is 0 */
	size_t count;
	size_t table; /* an index in tables; REP_NONE for none */
	/* It is not imported: this version has no such table, or it is unproven. */
	bool skipped;
};

#define REP_NONE SIZE_MAX

/* The schema. It does not change, so threads may share it. */
struct repschema {
	uint32_t version;
	bool proven; /* leave out unproven values */
	struct reptable tables[REP_TABLES];
	size_t count;                       /* the number of tables */
	size_t columns;                     /* the number of columns in all tables */
	struct repevent events[REP_EVENTS]; /* in parallel to repeventdefs */
	/* The kinds of events with a payload, and with a class of calls: a bit for each entry
	 * of repeventdefs. */
	uint64_t payloads[M_MESSAGES], classes[128];
	unsigned char payload[256]; /* an event's field -> the payload message in it */
	/* a message and its field -> the message in that field */
	unsigned char submessage[M_EVENT_MESSAGES][128];
	/* Bit sets of each message's fields: the known ones, and those that columns read as
	 * bytes or as numbers. */
	uint64_t known[M_MESSAGES], bytes[M_MESSAGES], numbers[M_MESSAGES];
};

/* Returns the kinds of events that calls of a class may be, as bits of repeventdefs. */
static inline uint64_t
repcallevents(const struct repschema *s, uint64_t class)
{
	return class < sizeof(s->classes) / sizeof(*s->classes) ? s->classes[class] : 0;
}

/* Makes the schema of a version. The caller frees with repschemafree. */
void repschemamake(struct repschema *s, uint32_t version, bool proven);

void repschemafree(struct repschema *s);

/* Returns the index of a table by name; REP_NONE if this version does not have it. */
size_t reptablefind(const struct repschema *s, const char *table);

/* Returns the index of a column by name, or REP_NONE. */
size_t repcolfind(const struct reptable *table, const char *column);

/* Return true if values of this kind are read from a field as a number, or as bytes. */
bool repisnumber(enum repkind kind);
bool repisbytes(enum repkind kind);

/* Parses up to most numbers, separated by spaces. Returns their number. */
size_t repparsenumbers(const char *text, uint64_t *v, size_t most);

#endif
