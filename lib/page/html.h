/* SPDX-License-Identifier: MIT */
/*
 * Text of a page. What comes from a profile goes through here: no byte of it is markup, and what
 * cannot be seen is shown.
 */
#ifndef NST_HTML_H
#define NST_HTML_H

#include "base/mem.h"

/* Appends a text, of any bytes, for an element or an attribute in quotes: control characters and
 * the backslash as in tables of nst-sum, other characters that nobody sees by their code likewise,
 * what is not UTF-8 as U+FFFD. */
void htmltext(struct buf *out, struct span text);

/* Appends a JSON string for a script element. */
void htmljson(struct buf *out, struct span text);

/* Appends the address of a file beside the page: its path, percent-encoded. */
void htmlpath(struct buf *out, struct span path);

#endif
