/* SPDX-License-Identifier: MIT */
/* Writes the numbers and texts of tables. The text format, which is for people, has units and
 * escapes; TSV, CSV and JSON have plain numbers. */
#ifndef NST_FORMAT_H
#define NST_FORMAT_H

#include <stdbool.h>

#include "base/mem.h"
#include "base/wide.h"

/* Writes an integer, with a comma between each three digits if commas is true. */
void formatwhole(struct buf *b, wide v, bool commas);

/* Writes v / 10^decimals with that number of decimals, 0 to 6: v 1234 with 2 decimals is
 * "12.34". */
void formatdecimals(struct buf *b, wide v, int decimals, bool commas);

/* Writes a number of thousandths, without trailing zeros: 1500 is "1.5". */
void formatexact(struct buf *b, wide thousandths);

/* Writes a time (in thousandths of a ns) or a number of bytes with a unit that suits its size:
 * 1500000 thousandths are "1.500 us". */
void formattime(struct buf *b, wide thousandths);
void formatbytes(struct buf *b, wide bytes);

/* Writes a text as a field of CSV, in quotes if it needs them. Invalid UTF-8 is replaced. */
void formatcsv(struct buf *b, struct span text);

/* Returns the number of terminal columns of a text, which must be valid UTF-8: one for each code
 * point. */
size_t formatwidth(struct span text);

/* Returns the number of bytes in the first characters of a text, or in all of it if it has fewer
 * characters. */
size_t formatprefix(struct span text, size_t characters);

/* Appends a paragraph in lines of at most width characters, or one line if width is 0. first begins
 * the first line, and rest the others. Lines end at blanks; only a word that is longer than a line
 * is broken. */
void formatparagraph(
    struct buf *b, struct span text, size_t width, const char *first, const char *rest);

#endif
