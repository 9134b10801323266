/* SPDX-License-Identifier: MIT */
/* A temporary file of records: data that does not fit into memory. Records are appended, and read
 * in order from any of them on. Every error ends the program with a message. */
#ifndef NST_SPILLFILE_H
#define NST_SPILLFILE_H

#include <stdbool.h>

#include "base/mem.h"

/* All zero is an empty file, which takes no descriptor; spillfilefree frees it. */
struct spillfile {
	struct buf out;   /* records that are not written yet */
	uint64_t written; /* bytes in the file, without those */
	int fd;           /* of the file, if opened */
	bool opened;
};

/* Returns the position of the next record: the size of the file in bytes. */
static inline uint64_t
spillfileend(const struct spillfile *f)
{
	return f->written + f->out.n;
}

/* Appends a record of two parts. */
void spillfileadd(struct spillfile *f, struct span first, struct span second);

/* Writes the rest. Must precede spillfileread, and no record may follow. */
void spillfileflush(struct spillfile *f);

void spillfilefree(struct spillfile *f);

/* Reads the records between two positions. All zero but the first three is ready; free p. */
struct spillreader {
	const struct spillfile *file;
	uint64_t at, end; /* bytes; the part that was not read yet */
	size_t block;     /* bytes to read at once; 0 for a default */
	char *p;
	size_t next, n, room; /* p has n bytes, and those before next were returned */
};

/* Returns the next record, which is valid until the next call. Returns false at the end. */
bool spillfileread(struct spillreader *r, struct span *record);

#endif
