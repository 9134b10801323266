/* SPDX-License-Identifier: MIT */
#include "figure.h"

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
	return entryratio(t->median, PERCENTS);
}

static struct entry
min(const struct total *t, const struct extra *e)
{
	(void)e;
	return entrywhole(t->stats.min);
}

static struct entry
max(const struct total *t, const struct extra *e)
{
	(void)e;
	return entrywhole(t->stats.max);
}

static struct entry
stddev(const struct total *t, const struct extra *e)
{
	(void)e;
	return entryreal(t->stats.stddev);
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

static struct entry
kernels(const struct total *t, const struct extra *e)
{
	(void)t;
	return when(e->ranges, e->kernels);
}

static struct entry
kerneltime(const struct total *t, const struct extra *e)
{
	(void)t;
	return when(e->ranges, e->kerneltime);
}

static struct entry
rangetime(const struct total *t, const struct extra *e)
{
	(void)t;
	return when(e->ranges, e->rangetime);
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

static const struct {
	const char *title;
	enum sheet_kind kind;
	struct entry (*entry)(const struct total *, const struct extra *);
} figures[] = {
#define F(id, title, kind, function) [FIGURE_##id - BY_COUNT] = { title, kind, function },
	FIGURES(F)
#undef F
};

static struct entry
keyentry(const void *rows, size_t row, const struct column *column)
{
	const struct totals *totals = rows;
	struct value v = groupvalue(totals->groups, totals->p[row].group, (enum by)column->what);

	if (!v.given)
		return (struct entry){ 0 };
	if (column->kind == SHEET_TEXT)
		return entrytext(nameget(&totals->groups->names, (uint32_t)v.number));
	return entrywhole(v.number);
}

static struct entry
figureentry(const void *rows, size_t row, const struct column *column)
{
	const struct totals *totals = rows;
	const struct total *t = &totals->p[row];

	return figures[column->what - BY_COUNT].entry(t, groupextra(totals->groups, t->group));
}

struct column
figurecolumn(int what, const char *title)
{
	struct column c = { .title = title, .kind = SHEET_TEXT, .what = what };

	if (what < BY_COUNT) {
		c.entry = keyentry;
		if (keys[what].kind == KEYKIND_NUMBER)
			c.kind = SHEET_COUNT;
	} else {
		c.entry = figureentry;
		c.kind = figures[what - BY_COUNT].kind;
	}
	if (!title)
		c.title = what < BY_COUNT ? keys[what].name : figures[what - BY_COUNT].title;
	return c;
}
