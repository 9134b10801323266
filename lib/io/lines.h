/* SPDX-License-Identifier: MIT */
/* The lines of an input, of any length, read a block at a time. */
#ifndef NST_LINES_H
#define NST_LINES_H

#include <stdbool.h>

#include "filetype.h"
#include "in.h"

struct lines {
	struct in in; /* which may be compressed */
	size_t size;  /* of a block, bytes */
	enum filetype type; /* by the first block */
	struct buf block;
	size_t start; /* of what was not yet handed out */
	bool eof;
	bool cut;  /* the line handed out last had no newline */
	int error; /* errno, once reading went wrong; 0 before */
	const char *why; /* where that was not errno */
};

/* The next line, its newline replaced by a NUL, with JSON_SLACK bytes behind that; valid until the
 * next call. False at the end of the input, and when reading went wrong. */
bool linesnext(struct lines *l, struct span *line);

/* Says what went wrong; path is what messages call the input. */
void lineswarn(const struct lines *l, const char *path);

/* Frees the block; the descriptor stays open. */
void linesfree(struct lines *l);

#endif
