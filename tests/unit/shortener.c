/* SPDX-License-Identifier: MIT */
/* shortener.h: whatever the texts, different ones keep different short forms, and none is too
 * wide. */
#include <stdlib.h>

#include "base/json.h"
#include "table/format.h"
#include "table/shortener.h"
#include "tap.h"

/* Returns true if a text is valid UTF-8. */
static bool
valid(struct span text)
{
	struct buf quoted = { 0 }, plain = { 0 };
	bool same;

	jsonstring(&quoted, text.p, text.n);
	jsonutf8(&plain, bufall(&quoted));
	same = spansame(bufall(&plain), text);
	free(quoted.p);
	free(plain.p);
	return same;
}

/* Shortens texts to a width. Returns a message if the result is wrong, else NULL. */
static const char *
wrong(struct span *texts, size_t count, size_t width)
{
	struct shortener f = { 0 };
	const char *why = NULL;

	for (size_t i = 0; i < count; i++)
		shorteneradd(&f, texts[i]);
	shortenerrun(&f, width);
	for (size_t i = 0; i < count; i++) {
		if (formatwidth(shortenerget(&f, i)) > width)
			why = "too wide";
		if (!valid(shortenerget(&f, i)))
			why = "not UTF-8";
		if (formatwidth(texts[i]) <= width && !spansame(shortenerget(&f, i), texts[i]))
			why = "shortened for nothing";
		for (size_t j = 0; j < i; j++)
			if (spansame(texts[i], texts[j]) !=
			    spansame(shortenerget(&f, i), shortenerget(&f, j)))
				why = "alike, or not";
	}
	shortenerfree(&f);
	return why;
}

static void
known(const char *one, const char *other, size_t width, const char *shown, const char *beside)
{
	struct shortener f = { 0 };

	shorteneradd(&f, spanof(one));
	shorteneradd(&f, spanof(other));
	shortenerrun(&f, width);
	ok(spanis(shortenerget(&f, 0), shown) && spanis(shortenerget(&f, 1), beside),
	    "%s: %.*s, %.*s", one, (int)shortenerget(&f, 0).n, shortenerget(&f, 0).p,
	    (int)shortenerget(&f, 1).n, shortenerget(&f, 1).p);
	shortenerfree(&f);
}

/* Texts of the letter x with one y differ from their neighbours at the y, and look alike around it:
 * only numbers tell the second and the third apart. */
static void
numbered(void)
{
	static const char *const shown[] = { "xxxxx\xE2\x80\xA6xxxxxxxxxxxx\xE2\x80\xA6xxxxx",
		"xxxxx\xE2\x80\xA6xxxyxxxxxxxx\xE2\x80\xA6xxxxx",
		"xxxxx\xE2\x80\xA6xxxyxxxxxxxx\xE2\x80\xA6xxx~2" };
	char texts[3][61];
	struct shortener f = { 0 };

	for (int i = 0; i < 3; i++) {
		memset(texts[i], 'x', 60);
		texts[i][60] = '\0';
	}
	texts[1][40] = texts[2][30] = 'y';
	for (int i = 0; i < 3; i++)
		shorteneradd(&f, spanof(texts[i]));
	shortenerrun(&f, 24);
	for (size_t i = 0; i < 3; i++)
		ok(spanis(shortenerget(&f, i), shown[i]), "numbered: %.*s",
		    (int)shortenerget(&f, i).n, shortenerget(&f, i).p);
	shortenerfree(&f);
}

/* A text made of few pieces, so that many texts differ in little. */
static void
make(struct buf *b)
{
	static const char *const pieces[] = { "at::native::", "vectorized_elementwise_kernel<4, ",
		"float", "double", "\xC3\xA9\xE2\x82\xAC", "\xF0\x9F\x98\x80", "x", "y",
		"(anonymous namespace)::", "\xE2\x80\xA6", "~2" };

	for (uint64_t n = taprandom(12); n > 0; n--)
		bufstr(b, pieces[taprandom(sizeof(pieces) / sizeof(*pieces))]);
}

static void
many(void)
{
	enum { COUNT = 40 };
	const char *why = NULL;

	for (int run = 0; run < 1000 && !why; run++) {
		struct buf bufs[COUNT] = { 0 };
		struct span texts[COUNT];

		for (int i = 0; i < COUNT; i++) {
			make(&bufs[i]);
			if (i > 0 && taprandom(4) == 0) { /* the one before, with one byte more */
				bufs[i].n = 0;
				bufspan(&bufs[i], bufall(&bufs[i - 1]));
				bufchar(&bufs[i], (char)('a' + taprandom(3)));
			}
			texts[i] = (struct span){ bufs[i].n > 0 ? bufs[i].p : "", bufs[i].n };
		}
		why = wrong(texts, COUNT, SHORTENER_MIN + taprandom(40));
		for (int i = 0; i < COUNT; i++)
			free(bufs[i].p);
	}
	ok(!why, "1000 sets of 40 texts%s%s", why ? ": " : "", why ? why : "");
}

int
main(void)
{
	known("short", "shorter", 12, "short", "shorter");
	known("abcdefghijklmnopqrstuvwxyz", "shorter", 12, "abcdef\xE2\x80\xA6vwxyz", "shorter");
	known("vectorized_elementwise_kernel<4, add, array>",
	    "vectorized_elementwise_kernel<4, mul, array>", 24,
	    "vectorized_e\xE2\x80\xA6" "add, array>", "vectorized_e\xE2\x80\xA6" "mul, array>");
	known("vectorized_elementwise_kernel<4, add, std::array<char*, 3ul>>",
	    "vectorized_elementwise_kernel<4, mul, std::array<char*, 3ul>>", 24,
	    "vecto\xE2\x80\xA6" "4, add, std:\xE2\x80\xA6" "3ul>>",
	    "vecto\xE2\x80\xA6" "4, mul, std:\xE2\x80\xA6" "3ul>>");
	numbered();
	many();
	return tapend();
}
