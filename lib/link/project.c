/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "project.h"

/* A range as the GPU saw it, on one device. */
struct projected {
	int64_t first;       /* of the sum, ns */
	uint32_t range, sum; /* numbers */
};

static int
projectbyorder(const void *a, const void *b, void *arg)
{
	const struct sums *sums = arg;
	const struct projected *p = a, *q = b;
	struct ondevice x, y;

	if (p->first != q->first)
		return p->first < q->first ? -1 : 1;
	x = sumsget(sums, p->sum);
	y = sumsget(sums, q->sum);
	if (x.last != y.last)
		return x.last > y.last ? -1 : 1;
	if (p->range != q->range)
		return p->range < q->range ? -1 : 1; /* outer ranges were entered first */
	return (x.device > y.device) - (x.device < y.device);
}

/* Puts together the arguments of a projected range. */
static void
setargs(struct link *l, struct event *ev, const struct range *range, const struct ondevice *sum)
{
	const struct rangekind *kind = scopeskind(&l->scopes, range);
	int64_t ts = scopests(&l->scopes, range), dur = scopesdur(&l->scopes, range);
	struct buf *out = &l->args;

	out->n = 0;
	bufchar(out, '{');
	if (kind->type != NONE) {
		bufstr(out, "\"type\":");
		bufspan(out, stringat(&l->scopes.names, kind->type));
		bufchar(out, ',');
	}
	bufstr(out, "\"count\":");
	bufint(out, sum->count);
	bufstr(out, ",\"sum\":");
	bufint(out, sum->time);
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
projectgive(struct link *l, const struct projected *p)
{
	const struct scopes *s = &l->scopes;
	const struct range *range = &s->ranges[p->range];
	const struct rangekind *kind = scopeskind(s, range);
	struct ondevice sum = sumsget(&s->sums, p->sum);
	struct event ev;

	evmake(&ev, kind->type == NONE ? TYPE_NVTX_KERNEL : TYPE_CALL_KERNEL, sum.first,
	    &l->stack);
	evsetint(&ev, KEY_DUR, subsat(sum.last, sum.first));
	evset(&ev, KEY_NAME, stringat(&s->names, range->name));
	evsetint(&ev, KEY_PID, scopespid(s, kind->thread));
	evsetint(&ev, KEY_TID, scopestid(s, kind->thread));
	evsetint(&ev, KEY_DEVICE, sum.device);
	if (kind->domain != NONE)
		evset(&ev, KEY_DOMAIN, stringat(&s->names, kind->domain));
	setargs(l, &ev, range, &sum);
	stagegive(&l->stage, &ev);
}

void
projectall(struct link *l)
{
	struct scopes *s = &l->scopes;
	struct projected *all = NULL;
	size_t n = 0, room = 0;

	scopesfold(s);
	jsonpad(&s->names.text);
	for (uint32_t i = 0; i < s->count.ranges; i++) {
		if (scopeskind(s, &s->ranges[i])->type == NONE &&
		    !(l->project.ours & EVTYPE(TYPE_NVTX)))
			continue;
		for (uint32_t j = s->rangesums[i]; j != NONE; j = s->sums.p[j].next) {
			struct ondevice sum = sumsget(&s->sums, j);

			if (sum.count > 0) {
				GROW(all, room, n + 1);
				all[n++] = (struct projected){ sum.first, i, j };
			}
		}
	}
	if (n > 0)
		qsort_r(all, n, sizeof(*all), projectbyorder, &s->sums);
	for (size_t i = 0; i < n; i++)
		projectgive(l, &all[i]);
	free(all);
}
