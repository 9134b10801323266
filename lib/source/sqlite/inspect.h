/* SPDX-License-Identifier: MIT */
/* A look at a file before SQLite opens it. */
#ifndef NST_INSPECT_H
#define NST_INSPECT_H

#include <stdint.h>

/* What a profile is: an export, perhaps in write-ahead mode, a report, or something compressed. */
enum profilekind { PROFILE_EXPORT, PROFILE_WAL, PROFILE_REPORT, PROFILE_PACKED };

/* Tells by its first bytes what the file at a real path is, and how long. Ends the program, with
 * more than "not a database", when it is no report and no whole export that nobody is writing; name
 * is for the message. */
enum profilekind inspect(const char *path, const char *name, uint64_t *bytes);

#endif
