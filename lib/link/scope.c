/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "scope.h"

/* A range that is open. Its name is kept with its thread: only if a call comes inside is it worth a
 * number. */
struct open {
	int64_t ts, end;     /* ns */
	size_t at, n;        /* of the name in the thread's text */
	uint32_t domain;
	uint32_t range;      /* NONE until a call comes inside */
	uint32_t scope;      /* of its place in the run, or NONE */
	uint32_t innermost, outermost; /* places in the run: of those up to this one */
	uint32_t type;       /* as in struct range */
	bool neverclosed;
};

/* Ranges in the order of their ends, the latest first. The first ones have scopes. */
struct run {
	struct open *open;
	size_t count, room;
};

struct thread {
	int64_t pid, tid;
	uint32_t process;
	bool inranges;          /* it is among those of the process */
	struct run *runs;
	size_t count, room;
	struct buf text;        /* names of open ranges, and some of ranges that have ended */
	size_t used;            /* how much of it is of open ones */
	uint32_t latestkind;    /* of a range */
	int64_t nextend;        /* the earliest end of open ones, ns */
};

struct process {
	uint32_t *inranges; /* threads that have ranges open, and some whose ranges have ended */
	size_t count, room;
};

static uint32_t
scopeprocessof(struct scopes *s, int64_t pid)
{
	bool fresh;
	uint32_t *id = mapput(&s->processids, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);

	if (fresh) {
		s->processes = numbered(
		    s->processes, s->count.processes, &s->room.processes, sizeof(*s->processes));
		s->processes[s->count.processes] = (struct process){ 0 };
		*id = (uint32_t)s->count.processes++;
	}
	return *id;
}

uint32_t
scopesthread(struct scopes *s, int64_t pid, int64_t tid)
{
	uint32_t *id;
	bool fresh;

	if (s->count.threads > 0 && s->threads[s->latest].pid == pid &&
	    s->threads[s->latest].tid == tid)
		return s->latest;
	id = mapput(&s->threadids, (struct mapkey){ (uint64_t)pid, (uint64_t)tid }, &fresh);
	if (!fresh)
		return s->latest = *id;
	s->threads = numbered(s->threads, s->count.threads, &s->room.threads, sizeof(*s->threads));
	*id = s->latest = (uint32_t)s->count.threads++;
	s->threads[*id] = (struct thread){
		.pid = pid,
		.tid = tid,
		.process = scopeprocessof(s, pid),
		.nextend = INT64_MAX,
	};
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
scopenameof(const struct event *ev)
{
	return evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ "\"\"", 2 };
}

uint32_t
scopesname(struct scopes *s, const struct event *ev)
{
	return stringinternlike(&s->names, scopenameof(ev), &s->latestname);
}

/* Gives back the text of ranges that were forgotten, once it is more than half. */
static void
squeeze(struct thread *t)
{
	struct buf text = { 0 };

	if (t->used >= t->text.n / 2)
		return;
	for (size_t i = 0; i < t->count; i++)
		for (size_t j = 0; j < t->runs[i].count; j++) {
			struct open *open = &t->runs[i].open[j];

			bufmem(&text, t->text.p + open->at, open->n);
			open->at = text.n - open->n;
		}
	t->text.n = 0;
	bufspan(&t->text, bufall(&text));
	free(text.p);
}

/* Forgets the ranges that ended before a time, ns, of which there are some. */
static void
scopeforget(struct thread *t, int64_t ts)
{
	size_t kept = 0;

	t->nextend = INT64_MAX;
	for (size_t i = 0; i < t->count; i++) {
		struct run run = t->runs[i];

		for (; run.count > 0 && run.open[run.count - 1].end < ts; run.count--)
			t->used -= run.open[run.count - 1].n;
		if (i != kept)
			t->runs[i] = t->runs[kept]; /* an empty one, whose memory is used again */
		t->runs[kept] = run;
		if (run.count > 0) {
			if (run.open[run.count - 1].end < t->nextend)
				t->nextend = run.open[run.count - 1].end;
			kept++;
		}
	}
	t->count = kept;
	squeeze(t);
}

static inline void
closeranges(struct thread *t, int64_t ts)
{
	if (t->nextend < ts)
		scopeforget(t, ts);
}

/* Begins a run. */
static struct run *
newrun(struct thread *t)
{
	if (t->count == t->room) {
		size_t before = t->room;

		GROW(t->runs, t->room, t->count + 1);
		memset(t->runs + before, 0, (t->room - before) * sizeof(*t->runs));
	}
	t->runs[t->count].count = 0;
	return &t->runs[t->count++];
}

/* Whether a range began before another, or is the longer of two that began at one time. */
static bool
outside(int64_t ts, int64_t end, int64_t otherts, int64_t otherend)
{
	return ts != otherts ? ts < otherts : end > otherend;
}

/* Puts a range behind the last of a run. */
static void
push(struct run *run, const struct open *range)
{
	uint32_t at = (uint32_t)run->count;
	struct open *open;

	GROW(run->open, run->room, run->count + 1);
	open = &run->open[run->count++];
	*open = *range;
	open->scope = NONE;
	open->innermost = open->outermost = at;
	if (at > 0) {
		uint32_t in = open[-1].innermost, out = open[-1].outermost;

		if (outside(open->ts, open->end, run->open[in].ts, run->open[in].end))
			open->innermost = in;
		if (!outside(open->ts, open->end, run->open[out].ts, run->open[out].end))
			open->outermost = out;
	}
}

/* Merges the last run into the one before it; their places are new. */
static void
mergeruns(struct thread *t)
{
	struct run *a = &t->runs[t->count - 2], *b = &t->runs[t->count - 1];
	struct run merged = { 0 };
	size_t i = 0, j = 0;

	GROW(merged.open, merged.room, a->count + b->count);
	while (i < a->count || j < b->count) {
		bool first = j == b->count || (i < a->count && a->open[i].end >= b->open[j].end);

		push(&merged, first ? &a->open[i++] : &b->open[j++]);
	}
	free(a->open);
	*a = merged;
	b->count = 0;
	t->count--;
}

/* Puts a thread that opens a range among those of its process that have some. */
static void
enterranges(struct scopes *s, uint32_t thread)
{
	struct thread *t = &s->threads[thread];
	struct process *p = &s->processes[t->process];

	if (t->inranges)
		return;
	GROW(p->inranges, p->room, p->count + 1);
	p->inranges[p->count++] = thread;
	t->inranges = true;
}

static int
scopebynumber(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

struct threadlist
scopesinranges(struct scopes *s, uint32_t thread, int64_t ts)
{
	struct process *p = &s->processes[s->threads[thread].process];
	size_t kept = 0;
	bool disorder = false;

	for (size_t i = 0; i < p->count; i++) {
		struct thread *t = &s->threads[p->inranges[i]];

		closeranges(t, ts);
		t->inranges = t->count > 0;
		if (!t->inranges)
			continue;
		disorder |= kept > 0 && p->inranges[kept - 1] > p->inranges[i];
		p->inranges[kept++] = p->inranges[i];
	}
	p->count = kept;
	if (disorder)
		qsort(p->inranges, kept, sizeof(*p->inranges), scopebynumber);
	return (struct threadlist){ p->inranges, kept };
}

/* Puts a range where it belongs among those open on its thread. */
static void
scopeplace(struct thread *t, const struct open *open)
{
	struct run *last = t->count > 0 ? &t->runs[t->count - 1] : NULL;

	if (open->end < t->nextend)
		t->nextend = open->end;
	if (last && last->open[last->count - 1].end >= open->end) {
		push(last, open);
		return;
	}
	push(newrun(t), open);
	while (t->count > 1 && t->runs[t->count - 2].count <= 2 * t->runs[t->count - 1].count)
		mergeruns(t);
}

void
scopesopen(struct scopes *s, uint32_t thread, const struct event *ev)
{
	struct thread *t = &s->threads[thread];
	struct span name = scopenameof(ev);
	struct open range = {
		.ts = ev->number[KEY_TS],
		.end = evisopen(ev) ? INT64_MAX : evend(ev),
		.n = name.n,
		.domain = NONE,
		.range = NONE,
		.type = NONE,
		.neverclosed = evisopen(ev),
	};

	closeranges(t, range.ts);
	if (evhas(ev, KEY_DOMAIN))
		range.domain = stringintern(&s->names, ev->value[KEY_DOMAIN]);
	if (ev->type != TYPE_NVTX)
		range.type = stringintern(&s->names, ev->value[KEY_TYPE]);
	range.at = t->text.n;
	bufspan(&t->text, name);
	t->used += name.n;
	scopeplace(t, &range);
	enterranges(s, thread);
}

/* The number of an open range. */
static uint32_t
rangenumber(struct scopes *s, uint32_t thread, struct open *open)
{
	struct thread *t = &s->threads[thread];
	struct rangekind kind = { thread, open->domain, open->type, upperhalf(open->ts) };
	struct span name = { t->text.p + open->at, open->n };
	struct span bytes = { (const char *)&kind, sizeof(kind) };
	int64_t dur = open->neverclosed ? -1 : open->end - open->ts;

	if (open->range != NONE)
		return open->range;
	s->ranges = numbered(s->ranges, s->count.ranges, &s->room.ranges, sizeof(*s->ranges));
	open->range = (uint32_t)s->count.ranges++;
	s->ranges[open->range] = (struct range){
		.ts = (uint32_t)open->ts,
		.dur = durpack(&s->longdurs, open->range, dur),
		.name = stringintern(&s->names, name),
		.kind = stringinternlike(&s->kinds, bytes, &t->latestkind),
	};
	return open->range;
}

/* How many ranges of a run end at a time or later, ns. */
static size_t
lasting(const struct run *run, int64_t end)
{
	size_t low = 0, high = run->count;

	if (high > 0 && run->open[high - 1].end >= end)
		return high;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (run->open[middle].end >= end)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether of two ranges with numbers the first began first; of those that began at one time the
 * longer one is first, and of those that ended at one, too, the lower number. */
static bool
inorder(const struct open *a, const struct open *b)
{
	if (a->ts != b->ts || a->end != b->end)
		return outside(a->ts, a->end, b->ts, b->end);
	return a->range < b->range;
}

/* The scope of a place in a run. */
static uint32_t
scopeat(struct scopes *s, uint32_t thread, struct run *run, size_t at)
{
	size_t known = at + 1;

	while (known > 0 && run->open[known - 1].scope == NONE)
		known--;
	for (; known <= at; known++) {
		struct open *open = &run->open[known];
		struct scope scope = { rangenumber(s, thread, open), NONE, 0, NONE };

		if (known > 0) {
			uint32_t outer = open[-1].scope;

			scope.outer = outer & NONE;
			scope.disorder = s->scopes[outer].disorder || !inorder(&open[-1], open);
		}
		s->scopes =
		    numbered(s->scopes, s->count.scopes, &s->room.scopes, sizeof(*s->scopes));
		open->scope = (uint32_t)s->count.scopes++;
		s->scopes[open->scope] = scope;
	}
	return run->open[at].scope;
}

struct around
scopesaround(struct scopes *s, uint32_t thread, int64_t ts, int64_t end)
{
	struct around around = { 0, NONE };
	struct thread *t = &s->threads[thread];

	closeranges(t, ts);
	for (size_t i = 0; i < t->count; i++) {
		size_t n = lasting(&t->runs[i], end);
		uint32_t scope;

		if (n == 0)
			continue;
		scope = scopeat(s, thread, &t->runs[i], n - 1);
		if (around.at == NONE) {
			around.at = scope & NONE;
			continue;
		}
		s->more = numbered(s->more, s->count.more, &s->room.more, sizeof(*s->more));
		s->more[s->count.more] = (struct several){ scope, around };
		around = (struct around){ 1, (uint32_t)s->count.more++ & NONE };
	}
	return around;
}

static struct bounds
boundsof(const struct thread *t, const struct open *open)
{
	return (struct bounds){ open->ts, open->end, { t->text.p + open->at, open->n } };
}

bool
scopesbounds(struct scopes *s, uint32_t thread, int64_t ts, int64_t end, struct bounds *innermost,
    struct bounds *outermost)
{
	struct thread *t = &s->threads[thread];
	bool any = false;

	closeranges(t, ts);
	for (size_t i = 0; i < t->count; i++) {
		size_t n = lasting(&t->runs[i], end);
		const struct open *open = t->runs[i].open, *in, *out;

		if (n == 0)
			continue;
		in = &open[open[n - 1].innermost];
		out = &open[open[n - 1].outermost];
		if (!any || !outside(in->ts, in->end, innermost->ts, innermost->end))
			*innermost = boundsof(t, in);
		if (!any || outside(out->ts, out->end, outermost->ts, outermost->end))
			*outermost = boundsof(t, out);
		any = true;
	}
	return any;
}

int64_t
scopesdur(const struct scopes *s, const struct range *range)
{
	return durunpack(&s->longdurs, (uint32_t)(range - s->ranges), range->dur);
}

/* When a range ends, ns. */
static int64_t
endof(const struct scopes *s, const struct range *range)
{
	int64_t dur = scopesdur(s, range);

	return dur < 0 ? INT64_MAX : addsat(scopests(s, range), dur);
}

/* In the order in which they began; of those with one time the longer first, then as they came. */
static int
byopening(const void *a, const void *b, void *arg)
{
	const struct scopes *s = arg;
	const struct range *p = *(const struct range *const *)a;
	const struct range *q = *(const struct range *const *)b;
	int64_t x = scopests(s, p), y = scopests(s, q);

	if (x == y) {
		x = endof(s, q);
		y = endof(s, p);
	}
	return x != y ? (x > y) - (x < y) : (p > q) - (p < q);
}

/* The first scope of those around something, which it is taken off; NONE where there is none. */
static uint32_t
takescope(const struct scopes *s, struct around *around)
{
	struct around first = *around;

	*around = first.several ? s->more[first.at].more : (struct around){ 0, NONE };
	return first.several ? s->more[first.at].scope : first.at;
}

void
scopespath(const struct scopes *s, struct around around, struct path *path)
{
	size_t start = path->count;
	bool disorder = around.several;

	while (around.at != NONE) {
		uint32_t i = takescope(s, &around);

		for (disorder |= s->scopes[i].disorder; i != NONE; i = s->scopes[i].outer) {
			GROW(path->p, path->room, path->count + 1);
			path->p[path->count++] = &s->ranges[s->scopes[i].range];
		}
	}
	for (size_t i = start, j = path->count; i + 1 < j; i++) { /* the outermost first */
		const struct range *range = path->p[i];

		path->p[i] = path->p[--j];
		path->p[j] = range;
	}
	if (disorder)
		qsort_r(path->p + start, path->count - start, sizeof(*path->p), byopening,
		    (void *)s);
}

void
scopesadd(struct scopes *s, struct around around, struct ondevice launched)
{
	while (around.at != NONE)
		sumsadd(&s->sums, &s->scopes[takescope(s, &around)].sums, launched);
}

/* Makes the lists of ranges, as far as there are ranges and no lists yet. */
static void
listsums(struct scopes *s)
{
	GROW(s->rangesums, s->room.rangesums, s->count.ranges);
	while (s->count.rangesums < s->count.ranges)
		s->rangesums[s->count.rangesums++] = NONE;
}

void
scopesaddrange(struct scopes *s, const struct range *range, struct ondevice launched)
{
	listsums(s);
	sumsadd(&s->sums, &s->rangesums[range - s->ranges], launched);
}

void
scopesfold(struct scopes *s)
{
	hashindexfree(&s->names.slots); /* names come no more */
	listsums(s);
	for (size_t i = s->count.scopes; i-- > 0;) { /* inner scopes came after outer ones */
		const struct scope *scope = &s->scopes[i];
		uint32_t *list = &s->rangesums[scope->range];

		if (scope->outer != NONE)
			sumsaddall(&s->sums, &s->scopes[scope->outer].sums, scope->sums);
		if (*list == NONE)
			*list = scope->sums; /* most ranges are in one scope */
		else
			sumsaddall(&s->sums, list, scope->sums);
	}
	free(s->scopes);
	s->scopes = NULL;
	s->count.scopes = s->room.scopes = 0;
}

void
scopesfree(struct scopes *s)
{
	for (size_t i = 0; i < s->count.threads; i++) {
		for (size_t j = 0; j < s->threads[i].room; j++)
			free(s->threads[i].runs[j].open);
		free(s->threads[i].runs);
		free(s->threads[i].text.p);
	}
	free(s->threads);
	for (size_t i = 0; i < s->count.processes; i++)
		free(s->processes[i].inranges);
	free(s->processes);
	free(s->ranges);
	free(s->rangesums);
	free(s->scopes);
	free(s->more);
	sumsfree(&s->sums);
	stringtablefree(&s->names);
	mapfree(&s->threadids);
	mapfree(&s->processids);
	stringtablefree(&s->kinds);
	longfree(&s->longdurs);
	*s = (struct scopes){ 0 };
}
