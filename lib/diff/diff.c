/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/err.h"
#include "diff.h"

/* With at least this many runs on both sides, runs are the samples, even if there are steps. Fewer
 * runs cannot give a 95 % interval. */
enum { MIN_RUNS = 4 };

/* The samples of the group that is being compared. */
struct sampling {
	size_t *place;             /* by part: index of its sample */
	double *share;             /* by part: divisor of its total */
	size_t count[SIDE_COUNT];  /* number of samples */
	/* of the current group: the samples that have events, in order of their places */
	struct factorsample value[SIDE_COUNT];
	size_t latest[SIDE_COUNT]; /* the place of the last of them */
};

/* Returns true if a part counts. */
static bool
diffcounts(const struct diff *d, const struct totalspart *part)
{
	return !d->stepped || (part->stepped && !part->skipped);
}

/* Decides whether units and samples are steps or runs, and counts them. */
static void
diffcountunits(struct diff *d)
{
	const struct runtotals *l = d->totals;

	for (size_t i = 0; i < l->runcount; i++) {
		d->runs[l->runs[i].side]++;
		if (d->stepped)
			d->stepless += l->runs[i].stepless;
	}
	for (size_t i = 0; d->stepped && i < l->partcount; i++)
		if (diffcounts(d, &l->parts[i]))
			d->units[l->runs[l->parts[i].run].side]++;
	for (int side = 0; side < SIDE_COUNT; side++) {
		if (!d->stepped)
			d->units[side] = d->runs[side];
		if (d->units[side] == 0)
			die("--skip %zu leaves no step of a run", d->options.skip);
	}
	d->bysteps = d->stepped &&
	    (d->runs[SIDE_OLD] < MIN_RUNS || d->runs[SIDE_NEW] < MIN_RUNS);
}

/* Assigns a sample to each part: one for each step, or one for all parts of a run. */
static void
assignsamples(const struct diff *d, struct sampling *s)
{
	const struct runtotals *l = d->totals;
	size_t *ofrun = xzalloc(l->runcount + 1, sizeof(*ofrun));
	size_t *steps = xzalloc(l->runcount + 1, sizeof(*steps));

	s->place = xzalloc(l->partcount + 1, sizeof(*s->place));
	s->share = xzalloc(l->partcount + 1, sizeof(*s->share));
	for (size_t i = 0; i < l->partcount; i++)
		steps[l->parts[i].run] += diffcounts(d, &l->parts[i]);
	for (size_t i = 0; i < l->runcount; i++)
		if (!d->bysteps && (!d->stepped || steps[i] > 0))
			ofrun[i] = s->count[l->runs[i].side]++;
	for (size_t i = 0; i < l->partcount; i++) {
		uint32_t run = l->parts[i].run;

		if (!diffcounts(d, &l->parts[i]))
			continue;
		s->place[i] = d->bysteps ? s->count[l->runs[run].side]++ : ofrun[run];
		s->share[i] = d->stepped && !d->bysteps ? (double)steps[run] : 1;
	}
	for (int side = 0; side < SIDE_COUNT; side++)
		s->value[side].p = xzalloc(s->count[side] + 1, sizeof(double));
	free(ofrun);
	free(steps);
}

static int
bygroup(const void *a, const void *b)
{
	const struct totalscell *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return (x->part > y->part) - (x->part < y->part);
}

/* Returns the number of a group's type in d->types. */
static uint32_t
grouptype(struct diff *d, uint32_t group)
{
	const struct runtotals *l = d->totals;
	struct span value = { "", 0 };
	uint32_t type;
	size_t before = d->typeroom;

	for (size_t i = 0; i < l->keycount; i++)
		if (l->keys[i]->key == KEY_TYPE)
			value = runtotalsvalue(l, group, i);
	type = stringintern(&d->types, value);
	GROW(d->typetotal, d->typeroom, (size_t)type + 1);
	for (size_t i = before; i < d->typeroom; i++)
		d->typetotal[i][SIDE_OLD] = d->typetotal[i][SIDE_NEW] = 0;
	return type;
}

/* Returns the kind of change of a row. */
static enum change
changeof(const struct diff *d, const struct diffrow *row)
{
	if (row->count[SIDE_OLD] == 0)
		return CHANGE_NEW;
	if (row->count[SIDE_NEW] == 0)
		return CHANGE_GONE;
	if (row->delta == 0 && (wide)row->count[SIDE_OLD] * (wide)d->units[SIDE_NEW] ==
	        (wide)row->count[SIDE_NEW] * (wide)d->units[SIDE_OLD])
		return CHANGE_EQUAL;
	if (!d->known)
		return CHANGE_UNKNOWN;
	if (row->factor.low <= 1 && row->factor.high >= 1)
		return CHANGE_NONE;
	if (d->plan.confidence < FACTOR_CONFIDENCE)
		return CHANGE_FEW;
	return row->factor.low > 1 ? CHANGE_SLOWER : CHANGE_FASTER;
}

/* Adds to a sample of the current group. The parts of a sample come one after the other. */
static void
samplingadd(struct sampling *s, enum side side, size_t place, double total)
{
	struct factorsample *value = &s->value[side];

	if (value->count == 0 || s->latest[side] != place)
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): assignsamples allocates */
		value->p[value->count++] = 0;
	s->latest[side] = place;
	value->p[value->count - 1] += total;
}

/* Adds up the count cells of a group into a row. Returns false if none of them counts. */
static bool
diffcompare(struct diff *d, struct sampling *s, const struct totalscell *cells, size_t count,
    struct diffrow *row)
{
	const struct runtotals *l = d->totals;
	bool any = false;

	*row = (struct diffrow){ .group = cells->group };
	s->value[SIDE_OLD].count = s->value[SIDE_NEW].count = 0;
	for (size_t i = 0; i < count; i++) {
		uint32_t part = cells[i].part;
		enum side side = l->runs[l->parts[part].run].side;

		if (!diffcounts(d, &l->parts[part]))
			continue;
		any = true;
		row->count[side] += cells[i].count;
		row->total[side] += cells[i].total;
		samplingadd(s, side, s->place[part], (double)cells[i].total / s->share[part]);
	}
	row->delta = row->total[SIDE_NEW] * (wide)d->units[SIDE_OLD] -
	    row->total[SIDE_OLD] * (wide)d->units[SIDE_NEW];
	if (any && d->known)
		row->factor = factorof(&d->plan, s->value[SIDE_OLD], s->value[SIDE_NEW]);
	row->change = changeof(d, row);
	return any;
}

/* Makes the rows of all groups. Sorts the cells. */
static void
makerows(struct diff *d, struct sampling *s, struct totalscell *cells, size_t count)
{
	size_t end;

	if (count > 1)
		qsort(cells, count, sizeof(*cells), bygroup);
	d->rows = xzalloc(d->totals->groups.used + 1, sizeof(*d->rows));
	for (size_t i = 0; i < count; i = end) {
		struct diffrow *row = &d->rows[d->count];

		for (end = i; end < count && cells[end].group == cells[i].group;)
			end++;
		if (!diffcompare(d, s, cells + i, end - i, row))
			continue;
		row->type = grouptype(d, row->group);
		for (int side = 0; side < SIDE_COUNT; side++)
			d->typetotal[row->type][side] += row->total[side];
		d->count++;
	}
}

static wide
magnitude(wide v)
{
	return v < 0 ? -v : v;
}

static int
bychange(const void *a, const void *b, void *arg)
{
	const struct diffrow *x = a, *y = b;
	const struct diff *d = arg;
	struct span p = stringat(&d->totals->groups, x->group);
	struct span q = stringat(&d->totals->groups, y->group);
	wide one = x->total[SIDE_OLD] + x->total[SIDE_NEW];
	wide other = y->total[SIDE_OLD] + y->total[SIDE_NEW];
	int order;

	if (magnitude(x->delta) != magnitude(y->delta))
		return magnitude(x->delta) > magnitude(y->delta) ? -1 : 1;
	if (one != other)
		return one > other ? -1 : 1;
	order = memcmp(p.p, q.p, p.n < q.n ? p.n : q.n);
	return order ? order : (p.n > q.n) - (p.n < q.n);
}

/* Returns true if a row has at least a share of its type's total, on either side. */
static bool
large(const struct diff *d, const struct diffrow *row, double share)
{
	const wide *all = d->typetotal[row->type];

	for (int side = 0; side < SIDE_COUNT; side++)
		if ((double)row->total[side] >= share * (double)all[side] && all[side] > 0)
			return true;
	return share <= 0;
}

/* Drops the rows below the minimum share. */
static void
dropsmall(struct diff *d)
{
	size_t kept = 0;

	for (size_t i = 0; i < d->count; i++)
		if (large(d, &d->rows[i], d->options.minshare))
			d->rows[kept++] = d->rows[i];
	d->small = d->count - kept;
	d->count = kept;
}

void
diffmake(struct diff *d, struct runtotals *l, const struct diffoptions *options)
{
	struct sampling s = { 0 };

	*d = (struct diff){ .totals = l, .options = *options };
	d->stepped = !options->runs && runtotalsstepped(l);
	if (options->skip > 0 && !d->stepped)
		die("--skip: not all runs have steps: nst-step gives events the step they are in");
	runtotalsskip(l, options->skip);
	diffcountunits(d);
	assignsamples(d, &s);
	d->known = s.count[SIDE_OLD] > 1 && s.count[SIDE_NEW] > 1;
	if (d->known)
		d->plan = factorplan(s.count[SIDE_OLD], s.count[SIDE_NEW]);
	makerows(d, &s, l->cells, l->cellcount);
	dropsmall(d);
	qsort_r(d->rows, d->count, sizeof(*d->rows), bychange, d);
	free(s.place);
	free(s.share);
	for (int side = 0; side < SIDE_COUNT; side++)
		free(s.value[side].p);
}

double
diffratio(const struct diff *d, const struct diffrow *row)
{
	wide old = row->total[SIDE_OLD] * (wide)d->units[SIDE_NEW];

	return old > 0 ? widedouble(row->total[SIDE_NEW] * (wide)d->units[SIDE_OLD], old) : -1;
}

/* Returns the share by which a row became slower. If the interval is known, this is its lower end,
 * so noise does not count. */
static double
worse(const struct diff *d, const struct diffrow *row)
{
	const wide *all = d->typetotal[row->type];
	double ratio = diffratio(d, row);

	if (row->change == CHANGE_NEW || ratio < 0) {
		if (row->total[SIDE_NEW] == 0)
			return 0;
		if (all[SIDE_OLD] == 0)
			return INFINITY;
		return (double)row->total[SIDE_NEW] / (double)d->units[SIDE_NEW] /
		    ((double)all[SIDE_OLD] / (double)d->units[SIDE_OLD]);
	}
	if (d->known && d->plan.confidence >= FACTOR_CONFIDENCE)
		ratio = row->factor.low;
	return ratio - 1;
}

size_t
diffworse(const struct diff *d, double share, double least, size_t *worst, size_t *small)
{
	double most = 0;
	size_t found = 0;

	*small = 0;
	for (size_t i = 0; i < d->count; i++) {
		double by = worse(d, &d->rows[i]);

		if (!large(d, &d->rows[i], least)) {
			++*small;
			continue;
		}
		if (by <= share)
			continue;
		if (found++ == 0 || by > most) {
			most = by;
			*worst = i;
		}
	}
	return found;
}

const char *
diffname(enum change change)
{
	static const char *const names[CHANGE_COUNT] = {
		[CHANGE_EQUAL] = "equal",
		[CHANGE_NEW] = "new",
		[CHANGE_GONE] = "gone",
		[CHANGE_FASTER] = "faster",
		[CHANGE_SLOWER] = "slower",
		[CHANGE_NONE] = "no change seen",
		[CHANGE_FEW] = "too few samples",
		[CHANGE_UNKNOWN] = "noise unknown",
	};

	return names[change];
}

void
difffree(struct diff *d)
{
	stringtablefree(&d->types);
	free(d->typetotal);
	free(d->rows);
}
