/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "statistic.h"

/* As for FIGURES. */
enum { PERCENTILE_SPARE = 14 };

/* What else was added up. */
static wide
of(const struct total *t, enum extra sum)
{
	return extrasget(t->extras, t->extra, sum);
}

/* A number that is there when so many things were added up for it. */
static struct entry
when(wide n, wide number)
{
	return n > 0 ? entrywhole(number) : (struct entry){ 0 };
}

static struct entry
figurecount(const struct total *t)
{
	return entrywhole((wide)t->stats.count);
}

static struct entry
total(const struct total *t)
{
	return entrywhole(t->stats.total);
}

static struct entry
figureshare(const struct total *t)
{
	return t->whole > 0 ? entryratio(t->stats.total * 100, t->whole) : entrywhole(0);
}

static struct entry
average(const struct total *t)
{
	return entryratio(t->stats.total, (wide)t->stats.count);
}

static struct entry
median(const struct total *t)
{
	return entryratio(t->median, t->stats.count > 0 ? PERCENTS : 0);
}

static struct entry
min(const struct total *t)
{
	return when((wide)t->stats.count, t->stats.min);
}

static struct entry
max(const struct total *t)
{
	return when((wide)t->stats.count, t->stats.max);
}

static struct entry
stddev(const struct total *t)
{
	return t->stats.count > 0 ? entryreal(t->stats.stddev) : (struct entry){ 0 };
}

static struct entry
launches(const struct total *t)
{
	return when(of(t, EXTRA_LAUNCHES), of(t, EXTRA_LAUNCHES));
}

static struct entry
latency(const struct total *t)
{
	return entryratio(of(t, EXTRA_LATENCY), of(t, EXTRA_LAUNCHES));
}

static struct entry
queued(const struct total *t)
{
	return when(of(t, EXTRA_LAUNCHES), of(t, EXTRA_QUEUED));
}

static struct entry
queue(const struct total *t)
{
	return entryratio(of(t, EXTRA_QUEUE), of(t, EXTRA_QUEUED));
}

static struct entry
bytes(const struct total *t)
{
	return when(of(t, EXTRA_MOVES), of(t, EXTRA_BYTES));
}

/* Bytes in a ns are GB/s. */
static struct entry
rate(const struct total *t)
{
	return entryratio(of(t, EXTRA_BYTES), of(t, EXTRA_MOVING));
}

/* Whether calls launched anything; what began before the window has only its time in it. */
static bool
launching(const struct total *t)
{
	return of(t, EXTRA_LAUNCHES) > 0 || of(t, EXTRA_LAUNCHED_TIME) > 0;
}

/* Of calls by what they launched, or else, as of ranges, by a projection. */
static struct entry
kernels(const struct total *t)
{
	if (launching(t))
		return entrywhole(of(t, EXTRA_LAUNCHED));
	return when(of(t, EXTRA_RANGES) + of(t, EXTRA_CALLS), of(t, EXTRA_KERNELS));
}

static struct entry
kerneltime(const struct total *t)
{
	if (launching(t))
		return entrywhole(of(t, EXTRA_LAUNCHED_TIME));
	return when(of(t, EXTRA_RANGES) + of(t, EXTRA_CALLS), of(t, EXTRA_KERNEL_TIME));
}

static struct entry
rangetime(const struct total *t)
{
	return when(of(t, EXTRA_RANGES), of(t, EXTRA_RANGE_TIME));
}

static struct entry
self(const struct total *t)
{
	return when(of(t, EXTRA_RANGED), of(t, EXTRA_SELF));
}

static struct entry
slowest(const struct total *t)
{
	return when(of(t, EXTRA_STEPS), of(t, EXTRA_SLOWEST));
}

static struct entry
waittime(const struct total *t)
{
	return when(of(t, EXTRA_WAITS), of(t, EXTRA_WAIT));
}

static struct entry
transfer(const struct total *t)
{
	return when(of(t, EXTRA_WAITS), of(t, EXTRA_TRANSFER));
}

static struct entry
ranges(const struct total *t)
{
	return entrywhole(of(t, EXTRA_RANGES));
}

static struct entry
ops(const struct total *t)
{
	return when(of(t, EXTRA_RANGES), of(t, EXTRA_KERNELS));
}

static struct entry
opsmean(const struct total *t)
{
	return entryratio(of(t, EXTRA_KERNELS), of(t, EXTRA_RANGES));
}

static struct entry
level(const struct total *t)
{
	return entryratio(of(t, EXTRA_LEVELS), of(t, EXTRA_RANGES));
}

static struct entry
children(const struct total *t)
{
	return entryratio(of(t, EXTRA_CHILDREN), of(t, EXTRA_RANGES));
}

/* Where what was added up is bytes, the same in 10^6 bytes. */
static struct entry
megabytes(struct entry e)
{
	e.by *= 1000000;
	e.real /= 1000000;
	return e;
}

static struct entry
mbtotal(const struct total *t)
{
	return megabytes(total(t));
}

static struct entry
mbmean(const struct total *t)
{
	return megabytes(average(t));
}

static struct entry
mbmedian(const struct total *t)
{
	return megabytes(median(t));
}

static struct entry
mbmin(const struct total *t)
{
	return megabytes(min(t));
}

static struct entry
mbmax(const struct total *t)
{
	return megabytes(max(t));
}

static struct entry
mbstddev(const struct total *t)
{
	return megabytes(stddev(t));
}

/* What rows need: one of these sets of sums. */
enum {
	NEEDS_ANY = TOTAL_ANY, /* all have it */
	NEEDS_CALL = EXTRA_BIT(CALL),
	NEEDS_COPY = EXTRA_BIT(COPY),
	NEEDS_PROJECTED = EXTRA_BIT(PROJECTED),
	NEEDS_KERNELS = NEEDS_CALL | NEEDS_PROJECTED,
	NEEDS_NESTED = EXTRA_BIT(NESTED),
	NEEDS_RANGE = EXTRA_BIT(RANGE),
	NEEDS_COLLECTIVE = EXTRA_BIT(COLLECTIVE),
	NEEDS_STEP = EXTRA_BIT(STEP),
};

/* By their numbers, behind those of the keys. */
static const struct {
	const char *title;
	enum sheet_kind kind;
	struct entry (*entry)(const struct total *);
	int spare;
	unsigned needs;
} figures[] = {
#define F(id, title, kind, function, spare, needs) \
	[FIGURE_##id] = { title, kind, function, spare, NEEDS_##needs },
	FIGURES(F)
#undef F
};

static struct entry
figurekeyof(const struct totals *t, const struct totalrow *row, enum by key)
{
	const struct groups *g = &t->tally->groups;
	struct value v = groupvalue(g, row->group, key);

	if (!v.given)
		return (struct entry){ 0 };
	if (keys[key].kind >= KEYKIND_TEXT)
		return entrytext(nameget(&g->names, (uint32_t)v.number));
	return entrywhole(key == BY_BIN ? factsbin(&t->tally->facts, (size_t)v.number) : v.number);
}

static struct entry
keyentry(const void *rows, size_t row, const struct column *column)
{
	const struct totals *t = rows;

	return figurekeyof(t, &t->p[row], (enum by)column->what);
}

static struct entry
figureentry(const void *rows, size_t row, const struct column *column)
{
	const struct total *t = totalsget(rows, row);

	if (!(t->sets & figures[column->what].needs)) /* most rows have few of the columns */
		return (struct entry){ 0 };
	return figures[column->what].entry(t);
}

static struct entry
percentileentry(const void *rows, size_t row, const struct column *column)
{
	const struct total *t = totalsget(rows, row);

	return entryratio(
	    t->percents[column->what - FIGURE_END], t->stats.count > 0 ? PERCENTS : 0);
}

struct column
figurecolumn(int what, const char *title)
{
	static const enum sheet_kind kinds[] = {
		[KEYKIND_NUMBER] = SHEET_COUNT,
		[KEYKIND_TIME] = SHEET_TIME,
		[KEYKIND_TEXT] = SHEET_TEXT,
		[KEYKIND_LONG] = SHEET_TEXT,
	};
	struct column c = { .title = title, .kind = SHEET_MEAN, .what = what };

	if (what < BY_COUNT) {
		c.entry = keyentry;
		c.kind = kinds[keys[what].kind];
		c.title = title ? title : keys[what].name;
	} else if (what < FIGURE_END) {
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
figurefind(struct span title)
{
	for (int what = BY_COUNT; what < FIGURE_END; what++)
		if (figures[what].title && spanis(title, figures[what].title))
			return what;
	return FIGURE_END;
}

/* Texts in bytes. */
static int
comparetexts(struct span a, struct span b)
{
	int order = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);

	return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

int
figurecompare(const struct totals *t, const struct totalrow *x, const struct totalrow *y,
    enum by key, bool reverse)
{
	struct entry a = figurekeyof(t, x, key), b = figurekeyof(t, y, key);
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
bykey(const struct totals *t, const struct totalrow *x, const struct totalrow *y, const void *arg)
{
	const struct order *o = arg;

	return figurecompare(t, x, y, o->key, o->reverse);
}

static int
figurebynumber(
    const struct totals *t, const struct totalrow *x, const struct totalrow *y, const void *arg)
{
	const struct order *o = arg;
	wide m = o->numbers[x->group], n = o->numbers[y->group];
	int order = (m < n) - (m > n);

	(void)t;
	return m != NONE && n != NONE && o->reverse ? -order : order;
}

void
figuresort(struct totals *t, int what, bool reverse)
{
	struct column column = figurecolumn(what, NULL);
	struct order o = { .reverse = reverse };

	if (what < BY_COUNT) {
		o.key = (enum by)what;
		totalssort(t, bykey, &o);
		return;
	}
	o.numbers = xreallocarray(NULL, t->tally->groups.count + 1, sizeof(*o.numbers));
	for (size_t i = 0; i < t->count; i++) {
		struct entry e = column.entry(t, i, &column);

		o.numbers[t->p[i].group] = e.given ? entrythousandths(&e) : NONE;
	}
	totalssort(t, figurebynumber, &o);
	free(o.numbers);
}
