/* SPDX-License-Identifier: MIT */
/* Reads one input of a merge: an event stream, or a profile, which a child nst-dump converts. */
#ifndef NST_INPUTSTREAM_H
#define NST_INPUTSTREAM_H

#include <sys/types.h>

#include "io/lines.h"
#include "stream/event.h"
#include "stream/skipped.h"

struct inputstream {
	const char *path;
	struct lines lines;
	pid_t child; /* the nst-dump that writes the lines, or 0 */
	bool ispipe; /* no regular file: it cannot be reread, and its writer reports failures */
	struct where where;
	struct buf stack;  /* scratch memory of the parser */
	struct skipped skipped; /* of its end records */
	struct buf header; /* the first header record, padded by JSON_SLACK; empty before it */
	struct event ev;   /* the current record */
	uint64_t headers, ends; /* number of header and of end records */
	bool hasrecords; /* there was a record */
	int64_t latest;  /* ts of the latest event, ns; INT64_MIN before the first */
	bool truncated;  /* the end record is missing */
	bool failed;     /* the input is incomplete, or its writer failed */
};

/* Options for the child nst-dump. */
struct dumpoptions {
	const char *types; /* --type; NULL for all */
	bool hosts;        /* --hosts */
};

/* Opens the input at path; "-" is standard input. It is read in blocks of block bytes. An error
 * ends the program. */
void inputstreamopen(
    struct inputstream *r, const char *path, const struct dumpoptions *options, size_t block);

/* Reads the next record into r->ev, except headers and end records. Decodes pid, gpu and the
 * integer keys in want (EVKEY bits). Returns false at the end of the input; a warning has then
 * named any truncation. A line that is not a record or is out of order ends the program. */
bool inputstreamnext(struct inputstream *r, unsigned want, bool partial);

void inputstreamclose(struct inputstream *r);

#endif
