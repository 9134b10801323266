/* SPDX-License-Identifier: MIT */
/* Detects the type of a file by its first bytes, decompressed if needed. */
#ifndef NST_PROBE_H
#define NST_PROBE_H

#include "filetype.h"

/* Returns the type of the file at path; *compressed is set to true if gzip, zstd or xz compressed
 * it. The type is that of the decompressed content, or of the compression if the content cannot be
 * decompressed. For a file that cannot be read it returns FILETYPE_OTHER with errno set; for
 * anything but a regular file FILETYPE_OTHER with errno 0. */
enum filetype probefile(const char *path, bool *compressed);

/* Returns what a file of a type without use is, for a message: a folder, a report of another
 * program, or the name of the type. */
const char *probewhat(const char *path, enum filetype type);

/* Returns true if the file at path is a profile, compressed or not. Ends the program if the file
 * cannot be read. */
bool probeprofile(const char *path);

#endif
