/* SPDX-License-Identifier: MIT */
/* What names things: the header of a stream, and the meta records that come before the first event
 * that needs them. */
#ifndef NST_META_H
#define NST_META_H

#include <stdbool.h>
#include <stdint.h>

#include "map.h"
#include "profile.h"
#include "table.h"

/* Whom an event belongs to, with ids packed as nsys packs them: hardware and VM 8 bits each, pid
 * 24, tid 24. */
struct identity {
	uint64_t process; /* tid bits 0; 0 where the table has none */
	uint64_t thread;  /* with tid bits; meaningful when has.thread */
	int64_t device, gpu, context, stream, domain;
	struct {
		bool process, thread, device, gpu, stream, domain;
	} has;
};

/* Where a record of a reader that works for another one is in its output; it has no bytes where
 * there was nothing to say. */
struct mark {
	size_t at, n;
	uint32_t part; /* what it is about, in seen */
};

/* What the profile says of a CUDA stream. */
struct streamfacts {
	int64_t priority, flag; /* when listed */
	bool listed;            /* among the streams */
	bool null;              /* as its context's default stream */
};

/* The names known, and those things already named in the output. */
struct meta {
	struct profile *profile;
	struct names text;   /* escaped for JSON */
	struct map threads;  /* packed thread -> text */
	struct map others;   /* processes, NVTX domains and categories -> text */
	struct map pids;     /* pid -> the packed process that has it */
	struct names streams; /* pid, context and number of CUDA streams, once one was met */
	struct streamfacts *streamfacts; /* of each of them */
	size_t streamcap;
	bool streamsknown;
	struct names seen;   /* parts of identities already looked at */
	struct identity *recent; /* whole ones, by hash: events come from the same places */
	uint64_t records;    /* meta records written */
	bool adopted;        /* its records go to another reader's output, which may have them */
	struct mark *marks;  /* where they are, then */
	size_t markcount, markcap;
};

/* Reads the names of processes and threads. */
void metaopen(struct meta *m, struct profile *p);

void metaclose(struct meta *m);

/* Takes the name that a row of NVTX_EVENTS gives, whose class is the type of event. */
void metaname(struct meta *m, const struct plan *plan, const struct row *row, int64_t class);

/* Writes the header record: ts is that of the first event, ns. */
void metaheader(struct meta *m, struct buf *out, int64_t ts);

/* Writes the meta records that an event at ts needs and that have not been written. */
void metaneed(struct meta *m, struct buf *out, const struct identity *id, int64_t ts);

/* Appends what an adopted reader made to out, without the meta records that this one has written,
 * and empties it. */
void metaadopt(struct meta *m, struct meta *other, struct buf *made, struct buf *out);

/* The escaped name of an NVTX domain of a process; "domain#N" where it has none. Valid until the
 * next call. */
struct span metadomain(struct meta *m, uint64_t process, int64_t domain);

/* The escaped name of a category; its number where it has none. Valid until the next call. */
struct span metacategory(struct meta *m, uint64_t process, int64_t domain, int64_t category);

/* The parts of a packed id. */
static inline int64_t
packedpid(uint64_t id)
{
	return (int64_t)(id >> 24 & 0xFFFFFF);
}

static inline int64_t
packedtid(uint64_t id)
{
	return (int64_t)(id & 0xFFFFFF);
}

static inline uint64_t
packedprocess(uint64_t id)
{
	return id & ~(uint64_t)0xFFFFFF;
}

#endif
