/* SPDX-License-Identifier: MIT */
/*
 * Escapes text for HTML. All text of a profile goes through this module, so that none of its bytes
 * is markup, and invisible characters become visible.
 */
#ifndef NST_HTML_H
#define NST_HTML_H

#include "base/mem.h"

/* Appends any bytes as text of an element or a quoted attribute. Control characters and the
 * backslash are escaped as nst-sum does; other invisible characters become \u escapes; bytes that
 * are not UTF-8 become U+FFFD. */
void htmltext(struct buf *out, struct span text);

/* Appends a JSON string for a script element. */
void htmljson(struct buf *out, struct span text);

/* Appends the relative URL of a file: its path, percent-encoded. */
void htmlpath(struct buf *out, struct span path);

#endif
