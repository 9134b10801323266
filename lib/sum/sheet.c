/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "json.h"
#include "out.h"
#include "sheet.h"

/* Writes a number in decimal, for people with a comma between each three digits. */
static void
putwide(struct buf *b, wide v, bool commas)
{
	char text[64], *end = text + sizeof(text), *p = end;
	bool negative = v < 0;
	int digits = 0;

	if (!commas && v == (int64_t)v) {
		bufint(b, (int64_t)v);
		return;
	}
	do {
		int digit = (int)(v % 10);

		if (commas && digits > 0 && digits % 3 == 0)
			*--p = ',';
		*--p = (char)('0' + (digit < 0 ? -digit : digit));
		digits++;
		v /= 10;
	} while (v != 0);
	if (negative)
		*--p = '-';
	bufmem(b, p, (size_t)(end - p));
}

/* Writes a number of thousandths with so many decimals, 0 to 3. */
static void
putfixed(struct buf *b, wide thousandths, int decimals, bool commas)
{
	static const int units[] = { 1, 10, 100, 1000 };
	int unit = units[decimals], rest;
	wide v;

	if (thousandths < 0) {
		bufchar(b, '-');
		thousandths = -thousandths;
	}
	v = widedivide(thousandths, 1000 / unit);
	rest = (int)(v == (int64_t)v ? (int64_t)v % unit : v % unit);
	putwide(b, widedivide(v - rest, unit), commas);
	if (decimals > 0)
		bufchar(b, '.');
	for (unit /= 10; unit > 0; unit /= 10)
		bufchar(b, (char)('0' + rest / unit % 10));
}

/* Writes a number of thousandths with as many decimals as it has. */
static void
putexact(struct buf *b, wide thousandths)
{
	putfixed(b, thousandths,
	    thousandths % 10         ? 3
	        : thousandths % 100  ? 2
	        : thousandths % 1000 ? 1
	                             : 0,
	    false);
}

/* Writes a number of thousandths in the largest of the units, each a thousand of the one before, in
 * which it is at least 1. */
static void
putunit(struct buf *b, wide thousandths, const char *const *units)
{
	while (units[1] && (thousandths >= 1000000 || thousandths <= -1000000)) {
		thousandths = widedivide(thousandths, 1000);
		units++;
	}
	putfixed(b, thousandths, 3, false);
	bufstr(b, *units);
}

/* Writes a time for people. */
static void
puttime(struct buf *b, wide thousandths)
{
	static const char *const units[] = { " ns", " us", " ms", " s", NULL };

	if (thousandths < 1000000 && thousandths > -1000000 && thousandths % 1000 == 0) {
		putwide(b, thousandths / 1000, false);
		bufstr(b, " ns");
	} else {
		putunit(b, thousandths, units);
	}
}

static void
putbytes(struct buf *b, wide bytes)
{
	static const char *const units[] = { " B", " kB", " MB", " GB", " TB", " PB", NULL };

	if (bytes < 1000 && bytes > -1000) {
		putwide(b, bytes, false);
		bufstr(b, " B");
	} else {
		putunit(b, bytes * 1000, units);
	}
}

void
sheettext(struct buf *b, struct span text)
{
	size_t to = b->n;

	jsonescape(b, text.p, text.n);
	for (size_t i = to; i < b->n; i++) { /* a quote is itself */
		if (b->p[i] == '\\' && b->p[++i] != '"')
			b->p[to++] = '\\';
		b->p[to++] = b->p[i];
	}
	b->n = to;
}

/* Whether a text needs quotes in CSV: the empty one does too, since nothing at all is no value. */
static bool
needsquotes(const struct buf *text)
{
	for (size_t i = 0; i < text->n; i++)
		if (strchr(",\"\n\r", text->p[i]) && text->p[i])
			return true;
	return text->n == 0;
}

/* Writes a text for CSV: as it is, in quotes where it needs them. */
static void
putcsv(struct buf *b, struct span text)
{
	struct buf quoted = { 0 }, plain = { 0 };
	const char *quote;

	jsonstring(&quoted, text.p, text.n); /* mends what is not UTF-8 */
	jsonutf8(&plain, bufall(&quoted));
	quote = needsquotes(&plain) ? "\"" : "";
	bufstr(b, quote);
	for (size_t i = 0; i < plain.n; i++) {
		if (plain.p[i] == '"')
			bufchar(b, '"');
		bufchar(b, plain.p[i]);
	}
	bufstr(b, quote);
	free(quoted.p);
	free(plain.p);
}

static void
putstring(struct buf *b, struct span text, enum form form)
{
	if (form == FORM_JSON)
		jsonstring(b, text.p, text.n);
	else if (form == FORM_CSV)
		putcsv(b, text);
	else
		sheettext(b, text);
}

/* Writes a number for people. */
static void
putforpeople(struct buf *b, enum sheet_kind kind, wide v)
{
	switch (kind) {
	case SHEET_TIME:
	case SHEET_MEAN:
		puttime(b, v);
		break;
	case SHEET_BYTES:
		putbytes(b, v);
		break;
	case SHEET_PERCENT:
		putfixed(b, v, 1, false);
		bufchar(b, '%');
		break;
	case SHEET_RATE:
		putfixed(b, v, 3, false);
		bufstr(b, " GB/s");
		break;
	default:
		putwide(b, v, false);
	}
}

static void
putnumber(struct buf *b, const struct sheet *s, enum sheet_kind kind, wide v)
{
	bool whole = kind == SHEET_COUNT || kind == SHEET_BYTES;

	if (s->classic && kind == SHEET_TIME)
		putfixed(b, v, 0, s->form == FORM_TEXT);
	else if (s->classic && !whole)
		putfixed(b, v, 1, s->form == FORM_TEXT);
	else if (s->form == FORM_TEXT && !s->classic)
		putforpeople(b, kind, v);
	else if (whole)
		putwide(b, v, s->form == FORM_TEXT);
	else
		putexact(b, v);
}

static void
putcell(struct buf *b, const struct sheet *s, const struct column *column, struct entry cell)
{
	if (!cell.given)
		bufstr(b, s->form == FORM_TEXT ? "-" : "");
	else if (column->kind == SHEET_TEXT)
		putstring(b, cell.text, s->form);
	else
		putnumber(b, s, column->kind, cell.number);
}

/* Columns that a text takes. */
static size_t
width(const struct buf *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->n; i++)
		n += ((unsigned char)b->p[i] & 0xC0) != 0x80;
	return n;
}

/* Appends a cell to a line: texts to the left, numbers to the right. */
static void
putpadded(struct buf *line, const struct buf *text, size_t room, bool left)
{
	size_t pad = room - width(text);

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
			if ((cell.given || widths[j] > 0) && width(&text) >= widths[j])
				/* An empty text is a value. */
				widths[j] = width(&text) + (text.n == 0);
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
