/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>

#include "format.h"
#include "shortener.h"

static const char ellipsis[] = "\xE2\x80\xA6"; /* U+2026 */

/* A text (at, n) and its short form (atshown, nshown), all offsets into the buffer and lengths in
 * bytes. */
struct shortened {
	size_t at, n;
	size_t atshown, nshown;
};

void
shorteneradd(struct shortener *f, struct span text)
{
	GROW(f->p, f->room, f->count + 1);
	f->p[f->count++] = (struct shortened){ f->text.n, text.n, f->text.n, text.n };
	bufspan(&f->text, text);
}

struct span
shortenerget(const struct shortener *f, size_t i)
{
	return (struct span){ f->text.p + f->p[i].atshown, f->p[i].nshown };
}

static struct span
shortenertext(const struct shortener *f, size_t i)
{
	return (struct span){ f->text.p + f->p[i].at, f->p[i].n };
}

/* Returns count characters of a text, from the character with the index from on. */
static struct span
piece(struct span text, size_t from, size_t count)
{
	size_t at = formatprefix(text, from);
	struct span rest = { text.p + at, text.n - at };

	rest.n = formatprefix(rest, count);
	return rest;
}

/* Sets the short form of a text: pieces of it, joined by ellipses. A piece is the index of its
 * first character and a number of characters. */
static void
shortenershow(struct shortener *f, size_t i, const size_t (*pieces)[2], size_t count)
{
	struct buf nshown = { 0 };

	for (size_t j = 0; j < count; j++) {
		if (j > 0)
			bufstr(&nshown, ellipsis);
		bufspan(&nshown, piece(shortenertext(f, i), pieces[j][0], pieces[j][1]));
	}
	f->p[i].atshown = f->text.n;
	f->p[i].nshown = nshown.n;
	bufspan(&f->text, bufall(&nshown));
	free(nshown.p);
}

/* Shortens a text to its beginning and its end. */
static void
showends(struct shortener *f, size_t i, size_t width)
{
	size_t length = formatwidth(shortenertext(f, i)), tail = (width - 1) / 2, head = width - 1 -
	    tail;
	const size_t pieces[][2] = { { 0, head }, { length - tail, tail } };

	shortenershow(f, i, pieces, 2);
}

/* Shortens a text to its beginning, its end, and the characters around one of its middle. */
static void
showaround(struct shortener *f, size_t i, size_t width, size_t character)
{
	size_t length = formatwidth(shortenertext(f, i));
	size_t end = (width - 2) / 4, middle = width - 2 - 2 * end;
	size_t from = character > middle / 4 ? character - middle / 4 : 0;
	const size_t pieces[][2] = { { 0, end }, { from, middle }, { length - end, end } };
	const size_t late[][2] = { { 0, end + 1 }, { length - middle - end, middle + end } };

	if (from + middle >= length - end)
		shortenershow(f, i, late, 2);
	else
		shortenershow(f, i, pieces, 3);
}

/* Returns the number of characters in the common prefix of two texts. */
static size_t
commonprefix(struct span a, struct span b)
{
	size_t n = 0, characters = 0;

	while (n < a.n && n < b.n && a.p[n] == b.p[n])
		n++;
	for (size_t i = 0; i < n; i++)
		characters += ((unsigned char)a.p[i] & 0xC0) != 0x80;
	/* The prefix may end inside a character, which then does not count. */
	return n < a.n && ((unsigned char)a.p[n] & 0xC0) == 0x80 && characters > 0 ? characters - 1
	                                                                           : characters;
}

static int
comparebytes(const char *a, size_t n, const char *b, size_t m)
{
	int order = memcmp(a, b, n < m ? n : m);

	return order != 0 ? order : (n > m) - (n < m);
}

/* Compares short forms, then whole texts. */
static int
byshown(const void *a, const void *b, void *arg)
{
	const struct shortener *f = arg;
	const struct shortened *x = &f->p[*(const size_t *)a], *y = &f->p[*(const size_t *)b];
	const char *text = f->text.p;
	int order = comparebytes(text + x->atshown, x->nshown, text + y->atshown, y->nshown);

	return order != 0 ? order : comparebytes(text + x->at, x->n, text + y->at, y->n);
}

/* Returns true if two different texts have the same short form. */
static bool
ambiguous(const struct shortener *f, size_t a, size_t b)
{
	return spansame(shortenerget(f, a), shortenerget(f, b)) &&
	    !spansame(shortenertext(f, a), shortenertext(f, b));
}

/* Returns the length of the common prefix of text i and its neighbour, in characters. If both texts
 * are the same, returns the given length, which is the neighbour's own. */
static size_t
shared(const struct shortener *f, size_t i, size_t beside, size_t given)
{
	if (spansame(shortenertext(f, i), shortenertext(f, beside)))
		return given;
	return commonprefix(shortenertext(f, i), shortenertext(f, beside));
}

/* Shortens texts that have one short form so that each shows where it first differs from its
 * neighbours. order sorts the texts. */
static void
tellapart(struct shortener *f, const size_t *order, size_t count, size_t width)
{
	size_t *places = xzalloc(count, sizeof(*places));
	size_t before = 0;

	for (size_t i = count - 1; i-- > 0;)
		places[i] = shared(f, order[i], order[i + 1], places[i + 1]);
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			before = shared(f, order[i], order[i - 1], before);
		if (formatwidth(shortenertext(f, order[i])) > width)
			showaround(f, order[i], width, before > places[i] ? before : places[i]);
	}
	free(places);
}

/* Replaces the end of a short form with "~" and a number. */
static void
mark(struct shortener *f, size_t i, size_t number, size_t width)
{
	struct buf nshown = { 0 };
	char digits[INT_ROOM];
	size_t n = (size_t)(memputuint(digits, number) - digits);

	bufspan(&nshown, piece(shortenerget(f, i), 0, width - n - 1));
	bufchar(&nshown, '~');
	bufspan(&nshown, (struct span){ digits, n });
	f->p[i].atshown = f->text.n;
	f->p[i].nshown = nshown.n;
	bufspan(&f->text, bufall(&nshown));
	free(nshown.p);
}

/* Calls run for each set of texts that have one short form but are not all equal. */
static void
eachrun(struct shortener *f, size_t *order, size_t width,
    void (*run)(struct shortener *, const size_t *, size_t, size_t))
{
	qsort_r(order, f->count, sizeof(*order), byshown, f);
	for (size_t i = 0, next; i < f->count; i = next) {
		bool differ = false;

		for (next = i + 1; next < f->count &&
		     spansame(shortenerget(f, order[i]), shortenerget(f, order[next]));
		     next++)
			differ |= ambiguous(f, order[i], order[next]);
		if (differ)
			run(f, order + i, next - i, width);
	}
}

/* Numbers different texts that still have one short form; the first keeps its form. */
static void
shortenernumber(struct shortener *f, const size_t *order, size_t count, size_t width)
{
	size_t kind = 1;

	for (size_t i = 1; i < count; i++) {
		kind += !spansame(shortenertext(f, order[i]), shortenertext(f, order[i - 1]));
		if (kind > 1)
			mark(f, order[i], kind, width);
	}
}

void
shortenerrun(struct shortener *f, size_t width)
{
	size_t *order = xreallocarray(NULL, f->count + 1, sizeof(*order));

	for (size_t i = 0; i < f->count; i++) {
		order[i] = i;
		if (formatwidth(shortenertext(f, i)) > width)
			showends(f, i, width);
	}
	eachrun(f, order, width, tellapart);
	eachrun(f, order, width, shortenernumber);
	free(order);
}

void
shortenerfree(struct shortener *f)
{
	free(f->text.p);
	free(f->p);
	*f = (struct shortener){ 0 };
}
