/* SPDX-License-Identifier: MIT */
/*
 * The table of messages: which events of a report are rows of which tables, and which fields of
 * messages are their columns, for all versions of nsys. No other file contains the mapping of
 * columns to fields. It was found by comparing reports with their exports; nst-report(5)
 * describes how, and what the counts of rows and pairs mean. A pair is a report with its export.
 */
#ifndef NST_MESSAGES_H
#define NST_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* A version of nsys as a number: 2024.6.2 is 20240602. The fourth number of a version is only
 * a build. */
#define REP_VERSION(year, major, minor) ((uint32_t)(year) * 10000 + (major) * 100 + (minor))
#define REP_EVER UINT32_MAX

/* The messages whose fields are columns. */
enum repmessage {
	M_NONE,
	/* payloads of events, and messages inside of them */
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
	/* repeated messages, each of which is a row */
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

/* The definition of a message. */
struct repmessagedef {
	const char *name;       /* for people */
	enum repmessage parent; /* the message around it */
	unsigned char field;    /* its field there; of a payload, in the event */
	uint64_t ignored;       /* a bit for each known field that is no column */
};

extern const struct repmessagedef repmessagedefs[M_MESSAGES];

/* The declaration of a column in SQL. */
enum repdecl { D_INT, D_INT_NN, D_TEXT, D_TEXT_NN, D_REAL, D_KEY };

/* The SQL text of each declaration. */
extern const char *const repdecls[];

/* How a column's value is made from a field. If the field is absent, the value is NULL, except
 * for V_ZERO. */
enum repkind {
	V_NONE,       /* the field is unknown: NULL in all exports seen */
	V_INT,        /* a signed 64-bit integer */
	V_ZERO,       /* the same, but 0 if absent */
	V_STRING,     /* a string's id */
	V_CAPTURED,   /* a string's id; the string is secret */
	V_TEXT,       /* bytes */
	V_NAME,       /* bytes; NULL if empty */
	V_SECRET,     /* bytes that are secret: a path of the user's */
	V_STRINGTEXT, /* the text of a string, by its id */
	V_STOP,       /* an integer; NULL if it is a huge time, which means none */
	V_PID,        /* the process in a packed thread id */
	/* the next kinds have no field */
	V_NUMBER,   /* the row's number, from 1 */
	V_ORDER,    /* the row's number, from 0 */
	V_CHAIN,    /* the number of the event's call chain, from 1; 0 for none */
	V_DEPTH,    /* the index of a frame in its call chain, from 0 */
	V_CYCLES,   /* a sample's counter of cycles */
	V_CONST,    /* a constant: the value of .field */
	V_BRACKETS, /* "[]" */
	V_EMPTY,    /* "" */
	V_PATH,     /* a made-up name for an opened file */
	V_FACT,     /* a session fact: .field is an enum repsessionfact */
	V_MACHINE,  /* the id of the machine with a device */
	V_PROPERTY, /* the name of a system property, by its number */
	V_METRIC,   /* a counter of a generic event: .field is an enum repmetric */
};

/* Facts about the session. */
enum repsessionfact {
	FACT_VM,
	FACT_START,
	FACT_STOP,
	FACT_UTC,
	FACT_UTCTIME,
	FACT_LOCALTIME,
	FACT_CLOCK,
	FACT_STATION, /* the name of the target, such as "Local (CLI)" */
};

/* Facts about a counter of a generic event. */
enum repmetric {
	METRIC_TIME,
	METRIC_TYPE,
	METRIC_ID,
	METRIC_VALUE,
	METRIC_SOURCE,
	METRIC_TYPENAME,
	METRIC_NAME,
};

/* How well a value is known. */
enum reptrust {
	TRUST_PROVEN, /* equal in all pairs in which it can be seen */
	TRUST_ZERO,   /* the same, but all these values were 0 */
	TRUST_LIKELY, /* plausible by its values in reports without an export */
};

/* The definition of a column. Neighbors with the same name are alternatives: the first that is
 * not NULL is the value. */
struct repcoldef {
	const char *name;
	enum repdecl decl;
	enum repkind kind;
	enum repmessage message;
	unsigned char field;
	uint32_t since, until; /* versions whose exports have it: from since on, before until */
	enum reptrust trust;
	const char *seen; /* evidence besides that of the table; or NULL */
};

/* The part of a report with the rows of a table. */
enum repfrom {
	FROM_EVENTS,
	FROM_STRINGS,
	FROM_STREAMED,
	FROM_THREADS,
	FROM_TARGET,  /* the target message: rows are its field with the columns' message */
	FROM_DEVICES, /* the same, but inside of the devices of a machine */
	FROM_PROPERTIES,
	FROM_NICS,    /* inside of a system property */
	FROM_SESSION, /* one row with facts about the session */
	FROM_METRICS, /* the layouts of generic events in the chunk header */
};

struct reptabledef {
	const char *name;
	enum repfrom from;
	uint32_t since, until;           /* as in struct repcoldef */
	bool keyed;                      /* the primary key is (id, stackDepth) */
	const struct repcoldef *columns; /* the last one has a NULL name */
	const char *seen;
};

/* All tables; the last one has a NULL name. */
extern const struct reptabledef reptabledefs[];

/* The most tables. */
enum { REP_TABLES = 64 };

/* The number of rows that an event gives a table. */
enum reprowper {
	PER_EVENT,
	PER_FRAME,  /* one for each frame of its call chain */
	PER_OPEN,   /* one if it opens a file */
	PER_NAME,   /* one if it is a process with a name */
	PER_METRIC, /* one for each counter */
	PER_NONE,   /* none: a part of the event is not imported */
};

/* The definition of a kind of event, and its table. An event is of the first kind with
 * PER_EVENT or PER_NAME that matches; of kinds with other values, it is of every matching one.
 * Example: an OS runtime call is a row of OSRT_API, and rows of OSRT_CALLCHAINS for its
 * frames. */
struct repeventdef {
	const char *types; /* event types, separated by spaces; NULL for any */
	enum repmessage payload;
	const char *classes;      /* for M_CALL: event classes, separated by spaces; NULL for any */
	enum repmessage requires; /* a message that the event must contain; or M_NONE */
	enum reprowper rowper;
	unsigned char field; /* for PER_FRAME: the field with the frames */
	const char *table;   /* NULL: the kind is not imported */
	const char *what;    /* the name of the kind in warnings */
	enum reptrust trust;
	const char *seen;
};

/* All kinds; the last one has no payload. */
extern const struct repeventdef repeventdefs[];

enum { REP_EVENTS = 64 };

/* Returns the name of a system property that may be imported, or NULL. With host, the host
 * name is allowed. Others may be secret. */
const char *repproperty(uint64_t number, bool host);

/* Returns the version of the export schema of an nsys version. An unknown version has the
 * schema of the last known one before it. Returns NULL for versions without a schema version. */
const char *repschemaversion(uint32_t version);

#endif
