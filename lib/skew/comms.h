/* SPDX-License-Identifier: MIT */
/*
 * What PyTorch's profiler tells of the collective of a kernel: its process group, its operation and
 * its number. It writes these into the "args" of NCCL's kernels, and into those of the operators
 * "record_param_comms" that launched them. A kernel and its operator have the same "External id".
 * An example:
 *
 *   "Process Group Name":"3","Process Group Ranks":"[0, 1]","Collective name":"allreduce","Seq":17
 */
#ifndef NST_COMMS_H
#define NST_COMMS_H

#include "base/map.h"
#include "stream/event.h"

/* An id that is unknown. */
#define COMMS_NONE UINT32_MAX

struct comms {
	uint32_t group;     /* id of the process group in commstable.groups, or COMMS_NONE */
	uint32_t operation; /* id of the operation in commstable.operations, or COMMS_NONE */
	struct span name;   /* of the process group, JSON; valid until the event changes */
	int64_t seq;        /* number of the operation in its group; -1 if unknown */
};

/* All zero is empty; commstablefree frees it. */
struct commstable {
	struct stringtable groups, operations;
	struct map operators;        /* (pid, External id) to index in told */
	struct commsargs *told;
	size_t count, room;
	struct stringtable texts;    /* JSON values in told */
	struct buf scratch;
};

/* Learns from an operator; other events are ignored. */
void commslearn(struct commstable *t, const struct event *ev);

/* Reads what the trace tells of a kernel. rank is that of its process, -1 if unknown. A send and
 * its receive have a group of their own, and no number: each process counts its own. Returns false
 * if the group is unknown. */
bool commsread(struct commstable *t, const struct event *ev, int64_t rank, struct comms *c);

void commstablefree(struct commstable *t);

#endif
