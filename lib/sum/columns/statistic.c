/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "statistic.h"

/* As for FIGURES. */
enum { PERCENTILE_SPARE = 14 };

/* What else was added up. */
static wide
of(const struct rowvalues *t, enum sum_id sum)
{
	return groupsumsget(t->sums, t->extra, sum);
}

/* A number that is there when so many things were added up for it. */
static struct tablecell
when(wide n, wide number)
{
	return n > 0 ? cellwhole(number) : (struct tablecell){ 0 };
}

static struct tablecell
statisticcount(const struct rowvalues *t)
{
	return cellwhole((wide)t->stats.count);
}

static struct tablecell
total(const struct rowvalues *t)
{
	return cellwhole(t->stats.total);
}

static struct tablecell
statisticshare(const struct rowvalues *t)
{
	return t->whole > 0 ? cellratio(t->stats.total * 100, t->whole) : cellwhole(0);
}

static struct tablecell
average(const struct rowvalues *t)
{
	return cellratio(t->stats.total, (wide)t->stats.count);
}

static struct tablecell
median(const struct rowvalues *t)
{
	return cellratio(t->median, t->stats.count > 0 ? PERCENT_SCALE : 0);
}

static struct tablecell
min(const struct rowvalues *t)
{
	return when((wide)t->stats.count, t->stats.min);
}

static struct tablecell
max(const struct rowvalues *t)
{
	return when((wide)t->stats.count, t->stats.max);
}

static struct tablecell
stddev(const struct rowvalues *t)
{
	return t->stats.count > 0 ? cellreal(t->stats.stddev) : (struct tablecell){ 0 };
}

static struct tablecell
launches(const struct rowvalues *t)
{
	return when(of(t, SUM_LAUNCHES), of(t, SUM_LAUNCHES));
}

static struct tablecell
latency(const struct rowvalues *t)
{
	return cellratio(of(t, SUM_LATENCY), of(t, SUM_LAUNCHES));
}

static struct tablecell
queued(const struct rowvalues *t)
{
	return when(of(t, SUM_LAUNCHES), of(t, SUM_QUEUED));
}

static struct tablecell
queue(const struct rowvalues *t)
{
	return cellratio(of(t, SUM_QUEUE), of(t, SUM_QUEUED));
}

static struct tablecell
bytes(const struct rowvalues *t)
{
	return when(of(t, SUM_MOVES), of(t, SUM_BYTES));
}

/* Bytes in a ns are GB/s. */
static struct tablecell
rate(const struct rowvalues *t)
{
	return cellratio(of(t, SUM_BYTES), of(t, SUM_MOVING));
}

/* Whether calls launched anything; what began before the window has only its time in it. */
static bool
launching(const struct rowvalues *t)
{
	return of(t, SUM_LAUNCHES) > 0 || of(t, SUM_LAUNCHED_TIME) > 0;
}

/* Of calls by what they launched, or else, as of ranges, by a projection. */
static struct tablecell
kernels(const struct rowvalues *t)
{
	if (launching(t))
		return cellwhole(of(t, SUM_LAUNCHED));
	return when(of(t, SUM_RANGES) + of(t, SUM_CALLS), of(t, SUM_KERNELS));
}

static struct tablecell
kerneltime(const struct rowvalues *t)
{
	if (launching(t))
		return cellwhole(of(t, SUM_LAUNCHED_TIME));
	return when(of(t, SUM_RANGES) + of(t, SUM_CALLS), of(t, SUM_KERNEL_TIME));
}

static struct tablecell
rangetime(const struct rowvalues *t)
{
	return when(of(t, SUM_RANGES), of(t, SUM_RANGE_TIME));
}

static struct tablecell
self(const struct rowvalues *t)
{
	return when(of(t, SUM_RANGED), of(t, SUM_SELF));
}

static struct tablecell
slowest(const struct rowvalues *t)
{
	return when(of(t, SUM_STEPS), of(t, SUM_SLOWEST));
}

static struct tablecell
waittime(const struct rowvalues *t)
{
	return when(of(t, SUM_WAITS), of(t, SUM_WAIT));
}

static struct tablecell
transfer(const struct rowvalues *t)
{
	return when(of(t, SUM_WAITS), of(t, SUM_TRANSFER));
}

static struct tablecell
ranges(const struct rowvalues *t)
{
	return cellwhole(of(t, SUM_RANGES));
}

static struct tablecell
ops(const struct rowvalues *t)
{
	return when(of(t, SUM_RANGES), of(t, SUM_KERNELS));
}

static struct tablecell
opsmean(const struct rowvalues *t)
{
	return cellratio(of(t, SUM_KERNELS), of(t, SUM_RANGES));
}

static struct tablecell
level(const struct rowvalues *t)
{
	return cellratio(of(t, SUM_LEVELS), of(t, SUM_RANGES));
}

static struct tablecell
children(const struct rowvalues *t)
{
	return cellratio(of(t, SUM_CHILDREN), of(t, SUM_RANGES));
}

/* Where what was added up is bytes, the same in 10^6 bytes. */
static struct tablecell
megabytes(struct tablecell e)
{
	e.by *= 1000000;
	e.real /= 1000000;
	return e;
}

static struct tablecell
mbtotal(const struct rowvalues *t)
{
	return megabytes(total(t));
}

static struct tablecell
mbmean(const struct rowvalues *t)
{
	return megabytes(average(t));
}

static struct tablecell
mbmedian(const struct rowvalues *t)
{
	return megabytes(median(t));
}

static struct tablecell
mbmin(const struct rowvalues *t)
{
	return megabytes(min(t));
}

static struct tablecell
mbmax(const struct rowvalues *t)
{
	return megabytes(max(t));
}

static struct tablecell
mbstddev(const struct rowvalues *t)
{
	return megabytes(stddev(t));
}

/* What rows need: one of these sets of sums. */
enum {
	NEEDS_ANY = SUM_ANY, /* all have it */
	NEEDS_CALL = SUM_BIT(CALL),
	NEEDS_COPY = SUM_BIT(COPY),
	NEEDS_PROJECTED = SUM_BIT(PROJECTED),
	NEEDS_KERNELS = NEEDS_CALL | NEEDS_PROJECTED,
	NEEDS_NESTED = SUM_BIT(NESTED),
	NEEDS_RANGE = SUM_BIT(RANGE),
	NEEDS_COLLECTIVE = SUM_BIT(COLLECTIVE),
	NEEDS_STEP = SUM_BIT(STEP),
};

/* By their numbers, behind those of the keys. */
static const struct {
	const char *title;
	enum column_kind kind;
	struct tablecell (*entry)(const struct rowvalues *);
	int spare;
	unsigned needs;
} figures[] = {
#define F(id, title, kind, function, spare, needs) \
	[STATISTIC_##id] = { title, kind, function, spare, NEEDS_##needs },
	STATISTICS(F)
#undef F
};

static struct tablecell
figurekeyof(const struct grouprows *t, const struct grouprow *row, enum by key)
{
	const struct groups *g = &t->tally->groups;
	struct value v = groupvalue(g, row->group, key);

	if (!v.given)
		return (struct tablecell){ 0 };
	if (keys[key].kind >= KEYKIND_TEXT)
		return celltext(stringat(&g->names, (uint32_t)v.number));
	return cellwhole(
	    key == BY_BIN ? accumulatorbin(&t->tally->accumulator, (size_t)v.number) : v.number);
}

static struct tablecell
keyentry(const void *rows, size_t row, const struct column *column)
{
	const struct grouprows *t = rows;

	return figurekeyof(t, &t->p[row], (enum by)column->what);
}

static struct tablecell
figureentry(const void *rows, size_t row, const struct column *column)
{
	const struct rowvalues *t = grouprowsget(rows, row);

	if (!(t->sets & figures[column->what].needs)) /* most rows have few of the columns */
		return (struct tablecell){ 0 };
	return figures[column->what].entry(t);
}

static struct tablecell
percentileentry(const void *rows, size_t row, const struct column *column)
{
	const struct rowvalues *t = grouprowsget(rows, row);

	return cellratio(
	    t->percents[column->what - STATISTIC_END], t->stats.count > 0 ? PERCENT_SCALE : 0);
}

struct column
statisticcolumn(int what, const char *title)
{
	static const enum column_kind kinds[] = {
		[KEYKIND_NUMBER] = COLUMN_INTEGER,
		[KEYKIND_TIME] = COLUMN_TIME,
		[KEYKIND_TEXT] = COLUMN_TEXT,
		[KEYKIND_LONG] = COLUMN_TEXT,
	};
	struct column c = { .title = title, .kind = COLUMN_MEAN_TIME, .what = what };

	if (what < BY_COUNT) {
		c.entry = keyentry;
		c.kind = kinds[keys[what].kind];
		c.title = title ? title : keys[what].name;
	} else if (what < STATISTIC_END) {
		c.entry = figureentry;
		c.kind = figures[what].kind;
		c.title = title ? title : figures[what].title;
		c.spare = figures[what].spare;
	} else {
		c.entry = percentileentry;
		c.spare = PERCENTILE_SPARE;
	}
	return c;
}

int
statisticfind(struct span title)
{
	for (int what = BY_COUNT; what < STATISTIC_END; what++)
		if (figures[what].title && spanis(title, figures[what].title))
			return what;
	return STATISTIC_END;
}

/* Texts in bytes. */
static int
comparetexts(struct span a, struct span b)
{
	int order = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);

	return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

int
statisticcompare(const struct grouprows *t, const struct grouprow *x, const struct grouprow *y,
    enum by key, bool reverse)
{
	struct tablecell a = figurekeyof(t, x, key), b = figurekeyof(t, y, key);
	int order;

	if (!a.given || !b.given)
		return b.given - a.given;
	if (a.text.p && b.text.p)
		order = comparetexts(a.text, b.text);
	else
		order = (a.number > b.number) - (a.number < b.number);
	return reverse ? -order : order;
}

/* How rows are sorted. */
struct order {
	bool reverse;
	enum by key;   /* or by numbers */
	wide *numbers; /* of groups, in thousandths, NONE for no value */
};

#define NONE ((wide)INT64_MIN * INT64_MAX)

static int
bykey(
    const struct grouprows *t, const struct grouprow *x, const struct grouprow *y, const void *arg)
{
	const struct order *o = arg;

	return statisticcompare(t, x, y, o->key, o->reverse);
}

static int
figurebynumber(
    const struct grouprows *t, const struct grouprow *x, const struct grouprow *y, const void *arg)
{
	const struct order *o = arg;
	wide m = o->numbers[x->group], n = o->numbers[y->group];
	int order = (m < n) - (m > n);

	(void)t;
	return m != NONE && n != NONE && o->reverse ? -order : order;
}

void
statisticsort(struct grouprows *t, int what, bool reverse)
{
	struct column column = statisticcolumn(what, NULL);
	struct order o = { .reverse = reverse };

	if (what < BY_COUNT) {
		o.key = (enum by)what;
		grouprowssort(t, bykey, &o);
		return;
	}
	o.numbers = xreallocarray(NULL, t->tally->groups.count + 1, sizeof(*o.numbers));
	for (size_t i = 0; i < t->count; i++) {
		struct tablecell e = column.entry(t, i, &column);

		o.numbers[t->p[i].group] = e.given ? cellthousandths(&e) : NONE;
	}
	grouprowssort(t, figurebynumber, &o);
	free(o.numbers);
}
