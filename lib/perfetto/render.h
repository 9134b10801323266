/* SPDX-License-Identifier: MIT */
/*
 * What runs on streams as GPU render stages, Perfetto's own way to draw the work of a GPU: a packet
 * each, with the dimensions of its launch. Its id is that of the arrow from its call.
 */
#ifndef NST_RENDER_H
#define NST_RENDER_H

#include "draw/draw.h"
#include "packet.h"

/* All zero but the sequence's id is nothing drawn so far. */
struct render {
	struct sequence sequence;
	struct buf fresh;  /* what is to be in the interned data of the next packet */
	struct map queues; /* first lane of a row -> its number, from 1 */
	struct map stages; /* type of event -> its number, behind those of queues */
	struct map processes; /* pid -> number of its context, from 1 */
	struct buf gpus;   /* which GPUs were used, a byte each */
	uint64_t own;      /* ids given to those that no arrow ends at */
	struct packets *packets;
	struct draw *draw;
};

/* Whether an item can be drawn so: a slice on a stream of a GPU whose number is not too large. */
bool renders(const struct draw *d, const struct item *item);

/* Draws an item. */
void renderput(struct render *r, const struct item *item);

/* Names the GPUs. */
void renderfinish(struct render *r);

void renderfree(struct render *r);

#endif
