/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "lines.h"

/* The largest total first; of two with one the group that came first. */
static int
byorder(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->stats.total != y->stats.total)
		return x->stats.total > y->stats.total ? -1 : 1;
	return (x->group > y->group) - (x->group < y->group);
}

void
linesmake(struct lines *r, const struct groups *g, const uint32_t *first, size_t count)
{
	/* By text; the last is that of rows without a type. */
	wide *wholes = xreallocarray(NULL, g->names.used + 1, sizeof(*wholes));
	size_t room = 0;

	*r = (struct lines){ .groups = g };
	memset(wholes, 0, (g->names.used + 1) * sizeof(*wholes));
	for (uint32_t i = 0; i < g->count; i++) {
		struct value type;
		struct line *row;

		if (!g->groups[i].whole || timescount(&g->groups[i].times) == 0)
			continue;
		GROW(r->p, room, r->count + 1);
		row = &r->p[r->count++];
		type = groupvalue(g, i, BY_TYPE);
		*row = (struct line){ .group = i,
			.type = type.given ? (uint32_t)type.number : UINT32_MAX,
			.stats = timesstats(&g->groups[i].times) };
		wholes[type.given ? (size_t)type.number : g->names.used] += row->stats.total;
		while (row->rank < count && first[row->rank] != row->type)
			row->rank++;
		if (count > 0 && row->rank == count)
			/* Those of other types apart, too. */
			row->rank = type.given ? (uint32_t)count + row->type : UINT32_MAX;
	}
	for (size_t i = 0; i < r->count; i++)
		r->p[i].whole = wholes[r->p[i].type != UINT32_MAX ? r->p[i].type : g->names.used];
	free(wholes);
	if (r->count > 0)
		qsort(r->p, r->count, sizeof(*r->p), byorder);
}

static struct entry
keycell(const struct groups *g, uint32_t group, const struct column *column)
{
	struct value v = groupvalue(g, group, (enum by)column->what);
	struct entry cell = { .given = v.given, .number = v.number };

	if (v.given && column->kind == SHEET_TEXT)
		cell.text = nameget(&g->names, (uint32_t)v.number);
	return cell;
}

/* A number that is there when so many things were added up for it. */
static struct entry
when(uint64_t count, wide number)
{
	return (struct entry){ .given = count > 0, .number = number };
}

/* The mean of so many, in thousandths. */
static struct entry
mean(uint64_t count, wide sum)
{
	return when(count, count > 0 ? widedivide(sum * 1000, (wide)count) : 0);
}

static struct entry
extracell(const struct extra *e, enum figure figure)
{
	switch (figure) {
	case FIG_LAUNCHES:
		return when(e->launches, (wide)e->launches);
	case FIG_LATENCY:
		return mean(e->launches, e->latency);
	case FIG_QUEUED:
		return when(e->launches, (wide)e->queued);
	case FIG_QUEUE:
		return mean(e->queued, e->queue);
	case FIG_BYTES:
		return when(e->moves, e->bytes);
	case FIG_RATE:
		/* Bytes per ns are GB/s. */
		return when(
		    e->moving > 0, e->moving > 0 ? widedivide(e->bytes * 1000, e->moving) : 0);
	case FIG_KERNELS:
		return when(e->ranges, e->kernels);
	case FIG_KERNELTIME:
		return when(e->ranges, e->kerneltime * 1000);
	case FIG_RANGETIME:
		return when(e->ranges, e->rangetime * 1000);
	case FIG_OPSMEAN:
		return mean(e->ranges, e->kernels);
	case FIG_LEVEL:
		return mean(e->ranges, e->levels);
	default:
		return mean(e->ranges, e->children);
	}
}

struct entry
lineentry(const void *rows, size_t row, const struct column *column)
{
	const struct lines *r = rows;
	const struct line *at = &r->p[row];
	const struct stats *s = &at->stats;

	if (column->what < BY_COUNT)
		return keycell(r->groups, at->group, column);
	switch ((enum figure)column->what) {
	case FIG_COUNT:
		return when(1, (wide)s->count);
	case FIG_TOTAL:
		return when(1, s->total * 1000);
	case FIG_SHARE:
		return when(1, at->whole > 0 ? widedivide(s->total * 100000, at->whole) : 0);
	case FIG_MEAN:
		return when(1, s->mean);
	case FIG_MEDIAN:
		return when(1, s->median);
	case FIG_MIN:
		return when(1, (wide)s->min * 1000);
	case FIG_MAX:
		return when(1, (wide)s->max * 1000);
	case FIG_STDDEV:
		return when(1, s->stddev);
	default:
		return extracell(groupextra(r->groups, at->group), (enum figure)column->what);
	}
}
