/* SPDX-License-Identifier: MIT */
/*
 * The processes and GPUs of a stream, by its meta records, which precede the first event that needs
 * them:
 *
 *   rank    the number of a process in a distributed job
 *   device  the number by which a process knows a GPU; CUDA_VISIBLE_DEVICES changes it
 *   GPU     here: a number for one GPU in all processes of a merged stream. If processes on two
 *           hosts each have a device 0, these are GPUs 0 and 1.
 *   uuid    the identity of a GPU; without one, host and bus id identify it
 */
#ifndef NST_IDENTITY_H
#define NST_IDENTITY_H

#include "base/map.h"
#include "stream/event.h"

/* What the meta record of a process says. */
struct processinfo {
	bool hasrank;
	int64_t pid, rank;
	uint32_t host, name; /* ids in identitytable.texts, not in JSON; that of "" if unknown */
};

/* All zero is empty; identitytablefree frees it. */
struct identitytable {
	struct map processes;      /* pid to index in infos */
	struct processinfo *infos; /* in order of appearance */
	size_t count, room;
	struct stringtable texts;
	struct map devices;        /* (pid, device) to the id of a GPU in gpus */
	struct stringtable gpus;   /* their uuid, or host and bus id, or host and device */
	int64_t *numbers;          /* by id in gpus: the number of the GPU */
	size_t numbersroom;
	struct map usednumbers;    /* the numbers of GPUs that are in use */
	struct buf scratch;
};

/* The integer keys that evparse must have decoded. */
#define IDENTITY_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_DEVICE))

/* Learns from a meta record; other records are ignored. */
void identitylearn(struct identitytable *ids, const struct event *ev);

/* Sets *rank and returns true if the rank of the process is known. */
bool identityrank(const struct identitytable *ids, int64_t pid, int64_t *rank);

/* Returns the host of a process, empty if unknown; valid until the next identitylearn. */
struct span identityhost(const struct identitytable *ids, int64_t pid);

/* Writes the label of a process: "rank 3", or its name and pid. */
void identitylabel(const struct identitytable *ids, int64_t pid, struct buf *out);

/* Returns the number of the GPU that is this device of the process. All processes that use a GPU
 * get the same number for it. The number is that of the device, unless another GPU has that
 * number. */
int64_t identitygpu(struct identitytable *ids, int64_t pid, int64_t device);

void identitytablefree(struct identitytable *ids);

#endif
