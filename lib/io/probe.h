/* SPDX-License-Identifier: MIT */
/* Detects the type of a file by reading its first bytes, decompressed where it is compressed. */
#ifndef NST_PROBE_H
#define NST_PROBE_H

#include "filetype.h"

/* Returns the type of the file at path, and sets *packed if gzip, zstd or xz compressed it. The
 * type is then that of the decompressed content, if that can be read. Returns FILETYPE_OTHER with
 * errno set where the file cannot be read, and with errno 0 for what is not a regular file. */
enum filetype probefile(const char *path, bool *packed);

#endif
