/* SPDX-License-Identifier: MIT */
/* Facts about GPUs and CUDA streams. */
#ifndef NST_MACHINE_H
#define NST_MACHINE_H

#include "base/map.h"
#include "source/source.h"

/* Facts about a CUDA stream. */
struct streamfacts {
	int64_t priority, flag; /* if listed */
	bool listed;            /* in the table of streams */
	bool null;              /* it is the default stream of its context */
};

/* All zero but the source is ready; machineclose frees. */
struct machine {
	struct source *source;
	struct stringtable streams;      /* bytes of pid, context and number of each CUDA stream */
	struct streamfacts *facts; /* by the number in streams */
	size_t room;
	bool learned;
};

/* Write the facts about a GPU as the "args" of a record: machinegpu by its number in the profile,
 * machinedevice by its CUDA ordinal in a process. Return false, and write nothing, if there are
 * none. */
bool machinegpu(const struct machine *m, int64_t gpu, struct buf *out);
bool machinedevice(const struct machine *m, int64_t pid, int64_t device, struct buf *out);

/* Returns the facts about a stream of a process; neither listed nor null if there are none. */
struct streamfacts
machinestream(struct machine *m, int64_t pid, int64_t context, int64_t stream);

void machineclose(struct machine *m);

#endif
