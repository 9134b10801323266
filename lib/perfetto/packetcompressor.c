/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "io/out.h"
#include "packetcompressor.h"

enum { TRACE_PACKET = 1, PACKET_COMPRESSED = 50 };

/* Larger packets have a name or args of many megabytes; they are written uncompressed, to save
 * memory. */
enum { LARGEST = 1 << 24 };

/* The largest buffer that the second thread gets, and that is reused. */
enum { USUAL = 4 * OUT_BLOCK };

/* An upper bound for the bytes around compressed packets. */
enum { AROUND = 64 };

/* The stack of the second thread, bytes; libdeflate uses a few KiB. */
enum { STACK = 1 << 18 };

/* Allocates exactly the room for the compressed packets in an empty buffer; bufroom would allocate
 * half as much again. */
static void
makeroom(struct packetcompressor *s, const struct buf *packets, struct buf *out)
{
	size_t room = compressroom(&s->compressor, packets->n) + AROUND;

	if (out->cap >= room)
		return;
	free(out->p);
	*out = (struct buf){ 0 };
	out->p = xmalloc(room);
	out->cap = room;
}

/* Compresses complete packets into one packet in an empty buffer that has room for it, and empties
 * packets. */
static void
compresspackets(struct packetcompressor *s, struct buf *packets, struct buf *out)
{
	size_t packet, inner;

	if (packets->n == 0)
		return;
	packet = protoopen(out, TRACE_PACKET);
	inner = protoopen(out, PACKET_COMPRESSED);
	if (!compressput(&s->compressor, bufall(packets), out)) {
		out->n = 0; /* they are written uncompressed */
		return;
	}
	protoclose(out, inner);
	protoclose(out, packet);
	packets->n = 0;
}

/* The second thread. */
static void *
packetcompressorwork(void *arg)
{
	struct packetcompressor *s = arg;
	unsigned slot;

	while (queuetake(&s->queue, &slot)) {
		compresspackets(s, &s->blocks[slot].packets, &s->blocks[slot].compressed);
		queuerelease(&s->queue);
	}
	return NULL;
}

/* Returns true if the second thread runs. Without one, the stage's thread compresses. */
static bool
packetcompressorstart(struct packetcompressor *s)
{
	if (s->running || s->alone)
		return s->running;
	queueopen(&s->queue, COMPRESSOR_BLOCKS);
	s->running = queuestart(&s->queue, STACK, packetcompressorwork, s) == 0;
	s->alone = !s->running;
	return s->running;
}

static void
writeblock(struct compressorblock *b)
{
	outwrite(&b->compressed);
	outwrite(&b->packets);
}

/* Ends the second thread and writes the blocks that it had. */
static void
packetcompressorsettle(struct packetcompressor *s)
{
	if (!s->running)
		return;
	queueend(&s->queue, false);
	queuejoin(&s->queue);
	queuefree(&s->queue);
	s->running = false;
	for (unsigned i = 0; i < COMPRESSOR_BLOCKS; i++) {
		unsigned slot = (queuefill(&s->queue) + i) % COMPRESSOR_BLOCKS;
		struct compressorblock *b = &s->blocks[slot];

		writeblock(b);
		free(b->packets.p);
		free(b->compressed.p);
		*b = (struct compressorblock){ .packets.n = 0 };
	}
}

/* Puts packets into the queue, and writes the block whose slot is next, which the second thread has
 * compressed. */
static void
packetcompressorput(struct packetcompressor *s, struct buf *packets)
{
	struct compressorblock *b = &s->blocks[queuefill(&s->queue)], *next;

	makeroom(s, packets, &b->compressed);
	b->packets = *packets;
	*packets = (struct buf){ 0 };
	queueput(&s->queue);
	next = &s->blocks[queuefill(&s->queue)];
	writeblock(next);
	*packets = next->packets;
	next->packets = (struct buf){ 0 };
}

/* Compresses packets in this thread, after all blocks of the second one are written. */
static void
packetcompressorhere(struct packetcompressor *s, struct buf *packets)
{
	packetcompressorsettle(s);
	if (packets->n <= LARGEST) {
		makeroom(s, packets, &s->out);
		compresspackets(s, packets, &s->out);
	}
	outwrite(packets); /* empty if they were compressed */
	if (packets->cap <= USUAL)
		return;
	free(packets->p);
	*packets = (struct buf){ 0 };
}

static void
packetcompressortake(struct buf *packets, void *arg)
{
	struct packetcompressor *s = arg;

	if (packets->cap <= USUAL && packetcompressorstart(s)) {
		packetcompressorput(s, packets);
	} else {
		packetcompressorhere(s, packets);
		outwrite(&s->out);
	}
}

/* Writes the complete packets when the program ends early. */
static void
packetcompressorcut(struct buf *out, void *arg)
{
	struct packetcompressor *s = arg;
	struct buf *packets = &s->perfetto->out;

	(void)out;
	itemqueuecut(&s->perfetto->draw);
	packetcompressorsettle(s);
	if (packets->n > 0) /* otherwise the stage may not have begun */
		packetwhole(&s->perfetto->packets);
	outwrite(packets);
}

void
packetcompressorbegin(struct packetcompressor *s, struct perfetto *p)
{
	*s = (struct packetcompressor){ .perfetto = p };
	compressbegin(&s->compressor);
	p->drain = packetcompressortake;
	p->drainarg = s;
	outsetpending(&s->out, packetcompressorcut, s);
}

void
packetcompressorend(struct packetcompressor *s)
{
	packetcompressorhere(s, &s->perfetto->out);
	compressfree(&s->compressor);
	free(s->perfetto->out.p);
	s->perfetto->out = (struct buf){ 0 };
}
