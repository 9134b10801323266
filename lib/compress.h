/* SPDX-License-Identifier: MIT */
/* Bytes compressed quickly, each piece by itself, in zlib's format. The same give the same ones. */
#ifndef NST_COMPRESS_H
#define NST_COMPRESS_H

#include "mem.h"

/* All zero is one that has not begun. */
struct compressor {
	struct libdeflate_compressor *state;
};

/* Begins; ends the program when there is no memory. */
void compressbegin(struct compressor *c);

/* Appends a piece, compressed. */
void compressput(struct compressor *c, struct span bytes, struct buf *out);

void compressfree(struct compressor *c);

#endif
