/* SPDX-License-Identifier: MIT */
#include "clip.h"

void
clipinit(struct clip *c)
{
	*c = (struct clip){ .from = INT64_MIN, .to = INT64_MAX };
}

void
clipready(struct clip *c)
{
	c->narrow = windowasked(&c->window);
}

void
clipbegin(struct clip *c, int64_t ts)
{
	c->begun = true;
	c->from = momentresolve(c->window.from, ts, c->end, INT64_MIN);
	c->to = momentresolve(c->window.to, ts, c->end, INT64_MAX);
}

void
clipheader(struct clip *c, const struct event *ev)
{
	if (!c->begun)
		clipbegin(c, ev->number[KEY_TS]);
	tracespanheader(&c->span, ev);
	c->narrow = clipfrom(c) != INT64_MIN || clipto(c) != INT64_MAX;
}

int64_t
clipfrom(const struct clip *c)
{
	int64_t kept = streaminfofrom(&c->span.info);

	return c->from > kept ? c->from : kept;
}

int64_t
clipto(const struct clip *c)
{
	int64_t kept = streaminfoto(&c->span.info);

	return c->to < kept ? c->to : kept;
}

wide
cliplength(const struct clip *c, int64_t ts, int64_t end)
{
	int64_t from = clipfrom(c), to = clipto(c);

	from = ts > from ? ts : from;
	to = end < to ? end : to;
	return to > from ? (wide)to - from : 0;
}

enum clipped
clipposition(const struct clip *c, int64_t ts, int64_t end)
{
	int64_t to = clipto(c);

	if (c->from >= c->to)
		return CLIP_OUTSIDE;
	if (ts >= clipfrom(c) && (to == INT64_MAX || (end <= to && ts < to)))
		return CLIP_INSIDE;
	return evoverlaps(ts, end, c->from, c->to) ? CLIP_ACROSS : CLIP_OUTSIDE;
}

int64_t
clipstart(const struct clip *c)
{
	return tracespanstart(&c->span, clipfrom(c), clipto(c));
}

int64_t
clipend(const struct clip *c)
{
	return tracespanend(&c->span, clipfrom(c), clipto(c));
}
