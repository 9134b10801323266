/* SPDX-License-Identifier: MIT */
/* Reading: from a descriptor, and of an input that may be compressed, as its first bytes tell. */
#ifndef NST_IN_H
#define NST_IN_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/mem.h"

/* The least room that infill may be given, bytes. */
enum { IN_LEAST = 16 };

/* An input as it comes. Begin with the descriptor alone; that is the caller's. */
struct in {
	int fd;
	struct span head; /* what was read of it already, and comes first; the caller's */
	struct unpack *unpack; /* where it is compressed */
	bool begun;
};

/* Reads what there is, at most n bytes, decompressed if gzip, zstd or xz wrote it; n is at least
 * IN_LEAST. 0 is the end; -1 an error, for which inwarn knows the reason. */
ssize_t infill(struct in *in, void *p, size_t n);

/* Says why infill failed, right behind it; path is what messages call the input. */
void inwarn(const struct in *in, const char *path);

/* Frees what decompressing took. */
void infree(struct in *in);

#endif
