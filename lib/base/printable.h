/* SPDX-License-Identifier: MIT */
/*
 * Characters that must not reach a terminal or a page unescaped: control characters, which a
 * terminal obeys, and invisible ones, which change the order of other characters or make two
 * different names look alike. Text, messages and pages escape them by this table;
 * lib/page/web/text.js has the same one.
 */
#ifndef NST_PRINTABLE_H
#define NST_PRINTABLE_H

#include <stdbool.h>

#include "mem.h"

/* Returns the length of the valid UTF-8 sequence at p, which begins with a byte of 0x80 or more; 0
 * if it is not valid. */
size_t utf8length(const char *p, size_t n);

/* Decodes the character at the front of a text, which must not be empty; *n is its length in
 * bytes. An invalid byte is U+FFFD. */
unsigned utf8decode(struct span text, size_t *n);

/* Returns true if a character needs no escape. */
bool isprintable(unsigned code);

#endif
