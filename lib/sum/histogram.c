/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "histogram.h"
#include "io/bytelog.h"
#include "sum/columns/statistic.h"

/* The begins of bins below 100 ns, and those of each power of ten from there on up to 10^18 ns, in
 * hundredths of it: the R10 series of ISO 3. */
static const int64_t fewns[] = { 0, 1, 2, 5, 10, 20, 50 };
static const int64_t series[] = { 100, 125, 160, 200, 250, 315, 400, 500, 630, 800 };

/* The part of the memory that the log takes. */
enum { LOG_PART = 16 };

enum {
	FEW = sizeof(fewns) / sizeof(*fewns),
	SERIES = sizeof(series) / sizeof(*series),
	POWERS = 17,
	BINS = FEW + POWERS * SERIES,
	BAR = 40
};

/* The places of each such number of groups are in memory. */
enum { INDEX_GROUPS = 256 };

/* A group in the log. */
struct histogramplace {
	size_t row;  /* its first one in the table */
	uint64_t at; /* in the log */
};

/* The group of the row that was read last. */
struct histogramgroup {
	struct bytelogreader reader; /* behind it in the log */
	size_t number;      /* of its row among those of groups */
	size_t row, count;  /* its rows in the table: the first, and their number */
	size_t from;        /* its first bin */
	uint64_t most, all; /* durations of the largest bin, and of all */
	uint64_t counts[BINS];
};

/* The table. The counts of all groups are in a log, since their rows may not fit into memory: for
 * each group its first bin, the number of bins, and their counts. */
struct histogram {
	const struct grouprows *rows;
	struct column keys[BY_COUNT]; /* of a table of groups */
	struct bytelog log;
	struct histogramplace *places;
	size_t placecount, room;
	struct histogramgroup *group;
	bool text;
};

const int64_t *
histogramedges(size_t *bins)
{
	static int64_t edges[BINS + 1];
	int64_t power = 1, *edge = edges + FEW;

	*bins = BINS;
	if (edges[BINS] != 0)
		return edges;
	memcpy(edges, fewns, sizeof(fewns));
	for (int i = 0; i < POWERS; i++) {
		for (int j = 0; j < SERIES; j++)
			*edge++ = series[j] * power;
		power *= 10;
	}
	*edge = INT64_MAX;
	return edges;
}

/* Adds the bins of a group to the log. Returns their number. */
static size_t
histogramadd(struct histogram *h, size_t row)
{
	uint64_t counts[BINS];
	size_t from = 0, to = BINS;

	grouprowsbins(h->rows, row, counts);
	while (from < to && counts[from] == 0)
		from++;
	while (to > from && counts[to - 1] == 0)
		to--;
	protovarint(&h->log.bytes, from);
	protovarint(&h->log.bytes, to - from);
	for (size_t i = from; i < to; i++)
		protovarint(&h->log.bytes, counts[i]);
	bytelogcheck(&h->log);
	return to - from;
}

/* Adds all groups to the log. Returns the number of rows of the table. */
static size_t
histogramfill(struct histogram *h)
{
	size_t row = 0;

	for (size_t i = 0; i < h->rows->count; i++) {
		if (i % INDEX_GROUPS == 0) {
			GROW(h->places, h->room, h->placecount + 1);
			h->places[h->placecount++] =
			    (struct histogramplace){ row, bytelogend(&h->log) };
		}
		row += histogramadd(h, i);
	}
	return row;
}

/* Reads the next group of the log, whose first row is given. */
static void
histogramread(struct histogramgroup *g, size_t row)
{
	g->row = row;
	g->from = (size_t)bytelogvarint(&g->reader);
	g->count = (size_t)bytelogvarint(&g->reader);
	g->all = 0;
	g->most = 1; /* a group has an event, and bars are divided by this */
	for (size_t i = 0; i < g->count; i++) {
		uint64_t count = g->counts[i] = bytelogvarint(&g->reader);

		g->all += count;
		g->most = count > g->most ? count : g->most;
	}
}

/* Reads the group that is before a row in the index. */
static void
histogramseek(const struct histogram *h, size_t row)
{
	struct histogramgroup *g = h->group;
	size_t low = 0, high = h->placecount;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (h->places[middle].row <= row)
			low = middle;
		else
			high = middle;
	}
	g->reader.at = h->places[low].at;
	g->reader.next = g->reader.n = 0;
	g->number = low * INDEX_GROUPS;
	histogramread(g, h->places[low].row);
}

/* Returns the group of a row. Rows are read in order, several times. */
static const struct histogramgroup *
histogramgroupof(const struct histogram *h, size_t row)
{
	struct histogramgroup *g = h->group;

	if (row < g->row)
		histogramseek(h, row);
	while (row >= g->row + g->count) {
		g->number++;
		histogramread(g, g->row + g->count);
	}
	return g;
}

/* Returns the cell of a key; for people, only in the first row of a group. */
static struct tablecell
keycell(const void *arg, size_t row, const struct column *column)
{
	const struct histogram *h = arg;
	const struct column *key = &h->keys[column->id];
	const struct histogramgroup *g = histogramgroupof(h, row);

	if (h->text && row != g->row)
		return celltext(spanof(""));
	return key->cell(h->rows, g->number, key);
}

enum { FROM, TO, COUNT, SHARE, BARS };

static struct tablecell
bincell(const void *arg, size_t row, const struct column *column)
{
	static const char bar[] = "########################################";
	const struct histogram *h = arg;
	const struct histogramgroup *g = histogramgroupof(h, row);
	uint64_t count = g->counts[row - g->row];
	size_t bin = g->from + (row - g->row);

	switch (column->id) {
	case FROM:
		return cellwhole(h->rows->edges[bin]);
	case TO:
		return cellwhole(h->rows->edges[bin + 1]);
	case COUNT:
		return cellwhole((wide)count);
	case SHARE:
		return cellratio((wide)count * 100, (wide)g->all);
	default:
		return celltext(
		    (struct span){ bar, (size_t)((count * BAR + g->most - 1) / g->most) });
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
histogramwrite(
    const struct grouprows *rows, const struct tableview *view, size_t memory, struct buf *out)
{
	struct histogram h = { .rows = rows,
		.log = { .limit = memory / LOG_PART },
		.text = view->format == TABLE_TEXT };
	struct column columns[BY_COUNT + BIN_COLUMNS];
	struct tableview table = *view;

	h.group = xzalloc(1, sizeof(*h.group));
	h.group->reader.log = &h.log;
	table.rows = histogramfill(&h);
	if (table.rows > 0)
		histogramseek(&h, 0);
	table.columns = columns;
	table.count = histogramcolumns(&h, columns);
	table.arg = &h;
	tableviewwrite(&table, out);
	free(h.group->reader.p);
	free(h.group);
	free(h.places);
	bytelogfree(&h.log);
	return table.rows;
}
