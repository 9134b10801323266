/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "pidcheck.h"

static void
pidcheckheader(struct stage *stage, struct event *ev)
{
	((struct pidcheck *)stage)->headers++;
	stageheader(stage->next, ev);
}

/* Looks whether a meta record names something of a process otherwise than one before it. */
static void
pidchecknamed(struct pidcheck *m, const struct event *ev)
{
	long long pid = (long long)evnumber(ev, KEY_PID);
	struct span what = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ NULL, 0 };
	struct span name = evarg(ev, spanis(what, "\"device\"") ? "uuid" : "name");
	uint32_t number;
	size_t before = m->named.used;

	if (name.n == 0 || !evhas(ev, KEY_PID))
		return;
	m->scratch.n = 0;
	bufprintf(&m->scratch, "%.*s %lld %lld %lld", (int)what.n, what.p, pid,
	    (long long)evnumber(ev, KEY_TID), (long long)evnumber(ev, KEY_DEVICE));
	number = stringintern(&m->named, bufall(&m->scratch));
	if (m->named.used > before) {
		GROW(m->names, m->room, (size_t)number + 1);
		m->names[number] = stringintern(&m->named, name);
	} else if (m->headers > 1 && stringintern(&m->named, name) != m->names[number]) {
		evdie(ev,
		    "%llu streams, and in two of them process %lld is not the same: its %.*s was "
		    "%.*s and is %.*s: merge with nst-merge, which tells them apart",
		    (unsigned long long)m->headers, pid, (int)what.n, what.p,
		    (int)stringat(&m->named, m->names[number]).n,
		    stringat(&m->named, m->names[number]).p, (int)name.n, name.p);
	}
}

/* Looks whether a call crosses one before it on its thread, as no calls of one thread do. */
static void
called(struct pidcheck *m, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), tid = evnumber(ev, KEY_TID), end = evend(ev);
	uint32_t *number;
	bool fresh;

	if (!evhas(ev, KEY_TID))
		return;
	number = mapput(&m->threads, (struct mapkey){ (uint64_t)pid, (uint64_t)tid }, &fresh);
	if (fresh) {
		*number = (uint32_t)m->threads.used - 1;
		GROW(m->ends, m->endsroom, m->threads.used);
		m->ends[*number] = end;
	}
	if (ev->number[KEY_TS] < m->ends[*number] && end > m->ends[*number])
		evdie(ev,
		    "%llu streams, and in two of them process %lld is not the same: calls of its "
		    "thread %lld cross: merge with nst-merge, which tells them apart",
		    (unsigned long long)m->headers, (long long)pid, (long long)tid);
	if (end > m->ends[*number])
		m->ends[*number] = end;
}

static void
pidcheckevent(struct stage *stage, struct event *ev)
{
	struct pidcheck *m = (struct pidcheck *)stage;

	if (ev->type == TYPE_META)
		pidchecknamed(m, ev);
	else if (ev->type == TYPE_CUDA_API && m->headers > 1)
		called(m, ev);
	stagegive(stage, ev);
}

void
pidcheckinit(struct pidcheck *m)
{
	*m = (struct pidcheck){
		.stage = {
			.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE),
			.header = pidcheckheader,
			.event = pidcheckevent,
		},
	};
}

void
pidcheckfree(struct pidcheck *m)
{
	stringtablefree(&m->named);
	mapfree(&m->threads);
	free(m->names);
	free(m->ends);
	free(m->scratch.p);
}
