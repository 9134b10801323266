/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "sum/columns/statistic.h"
#include "histogram.h"

/* The begins of bins below 100 ns, and those of each power of ten from there on up to 10^18 ns, in
 * hundredths of it: the R10 series of ISO 3. */
static const int64_t fewns[] = { 0, 1, 2, 5, 10, 20, 50 };
static const int64_t series[] = { 100, 125, 160, 200, 250, 315, 400, 500, 630, 800 };

enum {
	FEW = sizeof(fewns) / sizeof(*fewns),
	SERIES = sizeof(series) / sizeof(*series),
	POWERS = 17,
	BINS = FEW + POWERS * SERIES,
	BAR = 40
};

struct histogramrow {
	size_t row;          /* of the group */
	int64_t from, to;    /* of the bin, ns; to is not in it */
	uint64_t count;      /* durations in it */
	uint64_t most, all;  /* of a bin of the group, and of all of them */
	bool first;          /* of the group */
};

struct histogram {
	const struct grouprows *rows;
	struct column keys[BY_COUNT]; /* of a table of groups */
	struct histogramrow *p;
	size_t count, room;
	bool text;
};

/* Fills in the begin of each bin, and behind them the end of the last. */
static void
binedges(int64_t edges[BINS + 1])
{
	int64_t power = 1, *edge = edges + FEW;

	memcpy(edges, fewns, sizeof(fewns));
	for (int i = 0; i < POWERS; i++) {
		for (int j = 0; j < SERIES; j++)
			*edge++ = series[j] * power;
		power *= 10;
	}
	*edge = INT64_MAX;
}

/* Adds the bins of a group. */
static void
histogramadd(struct histogram *h, size_t row, const int64_t edges[BINS + 1])
{
	const struct groups *g = &h->rows->tally->groups;
	const struct durations *durations = &g->groups[h->rows->p[row].group].durations;
	struct histogramrow one = { .row = row, .first = true };
	uint64_t counts[BINS] = { 0 };
	size_t from = BINS, to = 0;

	durationsbins(durations, edges, BINS, counts);
	for (size_t i = 0; i < BINS; i++) {
		if (counts[i] == 0)
			continue;
		from = from < BINS ? from : i;
		to = i + 1;
		one.all += counts[i];
		one.most = counts[i] > one.most ? counts[i] : one.most;
	}
	for (size_t i = from; i < to; i++) {
		one.from = edges[i];
		one.to = edges[i + 1];
		one.count = counts[i];
		GROW(h->p, h->room, h->count + 1);
		h->p[h->count++] = one;
		one.first = false;
	}
}

/* Returns the cell of a key; for people, only in the first row of a group. */
static struct tablecell
keycell(const void *arg, size_t row, const struct column *column)
{
	const struct histogram *h = arg;
	const struct column *key = &h->keys[column->id];

	if (h->text && !h->p[row].first)
		return celltext(spanof(""));
	return key->cell(h->rows, h->p[row].row, key);
}

enum { FROM, TO, COUNT, SHARE, BARS };

static struct tablecell
bincell(const void *arg, size_t row, const struct column *column)
{
	static const char bar[] = "########################################";
	const struct histogramrow *r = &((const struct histogram *)arg)->p[row];
	uint64_t length = (r->count * BAR + r->most - 1) / r->most;

	switch (column->id) {
	case FROM:
		return cellwhole(r->from);
	case TO:
		return cellwhole(r->to);
	case COUNT:
		return cellwhole((wide)r->count);
	case SHARE:
		return cellratio((wide)r->count * 100, (wide)r->all);
	default:
		return celltext((struct span){ bar, (size_t)length });
	}
}

static const struct column bincolumns[] = {
	{ "from", COLUMN_TIME, bincell, FROM, 0 },
	{ "to", COLUMN_TIME, bincell, TO, 0 },
	{ "count", COLUMN_INTEGER, bincell, COUNT, 0 },
	{ "share", COLUMN_PERCENT, bincell, SHARE, 1 },
	{ "bar", COLUMN_TEXT, bincell, BARS, 0 },
};

enum { BIN_COLUMNS = sizeof(bincolumns) / sizeof(*bincolumns) };

/* Makes the columns: the bar is for people, whose longest texts, the names, are last. Returns their
 * number. */
static size_t
histogramcolumns(struct histogram *h, struct column *columns)
{
	const struct groups *g = &h->rows->tally->groups;
	size_t bins = h->text ? BIN_COLUMNS : BIN_COLUMNS - 1;

	for (size_t i = 0; i < g->depth; i++) {
		struct column *column = &columns[i + (h->text ? bins : 0)];

		*column = h->keys[g->keys[i]] = statisticcolumn((int)g->keys[i], NULL);
		column->cell = keycell;
	}
	memcpy(columns + (h->text ? 0 : g->depth), bincolumns, bins * sizeof(*columns));
	return g->depth + bins;
}

size_t
histogramwrite(const struct grouprows *rows, const struct tableview *view, struct buf *out)
{
	struct histogram h = { .rows = rows, .text = view->format == TABLE_TEXT };
	struct column columns[BY_COUNT + BIN_COLUMNS];
	struct tableview table = *view;
	int64_t edges[BINS + 1];

	binedges(edges);
	for (size_t i = 0; i < rows->count; i++)
		histogramadd(&h, i, edges);
	table.columns = columns;
	table.count = histogramcolumns(&h, columns);
	table.rows = h.count;
	table.arg = &h;
	tableviewwrite(&table, out);
	free(h.p);
	return table.rows;
}
