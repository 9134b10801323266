/* SPDX-License-Identifier: MIT */
/* What meta records tell: the names of processes and threads, which streams are the default
 * ones, and which devices of processes are the same GPU. */
#ifndef NST_METADATA_H
#define NST_METADATA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "gpu/identity.h"
#include "stream/event.h"

/* A GPU. Its name and chip are numbers in metadata.strings, such as those of "NVIDIA A100" and
 * "GA100". */
struct gpu {
	int64_t number; /* CUDA's number of the device, or the best one known */
	uint32_t name, chip;
	uint32_t host; /* in metadata.hosts; 0, the empty string, if unknown */
};

/* All zero is empty; metadatafree frees it. */
struct metadata {
	struct stringtable strings; /* interned UTF-8 strings */
	struct identitytable ranks; /* ranks of processes */
	/* Hosts of GPUs, UTF-8, in order of appearance; the first is "". */
	struct stringtable hosts;
	/* process, its host, thread, default stream -> number in strings */
	struct map stringof;
	/* the identity of a GPU: its uuid, else its host with its bus or number */
	struct stringtable gpukeys;
	/* device of a process, device of a host, GPU number -> index into gpus */
	struct map gpuids;
	struct gpu *gpus; /* by number in gpukeys */
	size_t room;
	struct buf scratch;
	/* Called before a change, here or in the layout: another thread may read both until this
	 * returns. NULL for none. */
	void (*changing)(void *arg);
	void *changingarg;
};

/* Calls changing. */
static inline void
metadatachanging(const struct metadata *k)
{
	if (k->changing)
		k->changing(k->changingarg);
}

/* Learns from a meta record. */
void metadatalearn(struct metadata *k, const struct event *ev);

/* Return the name of a process without its folders, and of a thread, as UTF-8; empty if it is
 * unknown. Valid until metadata changes. */
struct span metadataprocess(const struct metadata *k, int64_t pid);
struct span metadatathread(const struct metadata *k, int64_t pid, int64_t tid);

/* metadatamultihost returns true if the GPUs are on several hosts. metadatahost returns the
 * host of a process as UTF-8: empty if it is unknown, or there is only one. */
bool metadatamultihost(const struct metadata *k);
struct span metadatahost(const struct metadata *k, int64_t pid);

/* Returns true if a stream is the default stream of its context. */
bool metadatadefaultstream(const struct metadata *k, int64_t pid, int64_t context, int64_t stream);

/* Returns the index of an event's GPU in metadata.gpus. If the event's process has no record
 * of its device, another process of the host decides, and else the number of the device. An
 * event without a device gives UINT32_MAX, or the GPU of device 0 if must is true. */
uint32_t metadatagpu(struct metadata *k, const struct event *ev, bool must);

void metadatafree(struct metadata *k);

#endif
