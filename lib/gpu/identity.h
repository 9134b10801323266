/* SPDX-License-Identifier: MIT */
/* Who the processes and GPUs of a merged stream are: by its meta records, which come before the
 * first event that needs them. */
#ifndef NST_IDENTITY_H
#define NST_IDENTITY_H

#include "base/map.h"
#include "stream/event.h"

/* What is known of a process. */
struct processinfo {
	bool ranked;
	int64_t rank;
	uint32_t host, name; /* in identities.texts, decoded; of no bytes where it is not known */
};

/* All zero is nobody; identitytablefree frees it. */
struct identitytable {
	struct map processes; /* pid -> number */
	struct processinfo *people; /* by number */
	size_t count, room;
	struct stringtable texts;
	struct map devices; /* (pid, device) -> number of a GPU in gpus */
	struct stringtable gpus; /* by uuid, or host and bus, or host and number */
	int64_t *numbers;   /* of each, as it is called */
	size_t numbersroom;
	struct map taken; /* numbers */
	struct buf scratch;
};

/* The integer keys that must have been decoded. */
#define IDENTITY_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_DEVICE))

/* Learns from a record, which has its pid and device decoded; one that is no meta record is left
 * alone. */
void identitylearn(struct identitytable *ids, const struct event *ev);

/* The rank of a process; false when it is not known. */
bool identityrank(const struct identitytable *ids, int64_t pid, int64_t *rank);

/* The host of a process, no bytes when it is not known; valid until the next record is taken. */
struct span identityhost(const struct identitytable *ids, int64_t pid);

/* Writes what a process is called: "rank 3", or its name and number. */
void identitylabel(const struct identitytable *ids, int64_t pid, struct buf *out);

/* The number of the GPU that a process calls by a number: the same for all processes that have it,
 * and no other's. It is the number of the process where nothing is known of the GPU, or no other
 * GPU has it. */
int64_t identitygpu(struct identitytable *ids, int64_t pid, int64_t device);

void identitytablefree(struct identitytable *ids);

#endif
