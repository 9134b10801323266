/* SPDX-License-Identifier: MIT */
/*
 * Addends that wait for the end of the stream, in a temporary file. The groups that they are added
 * to are removed from memory meanwhile. So the log has segments: each begins with the keys of the
 * groups of its addends, which are made again when the segment is read.
 */
#ifndef NST_ADDENDLOG_H
#define NST_ADDENDLOG_H

#include "accumulator.h"
#include "io/spillfile.h"

/* All zero is empty; addendlogfree frees it. */
struct addendlog {
	struct spillfile file;
	struct buf record;
	int64_t ts; /* of the addend before in the segment, ns */

	/* Reading. */
	struct spillreader reader;
	uint64_t segment;  /* position of the current one */
	uint64_t left;     /* number of its addends that were not read */
	uint32_t *groups;  /* its groups, by their place in it */
	size_t room;
};

/* Appends a segment: addends, and the keys of all groups without their subgroups. */
void addendlogsave(
    struct addendlog *l, const struct groups *g, const struct addend *addends, size_t count);

/* Begins to read; no segment may follow. */
void addendlogread(struct addendlog *l);

/* Sets *addend to the next one; makes the groups of its segment. Returns false at the end. */
bool addendlognext(struct addendlog *l, struct groups *g, struct addend *addend);

/* Makes the groups of the current segment again. Must be called after they were removed. */
void addendlogremake(struct addendlog *l, struct groups *g);

void addendlogfree(struct addendlog *l);

#endif
