/* SPDX-License-Identifier: MIT */
/* lines.h: linesmany gives the same lines as linesnext, whatever the sizes of reads and pieces. */
#include <stdlib.h>
#include <unistd.h>

#include "io/lines.h"
#include "tap.h"

enum { ROUNDS = 400, BYTES = 6000 };

static int file; /* open for reading */

/* Writes a text of lines to the file, whose last line may have no newline, and returns it. */
static void
maketext(struct buf *text, size_t longest)
{
	size_t left = taprandom(BYTES);

	text->n = 0;
	while (left > 0) {
		size_t n = taprandom(longest + 1);

		for (n = n < left ? n : left; n > 0; n--, left--)
			bufchar(text, (char)('a' + taprandom(26)));
		if (left > 0 || taprandom(2)) {
			bufchar(text, '\n');
			left -= left > 0;
		}
	}
	if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0 ||
	    write(file, text->p, text->n) != (ssize_t)text->n)
		abort();
}

static struct lines
openlines(size_t size)
{
	if (lseek(file, 0, SEEK_SET) != 0)
		abort();
	return (struct lines){ .in.fd = file, .size = size };
}

/* Takes a piece with linesmany, after a number of single lines. Returns false if it is wrong. */
static bool
takepieces(const struct buf *text, size_t size, size_t most, unsigned alone)
{
	struct lines l = openlines(size);
	struct buf got = { 0 };
	struct span line;
	bool good = true;
	size_t before;

	for (unsigned i = 0; i < alone && linesnext(&l, &line); i++) {
		bufspan(&got, line);
		if (!l.unterminated)
			bufchar(&got, '\n');
	}
	for (before = got.n; linesmany(&l, &got, most, BYTES); before = got.n) {
		bool ends = got.p[got.n - 1] == '\n';

		good &= got.n > before && ends == !l.unterminated;
		good &= ends || got.n == text->n;
		/* all but its last line fit */
		good &= got.n - before <= most ||
		    !memchr(got.p + before, '\n', got.n - before - 1) ||
		    (size_t)((char *)memrchr(got.p + before, '\n', got.n - before - 1) - got.p) -
		            before < most;
	}
	good &= got.n == text->n && (got.n == 0 || memcmp(got.p, text->p, got.n) == 0) && !l.error;
	free(got.p);
	linesfree(&l);
	return good;
}

/* Takes pieces up to a line that is too long for them, and the rest with linesnext. */
static bool
passlong(size_t before, size_t n, size_t longest)
{
	struct lines l;
	struct buf text = { 0 }, got = { 0 };
	struct span line;
	bool good;

	for (size_t i = 0; i < before; i++)
		bufstr(&text, "short\n");
	for (size_t i = 0; i < n; i++)
		bufchar(&text, 'x');
	bufstr(&text, "\nend\n");
	if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0 ||
	    write(file, text.p, text.n) != (ssize_t)text.n)
		abort();
	l = openlines(64);
	while (linesmany(&l, &got, 50, longest))
		;
	good = !l.error && got.n == before * strlen("short\n");
	good &= linesnext(&l, &line) && line.n == n;
	good &= linesnext(&l, &line) && spanis(line, "end") && !linesnext(&l, &line);
	free(got.p);
	free(text.p);
	linesfree(&l);
	return good;
}

int
main(void)
{
	static const size_t sizes[] = { 16, 17, 100, 1000, 10000 };
	char path[] = "/tmp/lines.XXXXXX";
	struct buf text = { 0 };

	file = mkstemp(path);
	if (file < 0 || unlink(path) != 0)
		abort();
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		unsigned wrong = 0;

		for (unsigned round = 0; round < ROUNDS; round++) {
			maketext(&text, round % 3 ? 30 : 500);
			wrong += !takepieces(&text, sizes[i], 1 + taprandom(700), taprandom(5));
		}
		ok(wrong == 0, "%u texts, read %zu bytes at a time: %u are wrong", ROUNDS,
		    sizes[i], wrong);
	}
	ok(passlong(0, 1000, 300) && passlong(7, 1000, 300), "a long line stays");
	free(text.p);
	return tapend();
}
