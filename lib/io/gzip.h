/* SPDX-License-Identifier: MIT */
/* Bytes compressed by zlib as gzip(1) does, as they come. The same give the same ones. */
#ifndef NST_GZIP_H
#define NST_GZIP_H

#include <zlib.h>

#include "base/mem.h"

struct gzip {
	z_stream stream;
};

/* Begins; ends the program when there is no memory. */
void gzipbegin(struct gzip *z);

/* Compresses bytes, and appends what is ready. */
void gzipput(struct gzip *z, struct span bytes, struct buf *out);

/* Appends the rest, and frees. */
void gzipend(struct gzip *z, struct buf *out);

#endif
