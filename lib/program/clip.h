/* SPDX-License-Identifier: MIT */
/* Clips events to a time window, for all programs that add up. The window is the intersection of
 * the one that the user requested and the one that the stream still covers, which its headers tell
 * (header.h). Another header may follow at any time, so events near an edge must wait until the
 * window is final. Shares are relative to the span of the stream (timespan.h), cut to the
 * window. */
#ifndef NST_CLIP_H
#define NST_CLIP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wide.h"
#include "stream/timespan.h"
#include "window.h"

struct clip {
	struct window window;     /* requested */
	int64_t end;              /* of the profile, ns; set only if the window is relative to it */
	int64_t from, to;         /* the requested window, ns; INT64_MIN and INT64_MAX if open */
	bool begun;               /* the first record was read */
	struct tracespan span;    /* of the stream */
	bool narrow;              /* some time is outside the window known now */
	bool seen;                /* an event was read */
};

/* The integer keys of headers that must be decoded. */
#define CLIP_KEYS STREAMINFO_KEYS

/* The position of an event. */
enum clipped {
	CLIP_INSIDE, /* in the window, and stays so */
	CLIP_ACROSS, /* partly in the window, or may be */
	CLIP_OUTSIDE /* not in the window, and never will be */
};

/* Makes a window of all time. */
void clipinit(struct clip *c);

/* The caller has set c->window; it must not change it from here on. */
void clipready(struct clip *c);

/* Computes the requested window from ts, ns, of the first record. */
void clipbegin(struct clip *c, int64_t ts);

/* Reads the window that a header tells. */
void clipheader(struct clip *c, const struct event *ev);

/* Reads an event. */
static inline void
clipevent(struct clip *c, const struct event *ev)
{
	if (!c->begun)
		clipbegin(c, ev->number[KEY_TS]);
	c->seen = true;
	tracespanevent(&c->span, ev);
}

/* Returns the position of an event from ts to end, ns. */
enum clipped clipposition(const struct clip *c, int64_t ts, int64_t end);

/* The bounds of the window known now, ns; another header may widen it. */
int64_t clipfrom(const struct clip *c);
int64_t clipto(const struct clip *c);

/* Returns the length of the part of [ts, end) that is in the window, ns. */
wide cliplength(const struct clip *c, int64_t ts, int64_t end);

/* The bounds of the time that shares are relative to, ns: the span of the stream, cut to the
 * window. */
int64_t clipstart(const struct clip *c);
int64_t clipend(const struct clip *c);

#endif
