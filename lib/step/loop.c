/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "loop.h"

enum {
	STEPS_LEAST = 4,     /* so many parts are a loop */
	BREAKS = 2,          /* so many more breaks do not matter: at the start, for a pause */
	RECENT = 16,         /* steps that tell how long the last one may be */
	TRIED_EACH = 8,      /* names that come equally often */
	TRIED = 512,         /* names */
	TRIED_ON = 200000    /* launches; the rest is looked at once */
};

#define ALIKE 0.9     /* two parts of which so much is the same are alike */
#define LOOP_LEAST 0.8 /* of all parts so much must be the same as in the next one */

/* A call that launched something. */
struct called {
	int64_t ts, corr; /* ns */
	uint32_t name;    /* of what it launched first */
	bool graph;       /* it launched a graph */
	uint32_t pair;    /* the number of its name and the next one's */
};

struct loopprocess {
	int64_t pid;
	struct called *calls;
	size_t count, room;
};

/* How a name cuts the sequence. */
struct cut {
	uint32_t name;
	size_t count;  /* of parts that have an end */
	size_t breaks; /* of neighbours that are not alike */
	double alike;  /* how much is the same as in the next one */
	double pause;  /* before it, ns on average */
};

static struct loopprocess *
loopprocessof(struct loop *l, int64_t pid)
{
	bool fresh;
	uint32_t *id = mapput(&l->ids, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);

	if (fresh) {
		*id = (uint32_t)l->count;
		GROW(l->p, l->room, l->count + 1);
		l->p[l->count++] = (struct loopprocess){ .pid = pid };
	}
	return &l->p[*id];
}

static void
loopevent(struct stage *stage, struct event *ev)
{
	struct loop *l = (struct loop *)stage;
	struct loopprocess *p;
	struct launch launch;

	if ((ev->type != TYPE_KERNEL && ev->type != TYPE_GRAPH) || !evlaunch(ev, &launch))
		return;
	p = loopprocessof(l, evnumber(ev, KEY_PID));
	GROW(p->calls, p->room, p->count + 1);
	p->calls[p->count++] = (struct called){
		.ts = launch.ts,
		.corr = evnumber(ev, KEY_CORR),
		.name = stringintern(&l->names,
		    evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ "\"\"", 2 }),
		.graph = ev->type == TYPE_GRAPH,
	};
}

static int
bycall(const void *a, const void *b)
{
	const struct called *p = a, *q = b;

	if (p->ts != q->ts)
		return p->ts < q->ts ? -1 : 1;
	return (p->corr > q->corr) - (p->corr < q->corr);
}

/* Puts the calls in order, each once: a graph may have launched many kernels. */
static void
order(struct loopprocess *p)
{
	struct map pairs = { 0 };
	size_t kept = 0;

	qsort(p->calls, p->count, sizeof(*p->calls), bycall);
	for (size_t i = 0; i < p->count; i++) {
		if (kept > 0 && bycall(&p->calls[kept - 1], &p->calls[i]) == 0)
			p->calls[kept - 1].graph = true;
		else
			p->calls[kept++] = p->calls[i];
	}
	p->count = kept;
	for (size_t i = 0; i < kept; i++) {
		uint32_t next = i + 1 < kept ? p->calls[i + 1].name : UINT32_MAX;
		bool fresh;
		uint32_t *id = mapput(&pairs, (struct mapkey){ p->calls[i].name, next }, &fresh);

		if (fresh)
			*id = (uint32_t)pairs.used - 1;
		p->calls[i].pair = *id;
	}
	mapfree(&pairs);
}

/* How many pairs two parts have in common; counts has zeros, by pair, and has them again. */
static size_t
loopcommon(const struct called *a, size_t n, const struct called *b, size_t m, uint32_t *counts)
{
	size_t same = 0;

	for (size_t i = 0; i < n; i++)
		counts[a[i].pair]++;
	for (size_t i = 0; i < m; i++)
		if (counts[b[i].pair] > 0) {
			counts[b[i].pair]--;
			same++;
		}
	for (size_t i = 0; i < n; i++)
		counts[a[i].pair] = 0;
	return same;
}

/* Cuts the first launches of a process at a name. */
static struct cut
cutat(const struct loopprocess *p, size_t limit, uint32_t name, uint32_t *counts)
{
	struct cut cut = { .name = name };
	size_t start[3] = { 0 }, seen = 0, same = 0, all = 0;

	for (size_t i = 0; i < limit; i++) {
		size_t n, m, both;

		if (p->calls[i].name != name)
			continue;
		start[0] = start[1];
		start[1] = start[2];
		start[2] = i;
		if (i > 0)
			cut.pause += (double)subsat(p->calls[i].ts, p->calls[i - 1].ts);
		if (++seen < 3)
			continue;
		n = start[1] - start[0];
		m = start[2] - start[1];
		both = 2 * loopcommon(&p->calls[start[0]], n, &p->calls[start[1]], m, counts);
		cut.breaks += (double)both < ALIKE * (double)(n + m);
		same += both;
		all += n + m;
	}
	cut.count = seen > 0 ? seen - 1 : 0;
	cut.alike = all > 0 ? (double)same / (double)all : 0;
	cut.pause /= seen > 0 ? (double)seen : 1;
	return cut;
}

/* A name and how often it comes. */
struct often {
	uint32_t name;
	size_t count;
};

static int
byoften(const void *a, const void *b)
{
	const struct often *p = a, *q = b;

	if (p->count != q->count)
		return p->count < q->count ? -1 : 1;
	return (p->name > q->name) - (p->name < q->name);
}

/* The names that may cut a process's launches, in order of how often they come. */
static size_t
candidates(const struct loop *l, const struct loopprocess *p, size_t limit, uint32_t *names)
{
	struct often *often = xzalloc(l->names.used + 1, sizeof(*often));
	size_t n = 0, same = 0;

	for (size_t i = 0; i < limit; i++) {
		often[p->calls[i].name].name = p->calls[i].name;
		often[p->calls[i].name].count++;
		/* A kernel alone is no step; a graph may be one. */
		if (!p->calls[i].graph && i + 1 < limit &&
		    p->calls[i + 1].name == p->calls[i].name)
			often[p->calls[i].name].count += limit;
	}
	qsort(often, l->names.used, sizeof(*often), byoften);
	for (size_t i = 0; i < l->names.used && n < TRIED && often[i].count < limit + 1; i++) {
		same = i > 0 && often[i].count == often[i - 1].count ? same + 1 : 0;
		if (often[i].count > STEPS_LEAST && same < TRIED_EACH)
			names[n++] = often[i].name;
	}
	free(often);
	return n;
}

/* Finds how the launches of a process are best cut; false when no name comes often enough. */
static bool
best(const struct loop *l, const struct loopprocess *p, uint32_t *counts, struct cut *found)
{
	size_t limit = p->count < TRIED_ON ? p->count : TRIED_ON, n, fewest = SIZE_MAX, most = 0;
	uint32_t names[TRIED];
	struct cut cuts[TRIED];

	n = candidates(l, p, limit, names);
	for (size_t i = 0; i < n; i++) {
		cuts[i] = cutat(p, limit, names[i], counts);
		if (cuts[i].alike >= LOOP_LEAST && cuts[i].breaks < fewest)
			fewest = cuts[i].breaks;
	}
	*found = (struct cut){ 0 };
	for (size_t i = 0; i < n; i++) {
		if (fewest == SIZE_MAX && cuts[i].alike > found->alike)
			*found = cuts[i]; /* to say how far from a loop it is */
		if (cuts[i].alike >= LOOP_LEAST && cuts[i].breaks <= fewest + BREAKS &&
		    cuts[i].count > most)
			most = cuts[i].count;
	}
	for (size_t i = 0; fewest < SIZE_MAX && i < n; i++)
		if (cuts[i].alike >= LOOP_LEAST && cuts[i].breaks <= fewest + BREAKS &&
		    cuts[i].count + 1 >= most && (!found->count || cuts[i].pause > found->pause))
			*found = cuts[i];
	return n > 0;
}

/* Whether two parts are alike. */
static bool
loopalike(const struct called *a, size_t n, const struct called *b, size_t m, uint32_t *counts)
{
	return (double)(2 * loopcommon(a, n, b, m, counts)) >= ALIKE * (double)(n + m);
}

/* Adds the steps that a name begins. What follows the last of them, up to the longest of those
 * before it, is one if it is like the one before. */
static void
addsteps(const struct loopprocess *p, uint32_t name, struct steps *steps, uint32_t *counts)
{
	struct stepprocess *to = stepsof(steps, p->pid);
	size_t last = SIZE_MAX, lengths[RECENT] = { 0 }, n = 0, left, longest = 0;
	const struct called *calls = p->calls;

	for (size_t i = 0; i < p->count; i++) {
		if (calls[i].name != name)
			continue;
		stepsadd(to, calls[i].ts, INT64_MAX, -1);
		if (last < SIZE_MAX)
			lengths[n++ % RECENT] = i - last;
		last = i;
	}
	for (size_t i = 0; i < RECENT; i++)
		longest = lengths[i] > longest ? lengths[i] : longest;
	left = p->count - last;
	n = lengths[(n - 1) % RECENT];
	if (left > longest) {
		to->p[to->count - 1].end = calls[last + longest].ts;
		left = longest;
	}
	if (!loopalike(&calls[last - n], n, &calls[last], left, counts))
		to->count--;
}

/* Finds the steps of a process, and says how sure they are or why there are none. */
static bool
processsteps(const struct loop *l, struct loopprocess *p, struct steps *steps)
{
	long long pid = (long long)p->pid;
	uint32_t *counts;
	bool found = false;
	struct cut cut;

	order(p);
	counts = xzalloc(p->count + 1, sizeof(*counts));
	if (!best(l, p, counts, &cut)) {
		warn("%s: process %lld: no kernel comes often enough in %zu launches to be one of "
		     "a loop",
		    l->path, pid, p->count);
	} else if (cut.alike < LOOP_LEAST) {
		warn("%s: process %lld: no sequence of launches repeats: parts are %.0f %% alike "
		     "at best, and have to be 80 %%",
		    l->path, pid, 100 * cut.alike);
	} else {
		cut = cutat(p, p->count, cut.name, counts);
		addsteps(p, cut.name, steps, counts);
		warn("%s: process %lld: %zu steps of about %zu launches, %.1f %% alike", l->path,
		    pid, stepsof(steps, p->pid)->count, p->count / (cut.count + 1),
		    100 * cut.alike);
		found = true;
	}
	free(counts);
	return found;
}

bool
loopsteps(struct loop *l, struct steps *steps)
{
	bool any = false;

	for (size_t i = 0; i < l->count; i++)
		any = processsteps(l, &l->p[i], steps) || any;
	if (l->count == 0)
		warn("%s: nothing that was launched: is the stream linked?", l->path);
	return any;
}

void
loopinit(struct loop *l)
{
	*l = (struct loop){
		.stage = { .want = EVKEY(KEY_PID) | EVKEY(KEY_CORR), .event = loopevent },
	};
}

void
loopfree(struct loop *l)
{
	for (size_t i = 0; i < l->count; i++)
		free(l->p[i].calls);
	free(l->p);
	stringtablefree(&l->names);
	mapfree(&l->ids);
}
