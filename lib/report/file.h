/* SPDX-License-Identifier: MIT */
/*
 * The container of a report: sections found by the directory at its end, and in the one that
 * matters compressed blocks of events, one of strings, and messages before and behind them.
 * nst-report(5) describes it. Blocks are indexed without reading them, so that they can be read in
 * any order and by several readers at once: a file that is open is never written, and read by
 * pread. What is malformed ends the program.
 */
#ifndef NST_REPFILE_H
#define NST_REPFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* How large things may be, bytes: a report that has more is not read. Blocks of events have 7,000
 * entries, and 4 MB at most in all reports seen. */
enum {
	REP_BLOCK = 64 << 20,   /* a block of events, unpacked */
	REP_STRINGS = 1 << 30,  /* that of strings */
	REP_MESSAGE = 64 << 20, /* any other message */
};

/* How many blocks of events there may be: those of nsys have 29 thousand million events then. */
enum { REP_BLOCKS = 1 << 22 };

/* Bytes of the file. */
struct repsection {
	uint64_t at, n;
};

/* A block: where its packed bytes are, and how many there are of both. */
struct repblock {
	uint64_t at;
	uint32_t packed, plain;
};

struct repfile {
	const char *path; /* for messages */
	int fd;
	uint64_t size;
	struct repblock *blocks; /* of events, in the order of the file */
	size_t count, room;
	struct repblock strings;
	/* Messages of the section with the events: before them and behind the strings, threads
	 * only where the chunk header counts some. Empty where there is none. */
	struct buf header, chunk, threads, target;
	struct buf ui, clocks; /* sections that hold a message each */
	bool third;            /* there is another block, of which nobody knows more */
};

/* Memory of a reader of blocks. All zero is none; repscratchfree frees it. */
struct repscratch {
	struct buf packed, plain;
};

/* Whether a file that begins with these bytes is a report. */
bool repfileis(const char *head, size_t n);

/* Ends the program when the name is that of a capture of which no report was made yet. */
void repfilerefuse(const char *path);

/* Opens a report and indexes its blocks, or ends the program with the reason; "-" is standard
 * input, when that is a file. The caller frees with repfileclose. */
void repfileopen(struct repfile *f, const char *path);

void repfileclose(struct repfile *f);

/* Ends the program: the file is malformed there. */
void repfilebad(const struct repfile *f, uint64_t at, const char *what) __attribute__((noreturn));

/* Reads a block and unpacks it; the message in it stays until the scratch is used again. For any
 * number of threads, each with a scratch of its own. */
struct span repfileblock(const struct repfile *f, const struct repblock *b, struct repscratch *s);

void repscratchfree(struct repscratch *s);

#endif
