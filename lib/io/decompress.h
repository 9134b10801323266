/* SPDX-License-Identifier: MIT */
/* Decompresses gzip, zstd and xz while it reads. The memory is limited to 128 MiB, whatever the
 * input asks for. The size of the output is not limited. */
#ifndef NST_DECOMPRESS_H
#define NST_DECOMPRESS_H

#include <sys/types.h>

#include "filetype.h"

struct decompressor;

/* Makes a decompressor for the given type. It reads copies of head and more first, which the caller
 * has read from fd already, then fd itself, which the caller closes. */
struct decompressor *decompressbegin(
    enum filetype type, int fd, struct span head, struct span more);

/* Reads at most n bytes of output. Returns their number, 0 at the end, or -1: either read(2) failed
 * with errno, or the input is damaged, truncated or needs too much memory, and decompresswhy
 * returns the reason. */
ssize_t decompressread(struct decompressor *u, void *p, size_t n);

/* Returns the error in the input, or NULL if there is none. */
const char *decompresswhy(const struct decompressor *u);

enum filetype decompresstype(const struct decompressor *u);

void decompressend(struct decompressor *u);

#endif
