/* SPDX-License-Identifier: MIT */
/* The container of a report, written: blocks as entries come, and the sections around them at the
 * end. nst-report(5) describes it; lib/report reads it. */
#ifndef NST_BOX_H
#define NST_BOX_H

#include <stdint.h>

#include "base/mem.h"

struct box {
	const char *path; /* for messages */
	int fd;
	uint64_t written; /* bytes of the file */
	struct buf entries; /* of the block that is being filled */
	struct buf blocks;  /* those before it, packed */
	struct buf out;
	unsigned filled; /* how many entries there are in the block */
	uint64_t events, generic;
};

/* Begins a report on a descriptor that is empty; the path is for messages. */
void boxopen(struct box *b, const char *path, int fd);

/* Adds an entry, already a message: an event, or a generic event. */
void boxevent(struct box *b, struct span message);
void boxgeneric(struct box *b, struct span message);

/* What else a report holds, each a message. */
struct boxparts {
	const char *product; /* the version of nsys with its build */
	struct span options; /* the command line and the environment */
	struct span header, sources, strings, threads, target, ui;
	uint64_t stringcount, threadcount;
};

/* Writes all of it, or ends the program. The sources are fields of the chunk header, as they
 * are. */
void boxclose(struct box *b, const struct boxparts *parts);

#endif
