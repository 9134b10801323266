/* SPDX-License-Identifier: MIT */
/* Detects the type of a file by its first bytes. */
#ifndef NST_FILETYPE_H
#define NST_FILETYPE_H

#include <stdbool.h>

#include "base/mem.h"

enum filetype {
	FILETYPE_EMPTY,
	FILETYPE_STREAM,   /* NDJSON events, and any other text that may be a stream */
	FILETYPE_EXPORT,   /* an export of Nsight Systems, or any other SQLite file */
	FILETYPE_REPORT,   /* a report of Nsight Systems: .nsys-rep, .qdrep */
	FILETYPE_CHROME,   /* a trace in Chrome's JSON format */
	FILETYPE_PYTORCH,  /* the same, of PyTorch's profiler for certain */
	FILETYPE_PERFETTO, /* a trace of Perfetto's packets */
	FILETYPE_GZIP,
	FILETYPE_ZSTD,
	FILETYPE_XZ,
	FILETYPE_OTHER,
};

/* The number of bytes that filetypeof examines at most. */
enum { FILETYPE_BYTES = 256 };

/* Returns the type of a file by its first bytes: FILETYPE_BYTES of them, or the whole file. */
enum filetype filetypeof(struct span head);

/* Returns the same for a file with a path. If the file is named like a profile, FILETYPE_STREAM,
 * FILETYPE_CHROME and FILETYPE_PERFETTO need more than the first byte: damaged profiles may begin
 * with any byte. */
enum filetype filetypenamed(struct span head, const char *path);

/* Returns FILETYPE_GZIP, FILETYPE_ZSTD or FILETYPE_XZ if the bytes begin a file of that format,
 * else FILETYPE_OTHER. Returns FILETYPE_EMPTY if it needs more bytes to decide. */
enum filetype filetypecompressed(struct span head);

/* Returns true for a trace in JSON. */
static inline bool
filetypetrace(enum filetype type)
{
	return type == FILETYPE_CHROME || type == FILETYPE_PYTORCH;
}

/* Returns true for a profile: an export, a report or a trace in JSON, which nst-dump reads. */
static inline bool
filetypeprofile(enum filetype type)
{
	return type == FILETYPE_EXPORT || type == FILETYPE_REPORT || filetypetrace(type);
}

/* Returns true if the type is certainly not a stream of events. Empty and unknown files may be
 * one. */
bool filetypeforeign(enum filetype type);

/* Returns the type's name for messages, with its article: "a Chrome trace". */
const char *filetypename(enum filetype kind);

/* Returns what a file of type FILETYPE_OTHER is by its name, for messages: a report of another
 * program, or a profile that is damaged from its first byte on. Returns NULL for other names. */
const char *filetypebysuffix(const char *path);

/* Returns the end of a message: the program that turns this type into a stream, as in ": nst-dump
 * makes one of it"; "" if there is none. */
const char *filetyperemedy(enum filetype kind);

#endif
