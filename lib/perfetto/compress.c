/* SPDX-License-Identifier: MIT */
#include <libdeflate.h>

#include "base/err.h"
#include "compress.h"

/* Measured on packets: level 2 takes a third more time than level 1 and saves 4 % of the bytes;
 * zlib's fastest level takes twice the time and 4 % more bytes. */
enum { LEVEL = 1 };

void
compressbegin(struct compressor *c)
{
	c->state = libdeflate_alloc_compressor(LEVEL);
	if (!c->state)
		die("out of memory");
}

size_t
compressroom(struct compressor *c, size_t n)
{
	return libdeflate_zlib_compress_bound(c->state, n);
}

bool
compressput(struct compressor *c, struct span bytes, struct buf *out)
{
	size_t room = compressroom(c, bytes.n);
	char *to = bufroom(out, room);
	size_t n = libdeflate_zlib_compress(c->state, bytes.p, bytes.n, to, room);

	out->n += n;
	return n > 0;
}

void
compressfree(struct compressor *c)
{
	libdeflate_free_compressor(c->state);
	c->state = NULL;
}
