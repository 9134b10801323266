/* SPDX-License-Identifier: MIT */
/*
 * The times on GPUs by which nst-sum groups the values of counters:
 *
 *   span    the time of a kernel, of a projected range, or of a step on one GPU
 *   place   a GPU, or a device of a process whose GPU the stream does not tell
 *   group   the spans that share a row: kernels or ranges of one name, or a step
 */
#ifndef NST_COUNTERSPANS_H
#define NST_COUNTERSPANS_H

#include "base/map.h"
#include "gpu/groupname.h"

enum counterspan_kind { COUNTERSPAN_NONE, COUNTERSPAN_KERNEL, COUNTERSPAN_RANGE, COUNTERSPAN_STEP };

struct counterspan {
	uint32_t place, group;
	int64_t from, to; /* ns; to is outside */
};

/* All zero except kind and namer. counterspansfree frees it. */
struct counterspans {
	enum counterspan_kind kind;
	struct groupnamer *namer;
	struct map bydevice; /* (pid, device) -> place */
	struct map bygpu;    /* (gpu, 0) -> place */
	uint32_t places;
	struct counterspan *spans;
	size_t count, room;
	struct stringtable names; /* of groups of kernels and ranges; the id is the group */
	struct map bystep;        /* (step, 0) -> group */
	struct map known;         /* (place, group) -> index of the span of a step */
	int64_t *steps;           /* by group */
	size_t stepcount, steproom;
	struct buf scratch;
};

/* The integer keys that must have been decoded. */
#define COUNTERSPANS_KEYS \
	(EVKEY(KEY_PID) | EVKEY(KEY_GPU) | EVKEY(KEY_DEVICE) | EVKEY(KEY_STEP))

/* Learns from a meta record which GPU a device of a process is. */
void counterspansmeta(struct counterspans *c, const struct event *ev);

/* Reads an event; ignores those that are no span. */
void counterspansevent(struct counterspans *c, const struct event *ev);

/* Sets *place to the place of an event with a GPU or a device; returns false if it has neither. */
bool counterspansplace(struct counterspans *c, const struct event *ev, uint32_t *place);

/* Sorts the spans by place, group and time, and unites those of one place and group that touch. No
 * event may follow. */
void counterspansunite(struct counterspans *c);

/* Returns the index of the first span at this place, or of the first behind it. */
size_t counterspansfirst(const struct counterspans *c, uint32_t place);

void counterspansfree(struct counterspans *c);

#endif
