/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "io/out.h"
#include "squeeze.h"

enum { TRACE_PACKET = 1, PACKET_COMPRESSED = 50 };

/* What is larger is a packet of a name or args of many megabytes, which need not be in memory once
 * more. */
enum { LARGEST = 1 << 24 };

/* The largest buffer that another thread gets, and that is kept. */
enum { USUAL = 4 * OUT_BLOCK };

/* Bytes around what is compressed, and more. */
enum { AROUND = 64 };

/* Bytes of stack for the other thread; libdeflate takes some KiB of it. */
enum { STACK = 1 << 18 };

/* Gives an empty buffer room for packets, compressed, and no more: bufroom would take half as much
 * again. */
static void
makeroom(struct squeeze *s, const struct buf *packets, struct buf *out)
{
	size_t room = compressroom(&s->compressor, packets->n) + AROUND;

	if (out->cap >= room)
		return;
	free(out->p);
	*out = (struct buf){ 0 };
	out->p = xmalloc(room);
	out->cap = room;
}

/* Compresses whole packets into one, for which there is room in an empty buffer, and takes them out
 * of theirs. */
static void
squeeze(struct squeeze *s, struct buf *packets, struct buf *out)
{
	size_t packet, inner;

	if (packets->n == 0)
		return;
	packet = protoopen(out, TRACE_PACKET);
	inner = protoopen(out, PACKET_COMPRESSED);
	if (!compressput(&s->compressor, bufall(packets), out)) {
		out->n = 0; /* they are written as they are */
		return;
	}
	protoclose(out, inner);
	protoclose(out, packet);
	packets->n = 0;
}

/* The other thread. */
static void *
squeezework(void *arg)
{
	struct squeeze *s = arg;
	unsigned slot;

	while (queuetake(&s->queue, &slot)) {
		squeeze(s, &s->blocks[slot].packets, &s->blocks[slot].compressed);
		queuerelease(&s->queue);
	}
	return NULL;
}

/* Whether there is another thread. Where none can be had, all is as without, but slower. */
static bool
squeezestart(struct squeeze *s)
{
	if (s->running || s->alone)
		return s->running;
	queueopen(&s->queue, SQUEEZE_BLOCKS);
	s->running = queuestart(&s->queue, STACK, squeezework, s) == 0;
	s->alone = !s->running;
	return s->running;
}

static void
writeblock(struct squeezeblock *b)
{
	outwrite(&b->compressed);
	outwrite(&b->packets);
}

/* Ends the other thread, and writes what was with it. */
static void
squeezesettle(struct squeeze *s)
{
	if (!s->running)
		return;
	queueend(&s->queue, false);
	queuejoin(&s->queue);
	queuefree(&s->queue);
	s->running = false;
	for (unsigned i = 0; i < SQUEEZE_BLOCKS; i++) {
		struct squeezeblock *b = &s->blocks[(queuefill(&s->queue) + i) % SQUEEZE_BLOCKS];

		writeblock(b);
		free(b->packets.p);
		free(b->compressed.p);
		*b = (struct squeezeblock){ .packets.n = 0 };
	}
}

/* Gives packets to the other thread, and writes those whose place is taken by the next ones. */
static void
squeezegive(struct squeeze *s, struct buf *packets)
{
	struct squeezeblock *b = &s->blocks[queuefill(&s->queue)], *next;

	makeroom(s, packets, &b->compressed);
	b->packets = *packets;
	*packets = (struct buf){ 0 };
	queueput(&s->queue);
	next = &s->blocks[queuefill(&s->queue)];
	writeblock(next);
	*packets = next->packets;
	next->packets = (struct buf){ 0 };
}

/* Compresses packets in this thread, once all others are written. */
static void
squeezehere(struct squeeze *s, struct buf *packets)
{
	squeezesettle(s);
	if (packets->n <= LARGEST) {
		makeroom(s, packets, &s->out);
		squeeze(s, packets, &s->out);
	}
	outwrite(packets); /* nothing, where they are compressed */
	if (packets->cap <= USUAL)
		return;
	free(packets->p);
	*packets = (struct buf){ 0 };
}

static void
squeezetake(struct buf *packets, void *arg)
{
	struct squeeze *s = arg;

	if (packets->cap <= USUAL && squeezestart(s)) {
		squeezegive(s, packets);
	} else {
		squeezehere(s, packets);
		outwrite(&s->out);
	}
}

/* Where the program ends early: what is whole is written. */
static void
squeezerescue(struct buf *out, void *arg)
{
	struct squeeze *s = arg;
	struct buf *packets = &s->perfetto->out;

	(void)out;
	squeezesettle(s);
	if (packets->n > 0) /* else the stage may not have begun */
		packetwhole(&s->perfetto->packets);
	outwrite(packets);
}

void
squeezebegin(struct squeeze *s, struct perfetto *p)
{
	*s = (struct squeeze){ .perfetto = p };
	compressbegin(&s->compressor);
	p->drain = squeezetake;
	p->drainarg = s;
	outpending(&s->out, squeezerescue, s);
}

void
squeezeend(struct squeeze *s)
{
	squeezehere(s, &s->perfetto->out);
	compressfree(&s->compressor);
	free(s->perfetto->out.p);
	s->perfetto->out = (struct buf){ 0 };
}
