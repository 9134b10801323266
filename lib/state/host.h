/* SPDX-License-Identifier: MIT */
/* What each thread did: which call it was in, or else which range. */
#ifndef NST_HOST_H
#define NST_HOST_H

#include "base/map.h"
#include "stream/event.h"
#include "timeline.h"

/* What a thread may be in at once: of these the first counts. */
enum layer { LAYER_CUDA, LAYER_LIBRARY, LAYER_OS, LAYER_RANGE, LAYER_COUNT };

/* A thread. */
struct thread {
	int64_t tid;
	struct timeline lines[LAYER_COUNT]; /* of calls the outermost, of ranges the innermost */
	struct openrange *open;             /* ranges that go on, each begun after the one before */
	size_t opens, opensroom;
	int64_t upto;  /* so far the ranges are in their line, ns */
	uint32_t name; /* NONE when it has none */
};

#define NO_NAME UINT32_MAX

/* All zero is nothing; hostfree frees it. */
struct host {
	struct map threadids; /* (pid, tid) -> thread */
	struct thread *threads;
	size_t count, room;
	struct map processids;      /* pid -> its overhead */
	struct timeline *overheads; /* time that the profiler took */
	size_t processes, processesroom;
	struct stringtable names; /* of all this, as JSON strings */
	size_t namesmost;   /* bytes of them at which they are sorted out */
	struct vote *votes; /* by name and layer */
	size_t votesroom;
	uint32_t *voted; /* of these, in the order in which they came */
	size_t voteds, votedsroom;
	uint64_t turn;      /* of votes */
	uint64_t shortened; /* windows of which too much was forgotten */
	bool calls;         /* there was one of CUDA */
	int64_t horizon;    /* nobody asks for what ended then or before, ns; the owner's */
};

/* Why a GPU had nothing to do. */
struct blame {
	const char *cause, *kind; /* kind is NULL where there is none */
	struct buf what;          /* a JSON string, or no bytes */
	int64_t tid;
	bool threaded; /* tid is the thread that was late */
};

/* Takes an event, at the latest time so far: a call, a range, an overhead, the name of a thread. */
void hostevent(struct host *h, const struct event *ev);

/* Whom to blame that a call came late: what its thread did between two times, ns, from < to. Fills
 * in all of it. */
void hostblame(struct host *h, int64_t pid, const struct launch *launch, int64_t from, int64_t to,
    struct blame *blame);

/* Blames a call, by its name as JSON, or no bytes. */
void hostcall(struct span name, struct blame *blame);

void hostfree(struct host *h);

#endif
