/* SPDX-License-Identifier: MIT */
/* Escapes text of a profile for terminals and pages. */
#ifndef NST_ESCAPE_H
#define NST_ESCAPE_H

#include "mem.h"

/* Appends a text as valid UTF-8 on one line: the backslash and characters that are not printable
 * (printable.h) are escaped as in JSON, such as \n, \\ and \u202e. */
void escapetext(struct buf *out, struct span text);

#endif
