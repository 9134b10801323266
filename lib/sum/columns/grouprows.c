/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "grouprows.h"

/* Rows that are kept once they were made, at most: tables of more are for programs, which read them
 * once. */
enum { MADE = 4096 };

/* Where a type comes: those asked for, then others apart, then what has none. */
static uint64_t
rankof(uint32_t type, const struct rowoptions *ask)
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

		if (durationsany(&g->groups[i].times))
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
			groupszero(&t->groups, i);
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
	struct groupsums *x = &g->sums;
	uint32_t record = groupsrecord(g, group, SUM_STEP);
	wide time = groupsum(g, group, SUM_SLOWEST_TIME);
	bool first = groupsum(g, group, SUM_STEPS) == 0;

	groupsumsadd(x, record, SUM_STEPS, 1);
	if (!first && (total < time ||
	    (total == time && step > groupsum(g, group, SUM_SLOWEST))))
		return;
	groupsumsset(x, record, SUM_SLOWEST, step);
	groupsumsset(x, record, SUM_SLOWEST_TIME, total);
}

/* Makes the totals of a group's steps its times. */
static void
foldsteps(struct groups *g)
{
	for (uint32_t i = 0; i < g->count; i++) {
		uint32_t outer = g->groups[i].outer;
		struct durations *times = &g->groups[i].times;
		wide total;

		if (!g->groups[i].part || !durationsany(times))
			continue;
		total = durationstotal(times);
		groupsumsmerge(&g->sums, &g->groups[outer].extra, g->groups[i].extra);
		noteslow(g, outer, g->groups[i].number, total);
		durationsadd(
		    &g->groups[outer].times, total < INT64_MAX ? (int64_t)total : INT64_MAX);
		durationsfree(times);
	}
}

/* Whether a group is a row: it has durations, or what its calls launched before is in this bin. */
static bool
isrow(const struct groups *g, uint32_t group, const bool *timed)
{
	if (durationsany(&g->groups[group].times))
		return true;
	return g->groups[group].part && g->partkey == BY_BIN && timed[g->groups[group].outer] &&
	    (groupsum(g, group, SUM_LAUNCHED_TIME) > 0 ||
	        groupsum(g, group, SUM_LAUNCHES) > 0 || groupsum(g, group, SUM_CALLS) > 0);
}

/* For each group whether it or a part of it has durations; the caller frees it. */
static bool *
findtimed(const struct groups *g)
{
	bool *timed = xzalloc(g->count + 1, sizeof(*timed));

	for (uint32_t i = 0; i < g->count; i++)
		if (durationsany(&g->groups[i].times)) {
			timed[i] = true;
			if (g->groups[i].part)
				timed[g->groups[i].outer] = true;
		}
	return timed;
}

/* The section of a group, made when it is new. */
static uint32_t
sectionof(struct grouprows *t, struct map *known, uint32_t group, const struct rowoptions *ask)
{
	const struct groups *g = &t->tally->groups;
	struct value type = groupvalue(g, group, BY_TYPE), bin = groupvalue(g, group, BY_BIN);
	struct value work = groupvalue(g, group, BY_WORK);
	struct rowsection s = { .type = type.given ? (uint32_t)type.number : UINT32_MAX };
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
collect(struct grouprows *t, const struct rowoptions *ask)
{
	const struct groups *g = &t->tally->groups;
	bool *timed = findtimed(g);
	struct map known = { 0 };
	size_t room = 0;

	for (uint32_t i = 0; i < g->count; i++) {
		wide sum;

		if (!isrow(g, i, timed))
			continue;
		sum = durationstotal(&g->groups[i].times);
		GROW(t->p, room, t->count + 1);
		t->p[t->count++] = (struct grouprow){ .group = i,
			.section = sectionof(t, &known, i, ask),
			.sum = sum < INT64_MAX ? (int64_t)sum : INT64_MAX };
	}
	mapfree(&known);
	free(timed);
}

static int
bysection(const void *a, const void *b, void *arg)
{
	const struct grouprows *t = arg;
	const struct rowsection *x = &t->sections[*(const uint32_t *)a];
	const struct rowsection *y = &t->sections[*(const uint32_t *)b];

	if (x->bin != y->bin)
		return x->bin < y->bin ? -1 : 1;
	return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Finds which section comes first whatever the order of rows is: by bin and rank. */
static void
ordersections(struct grouprows *t)
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
readymade(struct grouprows *t, const struct rowoptions *ask)
{
	size_t count = t->percentcount = ask->percentcount + 1, made = 1;

	t->percents = xreallocarray(NULL, count, sizeof(*t->percents));
	t->percents[0] = PERCENT_SCALE / 2;
	for (size_t i = 1; i < count; i++)
		t->percents[i] = ask->percents[i - 1];
	while (made < MADE && made < t->tally->groups.count)
		made *= 2;
	t->mademask = made - 1;
	t->made = xzalloc(made, sizeof(*t->made));
	t->values = xreallocarray(NULL, made * count, sizeof(*t->values));
}

const struct rowvalues *
grouprowsmakerow(const struct grouprows *t, const struct grouprow *row)
{
	struct group *g = &t->tally->groups.groups[row->group];
	size_t at = row->group & t->mademask;
	struct rowvalues *made = &t->made[at];
	wide *values = t->values + at * t->percentcount;

	durationspercentiles(&g->times, t->percents, t->percentcount, values);
	made->group = row->group + 1;
	made->extra = g->extra;
	made->sums = &t->tally->groups.sums;
	made->sets = SUM_ANY | groupsumssets(made->sums, g->extra);
	made->whole = grouprowssection(t, row)->whole;
	made->stats = durationsstats(&g->times);
	made->median = values[0];
	made->percents = values + 1;
	return made;
}

wide
grouprowssum(const struct grouprows *t, const struct grouprow *row)
{
	if (row->sum < INT64_MAX)
		return row->sum;
	return durationstotal(&t->tally->groups.groups[row->group].times);
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
	size_t bins = t->accumulator.bins > 0 ? t->accumulator.bins : 1;

	for (uint32_t i = 0; i < t->shares.count; i++) {
		const struct denominator *s = &t->shares.p[i];
		uint32_t type = s->type.given ? (uint32_t)s->type.number : UINT32_MAX;

		for (size_t bin = 0; bin < bins && !s->dropped; bin++)
			*wholeof(w, type, bin) += accumulatordenominator(&t->accumulator, i, bin);
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
	known = evtype(stringat(&t->groups.names, type));
	return known == TYPE_NVTX || known == TYPE_NVTX_KERNEL;
}

/* The time of a bin, or of all of the window, ns. */
static wide
lengthof(const struct accumulator *f, size_t bin)
{
	if (f->bins > 0)
		return (wide)accumulatorbin(f, bin + 1) - accumulatorbin(f, bin);
	return (wide)clipend(f->clip) - clipstart(f->clip);
}

/* Adds up rows, those of a section first. */
static void
addsections(struct wholes *w, struct grouprows *t)
{
	for (size_t i = 0; i < t->count; i++)
		t->sections[t->p[i].section].whole += grouprowssum(t, &t->p[i]);
	for (size_t i = 0; i < t->sectioncount; i++) {
		const struct rowsection *s = &t->sections[i];

		*wholeof(w, s->type, s->bin) += s->whole;
	}
}

static void
setwholes(struct grouprows *t, const struct rowoptions *ask)
{
	struct wholes w = { 0 };

	if (tallymanygroups(t->tally))
		addonce(&w, t->tally);
	else
		addsections(&w, t);
	for (size_t i = 0; i < t->sectioncount; i++) {
		struct rowsection *s = &t->sections[i];

		if (!ask->sums && ranges(t->tally, s->type))
			s->whole = lengthof(&t->tally->accumulator, s->bin);
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
	s = stringat(&g->names, (uint32_t)x.number);
	t = stringat(&g->names, (uint32_t)y.number);
	order = memcmp(s.p, t.p, s.n < t.n ? s.n : t.n);
	return order != 0 ? order : (s.n > t.n) - (s.n < t.n);
}

/* What qsort_r hands on. */
struct sorting {
	const struct grouprows *totals;
	grouprowscompare *compare; /* NULL for none */
	const void *arg;
};

/* The largest total first; where they are the same by name, if asked, or as groups were made. */
static int
bytotal(const struct grouprows *t, const struct grouprow *x, const struct grouprow *y)
{
	int order = 0;

	if (x->sum != y->sum)
		return x->sum > y->sum ? -1 : 1;
	if (x->sum == INT64_MAX) {
		wide a = grouprowssum(t, x), b = grouprowssum(t, y);

		order = (a < b) - (a > b);
	}
	if (order == 0 && t->byname)
		order = comparenames(&t->tally->groups, x->group, y->group);
	return order != 0 ? order : (x->group > y->group) - (x->group < y->group);
}

static int
grouprowsbyorder(const void *a, const void *b, void *arg)
{
	const struct sorting *s = arg;
	const struct grouprows *t = s->totals;
	const struct grouprow *x = &t->p[*(const uint32_t *)a], *y = &t->p[*(const uint32_t *)b];
	int order = 0;

	if (x->section != y->section) {
		size_t m = grouprowssection(t, x)->order, n = grouprowssection(t, y)->order;

		if (m != n)
			return m < n ? -1 : 1;
	}
	if (s->compare)
		order = s->compare(t, x, y, s->arg);
	return order != 0 ? order : bytotal(t, x, y);
}

/* Puts rows in an order, which says for each place the one that comes there, and is used up. */
static void
permute(struct grouprow *rows, uint32_t *order, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct grouprow first = rows[i];
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
grouprowssort(struct grouprows *t, grouprowscompare *compare, const void *arg)
{
	struct sorting sorting = { t, compare, arg };
	uint32_t *order = xreallocarray(NULL, t->count + 1, sizeof(*order));

	for (size_t i = 0; i < t->count; i++)
		order[i] = (uint32_t)i;
	qsort_r(order, t->count, sizeof(*order), grouprowsbyorder, &sorting);
	permute(t->p, order, t->count);
	free(order);
}

void
grouprowsmake(struct grouprows *t, struct tally *tally, const struct rowoptions *ask)
{
	*t = (struct grouprows){ .tally = tally, .byname = ask->byname };
	if (ask->skip > 0)
		dropsteps(tally, ask->skip);
	if (tally->over)
		foldsteps(&tally->groups);
	collect(t, ask);
	ordersections(t);
	setwholes(t, ask);
	readymade(t, ask);
	grouprowssort(t, NULL, NULL);
}

void
grouprowstop(struct grouprows *t, size_t top)
{
	const struct groups *g = &t->tally->groups;
	struct map seen = { 0 };
	size_t kept = 0;

	for (size_t i = 0; i < t->count; i++) {
		uint32_t group = t->p[i].group;
		size_t bin = grouprowssection(t, &t->p[i])->bin;
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
grouprowsfree(struct grouprows *t)
{
	free(t->p);
	free(t->sections);
	free(t->percents);
	free(t->made);
	free(t->values);
	*t = (struct grouprows){ 0 };
}
