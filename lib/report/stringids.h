/* SPDX-License-Identifier: MIT */
/*
 * The strings of a report; a string's id is its index. They are one decompressed block with an
 * index of every eighth string. The block is not changed after opening, so several threads may
 * read it. Strings may contain NULs and line ends and need not be UTF-8. Some are secrets:
 * environments, command lines, captured output.
 */
#ifndef NST_REPSTRINGS_H
#define NST_REPSTRINGS_H

#include "file.h"

/* The number of strings per entry of the index. */
enum { REP_STRIDE = 8 };

struct repstrings {
	struct repscratch scratch;
	struct span message, rest; /* rest: the fields after the strings */
	/* offsets in message of the strings 0, REP_STRIDE, 2 * REP_STRIDE, ... */
	uint32_t *offsets;
	size_t room;
	uint64_t count;
};

/* Texts, and for each the id of the first string with these bytes, or REP_NOSTRING. */
#define REP_NOSTRING UINT64_MAX
struct repsearch {
	const char *const *texts;
	uint64_t *ids;
	size_t count;
};

/* Reads the strings of a report, and sets the ids of a search; or ends the program. The caller
 * frees with repstringsclose. */
void
repstringsopen(struct repstrings *s, const struct repfile *f, struct repsearch *search);

void repstringsclose(struct repstrings *s);

/* Returns the bytes of a string; p is NULL if there is no such string. */
struct span repstring(const struct repstrings *s, uint64_t id);

#endif
