/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/mem.h"
#include "timeline.h"

static void
dropfirst(struct timeline *t)
{
	t->first = t->first + 1 < t->room ? t->first + 1 : 0;
	t->count--;
}

static void
timelinegrow(struct timeline *t)
{
	size_t room = t->room > 0 ? t->room * 2 : 16;
	struct namedinterval *p = xreallocarray(NULL, room, sizeof(*p));

	for (size_t i = 0; i < t->count; i++)
		p[i] = *timelineat(t, i);
	free(t->p);
	t->p = p;
	t->first = 0;
	t->room = room;
}

/* Makes room for one more. Drops intervals up to the horizon first, and grows the buffer if it is
 * still at least half full. At the maximum capacity, drops the first interval. */
static void
makeroom(struct timeline *t, int64_t horizon)
{
	while (t->count > 0 && timelineat(t, 0)->to <= horizon)
		dropfirst(t);
	if (t->room < TIMELINE_MAX && t->count * 2 >= t->room)
		timelinegrow(t);
	if (t->count == t->room) {
		t->lostuntil = timelineat(t, 0)->to;
		t->haslost = true;
		dropfirst(t);
	}
}

void
timelineadd(struct timeline *t, struct namedinterval s, int64_t horizon)
{
	struct namedinterval *last = t->count > 0 ? timelineat(t, t->count - 1) : NULL;

	if (last && s.from < last->to)
		s.from = last->to;
	if (s.to <= s.from)
		return;
	if (last && last->to == s.from && last->name == s.name) {
		last->to = s.to;
		return;
	}
	if (t->count == t->room)
		makeroom(t, horizon);
	t->count++;
	*timelineat(t, t->count - 1) = s;
}

size_t
timelinefind(const struct timeline *t, int64_t from)
{
	size_t low = 0, high = t->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (timelineat(t, middle)->to <= from)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void
timelinefree(struct timeline *t)
{
	free(t->p);
	*t = (struct timeline){ 0 };
}
