/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-link: each GPU event gets the call that launched it and the ranges around that,
 * and each range becomes an event for each device that it kept busy.
 */
#ifndef NST_LINK_H
#define NST_LINK_H

#include "across.h"
#include "call.h"
#include "hold.h"
#include "node.h"
#include "stream/stage.h"

/* Types of events. */
struct types {
	uint64_t ours;       /* bits */
	struct stringtable others; /* types that are not ours */
};

struct link {
	struct stage stage;
	uint64_t ops;         /* bits of the types that a projected range counts */
	struct types project; /* which types are projected */
	bool graphs;          /* so are ranges around the capture of what a graph launches */
	bool across;          /* launches belong to ranges of threads that wait, too */
	bool rehearsal;       /* the first reading of two, which gives nothing */
	const char *path;     /* of the stream, for messages */

	struct scopes scopes;
	struct calls calls;
	struct nodes nodes;
	struct hold hold;
	struct across waiters;
	/* Ranges of threads that wait for calls, in order of the calls. */
	struct inherited *inherited;
	size_t inheritances, inheritedroom;
	/* Those from here on came at now: a range around may come yet. */
	size_t pending, pendingnodes;
	int64_t now;    /* ts of the latest event, ns */
	int64_t last;   /* where the stream ends so far, ns */
	struct path around, captured; /* of the event at hand */
	struct buf launch, nvtx, nodenames, args; /* values of the event at hand */
	struct buf stack; /* the scanner's, for events of its own */
};

/* Makes a stage that counts kernels and graphs, and projects nvtx; linkfree frees it. */
void linkinit(struct link *l);

/* Learns who waits for whom in the stream at path; returns the path for the second reading, as
 * rereadfirstpass does. */
const char *linkrehearse(struct link *l, const char *path, bool *failed);

void linkfree(struct link *l);

/* nst-link with its options. */
extern const struct tool linktool;

#endif
