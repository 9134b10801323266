/* SPDX-License-Identifier: MIT */
/* How long a profile lasts, and how long each of its GPUs was at work: the union of what ran on all
 * of its streams. */
#ifndef NST_BUSY_H
#define NST_BUSY_H

#include <stdbool.h>
#include <stdint.h>

#include "cover.h"
#include "event.h"
#include "map.h"
#include "sheet.h"

struct counts;

/* One GPU: known by its id, which several processes may give different numbers, or else by its
 * number. */
struct busygpu {
	int64_t device; /* by the number that the first process knew it by */
	uint32_t name;  /* in busy.names; UINT32_MAX when it has none */
	struct cover all, compute, copies;
};

/* All of it; all zero is empty. */
struct busy {
	struct names ids, names;
	struct map known; /* (pid, device) -> gpu plus one */
	struct busygpu *gpus;
	size_t count, room;
	int64_t from, to; /* of the profile, ns: the start of the first event and the latest end */
	int64_t latest;   /* start of the last GPU event, ns */
	bool begun, gpubegun;
};

/* The integer keys that must have been decoded. */
#define BUSY_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_DEVICE))

/* Learns from a meta record. */
void busymeta(struct busy *b, const struct event *ev);

/* Takes an event; those of GPUs must come in order. */
void busyevent(struct busy *b, const struct event *ev);

/* Writes a table of the profile, with what was counted in it, and one of its GPUs if it has any. */
void busywrite(const struct busy *b, const struct counts *counts, enum form form, struct buf *out);

void busyfree(struct busy *b);

#endif
