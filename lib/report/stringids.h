/* SPDX-License-Identifier: MIT */
/*
 * The strings of a report, each known by its number from 0. They are one block, which is kept
 * unpacked, and a place for every few of them: what several readers may ask at once. They hold NUL
 * bytes and line ends, need not be UTF-8, and some are secrets: environments, command lines and
 * output that was captured.
 */
#ifndef NST_REPSTRINGS_H
#define NST_REPSTRINGS_H

#include "file.h"

/* Strings between two whose places are kept. */
enum { REP_STRIDE = 8 };

struct repstrings {
	struct repscratch scratch;
	struct span message, rest; /* what is behind the strings */
	uint32_t *offsets; /* offsets in the message of strings 0, REP_STRIDE, 2 * REP_STRIDE ... */
	size_t room;
	uint64_t count;
};

/* Reads the strings of a report, or ends the program; the caller frees with repstringsclose. */
void repstringsopen(struct repstrings *s, const struct repfile *f);

void repstringsclose(struct repstrings *s);

/* The bytes of a string; p is NULL when there is no such one. */
struct span repstring(const struct repstrings *s, uint64_t id);

/* Gives for each of so many texts the number of the first string with these bytes, REP_NOSTRING
 * when there is none; looks through them all. */
#define REP_NOSTRING UINT64_MAX
void repstringfind(
    const struct repstrings *s, const char *const *texts, uint64_t *ids, size_t count);

#endif
