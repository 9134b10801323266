/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "embed.h"
#include "out.h"

/* Compresses a block. */
static void
take(struct buf *out, void *arg)
{
	struct embed *e = arg;

	e->size += out->n;
	if (!e->over)
		gzipput(&e->gzip, bufall(out), &e->bytes);
	if (e->most > 0 && e->bytes.n > e->most) {
		e->over = true;
		e->bytes.n = 0;
	}
	out->n = 0;
}

void
embedinit(struct embed *e, size_t most)
{
	*e = (struct embed){ .most = most };
	perfettoinit(&e->perfetto);
	e->perfetto.drain = take;
	e->perfetto.drainarg = e;
	gzipbegin(&e->gzip);
}

bool
embedend(struct embed *e)
{
	take(&e->perfetto.out, e);
	gzipend(&e->gzip, &e->bytes);
	e->ended = true;
	if (e->over || (e->most > 0 && e->bytes.n > e->most)) {
		e->over = true;
		e->bytes.n = 0;
	}
	return !e->over;
}

size_t
embedlength(size_t bytes)
{
	return (bytes + 2) / 3 * 4;
}

/* Writes three bytes, or the last one or two of them, as four characters. */
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
