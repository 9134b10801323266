/* SPDX-License-Identifier: MIT */
#include "figure.h"

static struct entry
entry(wide number)
{
	return (struct entry){ .given = true, .number = number };
}

/* A number that is there when so many things were added up for it. */
static struct entry
when(uint64_t n, wide number)
{
	return (struct entry){ .given = n > 0, .number = number };
}

/* The mean of so many, in thousandths. */
static struct entry
meanof(uint64_t n, wide sum)
{
	return when(n, n > 0 ? widedivide(sum * 1000, (wide)n) : 0);
}

static struct entry
count(const struct total *t, const struct extra *e)
{
	(void)e;
	return entry((wide)t->stats.count);
}

static struct entry
total(const struct total *t, const struct extra *e)
{
	(void)e;
	return entry(t->stats.total * 1000);
}

static struct entry
share(const struct total *t, const struct extra *e)
{
	(void)e;
	return entry(t->whole > 0 ? widedivide(t->stats.total * 100000, t->whole) : 0);
}

static struct entry
average(const struct total *t, const struct extra *e)
{
	(void)e;
	return entry(t->stats.mean);
}

static struct entry
median(const struct total *t, const struct extra *e)
{
	(void)e;
	return entry(t->stats.median);
}

static struct entry
min(const struct total *t, const struct extra *e)
{
	(void)e;
	return entry((wide)t->stats.min * 1000);
}

static struct entry
max(const struct total *t, const struct extra *e)
{
	(void)e;
	return entry((wide)t->stats.max * 1000);
}

static struct entry
stddev(const struct total *t, const struct extra *e)
{
	(void)e;
	return entry(t->stats.stddev);
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
	return meanof(e->launches, e->latency);
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
	return meanof(e->queued, e->queue);
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
	return when(e->moving > 0, e->moving > 0 ? widedivide(e->bytes * 1000, e->moving) : 0);
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
	return when(e->ranges, e->kerneltime * 1000);
}

static struct entry
rangetime(const struct total *t, const struct extra *e)
{
	(void)t;
	return when(e->ranges, e->rangetime * 1000);
}

static struct entry
opsmean(const struct total *t, const struct extra *e)
{
	(void)t;
	return meanof(e->ranges, e->kernels);
}

static struct entry
level(const struct total *t, const struct extra *e)
{
	(void)t;
	return meanof(e->ranges, e->levels);
}

static struct entry
children(const struct total *t, const struct extra *e)
{
	(void)t;
	return meanof(e->ranges, e->children);
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
	struct entry text = { .given = v.given, .number = v.number };

	if (v.given && column->kind == SHEET_TEXT)
		text.text = nameget(&totals->groups->names, (uint32_t)v.number);
	return text;
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
