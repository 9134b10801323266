/* SPDX-License-Identifier: MIT */
/* A log of bytes that may not fit into memory: bytes are appended, and read from any place. Once
 * those in memory are more than a limit, all are moved to a temporary file (TMPDIR). Every error
 * ends the program with a message. */
#ifndef NST_BYTELOG_H
#define NST_BYTELOG_H

#include <stdbool.h>

#include "base/proto.h"

/* The default limit, bytes. */
enum { BYTELOG_LIMIT = 16 << 20 };

/* All zero but limit is empty; bytelogfree frees it. */
struct bytelog {
	size_t limit;     /* bytes in memory; 0 for the default */
	struct buf bytes; /* those in memory, the last ones */
	uint64_t written; /* number of bytes before those, in the file */
	int fd;           /* of the file, if opened */
	bool opened;
};

/* Returns the number of all bytes: the place of the next one. */
static inline uint64_t
bytelogend(const struct bytelog *l)
{
	return l->written + l->bytes.n;
}

/* Moves the bytes to the file if they are beyond the limit. Must follow what appends to bytes. */
void bytelogcheck(struct bytelog *l);

/* Copies n bytes from a place on. */
void bytelogcopy(const struct bytelog *l, uint64_t at, char *to, size_t n);

void bytelogfree(struct bytelog *l);

/* Reads from a place to the end. All zero but log and at is ready; free p. */
struct bytelogreader {
	const struct bytelog *log;
	uint64_t at;    /* behind the bytes in p */
	char *p;
	size_t next, n; /* p has n bytes, of which those before next were returned */
};

/* Reads more bytes into p. Returns false at the end. */
bool bytelogfill(struct bytelogreader *r);

/* Returns the next byte, or -1 at the end. */
static inline int
bytelogbyte(struct bytelogreader *r)
{
	if (r->next == r->n && !bytelogfill(r))
		return -1;
	return (unsigned char)r->p[r->next++];
}

/* Returns the next byte, which stays the next one, or -1 at the end. */
static inline int
bytelogpeek(struct bytelogreader *r)
{
	if (r->next == r->n && !bytelogfill(r))
		return -1;
	return (unsigned char)r->p[r->next];
}

/* Does what bytelogvarint does for a number that may be at the end of p. */
uint64_t bytelogslowvarint(struct bytelogreader *r);

/* Returns the next number of protovarint; 0 at the end. */
static inline uint64_t
bytelogvarint(struct bytelogreader *r)
{
	uint64_t v;

	if (r->n - r->next < PROTO_VARINT_BYTES)
		return bytelogslowvarint(r);
	r->next = (size_t)(protoread(r->p + r->next, &v) - r->p);
	return v;
}

#endif
