/* SPDX-License-Identifier: MIT */
/* How long each GPU was at work: the union of what ran on all of its streams, and of the parts of
 * that which compute, communicate and copy. */
#ifndef NST_BUSYTIME_H
#define NST_BUSYTIME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "clip.h"
#include "gpu/identity.h"
#include "gpu/workkind.h"
#include "intervals.h"
#include "stream/event.h"

/* What time is added up for: each work alone, and unions. */
enum busy_track {
	TRACK_ALL,
	TRACK_COMPUTE,
	TRACK_COMM,
	TRACK_COPY,
	TRACK_COMPUTE_COMM,
	TRACK_COMPUTE_COPY,
	TRACK_COUNT
};

/* The union of intervals: how long it is, or, where parts of it are asked for, each of them. */
struct busytrack {
	struct intervals joined;
	struct interval *p;
	size_t count, room;
};

/* One GPU, which several processes may give different numbers. */
struct busygpu {
	int64_t device; /* by the number that the first process knew it by */
	int64_t number; /* in the profile; INT64_MAX when that is not known */
	uint32_t host;  /* in busy.hosts, in the order of these; of no bytes when not known */
	uint32_t id;    /* its uuid in busy.names, of no bytes when it has none */
	uint32_t name;  /* in busy.names, likewise */
	struct busytrack tracks[TRACK_COUNT];
};

/* All of it; all zero but the pointers and parts is empty. */
struct busytime {
	const struct clip *clip;
	struct workclassifier *workclassifier;
	bool parts;       /* parts of the time are asked for: intervals are kept */
	struct identitytable *ids; /* the owner's, and has every meta record before busymeta */
	struct stringtable names, hosts;
	struct map known; /* (pid, device) -> gpu */
	struct map numbers; /* by identitygpu -> gpu */
	struct busygpu *gpus;
	size_t count, room;
	int64_t latest;   /* start of the last GPU event, ns */
	bool begun;
};

/* The integer keys that must have been decoded. */
#define BUSYTIME_KEYS IDENTITY_KEYS

/* Learns from a meta record. */
void busytimemeta(struct busytime *b, const struct event *ev);

/* Takes an event; those of GPUs must come in order. */
void busytimeevent(struct busytime *b, const struct event *ev);

/* How long a union is between two times, ns. */
wide busytimeunion(const struct busytrack *t, int64_t from, int64_t to);

void busytimefree(struct busytime *b);

#endif
