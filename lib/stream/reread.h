/* SPDX-License-Identifier: MIT */
/* An input that is read twice: once to learn from all of it, and once to write. */
#ifndef NST_REREAD_H
#define NST_REREAD_H

#include "base/err.h"
#include "stage.h"

/* An input that can be read any number of times. */
struct reread {
	const char *path; /* NULL or "-" for standard input */
	int64_t start;    /* where that begins, bytes */
};

/* Opens the stream at path ("-" or NULL is standard input). One that can be read but once is copied
 * to a temporary file, which becomes standard input. Ends the program where that fails. */
void rereadopen(struct reread *a, const char *path);

/* Reads it through a stage, from its beginning, as streamrun does. */
enum status rereadrun(struct reread *a, struct stage *first, bool partial);

/* Reads the stream at path ("-" or NULL is standard input) through a stage, without a word about
 * what is wrong with it: the second reading says that. An input that can be read but once is copied
 * to a temporary file, which becomes standard input. Returns the path for the second reading.
 * *failed says whether the first went wrong: then the second has to, as well. */
const char *rereadfirstpass(struct stage *first, const char *path, bool *failed);

#endif
