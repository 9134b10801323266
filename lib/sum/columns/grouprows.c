/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/compare.h"
#include "grouprows.h"
#include "mergedrows.h"
#include "rowsections.h"

/* Maximum number of rows with cached values. Only the text format reads a row more than once, and
 * people rarely read tables of more rows. */
enum { CACHE_ROWS = 4096 };

/* Returns the least step that counts if the first skip steps are left out; *none is true if no step
 * is left. */
static int64_t
firststep(const struct groups *g, size_t skip, bool *none)
{
	int64_t *steps = NULL, first = INT64_MIN;
	size_t count = 0, room = 0, kinds = 0;

	for (uint32_t i = 0; i < g->count; i++) {
		struct value v = { false, 0 };

		if (durationsany(&g->groups[i].durations))
			v = groupvalue(g, i, BY_STEP);
		if (v.given) {
			GROW(steps, room, count + 1);
			steps[count++] = v.number;
		}
	}
	if (count > 0)
		qsort(steps, count, sizeof(*steps), compareint64);
	for (size_t i = 0; i < count && kinds <= skip; i++)
		if (i == 0 || steps[i] != steps[i - 1]) {
			kinds++;
			first = steps[i];
		}
	*none = kinds <= skip;
	free(steps);
	return first;
}

/* Removes the first skip steps from the groups and the denominators. */
static void
dropsteps(struct tally *t, size_t skip)
{
	struct skippedsteps skipped;

	skipped.before = firststep(&t->groups, skip, &skipped.all);
	for (uint32_t i = 0; i < t->groups.count; i++) {
		struct value v = { false, 0 };

		if (t->groups.groups[i].complete)
			v = groupvalue(&t->groups, i, BY_STEP);
		if (stepskipped(&skipped, v))
			groupszero(&t->groups, i);
	}
	grouprowsskip(&t->denominators, &skipped);
}

/* Makes the totals of a group's steps its durations. */
static void
mergesteps(struct groups *g)
{
	for (uint32_t i = 0; i < g->count; i++) {
		uint32_t parent = g->groups[i].parent;
		struct durations *durations = &g->groups[i].durations;
		wide total;

		if (!g->groups[i].issubgroup || !durationsany(durations))
			continue;
		total = durationstotal(durations);
		groupsumsmerge(&g->sums, &g->groups[parent].firstrecord, g->groups[i].firstrecord);
		groupsumsaddstep(
		    &g->sums, &g->groups[parent].firstrecord, g->groups[i].number, total);
		durationsadd(
		    &g->groups[parent].durations, total < INT64_MAX ? (int64_t)total : INT64_MAX);
		durationsfree(durations);
	}
}

/* Returns true if a group is a row. */
static bool
isrow(const struct groups *g, uint32_t group, const bool *timed)
{
	const struct group *one = &g->groups[group];

	if (durationsany(&one->durations))
		return true;
	return one->issubgroup && g->subgroupkey == BY_BIN && timed[one->parent] &&
	    groupsumsuntimed(&g->sums, one->firstrecord);
}

/* Returns for each group whether it or one of its subgroups has durations. The caller frees the
 * array. */
static bool *
findtimed(const struct groups *g)
{
	bool *timed = xzalloc(g->count + 1, sizeof(*timed));

	for (uint32_t i = 0; i < g->count; i++)
		if (durationsany(&g->groups[i].durations)) {
			timed[i] = true;
			if (g->groups[i].issubgroup)
				timed[g->groups[i].parent] = true;
		}
	return timed;
}

/* Returns the section of a group; makes it if it is new. */
static uint32_t
sectionof(struct grouprows *t, struct map *known, uint32_t group, const struct rowoptions *options)
{
	const struct groups *g = &t->tally->groups;
	struct value type = groupvalue(g, group, BY_TYPE), bin = groupvalue(g, group, BY_BIN);
	struct value work = groupvalue(g, group, BY_WORK);

	return rowsectionsadd(t, known, type.given ? (uint32_t)type.number : UINT32_MAX,
	    work.given && work.number == options->aside, bin.given ? (size_t)bin.number : 0);
}

/* Adds a row of a group, with that sum of durations, to its section. */
static void
countrow(struct rowsection *section, uint32_t group, wide sum, uint64_t count)
{
	section->first = group < section->first ? group : section->first;
	section->rows++;
	section->sum += sum;
	section->count += (wide)count;
}

/* Makes a row of each group that is one, in the order in which the groups were made. */
static void
collect(struct grouprows *t, const struct rowoptions *options)
{
	const struct groups *g = &t->tally->groups;
	bool *timed = findtimed(g);
	struct map known = { 0 };
	size_t room = 0;

	for (uint32_t i = 0; i < g->count; i++) {
		const struct durations *durations = &g->groups[i].durations;
		uint32_t section;
		wide sum;

		if (!isrow(g, i, timed))
			continue;
		sum = durationstotal(durations);
		section = sectionof(t, &known, i, options);
		countrow(&t->sections[section], i, sum, durationscount(durations));
		GROW(t->p, room, t->count + 1);
		t->p[t->count++] = (struct grouprow){ .group = i,
			.section = section,
			.sum = sum < INT64_MAX ? (int64_t)sum : INT64_MAX };
	}
	mapfree(&known);
	free(timed);
}

/* Stores which percentiles are requested. */
static void
setpercents(struct grouprows *t, const struct rowoptions *options)
{
	size_t count = t->percentcount = options->percentcount + 1;

	t->percents = xreallocarray(NULL, count, sizeof(*t->percents));
	t->percents[0] = PERCENT_SCALE / 2;
	for (size_t i = 1; i < count; i++)
		t->percents[i] = options->percents[i - 1];
}

/* Allocates the cache of row values, with room for that many rows or more. */
static void
makecache(struct grouprows *t, size_t rows)
{
	size_t cache = 1;

	while (cache < rows)
		cache *= 2;
	t->cachemask = cache - 1;
	t->cache = xzalloc(cache, sizeof(*t->cache));
	t->values = xreallocarray(NULL, cache * t->percentcount, sizeof(*t->values));
}

const struct rowvalues *
grouprowsmakerow(const struct grouprows *t, const struct grouprow *row)
{
	struct group *g = &t->tally->groups.groups[row->group];
	size_t at = row->group & t->cachemask;
	struct rowvalues *cache = &t->cache[at];
	wide *values = t->values + at * t->percentcount;

	durationspercentiles(&g->durations, t->percents, t->percentcount, values);
	cache->group = row->group + 1;
	cache->firstrecord = g->firstrecord;
	cache->sums = &t->tally->groups.sums;
	cache->sets = SUM_ANY | groupsumssets(cache->sums, g->firstrecord);
	cache->denominator = grouprowssection(t, row)->denominator;
	cache->stats = durationsstats(&g->durations);
	cache->median = values[0];
	cache->percents = values + 1;
	return cache;
}

void
grouprowsbins(const struct grouprows *t, size_t row, uint64_t *counts)
{
	const struct grouprow *r;

	memset(counts, 0, t->bins * sizeof(*counts));
	if (t->merged) {
		mergedrowsbins(t->merged, t->start + row, counts);
		return;
	}
	r = grouprowsat(t, row);
	durationsbins(&t->tally->groups.groups[r->group].durations, t->edges, t->bins, counts);
}

wide
grouprowssum(const struct grouprows *t, const struct grouprow *row)
{
	if (row->sum < INT64_MAX)
		return row->sum;
	return durationstotal(&t->tally->groups.groups[row->group].durations);
}

/* Denominators by type and bin, ns. */
struct typetotals {
	struct map known;
	wide *p;
	size_t room;
};

static wide *
typetotal(struct typetotals *w, uint32_t type, size_t bin)
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

/* Adds up events that may be in several rows, each once. */
static void
addonce(struct typetotals *w, const struct tally *t)
{
	size_t bins = t->accumulator.bins > 0 ? t->accumulator.bins : 1;

	for (uint32_t i = 0; i < t->denominators.count; i++) {
		const struct denominator *s = &t->denominators.p[i];
		uint32_t type = s->type.given ? (uint32_t)s->type.number : UINT32_MAX;

		for (size_t bin = 0; bin < bins && !s->dropped; bin++)
			*typetotal(w, type, bin) += accumulatordenominator(&t->accumulator, i, bin);
	}
}

/* Returns true if the rows of a type are ranges. Ranges contain each other, so their shares are
 * relative to the time of the profile. */
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

/* Returns the length of a bin, or of the window if there are none, ns. */
static wide
lengthof(const struct accumulator *f, size_t bin)
{
	if (f->bins > 0)
		return (wide)accumulatorbin(f, bin + 1) - accumulatorbin(f, bin);
	return (wide)clipend(f->clip) - clipstart(f->clip);
}

/* Adds up the sections of each type and bin. */
static void
addsections(struct typetotals *w, const struct grouprows *t)
{
	for (size_t i = 0; i < t->sectioncount; i++) {
		const struct rowsection *s = &t->sections[i];

		*typetotal(w, s->type, s->bin) += s->sum;
	}
}

static void
setdenominators(struct grouprows *t, const struct rowoptions *options)
{
	struct typetotals w = { 0 };

	if (tallymanygroups(t->tally))
		addonce(&w, t->tally);
	else
		addsections(&w, t);
	for (size_t i = 0; i < t->sectioncount; i++) {
		struct rowsection *s = &t->sections[i];

		if (!options->sums && ranges(t->tally, s->type))
			s->denominator = lengthof(&t->tally->accumulator, s->bin);
		else
			s->denominator = *typetotal(&w, s->type, s->bin);
	}
	mapfree(&w.known);
	free(w.p);
}

/* Compares the names of two groups bytewise. */
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

/* The context of a comparison for qsort_r. */
struct sortcontext {
	const struct grouprows *totals;
	grouprowscompare *compare; /* or NULL */
	const void *arg;
};

/* The largest total first. Rows with equal totals are sorted by name if byname is set, else by the
 * number of the group. */
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
	const struct sortcontext *s = arg;
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

/* Applies a permutation in place, cycle by cycle: order[i] is the index of the row that belongs at
 * index i. Overwrites order. */
static void
permute(struct grouprow *rows, uint32_t *order, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct grouprow first = rows[i];
		size_t at = i;

		while (order[at] != i) { /* follow the cycle */
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
	struct sortcontext sortcontext = { t, compare, arg };
	uint32_t *order = xreallocarray(NULL, t->count + 1, sizeof(*order));

	for (size_t i = 0; i < t->count; i++)
		order[i] = (uint32_t)i;
	qsort_r(order, t->count, sizeof(*order), grouprowsbyorder, &sortcontext);
	permute(t->p, order, t->count);
	free(order);
}

void
grouprowsmake(struct grouprows *t, struct tally *tally, const struct rowoptions *options)
{
	*t = (struct grouprows){ .tally = tally, .byname = options->byname };
	t->edges = options->edges;
	t->bins = options->bins;
	setpercents(t, options);
	if (tally->spill.spilled) {
		t->merged = mergedrowsmake(t, options);
		setdenominators(t, options);
		makecache(t, mergedrowscache(&tally->groups));
		mergedrowsready(t->merged, t);
		return;
	}
	if (options->skip > 0)
		dropsteps(tally, options->skip);
	if (tally->perstep)
		mergesteps(&tally->groups);
	collect(t, options);
	rowsectionsrank(t, options);
	setdenominators(t, options);
	makecache(t, tally->groups.count < CACHE_ROWS ? tally->groups.count : CACHE_ROWS);
	grouprowssort(t, NULL, NULL);
}

void
grouprowstop(struct grouprows *t, size_t top)
{
	const struct groups *g = &t->tally->groups;
	struct map seen = { 0 };
	size_t kept = 0;

	if (t->merged) {
		t->count = mergedrowstop(t->merged, top, false);
		return;
	}
	for (size_t i = 0; i < t->count; i++) {
		uint32_t group = t->p[i].group;
		size_t bin = grouprowssection(t, &t->p[i])->bin;
		bool fresh;
		uint32_t *count;

		if (g->groups[group].issubgroup)
			group = g->groups[group].parent;
		count = mapput(
		    &seen, (struct mapkey){ g->groups[group].parent, bin }, &fresh);
		if ((*count)++ < top)
			t->p[kept++] = t->p[i];
	}
	t->count = kept;
	mapfree(&seen);
}

void
grouprowstopsections(struct grouprows *t, size_t top)
{
	size_t kept = 0, order = SIZE_MAX, same = 0;

	if (t->merged) {
		t->count = mergedrowstop(t->merged, top, true);
		return;
	}
	for (size_t i = 0; i < t->count; i++) {
		size_t this = grouprowssection(t, &t->p[i])->order;

		same = this == order ? same + 1 : 1;
		order = this;
		if (same <= top)
			t->p[kept++] = t->p[i];
	}
	t->count = kept;
}

size_t
grouprowsinsection(const struct grouprows *t, const struct rowsection *section)
{
	size_t rows = 0;

	for (size_t i = 0; i < t->sectioncount; i++)
		if (t->sections[i].order == section->order)
			rows += t->sections[i].rows;
	return rows;
}

void
grouprowsmost(struct grouprows *t, size_t most)
{
	if (t->merged)
		mergedrowsmost(t->merged, most < t->count ? most : 0);
}

/* Returns true if a section is of some types. */
static bool
sectionchosen(const struct grouprows *t, const struct rowsection *s, uint64_t types)
{
	const struct stringtable *names = &t->tally->groups.names;

	return types == 0 ||
	    (s->type != UINT32_MAX && types & EVTYPE(evtype(stringat(names, s->type))));
}

void
grouprowschoose(struct grouprows *chosen, const struct grouprows *t, uint64_t types)
{
	bool *wanted = xzalloc(t->sectioncount + 1, sizeof(*wanted));

	*chosen = *t;
	chosen->count = 0;
	for (size_t i = 0; i < t->sectioncount; i++) {
		wanted[i] = sectionchosen(t, &t->sections[i], types);
		if (wanted[i])
			chosen->count += t->sections[i].rows;
	}
	if (t->merged) {
		mergedrowstypes(t->merged, types);
	} else {
		size_t count = 0;

		chosen->p = xreallocarray(NULL, chosen->count + 1, sizeof(*chosen->p));
		for (size_t i = 0; i < t->count; i++)
			if (wanted[t->p[i].section])
				chosen->p[count++] = t->p[i];
	}
	free(wanted);
}

void
grouprowschosenfree(struct grouprows *chosen)
{
	if (!chosen->merged)
		free(chosen->p);
}

wide
grouprowstime(const struct grouprows *t, uint64_t types)
{
	wide time = 0;

	for (size_t i = 0; i < t->sectioncount; i++)
		if (sectionchosen(t, &t->sections[i], types))
			time += t->sections[i].sum;
	return time;
}

wide
grouprowsevents(const struct grouprows *t, uint64_t types)
{
	wide count = 0;

	for (size_t i = 0; i < t->sectioncount; i++)
		if (sectionchosen(t, &t->sections[i], types))
			count += t->sections[i].count;
	return count;
}

void
grouprowsfree(struct grouprows *t)
{
	mergedrowsfree(t->merged);
	free(t->p);
	free(t->sections);
	free(t->percents);
	free(t->cache);
	free(t->values);
	*t = (struct grouprows){ 0 };
}
