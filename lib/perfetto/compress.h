/* SPDX-License-Identifier: MIT */
/* Compresses blocks of bytes in zlib's format, each by itself (libdeflate). The output is the same
 * each time. */
#ifndef NST_COMPRESS_H
#define NST_COMPRESS_H

#include <stdbool.h>

#include "base/mem.h"

/* All zero is not yet begun; compressfree frees it. */
struct compressor {
	struct libdeflate_compressor *state;
};

/* Begins; ends the program if there is no memory. */
void compressbegin(struct compressor *c);

/* The largest size of a block of n bytes once compressed. */
size_t compressroom(struct compressor *c, size_t n);

/* Compresses a block and appends it to out. Allocates nothing if out has room for compressroom
 * bytes. Returns false and appends nothing if the room is too small. */
bool compressput(struct compressor *c, struct span bytes, struct buf *out);

void compressfree(struct compressor *c);

#endif
