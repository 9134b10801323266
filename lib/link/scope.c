/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "err.h"
#include "scope.h"

/* A range that is open. Its name is kept with its thread: only if a call comes inside is it worth a
 * number. */
struct open {
	int64_t ts, end; /* ns */
	size_t at, n;    /* of the name in the thread's text */
	uint32_t domain;
	uint32_t range;  /* SCOPE_NONE until a call comes inside */
};

struct thread {
	int64_t pid, tid;
	struct open *open; /* the outermost first */
	size_t count, cap;
	struct buf text;   /* their names, and some of ranges that have ended */
	int64_t nextend;   /* the earliest end of those, ns */
	uint32_t scope;    /* of the first so many of those */
	size_t scoped;
};

void *
scopesmore(void *array, size_t used, size_t *cap, size_t size)
{
	if (used >= SCOPE_NONE)
		die("too many calls or ranges");
	return xgrow(array, cap, used + 1, size);
}

uint32_t
scopesthread(struct scopes *s, int64_t pid, int64_t tid)
{
	bool fresh;
	uint32_t *id = mapput(&s->ids, (struct mapkey){ (uint64_t)pid, (uint64_t)tid }, &fresh);

	if (fresh) {
		s->threads =
		    scopesmore(s->threads, s->count.threads, &s->cap.threads, sizeof(*s->threads));
		s->threads[s->count.threads] =
		    (struct thread){ .pid = pid, .tid = tid, .nextend = INT64_MAX, .scope = SCOPE_NONE };
		*id = (uint32_t)s->count.threads++;
	}
	return *id;
}

int64_t
scopespid(const struct scopes *s, uint32_t thread)
{
	return s->threads[thread].pid;
}

int64_t
scopestid(const struct scopes *s, uint32_t thread)
{
	return s->threads[thread].tid;
}

/* The name of an event as JSON. */
static struct span
nameof(const struct event *ev)
{
	return evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ "\"\"", 2 };
}

uint32_t
scopesname(struct scopes *s, const struct event *ev)
{
	return nameput(&s->names, nameof(ev));
}

/* Forgets the scopes of all but the first so many of a thread's ranges. */
static void
unscope(const struct scopes *s, struct thread *t, size_t kept)
{
	for (; t->scoped > kept; t->scoped--)
		t->scope = s->scopes[t->scope].outer;
}

/* Gives back the text of ranges that were forgotten, once it is more than half. */
static void
squeeze(struct thread *t)
{
	struct buf text = { 0 };
	size_t used = 0;

	for (size_t i = 0; i < t->count; i++)
		used += t->open[i].n;
	if (used >= t->text.n / 2)
		return;
	for (size_t i = 0; i < t->count; i++) {
		struct open *open = &t->open[i];

		bufmem(&text, t->text.p + open->at, open->n);
		open->at = text.n - open->n;
	}
	t->text.n = 0;
	bufspan(&t->text, bufall(&text));
	free(text.p);
}

/* Forgets the ranges that ended before a time. */
static void
closeranges(const struct scopes *s, struct thread *t, int64_t ts)
{
	size_t kept = 0;

	if (t->nextend >= ts)
		return;
	t->nextend = INT64_MAX;
	for (size_t i = 0; i < t->count; i++) {
		if (t->open[i].end < ts) {
			unscope(s, t, kept);
			continue;
		}
		if (t->open[i].end < t->nextend)
			t->nextend = t->open[i].end;
		t->open[kept++] = t->open[i];
	}
	t->count = kept;
	squeeze(t);
}

void
scopesopen(struct scopes *s, uint32_t thread, const struct event *ev)
{
	struct thread *t = &s->threads[thread];
	struct span name = nameof(ev);
	struct open range = { .ts = ev->number[KEY_TS],
		.end = evend(ev),
		.n = name.n,
		.domain = SCOPE_NONE,
		.range = SCOPE_NONE };
	size_t at;

	if (t->count == t->cap) { /* calls forget what has ended; a thread may make none */
		closeranges(s, t, range.ts);
		if (t->count > t->cap / 2)
			GROW(t->open, t->cap, t->cap + 1);
	}
	if (evhas(ev, KEY_DOMAIN))
		range.domain = nameput(&s->names, ev->value[KEY_DOMAIN]);
	GROW(t->open, t->cap, t->count + 1);
	at = t->count;
	/* It goes outside shorter ones. */
	while (at > 0 && t->open[at - 1].ts == range.ts && t->open[at - 1].end < range.end) {
		t->open[at] = t->open[at - 1];
		at--;
	}
	unscope(s, t, at);
	range.at = t->text.n;
	bufspan(&t->text, name);
	t->open[at] = range;
	t->count++;
	if (range.end < t->nextend)
		t->nextend = range.end;
}

/* The scope of an open range inside another. */
static uint32_t
enter(struct scopes *s, uint32_t thread, struct open *open, uint32_t outer)
{
	uint32_t name;

	if (open->range == SCOPE_NONE) {
		name = nameput(
		    &s->names, (struct span){ s->threads[thread].text.p + open->at, open->n });
		s->ranges =
		    scopesmore(s->ranges, s->count.ranges, &s->cap.ranges, sizeof(*s->ranges));
		open->range = (uint32_t)s->count.ranges++;
		s->ranges[open->range] = (struct range){
			.ts = open->ts,
			.dur = subsat(open->end, open->ts),
			.name = name,
			.domain = open->domain,
			.thread = thread,
			.sums = SCOPE_NONE,
		};
	}
	s->scopes = scopesmore(s->scopes, s->count.scopes, &s->cap.scopes, sizeof(*s->scopes));
	s->scopes[s->count.scopes] =
	    (struct scope){ .range = open->range, .outer = outer, .sums = SCOPE_NONE };
	return (uint32_t)s->count.scopes++;
}

uint32_t
scopesaround(struct scopes *s, uint32_t thread, int64_t ts, int64_t end)
{
	struct thread *t = &s->threads[thread];
	uint32_t scope;
	size_t inside = 0;

	closeranges(s, t, ts);
	while (inside < t->count && t->open[inside].end >= end)
		inside++;
	for (; t->scoped < inside; t->scoped++)
		t->scope = enter(s, thread, &t->open[t->scoped], t->scope);
	scope = t->scope;
	for (size_t i = t->scoped; i > inside; i--)
		scope = s->scopes[scope].outer;
	/* Where ranges cross, one may end inside the call and a later one not. */
	for (size_t i = inside; i < t->count; i++)
		if (t->open[i].end >= end)
			scope = enter(s, thread, &t->open[i], scope);
	return scope;
}

/* Adds a sum to that of its device in a list. */
static void
addsum(struct scopes *s, uint32_t *list, struct ondevice sum)
{
	for (uint32_t i = *list; i != SCOPE_NONE; i = s->sums[i].next) {
		struct ondevice *to = &s->sums[i];

		if (to->device != sum.device)
			continue;
		to->first = sum.first < to->first ? sum.first : to->first;
		to->last = sum.last > to->last ? sum.last : to->last;
		to->time = addsat(to->time, sum.time);
		to->count += sum.count;
		return;
	}
	s->sums = scopesmore(s->sums, s->count.sums, &s->cap.sums, sizeof(*s->sums));
	sum.next = *list;
	*list = (uint32_t)s->count.sums++;
	s->sums[*list] = sum;
}

void
scopesadd(struct scopes *s, uint32_t scope, int64_t device, int64_t first, int64_t last)
{
	addsum(s, &s->scopes[scope].sums,
	    (struct ondevice){ .device = device,
	        .first = first,
	        .last = last,
	        .time = subsat(last, first),
	        .count = 1 });
}

void
scopesfold(struct scopes *s)
{
	for (size_t i = s->count.scopes; i-- > 0;) { /* inner scopes came after outer ones */
		struct scope *scope = &s->scopes[i];
		struct range *range = &s->ranges[scope->range];
		uint32_t list = scope->sums;
		bool taken = range->sums == SCOPE_NONE;

		if (taken)
			range->sums = list; /* most ranges are in one scope */
		for (uint32_t j = list, next; j != SCOPE_NONE; j = next) {
			struct ondevice sum = s->sums[j];

			next = sum.next;
			if (scope->outer != SCOPE_NONE)
				addsum(s, &s->scopes[scope->outer].sums, sum);
			if (!taken)
				addsum(s, &range->sums, sum);
		}
	}
}

void
scopesfree(struct scopes *s)
{
	for (size_t i = 0; i < s->count.threads; i++) {
		free(s->threads[i].open);
		free(s->threads[i].text.p);
	}
	free(s->threads);
	free(s->ranges);
	free(s->scopes);
	free(s->sums);
	namesfree(&s->names);
	mapfree(&s->ids);
	*s = (struct scopes){ 0 };
}
