/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "format.h"

/* Writes a number of any size. */
static void
putwide(struct buf *b, wide v, bool commas)
{
	char text[64], *end = text + sizeof(text), *p = end;
	bool negative = v < 0;
	int digits = 0;

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

void
formatwhole(struct buf *b, wide v, bool commas)
{
	if (!commas && v == (int64_t)v)
		bufint(b, (int64_t)v);
	else
		putwide(b, v, commas);
}

void
formatdecimals(struct buf *b, wide v, int decimals, bool commas)
{
	int unit = 1, rest;

	for (int i = 0; i < decimals; i++)
		unit *= 10;
	if (v < 0) {
		bufchar(b, '-');
		v = -v;
	}
	rest = (int)(v == (int64_t)v ? (int64_t)v % unit : v % unit);
	formatwhole(b, widedivide(v - rest, unit), commas);
	if (decimals > 0)
		bufchar(b, '.');
	for (unit /= 10; unit > 0; unit /= 10)
		bufchar(b, (char)('0' + rest / unit % 10));
}

/* Writes thousandths as a decimal number, without trailing zeros. */
static void
putthousandths(struct buf *b, uint64_t v)
{
	unsigned rest = (unsigned)(v % 1000);

	bufuint(b, v / 1000);
	if (rest > 0)
		bufchar(b, '.');
	for (; rest > 0; rest = rest * 10 % 1000)
		bufchar(b, (char)('0' + rest / 100));
}

void
formatexact(struct buf *b, wide thousandths)
{
	int decimals = 3;

	if (thousandths >= 0 && thousandths <= INT64_MAX) { /* 64 bits: many times faster */
		putthousandths(b, (uint64_t)thousandths);
		return;
	}
	for (; decimals > 0 && thousandths % 10 == 0; decimals--)
		thousandths /= 10;
	formatdecimals(b, thousandths, decimals, false);
}

/* Writes a number of thousandths in the largest unit in which it is at least 1. Each unit is 1,000
 * times the one before it. */
static void
putunit(struct buf *b, wide thousandths, const char *const *units)
{
	while (units[1] && (thousandths >= 1000000 || thousandths <= -1000000)) {
		thousandths = widedivide(thousandths, 1000);
		units++;
	}
	formatdecimals(b, thousandths, 3, false);
	bufstr(b, *units);
}

void
formattime(struct buf *b, wide thousandths)
{
	static const char *const units[] = { " ns", " us", " ms", " s", NULL };

	if (thousandths < 1000000 && thousandths > -1000000 && thousandths % 1000 == 0) {
		formatwhole(b, thousandths / 1000, false);
		bufstr(b, " ns");
	} else {
		putunit(b, thousandths, units);
	}
}

void
formatbytes(struct buf *b, wide bytes)
{
	static const char *const units[] = { " B", " kB", " MB", " GB", " TB", " PB", NULL };

	if (bytes < 1000 && bytes > -1000) {
		formatwhole(b, bytes, false);
		bufstr(b, " B");
	} else {
		putunit(b, bytes * 1000, units);
	}
}

/* Returns true if a text needs quotes in CSV. So does the empty text: an empty field means that
 * there is no value. */
static bool
needsquotes(const struct buf *text)
{
	for (size_t i = 0; i < text->n; i++)
		if (strchr(",\"\n\r", text->p[i]) && text->p[i])
			return true;
	return text->n == 0;
}

void
formatcsv(struct buf *b, struct span text)
{
	struct buf quoted = { 0 }, plain = { 0 };
	const char *quote;

	jsonstring(&quoted, text.p, text.n); /* replaces invalid UTF-8 */
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

size_t
formatwidth(struct span text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += ((unsigned char)text.p[i] & 0xC0) != 0x80;
	return n;
}

size_t
formatprefix(struct span text, size_t characters)
{
	size_t i = 0;

	for (; i < text.n && characters > 0; characters--)
		for (i++; i < text.n && ((unsigned char)text.p[i] & 0xC0) == 0x80; i++)
			;
	return i;
}

void
formatparagraph(struct buf *b, struct span text, size_t width, const char *first, const char *rest)
{
	const char *indent = first;

	while (text.n > 0) {
		size_t room = width > strlen(indent) ? width - strlen(indent) : 0;
		size_t n = room > 0 ? formatprefix(text, room) : text.n, cut = n;

		if (n < text.n) {
			while (cut > 0 && text.p[cut] != ' ')
				cut--;
			n = cut > 0 ? cut : n;
		}
		bufstr(b, indent);
		bufmem(b, text.p, n);
		bufchar(b, '\n');
		while (n < text.n && text.p[n] == ' ')
			n++;
		text.p += n;
		text.n -= n;
		indent = rest;
	}
}
