/* SPDX-License-Identifier: MIT */
/*
 * Where events are drawn: groups (a GPU, a process) of tracks (a stream, a kind of event of a
 * thread), with their names and order. Viewers want the slices of one track to be nested or apart:
 * what overlaps without nesting goes to the next lane, a track of its own.
 */
#ifndef NST_TRACK_H
#define NST_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "event.h"
#include "lane.h"
#include "map.h"
#include "mem.h"

/* A process of the viewer. */
struct trackgroup {
	bool gpu;
	int64_t id;      /* number of the GPU, or pid, in the stream */
	/* For the viewer: the real one where there is one; never 0, at most 2^31-1. */
	int64_t pid;
	struct buf name; /* as inside a JSON string */
	int order;       /* among groups, from 0, once layoutrank was called */
};

/* A thread of the viewer: one lane. */
struct track {
	uint32_t group;
	/* For the viewer: a number of our own; never 0, never its group's pid, which would make it
	 * the main thread. */
	int64_t tid;
	struct buf name; /* as inside a JSON string */
	int order;       /* among the tracks of its group, from 0, once layoutrank was called */
	bool announced;  /* for the writer: it has written the name */
	struct {
		/* Main thread or projected ranges first, then by thread or stream. */
		int64_t major, number;
		int rank;              /* of the kind of event */
		int64_t pid, context;
		uint32_t base, lane;   /* the first lane's number, and which this is, from 0 */
	} sort;
};

/* The lanes of a track of the stream. */
struct way {
	struct lanes lanes;
	uint32_t *tracks; /* by lane */
	size_t count, room;
};

/* All groups and tracks so far, and what meta records said about them. All zero is empty. */
struct layout {
	struct names keys;     /* of ways */
	/* NVTX domains of a track that crossed another: they stay on their lane. */
	struct names crossers;
	struct names groupkeys;
	struct names text;
	struct map known;      /* process, thread or default stream -> name in text */
	struct names identities; /* what tells GPUs apart: uuid, bus, or number */
	struct map gpus;       /* device of a process, device, or GPU by number -> identity */
	struct gpu {           /* by identity */
		int64_t number;
		uint32_t name;     /* in text */
	} *machine;
	struct way *ways;      /* key -> lanes */
	size_t *first;         /* crosser -> lane */
	struct track *tracks;
	struct trackgroup *groups;
	size_t count;          /* of tracks */
	size_t waysroom, firstroom, tracksroom, groupsroom, machineroom;
};

/* The integer keys that must have been decoded for the calls below. */
#define LAYOUT_KEYS \
	(EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_GPU) | \
	    EVKEY(KEY_CONTEXT) | EVKEY(KEY_STREAM))

/* Learns from a meta record. */
void layoutmeta(struct layout *l, const struct event *ev);

/* The number of the first lane of an event's track: for instants and counters. Numbers stay;
 * pointers into tracks do not. */
uint32_t layouttrack(struct layout *l, const struct event *ev);

/* The number of the lane on which a slice has room, from ts to end, ns; it takes the place. Slices
 * of a track come in order of ts, the longer one of two first. */
uint32_t layoutslice(struct layout *l, const struct event *ev, int64_t ts, int64_t end);

/* Gives all groups and tracks their order: GPUs before processes. */
void layoutrank(struct layout *l);

/* The track in the words of nsys2json: "NVTX Thread 12", "Stream 7". Text for a JSON string. */
void layoutlabel(const struct event *ev, struct buf *out);

/* Writes the name of the series that a counter's value belongs to, as a JSON string: in a group no
 * other series has it. */
void layoutseries(const struct layout *l, const struct event *ev, struct buf *out);

/* Whether an event is drawn with a GPU and not with a process. */
bool layoutgpu(const struct event *ev);

void layoutfree(struct layout *l);

#endif
