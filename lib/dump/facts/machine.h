/* SPDX-License-Identifier: MIT */
/* What a profile says of the machine: its GPUs, and CUDA streams. */
#ifndef NST_MACHINE_H
#define NST_MACHINE_H

#include "base/map.h"
#include "source/sqlite/profile.h"

/* What the profile says of a CUDA stream. */
struct streamfacts {
	int64_t priority, flag; /* when listed */
	bool listed;            /* among the streams */
	bool null;              /* as its context's default stream */
};

/* All zero but the profile is ready; machineclose frees. */
struct machine {
	struct profile *profile;
	struct stringtable streams; /* pid, context and number of CUDA streams, once one was met */
	struct streamfacts *facts; /* of each of them */
	size_t room;
	bool learned;
};

/* Writes what is known of a GPU, by its number in the profile, or by that which a process has for
 * it, as the "args" of a record; false, with nothing written, when nothing is. */
bool machinegpu(const struct machine *m, int64_t gpu, struct buf *out);
bool machinedevice(const struct machine *m, int64_t pid, int64_t device, struct buf *out);

/* What is known of a stream of a process; neither listed nor null when nothing is. */
struct streamfacts
machinestream(struct machine *m, int64_t pid, int64_t context, int64_t stream);

void machineclose(struct machine *m);

#endif
