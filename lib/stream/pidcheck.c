/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "pidcheck.h"

/* Clocks of two hosts may differ by this much, ns. */
enum { SAME_UTC = 1000000 };

/* Warns if the ts of two streams count from different moments, which a sort by ts does not see. */
static void
pidcheckutc(struct pidcheck *m, int64_t utc)
{
	int64_t apart = subsat(utc > m->utc ? utc : m->utc, utc > m->utc ? m->utc : utc);

	if (!m->hasutc || m->apart || apart < SAME_UTC)
		return;
	m->apart = true;
	warn("streams of several captures, whose times count from moments %lld.%03lld s apart, as "
	     "their utc tells: a sort does not align them, nst-merge does",
	    (long long)(apart / 1000000000), (long long)(apart / 1000000 % 1000));
}

/* Notes whether headers are of several captures: a capture has one time at ts 0. */
static void
pidcheckcapture(struct pidcheck *m, const struct event *ev)
{
	struct span line = { jsonspace(ev->line.p), 0 };
	int64_t utc;

	line.n = (size_t)(ev->line.p + ev->line.n - line.p);
	if (!jsonint(jsonmember(line, "utc", ev->stack), &utc))
		return;
	pidcheckutc(m, utc);
	m->captures = m->captures || (m->hasutc && utc != m->utc);
	m->hasutc = true;
	m->utc = utc;
}

static void
pidcheckheader(struct stage *stage, struct event *ev)
{
	struct pidcheck *m = (struct pidcheck *)stage;

	if (++m->headers > 1)
		m->types |= EVTYPE(TYPE_CUDA_API);
	if (ev->line.p)
		pidcheckcapture(m, ev);
	stageheader(stage->next, ev);
}

/* Ends the program if a meta record gives something of a process another name than a record
 * before. */
static void
pidchecknamed(struct pidcheck *m, const struct event *ev)
{
	long long pid = (long long)evnumber(ev, KEY_PID);
	struct span what = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ NULL, 0 };
	struct span name = evarg(ev, spanis(what, "\"device\"") ? "uuid" : "name");
	uint32_t number;
	size_t before = m->strings.used;

	if (name.n == 0 || !evhas(ev, KEY_PID))
		return;
	m->scratch.n = 0;
	bufprintf(&m->scratch, "%.*s %lld %lld %lld", (int)what.n, what.p, pid,
	    (long long)evnumber(ev, KEY_TID), (long long)evnumber(ev, KEY_DEVICE));
	number = stringintern(&m->strings, bufall(&m->scratch));
	if (m->strings.used > before) {
		GROW(m->nameids, m->room, (size_t)number + 1);
		m->nameids[number] = stringintern(&m->strings, name);
	} else if (m->headers > 1 && stringintern(&m->strings, name) != m->nameids[number]) {
		evdie(ev,
		    "%llu streams, and in two of them process %lld is not the same: its %.*s was "
		    "%.*s and is %.*s: merge with nst-merge, which tells them apart",
		    (unsigned long long)m->headers, pid, (int)what.n, what.p,
		    (int)stringat(&m->strings, m->nameids[number]).n,
		    stringat(&m->strings, m->nameids[number]).p, (int)name.n, name.p);
	} else if (m->captures) {
		evdie(ev,
		    "%llu streams of several captures, as their utc tells, and process %lld is in "
		    "two of them: merge with nst-merge, which tells them apart",
		    (unsigned long long)m->headers, pid);
	} else if (m->headers > 1 && !m->hasutc && !m->warned && spanis(what, "\"process\"")) {
		m->warned = true;
		warn("%llu streams without utc, and process %lld is in two of them: it is taken "
		     "for one process; nst-merge takes it for two",
		    (unsigned long long)m->headers, pid);
	}
}

/* Ends the program if a call overlaps the latest call of its thread without being inside it: the
 * calls of one thread are nested. */
static void
pidcheckcall(struct pidcheck *m, const struct event *ev)
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

/* Checks an event of one of m->types. */
static void __attribute__((noinline))
pidchecktyped(struct pidcheck *m, const struct event *ev)
{
	if (ev->type == TYPE_META)
		pidchecknamed(m, ev);
	else
		pidcheckcall(m, ev);
}

static void
pidcheckevent(struct stage *stage, struct event *ev)
{
	struct pidcheck *m = (struct pidcheck *)stage;

	if (m->types & EVTYPE(ev->type))
		pidchecktyped(m, ev);
	stagegive(stage, ev);
}

void
pidcheckinit(struct pidcheck *m)
{
	*m = (struct pidcheck){
		.stage = {
			.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE),
			.valuesonly = true,
			.header = pidcheckheader,
			.event = pidcheckevent,
		},
		.types = EVTYPE(TYPE_META),
	};
}

void
pidcheckfree(struct pidcheck *m)
{
	stringtablefree(&m->strings);
	mapfree(&m->threads);
	free(m->nameids);
	free(m->ends);
	free(m->scratch.p);
}
