/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "path.h"

/* Sets the keys that say where a segment is. */
static void
setplace(struct event *ev, const struct place *place)
{
	const struct {
		enum event_key key;
		int64_t v;
	} keys[] = { { KEY_PID, place->pid }, { KEY_TID, place->tid },
		{ KEY_DEVICE, place->device }, { KEY_CONTEXT, place->context },
		{ KEY_STREAM, place->stream } };

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (place->keys & EVKEY(keys[i].key))
			evsetint(ev, keys[i].key, keys[i].v);
}

static void
givesegment(struct pathstage *p, const struct segment *one)
{
	struct event ev;

	evmake(&ev, TYPE_PATH, one->ts, &p->stack);
	evsetint(&ev, KEY_DUR, one->end - one->ts);
	if (one->name != NO_NAME_ID) {
		p->name.n = 0;
		bufspan(&p->name, stringat(&p->segments.names, one->name));
		jsonpad(&p->name);
		evset(&ev, KEY_NAME, bufall(&p->name));
	}
	setplace(&ev, &p->segments.places[one->place]);
	p->args.n = 0;
	bufprintf(&p->args, "{\"kind\":\"%s\"", segmentkindname(one->kind));
	if (one->name != NO_NAME_ID)
		bufprintf(&p->args, ",\"type\":\"%s\"", evtypename(one->type));
	bufchar(&p->args, '}');
	jsonpad(&p->args);
	evset(&ev, KEY_ARGS, bufall(&p->args));
	if (one->step != INT64_MIN)
		evsetint(&ev, KEY_STEP, one->step);
	stagegive(&p->stage, &ev);
}

/* Gives the segments that precede an event from ts with a duration, both ns. */
static void
givebefore(struct pathstage *p, int64_t ts, int64_t dur)
{
	for (; p->given < p->segments.count; p->given++) {
		const struct segment *one = &p->segments.p[p->given];

		if (one->ts > ts || (one->ts == ts && one->end - one->ts <= dur))
			return;
		givesegment(p, one);
	}
}

static void
pathevent(struct stage *stage, struct event *ev)
{
	struct pathstage *p = (struct pathstage *)stage;
	int64_t ts = ev->number[KEY_TS];

	if (ev->type == TYPE_META)
		givebefore(p, ts, INT64_MAX);
	else if (ts >= p->latest)
		givebefore(p, ts, evisopen(ev) ? INT64_MAX : evnumber(ev, KEY_DUR));
	else if (ev->type != TYPE_GPU_STATE) /* a state may be late; all else is at the end */
		givebefore(p, INT64_MAX, -1);
	p->latest = ts > p->latest ? ts : p->latest;
	if (p->marked < p->criticalcount && p->critical[p->marked] == p->position) {
		evsettrue(ev, KEY_CRITICAL);
		p->marked++;
	}
	p->position++;
	stagegive(stage, ev);
}

static void
pathfinish(struct stage *stage)
{
	givebefore((struct pathstage *)stage, INT64_MAX, -1);
}

void
pathinit(struct pathstage *p)
{
	*p = (struct pathstage){
		.stage = { .event = pathevent, .finish = pathfinish, .stop = pathfinish },
		.latest = INT64_MIN,
	};
}

static int
positioncompare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void
pathready(struct pathstage *p)
{
	size_t kept = 0;

	p->critical = xreallocarray(NULL, p->segments.count + 1, sizeof(*p->critical));
	for (size_t i = 0; i < p->segments.count; i++)
		if (p->segments.p[i].position != NO_POSITION)
			p->critical[p->criticalcount++] = p->segments.p[i].position;
	if (p->criticalcount > 0)
		qsort(p->critical, p->criticalcount, sizeof(*p->critical), positioncompare);
	for (size_t i = 0; i < p->criticalcount; i++)
		if (kept == 0 || p->critical[kept - 1] != p->critical[i])
			p->critical[kept++] = p->critical[i];
	p->criticalcount = kept;
}

void
pathfree(struct pathstage *p)
{
	segmentsfree(&p->segments);
	free(p->critical);
	free(p->name.p);
	free(p->args.p);
	free(p->stack.p);
}
