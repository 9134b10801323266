/* SPDX-License-Identifier: MIT */
/* Splits an input into lines, reading a block at a time. */
#ifndef NST_LINES_H
#define NST_LINES_H

#include <stdbool.h>

#include "filetype.h"
#include "in.h"

struct lines {
	struct in in; /* which may be compressed */
	size_t size;  /* the number of bytes to read at a time */
	const char *path;   /* of the file, for its type; NULL if unknown */
	enum filetype type; /* detected in the first block */
	struct buf block;
	size_t start; /* offset of the next line in the block */
	bool eof;
	bool unterminated; /* the last line returned has no newline */
	int error; /* the errno of a read that failed, else 0 */
	const char *why; /* the error if it is not one of errno, else NULL */
};

/* Sets *line to the next line. Its newline is replaced by a NUL, and JSON_SLACK readable bytes
 * follow. It is valid until the next call. Returns false at the end of the input, and if reading
 * failed (error is set). */
bool linesnext(struct lines *l, struct span *line);

/* Appends the next lines to a buffer, with their newlines: about most bytes, at least one line. It
 * reads more input only if no whole line is left in the block. Returns false as linesnext does, and
 * in front of a line that is longer than longest bytes, unless it was read as a whole. The last
 * line of the input may have no newline: then unterminated is set. */
bool linesmany(struct lines *l, struct buf *into, size_t most, size_t longest);

/* Prints the error. path is the input's name in the message. */
void lineswarn(const struct lines *l, const char *path);

/* Frees the block and the decompressor; the descriptor stays open. */
void linesfree(struct lines *l);

#endif
