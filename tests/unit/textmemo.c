/* SPDX-License-Identifier: MIT */
/* textmemo.h: numbers of texts, of which many share a slot. */
#include <stdio.h>

#include "base/textmemo.h"
#include "tap.h"

enum { TEXTS = 4 * TEXTMEMO_SLOTS, ROUNDS = 100000 };

/* Writes text number i; each 7th is too long to be kept. Returns its length. */
static size_t
memotext(char *text, size_t room, uint64_t i)
{
	int length = i % 7 == 0 ? TEXTMEMO_LONGEST + 1 + (int)(i % 5) : (int)(i % 11) + 5;
	int n = snprintf(text, room, "%0*llu", length, (unsigned long long)i);

	return (size_t)n;
}

/* Asks for random texts, and adds the missing ones. */
static void
ask(void)
{
	struct textmemo m = { 0 };
	int wrong = 0, found = 0, kept = 0;

	for (int i = 0; i < ROUNDS; i++) {
		uint64_t number = taprandom(i % 2 == 0 ? 100 : TEXTS);
		char text[TEXTMEMO_LONGEST + 64];
		struct span span = { text, memotext(text, sizeof(text), number) };
		uint32_t got = 0;

		if (textmemoget(&m, span, &got)) {
			found++;
			kept += span.n > TEXTMEMO_LONGEST;
			wrong += got != number;
		} else {
			wrong += textmemoput(&m, span, (uint32_t)number) != number;
		}
		wrong += span.n <= TEXTMEMO_LONGEST && (!textmemoget(&m, span, &got) || got != number);
	}
	ok(wrong == 0, "a text has its number");
	ok(kept == 0, "long texts are not kept");
	ok(found > ROUNDS / 4, "texts that are asked for often are there");
	textmemofree(&m);
}

int
main(void)
{
	struct textmemo m = { 0 };
	uint32_t number = 5;

	ok(!textmemoget(&m, (struct span){ "", 0 }, &number), "an empty memo has no empty text");
	ok(textmemoput(&m, (struct span){ "", 0 }, 3) == 3, "it is added");
	ok(textmemoget(&m, (struct span){ "", 0 }, &number) && number == 3, "... and found");
	textmemofree(&m);
	ask();
	return tapend();
}
