/* SPDX-License-Identifier: MIT */
/* intern.h: who gets which number when, and that memory has a bound. */
#include <stdlib.h>

#include "perfetto/intern.h"
#include "tap.h"

static struct intern table;

/* Whether a string has the number wanted, and is fresh or not. */
static bool
gives(uint64_t id, struct internspace *space, const char *text, uint32_t want, bool wantfresh)
{
	bool fresh;
	uint32_t got = interned(&table, space, id, spanof(text), &fresh);

	return got == want && fresh == wantfresh;
}

static void
numbers(void)
{
	struct internspace one = { 0 }, two = { 0 };

	ok(gives(1, &one, "a", 0, false), "a string has no number when it is new");
	ok(gives(1, &one, "a", 1, true), "it gets one when it comes again");
	ok(gives(1, &one, "a", 1, false) && gives(1, &one, "a", 1, false), "which it keeps");
	ok(gives(1, &one, "b", 0, false) && gives(1, &one, "b", 2, true),
	    "the next one gets the next");
	ok(gives(2, &two, "a", 0, false) && gives(2, &two, "a", 1, true),
	    "another space has strings and numbers of its own");
	ok(gives(1, &one, "", 0, false) && gives(1, &one, "", 3, true) &&
	        gives(1, &one, "", 3, false),
	    "the empty string is one");
	ok(gives(1, &one, "ab", 0, false) && gives(1, &one, "ba", 0, false) &&
	        gives(1, &one, "ab", 4, true),
	    "those that look alike are not the same");
}

/* Two strings that share a place must not push each other out for ever. */
static void
rounds(void)
{
	enum { STRINGS = 20000 };
	struct internspace space = { 0 };
	char text[32];
	bool fresh;
	int unknown = 0;

	for (int round = 0; round < 3; round++) {
		unknown = 0;
		for (int i = 0; i < STRINGS; i++) {
			snprintf(text, sizeof(text), "range %d", i);
			unknown += interned(&table, &space, 4, spanof(text), &fresh) == 0;
		}
	}
	ok(unknown < STRINGS / 100,
	    "of %d strings that come in turns, %d have no number the third time", STRINGS, unknown);
}

static void
bounds(void)
{
	enum { STRINGS = 100000 };
	struct internspace space = { 0 };
	uint32_t number = 0, got;
	struct buf big = { 0 };
	bool fresh, ever = false;
	size_t most = 0;
	char text[32];
	int times = 0, wrong = 0, twice = 0;

	for (int i = 0; i < STRINGS; i++) {
		snprintf(text, sizeof(text), "string %d", i);
		ever = ever || interned(&table, &space, 3, spanof(text), &fresh) != 0;
	}
	ok(!ever && space.last == 0, "%d strings that come once have no numbers", STRINGS);
	for (int i = 0; i < STRINGS; i++) {
		snprintf(text, sizeof(text), "other %d", i);
		interned(&table, &space, 3, spanof(text), &fresh);
		twice += interned(&table, &space, 3, spanof(text), &fresh) == space.last && fresh;
		got = interned(&table, &space, 3, (struct span){ "often", 5 }, &fresh);
		wrong += got != 0 && (fresh ? got != space.last : got != number);
		number = got;
		times += fresh;
		most = table.text.n > most ? table.text.n : most;
	}
	ok(twice == STRINGS, "%d strings that come twice have one each", STRINGS);
	ok(wrong == 0 && times > 1 && times < 10,
	    "one that comes often is forgotten with them %d times, and never gets an old number",
	    times);
	ok(most > 0 && most < 1 << 24, "not more than 16 MB are kept (%zu bytes)", most);

	memset(bufroom(&big, 1 << 20), 'x', 1 << 20);
	for (int i = 0; i < 3; i++)
		ever = ever ||
		    interned(&table, &space, 3, (struct span){ big.p, 1 << 20 }, &fresh) != 0;
	ok(!ever, "a megabyte is never kept");
	most = 0;
	for (int i = 0; i < 2000; i++) {
		snprintf(big.p, 16, "%d", i);
		interned(&table, &space, 3, (struct span){ big.p, 1 << 15 }, &fresh);
		interned(&table, &space, 3, (struct span){ big.p, 1 << 15 }, &fresh);
		most = table.text.n > most ? table.text.n : most;
	}
	ok(most > 1 << 20 && most <= (1 << 24) + (1 << 16), "nor many long strings (%zu bytes)",
	    most);
	free(big.p);
}

int
main(void)
{
	numbers();
	rounds();
	bounds();
	internfree(&table);
	ok(table.used == 0 && !table.text.p, "a freed table is empty");
	return tapend();
}
