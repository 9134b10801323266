/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "gpu/collective.h"
#include "skew.h"
#include "stream/record.h"
#include "stream/reread.h"

/* Returns the channel of a part: the process in its process group, the stream of a kernel, or the
 * thread of a call. */
static uint32_t
channelof(struct skew *s, const struct event *ev, const struct comms *c)
{
	bool call = ev->type == TYPE_MPI, told = c->group != COMMS_NONE;
	int64_t key[] = { told ? 2 : call, evnumber(ev, KEY_PID),
		told ? c->group : evnumber(ev, call ? KEY_TID : KEY_DEVICE),
		call || told ? 0 : evnumber(ev, KEY_CONTEXT),
		call || told ? 0 : evnumber(ev, KEY_STREAM) };
	uint32_t number =
	    stringintern(&s->channelkeys, (struct span){ (const char *)key, sizeof(key) });

	GROW(s->channels, s->channelroom, s->channelkeys.used);
	GROW(s->told, s->toldroom, s->channelkeys.used);
	s->channels[number] = (struct channel){ .pid = key[1] };
	s->told[number] = c->group;
	return number;
}

/* Reads what the trace tells of a part. */
static void
skewtold(struct skew *s, const struct event *ev, struct comms *c)
{
	int64_t rank;

	*c = (struct comms){ .group = COMMS_NONE, .operation = COMMS_NONE, .seq = -1 };
	if (ev->type == TYPE_KERNEL && evhas(ev, KEY_ARGS))
		commsread(&s->comms, ev,
		    identityrank(&s->ids, evnumber(ev, KEY_PID), &rank) ? rank : -1, c);
}

/* Returns the name by which a part is matched: of the kernel or call, or what the trace tells. The
 * latter has no quotes around it. */
static uint32_t
skewnameof(struct skew *s, const struct event *ev, const struct comms *c)
{
	return stringintern(&s->names, c->group == COMMS_NONE ?
		ev->value[KEY_NAME] : stringat(&s->comms.operations, c->operation));
}

/* First pass: adds a part of a collective. */
static void
skewaddpart(struct skew *s, const struct event *ev)
{
	struct matcher *m = &s->match;
	struct comms c;

	skewtold(s, ev, &c);
	GROW(m->parts, m->room, m->count + 1);
	GROW(s->toldparts, s->toldpartroom, m->count + 1);
	s->toldparts[m->count] = (struct toldpart){
		.group = c.group == COMMS_NONE ? COMMS_NONE : stringintern(&s->names, c.name),
		.seq = c.seq,
	};
	m->parts[m->count++] = (struct rankpart){
		.start = ev->number[KEY_TS],
		.end = evend(ev),
		.name = skewnameof(s, ev, &c),
		.channel = channelof(s, ev, &c),
		.numbered = c.seq >= 0,
	};
}

/* Writes the process group of a collective, and its number there, if the trace tells them. */
static void
recordgroup(const struct skew *s, const struct skewcollective *t, struct buf *to)
{
	const struct toldpart *part = &s->toldparts[t->lastpart];

	if (part->group == COMMS_NONE)
		return;
	recordmember(to, "group");
	bufspan(to, stringat(&s->names, part->group));
	if (part->seq >= 0)
		recordmemberint(to, "seq", part->seq);
}

/* Writes the rank that started last. */
static void
recordlastrank(const struct skew *s, const struct skewcollective *t, struct buf *to)
{
	int64_t pid = s->channels[s->match.parts[t->lastpart].channel].pid, rank;

	if (identityrank(&s->ids, pid, &rank))
		recordmemberint(to, "last", rank);
	recordmemberint(to, "last_pid", pid);
}

/* Gives the "collective" event. */
static void
skewgivecollective(struct skew *s, const struct skewcollective *t, const struct event *part)
{
	struct event ev;

	s->args.n = 0;
	bufchar(&s->args, '{');
	recordmemberint(&s->args, "ranks", t->count);
	recordmemberint(&s->args, "spread", subsat(t->laststart, t->firststart));
	recordmemberint(&s->args, "transfer", subsat(t->lastend, t->laststart));
	recordmemberint(&s->args, "apart", subsat(t->lastend, t->firstend));
	recordlastrank(s, t, &s->args);
	recordgroup(s, t, &s->args);
	bufchar(&s->args, '}');
	jsonpad(&s->args);
	evmake(&ev, TYPE_COLLECTIVE, t->firststart, &s->stack);
	ev.where = part->where;
	evsetint(&ev, KEY_DUR, subsat(t->lastend, t->firststart));
	evset(&ev, KEY_NAME, part->value[KEY_NAME]);
	evset(&ev, KEY_ARGS, bufall(&s->args));
	stagegive(&s->stage, &ev);
}

/* Returns true for a member of "args" that this stage sets itself. */
static bool
issetbyus(struct span name)
{
	return spanis(name, "wait") || spanis(name, "transfer") || spanis(name, "last") ||
	    spanis(name, "last_pid");
}

/* Sets "args" of a part: adds its wait, and drops members that an earlier nst-skew set. */
static void
skewsetargs(struct skew *s, const struct skewcollective *t, struct event *ev)
{
	struct span args = evhas(ev, KEY_ARGS) ? ev->value[KEY_ARGS] : (struct span){ NULL, 0 };
	int64_t wait = subsat(t->laststart, ev->number[KEY_TS]);
	struct span key, value;
	struct json j;

	s->args.n = 0;
	bufchar(&s->args, '{');
	if (args.n > 0 && args.p[0] == '{') {
		jsonopen(&j, args.p, &s->stack);
		while (jsonnext(&j, &key, &value) > 0) {
			if (issetbyus(jsontext(key, &s->scratch)))
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
	recordlastrank(s, t, &s->args);
	bufchar(&s->args, '}');
	jsonpad(&s->args);
	evset(ev, KEY_ARGS, bufall(&s->args));
}

/* Second pass: sets "args" of a part, and gives the collective before its first part. */
static void
skewannotatepart(struct skew *s, struct event *ev)
{
	const struct matcher *m = &s->match;
	size_t part = s->nextpart++;
	uint32_t collective;

	if (part >= m->count || m->parts[part].start != ev->number[KEY_TS] ||
	    m->parts[part].end != evend(ev))
		evdie(ev, "the stream changed while it was read");
	collective = m->collective[part];
	if (collective == UINT32_MAX)
		return;
	if (!s->given[collective])
		skewgivecollective(s, &m->found[collective], ev);
	s->given[collective] = true;
	skewsetargs(s, &m->found[collective], ev);
}

static void
skewevent(struct stage *stage, struct event *ev)
{
	struct skew *s = (struct skew *)stage;

	if (!s->secondpass) {
		identitylearn(&s->ids, ev);
		commslearn(&s->comms, ev);
		if (iscollective(ev))
			skewaddpart(s, ev);
		return;
	}
	if (ev->type == TYPE_COLLECTIVE)
		return; /* from an earlier run of nst-skew */
	if (iscollective(ev))
		skewannotatepart(s, ev);
	stagegive(stage, ev);
}

/* The first pass gives no output. */
static void
skewheader(struct stage *stage, struct event *ev)
{
	if (((struct skew *)stage)->secondpass)
		stageheader(stage->next, ev);
}

static void
skewend(struct stage *stage, const struct streamend *end)
{
	if (((struct skew *)stage)->secondpass)
		stageend(stage->next, end);
}

/* Prints the number of collectives found and of parts left unmatched, by reason. */
static void
skewreport(const struct skew *s)
{
	static const char *const whys[] = {
		[MATCH_ALONE] = "on streams without partners",
		[MATCH_MISSING] = "without the part of some rank",
		[MATCH_AMBIGUOUS] = "that fit more than one",
		[MATCH_APART] = "of the same number that end farther apart than --apart",
	};
	const struct matcher *m = &s->match;
	struct buf text = { 0 };
	uint64_t matched = m->count;
	bool all = true;

	for (int why = 0; why < MATCH_OK; why++) {
		matched -= m->unmatched[why];
		all = all && m->unmatched[why] == 0;
		if (m->unmatched[why] > 0)
			bufprintf(&text, "%s%llu %s", text.n > 0 ? ", " : "; left alone: ",
			    (unsigned long long)m->unmatched[why], whys[why]);
	}
	bufchar(&text, '\0');
	if (m->foundcount > 0 || !s->quiet)
		(all && matched > 0 ? errnote : warn)(
		    "%s: %zu collectives of %llu kernels and calls%s",
		    s->path, m->foundcount, (unsigned long long)matched, text.p);
	free(text.p);
}

const char *
skewfirstpass(struct skew *s, const char *path, bool *failed)
{
	path = rereadfirstpass(&s->stage, path, failed);
	s->match.channels = (uint32_t)s->channelkeys.used;
	s->match.told = s->told;
	s->match.toldcount = (uint32_t)s->comms.groups.used;
	matchall(&s->match);
	s->given = xzalloc(s->match.foundcount + 1, sizeof(*s->given));
	s->secondpass = true;
	skewreport(s);
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
		.match.maxapart = apart,
	};
}

void
skewfree(struct skew *s)
{
	matchfree(&s->match);
	stringtablefree(&s->names);
	stringtablefree(&s->channelkeys);
	free(s->channels);
	free(s->told);
	commstablefree(&s->comms);
	free(s->toldparts);
	identitytablefree(&s->ids);
	free(s->given);
	free(s->args.p);
	free(s->stack.p);
	free(s->scratch.p);
}
