/* SPDX-License-Identifier: MIT */
/* Suggestions for mistyped names, by edit distance (Levenshtein). */
#ifndef NST_SPELLING_H
#define NST_SPELLING_H

#include "mem.h"

/* Returns the one of count names that is nearest to text, n bytes; NULL when none is close. */
const char *spellingnearest(const char *text, size_t n, const char *const *names, size_t count);

/* Returns "; is it 'NAME'?" for the name nearest to text, or "" when none is close: for the end of
 * a message. Valid until the next call. */
const char *spellinghint(struct span text, const char *const *names, size_t count);

/* The same, but where no name is close it lists all of them: "; there is A, B, ...". Valid until
 * the next call. */
const char *spellingchoice(struct span text, const char *const *names, size_t count);

#endif
