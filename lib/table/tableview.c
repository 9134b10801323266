/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/escape.h"
#include "base/json.h"
#include "format.h"
#include "io/out.h"
#include "shortener.h"
#include "tableview.h"

#define ELLIPSIS "\xE2\x80\xA6" /* U+2026 */

/* Columns are omitted only if the line is too long with all texts shortened to 32 characters,
 * unless the view says how many. The nsys format cuts cells of more than 100 characters. */
enum { TEXT_LEAST = 32, CELL_MOST = 100 };

wide
cellthousandths(const struct tablecell *e)
{
	return e->by > 0 ? widedivide(e->number * 1000, e->by) : (wide)(e->real * 1000 + 0.5L);
}

static bool
istime(enum column_kind kind)
{
	return kind == COLUMN_TIME || kind == COLUMN_MEAN_TIME;
}

static void
tableviewputtext(struct buf *b, struct span text, enum table_format format)
{
	if (format == TABLE_JSON)
		jsonstring(b, text.p, text.n);
	else if (format == TABLE_CSV)
		formatcsv(b, text);
	else
		escapetext(b, text);
}

/* Writes a number in the text format. */
static void
puttextnumber(struct buf *b, enum column_kind kind, const struct tablecell *e)
{
	wide v = cellthousandths(e);

	switch (kind) {
	case COLUMN_TIME:
	case COLUMN_MEAN_TIME:
		formattime(b, v);
		break;
	case COLUMN_BYTES:
		formatbytes(b, widedivide(v, 1000));
		break;
	case COLUMN_PERCENT:
		formatdecimals(b, widedivide(v, 100), 1, false);
		bufchar(b, '%');
		break;
	case COLUMN_RATE:
		formatdecimals(b, v, 3, false);
		bufstr(b, " GB/s");
		break;
	default:
		formatexact(b, v);
	}
}

/* Returns the number of decimals in the nsys format. */
static int
decimals(const struct nsysformat *c, enum column_kind kind)
{
	static const int times[] = { [TIME_US] = 3, [TIME_MS] = 4, [TIME_S] = 5 };

	if (istime(kind) && c->unit != TIME_NS)
		return times[c->unit];
	if (kind == COLUMN_MEGABYTES || kind == COLUMN_RATE)
		return 3;
	return kind == COLUMN_TIME || kind == COLUMN_INTEGER ? 0 : 1;
}

/* Writes a number in the nsys format. As nsys does, this rounds once, from the nearest double. */
static void
putnsysnumber(
    struct buf *b, const struct tableview *s, enum column_kind kind, const struct tablecell *e)
{
	static const int units[] = { 1, 1000, 1000000, 1000000000 };
	int unit = istime(kind) ? units[s->nsys->unit] : 1, digits = decimals(s->nsys, kind);
	bool commas = s->format == TABLE_TEXT && s->nsys->commas;

	if (e->by == 1 && unit == 1 && digits == 0)
		formatwhole(b, e->number, commas);
	else if (e->by > 0)
		formatdecimals(
		    b, widescale(widedouble(e->number, e->by * unit), digits), digits, commas);
	else
		formatdecimals(b, widescale((double)(e->real / unit), digits), digits, commas);
}

static void
tableviewputnumber(
    struct buf *b, const struct tableview *s, enum column_kind kind, const struct tablecell *e)
{
	if (s->nsys)
		putnsysnumber(b, s, kind, e);
	else if (s->format == TABLE_TEXT)
		puttextnumber(b, kind, e);
	else if (e->by == 1)
		formatwhole(b, e->number, false);
	else
		formatexact(b, cellthousandths(e));
}

/* Writes a cell that has a value. */
static void
putvalue(struct buf *b, const struct tableview *s, enum column_kind kind, const struct tablecell *e)
{
	if (kind == COLUMN_TEXT)
		tableviewputtext(b, e->text, s->format);
	else
		tableviewputnumber(b, s, kind, e);
}

void
tableviewcell(
    struct buf *b, enum table_format format, enum column_kind kind, const struct tablecell *e)
{
	const struct tableview s = { .format = format };

	putvalue(b, &s, kind, e);
}

/* Writes the heading of a column. In the nsys format the heading of a time names the unit. */
static void
puttitle(struct buf *b, const struct tableview *s, const struct column *column)
{
	static const char *const units[] = { "(ns)", "(us)", "(ms)", "(s)" };
	const char *title = column->title, *unit = strstr(title, units[TIME_NS]);

	if (!s->nsys || !unit || !istime(column->kind)) {
		bufstr(b, title);
		return;
	}
	bufmem(b, title, (size_t)(unit - title));
	bufstr(b, units[s->nsys->unit]);
	bufstr(b, unit + strlen(units[TIME_NS]));
}

/* The layout of a table in the text format. */
struct layout {
	const struct tableview *s;
	size_t *widths;         /* of columns, in characters; 0 if omitted */
	struct shortener *shorteners; /* for each column its shortened texts; empty if none */
	struct buf text, line;
};

/* Writes a cell of the text format into l->text. Row 0 is the headings. */
static void
makecell(struct layout *l, size_t row, size_t j)
{
	const struct column *column = &l->s->columns[j];
	struct tablecell e;
	struct span all;

	l->text.n = 0;
	if (row == 0) {
		puttitle(&l->text, l->s, column);
	} else if (l->shorteners[j].count > 0) {
		bufspan(&l->text, shortenerget(&l->shorteners[j], row - 1));
	} else {
		e = column->cell(l->s->arg, row - 1, column);
		if (e.given)
			putvalue(&l->text, l->s, column->kind, &e);
		else if (!l->s->nsys)
			bufchar(&l->text, '-');
	}
	all = bufall(&l->text);
	if (!l->s->nsys || l->s->nsys->uncut || column->kind != COLUMN_TEXT ||
	    formatwidth(all) <= CELL_MOST)
		return;
	l->text.n = formatprefix(all, CELL_MOST - 1);
	bufstr(&l->text, ELLIPSIS);
}

/* Measures the columns, row by row. Columns without any value get width 0 and are not shown, except
 * in the nsys format and in a table without rows. */
static void
measure(struct layout *l)
{
	const struct tableview *s = l->s;
	bool *any = xzalloc(s->count + 1, sizeof(*any));

	for (size_t i = 0; i <= s->rows; i++)
		for (size_t j = 0; j < s->count; j++) {
			size_t width;

			any[j] = any[j] || s->rows == 0 || s->nsys ||
			    (i > 0 && s->columns[j].cell(s->arg, i - 1, &s->columns[j]).given);
			if (i > 0 && !any[j])
				continue;
			makecell(l, i, j);
			width = formatwidth(bufall(&l->text));
			if (width > l->widths[j])
				l->widths[j] = width;
		}
	for (size_t j = 0; j < s->count; j++)
		l->widths[j] = any[j] ? l->widths[j] : 0;
	free(any);
}

/* Returns the width of a line whose text columns are cut to most characters. */
static size_t
linewidth(const struct layout *l, size_t most)
{
	size_t width = 0;

	for (size_t j = 0; j < l->s->count; j++) {
		bool text = l->s->columns[j].kind == COLUMN_TEXT;

		if (l->widths[j] > 0)
			width += 2 + (text && l->widths[j] > most ? most : l->widths[j]);
	}
	return width > 0 ? width - 2 : 0;
}

/* Adds a title to the list of omitted columns. */
static void
omit(const struct tableview *s, const char *title)
{
	struct buf *b = s->omitted;
	size_t n = strlen(title);

	for (size_t i = 0; b && i + n <= b->n; i++)
		if (memcmp(b->p + i, title, n) == 0 && (i == 0 || b->p[i - 1] == ' ') &&
		    (i + n == b->n || b->p[i + n] == ','))
			return;
	if (b && b->n > 0)
		bufstr(b, ", ");
	if (b)
		bufstr(b, title);
}

static size_t
textleast(const struct tableview *s)
{
	return s->least > 0 ? s->least : TEXT_LEAST;
}

/* Omits columns, those with the largest omitorder first, until the rest fits or only columns remain
 * that are never omitted. */
static void
leaveout(struct layout *l)
{
	while (linewidth(l, textleast(l->s)) > l->s->width) {
		size_t spare = l->s->count;

		for (size_t j = 0; j < l->s->count; j++)
			if (l->widths[j] > 0 && l->s->columns[j].omitorder > 0 &&
			    (spare == l->s->count ||
			        l->s->columns[j].omitorder >= l->s->columns[spare].omitorder))
				spare = j;
		if (spare == l->s->count)
			return;
		l->widths[spare] = 0;
		omit(l->s, l->s->columns[spare].title);
	}
}

/* Shortens the texts of a column. */
static void
shorten(struct layout *l, size_t j, size_t width)
{
	struct shortener shortener = { 0 };

	for (size_t i = 0; i < l->s->rows; i++) {
		makecell(l, i + 1, j);
		shorteneradd(&shortener, bufall(&l->text));
	}
	shortenerrun(&shortener, width);
	l->shorteners[j] = shortener;
	l->widths[j] = width;
}

/* Makes the table fit into s->width: omits columns, then shortens texts. */
static void
narrow(struct layout *l)
{
	size_t most = textleast(l->s), least = most;

	if (l->s->width == 0 || linewidth(l, SIZE_MAX) <= l->s->width)
		return;
	leaveout(l);
	while (linewidth(l, most) < l->s->width && linewidth(l, most) < linewidth(l, most + 1))
		most++;
	while (linewidth(l, most) > l->s->width && most > least)
		most--;
	for (size_t j = 0; j < l->s->count; j++)
		if (l->s->columns[j].kind == COLUMN_TEXT && l->widths[j] > most)
			shorten(l, j, most);
}

/* Appends l->text to a line: numbers to the right, texts to the left. The nsys format centres
 * headings. */
static void
putpadded(struct layout *l, size_t row, size_t j)
{
	size_t pad = l->widths[j] - formatwidth(bufall(&l->text)), before = pad;

	if (l->s->nsys && row == 0)
		before = pad / 2;
	else if (l->s->columns[j].kind == COLUMN_TEXT)
		before = 0;
	for (size_t i = 0; i < before; i++)
		bufchar(&l->line, ' ');
	bufspan(&l->line, bufall(&l->text));
	for (size_t i = before; i < pad; i++)
		bufchar(&l->line, ' ');
}

/* Writes a line. Only the nsys format keeps trailing blanks. */
static void
putline(struct layout *l, struct buf *out)
{
	while (!l->s->nsys && l->line.n > 0 && l->line.p[l->line.n - 1] == ' ')
		l->line.n--;
	bufspan(out, bufall(&l->line));
	bufchar(out, '\n');
	outcheck(out);
}

static void
tableviewputrow(struct layout *l, size_t row, struct buf *out)
{
	const char *between = l->s->nsys ? " " : "";

	l->line.n = 0;
	for (size_t j = 0; j < l->s->count; j++) {
		if (l->widths[j] == 0)
			continue;
		bufstr(&l->line, between);
		between = "  ";
		makecell(l, row, j);
		putpadded(l, row, j);
	}
	putline(l, out);
}

/* Writes a line of dashes under the headings. */
static void
putdashes(struct layout *l, struct buf *out)
{
	l->line.n = 0;
	for (size_t j = 0; j < l->s->count; j++) {
		bufstr(&l->line, j == 0 ? " " : "  ");
		for (size_t i = 0; i < l->widths[j]; i++)
			bufchar(&l->line, '-');
	}
	putline(l, out);
}

/* Writes the title above a table of the text format. */
static void
putabove(const struct tableview *s, struct buf *out)
{
	if (s->nsys)
		bufprintf(out, "\n ** %s (%s):\n\n", s->nsys->title, s->nsys->name);
	else if (s->title && s->allrows > s->rows)
		bufprintf(out, "\n%s, the first %zu of %zu:\n", s->title, s->rows, s->allrows);
	else if (s->title)
		bufprintf(out, "\n%s:\n", s->title);
}

static void
writetext(const struct tableview *s, struct buf *out)
{
	struct layout l = { .s = s };

	l.widths = xzalloc(s->count, sizeof(*l.widths));
	l.shorteners = xzalloc(s->count, sizeof(*l.shorteners));
	measure(&l);
	narrow(&l);
	putabove(s, out);
	for (size_t i = 0; i <= s->rows; i++) {
		tableviewputrow(&l, i, out);
		if (i == 0 && s->nsys)
			putdashes(&l, out);
	}
	if (s->nsys)
		bufchar(out, '\n');
	for (size_t j = 0; j < s->count; j++)
		shortenerfree(&l.shorteners[j]);
	free(l.shorteners);
	free(l.widths);
	free(l.text.p);
	free(l.line.p);
}

/* Writes a row of TSV or CSV; row 0 is the headings. */
static void
putvalues(const struct tableview *s, size_t row, struct buf *out)
{
	for (size_t j = 0; j < s->count; j++) {
		const struct column *column = &s->columns[j];
		struct tablecell e;

		if (j > 0)
			bufchar(out, s->format == TABLE_TSV ? '\t' : ',');
		if (row == 0) {
			puttitle(out, s, column);
			continue;
		}
		e = column->cell(s->arg, row - 1, column);
		if (e.given)
			putvalue(out, s, column->kind, &e);
	}
	bufchar(out, '\n');
	outcheck(out);
}

static void
writevalues(const struct tableview *s, struct buf *out)
{
	for (size_t i = s->noheadings; i <= s->rows; i++)
		putvalues(s, i, out);
}

/* Writes an object a line. A cell without a value has no key, as in streams; the nsys format writes
 * an empty string. */
static void
writejson(const struct tableview *s, struct buf *out)
{
	struct buf title = { 0 };

	for (size_t i = 0; i < s->rows; i++) {
		const char *before = "{";

		for (size_t j = 0; j < s->count; j++) {
			const struct column *column = &s->columns[j];
			struct tablecell cell = column->cell(s->arg, i, column);

			if (!cell.given && !s->nsys)
				continue;
			bufstr(out, before);
			before = ",";
			title.n = 0;
			puttitle(&title, s, column);
			jsonstring(out, title.p, title.n);
			bufchar(out, ':');
			if (cell.given)
				putvalue(out, s, column->kind, &cell);
			else
				bufstr(out, "\"\"");
		}
		bufstr(out, *before == '{' ? "{}\n" : "}\n");
		outcheck(out);
	}
	free(title.p);
}

void
tableviewwrite(const struct tableview *s, struct buf *out)
{
	if (s->write)
		s->write(s, out);
	else if (s->format == TABLE_TEXT)
		writetext(s, out);
	else if (s->format == TABLE_JSON)
		writejson(s, out);
	else
		writevalues(s, out);
}
