/* SPDX-License-Identifier: MIT */
/*
 * Packets of a Perfetto trace; tests/nst-perfetto/trace.proto has the messages and fields that we
 * write. Events come on sequences. A sequence has a track, as a rule, and numbers for the strings
 * that were written before.
 */
#ifndef NST_PACKET_H
#define NST_PACKET_H

#include <stdint.h>

#include "base/mem.h"
#include "intern.h"
#include "stack.h"
#include "typed.h"

/* The strings of an event, each kind with numbers of its own. */
enum packet_text { TEXT_CATEGORY, TEXT_NAME, TEXT_ARG_NAME, TEXT_VALUE, TEXT_COUNT };

/* What an event is. */
enum packet_event { EVENT_BEGIN = 1, EVENT_END = 2, EVENT_INSTANT = 3, EVENT_COUNTER = 4 };

/* A sequence; all zero but the first two, of which the id is its own, is one that did not begin. */
struct sequence {
	uint32_t id;
	bool shared; /* it has no track: its events say on which they are */
	bool begun;
	int64_t latest; /* ts of its last event, ns: times are written as what they are later */
	struct space spaces[TEXT_COUNT]; /* of its strings */
};

/* Args written before: those of kernels are many and few are new. */
struct memo {
	/* The JSON, then what was written to packets.typed, then what was written to
	 * packets.out. */
	struct buf bytes;
	size_t typed, notes; /* where these begin */
	uint32_t sequence;   /* whose numbers they have; 0 in a free place */
};

/* A trace being written; all zero but the first two, and what is known of the clock. */
struct packets {
	struct buf *out;
	struct buf *stack; /* the scanner's */
	uint32_t machine;  /* whose clock it is, among traces that are opened together; 0: unsaid */
	bool hasutc;
	bool dated;  /* utc was written */
	int64_t utc; /* UNIX time at ts 0, ns */
	struct intern strings;
	struct typedindex index;
	struct buf fresh;  /* the strings that the packet at hand gives numbers */
	struct buf typed;  /* the args of the event at hand that have fields */
	struct sequence *sequence;
	/* Where the last packet starts, and what is in it, and the event. */
	size_t last, packet, event;
	bool spelled;         /* a string was written that will be a number when it comes again */
	struct memo memos[1 << 9];
};

/* Begins the trace. */
void packetbegin(struct packets *k);

/* Begins a packet of no event; returns what protoclose needs. */
size_t packetopen(struct packets *k);

/* Begins an event on a sequence at ts, ns; the first one on a sequence says that its events are on
 * the track with the sequence's id. */
void packetevent(struct packets *k, struct sequence *s, enum packet_event what, int64_t ts);

/* Writes the track of an event, where its sequence is shared. */
void packettrack(struct packets *k, uint64_t uuid);

/* Writes a string of the event, by its number if it has one: as in a JSON string, or with its
 * quotes. */
void packetplain(struct packets *k, enum packet_text kind, struct span text);
void packettext(struct packets *k, enum packet_text kind, struct span quoted);

/* Writes the arrow that leaves the event, or ends at it. */
void packetflow(struct packets *k, uint64_t id, bool leaves);

/* Writes that the event is the call of the render stages with an id. */
void packetlaunches(struct packets *k, uint64_t id);

/* Writes the call stack of the event: an array of frames, the leaf last, each with symbol and
 * module. All events with stacks are on one sequence, whose stacks these are. */
void packetstack(struct packets *k, struct stacks *stacks, struct span frames);

/* Writes the value of a counter, a finite number in JSON. */
void packetvalue(struct packets *k, struct span number);

/* Writes an argument of the event: a name as in a JSON string, and a scanned value of any depth. */
void packetarg(struct packets *k, struct span name, struct span value);

/* Writes the members of a scanned object as arguments. */
void packetargs(struct packets *k, struct span object);

/* Ends the event. */
void packetend(struct packets *k);

/* Begins a packet on a sequence at ts, ns, that is no event, and ends it, with what is interned
 * by it, which is emptied. */
void packetbare(struct packets *k, struct sequence *s, int64_t ts);
void packetdone(struct packets *k, struct buf *interned);

/* Cuts off the packet that is not whole yet. */
void packetwhole(struct packets *k);

/* What a descriptor is of: a group is a track that has others below it, in the order of their
 * ranks. */
enum describes {
	DESCRIBES_TRACK,
	DESCRIBES_GROUP,
	DESCRIBES_PROCESS,
	DESCRIBES_THREAD,
	DESCRIBES_COUNTER
};

/* What names a track and gives it its place; text is UTF-8. */
struct descriptor {
	uint64_t uuid;       /* 0 is the root: then nothing else counts */
	uint64_t parent;     /* uuid, or 0 */
	enum describes kind;
	int64_t pid, tid;
	struct span name;
	int rank;            /* among its siblings, among processes or threads */
	struct span about;   /* a description, or no bytes */
	bool bytes;          /* what a counter counts, or */
	struct span unit;    /* in what unit; may have no bytes */
	struct span scale;   /* counters of one scale name it; may have no bytes */
};

/* Writes a descriptor. */
void packetdescriptor(struct packets *k, const struct descriptor *d);

void packetsfree(struct packets *k);

#endif
