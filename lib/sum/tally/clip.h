/* SPDX-License-Identifier: MIT */
/*
 * The window of time that counts: what was asked for, inside of what the stream still has. Headers
 * say what a filter kept; of several streams in one it is all that any of them kept, and the next
 * header may come at any time.
 */
#ifndef NST_CLIP_H
#define NST_CLIP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wide.h"
#include "program/window.h"
#include "stream/event.h"

struct clip {
	struct window window;     /* asked for */
	int64_t end;              /* of the profile, ns, where the window needs that */
	int64_t from, to;         /* the window on the clock, ns; INT64_MIN and INT64_MAX for all */
	bool begun;               /* the first record came */
	bool header;              /* one came before any event */
	int64_t keptfrom, keptto; /* of the headers, ns: their union */
	bool narrow;              /* the window is less than all time, so far */
	bool seen;                /* an event came */
	int64_t first, latest;    /* ns: the least ts of header and events, the latest end */
};

/* The integer keys of headers that must be decoded. */
#define CLIP_KEYS (EVKEY(KEY_FROM) | EVKEY(KEY_TO))

/* Where some of an event lies. */
enum clipped {
	CLIP_INSIDE, /* all of it is in the window, and stays there */
	CLIP_ACROSS, /* some is or may be */
	CLIP_OUTSIDE /* none is, or will be */
};

/* Makes a window of all time. */
void clipinit(struct clip *c);

/* Notes what was asked for, which no longer changes. */
void clipready(struct clip *c);

/* Puts the window onto the clock: the first record begins at ts, ns. */
void clipbegin(struct clip *c, int64_t ts);

/* Learns from a header. */
void clipheader(struct clip *c, const struct event *ev);

/* Learns that an event lasts from ts to end, ns. */
static inline void
clipevent(struct clip *c, int64_t ts, int64_t end)
{
	if (!c->begun)
		clipbegin(c, ts);
	if (!c->seen && !c->header)
		c->first = ts;
	if (!c->seen)
		c->latest = end;
	c->seen = true;
	c->first = ts < c->first ? ts : c->first;
	c->latest = end > c->latest ? end : c->latest;
}

/* Where what lasts from ts to end, ns, lies. */
enum clipped clipposition(const struct clip *c, int64_t ts, int64_t end);

/* The window as it is now, ns. */
int64_t clipfrom(const struct clip *c);
int64_t clipto(const struct clip *c);

/* How much of what lasts from ts to end is in that window, ns. */
wide cliplength(const struct clip *c, int64_t ts, int64_t end);

/* The span that figures are shares of, ns: the window, inside of the time of the profile, which
 * begins with its header and ends with its latest end, or with its end record at latest. */
int64_t clipstart(const struct clip *c);
int64_t clipend(const struct clip *c);

#endif
