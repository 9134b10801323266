/* SPDX-License-Identifier: MIT */
/*
 * Where events are drawn: groups (a GPU, a process) of tracks (a stream, a kind of event of a thread), with their names and order.
 * A writer of traces asks for the track of each event and announces those that are new.
 */
#ifndef NST_TRACK_H
#define NST_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "event.h"
#include "map.h"
#include "mem.h"

/* A process of the viewer. */
struct group {
	int64_t pid;    /* the real one where there is one; never 0, at most 2^31-1 */
	int64_t order;  /* among groups, ascending */
	struct buf name; /* as inside a JSON string; the layout's */
	bool announced; /* for the writer: it has written the name */
};

/* A thread of the viewer. */
struct track {
	uint32_t group;
	int64_t tid;    /* never 0, and never its group's pid, which viewers take for the main thread */
	int64_t order;  /* among the tracks of its group, ascending */
	struct buf name;
	bool announced;
};

/* All groups and tracks so far, and what meta records said about them. All zero is empty. */
struct layout {
	struct names keys;     /* of tracks: the number of a key is that of its track */
	struct names groupkeys;
	struct map known;      /* process, thread, device or default stream -> name in text */
	struct names text;
	struct track *tracks;
	size_t tracksroom;
	struct group *groups;
	size_t groupsroom;
};

/* Learns from a meta record. Needs the scanner's stack. */
void layoutmeta(struct layout *l, const struct event *ev, struct buf *stack);

/* The track of an event, valid until the next call. The integer keys of LAYOUT_KEYS must have been decoded. */
struct track *layouttrack(struct layout *l, const struct event *ev);

/* The same in the words of nsys2json: "NVTX Thread 12", "Stream 7". Text for a JSON string. */
void layoutlabel(const struct event *ev, struct buf *out);

#define LAYOUT_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_CONTEXT) | EVKEY(KEY_STREAM))

/* Whether an event is drawn with a GPU and not with a process. */
bool layoutgpu(const struct event *ev);

void layoutfree(struct layout *l);

#endif
