/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "kinetolinks.h"

/* The calls of a page. Correlation ids are dense, so that pages are nearly full. */
enum { CALLS_PAGE = 256 };

/* The state of a correlation id. */
struct kinetocall {
	int64_t external;
	uint32_t annotation; /* the innermost one, 0 for none */
	bool known;          /* the call was written */
	bool arrow;          /* its arrow was begun */
};

/* The open push/pop ranges of a thread. */
struct kinetostack {
	struct kinetoopen {
		int64_t start;
		int64_t end; /* ns; INT64_MAX if the range is never closed */
		int64_t id;
		bool operator;
		uint32_t annotation; /* the range itself, or the innermost one around it */
	} *p;
	size_t count, room;
};

int64_t
kinetolinksnew(struct kinetolinks *l)
{
	return ++l->latest;
}

static struct kinetostack *
kinetostackof(struct kinetolinks *l, int64_t tid)
{
	bool fresh;
	uint32_t *index = mapput(&l->threads, (struct mapkey){ (uint64_t)tid, 0 }, &fresh);

	if (fresh) {
		*index = (uint32_t)(l->threads.used - 1);
		GROW(l->stacks, l->stacksroom, l->threads.used);
		l->stacks[*index] = (struct kinetostack){ NULL, 0, 0 };
	}
	return &l->stacks[*index];
}

/* Removes the ranges that have ended before ts. */
static void
kinetostackpop(struct kinetostack *s, int64_t ts)
{
	while (s->count > 0 && s->p[s->count - 1].end <= ts)
		s->count--;
}

/* Returns the number of a new annotation. */
static uint32_t
kinetoannotate(struct kinetolinks *l, int64_t id, struct span name)
{
	GROW(l->annotations, l->annotationsroom, l->annotationcount + 1);
	l->annotations[l->annotationcount++] =
	    (struct kinetoannotation){ id, stringintern(&l->names, name) };
	return (uint32_t)l->annotationcount;
}

void
kinetolinksopen(struct kinetolinks *l, const struct event *ev, int64_t id, struct span name)
{
	struct kinetoopen range = {
		.start = ev->number[KEY_TS],
		.end = evisopen(ev) ? INT64_MAX : evend(ev),
		.id = id,
		.operator = name.n == 0,
	};
	struct kinetostack *s;

	if (id > l->latest)
		l->latest = id;
	if (evisstartend(ev) || !evhas(ev, KEY_TID))
		return;
	s = kinetostackof(l, ev->number[KEY_TID]);
	kinetostackpop(s, ev->number[KEY_TS]);
	if (name.n > 0)
		range.annotation = kinetoannotate(l, id, name);
	else if (s->count > 0)
		range.annotation = s->p[s->count - 1].annotation;
	GROW(s->p, s->room, s->count + 1);
	s->p[s->count++] = range;
}

int64_t
kinetolinksoperator(struct kinetolinks *l, int64_t tid, int64_t ts)
{
	struct kinetostack *s = kinetostackof(l, tid);

	kinetostackpop(s, ts);
	for (size_t i = 0; i < s->count; i++)
		if (s->p[i].operator)
			return s->p[i].start;
	return ts;
}

/* Returns the call with a correlation id. */
static struct kinetocall *
kinetocallof(struct kinetolinks *l, int64_t corr)
{
	uint64_t number = (uint64_t)corr;
	bool fresh;
	uint32_t *page =
	    mapput(&l->pages, (struct mapkey){ number / CALLS_PAGE, 0 }, &fresh);
	size_t room = l->callsroom;

	if (fresh) {
		*page = (uint32_t)(l->pages.used - 1);
		GROW(l->calls, l->callsroom, l->pages.used * CALLS_PAGE);
		if (l->callsroom > room)
			memset(l->calls + room, 0, (l->callsroom - room) * sizeof(*l->calls));
	}
	return &l->calls[(size_t)*page * CALLS_PAGE + number % CALLS_PAGE];
}

int64_t
kinetolinkscall(struct kinetolinks *l, const struct event *ev)
{
	struct kinetostack *s = kinetostackof(l, evnumber(ev, KEY_TID));
	struct kinetocall call = { .known = true };

	kinetostackpop(s, ev->number[KEY_TS]);
	if (s->count > 0) {
		call.external = s->p[s->count - 1].id;
		call.annotation = s->p[s->count - 1].annotation;
	}
	if (evhas(ev, KEY_CORR))
		*kinetocallof(l, ev->number[KEY_CORR]) = call;
	return call.external;
}

int64_t
kinetolinkswork(struct kinetolinks *l, const struct event *ev)
{
	return evhas(ev, KEY_CORR) ? kinetocallof(l, ev->number[KEY_CORR])->external : 0;
}

/* Adds work to the projection of an annotation. */
static void
kinetoproject(struct kinetolinks *l, const struct event *ev, uint32_t annotation)
{
	struct kinetoprojection new = { annotation, evnumber(ev, KEY_DEVICE),
		evnumber(ev, KEY_STREAM), ev->number[KEY_TS], evend(ev), 0, 0 }, *p;
	int64_t key[] = { annotation, new.device, new.stream };
	size_t before = l->projectionkeys.used;
	uint32_t number =
	    stringintern(&l->projectionkeys, (struct span){ (const char *)key, sizeof(key) });

	GROW(l->projections, l->projectionsroom, l->projectionkeys.used);
	p = &l->projections[number];
	if (number == before)
		*p = new;
	if (new.end > p->end)
		p->end = new.end;
	p->count++;
	p->sum = addsat(p->sum, evnumber(ev, KEY_DUR));
}

bool
kinetolinksarrow(struct kinetolinks *l, const struct event *ev, bool *first)
{
	struct kinetocall *call;

	if (!evhas(ev, KEY_CORR))
		return false;
	call = kinetocallof(l, ev->number[KEY_CORR]);
	*first = !call->arrow;
	call->arrow = true;
	if (call->annotation > 0)
		kinetoproject(l, ev, call->annotation);
	return call->known;
}

void
kinetolinksrecord(struct kinetolinks *l, const struct event *ev, int64_t event)
{
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_CONTEXT), (uint64_t)event };
	bool fresh;
	uint32_t *index = mapput(&l->records, key, &fresh);

	if (fresh) {
		*index = (uint32_t)(l->records.used - 1);
		GROW(l->recordlist, l->recordsroom, l->records.used);
	}
	l->recordlist[*index] = (struct kinetorecord){
		evhas(ev, KEY_CORR) ? ev->number[KEY_CORR] : -1,
		evhas(ev, KEY_STREAM) ? ev->number[KEY_STREAM] : -1,
	};
}

const struct kinetorecord *
kinetolinksrecorded(const struct kinetolinks *l, const struct event *ev, int64_t event)
{
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_CONTEXT), (uint64_t)event };
	const uint32_t *index = mapget(&l->records, key);

	return index ? &l->recordlist[*index] : NULL;
}

void
kinetolinksfree(struct kinetolinks *l)
{
	for (size_t i = 0; i < l->threads.used; i++)
		free(l->stacks[i].p);
	free(l->stacks);
	free(l->calls);
	mapfree(&l->threads);
	mapfree(&l->pages);
	free(l->annotations);
	free(l->recordlist);
	mapfree(&l->records);
	free(l->projections);
	stringtablefree(&l->names);
	stringtablefree(&l->projectionkeys);
}
