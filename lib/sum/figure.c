/* SPDX-License-Identifier: MIT */
#include "figure.h"

/* As for FIGURES. */
enum { PERCENTILE_SPARE = 14 };

/* A number that is there when so many things were added up for it. */
static struct entry
when(uint64_t n, wide number)
{
	return n > 0 ? entrywhole(number) : (struct entry){ 0 };
}

static struct entry
count(const struct total *t, const struct extra *e)
{
	(void)e;
	return entrywhole((wide)t->stats.count);
}

static struct entry
total(const struct total *t, const struct extra *e)
{
	(void)e;
	return entrywhole(t->stats.total);
}

static struct entry
share(const struct total *t, const struct extra *e)
{
	(void)e;
	return t->whole > 0 ? entryratio(t->stats.total * 100, t->whole) : entrywhole(0);
}

static struct entry
average(const struct total *t, const struct extra *e)
{
	(void)e;
	return entryratio(t->stats.total, (wide)t->stats.count);
}

static struct entry
median(const struct total *t, const struct extra *e)
{
	(void)e;
	return entryratio(t->median, t->stats.count > 0 ? PERCENTS : 0);
}

static struct entry
min(const struct total *t, const struct extra *e)
{
	(void)e;
	return when(t->stats.count, t->stats.min);
}

static struct entry
max(const struct total *t, const struct extra *e)
{
	(void)e;
	return when(t->stats.count, t->stats.max);
}

static struct entry
stddev(const struct total *t, const struct extra *e)
{
	(void)e;
	return t->stats.count > 0 ? entryreal(t->stats.stddev) : (struct entry){ 0 };
}

static struct entry
launches(const struct total *t, const struct extra *e)
{
	(void)t;
	return when(e->launches, (wide)e->launches);
}

static struct entry
latency(const struct total *t, const struct extra *e)
{
	(void)t;
	return entryratio(e->latency, (wide)e->launches);
}

static struct entry
queued(const struct total *t, const struct extra *e)
{
	(void)t;
	return when(e->launches, (wide)e->queued);
}

static struct entry
queue(const struct total *t, const struct extra *e)
{
	(void)t;
	return entryratio(e->queue, (wide)e->queued);
}

static struct entry
bytes(const struct total *t, const struct extra *e)
{
	(void)t;
	return when(e->moves, e->bytes);
}

/* Bytes in a ns are GB/s. */
static struct entry
rate(const struct total *t, const struct extra *e)
{
	(void)t;
	return entryratio(e->bytes, e->moving);
}

/* Whether calls launched anything; what began before the window has only its time in it. */
static bool
launching(const struct extra *e)
{
	return e->launches > 0 || e->launchedtime > 0;
}

/* Of calls by what they launched, or else, as of ranges, by a projection. */
static struct entry
kernels(const struct total *t, const struct extra *e)
{
	(void)t;
	if (launching(e))
		return entrywhole((wide)e->launched);
	return when(e->ranges + e->calls, e->kernels);
}

static struct entry
kerneltime(const struct total *t, const struct extra *e)
{
	(void)t;
	if (launching(e))
		return entrywhole(e->launchedtime);
	return when(e->ranges + e->calls, e->kerneltime);
}

static struct entry
rangetime(const struct total *t, const struct extra *e)
{
	(void)t;
	return when(e->ranges, e->rangetime);
}

static struct entry
self(const struct total *t, const struct extra *e)
{
	(void)t;
	return when(e->ranged, e->self);
}

static struct entry
slowest(const struct total *t, const struct extra *e)
{
	(void)t;
	return when(e->steps, e->slowest);
}

static struct entry
ranges(const struct total *t, const struct extra *e)
{
	(void)t;
	return entrywhole((wide)e->ranges);
}

static struct entry
ops(const struct total *t, const struct extra *e)
{
	(void)t;
	return when(e->ranges, e->kernels);
}

static struct entry
opsmean(const struct total *t, const struct extra *e)
{
	(void)t;
	return entryratio(e->kernels, (wide)e->ranges);
}

static struct entry
level(const struct total *t, const struct extra *e)
{
	(void)t;
	return entryratio(e->levels, (wide)e->ranges);
}

static struct entry
children(const struct total *t, const struct extra *e)
{
	(void)t;
	return entryratio(e->children, (wide)e->ranges);
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
mbtotal(const struct total *t, const struct extra *e)
{
	return megabytes(total(t, e));
}

static struct entry
mbmean(const struct total *t, const struct extra *e)
{
	return megabytes(average(t, e));
}

static struct entry
mbmedian(const struct total *t, const struct extra *e)
{
	return megabytes(median(t, e));
}

static struct entry
mbmin(const struct total *t, const struct extra *e)
{
	return megabytes(min(t, e));
}

static struct entry
mbmax(const struct total *t, const struct extra *e)
{
	return megabytes(max(t, e));
}

static struct entry
mbstddev(const struct total *t, const struct extra *e)
{
	return megabytes(stddev(t, e));
}

static const struct {
	const char *title;
	enum sheet_kind kind;
	struct entry (*entry)(const struct total *, const struct extra *);
	int spare;
} figures[] = {
#define F(id, title, kind, function, spare) \
	[FIGURE_##id - BY_COUNT] = { title, kind, function, spare },
	FIGURES(F)
#undef F
};

static struct entry
keyof(const struct totals *t, const struct total *row, enum by key)
{
	const struct groups *g = &t->tally->groups;
	struct value v = groupvalue(g, row->group, key);

	if (!v.given)
		return (struct entry){ 0 };
	if (keys[key].kind >= KEYKIND_TEXT)
		return entrytext(nameget(&g->names, (uint32_t)v.number));
	return entrywhole(key == BY_BIN ? factsbin(&t->tally->facts, (size_t)v.number) : v.number);
}

/* An entry of a row. */
static struct entry
entryof(const struct totals *t, const struct total *row, int what)
{
	if (what < BY_COUNT)
		return keyof(t, row, (enum by)what);
	if (what >= FIGURE_END)
		return entryratio(
		    row->percents[what - FIGURE_END], row->stats.count > 0 ? PERCENTS : 0);
	return figures[what - BY_COUNT].entry(row, groupextra(&t->tally->groups, row->group));
}

static struct entry
entry(const void *rows, size_t row, const struct column *column)
{
	const struct totals *t = rows;

	return entryof(t, &t->p[row], column->what);
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
	struct column c = { .title = title, .kind = SHEET_MEAN, .entry = entry, .what = what };

	if (what < BY_COUNT) {
		c.kind = kinds[keys[what].kind];
		c.title = title ? title : keys[what].name;
	} else if (what < FIGURE_END) {
		c.kind = figures[what - BY_COUNT].kind;
		c.title = title ? title : figures[what - BY_COUNT].title;
		c.spare = figures[what - BY_COUNT].spare;
	} else {
		c.spare = PERCENTILE_SPARE;
	}
	return c;
}

int
figurefind(struct span title)
{
	for (int what = BY_COUNT; what < FIGURE_END; what++)
		if (figures[what - BY_COUNT].title && spanis(title, figures[what - BY_COUNT].title))
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
figurecompare(const struct totals *t, const struct total *x, const struct total *y, int what,
    bool reverse)
{
	struct entry a = entryof(t, x, what), b = entryof(t, y, what);
	bool ascending = what < BY_COUNT;
	int order;

	if (!a.given || !b.given)
		return b.given - a.given;
	if (a.text.p && b.text.p) {
		order = comparetexts(a.text, b.text);
	} else {
		wide m = entrythousandths(&a), n = entrythousandths(&b);

		order = (m > n) - (m < n);
	}
	return ascending != reverse ? order : -order;
}
