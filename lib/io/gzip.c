/* SPDX-License-Identifier: MIT */
#include <limits.h>

#include "base/err.h"
#include "gzip.h"

/* The buffer space for each call of deflate, in bytes. */
enum { ROOM = 1 << 16 };

/* The largest window, 2^15 bytes; + 16 asks zlib for the header of gzip. */
enum { WINDOW = 15 + 16, MEMORY = 8 };

void
gzipbegin(struct gzip *z)
{
	*z = (struct gzip){ 0 };
	if (deflateInit2(&z->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW, MEMORY,
	        Z_DEFAULT_STRATEGY) != Z_OK)
		die("out of memory");
}

/* Runs deflate until it has consumed the input and returned all output that is ready. */
static void
gzipdeflate(struct gzip *z, int flush, struct buf *out)
{
	int result;

	do {
		z->stream.next_out = (Bytef *)bufroom(out, ROOM);
		z->stream.avail_out = ROOM;
		result = deflate(&z->stream, flush);
		if (result == Z_STREAM_ERROR)
			die("zlib: %s", z->stream.msg ? z->stream.msg : "stream error");
		out->n += ROOM - z->stream.avail_out;
	} while (flush == Z_FINISH ? result != Z_STREAM_END : z->stream.avail_out == 0);
}

void
gzipput(struct gzip *z, struct span bytes, struct buf *out)
{
	while (bytes.n > 0) {
		size_t n = bytes.n < INT_MAX ? bytes.n : INT_MAX;

		z->stream.next_in = (z_const Bytef *)bytes.p;
		z->stream.avail_in = (uInt)n;
		gzipdeflate(z, Z_NO_FLUSH, out);
		bytes.p += n;
		bytes.n -= n;
	}
}

void
gzipend(struct gzip *z, struct buf *out)
{
	z->stream.avail_in = 0;
	gzipdeflate(z, Z_FINISH, out);
	deflateEnd(&z->stream);
}
