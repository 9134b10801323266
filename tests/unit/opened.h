/* SPDX-License-Identifier: MIT */
/* A report that is open, and a cursor on it. */
#ifndef NST_OPENED_H
#define NST_OPENED_H

#include "report/cursor.h"

struct opened {
	char *path; /* the caller's, who keeps it */
	struct rep rep;
	struct repcoverage tally;
	struct repcursor cursor;
};

/* Opens the report at a path; it stays where it is. */
static inline void
openreport(struct opened *o, char *path, bool proven)
{
	o->path = path;
	repopen(&o->rep, path, proven);
	repcoverageopen(&o->tally, &o->rep.schema);
	repcursoropen(&o->cursor, &o->rep, &o->tally);
}

static inline void
closereport(struct opened *o)
{
	repcursorclose(&o->cursor);
	repcoveragefree(&o->tally);
	repclose(&o->rep);
}

#endif
