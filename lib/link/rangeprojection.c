/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "rangeprojection.h"

/* A range with launches on one device; it becomes one event. */
struct projection {
	int64_t first;       /* start of its first launched event, ns */
	uint32_t range, sum; /* index in ranges.ranges; index in sums.p */
};

static int
projectioncompare(const void *a, const void *b, void *arg)
{
	const struct devicesums *sums = arg;
	const struct projection *p = a, *q = b;
	struct devicesum x, y;

	if (p->first != q->first)
		return p->first < q->first ? -1 : 1;
	x = devicesumget(sums, p->sum);
	y = devicesumget(sums, q->sum);
	if (x.last != y.last)
		return x.last > y.last ? -1 : 1;
	if (p->range != q->range)
		return p->range < q->range ? -1 : 1; /* outer ranges have lower indices */
	return (x.device > y.device) - (x.device < y.device);
}

static void
projectionargs(struct link *l, struct event *ev, const struct range *range,
    const struct devicesum *sum)
{
	const struct rangekind *kind = rangeskind(&l->ranges, range);
	int64_t ts = rangests(&l->ranges, range), dur = rangesdur(&l->ranges, range);
	struct buf *out = &l->args;

	out->n = 0;
	bufchar(out, '{');
	if (kind->type != NONE) {
		bufstr(out, "\"type\":");
		bufspan(out, stringat(&l->ranges.names, kind->type));
		bufchar(out, ',');
	}
	bufstr(out, "\"count\":");
	bufint(out, sum->count);
	bufstr(out, ",\"sum\":");
	bufint(out, sum->busy);
	if (sum->inherited > 0) {
		bufstr(out, ",\"inherited\":");
		bufint(out, sum->inherited);
	}
	bufstr(out, ",\"range\":{\"ts\":");
	bufint(out, ts);
	bufstr(out, ",\"dur\":");
	bufint(out, dur < 0 ? subsat(l->last, ts) : dur);
	bufstr(out, dur < 0 ? ",\"open\":true}}" : "}}");
	jsonpad(out);
	evset(ev, KEY_ARGS, bufall(out));
}

static void
projectiongive(struct link *l, const struct projection *p)
{
	const struct ranges *r = &l->ranges;
	const struct range *range = &r->ranges[p->range];
	const struct rangekind *kind = rangeskind(r, range);
	struct devicesum sum = devicesumget(&r->sums, p->sum);
	struct event ev;

	evmake(&ev, kind->type == NONE ? TYPE_NVTX_KERNEL : TYPE_CALL_KERNEL, sum.first,
	    &l->stack);
	evsetint(&ev, KEY_DUR, subsat(sum.last, sum.first));
	evset(&ev, KEY_NAME, stringat(&r->names, range->name));
	evsetint(&ev, KEY_PID, rangespid(r, kind->thread));
	evsetint(&ev, KEY_TID, rangestid(r, kind->thread));
	evsetint(&ev, KEY_DEVICE, sum.device);
	if (kind->domain != NONE)
		evset(&ev, KEY_DOMAIN, stringat(&r->names, kind->domain));
	if (p->range < l->projectedaround.count) {
		l->around.count = 0;
		rangespath(r, l->projectedaround.p[p->range], &l->around);
		if (rangespathnames(r, &l->around, &l->nvtx))
			evset(&ev, KEY_NVTX, bufall(&l->nvtx));
	}
	projectionargs(l, &ev, range, &sum);
	stagegive(&l->stage, &ev);
}

void
projectranges(struct link *l)
{
	struct ranges *r = &l->ranges;
	struct projection *all = NULL;
	size_t n = 0, room = 0;

	rangessum(r);
	if (l->projectedaround.count == 0)
		rangesdropnodes(r);
	jsonpad(&r->names.text);
	for (uint32_t i = 0; i < r->count.ranges; i++) {
		for (uint32_t j = r->rangesums[i]; j != NONE; j = r->sums.p[j].next) {
			struct devicesum sum = devicesumget(&r->sums, j);

			if (sum.count > 0) {
				GROW(all, room, n + 1);
				all[n++] = (struct projection){ sum.first, i, j };
			}
		}
	}
	if (n > 0)
		qsort_r(all, n, sizeof(*all), projectioncompare, &r->sums);
	for (size_t i = 0; i < n; i++)
		projectiongive(l, &all[i]);
	free(all);
}
