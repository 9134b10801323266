/* SPDX-License-Identifier: MIT */
/* Stacks of frames with their weights: each stack once, as the one around it and a frame. */
#ifndef NST_STACKTREE_H
#define NST_STACKTREE_H

#include <stdbool.h>

#include "base/map.h"

/* How many frames a stack may have: what is deeper counts for the stack of the first of them. */
enum { STACKTREE_DEPTH = 512 };

/* The stack without frames. */
enum { STACKTREE_ROOT = 0 };

/* A stack. */
struct stacknode {
	uint64_t weight;       /* of what has exactly these frames; ns, or cycles */
	uint64_t count;        /* how many events that is */
	uint32_t outer, frame; /* the stack around its last frame, and that; 0 of the empty one */
	uint32_t depth;
};

/* All of them; stacktreeinit makes the empty one. */
struct stacktree {
	struct stringtable frames;    /* as texts, see stacktreeframe */
	struct stringtable framenames;     /* JSON strings */
	uint32_t *frameof;     /* what each of these is in frames */
	size_t framesroom;
	struct buf text, raw;
	struct map stackids;       /* (outer, frame) -> stack */
	struct stacknode *p;
	size_t count, room;
	uint64_t total;         /* of all weights */
	bool colons;            /* a frame's name had a semicolon */
	bool cut;               /* a stack was deeper than they may be */
};

void stacktreeinit(struct stacktree *s);

/* The frame of a name, a JSON string; no bytes for what has no name. Its text is that of the name
 * with control characters and backslashes as JSON escapes, a colon for each semicolon, and
 * "(unnamed)" for an empty one. */
uint32_t stacktreeframe(struct stacktree *s, struct span name);

/* The frame of a text of our own. */
uint32_t stacktreetext(struct stacktree *s, struct span text);

/* The stack with one frame more; made when it is new. */
uint32_t stacktreepush(struct stacktree *s, uint32_t outer, uint32_t frame);

/* Adds to the weight of a stack; false when the weights of all add up to more than 63 bits. */
bool stacktreeadd(struct stacktree *s, uint32_t stack, uint64_t weight);

/* The stacks in the order of lines: of one outer stack those come after it, by the bytes of their
 * frames. The caller frees it; it has s->count - 1 members, as it is without the empty one. */
uint32_t *stacktreeorder(const struct stacktree *s);

void stacktreefree(struct stacktree *s);

#endif
