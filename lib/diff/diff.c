/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/err.h"
#include "diff.h"
#include "rowspill.h"

/* With at least this many runs on both sides, runs are the samples, even if there are steps. Fewer
 * runs cannot give a 95 % interval. */
enum { MIN_RUNS = 4 };

/* The samples of the group that is being compared. */
struct sampling {
	size_t *place;             /* by part: index of its sample */
	double *share;             /* by part: divisor of its total */
	size_t count[SIDE_COUNT];  /* number of samples, if they are steps or runs */
	/* of the current group: the samples that have events, in order of their places */
	struct factorsample value[SIDE_COUNT];
	double *calls[SIDE_COUNT]; /* by sample, if they are runs without steps */
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
	d->samples = SAMPLES_RUNS;
	if (d->stepped && (d->runs[SIDE_OLD] < MIN_RUNS || d->runs[SIDE_NEW] < MIN_RUNS))
		d->samples = SAMPLES_STEPS;
	else if (!d->stepped && (d->runs[SIDE_OLD] < 2 || d->runs[SIDE_NEW] < 2))
		d->samples = SAMPLES_CALLS;
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
		if (d->samples != SAMPLES_STEPS && (!d->stepped || steps[i] > 0))
			ofrun[i] = s->count[l->runs[i].side]++;
	for (size_t i = 0; i < l->partcount; i++) {
		uint32_t run = l->parts[i].run;

		if (!diffcounts(d, &l->parts[i]))
			continue;
		s->place[i] = d->samples == SAMPLES_STEPS ? s->count[l->runs[run].side]++ :
		                                            ofrun[run];
		s->share[i] = d->stepped && d->samples == SAMPLES_RUNS ? (double)steps[run] : 1;
	}
	for (int side = 0; side < SIDE_COUNT; side++) {
		size_t most = d->samples == SAMPLES_CALLS ? d->runs[side] * BATCHES_MOST :
		                                            s->count[side];

		s->value[side].p = xzalloc(most + 1, sizeof(double));
		s->calls[side] = xzalloc(most + 1, sizeof(double));
	}
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
	if (!diffknown(row))
		return CHANGE_UNKNOWN;
	if (row->factor.low <= 1 && row->factor.high >= 1)
		return CHANGE_NONE;
	if (diffconfidence(d, row) < FACTOR_CONFIDENCE)
		return CHANGE_FEW;
	/* the mean and the middle of the samples disagree where a few calls are far off */
	if (row->factor.low > 1 ? difffigureratio(d, row) <= 1 : difffigureratio(d, row) >= 1)
		return CHANGE_NONE;
	return row->factor.low > 1 ? CHANGE_SLOWER : CHANGE_FASTER;
}

/* Adds to a sample of the current group. The parts of a sample come one after the other. */
static void
samplingadd(struct sampling *s, enum side side, size_t place, double total, double calls)
{
	struct factorsample *value = &s->value[side];

	if (value->count == 0 || s->latest[side] != place) {
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): assignsamples allocates */
		value->p[value->count] = 0;
		s->calls[side][value->count++] = 0;
	}
	s->latest[side] = place;
	value->p[value->count - 1] += total;
	s->calls[side][value->count - 1] += calls;
}

/* Makes the samples of a group without steps: the mean of a call in each run or in each batch of
 * calls. A run without calls is no sample. */
static void
samplecalls(const struct diff *d, struct sampling *s, uint32_t group)
{
	const struct runtotals *l = d->totals;

	for (int side = 0; side < SIDE_COUNT && d->samples == SAMPLES_RUNS; side++)
		for (size_t i = 0; i < s->value[side].count; i++)
			s->value[side].p[i] /= s->calls[side][i];
	if (d->samples != SAMPLES_CALLS)
		return;
	s->value[SIDE_OLD].count = s->value[SIDE_NEW].count = 0;
	for (size_t i = 0; i < l->runcount; i++) {
		const struct batches *b = totalsgroupscalls(l, group, i);
		struct factorsample *value = &s->value[l->runs[i].side];

		if (b)
			value->count += batchesmeans(b, value->p + value->count);
	}
}

/* Returns the index of the plan for these numbers of samples. A plan is costly to make, so it is
 * kept. */
static uint32_t
planof(struct diff *d, size_t old, size_t new)
{
	bool fresh;
	uint32_t *plan = mapput(&d->plansof, (struct mapkey){ old, new }, &fresh);

	if (fresh) {
		*plan = (uint32_t)d->plancount;
		GROW(d->plans, d->planroom, d->plancount + 1);
		d->plans[d->plancount++] = factorplan(old, new);
	}
	return *plan;
}

/* Estimates the factor of a row, if there are samples. */
static void
estimate(struct diff *d, struct sampling *s, struct diffrow *row)
{
	size_t count[SIDE_COUNT];
	const struct factorplan *plan;

	if (!d->stepped)
		samplecalls(d, s, row->group);
	for (int side = 0; side < SIDE_COUNT; side++)
		count[side] = d->stepped ? s->count[side] : s->value[side].count;
	if (count[SIDE_OLD] < 2 || count[SIDE_NEW] < 2)
		return;
	row->plan = planof(d, count[SIDE_OLD], count[SIDE_NEW]) + 1;
	plan = &d->plans[row->plan - 1];
	row->factor = factorof(plan, s->value[SIDE_OLD], s->value[SIDE_NEW]);
	if (!d->known || plan->confidence < d->confidence)
		d->confidence = plan->confidence;
	d->known = true;
}

/* Returns the effect of a row, ns. */
static double
effectof(const struct diff *d, const struct diffrow *row)
{
	double units = (double)d->units[SIDE_NEW];
	wide old = row->total[SIDE_OLD], new = row->total[SIDE_NEW];
	wide before = (wide)row->count[SIDE_OLD], after = (wide)row->count[SIDE_NEW];

	if (d->stepped || before == 0 || after == 0)
		return (double)row->delta / ((double)d->units[SIDE_OLD] * units);
	return (double)(new * before - old * after) / ((double)before * units);
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
		samplingadd(s, side, s->place[part], (double)cells[i].total / s->share[part],
		    (double)cells[i].count);
	}
	row->delta = row->total[SIDE_NEW] * (wide)d->units[SIDE_OLD] -
	    row->total[SIDE_OLD] * (wide)d->units[SIDE_NEW];
	row->effect = effectof(d, row);
	if (any)
		estimate(d, s, row);
	row->change = changeof(d, row);
	return any;
}

/* Makes the rows of the groups in memory. Sorts their cells. */
static void
makerows(struct diff *d, struct sampling *s)
{
	struct totalscell *cells = d->totals->cells;
	size_t count = d->totals->cellcount, end;

	if (count > 1)
		qsort(cells, count, sizeof(*cells), bygroup);
	GROW(d->rows, d->room, d->totals->groups.used);
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

	if (fabs(x->effect) != fabs(y->effect))
		return fabs(x->effect) > fabs(y->effect) ? -1 : 1;
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

/* Makes the rows of all groups, which are not in memory. The minimum share is one of all rows. */
static void
makespilled(struct diff *d, struct sampling *s)
{
	bool all = d->options.minshare <= 0;
	struct diffrow row;

	totalsspillread(d->totals);
	d->spilled = rowspillmake(d->totals);
	for (; totalsspillload(d->totals); d->count = 0) {
		makerows(d, s);
		for (size_t i = 0; i < d->count; i++)
			(all ? rowspilladd : rowspilldefer)(d->spilled, &d->rows[i]);
	}
	free(d->rows);
	d->rows = NULL;
	recordsortfree(&d->totals->spill.sort);
	while (rowspillread(d->spilled, &row))
		if (large(d, &row, d->options.minshare))
			rowspilladd(d->spilled, &row);
		else
			d->small++;
	d->count = rowspillsort(d->spilled);
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
	d->samplecount[SIDE_OLD] = s.count[SIDE_OLD];
	d->samplecount[SIDE_NEW] = s.count[SIDE_NEW];
	if (l->spill.spilled) {
		makespilled(d, &s);
	} else {
		makerows(d, &s);
		dropsmall(d);
		if (d->count > 1)
			qsort_r(d->rows, d->count, sizeof(*d->rows), bychange, d);
	}
	free(s.place);
	free(s.share);
	for (int side = 0; side < SIDE_COUNT; side++) {
		free(s.value[side].p);
		free(s.calls[side]);
	}
}

const struct diffrow *
diffrowat(const struct diff *d, size_t index)
{
	return d->spilled ? rowspillat(d->spilled, index) : &d->rows[index];
}

wide
difffigureby(const struct diff *d, const struct diffrow *row, enum side side)
{
	return (wide)(d->stepped ? d->units[side] : row->count[side]);
}

double
difffigureratio(const struct diff *d, const struct diffrow *row)
{
	wide old = row->total[SIDE_OLD] * difffigureby(d, row, SIDE_NEW);
	wide new = row->total[SIDE_NEW] * difffigureby(d, row, SIDE_OLD);

	return old > 0 ? widedouble(new, old) : -1;
}

const char *
difffigure(const struct diff *d)
{
	return d->stepped ? "step" : "call";
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
	double ratio = difffigureratio(d, row);

	if (row->change == CHANGE_NEW || ratio < 0) {
		if (row->total[SIDE_NEW] == 0)
			return 0;
		if (all[SIDE_OLD] == 0)
			return INFINITY;
		return (double)row->total[SIDE_NEW] / (double)d->units[SIDE_NEW] /
		    ((double)all[SIDE_OLD] / (double)d->units[SIDE_OLD]);
	}
	if (row->change == CHANGE_GONE)
		return 0;
	if (diffknown(row) && diffconfidence(d, row) >= FACTOR_CONFIDENCE)
		ratio = fmin(ratio, row->factor.low);
	return ratio - 1;
}

size_t
diffworse(const struct diff *d, double share, double least, size_t *worst, size_t *small)
{
	double most = 0;
	size_t found = 0;

	*small = 0;
	for (size_t i = 0; i < d->count; i++) {
		const struct diffrow *row = diffrowat(d, i);
		double by = worse(d, row);

		if (!large(d, row, least)) {
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
	free(d->plans);
	mapfree(&d->plansof);
	free(d->rows);
	rowspillfree(d->spilled);
}
