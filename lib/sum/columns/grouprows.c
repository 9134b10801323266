/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "grouprows.h"

/* Rows that are kept once they were made, at most: tables of more are for programs, which read them
 * once. */
enum { MADE = 4096 };

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
totalbynumber(const void *a, const void *b)
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

		if (timesany(&g->groups[i].times))
			v = groupvalue(g, i, BY_STEP);
		if (v.given) {
			GROW(steps, room, count + 1);
			steps[count++] = v.number;
		}
	}
	if (count > 0)
		qsort(steps, count, sizeof(*steps), totalbynumber);
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
noteslow(struct groups *g, uint32_t group, int64_t step, wide total)
{
	struct extras *x = &g->extras;
	uint32_t record = groupsextra(g, group, EXTRA_STEP);
	wide time = groupextra(g, group, EXTRA_SLOWEST_TIME);
	bool first = groupextra(g, group, EXTRA_STEPS) == 0;

	extrasadd(x, record, EXTRA_STEPS, 1);
	if (!first && (total < time ||
	    (total == time && step > groupextra(g, group, EXTRA_SLOWEST))))
		return;
	extrasset(x, record, EXTRA_SLOWEST, step);
	extrasset(x, record, EXTRA_SLOWEST_TIME, total);
}

/* Makes the totals of a group's steps its times. */
static void
foldsteps(struct groups *g)
{
	for (uint32_t i = 0; i < g->count; i++) {
		uint32_t outer = g->groups[i].outer;
		struct times *times = &g->groups[i].times;
		wide total;

		if (!g->groups[i].part || !timesany(times))
			continue;
		total = timestotal(times);
		extrasmerge(&g->extras, &g->groups[outer].extra, g->groups[i].extra);
		noteslow(g, outer, g->groups[i].number, total);
		timesput(&g->groups[outer].times, total < INT64_MAX ? (int64_t)total : INT64_MAX);
		timesfree(times);
	}
}

/* Whether a group is a row: it has durations, or what its calls launched before is in this bin. */
static bool
isrow(const struct groups *g, uint32_t group, const bool *timed)
{
	if (timesany(&g->groups[group].times))
		return true;
	return g->groups[group].part && g->partkey == BY_BIN && timed[g->groups[group].outer] &&
	    (groupextra(g, group, EXTRA_LAUNCHED_TIME) > 0 ||
	        groupextra(g, group, EXTRA_LAUNCHES) > 0 || groupextra(g, group, EXTRA_CALLS) > 0);
}

/* For each group whether it or a part of it has durations; the caller frees it. */
static bool *
findtimed(const struct groups *g)
{
	bool *timed = xzalloc(g->count + 1, sizeof(*timed));

	for (uint32_t i = 0; i < g->count; i++)
		if (timesany(&g->groups[i].times)) {
			timed[i] = true;
			if (g->groups[i].part)
				timed[g->groups[i].outer] = true;
		}
	return timed;
}

/* The section of a group, made when it is new. */
static uint32_t
sectionof(struct totals *t, struct map *known, uint32_t group, const struct totalsask *ask)
{
	const struct groups *g = &t->tally->groups;
	struct value type = groupvalue(g, group, BY_TYPE), bin = groupvalue(g, group, BY_BIN);
	struct value work = groupvalue(g, group, BY_WORK);
	struct totalsection s = { .type = type.given ? (uint32_t)type.number : UINT32_MAX };
	bool late = work.given && work.number == ask->late, fresh;
	uint32_t *number;

	s.bin = bin.given ? (size_t)bin.number : 0;
	s.rank = rankof(s.type, ask) << 1 | late;
	number = mapput(known, (struct mapkey){ (uint64_t)s.type << 1 | late, s.bin }, &fresh);
	if (fresh) {
		*number = (uint32_t)t->sectioncount;
		GROW(t->sections, t->sectionroom, t->sectioncount + 1);
		t->sections[t->sectioncount++] = s;
	}
	return *number;
}

/* The groups that are rows, in the order in which they were made. */
static void
collect(struct totals *t, const struct totalsask *ask)
{
	const struct groups *g = &t->tally->groups;
	bool *timed = findtimed(g);
	struct map known = { 0 };
	size_t room = 0;

	for (uint32_t i = 0; i < g->count; i++) {
		wide sum;

		if (!isrow(g, i, timed))
			continue;
		sum = timestotal(&g->groups[i].times);
		GROW(t->p, room, t->count + 1);
		t->p[t->count++] = (struct totalrow){ .group = i,
			.section = sectionof(t, &known, i, ask),
			.sum = sum < INT64_MAX ? (int64_t)sum : INT64_MAX };
	}
	mapfree(&known);
	free(timed);
}

static int
bysection(const void *a, const void *b, void *arg)
{
	const struct totals *t = arg;
	const struct totalsection *x = &t->sections[*(const uint32_t *)a];
	const struct totalsection *y = &t->sections[*(const uint32_t *)b];

	if (x->bin != y->bin)
		return x->bin < y->bin ? -1 : 1;
	return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Finds which section comes first whatever the order of rows is: by bin and rank. */
static void
ordersections(struct totals *t)
{
	uint32_t *order = xreallocarray(NULL, t->sectioncount + 1, sizeof(*order));
	size_t place = 0;

	for (uint32_t i = 0; i < t->sectioncount; i++)
		order[i] = i;
	qsort_r(order, t->sectioncount, sizeof(*order), bysection, t);
	for (size_t i = 0; i < t->sectioncount; i++) {
		place += i > 0 && bysection(&order[i - 1], &order[i], t) != 0;
		t->sections[order[i]].order = place;
	}
	free(order);
}

/* Makes room for rows that are looked at. */
static void
readymade(struct totals *t, const struct totalsask *ask)
{
	size_t count = t->percentcount = ask->percentcount + 1, made = 1;

	t->percents = xreallocarray(NULL, count, sizeof(*t->percents));
	t->percents[0] = PERCENTS / 2;
	for (size_t i = 1; i < count; i++)
		t->percents[i] = ask->percents[i - 1];
	while (made < MADE && made < t->tally->groups.count)
		made *= 2;
	t->mademask = made - 1;
	t->made = xzalloc(made, sizeof(*t->made));
	t->values = xreallocarray(NULL, made * count, sizeof(*t->values));
}

const struct total *
totalsmakerow(const struct totals *t, const struct totalrow *row)
{
	struct group *g = &t->tally->groups.groups[row->group];
	size_t at = row->group & t->mademask;
	struct total *made = &t->made[at];
	wide *values = t->values + at * t->percentcount;

	timespercentiles(&g->times, t->percents, t->percentcount, values);
	made->group = row->group + 1;
	made->extra = g->extra;
	made->extras = &t->tally->groups.extras;
	made->sets = TOTAL_ANY | extrassets(made->extras, g->extra);
	made->whole = totalssection(t, row)->whole;
	made->stats = timesstats(&g->times);
	made->median = values[0];
	made->percents = values + 1;
	return made;
}

wide
totalssum(const struct totals *t, const struct totalrow *row)
{
	if (row->sum < INT64_MAX)
		return row->sum;
	return timestotal(&t->tally->groups.groups[row->group].times);
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

/* Adds up rows, those of a section first. */
static void
addsections(struct wholes *w, struct totals *t)
{
	for (size_t i = 0; i < t->count; i++)
		t->sections[t->p[i].section].whole += totalssum(t, &t->p[i]);
	for (size_t i = 0; i < t->sectioncount; i++) {
		const struct totalsection *s = &t->sections[i];

		*wholeof(w, s->type, s->bin) += s->whole;
	}
}

static void
setwholes(struct totals *t, const struct totalsask *ask)
{
	struct wholes w = { 0 };

	if (tallyseveral(t->tally))
		addonce(&w, t->tally);
	else
		addsections(&w, t);
	for (size_t i = 0; i < t->sectioncount; i++) {
		struct totalsection *s = &t->sections[i];

		if (!ask->sums && ranges(t->tally, s->type))
			s->whole = lengthof(&t->tally->facts, s->bin);
		else
			s->whole = *wholeof(&w, s->type, s->bin);
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
	totalscompare *compare; /* NULL for none */
	const void *arg;
};

/* The largest total first; where they are the same by name, if asked, or as groups were made. */
static int
bytotal(const struct totals *t, const struct totalrow *x, const struct totalrow *y)
{
	int order = 0;

	if (x->sum != y->sum)
		return x->sum > y->sum ? -1 : 1;
	if (x->sum == INT64_MAX) {
		wide a = totalssum(t, x), b = totalssum(t, y);

		order = (a < b) - (a > b);
	}
	if (order == 0 && t->byname)
		order = comparenames(&t->tally->groups, x->group, y->group);
	return order != 0 ? order : (x->group > y->group) - (x->group < y->group);
}

static int
totalbyorder(const void *a, const void *b, void *arg)
{
	const struct sorting *s = arg;
	const struct totals *t = s->totals;
	const struct totalrow *x = &t->p[*(const uint32_t *)a], *y = &t->p[*(const uint32_t *)b];
	int order = 0;

	if (x->section != y->section) {
		size_t m = totalssection(t, x)->order, n = totalssection(t, y)->order;

		if (m != n)
			return m < n ? -1 : 1;
	}
	if (s->compare)
		order = s->compare(t, x, y, s->arg);
	return order != 0 ? order : bytotal(t, x, y);
}

/* Puts rows in an order, which says for each place the one that comes there, and is used up. */
static void
permute(struct totalrow *rows, uint32_t *order, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct totalrow first = rows[i];
		size_t at = i;

		while (order[at] != i) { /* each takes what the next one leaves */
			size_t from = order[at];

			rows[at] = rows[from];
			order[at] = (uint32_t)at;
			at = from;
		}
		rows[at] = first;
		order[at] = (uint32_t)at;
	}
}

void
totalssort(struct totals *t, totalscompare *compare, const void *arg)
{
	struct sorting sorting = { t, compare, arg };
	uint32_t *order = xreallocarray(NULL, t->count + 1, sizeof(*order));

	for (size_t i = 0; i < t->count; i++)
		order[i] = (uint32_t)i;
	qsort_r(order, t->count, sizeof(*order), totalbyorder, &sorting);
	permute(t->p, order, t->count);
	free(order);
}

void
totalsmake(struct totals *t, struct tally *tally, const struct totalsask *ask)
{
	*t = (struct totals){ .tally = tally, .byname = ask->byname };
	if (ask->skip > 0)
		dropsteps(tally, ask->skip);
	if (tally->over)
		foldsteps(&tally->groups);
	collect(t, ask);
	ordersections(t);
	setwholes(t, ask);
	readymade(t, ask);
	totalssort(t, NULL, NULL);
}

void
totalstop(struct totals *t, size_t top)
{
	const struct groups *g = &t->tally->groups;
	struct map seen = { 0 };
	size_t kept = 0;

	for (size_t i = 0; i < t->count; i++) {
		uint32_t group = t->p[i].group;
		size_t bin = totalssection(t, &t->p[i])->bin;
		bool fresh;
		uint32_t *count;

		if (g->groups[group].part)
			group = g->groups[group].outer;
		count = mapput(
		    &seen, (struct mapkey){ g->groups[group].outer, bin }, &fresh);
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
	free(t->sections);
	free(t->percents);
	free(t->made);
	free(t->values);
	*t = (struct totals){ 0 };
}
