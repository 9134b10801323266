/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "format.h"
#include "json.h"
#include "out.h"
#include "sheet.h"

wide
entrythousandths(const struct entry *e)
{
	return e->by > 0 ? widedivide(e->number * 1000, e->by) : (wide)(e->real * 1000 + 0.5L);
}

static void
putstring(struct buf *b, struct span text, enum form form)
{
	if (form == FORM_JSON)
		jsonstring(b, text.p, text.n);
	else if (form == FORM_CSV)
		formatcsv(b, text);
	else
		formattext(b, text);
}

/* Writes a number for people. */
static void
putforpeople(struct buf *b, enum sheet_kind kind, const struct entry *e)
{
	wide v = entrythousandths(e);

	switch (kind) {
	case SHEET_TIME:
	case SHEET_MEAN:
		formattime(b, v);
		break;
	case SHEET_BYTES:
		formatbytes(b, widedivide(v, 1000));
		break;
	case SHEET_PERCENT:
		formatdecimals(b, widedivide(v, 100), 1, false);
		bufchar(b, '%');
		break;
	case SHEET_RATE:
		formatdecimals(b, v, 3, false);
		bufstr(b, " GB/s");
		break;
	default:
		formatexact(b, v);
	}
}

/* Writes a number as "nsys stats" does: rounded once, from the double nearest to it. */
static void
putclassic(struct buf *b, enum sheet_kind kind, const struct entry *e, bool commas)
{
	int decimals = kind == SHEET_TIME || kind == SHEET_COUNT ? 0 : kind == SHEET_BYTES ? 3 : 1;
	double v = e->by > 0 ? widedouble(e->number, e->by) : (double)e->real;

	if (e->by == 1 && decimals == 0)
		formatwhole(b, e->number, commas);
	else
		formatdecimals(b, widescale(v, decimals), decimals, commas);
}

static void
putnumber(struct buf *b, const struct sheet *s, enum sheet_kind kind, const struct entry *e)
{
	if (s->classic)
		putclassic(b, kind, e, s->form == FORM_TEXT);
	else if (s->form == FORM_TEXT)
		putforpeople(b, kind, e);
	else if (e->by == 1)
		formatwhole(b, e->number, false);
	else
		formatexact(b, entrythousandths(e));
}

static void
putcell(struct buf *b, const struct sheet *s, const struct column *column, struct entry cell)
{
	if (!cell.given)
		bufstr(b, s->form == FORM_TEXT ? "-" : "");
	else if (column->kind == SHEET_TEXT)
		putstring(b, cell.text, s->form);
	else
		putnumber(b, s, column->kind, &cell);
}

/* Appends a cell to a line: texts to the left, numbers to the right. */
static void
putpadded(struct buf *line, const struct buf *text, size_t room, bool left)
{
	size_t pad = room - formatwidth(bufall(text));

	if (line->n > 0)
		bufstr(line, "  ");
	if (left)
		bufmem(line, text->p, text->n);
	for (; pad > 0; pad--)
		bufchar(line, ' ');
	if (!left)
		bufmem(line, text->p, text->n);
}

static void
putline(struct buf *out, struct buf *line)
{
	while (line->n > 0 && line->p[line->n - 1] == ' ')
		line->n--;
	bufmem(out, line->p, line->n);
	bufchar(out, '\n');
	line->n = 0;
	outcheck(out);
}

static void
writetext(const struct sheet *s, struct buf *out)
{
	/* 0: the column is left out. */
	size_t *widths = xreallocarray(NULL, s->count, sizeof(*widths));
	struct buf text = { 0 }, line = { 0 };

	for (size_t j = 0; j < s->count; j++) {
		const struct column *column = &s->columns[j];

		widths[j] = 0;
		for (size_t i = 0; i < s->rows; i++) {
			struct entry cell = column->entry(s->arg, i, column);

			text.n = 0;
			putcell(&text, s, column, cell);
			if ((cell.given || widths[j] > 0) && formatwidth(bufall(&text)) >= widths[j])
				/* An empty text is a value. */
				widths[j] = formatwidth(bufall(&text)) + (text.n == 0);
		}
		if ((widths[j] > 0 || s->rows == 0) && widths[j] < strlen(column->title))
			widths[j] = strlen(column->title);
	}
	for (size_t i = 0; i <= s->rows; i++) {
		for (size_t j = 0; j < s->count; j++) {
			text.n = 0;
			if (i == 0)
				bufstr(&text, s->columns[j].title);
			else
				putcell(&text, s, &s->columns[j],
				    s->columns[j].entry(s->arg, i - 1, &s->columns[j]));
			if (widths[j] > 0)
				putpadded(&line, &text, widths[j], s->columns[j].kind == SHEET_TEXT);
		}
		putline(out, &line);
	}
	free(widths);
	free(text.p);
	free(line.p);
}

/* Writes TSV and CSV. */
static void
writevalues(const struct sheet *s, struct buf *out)
{
	char between = s->form == FORM_TSV ? '\t' : ',';

	for (size_t i = 0; i <= s->rows; i++) {
		for (size_t j = 0; j < s->count; j++) {
			if (j > 0)
				bufchar(out, between);
			if (i == 0)
				bufstr(out, s->columns[j].title);
			else
				putcell(
				    out, s, &s->columns[j], s->columns[j].entry(s->arg, i - 1, &s->columns[j]));
		}
		bufchar(out, '\n');
		outcheck(out);
	}
}

/* Writes one object a line. A key without a value is left out, as in the stream. */
static void
writejson(const struct sheet *s, struct buf *out)
{
	for (size_t i = 0; i < s->rows; i++) {
		const char *before = "{";

		for (size_t j = 0; j < s->count; j++) {
			const struct column *column = &s->columns[j];
			struct entry cell = column->entry(s->arg, i, column);

			if (!cell.given)
				continue;
			bufstr(out, before);
			before = ",";
			jsonstring(out, column->title, strlen(column->title));
			bufchar(out, ':');
			putcell(out, s, column, cell);
		}
		bufstr(out, *before == '{' ? "{}\n" : "}\n");
		outcheck(out);
	}
}

void
sheetwrite(const struct sheet *s, struct buf *out)
{
	if (s->form == FORM_TEXT)
		writetext(s, out);
	else if (s->form == FORM_JSON)
		writejson(s, out);
	else
		writevalues(s, out);
}
