/* SPDX-License-Identifier: MIT */
/* Events that are parsed from text. */
#ifndef NST_PARSED_H
#define NST_PARSED_H

#include "base/json.h"
#include "stream/event.h"
#include "tap.h"

static struct buf stack; /* the JSON scanner's; the test frees it */

/* Parses a line that must be a record. */
static inline struct event
record(struct buf *line, const char *text)
{
	struct parseerror error = { NULL, 0 };
	struct event ev = { 0 };

	line->n = 0;
	bufstr(line, text);
	jsonpad(line);
	if (!evparse(&ev, bufall(line), EVENT_INTEGERS, &stack, &error))
		ok(false, "%s: %s", text, error.why);
	return ev;
}

#endif
