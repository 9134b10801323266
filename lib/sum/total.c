/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "total.h"

/* Where a type comes: those asked for, then others apart, then what has none. */
static uint64_t
rankof(uint32_t type, const struct totalsask *ask)
{
	for (uint32_t i = 0; i < ask->firstcount; i++)
		if (ask->first[i] == type)
			return i;
	return ask->firstcount > 0 ? ask->firstcount + (uint64_t)type : 0;
}

static int
bynumber(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The least step that counts when so many are left out; none says whether there is none. */
static int64_t
firststep(const struct groups *g, size_t skip, bool *none)
{
	int64_t *steps = NULL, first = INT64_MIN;
	size_t count = 0, room = 0, kinds = 0;

	for (uint32_t i = 0; i < g->count; i++) {
		struct value v = { false, 0 };

		if (timescount(&g->groups[i].times) > 0)
			v = groupvalue(g, i, BY_STEP);
		if (v.given) {
			GROW(steps, room, count + 1);
			steps[count++] = v.number;
		}
	}
	if (count > 0)
		qsort(steps, count, sizeof(*steps), bynumber);
	for (size_t i = 0; i < count && kinds <= skip; i++)
		if (i == 0 || steps[i] != steps[i - 1]) {
			kinds++;
			first = steps[i];
		}
	*none = kinds <= skip;
	free(steps);
	return first;
}

/* Takes away what was added for the first steps. */
static void
dropsteps(struct tally *t, size_t skip)
{
	bool none;
	int64_t first = firststep(&t->groups, skip, &none);

	for (uint32_t i = 0; i < t->groups.count; i++) {
		struct value v = { false, 0 };

		if (t->groups.groups[i].whole)
			v = groupvalue(&t->groups, i, BY_STEP);
		if (v.given && (none || v.number < first))
			groupsforget(&t->groups, i);
	}
	for (size_t i = 0; i < t->shares.count; i++) {
		struct value v = t->shares.p[i].step;

		t->shares.p[i].dropped = v.given && (none || v.number < first);
	}
}

/* Remembers the step that took longest, of several that did the first. */
static void
noteslow(struct extra *e, int64_t step, wide total)
{
	bool slower = e->steps++ == 0 || total > e->slowesttime;

	if (!slower && (total < e->slowesttime || step > e->slowest))
		return;
	e->slowest = step;
	e->slowesttime = total;
}

/* Makes the totals of a group's steps its times. */
static void
foldsteps(struct groups *g)
{
	for (uint32_t i = 0; i < g->count; i++) {
		uint32_t outer = g->groups[i].outer;
		struct times *times = &g->groups[i].times;
		wide total;

		if (!g->groups[i].part || timescount(times) == 0)
			continue;
		total = timesstats(times).total;
		groupsmerge(g, outer, i);
		noteslow(groupsextra(g, outer), g->groups[i].number, total);
		timesput(&g->groups[outer].times, total < INT64_MAX ? (int64_t)total : INT64_MAX);
		timesfree(times);
	}
}

/* Whether a group is a row: it has durations, or what its calls launched before is in this bin. */
static bool
isrow(const struct groups *g, uint32_t group, const bool *timed)
{
	const struct extra *e = groupextra(g, group);

	if (timescount(&g->groups[group].times) > 0)
		return true;
	return g->groups[group].part && g->partkey == BY_BIN && timed[g->groups[group].outer] &&
	    (e->launchedtime > 0 || e->launches > 0 || e->calls > 0);
}

/* For each group whether it or a part of it has durations; the caller frees it. */
static bool *
findtimed(const struct groups *g)
{
	bool *timed = xzalloc(g->count + 1, sizeof(*timed));

	for (uint32_t i = 0; i < g->count; i++)
		if (timescount(&g->groups[i].times) > 0) {
			timed[i] = true;
			if (g->groups[i].part)
				timed[g->groups[i].outer] = true;
		}
	return timed;
}

/* The groups that are rows, in the order in which they were made. */
static void
collect(struct totals *t, const struct totalsask *ask)
{
	struct groups *g = &t->tally->groups;
	bool *timed = findtimed(g);
	size_t room = 0;

	for (uint32_t i = 0; i < g->count; i++) {
		struct value type, bin, work;
		struct total *row;

		if (!isrow(g, i, timed))
			continue;
		type = groupvalue(g, i, BY_TYPE);
		bin = groupvalue(g, i, BY_BIN);
		GROW(t->p, room, t->count + 1);
		row = &t->p[t->count++];
		*row = (struct total){ .group = i, .bin = bin.given ? (size_t)bin.number : 0 };
		row->type = type.given ? (uint32_t)type.number : UINT32_MAX;
		work = groupvalue(g, i, BY_WORK);
		row->rank = rankof(row->type, ask) << 1 | (work.given && work.number == ask->late);
		row->stats = timesstats(&g->groups[i].times);
		row->extra = groupextra(g, i);
	}
	free(timed);
}

/* The median, and the percentiles asked for. */
static void
percentiles(struct totals *t, const struct totalsask *ask)
{
	size_t count = ask->percentcount + 1;
	uint32_t *percents = xreallocarray(NULL, count, sizeof(*percents));

	percents[0] = PERCENTS / 2;
	for (size_t i = 1; i < count; i++)
		percents[i] = ask->percents[i - 1];
	t->percents = xreallocarray(NULL, t->count * count + 1, sizeof(*t->percents));
	for (size_t i = 0; i < t->count; i++) {
		wide *values = t->percents + i * count;

		timespercentiles(
		    &t->tally->groups.groups[t->p[i].group].times, percents, count, values);
		t->p[i].median = values[0];
		t->p[i].percents = values + 1;
	}
	free(percents);
}

/* What shares are shares of, by type and bin. */
struct wholes {
	struct map known;
	wide *p;
	size_t room;
};

static wide *
wholeof(struct wholes *w, uint32_t type, size_t bin)
{
	bool fresh;
	uint32_t *number = mapput(&w->known, (struct mapkey){ type, bin }, &fresh);

	if (fresh) {
		*number = (uint32_t)w->known.used - 1;
		GROW(w->p, w->room, w->known.used);
		w->p[*number] = 0;
	}
	return &w->p[*number];
}

/* Adds up events, each once, where they may be in several rows. */
static void
addonce(struct wholes *w, const struct tally *t)
{
	size_t bins = t->facts.bins > 0 ? t->facts.bins : 1;

	for (uint32_t i = 0; i < t->shares.count; i++) {
		const struct shareof *s = &t->shares.p[i];
		uint32_t type = s->type.given ? (uint32_t)s->type.number : UINT32_MAX;

		for (size_t bin = 0; bin < bins && !s->dropped; bin++)
			*wholeof(w, type, bin) += factswhole(&t->facts, i, bin);
	}
}

/* Whether rows of a type are ranges: as they hold each other, they are shares of the time of the
 * profile. */
static bool
ranges(const struct tally *t, uint32_t type)
{
	enum event_type known;

	if (!(t->groups.by & 1u << BY_TYPE))
		return t->othertimes == 0;
	if (type == UINT32_MAX)
		return false;
	known = evtype(nameget(&t->groups.names, type));
	return known == TYPE_NVTX || known == TYPE_NVTX_KERNEL;
}

/* The time of a bin, or of all of the window, ns. */
static wide
lengthof(const struct facts *f, size_t bin)
{
	if (f->bins > 0)
		return (wide)factsbin(f, bin + 1) - factsbin(f, bin);
	return (wide)clipend(f->clip) - clipstart(f->clip);
}

static void
setwholes(struct totals *t, const struct totalsask *ask)
{
	struct wholes w = { 0 };

	if (tallyseveral(t->tally))
		addonce(&w, t->tally);
	else
		for (size_t i = 0; i < t->count; i++)
			*wholeof(&w, t->p[i].type, t->p[i].bin) += t->p[i].stats.total;
	for (size_t i = 0; i < t->count; i++) {
		struct total *row = &t->p[i];

		if (!ask->sums && ranges(t->tally, row->type))
			row->whole = lengthof(&t->tally->facts, row->bin);
		else
			row->whole = *wholeof(&w, row->type, row->bin);
	}
	mapfree(&w.known);
	free(w.p);
}

/* The names of two groups, in bytes. */
static int
comparenames(const struct groups *g, uint32_t a, uint32_t b)
{
	struct value x = groupvalue(g, a, BY_NAME), y = groupvalue(g, b, BY_NAME);
	struct span s, t;
	int order;

	if (!x.given || !y.given)
		return x.given - y.given;
	s = nameget(&g->names, (uint32_t)x.number);
	t = nameget(&g->names, (uint32_t)y.number);
	order = memcmp(s.p, t.p, s.n < t.n ? s.n : t.n);
	return order != 0 ? order : (s.n > t.n) - (s.n < t.n);
}

/* What qsort_r hands on. */
struct sorting {
	const struct totals *totals;
	totalscompare *compare;
	const void *arg;
};

/* Which row comes first whatever the order is: by bin and rank. */
static int
apart(const struct total *x, const struct total *y)
{
	if (x->bin != y->bin)
		return x->bin < y->bin ? -1 : 1;
	return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Rows that are equal stay as they were. */
static int
byplace(const struct total *x, const struct total *y)
{
	return (x->place > y->place) - (x->place < y->place);
}

/* Two rows with one total: by name, where that was asked. */
static int
bytie(const struct sorting *s, const struct total *x, const struct total *y)
{
	const struct totalsask *ask = s->arg;
	int order = 0;

	if (ask->byname)
		order = comparenames(&s->totals->tally->groups, x->group, y->group);
	return order != 0 ? order : byplace(x, y);
}

/* The largest total first. */
static int
bytotal(const void *a, const void *b, void *arg)
{
	const struct total *x = a, *y = b;
	int order = apart(x, y);

	if (order != 0)
		return order;
	if (x->stats.total != y->stats.total)
		return x->stats.total > y->stats.total ? -1 : 1;
	return bytie(arg, x, y);
}

static int
byorder(const void *a, const void *b, void *arg)
{
	const struct sorting *s = arg;
	const struct total *x = a, *y = b;
	int order = apart(x, y);

	if (order == 0)
		order = s->compare(s->totals, x, y, s->arg);
	return order != 0 ? order : byplace(x, y);
}

static void
sortrows(
    struct totals *t, int (*compare)(const void *, const void *, void *), struct sorting *sorting)
{
	for (size_t i = 0; i < t->count; i++)
		t->p[i].place = i;
	if (t->count > 0)
		qsort_r(t->p, t->count, sizeof(*t->p), compare, sorting);
}

void
totalssort(struct totals *t, totalscompare *compare, const void *arg)
{
	sortrows(t, byorder, &(struct sorting){ t, compare, arg });
}

void
totalsmake(struct totals *t, struct tally *tally, const struct totalsask *ask)
{
	*t = (struct totals){ .tally = tally };
	if (ask->skip > 0)
		dropsteps(tally, ask->skip);
	if (tally->over)
		foldsteps(&tally->groups);
	collect(t, ask);
	percentiles(t, ask);
	setwholes(t, ask);
	sortrows(t, bytotal, &(struct sorting){ .totals = t, .arg = ask });
}

void
totalstop(struct totals *t, size_t top)
{
	const struct groups *g = &t->tally->groups;
	struct map seen = { 0 };
	size_t kept = 0;

	for (size_t i = 0; i < t->count; i++) {
		uint32_t group = t->p[i].group;
		bool fresh;
		uint32_t *count;

		if (g->groups[group].part)
			group = g->groups[group].outer;
		count = mapput(
		    &seen, (struct mapkey){ g->groups[group].outer, t->p[i].bin }, &fresh);
		if ((*count)++ < top)
			t->p[kept++] = t->p[i];
	}
	t->count = kept;
	mapfree(&seen);
}

void
totalsfree(struct totals *t)
{
	free(t->p);
	free(t->percents);
	*t = (struct totals){ 0 };
}
