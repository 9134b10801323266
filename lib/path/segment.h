/* SPDX-License-Identifier: MIT */
/* The segments of a path. */
#ifndef NST_SEGMENT_H
#define NST_SEGMENT_H

#include "base/map.h"
#include "stream/event.h"

/* The kinds of segments; nst-path(1) explains them. */
#define SEGMENT_KINDS(K) \
	K(CALL,   "host call") \
	K(RANGE,  "host range") \
	K(HOST,   "host other") \
	K(LAUNCH, "launch delay") \
	K(KERNEL, "kernel") \
	K(GRAPH,  "graph") \
	K(COPY,   "copy") \
	K(GAP,    "device gap") \
	K(SYNC,   "synchronisation") \
	K(COMM,   "communication") \
	K(RANK,   "rank wait") \
	K(UNKNOWN, "unknown")

enum segmentkind {
#define K(id, name) SEGMENT_##id,
	SEGMENT_KINDS(K)
#undef K
	SEGMENT_COUNT
};

/* The thread or the stream of a segment. Example: { .keys = EVKEY(KEY_PID) |
 * EVKEY(KEY_TID), .pid = 4711, .tid = 4712, .name = 3 } */
struct place {
	unsigned keys; /* bits of the keys below that it has */
	int64_t pid, tid, device, context, stream;
};

/* A part of the path. */
struct segment {
	int64_t ts, end;  /* ns */
	int64_t step;     /* INT64_MIN if it has none */
	uint64_t position; /* of the event that it is a part of; UINT64_MAX for none */
	uint32_t name;    /* id in segments.names, or NO_NAME_ID */
	uint32_t place;   /* index in segments.places */
	enum segmentkind kind;
	enum event_type type; /* of the event that has the name */
};

#define NO_NAME_ID UINT32_MAX
#define NO_POSITION UINT64_MAX

/* All zero is empty; segmentsfree frees it. */
struct segments {
	struct segment *p;
	size_t count, room;
	struct place *places;
	size_t placecount, placesroom;
	struct stringtable names; /* JSON strings */
};

/* Returns the name of a kind, as in "args.kind". */
const char *segmentkindname(enum segmentkind kind);

/* Appends a segment that is not empty. */
void segmentsadd(struct segments *s, const struct segment *one);

/* Puts segments that were found backwards in order of time, and joins neighbours that are parts of
 * one event with one kind. */
void segmentsorder(struct segments *s);

void segmentsfree(struct segments *s);

#endif
