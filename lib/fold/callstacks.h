/* SPDX-License-Identifier: MIT */
/* Stacks of frames with their weights: each stack once, as the one around it and a frame. */
#ifndef NST_CALLSTACKS_H
#define NST_CALLSTACKS_H

#include <stdbool.h>

#include "base/map.h"

/* How many frames a stack may have: what is deeper counts for the stack of the first of them. */
enum { CALLSTACKS_DEEPEST = 512 };

/* The stack without frames. */
enum { CALLSTACKS_EMPTY = 0 };

/* A stack. */
struct callstack {
	uint64_t weight;       /* of what has exactly these frames; ns, or cycles */
	uint64_t count;        /* how many events that is */
	uint32_t outer, frame; /* the stack around its last frame, and that; 0 of the empty one */
	uint32_t depth;
};

/* All of them; callstacksinit makes the empty one. */
struct callstacks {
	struct names frames;    /* as texts, see callstacksframe */
	struct names asked;     /* JSON strings */
	uint32_t *framesof;     /* what each of these is in frames */
	size_t framesroom;
	struct buf text, raw;
	struct map known;       /* (outer, frame) -> stack */
	struct callstack *p;
	size_t count, room;
	uint64_t total;         /* of all weights */
	bool colons;            /* a frame's name had a semicolon */
	bool cut;               /* a stack was deeper than they may be */
};

void callstacksinit(struct callstacks *s);

/* The frame of a name, a JSON string; no bytes for what has no name. Its text is that of the name
 * with control characters and backslashes as JSON escapes, a colon for each semicolon, and
 * "(unnamed)" for an empty one. */
uint32_t callstacksframe(struct callstacks *s, struct span name);

/* The frame of a text of our own. */
uint32_t callstackstext(struct callstacks *s, struct span text);

/* The stack with one frame more; made when it is new. */
uint32_t callstackspush(struct callstacks *s, uint32_t outer, uint32_t frame);

/* Adds to the weight of a stack; false when the weights of all add up to more than 63 bits. */
bool callstacksadd(struct callstacks *s, uint32_t stack, uint64_t weight);

/* The stacks in the order of lines: of one outer stack those come after it, by the bytes of their
 * frames. The caller frees it; it has s->count - 1 members, as it is without the empty one. */
uint32_t *callstacksorder(const struct callstacks *s);

void callstacksfree(struct callstacks *s);

#endif
