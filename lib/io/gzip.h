/* SPDX-License-Identifier: MIT */
/* Compresses bytes in the format of gzip(1), a piece at a time. Equal input gives equal output. */
#ifndef NST_GZIP_H
#define NST_GZIP_H

#include <zlib.h>

#include "base/mem.h"

struct gzip {
	z_stream stream;
};

/* Allocates the compressor, or ends the program. */
void gzipbegin(struct gzip *z);

/* Compresses bytes, and appends the output that is ready to out. */
void gzipput(struct gzip *z, struct span bytes, struct buf *out);

/* Appends the rest of the output, and frees the compressor. */
void gzipend(struct gzip *z, struct buf *out);

#endif
