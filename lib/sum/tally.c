/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "json.h"
#include "tally.h"

/* The patterns that a text matches. */
struct answer {
	bool known;
	uint32_t *patterns;
	uint32_t count;
};

/* An array indexed by text, with zeros in what is new. */
static void *
bytext(const struct tally *t, void *array, size_t *room, size_t size)
{
	size_t before = *room;
	char *p = xgrow(array, room, t->groups.names.used, size);

	memset(p + before * size, 0, (*room - before) * size);
	return p;
}

void
tallypattern(struct tally *t, const char *option, const char *pattern)
{
	struct span text = { pattern, strlen(pattern) };
	struct tallypattern *p;

	t->patterns = xreallocarray(t->patterns, t->patterncount + 1, sizeof(*t->patterns));
	p = &t->patterns[t->patterncount++];
	*p = (struct tallypattern){ .text = nameput(&t->groups.names, text) };
	patternread(&p->pattern, option, text);
}

/* The values of an event for what is grouped by, but its name and the ranges around it. */
static void
fill(struct groups *g, const struct event *ev, struct value values[BY_COUNT])
{
	for (size_t i = 0; i < g->depth; i++) {
		enum by key = g->keys[i];

		values[key] = keys[key].value ? keys[key].value(g, ev) : (struct value){ false, 0 };
	}
}

/* The patterns that a text matches, asked once for each text. */
static const struct answer *
answer(struct tally *t, uint32_t text)
{
	struct answer *a;
	struct span name;

	t->answers = bytext(t, t->answers, &t->answersroom, sizeof(*t->answers));
	a = &t->answers[text];
	if (a->known)
		return a;
	a->known = true;
	t->groups.scratch.n = 0;
	bufspan(&t->groups.scratch, nameget(&t->groups.names, text));
	name = bufall(&t->groups.scratch);
	for (size_t i = 0; i < t->patterncount; i++)
		if (patternmatch(&t->patterns[i].pattern, name)) {
			a->patterns =
			    xreallocarray(a->patterns, a->count + 1, sizeof(*a->patterns));
			a->patterns[a->count++] = (uint32_t)i;
			t->patterns[i].matched = true;
		}
	return a;
}

static void
find(struct tally *t, const struct value values[BY_COUNT])
{
	GROW(t->found, t->foundroom, t->foundcount + 1);
	t->found[t->foundcount++] = groupsfind(&t->groups, values);
}

/* Finds the groups of an event for the ranges around it. */
static void
findranges(struct tally *t, const struct event *ev, struct value values[BY_COUNT])
{
	struct span ranges = ev->value[KEY_NVTX], item;
	struct json j;

	t->scans++;
	values[BY_NVTX] = (struct value){ false, 0 };
	if (evhas(ev, KEY_NVTX) && *ranges.p == '[' && t->groups.by & 1u << BY_NVTX) {
		jsonopen(&j, ranges.p, ev->stack);
		while (jsonitem(&j, &item) > 0) {
			if (!jsonisstring(item))
				continue;
			values[BY_NVTX] = keytext(&t->groups, jsontext(item, &t->groups.scratch));
			if (!t->everyrange)
				continue; /* the last one is the innermost */
			t->seen = bytext(t, t->seen, &t->seenroom, sizeof(*t->seen));
			if (t->seen[values[BY_NVTX].number] == t->scans)
				continue;
			t->seen[values[BY_NVTX].number] = t->scans;
			find(t, values);
		}
	}
	if (!t->everyrange || !values[BY_NVTX].given)
		find(t, values);
}

/* Finds the groups of an event with that name; none when patterns leave it out. */
static void
findgroups(
    struct tally *t, const struct event *ev, struct value values[BY_COUNT], struct value name)
{
	const struct answer *a;

	t->foundcount = 0;
	values[BY_NAME] = name;
	if (t->patterncount == 0) {
		findranges(t, ev, values);
		return;
	}
	a = answer(t,
	    name.given ? (uint32_t)name.number : nameput(&t->groups.names, (struct span){ "", 0 }));
	for (uint32_t i = 0, many = (t->groups.by & 1u << BY_NAME) ? a->count : a->count > 0;
	     i < many; i++) {
		values[BY_NAME] = (struct value){ true, t->patterns[a->patterns[i]].text };
		findranges(t, ev, values);
	}
}

/* An integer member that was scanned. */
static void
addnumber(struct span value, wide *sum)
{
	int64_t v;

	if (jsonint(value, &v))
		*sum += v;
}

/* Adds what a projected range says of itself. */
static void
addprojected(struct tally *t, const struct event *ev, struct extra *e)
{
	struct span key, value, count = { NULL, 0 }, sum = count, range = count;
	struct json j;

	e->ranges++;
	if (!evhas(ev, KEY_ARGS) || *ev->value[KEY_ARGS].p != '{')
		return;
	jsonopen(&j, ev->value[KEY_ARGS].p, ev->stack);
	while (jsonnext(&j, &key, &value) > 0) {
		key = jsontext(key, &t->groups.scratch);
		if (spanis(key, "count"))
			count = value;
		else if (spanis(key, "sum"))
			sum = value;
		else if (spanis(key, "range"))
			range = value;
	}
	addnumber(count, &e->kernels);
	addnumber(sum, &e->kerneltime);
	addnumber(jsonmember(range, "dur", ev->stack), &e->rangetime);
}

/* Adds the bytes of a copy. */
static void
addbytes(const struct event *ev, struct extra *e)
{
	int64_t bytes;

	if (!jsonint(evarg(ev, "bytes"), &bytes))
		return;
	e->moves++;
	e->bytes += bytes;
	e->moving += ev->number[KEY_DUR];
}

/* Adds a GPU event to the call that launched it: its groups are those of a call with that name. */
static void
addlaunch(struct tally *t, const struct event *ev)
{
	struct event call = { .type = TYPE_CUDA_API, .has = ev->has & EVKEY(KEY_PID) };
	struct value values[BY_COUNT];
	struct launch launch;
	wide latency, queue;

	if (!evlaunch(ev, &launch) || !launch.name.p)
		return;
	call.number[KEY_PID] = ev->number[KEY_PID];
	fill(&t->groups, &call, values);
	values[BY_TID] = (struct value){ .number = launch.tid, .given = launch.threaded };
	latency = (wide)ev->number[KEY_TS] - launch.ts;
	queue = latency - launch.dur;
	findgroups(t, &call, values,
	    keytext(&t->groups, jsontext(launch.name, &t->groups.scratch)));
	for (size_t i = 0; i < t->foundcount; i++) {
		struct extra *e = groupsextra(&t->groups, t->found[i]);

		e->launches++;
		e->latency += latency;
		if (launch.dur >= 0 && queue > 0) {
			e->queued++;
			e->queue += queue;
		}
	}
}

/* Counts an event without a duration. */
static void
countuntimed(struct tally *t, const struct event *ev)
{
	if (evopen(ev))
		t->count.open++;
	else if (evhas(ev, KEY_VALUE))
		t->count.counters++;
	else
		t->count.instants++;
}

/* The name of an event as it is counted. */
static struct value
namevalue(struct tally *t, const struct event *ev)
{
	struct span name = { "", 0 };

	if (t->patterncount == 0 && !(t->groups.by & 1u << BY_NAME))
		return (struct value){ false, 0 };
	if (!t->rename)
		return keystring(&t->groups, ev, KEY_NAME);
	if (evhas(ev, KEY_NAME))
		name = jsontext(ev->value[KEY_NAME], &t->groups.scratch);
	return keytext(&t->groups, t->rename(ev, name, &t->renamed));
}

void
tallyevent(struct tally *t, const struct event *ev)
{
	bool copy = ev->type == TYPE_MEMCPY || ev->type == TYPE_MEMSET;
	struct value values[BY_COUNT];

	if (t->types && !(t->types & EVTYPE(ev->type)))
		return;
	t->count.events++;
	if (!evhas(ev, KEY_DUR)) {
		countuntimed(t, ev);
		return;
	}
	fill(&t->groups, ev, values);
	findgroups(t, ev, values, namevalue(t, ev));
	for (size_t i = 0; i < t->foundcount; i++) {
		groupstake(&t->groups, t->found[i], ev->number[KEY_DUR]);
		if (copy)
			addbytes(ev, groupsextra(&t->groups, t->found[i]));
		else if (ev->type == TYPE_NVTX_KERNEL)
			addprojected(t, ev, groupsextra(&t->groups, t->found[i]));
	}
	if (t->calls && evfamily(ev->type) == FAMILY_GPU)
		addlaunch(t, ev);
}

void
tallyfree(struct tally *t)
{
	for (size_t i = 0; i < t->answersroom; i++)
		free(t->answers[i].patterns);
	for (size_t i = 0; i < t->patterncount; i++)
		patternfree(&t->patterns[i].pattern);
	free(t->answers);
	free(t->patterns);
	free(t->seen);
	free(t->found);
	free(t->renamed.p);
	groupsfree(&t->groups);
}
