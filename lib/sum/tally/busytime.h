/* SPDX-License-Identifier: MIT */
/* Computes the busy time of each GPU: the union of the intervals of all events on all of its
 * streams, and the unions for computation, communication and copies. */
#ifndef NST_BUSYTIME_H
#define NST_BUSYTIME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "gpu/identity.h"
#include "gpu/workkind.h"
#include "intervallog.h"
#include "intervals.h"
#include "program/clip.h"
#include "stream/timespan.h"

/* The unions of a GPU. The overlap of two kinds of work is the sum of their unions less the union
 * of both. */
enum busy_union {
	UNION_ALL,
	UNION_COMPUTE,
	UNION_COMM,
	UNION_COPY,
	UNION_COMPUTE_COMM,
	UNION_COMPUTE_COPY,
	UNION_COUNT
};

/* A union of intervals: its length, or, if keepintervals is set, all of its intervals. */
struct busyunion {
	struct intervals length;
	struct intervallog intervals;
};

/* A GPU. Several processes may number it differently. */
struct busygpu {
	int64_t device; /* number in the first process that used it */
	int64_t number; /* number in the profile; INT64_MAX if unknown */
	uint32_t host;  /* number in busytime.hosts; the empty text if unknown */
	uint32_t id;    /* uuid, a number in busytime.names; the empty text if unknown */
	uint32_t name;  /* likewise */
	struct timespan work;   /* from the first work to the end of the last */
	struct timespan stated; /* the same, as far as states tell */
	struct busyunion unions[UNION_COUNT];
};

/* All zero except clip, workclassifier and identitytable. */
struct busytime {
	const struct clip *clip;
	struct workclassifier *workclassifier;
	bool keepintervals; /* must store all intervals: parts of the time are needed */
	struct bytelog intervals; /* those of all unions */
	struct identitytable *identitytable; /* the caller's; must read each meta record before
	                                      * busytimemeta */
	struct stringtable names, hosts;
	struct map byid;       /* (pid, device) -> index of the GPU */
	struct map byidentity; /* identitygpu() -> index of the GPU */
	struct busygpu *gpus;
	size_t count, room;
	int64_t latest; /* start of the last GPU event, ns */
	bool begun;
};

/* The integer keys that must have been decoded. */
#define BUSYTIME_KEYS IDENTITY_KEYS

/* Reads a meta record. */
void busytimemeta(struct busytime *b, const struct event *ev);

/* Adds an event. GPU events must be sorted by ts. States of GPUs tell of work that the stream no
 * longer has. Others are ignored. */
void busytimeevent(struct busytime *b, const struct event *ev);

/* Returns the length of the part of a union between two times, ns. */
wide busytimeunion(
    const struct busytime *b, const struct busyunion *t, int64_t from, int64_t to);

/* The parts of the time between two times, ns, that the GPU did not work. */
struct busyrest {
	wide before; /* its first work in the window, ns; all of the time if there is none */
	wide idle, after; /* ns */
};

struct busyrest busytimerest(
    const struct busytime *b, const struct busygpu *g, int64_t from, int64_t to);

void busytimefree(struct busytime *b);

#endif
