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
count(const struct total *t)
{
	return entrywhole((wide)t->stats.count);
}

static struct entry
total(const struct total *t)
{
	return entrywhole(t->stats.total);
}

static struct entry
share(const struct total *t)
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
	return when(t->stats.count, t->stats.min);
}

static struct entry
max(const struct total *t)
{
	return when(t->stats.count, t->stats.max);
}

static struct entry
stddev(const struct total *t)
{
	return t->stats.count > 0 ? entryreal(t->stats.stddev) : (struct entry){ 0 };
}

static struct entry
launches(const struct total *t)
{
	return when(t->extra->launches, (wide)t->extra->launches);
}

static struct entry
latency(const struct total *t)
{
	return entryratio(t->extra->latency, (wide)t->extra->launches);
}

static struct entry
queued(const struct total *t)
{
	return when(t->extra->launches, (wide)t->extra->queued);
}

static struct entry
queue(const struct total *t)
{
	return entryratio(t->extra->queue, (wide)t->extra->queued);
}

static struct entry
bytes(const struct total *t)
{
	return when(t->extra->moves, t->extra->bytes);
}

/* Bytes in a ns are GB/s. */
static struct entry
rate(const struct total *t)
{
	return entryratio(t->extra->bytes, t->extra->moving);
}

/* Whether calls launched anything; what began before the window has only its time in it. */
static bool
launching(const struct extra *e)
{
	return e->launches > 0 || e->launchedtime > 0;
}

/* Of calls by what they launched, or else, as of ranges, by a projection. */
static struct entry
kernels(const struct total *t)
{
	if (launching(t->extra))
		return entrywhole((wide)t->extra->launched);
	return when(t->extra->ranges + t->extra->calls, t->extra->kernels);
}

static struct entry
kerneltime(const struct total *t)
{
	if (launching(t->extra))
		return entrywhole(t->extra->launchedtime);
	return when(t->extra->ranges + t->extra->calls, t->extra->kerneltime);
}

static struct entry
rangetime(const struct total *t)
{
	return when(t->extra->ranges, t->extra->rangetime);
}

static struct entry
self(const struct total *t)
{
	return when(t->extra->ranged, t->extra->self);
}

static struct entry
slowest(const struct total *t)
{
	return when(t->extra->steps, t->extra->slowest);
}

static struct entry
waittime(const struct total *t)
{
	return when(t->extra->waits, t->extra->wait);
}

static struct entry
transfer(const struct total *t)
{
	return when(t->extra->waits, t->extra->transfer);
}

static struct entry
ranges(const struct total *t)
{
	return entrywhole((wide)t->extra->ranges);
}

static struct entry
ops(const struct total *t)
{
	return when(t->extra->ranges, t->extra->kernels);
}

static struct entry
opsmean(const struct total *t)
{
	return entryratio(t->extra->kernels, (wide)t->extra->ranges);
}

static struct entry
level(const struct total *t)
{
	return entryratio(t->extra->levels, (wide)t->extra->ranges);
}

static struct entry
children(const struct total *t)
{
	return entryratio(t->extra->children, (wide)t->extra->ranges);
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

static const struct {
	const char *title;
	enum sheet_kind kind;
	struct entry (*entry)(const struct total *);
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

static struct entry
percentile(const struct total *row, int what)
{
	return entryratio(row->percents[what - FIGURE_END], row->stats.count > 0 ? PERCENTS : 0);
}

/* An entry of a row. */
static struct entry
entryof(const struct totals *t, const struct total *row, int what)
{
	if (what < BY_COUNT)
		return keyof(t, row, (enum by)what);
	return what < FIGURE_END ? figures[what - BY_COUNT].entry(row) : percentile(row, what);
}

static struct entry
keyentry(const void *rows, size_t row, const struct column *column)
{
	const struct totals *t = rows;

	return keyof(t, &t->p[row], (enum by)column->what);
}

static struct entry
figureentry(const void *rows, size_t row, const struct column *column)
{
	const struct totals *t = rows;

	return figures[column->what - BY_COUNT].entry(&t->p[row]);
}

static struct entry
percentileentry(const void *rows, size_t row, const struct column *column)
{
	const struct totals *t = rows;

	return percentile(&t->p[row], column->what);
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
		c.kind = figures[what - BY_COUNT].kind;
		c.title = title ? title : figures[what - BY_COUNT].title;
		c.spare = figures[what - BY_COUNT].spare;
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
