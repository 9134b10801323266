/* SPDX-License-Identifier: MIT */
/* What gzip, zstd and xz wrote, decompressed as it is read. Memory is bounded, whatever the input
 * says that it needs; how much comes out is not. */
#ifndef NST_UNPACK_H
#define NST_UNPACK_H

#include <sys/types.h>

#include "filetype.h"

struct unpack;

/* Begins with what was read already, in two parts, which are copied, and goes on from a descriptor,
 * which is the caller's. */
struct unpack *decompressbegin(enum filetype type, int fd, struct span head, struct span more);

/* The next bytes, at most n; 0 behind the last. -1 when reading fails, errno says why, or when the
 * input is damaged, cut, or needs too much memory: then decompresswhy tells. */
ssize_t decompressread(struct unpack *u, void *p, size_t n);

/* What is wrong with the input; NULL when it is not the input. */
const char *decompresswhy(const struct unpack *u);

enum filetype decompresstype(const struct unpack *u);

void decompressend(struct unpack *u);

#endif
