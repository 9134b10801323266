/* SPDX-License-Identifier: MIT */
/* lines: writes random lines, the same every time, half of them damaged: records and others, with
 * keys in any order, more than once and escaped. */
#include <stdio.h>
#include <stdlib.h>

#include "../unit/random.h"

static void
member(struct buf *b, bool spaced)
{
	static const char *const numbers[] = { "ts", "ts", "dur", "\\u0074s", "d\\u0075r" };
	static const char *const integers[] = { "0", "1", "-7", "12345678", "123456789",
		"1234567890123456", "-9007199254740991", "null", "\"1\"", "true", "[1]" };
	static const char *const texts[] = { "type", "name", "name", "n\\u0061me", "\\u0074ype" };
	static const char *const strings[] = { "\"\"", "\"kernel\"",
		"\"a name that is longer than sixteen bytes\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
		"\"\\u006bernel\"", "\"\\ud83d\\ude80\"", "\"\\ude80\"",
		"\"gr\303\266\303\237e \360\237\232\200\"", "\"\\u0000\"", "null", "5" };
	static const char *const others[] = { "args", "args", "\\u0061rgs", "a", "", "tsx", "TS",
		"\\\\u0074s", "ts\\u0000", "nvtx2" };
	uint64_t kind = taprandom(4);

	randomspace(b, spaced);
	bufprintf(b, "\"%s\"",
	    kind == 0       ? oneof(numbers)
	        : kind == 1 ? oneof(texts)
	                    : oneof(others));
	randomspace(b, spaced);
	bufchar(b, ':');
	randomspace(b, spaced);
	if (kind >= 2)
		randomvalue(b, 3, spaced);
	else
		bufstr(b, kind == 0 ? oneof(integers) : oneof(strings));
	randomspace(b, spaced);
}

static void
line(struct buf *b)
{
	bool spaced = taprandom(2);

	bufstr(b, "{\"ts\":1");
	for (uint64_t n = taprandom(6); n > 0; n--) {
		bufchar(b, ',');
		member(b, spaced);
	}
	bufchar(b, '}');
	randomspace(b, spaced);
	for (uint64_t n = taprandom(2) * taprandom(4); n > 0 && b->n > 1; n--)
		damage(b);
	for (size_t i = 0; i < b->n; i++)
		/* Not in a line, and where jq's lines end. */
		if (b->p[i] == '\n' || b->p[i] == '\0')
			b->p[i] = '\r';
	bufchar(b, '\n');
}

int
main(int argc, char *argv[])
{
	long count = argc == 2 ? atol(argv[1]) : 0;
	struct buf b = { 0 };

	for (; count > 0; count--) {
		b.n = 0;
		line(&b);
		fwrite(b.p, 1, b.n, stdout);
	}
	free(b.p);
	return fflush(stdout) != 0;
}
