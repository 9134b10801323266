/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>

#include "format.h"
#include "shortener.h"

static const char ellipsis[] = "\xE2\x80\xA6"; /* U+2026 */

/* A text where it stands in the buffer, and what is shown of it. */
struct shortened {
	size_t at, n;
	size_t shownat, shown;
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
	return (struct span){ f->text.p + f->p[i].shownat, f->p[i].shown };
}

static struct span
fitwhole(const struct shortener *f, size_t i)
{
	return (struct span){ f->text.p + f->p[i].at, f->p[i].n };
}

/* Some characters of a text, from one of them on. */
static struct span
piece(struct span text, size_t from, size_t count)
{
	size_t at = formatprefix(text, from);
	struct span rest = { text.p + at, text.n - at };

	rest.n = formatprefix(rest, count);
	return rest;
}

/* Shows the pieces of a text with an ellipsis between each two. */
static void
fitshow(struct shortener *f, size_t i, const size_t (*pieces)[2], size_t count)
{
	struct buf shown = { 0 };

	for (size_t j = 0; j < count; j++) {
		if (j > 0)
			bufstr(&shown, ellipsis);
		bufspan(&shown, piece(fitwhole(f, i), pieces[j][0], pieces[j][1]));
	}
	f->p[i].shownat = f->text.n;
	f->p[i].shown = shown.n;
	bufspan(&f->text, bufall(&shown));
	free(shown.p);
}

/* Shows the ends of a text. */
static void
showends(struct shortener *f, size_t i, size_t width)
{
	size_t length = formatwidth(fitwhole(f, i)), tail = (width - 1) / 2, head = width - 1 -
	    tail;
	const size_t pieces[][2] = { { 0, head }, { length - tail, tail } };

	fitshow(f, i, pieces, 2);
}

/* Shows the ends of a text and what is around one character. */
static void
showaround(struct shortener *f, size_t i, size_t width, size_t character)
{
	size_t length = formatwidth(fitwhole(f, i));
	size_t end = (width - 2) / 4, middle = width - 2 - 2 * end;
	size_t from = character > middle / 4 ? character - middle / 4 : 0;
	const size_t pieces[][2] = { { 0, end }, { from, middle }, { length - end, end } };
	const size_t late[][2] = { { 0, end + 1 }, { length - middle - end, middle + end } };

	if (from + middle >= length - end)
		fitshow(f, i, late, 2);
	else
		fitshow(f, i, pieces, 3);
}

/* How many characters two texts have in common at their front. */
static size_t
fitcommon(struct span a, struct span b)
{
	size_t n = 0, characters = 0;

	while (n < a.n && n < b.n && a.p[n] == b.p[n])
		n++;
	for (size_t i = 0; i < n; i++)
		characters += ((unsigned char)a.p[i] & 0xC0) != 0x80;
	/* Half a character is none. */
	return n < a.n && ((unsigned char)a.p[n] & 0xC0) == 0x80 && characters > 0 ? characters - 1
	                                                                           : characters;
}

static int
fitcompare(const char *a, size_t n, const char *b, size_t m)
{
	int order = memcmp(a, b, n < m ? n : m);

	return order != 0 ? order : (n > m) - (n < m);
}

/* By what is shown, then by the whole. */
static int
byshown(const void *a, const void *b, void *arg)
{
	const struct shortener *f = arg;
	const struct shortened *x = &f->p[*(const size_t *)a], *y = &f->p[*(const size_t *)b];
	const char *text = f->text.p;
	int order = fitcompare(text + x->shownat, x->shown, text + y->shownat, y->shown);

	return order != 0 ? order : fitcompare(text + x->at, x->n, text + y->at, y->n);
}

/* Whether two texts look alike and are not. */
static bool
fitalike(const struct shortener *f, size_t a, size_t b)
{
	return spansame(shortenerget(f, a), shortenerget(f, b)) &&
	    !spansame(fitwhole(f, a), fitwhole(f, b));
}

/* How many characters a text has in common with the next other one in an order, on one side: next
 * to it is beside, whose own number is given. */
static size_t
shared(const struct shortener *f, size_t i, size_t beside, size_t given)
{
	if (spansame(fitwhole(f, i), fitwhole(f, beside)))
		return given;
	return fitcommon(fitwhole(f, i), fitwhole(f, beside));
}

/* Shows of texts that look alike, in order, the place from which on each differs from the others
 * next to it. */
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
		if (formatwidth(fitwhole(f, order[i])) > width)
			showaround(f, order[i], width, before > places[i] ? before : places[i]);
	}
	free(places);
}

/* Ends a text that still looks like another one with a number. */
static void
mark(struct shortener *f, size_t i, size_t number, size_t width)
{
	struct buf shown = { 0 };
	char digits[INT_ROOM];
	size_t n = (size_t)(memputuint(digits, number) - digits);

	bufspan(&shown, piece(shortenerget(f, i), 0, width - n - 1));
	bufchar(&shown, '~');
	bufspan(&shown, (struct span){ digits, n });
	f->p[i].shownat = f->text.n;
	f->p[i].shown = shown.n;
	bufspan(&f->text, bufall(&shown));
	free(shown.p);
}

/* Calls for each run of texts that look alike and are not all the same. */
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
			differ |= fitalike(f, order[i], order[next]);
		if (differ)
			run(f, order + i, next - i, width);
	}
}

/* Numbers texts that look alike: each kind but the first. */
static void
fitnumber(struct shortener *f, const size_t *order, size_t count, size_t width)
{
	size_t kind = 1;

	for (size_t i = 1; i < count; i++) {
		kind += !spansame(fitwhole(f, order[i]), fitwhole(f, order[i - 1]));
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
		if (formatwidth(fitwhole(f, i)) > width)
			showends(f, i, width);
	}
	eachrun(f, order, width, tellapart);
	eachrun(f, order, width, fitnumber);
	free(order);
}

void
shortenerfree(struct shortener *f)
{
	free(f->text.p);
	free(f->p);
	*f = (struct shortener){ 0 };
}
