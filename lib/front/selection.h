/* SPDX-License-Identifier: MIT */
/* Options of nst-filter among the words of another program: "nst sum FILE --type kernel" selects
 * before nst-sum. */
#ifndef NST_SELECTION_H
#define NST_SELECTION_H

#include <stdbool.h>
#include <stddef.h>

/* Returns true if nst-filter may select in front of a program: it takes what it reads as it is. */
bool selectionof(const char *program);

/* Returns how many words from words[0] on are an option that selects, and its value; 0 if it is no
 * such option. The words end with NULL. */
size_t selectionwords(char *const words[]);

#endif
