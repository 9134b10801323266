/* SPDX-License-Identifier: MIT */
/*
 * Writes the packets of a Perfetto trace. tests/nst-perfetto/trace.proto has the messages and
 * fields that we write.
 *
 *   packet      the unit of a trace file: an event, a track descriptor, interned data
 *   sequence    packets that share interned strings and a clock; as a rule one for each track
 *   interned    a string, frame or stack that is written once and then referred to by number
 *   typed args  args as fields of a message, which take fewer bytes (typed.h)
 *   render stage  Perfetto's form of GPU work (render.h)
 *   limit       coarse.h merges neighbouring slices that are shorter
 */
#ifndef NST_PACKET_H
#define NST_PACKET_H

#include <stdint.h>

#include "base/mem.h"
#include "intern.h"
#include "stack.h"
#include "typed.h"

/* The strings of an event; each kind has its numbers. */
enum packet_text { TEXT_CATEGORY, TEXT_NAME, TEXT_ARG_NAME, TEXT_VALUE, TEXT_COUNT };

/* Types of events, as in TrackEvent. */
enum packet_event { EVENT_BEGIN = 1, EVENT_END = 2, EVENT_INSTANT = 3, EVENT_COUNTER = 4 };

/* A sequence. The caller sets id, which no other sequence has, and shared; the rest is zero. */
struct sequence {
	uint32_t id;
	bool shared; /* it has no track: each event names its own */
	bool begun;
	int64_t latest; /* ts of its last event, ns: the next one is written as a difference */
	struct internspace spaces[TEXT_COUNT]; /* of its strings */
};

/* A cache entry of encoded args: kernels have many, and few of them differ. */
struct memo {
	/* The JSON, then the bytes for packets.typed, then the bytes for packets.out. */
	struct buf bytes;
	size_t typed, notes; /* offsets of these bytes */
	uint32_t sequence;   /* the sequence whose numbers the bytes have; 0: the entry is free */
};

/* A trace that is being written. The caller sets out, stack and the clock (machine, hasutc, utc);
 * the rest is zero. packetsfree frees it. */
struct packets {
	struct buf *out;
	struct buf *stack; /* of the JSON scanner */
	uint32_t machine;  /* the machine of the clock, for traces opened together; 0: none */
	bool hasutc;
	bool dated;  /* utc was written */
	int64_t utc; /* UNIX time at ts 0, ns */
	struct intern strings;
	struct typedindex index;
	struct buf fresh;  /* interned data of the current packet */
	struct buf typed;  /* typed args of the current event */
	struct sequence *sequence;
	/* Offsets in out: of the last packet, of its content, of the event. */
	size_t last, packet, event;
	bool spelled;         /* a string was written out, so these bytes are not worth caching */
	struct memo memos[1 << 9];
};

/* Begins the trace. */
void packetbegin(struct packets *k);

/* Begins a packet that is not an event; returns the argument for protoclose. */
size_t packetopen(struct packets *k);

/* Begins an event on a sequence at ts, ns. The first one of a sequence also names the track of all
 * its events, whose uuid is the sequence's id. */
void packetevent(struct packets *k, struct sequence *s, enum packet_event what, int64_t ts);

/* Writes the track of an event of a shared sequence. */
void packettrack(struct packets *k, uint64_t uuid);

/* Writes a string of the event, by number if it has one: packetplain takes the text of a JSON
 * string, packettext a JSON string with its quotes. */
void packetplain(struct packets *k, enum packet_text kind, struct span text);
void packettext(struct packets *k, enum packet_text kind, struct span quoted);

/* Writes an arrow that begins at the event (leaves), or ends there. */
void packetflow(struct packets *k, uint64_t id, bool leaves);

/* Writes that the event is the launch of a render stage by its id. */
void packetlaunches(struct packets *k, uint64_t id);

/* Writes the call stack of the event: a JSON array of frames, the leaf last, each with symbol and
 * module. All events with stacks are on one sequence, to which stacks belongs. */
void packetstack(struct packets *k, struct stacks *stacks, struct span frames);

/* Writes the value of a counter: a finite JSON number. */
void packetvalue(struct packets *k, struct span number);

/* Writes an argument of the event: its name as the text of a JSON string, its value as scanned JSON
 * of any depth. */
void packetarg(struct packets *k, struct span name, struct span value);

/* Writes the members of a scanned JSON object as arguments. */
void packetargs(struct packets *k, struct span object);

/* Returns true if packetargs caches the encoding of an object. */
bool packetargscached(struct span object);

/* Appends the encoding of an argument that is typed to bytes for packettyped. Returns false, and
 * appends nothing, if it is not typed: then it is for packetarg. stack is the JSON scanner's. */
bool packetargtyped(const struct typedindex *index, struct buf *out, struct buf *stack,
    struct span name, struct span value);

/* Writes arguments that packetargtyped has encoded. */
void packettyped(struct packets *k, struct span encoded);

/* Ends the event. */
void packetend(struct packets *k);

/* Ends the event, whose last arguments packetargtyped has encoded. */
void packetendtyped(struct packets *k, struct span encoded);

/* Writes the end of the slice that began last on a sequence, at ts, ns. */
void packetendslice(struct packets *k, struct sequence *s, int64_t ts);

/* packetbare begins a packet on a sequence at ts, ns, that is not an event; packetdone ends it,
 * with the interned data, which it empties. */
void packetbare(struct packets *k, struct sequence *s, int64_t ts);
void packetdone(struct packets *k, struct buf *interned);

/* Cuts off a packet that is incomplete. */
void packetwhole(struct packets *k);

/* The kinds of descriptors. A group is a track with others below it, in the order of their
 * ranks. */
enum describes {
	DESCRIBES_TRACK,
	DESCRIBES_GROUP,
	DESCRIBES_PROCESS,
	DESCRIBES_THREAD,
	DESCRIBES_COUNTER
};

/* A track descriptor; texts are UTF-8. */
struct descriptor {
	uint64_t uuid;       /* 0 is the root, which has no other members */
	uint64_t parent;     /* uuid, or 0 */
	enum describes kind;
	int64_t pid, tid;
	struct span name;
	int rank;            /* order among its siblings, processes or threads */
	struct span about;   /* a description, or no bytes */
	bool bytes;          /* the counter counts bytes */
	struct span unit;    /* the unit of the counter, or no bytes */
	struct span scale;   /* counters with the same scale share it; or no bytes */
};

/* Writes a descriptor. */
void packetdescriptor(struct packets *k, const struct descriptor *d);

void packetsfree(struct packets *k);

#endif
