/* SPDX-License-Identifier: MIT */
/* A look at a file before SQLite opens it. */
#ifndef NST_INSPECT_H
#define NST_INSPECT_H

#include <stdbool.h>
#include <stdint.h>

/* Ends the program, with more than "not a database", when the file at a real path is no whole
 * export that nobody is writing; name is for the message. True when it is in write-ahead mode.
 * Tells its length. */
bool inspect(const char *path, const char *name, uint64_t *bytes);

#endif
