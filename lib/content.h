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

/* Whether they are those of a compressed file: CONTENT_GZIP, CONTENT_ZSTD or CONTENT_XZ, else
 * CONTENT_OTHER; CONTENT_EMPTY where only more bytes would tell. */
enum content contentpacked(struct span head);

/* The kind of the file at path; packed says whether it is compressed, and what is in it is what
 * counts, if that can be read. CONTENT_OTHER, errno says why, where it can't be read; CONTENT_OTHER
 * and errno 0 for what is no file. */
enum content contentoffile(const char *path, bool *packed);

/* Whether it is a profile, which nst-dump reads: an export or a report. */
static inline bool
contentprofile(enum content content)
{
	return content == CONTENT_EXPORT || content == CONTENT_REPORT;
}

/* Whether it is known to be something else than a stream of events. */
bool contentforeign(enum content content);

/* What messages call it, with its article: "a Chrome trace". */
const char *contentname(enum content kind);

/* What makes a stream of it, for the end of a message: ": nst-dump makes one of it"; empty where
 * nothing does. */
const char *contentremedy(enum content kind);

#endif
