/* SPDX-License-Identifier: MIT */
/* mem.h: integers as text, compared with snprintf, and growing arrays. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/mem.h"
#include "child.h"
#include "program/cli.h"
#include "tap.h"

/* Returns true if both writers of integers agree with snprintf on the bits of v. */
static bool
number(uint64_t v)
{
	struct buf b = { 0 };
	char want[64];
	bool good;

	snprintf(want, sizeof(want), "x%" PRIu64 ",%" PRId64, v, (int64_t)v);
	bufchar(&b, 'x');
	bufuint(&b, v);
	bufchar(&b, ',');
	bufint(&b, (int64_t)v);
	good = b.n == strlen(want) && memcmp(b.p, want, b.n) == 0;
	if (!good)
		fprintf(stderr, "# got %.*s, wanted %s\n", (int)b.n, b.p, want);
	free(b.p);
	return good;
}

static void
numbers(void)
{
	static const uint64_t edges[] = { 0, 1, 9, 10, 11, 99, 100, 101, INT32_MAX, UINT32_MAX,
		INT64_MAX, (uint64_t)INT64_MIN, UINT64_MAX };
	bool powers = true, all = true, some = true;

	for (size_t i = 0; i < sizeof(edges) / sizeof(*edges); i++)
		ok(number(edges[i]), "the bits of %" PRIu64, edges[i]);
	for (uint64_t v = 1; v <= UINT64_MAX / 10; v *= 10)
		powers = powers && number(v - 1) && number(v) && number(v + 1) && number(0 - v) &&
		    number(1 - v) && number(0 - v - 1);
	ok(number(10000000000000000000u) && powers, "powers of ten, one less, one more, negative");
	for (int i = 0; i < 64; i++)
		all = all && number(UINT64_C(1) << i) && number((UINT64_C(1) << i) - 1) &&
		    number(0 - (UINT64_C(1) << i));
	ok(all, "powers of two, one less, negative");
	for (int i = 0; i < 100000; i++)
		some = some && number(taprandom(UINT64_MAX) << taprandom(64)) &&
		    number(taprandom(UINT64_MAX) >> taprandom(64));
	for (uint64_t v = 0; v < 20000; v++)
		some = some && number(v);
	ok(some, "the first 20000 numbers and 200000 random ones");
}

static void
saturation(void)
{
	static const int64_t edges[] = { INT64_MIN, INT64_MIN + 1, INT64_MIN / 2, -2, -1, 0, 1, 2,
		INT64_MAX / 2, INT64_MAX / 2 + 1, INT64_MAX - 1, INT64_MAX };
	enum { EDGES = sizeof(edges) / sizeof(*edges) };
	int wrong = 0;

	for (size_t i = 0; i < EDGES * EDGES; i++) {
		__extension__ __int128 a = edges[i / EDGES], b = edges[i % EDGES], sum = a + b,
		                       difference = a - b;

		sum = sum > INT64_MAX ? INT64_MAX : sum < INT64_MIN ? INT64_MIN : sum;
		difference = difference > INT64_MAX ? INT64_MAX
		    : difference < INT64_MIN        ? INT64_MIN
		                                    : difference;
		wrong += addsat((int64_t)a, (int64_t)b) != sum ||
		    subsat((int64_t)a, (int64_t)b) != difference;
	}
	ok(wrong == 0, "sums and differences stop at the ends of 64 bits");
}

static void
growth(void)
{
	struct buf b = { 0 }, c = { 0 };
	bool good = true;
	char *p;

	for (int i = 0; i < 1000000; i++)
		bufchar(&b, (char)(i * 7 >> 3));
	for (int i = 0; i < 1000000; i++)
		good = good && b.p[i] == (char)(i * 7 >> 3);
	ok(good && b.n == 1000000 && b.cap >= b.n, "a million bytes, one at a time");
	for (int i = 0; i < 300; i++)
		bufmem(&c, b.p + i, (size_t)i * 13);
	good = c.n == 299 * 300 / 2 * 13;
	for (size_t i = 0, at = 0; i < 300 && good; at += i++ * 13)
		good = memcmp(c.p + at, b.p + i, i * 13) == 0;
	ok(good, "pieces of growing length");
	c.n = 5;
	p = bufroom(&c, 1000000);
	memset(p, 'z', 1000000);
	ok(c.n == 5 && p == c.p + 5 && c.cap >= 1000005 && memcmp(c.p, b.p + 1, 5) == 0,
	    "room is behind the bytes, which stay, and is no content yet");
	free(b.p);
	free(c.p);
}

static void
pieces(void)
{
	struct buf b = { 0 };

	bufmem(&b, NULL, 0);
	bufspan(&b, (struct span){ NULL, 0 });
	bufstr(&b, "");
	ok(b.n == 0, "nothing can be appended to an empty buffer");
	bufspan(&b, (struct span){ "a\0b", 3 });
	bufstr(&b, "cd");
	bufchar(&b, '\0');
	ok(b.n == 6 && memcmp(b.p, "a\0bcd\0", 6) == 0, "a span with NUL, a string, a character");
	ok(spanis((struct span){ b.p + 3, 2 }, "cd") &&
	        !spanis((struct span){ b.p + 3, 2 }, "cde") &&
	        !spanis((struct span){ b.p + 3, 2 }, "c") &&
	        !spanis((struct span){ b.p, 3 }, "a") && spanis((struct span){ b.p, 0 }, ""),
	    "spanis wants every byte and no more");
	free(b.p);
}

static void
printed(void)
{
	struct buf b = { 0 };
	char *longest = xmalloc(100001);
	bool good = true;

	bufprintf(&b, "%s", "");
	ok(b.n == 0, "an empty format result");
	bufprintf(&b, "%d-%s-%05.1f", 42, "x", 2.25);
	ok(b.n == 10 && memcmp(b.p, "42-x-002.2", 10) == 0, "numbers and text");
	memset(longest, 'q', 100000);
	longest[100000] = '\0';
	bufprintf(&b, "<%s>", longest);
	ok(b.n == 10 + 100002 && b.p[10] == '<' && memcmp(b.p + 11, longest, 100000) == 0 &&
	        b.p[b.n - 1] == '>',
	    "100000 characters, behind what was there");
	free(longest);
	free(b.p);
	for (size_t n = 0; n < 70; n++) {
		struct buf c = { 0 };

		bufprintf(&c, "%*s", (int)n, "");
		good = good && c.n == n && c.cap >= n;
		free(c.p);
	}
	ok(good, "results of every length around the first room");
}

static void
overflowarray(const void *arg)
{
	(void)arg;
	free(xreallocarray(NULL, SIZE_MAX / 16 + 2, 16)); /* 16 bytes, if it wraps */
}

static void
overflowbuf(const void *arg)
{
	struct buf b = { 0 };

	(void)arg;
	bufchar(&b, 'x');
	bufgrow(&b, SIZE_MAX);
}

static void
overflowgrow(const void *arg)
{
	size_t cap = 0;

	(void)arg;
	free(xgrow(NULL, &cap, SIZE_MAX, 16));
}

static size_t grown;

static void
rescue(void)
{
	fprintf(stderr, "room for %zu\n", grown);
}

static void
overflowroom(const void *arg)
{
	(void)arg;
	errsetflush(rescue);
	free(xgrow(NULL, &grown, SIZE_MAX / 8, 16));
}

/* The flush function that runs when memory runs out may look at the same array. */
static void
rescued(void)
{
	struct child c = childrun(overflowroom, NULL, NULL);

	ok(c.status == FAILED && strstr(c.err.p, "room for 0\n"),
	    "room that could not be made is not there (status %d)", c.status);
	childfree(&c);
}

static void
overflow(void)
{
	static void (*const work[])(const void *) = { overflowarray, overflowbuf, overflowgrow };
	static const char *const names[] = { "xreallocarray", "bufgrow", "xgrow" };

	for (size_t i = 0; i < 3; i++) {
		struct child c = childrun(work[i], NULL, NULL);

		ok(c.status == FAILED && strstr(c.err.p, "out of memory"),
		    "a size that does not fit ends the program: %s (status %d)", names[i],
		    c.status);
		childfree(&c);
	}
}

static void
arrays(void)
{
	size_t cap = 0;
	int *p = NULL, *q;
	bool good = true;
	char *s;
	void *none = xmalloc(0), *empty = xreallocarray(NULL, 0, 8);

	ok(none && empty, "no bytes is not NULL");
	free(none);
	free(empty);
	for (int i = 0; i < 10000; i++) {
		p = xgrow(p, &cap, (size_t)i + 1, sizeof(*p));
		good = good && cap >= (size_t)i + 1;
		p[i] = i;
	}
	for (int i = 0; i < 10000; i++)
		good = good && p[i] == i;
	ok(good, "xgrow keeps what was there");
	memset(p, 0, cap * sizeof(*p)); /* writes all of the room, for AddressSanitizer */
	q = xgrow(p, &cap, cap, sizeof(*p));
	ok(q == p, "no growth while there is room");
	free(p);
	s = xstrdup("text");
	ok(strcmp(s, "text") == 0, "xstrdup");
	free(s);
	s = xstrdup("");
	ok(s[0] == '\0', "xstrdup of nothing");
	free(s);
}

int
main(void)
{
	numbers();
	saturation();
	growth();
	pieces();
	printed();
	overflow();
	rescued();
	arrays();
	return tapend();
}
