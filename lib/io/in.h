/* SPDX-License-Identifier: MIT */
/*
 * Reads a file descriptor, and decompresses its content if that is compressed:
 *
 *   in            an input: its first bytes show if gzip, zstd or xz compressed it
 *   decompressor  decompresses such an input (decompress.h)
 *   lines         splits an input into lines (lines.h)
 */
#ifndef NST_IN_H
#define NST_IN_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/mem.h"

/* The smallest buffer that infill accepts, in bytes. */
enum { IN_LEAST = 16 };

/* An input. The caller sets fd, and head if it has read some bytes already; it closes fd. */
struct in {
	int fd;
	struct span head; /* bytes that the caller has read from fd already; they come first */
	struct decompressor *decompressor; /* NULL if the input is not compressed */
	bool begun;
	bool probes;   /* the caller reads only the first bytes: isoutput does not matter */
	bool isoutput; /* the input is standard output's file, so that it would grow while read */
};

/* Reads at most n bytes of the decompressed input; n must be at least IN_LEAST. Returns the number
 * of bytes, 0 at the end, or -1 on an error, which inwarn prints. */
ssize_t infill(struct in *in, void *p, size_t n);

/* Prints the error of the last infill, which returned -1. path is the input's name in the
 * message. */
void inwarn(const struct in *in, const char *path);

/* Returns true if the error is that compressed input is truncated: all bytes before are good. */
bool intruncated(const struct in *in);

/* Frees the decompressor; fd stays open. */
void infree(struct in *in);

#endif
