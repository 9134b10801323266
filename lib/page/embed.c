/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "embed.h"
#include "io/out.h"

/* The part of the merged items, and the compressed bytes, from which the size of the whole trace is
 * estimated: zlib may hold back as many as its buffer takes. */
enum { ESTIMATE_PART = 10, ESTIMATE_BYTES = 1 << 16 };

/* Returns true if a trace of merged slices, of which a part was written, is expected to exceed a
 * limit. */
static bool
embedmisses(const struct embed *e)
{
	const struct coarse *c = e->perfetto.coarse;
	uint64_t size;

	if (e->least == 0 || !c || c->passed < c->left / ESTIMATE_PART || c->passed == c->left ||
	    e->packed < ESTIMATE_BYTES)
		return false;
	size = embedguess(e);
	return size < e->least || size > e->most;
}

/* Drops a trace that exceeds a limit. */
static void
embedcheck(struct embed *e)
{
	if (e->dropped)
		return;
	e->packed = e->bytes.n;
	if (e->most == 0 || (e->bytes.n <= e->most && !embedmisses(e)))
		return;
	e->dropped = true;
	e->perfetto.stage.enough = true;
	free(e->bytes.p);
	e->bytes = (struct buf){ 0 };
}

/* Compresses the next bytes of the transposed trace. */
static void
embedcompress(struct span bytes, void *arg)
{
	struct embed *e = arg;

	gzipput(&e->gzip, bytes, e->target);
}

/* Transposes and compresses packets, and appends the result to out. */
static void
embedpack(struct embed *e, struct span packets, struct buf *out)
{
	e->target = out;
	transpose(e->transpose, packets, embedcompress, e);
}

/* The stack of the second thread, bytes; zlib uses a few KiB. */
enum { STACK = 1 << 18 };

/* Bytes of output that zlib may hold back from earlier blocks, and the room that gzipput asks
 * for at the end. */
enum { HELD_BACK = 1 << 19 };

/* Makes room for all output of embedpack, so that the second thread allocates none. deflate adds
 * five bytes to each 16 KiB that it cannot compress. */
static void
embedroom(struct embedblock *b)
{
	size_t room = b->plain.n + b->plain.n / 1024 + TRANSPOSE_MORE + HELD_BACK;

	b->compressed.n = 0;
	if (b->compressed.cap >= room)
		return;
	free(b->compressed.p);
	b->compressed.p = xmalloc(room);
	b->compressed.cap = room;
}

/* The second thread. */
static void *
embedwork(void *arg)
{
	struct embed *e = arg;
	unsigned slot;

	while (queuetake(&e->queue, &slot)) {
		struct embedblock *b = &e->blocks[slot];

		if (b->plain.n > 0)
			embedpack(e, bufall(&b->plain), &b->compressed);
		queuerelease(&e->queue);
	}
	return NULL;
}

/* Returns true if the second thread runs. */
static bool
embedstart(struct embed *e)
{
	if (e->running || e->alone)
		return e->running;
	queueopen(&e->queue, EMBED_BLOCKS);
	e->running = queuestart(&e->queue, STACK, embedwork, e) == 0;
	e->alone = !e->running;
	if (e->alone)
		queuefree(&e->queue);
	return e->running;
}

/* Takes the result of the second thread, and empties the block. */
static void
embedcollect(struct embed *e, struct embedblock *b)
{
	if (!e->dropped && b->plain.n > 0) {
		e->pending += b->plain.n;
		bufspan(&e->bytes, bufall(&b->compressed));
		embedcheck(e);
	}
	b->plain.n = 0;
}

/* Ends the second thread and takes its results. */
static void
embedsettle(struct embed *e)
{
	if (!e->running)
		return;
	e->blocks[queuefill(&e->queue)].plain.n = 0;
	queueend(&e->queue, false);
	queuejoin(&e->queue);
	queuefree(&e->queue);
	e->running = false;
	for (unsigned i = 0; i < EMBED_BLOCKS; i++) {
		struct embedblock *b = &e->blocks[(queuefill(&e->queue) + i) % EMBED_BLOCKS];

		embedcollect(e, b);
		free(b->plain.p);
		free(b->compressed.p);
		*b = (struct embedblock){ .plain.n = 0 };
	}
}

/* Compresses a block in this thread. */
static void
embedhere(struct embed *e, struct buf *out)
{
	e->pending += out->n;
	embedpack(e, bufall(out), &e->bytes);
	embedcheck(e);
	out->n = 0;
}

/* Gives a block to the second thread, and takes back an empty one. */
static void
embedput(struct embed *e, struct buf *out)
{
	struct embedblock *b = &e->blocks[queuefill(&e->queue)];

	b->plain = *out;
	embedroom(b);
	queueput(&e->queue);
	b = &e->blocks[queuefill(&e->queue)];
	embedcollect(e, b);
	*out = b->plain;
	b->plain = (struct buf){ 0 };
}

/* Compresses a block of the trace. */
static void
embedtake(struct buf *out, void *arg)
{
	struct embed *e = arg;

	e->size += out->n;
	if (e->dropped) {
		embedsettle(e);
		out->n = 0;
	} else if (embedstart(e)) {
		embedput(e, out);
	} else {
		embedhere(e, out);
	}
}

void
embedinit(struct embed *e)
{
	*e = (struct embed){ 0 };
	perfettoinit(&e->perfetto);
	e->perfetto.drain = embedtake;
	e->perfetto.drainarg = e;
	e->transpose = transposenew();
	gzipbegin(&e->gzip);
}

bool
embedend(struct embed *e)
{
	struct buf rest = { 0 };

	embedsettle(e);
	e->size += e->perfetto.out.n;
	if (!e->dropped)
		embedhere(e, &e->perfetto.out);
	gzipend(&e->gzip, e->dropped ? &rest : &e->bytes);
	e->ended = true;
	embedcheck(e);
	free(rest.p);
	return !e->dropped;
}

uint64_t
embedguess(const struct embed *e)
{
	const struct coarse *c = e->perfetto.coarse;
	double size = (double)e->packed * (double)e->size;

	if (e->pending == 0)
		return 0;
	if (c && c->passed > 0)
		size *= (double)c->left / (double)c->passed;
	return (uint64_t)(size / (double)e->pending);
}

size_t
embedlength(size_t bytes)
{
	return (bytes + 2) / 3 * 4;
}

/* Writes one to three bytes as four base64 characters. */
static void
putthree(struct buf *out, const unsigned char *p, size_t n)
{
	static const char letters[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned v = (unsigned)p[0] << 16;
	char *to = bufroom(out, 4);

	if (n > 1)
		v |= (unsigned)p[1] << 8;
	if (n > 2)
		v |= p[2];
	to[0] = letters[v >> 18];
	to[1] = letters[v >> 12 & 63];
	to[2] = n > 1 ? letters[v >> 6 & 63] : '=';
	to[3] = n > 2 ? letters[v & 63] : '=';
	out->n += 4;
}

void
embedwrite(const struct embed *e, struct buf *out)
{
	const unsigned char *p = (const unsigned char *)e->bytes.p;

	for (size_t i = 0; i < e->bytes.n; i += 3) {
		putthree(out, p + i, e->bytes.n - i);
		outcheck(out);
	}
}

void
embedfree(struct embed *e)
{
	struct buf rest = { 0 };

	embedsettle(e);
	if (!e->ended)
		gzipend(&e->gzip, &rest);
	free(rest.p);
	free(e->bytes.p);
	free(e->transpose);
	free(e->perfetto.out.p);
	perfettofree(&e->perfetto);
}
