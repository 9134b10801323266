/* SPDX-License-Identifier: MIT */
/* The SQL that is run before some tables are read. */
#ifndef NST_PREPARE_H
#define NST_PREPARE_H

#include <stdbool.h>
#include <stddef.h>

/* Returns a statement that makes the shadow of a table, or a temporary table to look things up in.
 * The caller tries attempts 0, 1, ..., until the file has the columns for one. Returns NULL after
 * the last attempt, or if there is none. Some statements are needed with --stacks only. */
const char *preparestatement(const char *table, bool stacks, size_t attempt);

#endif
