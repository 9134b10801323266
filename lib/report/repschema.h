/* SPDX-License-Identifier: MIT */
/* The table of messages as it is for one version of nsys: the tables that its exports have, their
 * columns, and which events and fields are looked at. */
#ifndef NST_REPSCHEMA_H
#define NST_REPSCHEMA_H

#include "messages.h"

/* Where a value is found. */
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
	struct repsource sources[2]; /* alternatives: the first that is not NULL */
	size_t count;
	bool unchecked;  /* there is one, which is proven, and nothing is wrong with any value */
	size_t index; /* its place among all columns of all tables */
};

/* Whether a row must not lack a value of it. */
static inline bool
repnotnull(const struct repcol *col)
{
	return col->decl == D_INT_NN || col->decl == D_TEXT_NN || col->decl == D_KEY;
}

/* A table. */
struct reptable {
	const struct reptabledef *def;
	bool exists; /* exports of this version have it */
	struct repcol *cols;
	size_t count;
};

/* How many types and classes an event may list. */
enum { REP_TYPES = 8, REP_CLASSES = 32 };

/* An event that may be rows of a table. */
struct repevent {
	uint64_t types[REP_TYPES]; /* any when there is none */
	size_t count;
	size_t table;/* the number of its table; REP_NONE for none */
	/* Nothing of it is imported: the version has no such table, or it is unproven. */
	bool skipped;
};

#define REP_NONE SIZE_MAX

/* All of it. Readers share it. */
struct repschema {
	uint32_t version;
	bool proven; /* what is likely, but not proven, is left out */
	struct reptable tables[REP_TABLES];
	size_t count;   /* of tables */
	size_t columns; /* of all tables */
	struct repevent events[REP_EVENTS]; /* one for each of repeventdefs */
	/* Events with a payload, as bits of repeventdefs; those of a call by their class. */
	uint64_t payloads[M_MESSAGES], classes[128];
	unsigned char payload[256]; /* the payload in that field of an event */
	/* The message in a field of another one, by its number. */
	unsigned char submessage[M_EVENT_MESSAGES][128];
	/* Fields, as bits, of each message: those that are known, and which are bytes and numbers
	   for somebody. */
	uint64_t known[M_MESSAGES], bytes[M_MESSAGES], numbers[M_MESSAGES];
};

/* What calls of a class may be, as bits of repeventdefs. */
static inline uint64_t
repcallevents(const struct repschema *s, uint64_t class)
{
	return class < sizeof(s->classes) / sizeof(*s->classes) ? s->classes[class] : 0;
}

/* Makes the shape of a version; the caller frees with repschemafree. */
void repschemamake(struct repschema *s, uint32_t version, bool proven);

void repschemafree(struct repschema *s);

/* The number of a table by its name, REP_NONE when this version has none. */
size_t reptablefind(const struct repschema *s, const char *table);

/* The number of a column of it, REP_NONE when there is none. */
size_t repcolfind(const struct reptable *table, const char *column);

/* Whether a value is taken from a field of a message as a number, or as bytes. */
bool repisnumber(enum repkind kind);
bool repisbytes(enum repkind kind);

/* Reads up to most numbers with blanks between, of the types or classes of an event; returns how
 * many. */
size_t repparsenumbers(const char *text, uint64_t *v, size_t most);

#endif
