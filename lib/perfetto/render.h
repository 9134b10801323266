/* SPDX-License-Identifier: MIT */
/*
 * Draws work on streams as GPU render stages, Perfetto's form of GPU work: a packet each, with the
 * dimensions of its launch. Its id is the id of the arrow from its launching call.
 */
#ifndef NST_RENDER_H
#define NST_RENDER_H

#include "draw/draw.h"
#include "packet.h"

/* All zero but the sequence's id is empty; renderfree frees it. */
struct render {
	struct sequence sequence;
	struct buf fresh;  /* interned data for the next packet */
	struct map queues; /* first lane of a row -> its number, from 1 */
	struct stringtable names; /* GPU and name of each queue: no two of a GPU have one name */
	struct map stages; /* type of event -> its number, after those of queues */
	struct map processes; /* pid -> number of its context, from 1 */
	struct buf gpus;   /* a byte for each GPU: 1 if it was used */
	uint64_t own;      /* number of ids given to stages without an arrow */
	struct packets *packets;
	struct draw *draw;
};

/* Returns true if an item can be drawn as a render stage: a slice on a stream of a GPU with a
 * number below 256. */
bool renders(const struct draw *d, const struct item *item);

/* Draws an item. */
void renderput(struct render *r, struct itemformatter *f, const struct item *item);

/* Writes the names of the GPUs. */
void renderfinish(struct render *r);

void renderfree(struct render *r);

#endif
