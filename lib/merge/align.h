/* SPDX-License-Identifier: MIT */
/* How each input is moved onto the clock of the first one. */
#ifndef NST_ALIGN_H
#define NST_ALIGN_H

#include "merger.h"

/* Moves inputs of one host by its system clock, and others by UTC; where the headers do not have
 * that, or utc alone is wanted, by UTC or not at all. Says so for each input that is moved, and for
 * each that could not be. */
void alignclocks(struct merger *m, bool utconly);

/* The first input of this one's host, if it comes before and both have that host's system clock, as
 * it runs since one start; NULL for none. */
const struct incoming *alignleader(const struct merger *m, const struct incoming *b);

/* Moves an input by the system clock of its host, as the first input of the host was moved. */
void alignfollow(struct incoming *b, const struct incoming *leader);

/* Takes shifts from a file, where it exists: false when it does not. Ends the program when it has
 * none for an input, or is malformed. */
bool alignread(struct merger *m, const char *path);

/* Writes such a file, which must not exist yet, or ends the program. */
void alignwrite(const struct merger *m, const char *path);

/* Writes a time for people in the unit that suits it, with its sign or without. */
void aligntime(struct buf *to, bool sign, int64_t ns);

/* Says what became of an input; note is what else is known, or empty. */
void alignsay(const struct incoming *b, const char *note);

#endif
