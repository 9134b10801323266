/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "filter.h"
#include "json.h"

/* What the patterns say about a name. Names repeat, and matching is slow, so the answers for some
 * thousand are kept. */
struct answer {
	bool match;
	const char *color;
};

enum { ANSWERS = 8192 };

static const enum event_key keys[] = {
	[FILTER_PID] = KEY_PID,
	[FILTER_TID] = KEY_TID,
	[FILTER_DEVICE] = KEY_DEVICE,
	[FILTER_STREAM] = KEY_STREAM,
};

/* The text of a string key; empty when absent. */
static struct span
text(struct filter *f, const struct event *ev, enum event_key key)
{
	if (!evhas(ev, key) || !jsonisstring(ev->value[key]))
		return (struct span){ "", 0 };
	return jsontext(ev->value[key], &f->scratch);
}

static const struct answer *
answer(struct filter *f, const struct event *ev)
{
	struct span name = text(f, ev, KEY_NAME);
	size_t before = f->answered.used;
	uint32_t id;

	if (before == ANSWERS) {
		namesfree(&f->answered);
		before = 0;
	}
	if (!f->answers)
		f->answers = xreallocarray(NULL, ANSWERS, sizeof(*f->answers));
	id = nameput(&f->answered, name);
	if (f->answered.used > before)
		f->answers[id] = (struct answer){
			.match = f->match && patternmatch(&f->pattern, name),
			.color = schemecolor(&f->scheme, name),
		};
	return &f->answers[id];
}

static bool
typewanted(struct filter *f, const struct event *ev)
{
	if (f->types == 0 && f->others.used == 0)
		return true;
	if (ev->type != TYPE_OTHER)
		return f->types & EVTYPE(ev->type);
	for (uint32_t i = 0; i < f->others.used; i++)
		if (spansame(nameget(&f->others, i), text(f, ev, KEY_TYPE)))
			return (f->matched.p[i] = 1);
	return false;
}

/* Whether a text is one of those asked for, or begins with one. */
static bool
among(const struct texts *t, struct span have, bool prefix)
{
	for (size_t i = 0; i < t->count; i++) {
		size_t n = prefix && have.n > t->p[i].n ? t->p[i].n : have.n;

		if (spansame((struct span){ have.p, n }, t->p[i]))
			return true;
	}
	return false;
}

static bool
numberwanted(const struct numbers *n, const struct event *ev, enum event_key key)
{
	for (size_t i = 0; i < n->count; i++)
		if (evhas(ev, key) && ev->number[key] == n->p[i])
			return true;
	return n->count == 0;
}

static bool
timewanted(const struct filter *f, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evopen(ev) ? INT64_MAX : evend(ev);

	return evtouches(ts, end, f->from, f->to) &&
	    (!evhas(ev, KEY_DUR) || ev->number[KEY_DUR] >= f->mindur);
}

/* Whether an event is what the options that speak of ranges alone ask for. */
static bool
rangewanted(struct filter *f, const struct event *ev)
{
	if (evfamily(ev->type) != FAMILY_NVTX)
		return true;
	if (f->domains.count > 0 && !among(&f->domains, text(f, ev, KEY_DOMAIN), false))
		return false;
	return f->prefixes.count == 0 || among(&f->prefixes, text(f, ev, KEY_NAME), true);
}

static bool
wanted(struct filter *f, const struct event *ev)
{
	if (!typewanted(f, ev) || !timewanted(f, ev))
		return false;
	for (int i = 0; i < FILTER_NUMBERS; i++)
		if (!numberwanted(&f->numbers[i], ev, keys[i]))
			return false;
	return rangewanted(f, ev) && (!f->match || answer(f, ev)->match);
}

static void
event(struct stage *stage, struct event *ev)
{
	struct filter *f = (struct filter *)stage;
	const char *color = NULL;

	if (ev->type != TYPE_META) {
		if (wanted(f, ev) == f->invert)
			return;
		if (f->scheme.count > 0 && evhas(ev, KEY_NAME))
			color = answer(f, ev)->color;
	}
	if (color) {
		f->cname.n = 0;
		bufprintf(&f->cname, "\"%s\"", color);
		jsonpad(&f->cname);
		evset(ev, KEY_CNAME, bufall(&f->cname));
	}
	stagegive(stage, ev);
}

void
filterinit(struct filter *f)
{
	*f = (struct filter){ .stage.event = event, .from = INT64_MIN, .to = INT64_MAX };
}

void
filternumber(struct filter *f, enum filter_number which, int64_t v)
{
	struct numbers *n = &f->numbers[which];

	f->stage.want |= EVKEY(keys[which]);
	n->p = xreallocarray(n->p, n->count + 1, sizeof(*n->p));
	n->p[n->count++] = v;
}

void
filtertype(struct filter *f, struct span name)
{
	if (nameput(&f->others, name) == f->matched.n)
		bufchar(&f->matched, 0);
}

void
textsadd(struct texts *t, const char *text)
{
	t->p = xreallocarray(t->p, t->count + 1, sizeof(*t->p));
	t->p[t->count++] = spanof(text);
}

void
filterfree(struct filter *f)
{
	for (int i = 0; i < FILTER_NUMBERS; i++)
		free(f->numbers[i].p);
	if (f->match)
		patternfree(&f->pattern);
	schemefree(&f->scheme);
	namesfree(&f->others);
	namesfree(&f->answered);
	free(f->answers);
	free(f->prefixes.p);
	free(f->domains.p);
	free(f->matched.p);
	free(f->scratch.p);
	free(f->cname.p);
}
