/* SPDX-License-Identifier: MIT */
/* What meta records said: the names of processes and threads, default streams, which GPU is
 * which. */
#ifndef NST_METADATA_H
#define NST_METADATA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "gpu/identity.h"
#include "stream/event.h"

/* A GPU of the machine; text is by number in metadata.strings. */
struct gpu {
	int64_t number; /* that CUDA gives it, where it is known */
	uint32_t name, chip;
	uint32_t host; /* in metadata.hosts; of no bytes where nobody told */
};

/* All zero is nothing known. */
struct metadata {
	struct names strings;      /* UTF-8 */
	struct identities ranks;  /* ranks of processes */
	struct names hosts;      /* of GPUs, UTF-8, in the order in which they came */
	struct map stringof;       /* process, its host, thread, default stream -> text */
	struct names gpukeys; /* what tells GPUs apart: uuid, or host and bus or number */
	struct map gpuids;        /* device of a process, device, or GPU by number -> identity */
	struct gpu *gpus;     /* by identity */
	size_t room;
	struct buf scratch;
};

/* Learns from a meta record. */
void metadatalearn(struct metadata *k, const struct event *ev);

/* The name of a process without its folders, and that of a thread: UTF-8, no bytes when nobody
 * told. */
struct span metadataprocess(const struct metadata *k, int64_t pid);
struct span metadatathread(const struct metadata *k, int64_t pid, int64_t tid);

/* Whether GPUs of several hosts came; the host of a process, UTF-8, of no bytes when they did not,
 * or nobody told. */
bool metadatamultihost(const struct metadata *k);
struct span metadatahost(const struct metadata *k, int64_t pid);

/* Whether a stream is the default one of its context. */
bool metadatadefaultstream(const struct metadata *k, int64_t pid, int64_t context, int64_t stream);

/* The number in known.machine of an event's GPU; where nobody told, as another process calls it,
 * else by its number. UINT32_MAX for an event without one, unless must is true: then it is of
 * device 0. */
uint32_t metadatagpu(struct metadata *k, const struct event *ev, bool must);

void metadatafree(struct metadata *k);

#endif
