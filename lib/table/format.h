/* SPDX-License-Identifier: MIT */
/* Numbers and texts of tables, written for people and for programs. */
#ifndef NST_FORMAT_H
#define NST_FORMAT_H

#include <stdbool.h>

#include "base/mem.h"
#include "base/wide.h"

/* Writes a whole number, for people with a comma between each three digits. */
void formatwhole(struct buf *b, wide v, bool commas);

/* Writes a number that is so many 10^-decimals, decimals 0 to 6. */
void formatdecimals(struct buf *b, wide v, int decimals, bool commas);

/* Writes a number of thousandths with as many decimals as it has. */
void formatexact(struct buf *b, wide thousandths);

/* Writes a time, ns / 1000, and bytes, for people: with a unit. */
void formattime(struct buf *b, wide thousandths);
void formatbytes(struct buf *b, wide bytes);

/* Writes a text for people, which stays on its line and in its column: control characters and the
 * backslash are escaped as in JSON, and it is valid UTF-8. */
void formattext(struct buf *b, struct span text);

/* Writes a text for CSV: as it is, in quotes where it needs them. */
void formatcsv(struct buf *b, struct span text);

/* Columns that a valid UTF-8 text takes on a terminal. */
size_t formatwidth(struct span text);

/* The bytes that so many characters at the front of a text take; all where it has fewer. */
size_t formatprefix(struct span text, size_t characters);

#endif
