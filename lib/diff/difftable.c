/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/escape.h"
#include "base/json.h"
#include "difftable.h"
#include "io/out.h"
#include "table/format.h"

/* Columns. TSV and JSON have the keys of the groups before them, text and Markdown behind them. */
enum column {
	COLUMN_CHANGE,
	COLUMN_DELTA,
	COLUMN_RATIO,
	COLUMN_LOW,
	COLUMN_HIGH,
	COLUMN_FACTOR,
	COLUMN_TOTAL_OLD,
	COLUMN_TOTAL_NEW,
	COLUMN_COUNT_OLD,
	COLUMN_COUNT_NEW,
	COLUMN_MEAN_OLD,
	COLUMN_MEAN_NEW,
	COLUMNS
};

static const char *const titles[COLUMNS] = {
	[COLUMN_CHANGE] = "change",
	[COLUMN_DELTA] = "delta",
	[COLUMN_RATIO] = "ratio",
	[COLUMN_LOW] = "low",
	[COLUMN_HIGH] = "high",
	[COLUMN_FACTOR] = "factor",
	[COLUMN_TOTAL_OLD] = "total_old",
	[COLUMN_TOTAL_NEW] = "total_new",
	[COLUMN_COUNT_OLD] = "count_old",
	[COLUMN_COUNT_NEW] = "count_new",
	[COLUMN_MEAN_OLD] = "mean_old",
	[COLUMN_MEAN_NEW] = "mean_new",
};

/* The table that is being written. */
struct tablewriter {
	const struct diff *diff;
	enum difftable_format format;
	size_t rows;
	struct buf *out;
	struct buf cell, text;
};

static bool
istext(const struct tablewriter *s)
{
	return s->format == DIFFTABLE_TEXT || s->format == DIFFTABLE_MARKDOWN;
}

/* Returns true if the format has a column. */
static bool
shown(const struct tablewriter *s, int column)
{
	if (!istext(s))
		return true;
	if (column == COLUMN_LOW || column == COLUMN_HIGH)
		return s->diff->known;
	return column != COLUMN_FACTOR;
}

/* Writes the time number / by, ns. */
static void
puttime(struct tablewriter *s, wide number, wide by)
{
	wide thousandths = widedivide(number * 1000, by);

	if (istext(s))
		formattime(&s->cell, thousandths);
	else
		formatexact(&s->cell, thousandths);
}

/* Writes a factor. JSON has no infinity, so it lacks the value. */
static void
putfactor(struct tablewriter *s, double factor)
{
	if (isfinite(factor))
		formatdecimals(&s->cell, widescale(factor, istext(s) ? 3 : 6),
		    istext(s) ? 3 : 6, false);
	else if (s->format != DIFFTABLE_JSON)
		bufstr(&s->cell, "inf");
}

static void
putinterval(struct tablewriter *s, const struct diffrow *row, int column)
{
	if (s->diff->known)
		putfactor(s, column == COLUMN_LOW ? row->factor.low :
		        column == COLUMN_HIGH     ? row->factor.high :
		                                    row->factor.middle);
}

/* Writes the total, count or mean of a side. */
static void
putside(struct tablewriter *s, const struct diffrow *row, int column)
{
	enum side side = column == COLUMN_TOTAL_OLD || column == COLUMN_COUNT_OLD ||
	        column == COLUMN_MEAN_OLD ?
	    SIDE_OLD :
	    SIDE_NEW;
	wide units = (wide)s->diff->units[side];

	if (column == COLUMN_TOTAL_OLD || column == COLUMN_TOTAL_NEW)
		puttime(s, row->total[side], units);
	else if (column == COLUMN_COUNT_OLD || column == COLUMN_COUNT_NEW)
		formatexact(&s->cell, widedivide((wide)row->count[side] * 1000, units));
	else if (row->count[side] > 0)
		puttime(s, row->total[side], (wide)row->count[side]);
}

/* Returns the text of a cell, empty without a value. */
static struct span
cell(struct tablewriter *s, const struct diffrow *row, int column)
{
	const struct diff *d = s->diff;

	s->cell.n = 0;
	switch (column) {
	case COLUMN_CHANGE:
		bufstr(&s->cell, diffname(row->change));
		break;
	case COLUMN_DELTA:
		puttime(s, row->delta, (wide)d->units[SIDE_OLD] * (wide)d->units[SIDE_NEW]);
		break;
	case COLUMN_RATIO:
		if (diffratio(d, row) >= 0)
			putfactor(s, diffratio(d, row));
		break;
	case COLUMN_LOW:
	case COLUMN_HIGH:
	case COLUMN_FACTOR:
		putinterval(s, row, column);
		break;
	default:
		putside(s, row, column);
	}
	return bufall(&s->cell);
}

/* Returns the value of a key as text that keeps to its cell. */
static struct span
putkey(struct tablewriter *s, const struct diffrow *row, size_t key)
{
	struct span value = runtotalsvalue(s->diff->totals, row->group, key);

	s->cell.n = 0;
	if (!jsonisstring(value)) {
		bufspan(&s->cell, value);
		return bufall(&s->cell);
	}
	s->text.n = 0;
	jsonutf8(&s->text, value);
	escapetext(&s->cell, bufall(&s->text));
	return bufall(&s->cell);
}

static void
writetsv(struct tablewriter *s)
{
	const struct runtotals *l = s->diff->totals;

	for (size_t key = 0; key < l->keycount; key++) {
		bufstr(s->out, l->keys[key]->name);
		bufchar(s->out, '\t');
	}
	for (int column = 0; column < COLUMNS; column++) {
		bufstr(s->out, titles[column]);
		bufchar(s->out, column < COLUMNS - 1 ? '\t' : '\n');
	}
	for (size_t i = 0; i < s->rows; i++) {
		const struct diffrow *row = &s->diff->rows[i];

		for (size_t key = 0; key < l->keycount; key++) {
			bufspan(s->out, putkey(s, row, key));
			bufchar(s->out, '\t');
		}
		for (int column = 0; column < COLUMNS; column++) {
			bufspan(s->out, cell(s, row, column));
			bufchar(s->out, column < COLUMNS - 1 ? '\t' : '\n');
		}
		outcheck(s->out);
	}
}

/* Writes a member of an object, if it has a value. */
static void
putmember(struct buf *out, const char *name, struct span value, bool quoted)
{
	if (value.n == 0)
		return;
	bufstr(out, out->p[out->n - 1] == '{' ? "\"" : ",\"");
	bufstr(out, name);
	bufstr(out, quoted ? "\":\"" : "\":");
	bufspan(out, value);
	bufstr(out, quoted ? "\"" : "");
}

static void
writejson(struct tablewriter *s)
{
	const struct runtotals *l = s->diff->totals;

	for (size_t i = 0; i < s->rows; i++) {
		const struct diffrow *row = &s->diff->rows[i];

		bufchar(s->out, '{');
		for (size_t key = 0; key < l->keycount; key++) {
			s->cell.n = 0;
			jsonclean(&s->cell, runtotalsvalue(l, row->group, key));
			putmember(s->out, l->keys[key]->name, bufall(&s->cell), false);
		}
		for (int column = 0; column < COLUMNS; column++)
			putmember(s->out, titles[column], cell(s, row, column),
			    column == COLUMN_CHANGE);
		s->cell.n = 0;
		if (s->diff->known)
			formatdecimals(&s->cell, widescale(s->diff->plan.confidence, 3), 3, false);
		putmember(s->out, "confidence", bufall(&s->cell), false);
		putmember(s->out, "unit", spanof(s->diff->stepped ? "step" : "run"), true);
		bufstr(s->out, "}\n");
		outcheck(s->out);
	}
}

/* Writes the runs of a side. */
static void
putruns(struct tablewriter *s, enum side side)
{
	const struct runtotals *l = s->diff->totals;
	const char *before = s->format == DIFFTABLE_MARKDOWN ? " `" : " ";

	bufstr(s->out, side == SIDE_OLD ? "old:" : "new:");
	for (size_t i = 0; i < l->runcount; i++)
		if (l->runs[i].side == side) {
			bufstr(s->out, before);
			escapetext(s->out, spanof(l->runs[i].name));
			bufstr(s->out, s->format == DIFFTABLE_MARKDOWN ? "`" : "");
		}
	bufstr(s->out, s->format == DIFFTABLE_MARKDOWN ? "  \n" : "\n");
}

/* Writes the lines above a table of text or Markdown. */
static void
puthead(struct tablewriter *s)
{
	const struct diff *d = s->diff;

	putruns(s, SIDE_OLD);
	putruns(s, SIDE_NEW);
	if (d->stepped || d->units[SIDE_OLD] > 1 || d->units[SIDE_NEW] > 1)
		bufprintf(s->out, "counts and totals are of one %s: old has %llu, new has %llu\n",
		    d->stepped ? "step" : "run", (unsigned long long)d->units[SIDE_OLD],
		    (unsigned long long)d->units[SIDE_NEW]);
	bufchar(s->out, '\n');
}

/* Writes the lines below it. */
static void
putfoot(struct tablewriter *s)
{
	const struct diff *d = s->diff;
	struct buf *out = s->out;

	bufchar(out, '\n');
	if (d->count > s->rows)
		bufprintf(out, "%zu of %zu groups\n", s->rows, d->count);
	if (!d->known) {
		bufstr(out, "noise is unknown: that takes two runs a side, or steps\n");
		return;
	}
	bufprintf(out, "low and high: the factor lies between them with %.1f %%; samples are %s, "
	    "%zu old and %zu new\n",
	    d->plan.confidence * 100, d->bysteps ? "steps" : "runs", d->plan.old, d->plan.new);
	if (d->plan.confidence < FACTOR_CONFIDENCE)
		bufstr(out, "too few samples: for 95 % it takes four a side\n");
	if (d->bysteps && (d->runs[SIDE_OLD] == 1 || d->runs[SIDE_NEW] == 1))
		bufstr(out, "one run a side does not tell how much runs differ by themselves\n");
}

/* The cells of a text table, which are aligned once all are known. */
struct grid {
	struct buf text;
	struct gridcell {
		size_t at, n, width;
	} *cells;
	size_t count, room, columns;
};

static void
gridput(struct grid *g, struct span text)
{
	GROW(g->cells, g->room, g->count + 1);
	g->cells[g->count++] = (struct gridcell){ g->text.n, text.n, formatwidth(text) };
	bufspan(&g->text, text);
}

/* Writes the cells: numbers to the right, the change and the keys to the left. The last column is
 * not padded. */
static void
gridwrite(const struct grid *g, size_t numbers, struct buf *out)
{
	size_t *widths = xzalloc(g->columns, sizeof(*widths));

	for (size_t i = 0; i < g->count; i++)
		if (g->cells[i].width > widths[i % g->columns])
			widths[i % g->columns] = g->cells[i].width;
	for (size_t i = 0; i < g->count; i++) {
		size_t column = i % g->columns, gap = widths[column] - g->cells[i].width;
		bool left = column == 0 || column > numbers, final = column == g->columns - 1;

		for (size_t n = gap; !left && n > 0; n--)
			bufchar(out, ' ');
		bufmem(out, g->text.p + g->cells[i].at, g->cells[i].n);
		for (size_t n = gap; left && !final && n > 0; n--)
			bufchar(out, ' ');
		bufstr(out, final ? "\n" : "  ");
		outcheck(out);
	}
	free(widths);
}

static void
writetext(struct tablewriter *s)
{
	const struct runtotals *l = s->diff->totals;
	struct grid g = { 0 };
	size_t numbers = 0;

	for (int column = 0; column < COLUMNS; column++) {
		if (!shown(s, column))
			continue;
		gridput(&g, spanof(titles[column]));
		numbers += column != COLUMN_CHANGE;
	}
	for (size_t key = 0; key < l->keycount; key++)
		gridput(&g, spanof(l->keys[key]->name));
	g.columns = g.count;
	for (size_t i = 0; i < s->rows; i++) {
		const struct diffrow *row = &s->diff->rows[i];

		for (int column = 0; column < COLUMNS; column++)
			if (shown(s, column)) {
				struct span value = cell(s, row, column);

				gridput(&g, value.n > 0 ? value : spanof("-"));
			}
		for (size_t key = 0; key < l->keycount; key++) {
			struct span value = putkey(s, row, key);

			gridput(&g, value.n > 0 ? value : spanof("-"));
		}
	}
	gridwrite(&g, numbers, s->out);
	free(g.text.p);
	free(g.cells);
}

/* Writes a text as inline code. Markdown still splits that at a bar, so bars are escaped. */
static void
putcode(struct buf *out, struct span value)
{
	const char *fence = value.n > 0 && memchr(value.p, '`', value.n) ? "``" : "`";

	if (value.n == 0)
		return;
	bufstr(out, fence);
	bufstr(out, fence[1] ? " " : "");
	for (size_t i = 0; i < value.n; i++) {
		if (value.p[i] == '|')
			bufchar(out, '\\');
		bufchar(out, value.p[i]);
	}
	bufstr(out, fence[1] ? " " : "");
	bufstr(out, fence);
}

static void
writemarkdown(struct tablewriter *s)
{
	const struct runtotals *l = s->diff->totals;
	struct buf rule = { 0 };

	for (int column = 0; column < COLUMNS; column++)
		if (shown(s, column)) {
			bufstr(s->out, "| ");
			bufstr(s->out, titles[column]);
			bufchar(s->out, ' ');
			bufstr(&rule, column == COLUMN_CHANGE ? "| --- " : "| ---: ");
		}
	for (size_t key = 0; key < l->keycount; key++) {
		bufstr(s->out, "| ");
		bufstr(s->out, l->keys[key]->name);
		bufchar(s->out, ' ');
		bufstr(&rule, "| --- ");
	}
	bufstr(s->out, "|\n");
	bufspan(s->out, bufall(&rule));
	bufstr(s->out, "|\n");
	free(rule.p);
	for (size_t i = 0; i < s->rows; i++) {
		const struct diffrow *row = &s->diff->rows[i];

		for (int column = 0; column < COLUMNS; column++)
			if (shown(s, column)) {
				bufstr(s->out, "| ");
				bufspan(s->out, cell(s, row, column));
				bufchar(s->out, ' ');
			}
		for (size_t key = 0; key < l->keycount; key++) {
			bufstr(s->out, "| ");
			putcode(s->out, putkey(s, row, key));
			bufchar(s->out, ' ');
		}
		bufstr(s->out, "|\n");
		outcheck(s->out);
	}
}

void
difftablewrite(const struct diff *d, enum difftable_format format, size_t top, struct buf *out)
{
	struct tablewriter s = { .diff = d, .format = format, .out = out };

	s.rows = top > 0 && top < d->count ? top : d->count;
	if (istext(&s))
		puthead(&s);
	if (format == DIFFTABLE_TEXT)
		writetext(&s);
	else if (format == DIFFTABLE_MARKDOWN)
		writemarkdown(&s);
	else if (format == DIFFTABLE_TSV)
		writetsv(&s);
	else
		writejson(&s);
	if (istext(&s))
		putfoot(&s);
	free(s.cell.p);
	free(s.text.p);
}
