/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "loopdetector.h"

enum {
	STEPS_MIN = 4,     /* fewest parts of a loop */
	BREAKS_EXTRA = 2,          /* more breaks than the fewest are tolerated: warm-up, a pause */
	RECENT_STEPS = 16,         /* steps that bound the length of the last one */
	CANDIDATES_PER_COUNT = 8,      /* candidate names tried of those that occur equally often */
	CANDIDATES_MAX = 512,         /* candidate names tried */
	/* launches compared for each candidate; all are compared for the winner */
	LAUNCHES_MAX = 200000
};

#define PARTS_SIMILARITY 0.9     /* consecutive parts below this similarity are a break */
#define LOOP_SIMILARITY 0.8 /* a candidate's parts have at least this similarity overall */

struct launchcall {
	int64_t ts, corr; /* ns */
	uint32_t name;    /* of the first kernel or graph that it launched */
	bool graph;       /* it launched a CUDA graph */
	uint32_t pair;    /* id of the pair (name, name of the next call) */
};

struct loopprocess {
	int64_t pid;
	struct launchcall *calls;
	size_t count, room;
};

/* The cuts of the sequence at a name. */
struct cut {
	uint32_t name;
	size_t count;  /* number of parts between two cuts */
	size_t breaks; /* number of breaks */
	double similarity; /* share of pairs in common with the next part, 0 to 1 */
	double pause;  /* mean time between the call before and the cut, ns */
};

static struct loopprocess *
loopprocessof(struct loopdetector *l, int64_t pid)
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
	struct loopdetector *l = (struct loopdetector *)stage;
	struct loopprocess *p;
	struct launch launch;

	if ((ev->type != TYPE_KERNEL && ev->type != TYPE_GRAPH) || !evlaunch(ev, &launch))
		return;
	p = loopprocessof(l, evnumber(ev, KEY_PID));
	GROW(p->calls, p->room, p->count + 1);
	p->calls[p->count++] = (struct launchcall){
		.ts = launch.ts,
		.corr = evnumber(ev, KEY_CORR),
		.name = stringintern(&l->names,
		    evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ "\"\"", 2 }),
		.graph = ev->type == TYPE_GRAPH,
	};
}

static int
launchcallcompare(const void *a, const void *b)
{
	const struct launchcall *p = a, *q = b;

	if (p->ts != q->ts)
		return p->ts < q->ts ? -1 : 1;
	return (p->corr > q->corr) - (p->corr < q->corr);
}

/* Sorts the calls and removes duplicates: a graph launches many kernels by one call. */
static void
sortcalls(struct loopprocess *p)
{
	struct map pairs = { 0 };
	size_t kept = 0;

	qsort(p->calls, p->count, sizeof(*p->calls), launchcallcompare);
	for (size_t i = 0; i < p->count; i++) {
		if (kept > 0 && launchcallcompare(&p->calls[kept - 1], &p->calls[i]) == 0)
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

/* Returns the number of pairs of two parts in common. counts is scratch memory by pair id; it holds
 * zeros before and after. */
static size_t
loopcommon(const struct launchcall *a, size_t n, const struct launchcall *b, size_t m,
    uint32_t *counts)
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

/* Evaluates the cuts at a name among the first launches of a process. */
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
		cut.breaks += (double)both < PARTS_SIMILARITY * (double)(n + m);
		same += both;
		all += n + m;
	}
	cut.count = seen > 0 ? seen - 1 : 0;
	cut.similarity = all > 0 ? (double)same / (double)all : 0;
	cut.pause /= seen > 0 ? (double)seen : 1;
	return cut;
}

struct frequency {
	uint32_t name;
	size_t count;
};

static int
frequencycompare(const void *a, const void *b)
{
	const struct frequency *p = a, *q = b;

	if (p->count != q->count)
		return p->count < q->count ? -1 : 1;
	return (p->name > q->name) - (p->name < q->name);
}

/* Collects the candidate names of a process, rarest first. Returns their number. */
static size_t
candidates(const struct loopdetector *l, const struct loopprocess *p, size_t limit, uint32_t *names)
{
	struct frequency *often = xzalloc(l->names.used + 1, sizeof(*often));
	size_t n = 0, same = 0;

	for (size_t i = 0; i < limit; i++) {
		often[p->calls[i].name].name = p->calls[i].name;
		often[p->calls[i].name].count++;
		/* a name that repeats at once is no cut, unless it is a graph, which may be a whole
		 * step */
		if (!p->calls[i].graph && i + 1 < limit &&
		    p->calls[i + 1].name == p->calls[i].name)
			often[p->calls[i].name].count += limit;
	}
	qsort(often, l->names.used, sizeof(*often), frequencycompare);
	for (size_t i = 0;
	     i < l->names.used && n < CANDIDATES_MAX && often[i].count < limit + 1; i++) {
		same = i > 0 && often[i].count == often[i - 1].count ? same + 1 : 0;
		if (often[i].count > STEPS_MIN && same < CANDIDATES_PER_COUNT)
			names[n++] = often[i].name;
	}
	free(often);
	return n;
}

/* Finds the best cut. Returns false if no name occurs often enough. If no candidate is similar
 * enough, *found is the most similar one. */
static bool
bestcut(const struct loopdetector *l, const struct loopprocess *p, uint32_t *counts,
    struct cut *found)
{
	size_t limit = p->count < LAUNCHES_MAX ? p->count : LAUNCHES_MAX;
	size_t n, fewest = SIZE_MAX, most = 0;
	uint32_t names[CANDIDATES_MAX];
	struct cut cuts[CANDIDATES_MAX];

	n = candidates(l, p, limit, names);
	for (size_t i = 0; i < n; i++) {
		cuts[i] = cutat(p, limit, names[i], counts);
		if (cuts[i].similarity >= LOOP_SIMILARITY && cuts[i].breaks < fewest)
			fewest = cuts[i].breaks;
	}
	*found = (struct cut){ 0 };
	for (size_t i = 0; i < n; i++) {
		if (fewest == SIZE_MAX && cuts[i].similarity > found->similarity)
			*found = cuts[i]; /* for the message */
		if (cuts[i].similarity >= LOOP_SIMILARITY &&
		    cuts[i].breaks <= fewest + BREAKS_EXTRA &&
		    cuts[i].count > most)
			most = cuts[i].count;
	}
	for (size_t i = 0; fewest < SIZE_MAX && i < n; i++)
		if (cuts[i].similarity >= LOOP_SIMILARITY &&
		    cuts[i].breaks <= fewest + BREAKS_EXTRA &&
		    cuts[i].count + 1 >= most && (!found->count || cuts[i].pause > found->pause))
			*found = cuts[i];
	return n > 0;
}

/* Returns true if two parts are not a break. */
static bool
loopalike(const struct launchcall *a, size_t n, const struct launchcall *b, size_t m,
    uint32_t *counts)
{
	return (double)(2 * loopcommon(a, n, b, m, counts)) >= PARTS_SIMILARITY * (double)(n + m);
}

/* Adds a step for each part. The last part is cut off at the length of the longest recent one, and
 * dropped if it is not similar to the part before it. */
static void
addsteps(const struct loopprocess *p, uint32_t name, struct steptable *steps, uint32_t *counts)
{
	struct stepprocess *to = steptableprocess(steps, p->pid);
	size_t last = SIZE_MAX, lengths[RECENT_STEPS] = { 0 }, n = 0, left, longest = 0;
	const struct launchcall *calls = p->calls;

	for (size_t i = 0; i < p->count; i++) {
		if (calls[i].name != name)
			continue;
		steptableadd(to, calls[i].ts, INT64_MAX, -1);
		if (last < SIZE_MAX)
			lengths[n++ % RECENT_STEPS] = i - last;
		last = i;
	}
	for (size_t i = 0; i < RECENT_STEPS; i++)
		longest = lengths[i] > longest ? lengths[i] : longest;
	left = p->count - last;
	n = lengths[(n - 1) % RECENT_STEPS];
	if (left > longest) {
		to->p[to->count - 1].end = calls[last + longest].ts;
		left = longest;
	}
	if (!loopalike(&calls[last - n], n, &calls[last], left, counts))
		to->count--;
}

/* Finds the steps of a process and prints their similarity, or why there are none. Returns true if
 * there are steps. */
static bool
processsteps(const struct loopdetector *l, struct loopprocess *p, struct steptable *steps)
{
	long long pid = (long long)p->pid;
	uint32_t *counts;
	bool found = false;
	struct cut cut;

	sortcalls(p);
	counts = xzalloc(p->count + 1, sizeof(*counts));
	if (!bestcut(l, p, counts, &cut)) {
		if (!l->quiet)
			warn("%s: process %lld: no kernel repeats often enough in %zu launches "
			     "to mark a loop",
			    l->path, pid, p->count);
	} else if (cut.similarity < LOOP_SIMILARITY) {
		if (!l->quiet)
			warn("%s: process %lld: no sequence of launches repeats: the best is "
			     "%.0f %% alike, and steps must be 80 %%",
			    l->path, pid, 100 * cut.similarity);
	} else {
		cut = cutat(p, p->count, cut.name, counts);
		addsteps(p, cut.name, steps, counts);
		warn("%s: process %lld: %zu steps of about %zu launches, %.1f %% alike", l->path,
		    pid, steptableprocess(steps, p->pid)->count, p->count / (cut.count + 1),
		    100 * cut.similarity);
		found = true;
	}
	free(counts);
	return found;
}

bool
loopdetectorsteps(struct loopdetector *l, struct steptable *steps)
{
	bool any = false;

	for (size_t i = 0; i < l->count; i++)
		any = processsteps(l, &l->p[i], steps) || any;
	if (l->count == 0 && !l->quiet)
		warn("%s: no launched work: put nst-link before this program", l->path);
	return any;
}

void
loopdetectorinit(struct loopdetector *l)
{
	*l = (struct loopdetector){
		.stage = { .want = EVKEY(KEY_PID) | EVKEY(KEY_CORR), .event = loopevent },
	};
}

void
loopdetectorfree(struct loopdetector *l)
{
	for (size_t i = 0; i < l->count; i++)
		free(l->p[i].calls);
	free(l->p);
	stringtablefree(&l->names);
	mapfree(&l->ids);
}
