/* SPDX-License-Identifier: MIT */
/*
 * The header of a stream, and its meta records: each is written before the first event to which it
 * applies. The terms of this room:
 *
 *   fact       something the profile knows about the capture: a name, a GPU, a clock
 *   packed id  a process or thread of nsys: machine, process, thread in one integer (naming.h)
 *   identity   the process, thread, device, stream ... of an event
 *   part       a member of an identity, such as a stream; it gets one meta record
 *   adopt      to append records that a worker made, without meta records that were written already
 */
#ifndef NST_META_H
#define NST_META_H

#include <stdbool.h>
#include <stdint.h>

#include "machine.h"
#include "naming.h"
#include "stream/batch.h"

/* The identity of an event. */
struct identity {
	unsigned has;     /* a bit for each role that is known */
	uint64_t process; /* packed id; 0 if the event has none */
	uint64_t thread;  /* packed id */
	int64_t device, gpu, context, stream, domain;
};

/* The bit of a role. */
#define WHO(role) (1U << (role))

/* A meta record in the output of a worker; it has no bytes if there are no facts. */
struct mark {
	size_t at, n;  /* bytes of the output */
	uint32_t part; /* number in seen */
};

/* The writer of these records. */
struct meta {
	struct source *source;
	struct strings *strings;
	struct naming own;
	const struct naming *naming; /* own, or that of the first worker */
	struct machine machine;
	struct map pids;         /* pid -> upper bits of its packed id */
	struct stringtable seen; /* parts with a meta record, as bytes of struct part */
	struct identity *recent; /* hash table of identities: most events have one of them */
	uint64_t records;        /* meta records written */
	bool adopted; /* a worker's: the adopter drops records that it has already */
	struct mark *marks;      /* the meta records, if adopted */
	size_t markcount, markroom;
};

/* Reads the names of processes and threads, or uses those of another meta, which stays open longer;
 * another may be NULL. The caller frees with metaclose. */
void metaopen(struct meta *m, struct strings *s, const struct meta *another);

void metaclose(struct meta *m);

/* Writes the header record. ts is that of the first event, ns. */
void
metaheader(struct meta *m, struct buf *out, int64_t ts, const struct wanted *wanted);

/* Writes the meta records for an event at ts, ns, that have not been written. */
void metaneed(struct meta *m, struct buf *out, const struct identity *id, int64_t ts);

/* Appends the records that a worker made to out, without the meta records that were written
 * already, and empties the buffer of the worker. */
void metaadopt(struct meta *m, struct meta *other, struct buf *made, struct buf *out);

/* Removes the meta records that were written already from a batch that a worker made. */
void metaadoptbatch(struct meta *m, struct meta *other, struct batch *made);

#endif
