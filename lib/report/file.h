/* SPDX-License-Identifier: MIT */
/*
 * The container of a report: sections, which a directory at the end of the file lists. One
 * section has the events in LZ4-compressed blocks, a block of strings after them, and messages
 * before and after. nst-report(5) describes it. Opening indexes the blocks without reading them,
 * so several threads can read them in any order with pread. A malformed file ends the program.
 */
#ifndef NST_REPFILE_H
#define NST_REPFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* The largest sizes that are accepted, in bytes. In all reports seen, blocks have 7,000 events
 * and at most 4 MB. */
enum {
	REP_BLOCK = 64 << 20,   /* a decompressed block of events */
	REP_STRINGS = 1 << 30,  /* the decompressed block of strings */
	REP_MESSAGE = 64 << 20, /* any other message */
};

/* The most blocks of events: enough for 29 thousand million events. */
enum { REP_BLOCKS = 1 << 22 };

/* A range of bytes in the file. */
struct repsection {
	uint64_t at, n;
};

/* A block: its offset in the file, its compressed and its decompressed size. */
struct repblock {
	uint64_t at;
	uint32_t packed, plain;
};

struct repfile {
	const char *path; /* for messages */
	int fd;
	uint64_t size;
	struct repblock *blocks; /* of events, in file order */
	size_t count, room;
	struct repblock strings;
	/* Messages of the section with the events: before the blocks, and after the strings.
	 * Empty if absent; threads is there only if the chunk header counts some. */
	struct buf header, chunk, threads, target;
	struct buf ui, clocks; /* messages that are a section each */
	bool third;            /* there is a third kind of block, whose content is unknown */
};

/* The buffers of one thread that reads blocks. All zero is empty; repscratchfree frees them. */
struct repscratch {
	struct buf packed, plain;
};

/* Returns true if a file that starts with these bytes is a report. */
bool repfileis(const char *head, size_t n);

/* Ends the program if path names a .qdstrm file, the raw capture from which a report is yet to
 * be made. */
void repfilerefuse(const char *path);

/* Opens a report and indexes its blocks, or ends the program with a message. "-" is standard
 * input, which must be a file. The caller frees with repfileclose. */
void repfileopen(struct repfile *f, const char *path);

void repfileclose(struct repfile *f);

/* Ends the program: the file is malformed at an offset. */
void repfilebad(const struct repfile *f, uint64_t at, const char *what) __attribute__((noreturn));

/* Reads and decompresses a block. Returns its message, valid until the scratch is used again.
 * Threads may call this at the same time, each with its own scratch. */
struct span repfileblock(const struct repfile *f, const struct repblock *b, struct repscratch *s);

void repscratchfree(struct repscratch *s);

#endif
