/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "ranges.h"

/* An open range. Its name stays in the thread's buffer and is interned only when the range encloses
 * a call. */
struct openrange {
	int64_t ts, end;    /* ns */
	size_t at, n;       /* offset and length of the name in thread.text */
	uint32_t domain;    /* as in struct rangekind */
	uint32_t range;     /* index in ranges.ranges; NONE until it encloses a call */
	uint32_t node;      /* of the prefix of its run that ends with it, or NONE */
	uint32_t innermost, outermost; /* of that prefix: the ranges that start last and first */
	uint32_t type;      /* as in struct rangekind */
	bool unclosed;
};

/* A sorted run: open ranges in descending order of the end. A prefix of them has nodes. */
struct openrun {
	struct openrange *open;
	size_t count, room;
};

struct thread {
	int64_t pid, tid;
	uint32_t process;
	bool listed;         /* process.threads has it */
	struct openrun *runs;
	size_t count, room;
	struct buf text;     /* names of open ranges, and of some ended ones */
	size_t used;         /* bytes of text that belong to open ranges */
	struct rangekind kind; /* of the latest range */
	uint32_t kindid;     /* its id in ranges.kinds; NONE before the first range */
	int64_t firstend;    /* earliest end of the open ranges, ns */
};

struct process {
	uint32_t *threads; /* those with open ranges, and some whose ranges have ended */
	size_t count, room;
};

void
rangesinit(struct ranges *r, struct pagepool *pool)
{
	*r = (struct ranges){
		.names = PAGEDSTRINGS(pool),
		.ranges = { .pool = pool, .size = sizeof(struct range) },
		.rangesums = { .pool = pool, .size = sizeof(uint32_t) },
		.kinds = PAGEDSTRINGS(pool),
		.nodes = { .pool = pool, .size = sizeof(struct enclosingnode) },
		.lists = { .pool = pool, .size = sizeof(struct enclosinglist) },
	};
	r->lastthreads[0].pid = 1;
	devicesumsinit(&r->sums, pool);
}

static uint32_t
rangesprocess(struct ranges *r, int64_t pid)
{
	bool fresh;
	uint32_t *id = mapput(&r->processids, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);

	if (fresh) {
		r->processes = growindexed(
		    r->processes, r->count.processes, &r->room.processes, sizeof(*r->processes));
		r->processes[r->count.processes] = (struct process){ 0 };
		*id = (uint32_t)r->count.processes++;
	}
	return *id;
}

/* Returns the index of a thread, by the hash table. */
static uint32_t
findthread(struct ranges *r, int64_t pid, int64_t tid)
{
	uint32_t *id;
	bool fresh;

	id = mapput(&r->threadids, (struct mapkey){ (uint64_t)pid, (uint64_t)tid }, &fresh);
	if (!fresh)
		return *id;
	r->threads =
	    growindexed(r->threads, r->count.threads, &r->room.threads, sizeof(*r->threads));
	*id = (uint32_t)r->count.threads++;
	r->threads[*id] = (struct thread){
		.pid = pid,
		.tid = tid,
		.process = rangesprocess(r, pid),
		.kindid = NONE,
		.firstend = INT64_MAX,
	};
	return *id;
}

uint32_t
rangesfindthread(struct ranges *r, int64_t pid, int64_t tid)
{
	uint32_t thread = findthread(r, pid, tid);

	r->lastthreads[threadslot(pid, tid)] = (struct threadused){ pid, tid, thread };
	return thread;
}

int64_t
rangespid(const struct ranges *r, uint32_t thread)
{
	return r->threads[thread].pid;
}

int64_t
rangestid(const struct ranges *r, uint32_t thread)
{
	return r->threads[thread].tid;
}

/* Returns the name as JSON. An event without a name has an empty one. */
static inline struct span
nameofevent(const struct event *ev)
{
	static const char none[2 + JSON_SLACK] = "\"\"";

	return evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ none, 2 };
}

uint32_t
rangesname(struct ranges *r, const struct event *ev)
{
	struct span name = nameofevent(ev); /* with its quotes, so that it is not empty */
	unsigned mixed = (unsigned)name.n + (unsigned char)name.p[name.n / 2] * 3u +
	    (unsigned char)name.p[name.n - 2] * 5u;

	return pagedinternlike(&r->names, name, &r->lastnames[mixed % LAST_NAMES]);
}

/* Compacts the names of a thread: ended ranges have more than half of the buffer. */
static void __attribute__((noinline))
compactnames(struct thread *t)
{
	struct buf text = { 0 };

	for (size_t i = 0; i < t->count; i++)
		for (size_t j = 0; j < t->runs[i].count; j++) {
			struct openrange *open = &t->runs[i].open[j];

			bufmem(&text, t->text.p + open->at, open->n);
			open->at = text.n - open->n;
		}
	t->text.n = 0;
	bufspan(&t->text, bufall(&text));
	free(text.p);
}

/* Removes the ranges of a run that ended before ts (ns). A name at the end of the buffer, as that
 * of the latest range is, goes at once. */
static inline void
popended(struct thread *t, struct openrun *run, int64_t ts)
{
	const struct openrange *open = run->open + run->count;
	size_t used = t->used, text = t->text.n;

	for (; open > run->open && open[-1].end < ts; open--) {
		used -= open[-1].n;
		if (open[-1].at + open[-1].n == text)
			text = open[-1].at;
	}
	t->used = used;
	t->text.n = text;
	run->count = (size_t)(open - run->open);
	if (run->count > 0 && open[-1].end < t->firstend)
		t->firstend = open[-1].end;
}

/* Removes the ranges that ended before ts (ns) from a thread with several runs. */
static void __attribute__((noinline))
dropinruns(struct thread *t, int64_t ts)
{
	size_t kept = 0;

	for (size_t i = 0; i < t->count; i++) {
		popended(t, &t->runs[i], ts);
		if (t->runs[i].count == 0)
			continue;
		if (i != kept) { /* the memory of the empty run is used again */
			struct openrun empty = t->runs[kept];

			t->runs[kept] = t->runs[i];
			t->runs[i] = empty;
		}
		kept++;
	}
	t->count = kept;
}

/* Removes the ranges that ended before ts (ns). There must be one. */
static inline void
dropended(struct thread *t, int64_t ts)
{
	t->firstend = INT64_MAX;
	if (t->count == 1) {
		popended(t, t->runs, ts);
		t->count = t->runs->count > 0;
	} else {
		dropinruns(t, ts);
	}
	if (t->used < t->text.n / 2)
		compactnames(t);
}

/* Does the same where it is rare. */
static void __attribute__((noinline))
dropseldom(struct thread *t, int64_t ts)
{
	dropended(t, ts);
}

static inline void
closeranges(struct thread *t, int64_t ts)
{
	if (t->firstend < ts)
		dropseldom(t, ts);
}

/* Appends an empty run. */
static struct openrun *
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

/* Returns true if the first range starts before the other, or at the same time and ends later. */
static bool
opensbefore(int64_t ts, int64_t end, int64_t otherts, int64_t otherend)
{
	return ts != otherts ? ts < otherts : end > otherend;
}

/* Makes room for one more range in a run, and returns where it goes. */
static inline struct openrange *
nextopen(struct openrun *run)
{
	GROW(run->open, run->room, run->count + 1);
	return &run->open[run->count];
}

/* Adds the range at nextopen to its run. It must end no later than the last range there. */
static inline void
pushopen(struct openrun *run)
{
	uint32_t at = (uint32_t)run->count;
	struct openrange *open = &run->open[run->count++];

	open->node = NONE;
	open->innermost = open->outermost = at;
	if (at > 0) {
		uint32_t in = open[-1].innermost, out = open[-1].outermost;

		if (open->ts > run->open[in].ts) { /* it starts after all of them */
			open->outermost = out;
			return;
		}
		if (opensbefore(open->ts, open->end, run->open[in].ts, run->open[in].end))
			open->innermost = in;
		if (!opensbefore(open->ts, open->end, run->open[out].ts, run->open[out].end))
			open->outermost = out;
	}
}

/* Merges the last two runs. Their ranges lose their nodes. */
static void
mergeruns(struct thread *t)
{
	struct openrun *a = &t->runs[t->count - 2], *b = &t->runs[t->count - 1];
	struct openrun merged = { 0 };
	size_t i = 0, j = 0;

	GROW(merged.open, merged.room, a->count + b->count);
	while (i < a->count || j < b->count) {
		bool first = j == b->count || (i < a->count && a->open[i].end >= b->open[j].end);

		*nextopen(&merged) = first ? a->open[i++] : b->open[j++];
		pushopen(&merged);
	}
	free(a->open);
	*a = merged;
	b->count = 0;
	t->count--;
}

/* Merges runs of similar length, after a new run. */
static void
balanceruns(struct thread *t)
{
	while (t->count > 1 && t->runs[t->count - 2].count <= 2 * t->runs[t->count - 1].count)
		mergeruns(t);
}

/* Adds a thread to the threads of its process with open ranges, which do not have it. */
static void __attribute__((noinline))
markopen(struct ranges *r, uint32_t thread)
{
	struct thread *t = &r->threads[thread];
	struct process *p = &r->processes[t->process];

	GROW(p->threads, p->room, p->count + 1);
	p->threads[p->count++] = thread;
	t->listed = true;
}

static int
threadbynumber(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

bool
rangesalone(const struct ranges *r, uint32_t thread)
{
	const struct process *p = &r->processes[r->threads[thread].process];

	return p->count == 0 || (p->count == 1 && p->threads[0] == thread);
}

struct threadlist
rangesthreadsinside(struct ranges *r, uint32_t thread, int64_t ts)
{
	struct process *p = &r->processes[r->threads[thread].process];
	size_t kept = 0;
	bool disorder = false;

	for (size_t i = 0; i < p->count; i++) {
		struct thread *t = &r->threads[p->threads[i]];

		closeranges(t, ts);
		t->listed = t->count > 0;
		if (!t->listed)
			continue;
		disorder |= kept > 0 && p->threads[kept - 1] > p->threads[i];
		p->threads[kept++] = p->threads[i];
	}
	p->count = kept;
	if (disorder)
		qsort(p->threads, kept, sizeof(*p->threads), threadbynumber);
	return (struct threadlist){ p->threads, kept };
}

/* Returns the run for a range that ends at end (ns): the last one if the range ends no later, else
 * a new one. */
static inline struct openrun *
runfor(struct thread *t, int64_t end)
{
	if (t->count > 0) {
		struct openrun *last = &t->runs[t->count - 1];

		if (last->open[last->count - 1].end >= end)
			return last;
	}
	return newrun(t);
}

/* Appends a name with its JSON_SLACK bytes, in pieces of that size. */
static inline void
appendname(struct buf *text, struct span name)
{
	char *p = bufroom(text, name.n + JSON_SLACK);

	for (size_t i = 0; i < name.n; i += JSON_SLACK)
		memcpy(p + i, name.p + i, JSON_SLACK);
	text->n += name.n;
}

void
rangesopen(struct ranges *r, uint32_t thread, const struct event *ev)
{
	struct thread *t = &r->threads[thread];
	struct span name = nameofevent(ev);
	int64_t ts = ev->number[KEY_TS];
	bool unclosed = evisopen(ev);
	int64_t end = unclosed ? INT64_MAX : evend(ev);
	struct openrange *open;
	struct openrun *run;

	if (t->firstend < ts)
		dropended(t, ts);
	if (end < t->firstend)
		t->firstend = end;
	run = runfor(t, end);
	open = nextopen(run);
	open->ts = ts;
	open->end = end;
	open->at = t->text.n;
	open->n = name.n;
	open->range = open->domain = open->type = NONE;
	open->unclosed = unclosed;
	if (evhas(ev, KEY_DOMAIN))
		open->domain = pagedinternlike(&r->names, ev->value[KEY_DOMAIN], &r->lastdomain);
	if (ev->type != TYPE_NVTX)
		open->type = pagedinternlike(&r->names, ev->value[KEY_TYPE], &r->lasttype);
	appendname(&t->text, name);
	t->used += name.n;
	pushopen(run);
	if (run->count == 1 && t->count > 1)
		balanceruns(t);
	if (!t->listed)
		markopen(r, thread);
}

/* Returns the index of an open range in r->ranges, to which it is added if it is new. */
static uint32_t
rangeindex(struct ranges *r, uint32_t thread, struct openrange *open)
{
	struct thread *t = &r->threads[thread];
	struct rangekind kind = { thread, open->domain, open->type, highhalf(open->ts) };
	struct span name = { t->text.p + open->at, open->n };
	int64_t dur = open->unclosed ? -1 : open->end - open->ts;

	if (open->range != NONE)
		return open->range;
	if (t->kindid == NONE || memcmp(&t->kind, &kind, sizeof(kind)) != 0) {
		t->kind = kind;
		t->kindid = pagedintern(
		    &r->kinds, (struct span){ (const char *)&kind, sizeof(kind) });
	}
	open->range = (uint32_t)r->ranges.count;
	*(struct range *)appendindexed(&r->ranges) = (struct range){
		.ts = (uint32_t)open->ts,
		.dur = durpack(&r->longdurs, open->range, dur),
		.name = pagedintern(&r->names, name),
		.kind = t->kindid,
	};
	return open->range;
}

/* Returns the number of ranges of a run that end at or after a time (ns): the length of the prefix
 * that encloses a call which ends then. */
static inline size_t
countlasting(const struct openrun *run, int64_t end)
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

/* Returns true if range a sorts before b: by start, then the longer one first, then by index. */
static bool
nestsinorder(const struct openrange *a, const struct openrange *b)
{
	if (a->ts != b->ts || a->end != b->end)
		return opensbefore(a->ts, a->end, b->ts, b->end);
	return a->range < b->range;
}

static const struct enclosingnode *
nodeof(const struct ranges *r, uint32_t node)
{
	return pagedread(&r->nodes, node);
}

/* Returns the node of the prefix of a run that ends at an index. Makes it and its ancestors if they
 * are new. */
static uint32_t
nodeat(struct ranges *r, uint32_t thread, struct openrun *run, size_t at)
{
	size_t known = at + 1;

	if (run->open[at].node != NONE)
		return run->open[at].node;
	while (known > 0 && run->open[known - 1].node == NONE)
		known--;
	for (; known <= at; known++) {
		struct openrange *open = &run->open[known];
		struct enclosingnode node = { rangeindex(r, thread, open), NONE, 0, NONE };

		if (known > 0) {
			uint32_t outer = open[-1].node;

			node.parent = outer & NONE;
			node.unordered =
			    nodeof(r, outer)->unordered || !nestsinorder(&open[-1], open);
		}
		open->node = (uint32_t)r->nodes.count;
		*(struct enclosingnode *)appendindexed(&r->nodes) = node;
	}
	return run->open[at].node;
}

struct enclosing
rangesenclosing(struct ranges *r, uint32_t thread, int64_t ts, int64_t end)
{
	struct enclosing enclosing = { 0, NONE };
	struct thread *t = &r->threads[thread];

	closeranges(t, ts);
	for (size_t i = 0; i < t->count; i++) {
		size_t n = countlasting(&t->runs[i], end);
		uint32_t node;

		if (n == 0)
			continue;
		node = nodeat(r, thread, &t->runs[i], n - 1);
		if (enclosing.index == NONE) {
			enclosing.index = node & NONE;
			continue;
		}
		*(struct enclosinglist *)appendindexed(&r->lists) =
		    (struct enclosinglist){ node, enclosing };
		enclosing = (struct enclosing){ 1, (uint32_t)(r->lists.count - 1) & NONE };
	}
	return enclosing;
}

static struct bounds
boundsofopen(const struct thread *t, const struct openrange *open)
{
	return (struct bounds){ open->ts, open->end, { t->text.p + open->at, open->n } };
}

bool
rangesbounds(struct ranges *r, uint32_t thread, int64_t ts, int64_t end, struct bounds *innermost,
    struct bounds *outermost)
{
	struct thread *t = &r->threads[thread];
	bool any = false;

	closeranges(t, ts);
	for (size_t i = 0; i < t->count; i++) {
		size_t n = countlasting(&t->runs[i], end);
		const struct openrange *open = t->runs[i].open, *in, *out;

		if (n == 0)
			continue;
		in = &open[open[n - 1].innermost];
		out = &open[open[n - 1].outermost];
		if (!any || !opensbefore(in->ts, in->end, innermost->ts, innermost->end))
			*innermost = boundsofopen(t, in);
		if (!any || opensbefore(out->ts, out->end, outermost->ts, outermost->end))
			*outermost = boundsofopen(t, out);
		any = true;
	}
	return any;
}

/* Returns the end of a range, ns; INT64_MAX if it was never closed. */
static int64_t
rangeend(const struct ranges *r, uint32_t range)
{
	int64_t dur = rangesdur(r, range);

	return dur < 0 ? INT64_MAX : addsat(rangests(r, range), dur);
}

/* Orders ranges by start, then the longer one first, then in stream order. */
static int
rangebystart(const void *a, const void *b, void *arg)
{
	const struct ranges *r = arg;
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	int64_t x = rangests(r, p), y = rangests(r, q);

	if (x == y) {
		x = rangeend(r, q);
		y = rangeend(r, p);
	}
	return x != y ? (x > y) - (x < y) : (p > q) - (p < q);
}

/* Removes the first node from the enclosing ranges and returns it, or NONE if there is none. */
static uint32_t
popnode(const struct ranges *r, struct enclosing *enclosing)
{
	const struct enclosinglist *cell;
	uint32_t node = enclosing->index;

	if (!enclosing->islist) {
		*enclosing = (struct enclosing){ 0, NONE };
		return node;
	}
	cell = pagedread(&r->lists, node);
	*enclosing = cell->next;
	return cell->node;
}

void
rangespath(const struct ranges *r, struct enclosing enclosing, struct path *path)
{
	size_t start = path->count;
	bool disorder = enclosing.islist;

	while (enclosing.index != NONE) {
		const struct enclosingnode *node = nodeof(r, popnode(r, &enclosing));

		for (disorder |= node->unordered; node;
		     node = node->parent != NONE ? nodeof(r, node->parent) : NULL) {
			GROW(path->p, path->room, path->count + 1);
			path->p[path->count++] = node->range;
		}
	}
	/* reverses them: the outermost first */
	for (size_t i = start, j = path->count; i + 1 < j; i++) {
		uint32_t range = path->p[i];

		path->p[i] = path->p[--j];
		path->p[j] = range;
	}
	if (disorder)
		qsort_r(path->p + start, path->count - start, sizeof(*path->p), rangebystart,
		    (void *)r);
}

bool
rangespathnames(const struct ranges *r, const struct path *path, struct buf *out)
{
	out->n = 0;
	for (size_t i = 0; i < path->count; i++) {
		const struct range *range = rangeat(r, path->p[i]);
		const struct rangekind *kind = (const void *)pagedstring(&r->kinds, range->kind).p;

		if (kind->type != NONE)
			continue;
		bufchar(out, out->n == 0 ? '[' : ',');
		bufspan(out, pagedstring(&r->names, range->name));
	}
	if (out->n == 0)
		return false;
	bufchar(out, ']');
	jsonpad(out);
	return true;
}

/* Sets the list of a node, which may have changed. */
static void
setsums(struct ranges *r, uint32_t node, uint32_t list)
{
	if (list != nodeof(r, node)->sums)
		((struct enclosingnode *)pagedwrite(&r->nodes, node))->sums = list;
}

void
rangesadd(struct ranges *r, struct enclosing enclosing, struct devicesum launched)
{
	while (enclosing.index != NONE) {
		uint32_t node = popnode(r, &enclosing), list = nodeof(r, node)->sums;

		devicesumadd(&r->sums, &list, launched);
		setsums(r, node, list);
	}
}

/* Gives each range that has no list of sums an empty one. */
static void
makelists(struct ranges *r)
{
	while (r->rangesums.count < r->ranges.count) {
		*(uint32_t *)pagedappend(&r->rangesums) = NONE;
		pagestrim(r->rangesums.pool);
	}
}

void
rangesaddto(struct ranges *r, uint32_t range, struct devicesum launched)
{
	makelists(r);
	devicesumadd(&r->sums, pagedwrite(&r->rangesums, range), launched);
}

void
rangessum(struct ranges *r)
{
	makelists(r);
	/* children have higher indices than parents */
	for (size_t i = r->nodes.count; i-- > 0; pagestrim(r->nodes.pool)) {
		const struct enclosingnode *node = nodeof(r, (uint32_t)i);
		uint32_t *list;

		if (node->sums == NONE)
			continue;
		list = pagedwrite(&r->rangesums, node->range);
		if (node->parent != NONE) {
			uint32_t outer = nodeof(r, node->parent)->sums;

			devicesumaddlist(&r->sums, &outer, node->sums);
			setsums(r, node->parent, outer);
		}
		if (*list == NONE)
			*list = node->sums; /* the usual case: a range with a single node */
		else
			devicesumaddlist(&r->sums, list, node->sums);
	}
}

void
rangesdropnodes(struct ranges *r)
{
	pagedfree(&r->nodes);
}

void
rangesfree(struct ranges *r)
{
	for (size_t i = 0; i < r->count.threads; i++) {
		for (size_t j = 0; j < r->threads[i].room; j++)
			free(r->threads[i].runs[j].open);
		free(r->threads[i].runs);
		free(r->threads[i].text.p);
	}
	free(r->threads);
	for (size_t i = 0; i < r->count.processes; i++)
		free(r->processes[i].threads);
	free(r->processes);
	pagedfree(&r->ranges);
	pagedfree(&r->rangesums);
	pagedfree(&r->nodes);
	pagedfree(&r->lists);
	devicesumsfree(&r->sums);
	pagedstringsfree(&r->names);
	mapfree(&r->threadids);
	mapfree(&r->processids);
	pagedstringsfree(&r->kinds);
	longdursfree(&r->longdurs);
}
