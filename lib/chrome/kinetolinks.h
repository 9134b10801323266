/* SPDX-License-Identifier: MIT */
/*
 * The links of a Kineto trace:
 *
 *   External id   the number of a range; a call, and the work that it launched, have that of the
 *                 innermost range around the call on its thread
 *   arrow         the pair of flow events from a call to its work, with the correlation id
 *   annotation    a range that is no operator
 *   projection    the time from the first to the last work on one stream that the calls directly in
 *                 an annotation launched, that is, in no inner annotation
 *
 * Events arrive in the order of time.
 */
#ifndef NST_KINETOLINKS_H
#define NST_KINETOLINKS_H

#include "base/map.h"
#include "stream/event.h"

/* A projection; times in ns. */
struct kinetoprojection {
	uint32_t annotation; /* its number, from 1 */
	int64_t device, stream, ts, end;
	int64_t count, sum;  /* of the work */
};

/* All zero is empty; kinetolinksfree frees it. */
struct kinetolinks {
	int64_t latest;     /* the largest External id */
	struct map threads; /* tid -> index into stacks */
	struct kinetostack *stacks;
	size_t stacksroom;
	struct map pages;   /* correlation id / CALLS_PAGE -> index of a page in calls */
	struct kinetocall *calls;
	size_t callsroom;
	struct kinetoannotation {
		int64_t id;    /* External id */
		uint32_t name; /* in names */
	} *annotations;
	size_t annotationcount, annotationsroom;
	struct map records; /* (context, CUDA event) -> index into recordlist */
	struct kinetorecord {
		int64_t corr, stream; /* of its latest cudaEventRecord; -1 if unknown */
	} *recordlist;
	size_t recordsroom;
	struct stringtable names;
	struct stringtable projectionkeys; /* annotation, device, stream */
	struct kinetoprojection *projections;
	size_t projectionsroom;
};

/* Returns a new External id. */
int64_t kinetolinksnew(struct kinetolinks *l);

/* Adds a range with its External id to the open ranges of its thread. name is that of an
 * annotation, and empty for an operator. */
void kinetolinksopen(struct kinetolinks *l, const struct event *ev, int64_t id, struct span name);

/* Returns when the outermost operator began that is open on a thread at ts; ts if none is. */
int64_t kinetolinksoperator(struct kinetolinks *l, int64_t tid, int64_t ts);

/* Returns the External id of the innermost range around a call, 0 if there is none. Keeps it for
 * the work that the call launches. */
int64_t kinetolinkscall(struct kinetolinks *l, const struct event *ev);

/* Returns the External id for GPU work, 0 if there is none. */
int64_t kinetolinkswork(struct kinetolinks *l, const struct event *ev);

/* Adds work to the projection of its annotation, and begins its arrow. Sets *first if it is the
 * first work of its call. Returns false if the call was not written: there is no arrow. */
bool kinetolinksarrow(struct kinetolinks *l, const struct event *ev, bool *first);

/* Keeps where a CUDA event was recorded. event is its number in the context. */
void kinetolinksrecord(struct kinetolinks *l, const struct event *ev, int64_t event);

/* Returns where the CUDA event of a wait was recorded last; NULL if that is unknown. */
const struct kinetorecord *kinetolinksrecorded(
    const struct kinetolinks *l, const struct event *ev, int64_t event);

void kinetolinksfree(struct kinetolinks *l);

#endif
