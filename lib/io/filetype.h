/* SPDX-License-Identifier: MIT */
/* What a file is, by its first bytes. */
#ifndef NST_FILETYPE_H
#define NST_FILETYPE_H

#include <stdbool.h>

#include "base/mem.h"

enum filetype {
	FILETYPE_EMPTY,
	FILETYPE_STREAM,   /* of events; also what may be one */
	FILETYPE_EXPORT,   /* an SQLite file */
	FILETYPE_REPORT,   /* .nsys-rep, .qdrep */
	FILETYPE_CHROME,   /* a trace in Chrome's format */
	FILETYPE_PERFETTO, /* a trace in Perfetto's format */
	FILETYPE_GZIP,
	FILETYPE_ZSTD,
	FILETYPE_XZ,
	FILETYPE_OTHER,
};

/* How many bytes filetypeof looks at, at most. */
enum { FILETYPE_BYTES = 256 };

/* The kind of a file that begins with these bytes, FILETYPE_BYTES of them or all that there are. */
enum filetype filetypeof(struct span head);

/* Whether they are those of a compressed file: FILETYPE_GZIP, FILETYPE_ZSTD or FILETYPE_XZ, else
 * FILETYPE_OTHER; FILETYPE_EMPTY where only more bytes would tell. */
enum filetype filetypecompressed(struct span head);

/* Whether it is a profile, which nst-dump reads: an export or a report. */
static inline bool
filetypeprofile(enum filetype type)
{
	return type == FILETYPE_EXPORT || type == FILETYPE_REPORT;
}

/* Whether it is known to be something else than a stream of events. */
bool filetypeforeign(enum filetype type);

/* What messages call it, with its article: "a Chrome trace". */
const char *filetypename(enum filetype kind);

/* What makes a stream of it, for the end of a message: ": nst-dump makes one of it"; empty where
 * nothing does. */
const char *filetyperemedy(enum filetype kind);

#endif
