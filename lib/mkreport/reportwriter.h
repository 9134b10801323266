/* SPDX-License-Identifier: MIT */
/* Writes the container of a report: blocks of events first, and the sections around them at
 * the end. nst-report(5) describes the format; lib/report reads it. */
#ifndef NST_REPORTWRITER_H
#define NST_REPORTWRITER_H

#include <stdint.h>

#include "base/mem.h"

struct reportwriter {
	const char *path; /* for messages */
	int fd;
	uint64_t written;   /* bytes written to the file */
	struct buf entries; /* of the current block */
	struct buf blocks;  /* the blocks before it, compressed */
	struct buf out;
	unsigned entrycount; /* the number of entries in the current block */
	uint64_t events, generic;
};

/* Begins a report in an empty file. The path is for messages. */
void reportwriteropen(struct reportwriter *b, const char *path, int fd);

/* Add an entry, an encoded message: an event, or a generic event. */
void reportwriterevent(struct reportwriter *b, struct span message);
void reportwritergeneric(struct reportwriter *b, struct span message);

/* The other parts of a report: encoded messages, unless a comment says otherwise. */
struct reportparts {
	const char *product; /* the version of nsys with its build */
	struct span options; /* the command line and the environment */
	struct span header, sources, strings, threads, target, ui;
	uint64_t stringcount, threadcount;
};

/* Writes the report, or ends the program. parts->sources is appended to the chunk header, as
 * encoded fields. */
void reportwriterclose(struct reportwriter *b, const struct reportparts *parts);

#endif
