/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "embed.h"
#include "io/out.h"

/* Drops a trace that exceeds the limit. */
static void
embedcheck(struct embed *e)
{
	if (!e->over)
		e->packed = e->bytes.n;
	if (e->most == 0 || e->bytes.n <= e->most || e->over)
		return;
	e->over = true;
	free(e->bytes.p);
	e->bytes = (struct buf){ 0 };
}

/* Compresses a block of the trace. */
static void
embedtake(struct buf *out, void *arg)
{
	struct embed *e = arg;

	e->size += out->n;
	if (!e->over) {
		e->pending += out->n;
		gzipput(&e->gzip, bufall(out), &e->bytes);
		embedcheck(e);
	}
	out->n = 0;
}

void
embedinit(struct embed *e)
{
	*e = (struct embed){ 0 };
	perfettoinit(&e->perfetto);
	e->perfetto.drain = embedtake;
	e->perfetto.drainarg = e;
	gzipbegin(&e->gzip);
}

bool
embedend(struct embed *e)
{
	struct buf rest = { 0 };

	embedtake(&e->perfetto.out, e);
	gzipend(&e->gzip, e->over ? &rest : &e->bytes);
	e->ended = true;
	embedcheck(e);
	free(rest.p);
	return !e->over;
}

uint64_t
embedguess(const struct embed *e)
{
	if (e->pending == 0)
		return 0;
	return (uint64_t)((double)e->packed * (double)e->size / (double)e->pending);
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

	if (!e->ended)
		gzipend(&e->gzip, &rest);
	free(rest.p);
	free(e->bytes.p);
	free(e->perfetto.out.p);
	perfettofree(&e->perfetto);
}
