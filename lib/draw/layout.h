/* SPDX-License-Identifier: MIT */
/*
 * Where events are drawn: a tree of groups (a GPU, a process, the machine), in a process branches
 * (a thread, what belongs to the profiler), and rows (a stream, a kind of event of a thread), with
 * their labels and their order. Viewers want the slices of one track to be nested or apart: what
 * overlaps without nesting goes to the next lane of the row, a track of its own.
 */
#ifndef NST_LAYOUT_H
#define NST_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "lane.h"
#include "metadata.h"
#include "stream/event.h"

enum groupkind { GROUP_GPU, GROUP_PROCESS, GROUP_SYSTEM };

struct trackgroup {
	enum groupkind kind;
	int64_t id;        /* number of the GPU, or pid, in the stream */
	/* For viewers that know nothing but processes: the real one where there is one; never 0, at
	 * most 2^31-1. */
	int64_t pid;
	struct buf label;  /* UTF-8, as all labels */
	struct buf writtenlabel;  /* the label that a writer gave before; empty for none */
	int order;         /* among groups, from 0, once tracksort was called (rank.h) */
	uint32_t gpu;      /* in known.machine; UINT32_MAX for none */
	uint32_t profilerbranch;/* its branch, or NO_BRANCH */
	int64_t latestpid;     /* of a GPU: the first process that uses it; INT64_MIN for none */
	bool shared;       /* others do, too */
};

#define NO_BRANCH UINT32_MAX

/* A part of a process. */
struct branch {
	uint32_t group;
	bool profiler;   /* no thread: what the profiler did */
	uint32_t parent; /* the profiler's branch for a thread of the profiler's, or NO_BRANCH */
	int64_t tid;
	struct buf label;
	int order;       /* among the branches of its group, once tracksort was called (rank.h) */
};

/* A lane of a row. */
struct track {
	uint32_t group, branch;
	/* For viewers that know nothing but threads: a number of our own; never 0, never its
	 * group's pid, which would make it the main thread. */
	int64_t tid;
	struct buf label; /* of the row, in its group or branch */
	struct buf writtenlabel; /* the label that a writer gave before; empty for none */
	int order;        /* among all tracks, from 0, once tracksort was called (rank.h) */
	uint32_t firstlane;   /* the first lane's number */
	uint32_t lane;    /* which this is, from 0 */
	unsigned rowtype;     /* what kind of row, from top to bottom */
	bool onstream, haspid, hastid; /* what the next are */
	int64_t pid, id, context;    /* number of the stream or thread */
	int64_t busy;     /* sum of its slices, ns */
	uint64_t events;
};

/* What the values of a counter are. */
enum unit { UNIT_NONE, UNIT_BYTES, UNIT_PERCENT, UNIT_OTHER };

/* A series of values of a counter. */
struct countertrack {
	uint32_t group;
	uint32_t label;  /* number in layout.counterlabels; no other of its group has it */
	uint32_t name;   /* of the unit: number in layout.unitnames */
	unsigned char rowtype, unit;
};

/* The events of a type come again and again from few places: what the last one had, and its way. */
struct recentrow {
	unsigned has; /* a bit for each key, and one for KEY_TS; 0 for none so far */
	uint32_t row;
	int64_t id[6]; /* what the keys hold */
};

/* How many places of a type are kept. */
enum { RECENT_ROWS = 4 };

/* All that is drawn so far, and what meta records said about it. All zero is empty. */
struct layout {
	struct metadata metadata;
	struct names rowkeys;     /* of ways */
	struct recentrow recentrows[TYPE_COUNT + 1][RECENT_ROWS]; /* by what is in their keys */
	/* NVTX domains of a row that crossed another: they stay on their lane. */
	struct names domains;
	struct names groupkeys, branchkeys, counterkeys, counterlabels, unitnames;
	struct rowlanes *rows;      /* key -> lanes */
	size_t *domainlanes;         /* crosser -> lane */
	struct track *tracks;
	struct trackgroup *groups;
	struct branch *branches;
	struct countertrack *counters;
	size_t count;           /* of tracks */
	struct buf scratch;
	size_t rowsroom, domainlanesroom, tracksroom, groupsroom, branchesroom, countersroom;
};

/* The integer keys that must have been decoded for the calls below. */
#define LAYOUT_KEYS \
	(EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_GPU) | \
	    EVKEY(KEY_CONTEXT) | EVKEY(KEY_STREAM))

/* Learns from a meta record. */
void layoutmeta(struct layout *l, const struct event *ev);

/* The number of the first lane of an event's row: for instants. Numbers stay; pointers into tracks
 * do not. */
uint32_t layouttrack(struct layout *l, const struct event *ev);

/* The number of the lane on which a slice has room, from ts to end, ns; it takes the place. Slices
 * of a row come in order of ts, the longer one of two first. */
uint32_t layoutslice(struct layout *l, const struct event *ev, int64_t ts, int64_t end);

/* The number of the group that an event is drawn in. */
uint32_t layoutgroup(struct layout *l, const struct event *ev);

/* The number of the group of what is of no process and no GPU. */
uint32_t layoutsystem(struct layout *l);

/* Whether an event is drawn with a GPU and not with a process. */
bool layoutongpu(const struct event *ev);

/* Whether a track is one of streams: of what a GPU is busy with. */
bool layoutonstream(const struct track *t);

void layoutfree(struct layout *l);

#endif
