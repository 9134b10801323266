/* SPDX-License-Identifier: MIT */
/* What GPUs did, as nst-state found it: the time of each state, by GPU and step, and what they
 * waited for. */
#ifndef NST_STATETABLE_H
#define NST_STATETABLE_H

#include "base/map.h"
#include "gpu/identity.h"
#include "sum/tally/clip.h"
#include "table/tableview.h"

/* All zero but clip and ids is nothing; doingfree frees it. */
struct statetable {
	const struct clip *clip;
	const struct identitytable *ids;
	struct stringtable names; /* of causes, kinds and what is to blame */
	struct map gpuids;  /* (pid, device) -> number */
	struct map rowids;  /* (GPU, step) -> row */
	uint32_t gpus;
	struct staterow *rows;
	size_t count, room;
	struct map causeids, kindids;
	uint32_t kinds; /* pairs of a cause and a kind */
	struct statecause *causes;
	size_t causecount, causeroom;
	bool stepped;   /* some states have a step */
	/* Once all is in order: the rows as causes name them, whether devices alone do not tell
	 * GPUs apart, and a bit for each state that there is. */
	struct staterow *of;
	bool pids;
	unsigned has;
	struct buf scratch;
};

/* The integer keys that must have been decoded, besides pid and device. */
#define STATETABLE_KEYS EVKEY(KEY_STEP)

/* Takes a "gpu-state" event. */
void statetableevent(struct statetable *d, const struct event *ev);

/* Writes tables of the states, by GPU, and where there are steps by these, and of causes; s has the
 * form and the rest. For people steps and what is to blame have no more than so many rows of a GPU.
 * Nothing when there is no state. The last that is done with them. */
void statetablewrite(struct statetable *d, const struct tableview *s, size_t top, struct buf *out);

/* The same one by one, of what has come: puts all in order, once; then the states, of all steps or
 * by step, and the causes, whatever is to blame or what is. */
void statetablesort(struct statetable *d);
void statetablestates(
    const struct statetable *d, const struct tableview *s, size_t top, bool whole, struct buf *out);
void statetablecauses(
    const struct statetable *d, const struct tableview *s, size_t top, bool whole, struct buf *out);

/* How the GPU of a row of a table of states was known first. */
void statetablegpu(const struct tableview *s, size_t row, int64_t *pid, int64_t *device);

void statetablefree(struct statetable *d);

#endif
