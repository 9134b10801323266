/* SPDX-License-Identifier: MIT */
/* What names things: the header of a stream, and the meta records that come before the first event
 * that needs them. */
#ifndef NST_META_H
#define NST_META_H

#include <stdbool.h>
#include <stdint.h>

#include "machine.h"
#include "naming.h"

/* Whom an event belongs to, with packed ids. */
struct identity {
	unsigned has;     /* a bit for each role that is known */
	uint64_t process; /* 0 where the table has none */
	uint64_t thread;
	int64_t device, gpu, context, stream, domain;
};

/* The bit of a role. */
#define WHO(role) (1U << (role))

/* Where a record of a worker is in its output; it has no bytes where there was nothing to say. */
struct mark {
	size_t at, n;
	uint32_t part; /* what it is about, in seen */
};

/* What is known, and what was already announced. */
struct meta {
	struct profile *profile;
	struct strings *strings;
	struct naming own;
	const struct naming *naming; /* that, or another's */
	struct machine machine;
	struct map pids;         /* pid -> the packed process that has it */
	struct stringtable seen; /* parts of identities already looked at */
	struct identity *recent; /* whole ones, by hash: events come from the same places */
	uint64_t records;        /* meta records written */
	bool adopted; /* its records go to the output of another, which may have written them */
	struct mark *marks;      /* where they are, then */
	size_t markcount, markroom;
};

/* Reads the names of processes and threads, or uses those of another one, open longer, else NULL;
 * the caller frees with metaclose. */
void metaopen(struct meta *m, struct strings *s, const struct meta *another);

void metaclose(struct meta *m);

/* Writes the header record: ts is that of the first event, ns; the window, and whether the machine
 * is named, is what was wanted. */
void
metaheader(struct meta *m, struct buf *out, int64_t ts, const struct wanted *wanted);

/* Writes the meta records that an event at ts needs and that have not been written. */
void metaneed(struct meta *m, struct buf *out, const struct identity *id, int64_t ts);

/* Appends what an adopted worker made to out, without the meta records that this one has written,
 * and empties it. */
void metaadopt(struct meta *m, struct meta *other, struct buf *made, struct buf *out);

#endif
