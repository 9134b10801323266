/* SPDX-License-Identifier: MIT */
/* The stage that gives events their new times. The stream that it gives is in order of time, and as
 * nst-dump would have written it: without what other programs add. */
#ifndef NST_RETIME_H
#define NST_RETIME_H

#include "replay.h"
#include "stream/stage.h"

/* A line of the new stream. */
struct retimed {
	int64_t ts, dur;  /* ns; dur is INT64_MAX for open ranges, -1 for instants */
	uint64_t number;  /* the order of the old stream */
	size_t start;     /* in retime.text */
	bool name;        /* a meta record, whose time is that of the next event */
};

struct retime {
	struct stage stage;
	const struct replay *replay;
	uint64_t position;    /* of the next event in the stream */
	uint64_t nextwork;    /* the next work of the collected ones */
	struct retimed *p;
	size_t count, room;
	struct buf text;      /* lines, each ended by a NUL */
	struct buf stack;
};

/* Makes the stage; the caller sets replay. retimefree frees it. */
void retimeinit(struct retime *s);

void retimefree(struct retime *s);

#endif
