/* SPDX-License-Identifier: MIT */
/*
 * The JSON of Chrome traces, scanned fast. The terms of this room:
 *
 *   event      one object of the array "traceEvents"
 *   phase      "ph" of an event: X complete, B begin, E end, i instant, C counter, M metadata
 *   category   "cat" of an event: kernel, cpu_op ... what PyTorch's profiler (Kineto) calls it
 *   entry      the times of an event that is dumped, and its position in the file (traceindex.h)
 *   table      events of one kind: the tables that lib/dump/tables/mappings.c names TRACE_...
 *   left out   events that are not dumped, counted by category
 *   rest       members of "args" without a column of their own
 *
 * The scanner follows RFC 8259 where it matters for finding the ends of values. It accepts bare
 * NaN and Infinity, which Python and Kineto write.
 */
#ifndef NST_TRACEJSON_H
#define NST_TRACEJSON_H

#include <stdbool.h>

#include "base/json.h"

/* The members of an event that are read. */
enum tracefield {
	FIELD_PH,
	FIELD_CAT,
	FIELD_NAME,
	FIELD_PID,
	FIELD_TID,
	FIELD_TS,
	FIELD_DUR,
	FIELD_ARGS,
	FIELD_BIND, /* "bind_id": nst-chrome writes the correlation id there */
	FIELDS
};

/* An event: the value of each member as written, empty if the event lacks it. Of several members
 * with one name, the last one counts. */
struct traceevent {
	struct span value[FIELDS];
};

/* The members of "args" of an event, in order. All zero is empty; the owner frees p. */
struct tracemembers {
	struct tracemember {
		struct span key, value; /* the key without its quotes, and the value as written */
	} *p;
	size_t count, room;
};

/* A scan. Texts end in a NUL with JSON_SLACK readable bytes after it. */
struct tracejson {
	struct buf stack; /* the open brackets; the owner frees it */
	const char *at;   /* the position of an error */
	const char *why;
};

/* Returns the end of the value at p, or NULL and sets at and why. */
const char *tracejsonskip(struct tracejson *j, const char *p);

/* Reads the event at p, which is a brace. Returns its end, or NULL and sets at and why. */
const char *tracejsonevent(struct tracejson *j, const char *p, struct traceevent *ev);

/* The same for an event that was read before, without errors. Also reads the members of "args". */
const char *tracejsonagain(struct tracejson *j, const char *p, struct traceevent *ev,
    struct tracemembers *args);

/* Moves to the next member of an object: *p is after the opening brace, or the end of the value
 * before. Returns 1, with the key (without quotes) and the value; 0 after the last member, and
 * leaves *p at the end of the object; -1 and sets at and why. */
int tracejsonmember(struct tracejson *j, const char **p, struct span *key, struct span *value);

/* Reads microseconds as nanoseconds, exactly; digits below are rounded. Returns false if the value
 * is no number, or exceeds 64 bits. */
bool tracejsonmicros(struct span value, int64_t *ns);

/* Appends a value as valid JSON: bare NaN and infinities become strings. Returns false if it
 * cannot. */
bool tracejsoncopy(struct tracejson *j, struct buf *out, struct span value);

#endif
