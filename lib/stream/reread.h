/* SPDX-License-Identifier: MIT */
/* Two-pass reading: the first pass collects what the second needs. An input that cannot be read
 * twice, such as a pipe, is copied to a temporary file. */
#ifndef NST_REREAD_H
#define NST_REREAD_H

#include "base/err.h"
#include "stage.h"

/* An input that can be read any number of times. */
struct reread {
	const char *path; /* NULL or "-" is standard input */
	int64_t start;    /* the offset in bytes of standard input at which the stream begins */
};

/* Opens the stream at path (NULL or "-" is standard input). An input that cannot seek is copied to
 * a temporary file, which replaces standard input. Ends the program if that fails. */
void rereadopen(struct reread *a, const char *path);

/* Reads the stream from its beginning through the stages, as streamrun does. */
enum status rereadrun(struct reread *a, struct stage *first, bool partial);

/* The first pass: reads the stream at path (NULL or "-" is standard input) through the stages,
 * without messages, since the second pass prints them. Returns the path for the second pass. If the
 * first pass fails it sets *failed; the program must then fail, too, whatever the second pass
 * returns. */
const char *rereadfirstpass(struct stage *first, const char *path, bool *failed);

#endif
