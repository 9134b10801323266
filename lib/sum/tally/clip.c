/* SPDX-License-Identifier: MIT */
#include "clip.h"

void
clipinit(struct clip *c)
{
	*c = (struct clip){
		.from = INT64_MIN, .to = INT64_MAX, .keptfrom = INT64_MIN, .keptto = INT64_MAX
	};
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
	int64_t from = evhas(ev, KEY_FROM) ? ev->number[KEY_FROM] : INT64_MIN;
	int64_t to = evhas(ev, KEY_TO) ? ev->number[KEY_TO] : INT64_MAX;
	int64_t ts = ev->number[KEY_TS];

	if (!c->begun)
		clipbegin(c, ts);
	if (!c->header && !c->seen) {
		c->keptfrom = from;
		c->keptto = to;
		c->first = ts;
	}
	c->header = true;
	c->first = ts < c->first ? ts : c->first;
	c->keptfrom = from < c->keptfrom ? from : c->keptfrom;
	c->keptto = to > c->keptto ? to : c->keptto;
	c->narrow = clipfrom(c) != INT64_MIN || clipto(c) != INT64_MAX;
}

int64_t
clipfrom(const struct clip *c)
{
	return c->from > c->keptfrom ? c->from : c->keptfrom;
}

int64_t
clipto(const struct clip *c)
{
	return c->to < c->keptto ? c->to : c->keptto;
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
	int64_t from = clipfrom(c);

	return from > c->first ? from : c->first;
}

int64_t
clipend(const struct clip *c)
{
	int64_t to = clipto(c), start = clipstart(c);

	to = to < c->latest ? to : c->latest;
	return to > start ? to : start;
}
