/* SPDX-License-Identifier: MIT */
/* Shifts of the inputs' clocks onto the clock of the first input, by the headers or from a file. */
#ifndef NST_ALIGN_H
#define NST_ALIGN_H

#include "merger.h"

/* Sets the shift of each input: by the system clock if it has the host of an earlier input, else by
 * UTC. With utconly, always by UTC. Prints a message for each input that is shifted and for each
 * that cannot be, since its header lacks the clock. */
void alignclocks(struct merger *m, bool utconly);

/* Returns the first input with the host and system clock (same boot) of this one, or NULL if this
 * is the first one or its header lacks them. */
const struct mergeinput *alignleader(const struct merger *m, const struct mergeinput *in);

/* Sets the shift of an input from its leader's, by the system clock that they share. */
void alignfollow(struct mergeinput *in, const struct mergeinput *leader);

/* Reads the shifts from a file. Returns false if the file does not exist. A malformed file, or one
 * that lacks an input, ends the program. */
bool alignread(struct merger *m, const char *path);

/* Writes the shifts to a new file. An error, or an existing file, ends the program. */
void alignwrite(const struct merger *m, const char *path);

/* Appends a time in a readable unit, such as 1.5 ms; with its sign if sign is true. */
void aligntime(struct buf *to, bool sign, int64_t ns);

/* Prints the shift of an input and its alignment. note is appended; it may be empty. */
void alignreport(const struct mergeinput *in, const char *note);

#endif
