/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "gpu/collective.h"
#include "skew.h"
#include "stream/record.h"
#include "stream/reread.h"

/* The channel of a part: the stream of a kernel, the thread of a call. */
static uint32_t
channelof(struct skew *s, const struct event *ev)
{
	bool call = ev->type == TYPE_MPI;
	int64_t key[] = { call, evnumber(ev, KEY_PID), evnumber(ev, call ? KEY_TID : KEY_DEVICE),
		call ? 0 : evnumber(ev, KEY_CONTEXT), call ? 0 : evnumber(ev, KEY_STREAM) };
	uint32_t number =
	    stringintern(&s->channelkeys, (struct span){ (const char *)key, sizeof(key) });

	GROW(s->channels, s->channelroom, s->channelkeys.used);
	s->channels[number] = (struct channel){ .pid = key[1] };
	return number;
}

/* Adds a part of a collective, in the first reading. */
static void
learn(struct skew *s, const struct event *ev)
{
	struct match *m = &s->match;

	GROW(m->parts, m->room, m->count + 1);
	m->parts[m->count++] = (struct attended){
		.start = ev->number[KEY_TS],
		.end = evend(ev),
		.name = stringintern(&s->names, ev->value[KEY_NAME]),
		.channel = channelof(s, ev),
	};
}

/* Writes which rank came last to a collective. */
static void
putlast(const struct skew *s, const struct together *t, struct buf *to)
{
	int64_t pid = s->channels[s->match.parts[t->latest].channel].pid, rank;

	if (identityrank(&s->ids, pid, &rank))
		recordmemberint(to, "last", rank);
	recordmemberint(to, "last_pid", pid);
}

/* Gives the event of a collective, before its first part. */
static void
skewtell(struct skew *s, const struct together *t, const struct event *part)
{
	struct event ev;

	s->args.n = 0;
	bufchar(&s->args, '{');
	recordmemberint(&s->args, "ranks", t->count);
	recordmemberint(&s->args, "spread", subsat(t->last, t->first));
	recordmemberint(&s->args, "transfer", subsat(t->late, t->last));
	recordmemberint(&s->args, "apart", subsat(t->late, t->early));
	putlast(s, t, &s->args);
	bufchar(&s->args, '}');
	jsonpad(&s->args);
	evmake(&ev, TYPE_COLLECTIVE, t->first, &s->stack);
	ev.where = part->where;
	evsetint(&ev, KEY_DUR, subsat(t->late, t->first));
	evset(&ev, KEY_NAME, part->value[KEY_NAME]);
	evset(&ev, KEY_ARGS, bufall(&s->args));
	stagegive(&s->stage, &ev);
}

/* Whether a member of "args" is one that this stage sets. */
static bool
ours(struct span name)
{
	return spanis(name, "wait") || spanis(name, "transfer") || spanis(name, "last") ||
	    spanis(name, "last_pid");
}

/* Sets "args" of a part: what it had, and how long it waited. */
static void
annotate(struct skew *s, const struct together *t, struct event *ev)
{
	struct span args = evhas(ev, KEY_ARGS) ? ev->value[KEY_ARGS] : (struct span){ NULL, 0 };
	int64_t wait = subsat(t->last, ev->number[KEY_TS]);
	struct span key, value;
	struct json j;

	s->args.n = 0;
	bufchar(&s->args, '{');
	if (args.n > 0 && args.p[0] == '{') {
		jsonopen(&j, args.p, &s->stack);
		while (jsonnext(&j, &key, &value) > 0) {
			if (ours(jsontext(key, &s->scratch)))
				continue;
			if (s->args.n > 1)
				bufchar(&s->args, ',');
			bufchar(&s->args, '"');
			bufspan(&s->args, key);
			bufstr(&s->args, "\":");
			bufspan(&s->args, value);
		}
	}
	recordmemberint(&s->args, "wait", wait);
	recordmemberint(&s->args, "transfer", subsat(evnumber(ev, KEY_DUR), wait));
	putlast(s, t, &s->args);
	bufchar(&s->args, '}');
	jsonpad(&s->args);
	evset(ev, KEY_ARGS, bufall(&s->args));
}

/* Takes a part in the second reading. */
static void
write(struct skew *s, struct event *ev)
{
	const struct match *m = &s->match;
	size_t part = s->at++;
	uint32_t number;

	if (part >= m->count || m->parts[part].start != ev->number[KEY_TS] ||
	    m->parts[part].end != evend(ev))
		evdie(ev, "the stream changed while it was read");
	number = m->of[part];
	if (number == UINT32_MAX)
		return;
	if (!s->told[number])
		skewtell(s, &m->all[number], ev);
	s->told[number] = true;
	annotate(s, &m->all[number], ev);
}

static void
skewevent(struct stage *stage, struct event *ev)
{
	struct skew *s = (struct skew *)stage;

	if (!s->learned) {
		identitylearn(&s->ids, ev);
		if (iscollective(ev))
			learn(s, ev);
		return;
	}
	if (ev->type == TYPE_COLLECTIVE)
		return; /* of an earlier run */
	if (iscollective(ev))
		write(s, ev);
	stagegive(stage, ev);
}

/* Nothing of the first reading is given on. */
static void
skewheader(struct stage *stage, struct event *ev)
{
	if (((struct skew *)stage)->learned)
		stageheader(stage->next, ev);
}

static void
skewend(struct stage *stage, int64_t latest, bool partial)
{
	if (((struct skew *)stage)->learned)
		stageend(stage->next, latest, partial);
}

/* Says what was found, and what was not. */
static void
skewsay(const struct skew *s)
{
	static const char *const whys[] = {
		[MATCH_ALONE] = "on streams without partners",
		[MATCH_MISSING] = "without the part of some rank",
		[MATCH_EITHER] = "that fit more than one",
	};
	const struct match *m = &s->match;
	struct buf text = { 0 };
	uint64_t matched = m->count;

	for (int why = 0; why < MATCH_WHYS; why++) {
		matched -= m->unmatched[why];
		if (m->unmatched[why] > 0)
			bufprintf(&text, "%s%llu %s", text.n > 0 ? ", " : "; left alone: ",
			    (unsigned long long)m->unmatched[why], whys[why]);
	}
	bufchar(&text, '\0');
	warn("%s: %zu collectives of %llu kernels and calls%s", s->path, m->found,
	    (unsigned long long)matched, text.p);
	free(text.p);
}

const char *
skewlearn(struct skew *s, const char *path, bool *failed)
{
	path = rereadfirstpass(&s->stage, path, failed);
	s->match.channels = (uint32_t)s->channelkeys.used;
	matchall(&s->match);
	s->told = xzalloc(s->match.found + 1, sizeof(*s->told));
	s->learned = true;
	skewsay(s);
	return path;
}

void
skewinit(struct skew *s, int64_t apart)
{
	*s = (struct skew){
		.stage = {
			.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE) |
			    EVKEY(KEY_CONTEXT) | EVKEY(KEY_STREAM),
			.header = skewheader,
			.event = skewevent,
			.end = skewend,
		},
		.match.apart = apart,
	};
}

void
skewfree(struct skew *s)
{
	matchfree(&s->match);
	stringtablefree(&s->names);
	stringtablefree(&s->channelkeys);
	free(s->channels);
	identitytablefree(&s->ids);
	free(s->told);
	free(s->args.p);
	free(s->stack.p);
	free(s->scratch.p);
}
