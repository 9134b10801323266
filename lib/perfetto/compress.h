/* SPDX-License-Identifier: MIT */
/* Bytes compressed quickly, each piece by itself, in zlib's format. The same give the same ones. */
#ifndef NST_COMPRESS_H
#define NST_COMPRESS_H

#include <stdbool.h>

#include "base/mem.h"

/* All zero is one that has not begun. */
struct compressor {
	struct libdeflate_compressor *state;
};

/* Begins; ends the program when there is no memory. */
void compressbegin(struct compressor *c);

/* The most bytes that so many of a piece become. */
size_t compressroom(struct compressor *c, size_t n);

/* Appends a piece, compressed; asks for no memory where there is that room. False, and nothing is
 * appended, if it was not enough. */
bool compressput(struct compressor *c, struct span bytes, struct buf *out);

void compressfree(struct compressor *c);

#endif
