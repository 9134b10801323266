/* SPDX-License-Identifier: MIT */
/*
 * The table of messages: which events of a report are rows of which tables, which fields of which
 * messages are their columns, in which versions of nsys, and how that is known. No other file names
 * a field or a column. All of it was found by comparing reports with exports of the same:
 * nst-report(5) says how, and what stands behind the figures.
 */
#ifndef NST_MESSAGES_H
#define NST_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* A version of nsys as a number: 2024.6.2 is 20240602. The fourth number tells builds apart. */
#define REP_VERSION(year, major, minor) ((uint32_t)(year) * 10000 + (major) * 100 + (minor))
#define REP_EVER UINT32_MAX

/* The messages that columns are fields of. */
enum repmessage {
	M_NONE,
	/* payloads of events, and messages in them */
	M_ACTIVITY,
	M_KERNEL,
	M_MEMCPY,
	M_MEMSET,
	M_SYNC,
	M_CUDA_EVENT,
	M_GRAPH_TRACE,
	M_CALL,
	M_GRAPH_EXEC,
	M_GRAPH,
	M_JIT,
	M_ACC,
	M_ACC_LAUNCH,
	M_ACC_DATA,
	M_NVTX,
	M_NVTX_PAYLOAD,
	M_NVTX_BINARY,
	M_SCHED,
	M_SAMPLE,
	M_DIAGNOSTIC,
	M_DIAGNOSTIC_TIME,
	M_PROCESS,
	M_MODULE,
	M_MEMORY,
	M_MEMORY_POOL,
	M_POOL,
	M_POOL_SIZE,
	M_EVENT_MESSAGES,
	/* repeated in others: each is a row */
	M_FRAME = M_EVENT_MESSAGES,
	M_METRIC,
	M_STREAMED,
	M_THREAD,
	M_PROPERTY,
	M_NIC,
	M_GPU,
	M_OLD_GPU,
	M_DEVICE,
	M_CONTEXT,
	M_STREAM,
	M_NVTX_STREAM,
	M_MESSAGES,
};

/* Where a message is. */
struct repmessagedef {
	const char *name;      /* for people */
	enum repmessage parent; /* the message that it is a field of */
	unsigned char field;   /* of that, or of the event where it is the payload */
	uint64_t ignored;      /* a bit for each field that is known and has no column */
};

extern const struct repmessagedef repmessagedefs[M_MESSAGES];

/* How a column is declared. */
enum repdecl { D_INT, D_INT_NN, D_TEXT, D_TEXT_NN, D_REAL, D_KEY };

/* The same in SQL. */
extern const char *const repdecls[];

/* How its value is made of the field. A field that is absent is NULL, whatever the kind, but
 * V_ZERO. */
enum repkind {
	V_NONE,     /* no field is known: NULL in all exports seen */
	V_INT,      /* an integer of 64 bits with a sign */
	V_ZERO,     /* the same, 0 where it is absent */
	V_STRING,   /* the number of a string */
	V_CAPTURED, /* the number of a string that is a secret */
	V_TEXT,     /* bytes */
	V_NAME,     /* the same; NULL where there are none */
	V_SECRET,   /* bytes that are a secret: a path of the user's */
	V_STRINGTEXT, /* the text of the string with that number */
	V_STOP,     /* an integer; NULL for a time so late that it stands for none */
	V_PID,      /* the process of a packed thread id */
	/* without a field */
	V_NUMBER,   /* the number of the row, from 1 */
	V_ORDER,    /* the same from 0 */
	V_CHAIN,    /* the number of the event's call chain, from 1; 0 where it has none */
	V_DEPTH,    /* the place of a frame in its call chain, from 0 */
	V_CYCLES,   /* the value of the first of a sample's counters */
	V_CONST,    /* a number: the field's */
	V_BRACKETS, /* "[]" */
	V_EMPTY,    /* "" */
	V_PATH,     /* a name for a file that was opened */
	V_FACT,     /* of the session: the field is an enum repsessionfact */
	V_MACHINE,  /* the number of the machine that a device is of */
	V_PROPERTY, /* the name of a property of the system, by its number */
	V_METRIC,   /* of a sample of generic counters: the field is an enum repmetric */
};

/* What is known of a session. */
enum repsessionfact {
	FACT_VM,
	FACT_DURATION,
	FACT_START,
	FACT_STOP,
	FACT_UTC,
	FACT_UTCTIME,
	FACT_LOCALTIME,
	FACT_CLOCK,
	FACT_STATION, /* the name of the machine's entry */
};

/* What is known of a counter of a generic event. */
enum repmetric {
	METRIC_TIME,
	METRIC_TYPE,
	METRIC_ID,
	METRIC_VALUE,
	METRIC_SOURCE,
	METRIC_TYPENAME,
	METRIC_NAME,
};

/* How well it is known that a value is what we say. */
enum reptrust {
	TRUST_PROVEN, /* all pairs that could show it did */
	TRUST_ZERO,   /* the same, but no pair had another value than 0 */
	TRUST_LIKELY, /* by its values, in reports without an export */
};

/* A column of a table, or one way to find its value. Neighbours of one name are alternatives: the
 * first that is not NULL is the value. */
struct repcoldef {
	const char *name;
	enum repdecl decl;
	enum repkind kind;
	enum repmessage message;
	unsigned char field;
	uint32_t since, until; /* exports of these versions have it; until is the first without */
	enum reptrust trust;
	const char *seen; /* what the figures of the table do not say; or NULL */
};

/* Where the rows of a table come from. */
enum repfrom {
	FROM_EVENTS,
	FROM_STRINGS,
	FROM_STREAMED,
	FROM_THREADS,
	FROM_TARGET, /* the last message: the field of it is that of the columns' message */
	FROM_DEVICES, /* deeper inside of it */
	FROM_PROPERTIES,
	FROM_NICS, /* in one of the properties */
	FROM_SESSION, /* one row of facts */
	FROM_METRICS, /* what the chunk header says of generic counters */
};

struct reptabledef {
	const char *name;
	enum repfrom from;
	uint32_t since, until; /* as in struct repcoldef */
	bool keyed; /* its primary key is (id, stackDepth) */
	const struct repcoldef *columns; /* ends with one without a name */
	const char *seen;
};

/* All tables; the last has no name. */
extern const struct reptabledef reptabledefs[];

/* How many there are, at most. */
enum { REP_TABLES = 64 };

/* What rows one event is. */
enum reprowper {
	PER_EVENT,
	PER_FRAME,  /* one for each frame of its call chain */
	PER_OPEN,   /* one if it opens a file */
	PER_NAME,  /* one if it has a name, of a process */
	PER_METRIC, /* one for each counter */
	PER_NONE,   /* none: it has a part that is not imported */
};

/* A kind of event, and the table whose rows it is. Of the kinds PER_EVENT and PER_NAME an event
 * is the first that fits; it may be rows of other tables besides. */
struct repeventdef {
	const char *types;      /* its type, or types; NULL for any */
	enum repmessage payload;
	const char *classes;    /* for M_CALL: its class, or classes; NULL for any */
	enum repmessage requires; /* it has such a message; or M_NONE */
	enum reprowper rowper;
	unsigned char field;    /* for PER_FRAME: the frames */
	const char *table;      /* NULL: it is no row */
	const char *what;       /* what it is called where it is not imported */
	enum reptrust trust;
	const char *seen;
};

/* All kinds; the last has no payload. */
extern const struct repeventdef repeventdefs[];

enum { REP_EVENTS = 64 };

/* The name of a property of the system that may be known, with host also that of the machine's
 * name; NULL for all others, of which some are secrets. */
const char *repproperty(uint64_t number, bool host);

/* The version of the schema that nsys of that version exports; an unknown version has that of the
 * one before it. NULL before the first that had one. */
const char *repschemaversion(uint32_t version);

#endif
