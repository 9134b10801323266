/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "json.h"
#include "project.h"

/* A range as the GPU saw it, on one device. */
struct projected {
	const struct range *range;
	const struct ondevice *sum;
};

static int
byorder(const void *a, const void *b)
{
	const struct projected *p = a, *q = b;

	if (p->sum->first != q->sum->first)
		return p->sum->first < q->sum->first ? -1 : 1;
	if (p->sum->last != q->sum->last)
		return p->sum->last > q->sum->last ? -1 : 1;
	if (p->range != q->range)
		return p->range < q->range ? -1 : 1; /* outer ranges were entered first */
	return (p->sum->device > q->sum->device) - (p->sum->device < q->sum->device);
}

/* Appends a member whose value is an integer. */
static void
member(struct buf *out, const char *name, int64_t v)
{
	bufchar(out, out->p[out->n - 1] == '{' ? '"' : ',');
	if (out->p[out->n - 1] == ',')
		bufchar(out, '"');
	bufstr(out, name);
	bufstr(out, "\":");
	bufint(out, v);
}

/* Puts together the arguments of a projected range. */
static void
setargs(struct link *l, struct event *ev, const struct projected *p)
{
	const struct range *range = p->range;
	struct buf *out = &l->args;

	out->n = 0;
	bufchar(out, '{');
	if (range->type != NONE) {
		bufstr(out, "\"type\":");
		bufspan(out, nameget(&l->scopes.names, range->type));
	}
	member(out, "count", p->sum->count);
	member(out, "sum", p->sum->time);
	if (p->sum->inherited > 0)
		member(out, "inherited", p->sum->inherited);
	bufstr(out, ",\"range\":{");
	member(out, "ts", range->ts);
	member(out, "dur", subsat(range->open ? l->last : range->end, range->ts));
	bufstr(out, range->open ? ",\"open\":true}}" : "}}");
	jsonpad(out);
	evset(ev, KEY_ARGS, bufall(out));
}

static void
give(struct link *l, const struct projected *p)
{
	const struct scopes *s = &l->scopes;
	const struct range *range = p->range;
	struct event ev;

	evmake(&ev, range->type == NONE ? TYPE_NVTX_KERNEL : TYPE_CALL_KERNEL, p->sum->first,
	    &l->stack);
	evsetint(&ev, KEY_DUR, subsat(p->sum->last, p->sum->first));
	evset(&ev, KEY_NAME, nameget(&s->names, range->name));
	evsetint(&ev, KEY_PID, scopespid(s, range->thread));
	evsetint(&ev, KEY_TID, scopestid(s, range->thread));
	evsetint(&ev, KEY_DEVICE, p->sum->device);
	if (range->domain != NONE)
		evset(&ev, KEY_DOMAIN, nameget(&s->names, range->domain));
	setargs(l, &ev, p);
	stagegive(&l->stage, &ev);
}

void
projectall(struct link *l)
{
	const struct scopes *s = &l->scopes;
	struct projected *all = NULL;
	size_t n = 0, room = 0;

	scopesfold(&l->scopes);
	jsonpad(&l->scopes.names.text);
	for (size_t i = 0; i < s->count.ranges; i++) {
		const struct range *range = &s->ranges[i];

		if (range->type == NONE && !(l->project.ours & EVTYPE(TYPE_NVTX)))
			continue;
		for (uint32_t j = range->sums; j != NONE; j = s->sums.p[j].next)
			if (s->sums.p[j].count > 0) {
				GROW(all, room, n + 1);
				all[n++] = (struct projected){ range, &s->sums.p[j] };
			}
	}
	if (n > 0)
		qsort(all, n, sizeof(*all), byorder);
	for (size_t i = 0; i < n; i++)
		give(l, &all[i]);
	free(all);
}
