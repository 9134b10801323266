/* SPDX-License-Identifier: MIT */
/* The container of a report, written: blocks as entries come, and the sections around them at the
 * end. nst-report(5) describes it; lib/report reads it. */
#ifndef NST_REPORTWRITER_H
#define NST_REPORTWRITER_H

#include <stdint.h>

#include "base/mem.h"

struct reportwriter {
	const char *path; /* for messages */
	int fd;
	uint64_t written; /* bytes of the file */
	struct buf entries; /* of the block that is being filled */
	struct buf blocks;  /* those before it, packed */
	struct buf out;
	unsigned entrycount; /* how many entries there are in the block */
	uint64_t events, generic;
};

/* Begins a report on a descriptor that is empty; the path is for messages. */
void reportwriteropen(struct reportwriter *b, const char *path, int fd);

/* Adds an entry, already a message: an event, or a generic event. */
void reportwriterevent(struct reportwriter *b, struct span message);
void reportwritergeneric(struct reportwriter *b, struct span message);

/* What else a report holds, each a message. */
struct reportparts {
	const char *product; /* the version of nsys with its build */
	struct span options; /* the command line and the environment */
	struct span header, sources, strings, threads, target, ui;
	uint64_t stringcount, threadcount;
};

/* Writes all of it, or ends the program. The sources are fields of the chunk header, as they
 * are. */
void reportwriterclose(struct reportwriter *b, const struct reportparts *parts);

#endif
