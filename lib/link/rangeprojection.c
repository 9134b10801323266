/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "base/sortkey.h"
#include "io/recordsort.h"
#include "rangeprojection.h"

/* The bytes of args without the type and JSON_SLACK, at most: five numbers, and their keys. */
enum { ARGS_ROOM = 5 * INT_ROOM + 96 };

/* A range with launches on one device; it becomes one event. */
struct projection {
	uint32_t range, sum; /* index of the range; index of the sum, in ranges.sums */
};

/* Makes a key by which projections are sorted: by start, then the longer one first, then outer
 * ranges first, which have lower indices. */
static void
projectionkey(struct buf *key, uint32_t range, const struct devicesum *sum)
{
	key->n = 0;
	sortkeyint(key, sum->first);
	sortkeyint(key, ~sum->last);
	sortkeyint(key, range);
	sortkeyint(key, sum->device);
}

static void
projectionargs(struct link *l, struct event *ev, uint32_t range, const struct devicesum *sum)
{
	const struct rangekind *kind = rangeskind(&l->ranges, range);
	int64_t ts = joinhalves(kind->ts, rangeat(&l->ranges, range)->ts);
	int64_t dur = rangesdur(&l->ranges, range);
	struct buf *out = &l->args;
	char *p;

	out->n = 0;
	bufchar(out, '{');
	if (kind->type != NONE) {
		bufstr(out, "\"type\":");
		bufspan(out, pagedstring(&l->ranges.names, kind->type));
		bufchar(out, ',');
	}
	p = bufroom(out, ARGS_ROOM + JSON_SLACK);
	p = memputint(memputliteral(p, "\"count\":"), sum->count);
	p = memputint(memputliteral(p, ",\"sum\":"), sum->busy);
	if (sum->inherited > 0)
		p = memputint(memputliteral(p, ",\"inherited\":"), sum->inherited);
	p = memputint(memputliteral(p, ",\"range\":{\"ts\":"), ts);
	p = memputint(memputliteral(p, ",\"dur\":"), dur < 0 ? subsat(l->last, ts) : dur);
	p = dur < 0 ? memputliteral(p, ",\"open\":true}}") : memputliteral(p, "}}");
	memset(p, 0, 1 + JSON_SLACK);
	out->n = (size_t)(p - out->p);
	evset(ev, KEY_ARGS, bufall(out));
}

static void
projectiongive(struct link *l, const struct projection *p)
{
	const struct ranges *r = &l->ranges;
	const struct rangekind *kind = rangeskind(r, p->range);
	struct devicesum sum = devicesumget(&r->sums, p->sum);
	struct event ev;

	evmake(&ev, kind->type == NONE ? TYPE_NVTX_KERNEL : TYPE_CALL_KERNEL, sum.first,
	    &l->stack);
	evsetint(&ev, KEY_DUR, subsat(sum.last, sum.first));
	evset(&ev, KEY_NAME, pagedstring(&r->names, rangeat(r, p->range)->name));
	evsetint(&ev, KEY_PID, rangespid(r, kind->thread));
	evsetint(&ev, KEY_TID, rangestid(r, kind->thread));
	evsetint(&ev, KEY_DEVICE, sum.device);
	if (kind->domain != NONE)
		evset(&ev, KEY_DOMAIN, pagedstring(&r->names, kind->domain));
	if (p->range < l->projectedaround.count) {
		l->around.count = 0;
		rangespath(r, *(const struct enclosing *)pagedread(&l->projectedaround, p->range),
		    &l->around);
		if (rangespathnames(r, &l->around, &l->nvtx))
			evset(&ev, KEY_NVTX, bufall(&l->nvtx));
	}
	projectionargs(l, &ev, p->range, &sum);
	stagegive(&l->stage, &ev);
}

/* Adds the projections of all ranges to a sorter. */
static void
addprojections(struct link *l, struct recordsort *sorted)
{
	struct ranges *r = &l->ranges;
	struct buf key = { 0 };

	for (uint32_t i = 0; i < r->ranges.count; i++, pagestrim(&l->pool)) {
		uint32_t next = *(const uint32_t *)pagedread(&r->rangesums, i);

		for (; next != NONE; next = devicesumnext(&r->sums, next)) {
			struct devicesum sum = devicesumget(&r->sums, next);
			struct projection p = { i, next };

			if (sum.count <= 0)
				continue;
			projectionkey(&key, i, &sum);
			recordsortadd(sorted, bufall(&key), 0,
			    (struct span){ (const char *)&p, sizeof(p) });
		}
	}
	free(key.p);
}

void
projectranges(struct link *l)
{
	struct recordsort sorted = { 0 };
	struct span key, value;

	rangessum(&l->ranges);
	l->pool.limit /= 2; /* the other half is for the sorter */
	sorted.memory = l->pool.limit;
	pagestrim(&l->pool);
	if (l->projectedaround.count == 0)
		rangesdropnodes(&l->ranges);
	addprojections(l, &sorted);
	recordsortread(&sorted);
	while (recordsortnext(&sorted, &key, &value)) {
		struct projection p;

		memcpy(&p, value.p, sizeof(p));
		projectiongive(l, &p);
		pagestrim(&l->pool);
	}
	recordsortfree(&sorted);
}
