/* SPDX-License-Identifier: MIT */
/* What a file is, by its first bytes. */
#ifndef NST_CONTENT_H
#define NST_CONTENT_H

#include <stdbool.h>

#include "mem.h"

enum content {
	CONTENT_EMPTY,
	CONTENT_STREAM,   /* of events; also what may be one */
	CONTENT_EXPORT,   /* an SQLite file */
	CONTENT_REPORT,   /* .nsys-rep, .qdrep */
	CONTENT_CHROME,   /* a trace in Chrome's format */
	CONTENT_PERFETTO, /* a trace in Perfetto's format */
	CONTENT_GZIP,
	CONTENT_ZSTD,
	CONTENT_XZ,
	CONTENT_OTHER,
};

/* How many bytes contentof looks at, at most. */
enum { CONTENT_BYTES = 256 };

/* The kind of a file that begins with these bytes, CONTENT_BYTES of them or all that there are. */
enum content contentof(struct span head);

/* The kind of the file at path, by its own first bytes: what is compressed is not looked into.
 * CONTENT_OTHER, errno says why, where it can't be read; CONTENT_OTHER and errno 0 for what is no
 * file. */
enum content contentoffile(const char *path);

/* What messages call it, with its article: "a Chrome trace". */
const char *contentname(enum content kind);

/* What makes a stream of it, for the end of a message: "; nst-dump makes one of it"; empty where
 * nothing does. */
const char *contentremedy(enum content kind);

#endif
