/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-state: what each GPU did, at every moment from its first to its last event, and
 * why where it did nothing.
 */
#ifndef NST_STATE_H
#define NST_STATE_H

#include "delay.h"
#include "gpu.h"
#include "gpu/workkind.h"
#include "host.h"
#include "running.h"
#include "stream/stage.h"
#include "streams.h"

enum {
	STATE_LATENCY = 10000, /* ns: as long may a launch take to arrive, by default */
	/* Bytes of events that wait for the end of a state that began before them. */
	STATE_HELD_MOST = 1 << 26,
};

struct state {
	struct stage stage;
	const char *path; /* of the stream, for messages */
	bool partial;     /* input without a header is accepted */
	bool queue;       /* counters are asked for */
	int64_t least;    /* idle times shorter than this are short, ns */
	int64_t latency;  /* how long a launch may take to arrive, ns */
	struct workclassifier workclassifier;

	struct allgpus gpus;
	struct host host;
	struct streams streams;
	struct running running;
	struct stringtable names;        /* of what ran on GPUs, as JSON strings */
	struct gpuop ended, endedelsewhere; /* the last that did, and the last on another GPU */
	bool anyended, anyelsewhere;
	uint64_t ops;
	uint32_t *dirty; /* GPUs on which something began or ended now */
	size_t dirties, dirtyroom;
	int64_t latest;     /* ts of the latest event, ns */
	int64_t now;        /* the same, or when what ran last ended */
	uint64_t asked;     /* for how many calls the horizon stood */
	bool begun, headed; /* there was an event, a header */
	bool tail;          /* what nst-link puts behind all the rest has come */
	bool launches;      /* there was one */

	struct delay delay;
	struct spell *spells; /* a circle of those that wait for their turn */
	size_t first, count, room;
	uint64_t given;    /* the place of the first among all */
	size_t checked;    /* as many of those that begin first are closed */
	size_t ready;      /* as many are that, and in order */
	uint64_t late;     /* states that came behind their turn */
	int64_t firstlate; /* ts of the first, ns */
	struct buf args, stack;
};

/* Makes a stage; the options are the caller's to set. statefree frees it. */
void stateinit(struct state *s);

void statefree(struct state *s);

/* nst-state with its options. */
extern const struct tool statetool;

#endif
