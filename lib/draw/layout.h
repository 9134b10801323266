/* SPDX-License-Identifier: MIT */
/*
 * The tree of tracks: finds the track for each event, and adds it when it is new. Example, with
 * labels:
 *   GPU 0 · NVIDIA H100 80GB HBM3     group of a GPU
 *     Stream 7 (default)              row with one lane: a track
 *     Stream 13                       row whose kernels overlap: two lanes, two tracks
 *   rank 3 · train                    group of a process
 *     main 4201                       branch of a thread
 *       NVTX                          row of the default domain
 *       NVTX · TensorRT               row of another domain
 *       CUDA API                      row
 *     Profiler                        branch of the profiler
 * Viewers want the slices of a track to be nested or disjoint. A slice that overlaps another one
 * without nesting goes to the next lane of its row (lane.h).
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

/* The ids of groups of kind GROUP_SYSTEM. The critical path is above all groups, and what all
 * ranks did together comes next. */
enum { SYSTEM_MACHINE, SYSTEM_PATH, SYSTEM_RANKS };

struct trackgroup {
	enum groupkind kind;
	int64_t id; /* pid in the stream, or the displayed number of the GPU */
	/* For viewers that have no groups but processes: the real pid if there is one, else a
	 * made-up one. Never 0, at most 2^31-1. */
	int64_t pid;
	struct buf label;        /* all labels are UTF-8 */
	struct buf writtenlabel; /* the label that the writer last wrote; empty before that */
	int order;               /* among groups, from 0; set by tracksort() */
	uint32_t gpu;            /* an index into metadata.gpus; UINT32_MAX for none */
	uint32_t profilerbranch; /* an index into layout.branches, or NO_BRANCH */
	int64_t latestpid;       /* of a GPU: the process that got the latest track; or INT64_MIN */
	bool shared;             /* of a GPU: several processes have tracks in it */
};

#define NO_BRANCH UINT32_MAX
#define NO_DOMAIN UINT32_MAX

/* The most domains that have rows of their own. */
enum { LAYOUT_DOMAINS = 256 };

/* A part of a process's group: one of its threads, or everything of the profiler. */
struct branch {
	uint32_t group;
	bool profiler; /* not a thread: the profiler's events */
	/* for threads that the profiler started: the profiler's branch; else NO_BRANCH */
	uint32_t parent;
	int64_t tid;
	struct buf label;
	int order; /* among the branches of its group, from 0; set by tracksort() */
};

/* One lane of a row. */
struct track {
	uint32_t group, branch;
	/* For viewers that have no rows but threads: a made-up number. It is never 0, and
	 * never the pid of the group, which would make it the main thread. */
	int64_t tid;
	struct buf label;              /* the label of the row; unique in its group or branch */
	struct buf writtenlabel;       /* the label that the writer last wrote; empty before that */
	int order;                     /* among all tracks, from 0; set by tracksort() */
	uint32_t domain;               /* of ranges: a number in layout.domainnames, or NO_DOMAIN */
	uint32_t firstlane;            /* the track of the row's lane 0 */
	uint32_t lane;                 /* the number of this lane in its row, from 0 */
	unsigned rowtype;              /* a ROW_ constant (rowtype.h) */
	bool onstream, haspid, hastid; /* the row has a stream and context, a pid, a tid */
	int64_t pid, id, context;      /* id is the number of the stream, or the tid */
	int64_t busy;                  /* sum of the durations of its slices, ns */
	/* A stream with less than 1 % of the time of the streams of its GPU; set by tracksort(). */
	bool idle;
	uint64_t events;
};

/* The unit of a counter's values. */
enum unit { UNIT_NONE, UNIT_BYTES, UNIT_PERCENT, UNIT_OTHER };

/* A counter track: the values of one counter, such as "SMs active" of a GPU. */
struct countertrack {
	uint32_t group;
	uint32_t label; /* in layout.counterlabels; unique in its group */
	uint32_t name;  /* the unit's name: a number in layout.unitnames */
	unsigned char rowtype, unit;
};

/* A cache entry: the integer keys of a recent event, and the row that was found for them. */
struct recentrow {
	unsigned has; /* a bit for each key, and KEY_TS's bit; 0 if the entry is empty */
	uint32_t row, domain;
	int64_t id[KEY_STREAM + 1 - KEY_PID]; /* by key: the values of those in has */
};

/* The number of cache entries for each type of event: most events of a type are in few rows. */
enum { RECENT_ROWS = 4 };

/* The tree of tracks. A zeroed one is empty; layoutfree frees it. */
struct layout {
	struct metadata metadata;
	bool onerow;                /* an option: all domains of a thread share a row */
	struct stringtable rowkeys; /* keys of rows, see rowkeyof() */
	struct stringtable domainnames; /* domains that have rows of their own, as UTF-8 */
	/* direct-mapped by pid, tid and stream */
	struct recentrow recentrows[TYPE_COUNT + 1][RECENT_ROWS];
	/* An NVTX domain in a row of several -> the first lane where its ranges may go. A domain
	 * that crossed another one keeps to its own lanes. */
	struct stringtable domains;
	struct stringtable groupkeys, branchkeys, counterkeys, counterlabels, unitnames;
	struct rowlanes *rows; /* by number in rowkeys */
	size_t *domainlanes;   /* by number in domains */
	struct track *tracks;
	struct trackgroup *groups;
	struct branch *branches;
	struct countertrack *counters;
	size_t count; /* the number of tracks */
	struct buf scratch;
	size_t rowsroom, domainlanesroom, tracksroom, groupsroom, branchesroom, countersroom;
};

/* The integer keys that the caller of the functions below must have decoded. */
#define LAYOUT_KEYS \
	(EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_GPU) | \
	    EVKEY(KEY_CONTEXT) | EVKEY(KEY_STREAM))

/* Learns names from a meta record. */
void layoutmeta(struct layout *l, const struct event *ev);

/* Returns the track of an event without a duration: lane 0 of its row. Indices stay valid;
 * pointers into layout.tracks do not. */
uint32_t layouttrack(struct layout *l, const struct event *ev);

/* Returns the track for a slice from ts to end, ns, and occupies that time on it. It is the
 * first lane of the row that has room. The slices of a row must be in order of ts, the longer
 * one first of two with the same ts. */
uint32_t layoutslice(struct layout *l, const struct event *ev, int64_t ts, int64_t end);

/* Returns the group that an event is drawn in. */
uint32_t layoutgroup(struct layout *l, const struct event *ev);

/* Returns the group of the machine, for events of no process and no GPU. */
uint32_t layoutsystem(struct layout *l);

/* Returns true if an event is drawn with a GPU rather than with a process. */
bool layoutongpu(const struct event *ev);

/* Returns true if a track shows a stream, so that its slices are work of a GPU. */
bool layoutonstream(const struct track *t);

void layoutfree(struct layout *l);

#endif
