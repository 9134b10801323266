/* SPDX-License-Identifier: MIT */
/* The tables of GPU states, as nst-state found them: the time of each state by GPU and step, and
 * the causes of idle time. */
#ifndef NST_STATETABLE_H
#define NST_STATETABLE_H

#include "base/map.h"
#include "gpu/groupname.h"
#include "gpu/identity.h"
#include "program/clip.h"
#include "table/tableview.h"

/* All zero except clip, ids and namer. statetablefree frees it. */
struct statetable {
	const struct clip *clip;
	const struct identitytable *ids;
	struct groupnamer *namer;
	struct stringtable names; /* of causes, kinds, and things to blame */
	struct map gpuids;        /* (pid, device) -> number of the GPU */
	struct map rowids;        /* (GPU, step) -> index of the row */
	uint32_t gpus;
	struct staterow *rows;
	size_t count, room;
	struct map causeids, kindids;
	uint32_t kinds; /* number of pairs of a cause and a kind */
	struct statecause *causes;
	size_t causecount, causeroom;
	bool hassteps; /* some states are in a step */
	/* Set by statetablesort: the rows in their order before sorting, true if several GPUs have
	 * the same device number, and a bit for each state that occurs. */
	struct staterow *causerows;
	bool needpids;
	unsigned statesseen;
	struct buf scratch;
};

/* The integer keys that must have been decoded, besides pid and device. */
#define STATETABLE_KEYS EVKEY(KEY_STEP)

/* Reads a gpu-state event. */
void statetableevent(struct statetable *t, const struct event *ev);

/* Writes tables of the states by GPU, by step if there are steps, and of the causes of idle time.
 * view gives the format, the width and so on. In the text format the tables of steps and of things
 * to blame have at most top rows for each GPU. Writes nothing if there are no states. Sorts the
 * rows, so no event may follow. */
void statetablewrite(struct statetable *t, const struct tableview *s, size_t top, struct buf *out);

/* Do the same one by one. statetablesort must be called once before the others. total selects the
 * table of GPUs instead of that by step, and the causes instead of the things to blame. */
void statetablesort(struct statetable *t);
void statetablestates(
    const struct statetable *t, const struct tableview *s, size_t top, bool total, struct buf *out);
void statetablecauses(
    const struct statetable *t, const struct tableview *s, size_t top, bool total, struct buf *out);

/* Sets the first pid and device number by which the GPU of a row of a state table was known. */
void statetablegpu(const struct tableview *s, size_t row, int64_t *pid, int64_t *device);

/* The same for the step of a row: sets its number, and where its first state begins and its last
 * one ends, ns. Returns false if the row belongs to no step. */
bool statetablestep(
    const struct tableview *s, size_t row, int64_t *step, int64_t *begin, int64_t *end);

void statetablefree(struct statetable *t);

#endif
