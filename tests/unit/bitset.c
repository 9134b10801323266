/* SPDX-License-Identifier: MIT */
/* bitset.h: sets of numbers with several keys, whose pages displace each other in the cache. */
#include "base/bitset.h"
#include "tap.h"

enum { KEYS = 5, NUMBERS = 10, STEP = BITSET_PAGE - 7 };

static bool
has(struct bitset *s, uint64_t key, uint64_t number)
{
	const unsigned char *byte = bitsetbyte(s, key, number, false);

	return byte && (*byte & bitsetbit(number));
}

int
main(void)
{
	struct bitset s = { 0 };
	bool good = true;

	ok(!bitsetbyte(&s, 0, 0, false) && !bitsetbyte(&s, 0, 0, false), "no page is made");
	for (uint64_t i = 0; i < NUMBERS; i++)
		for (uint64_t key = 0; key < KEYS; key++)
			if ((i + key) % 2 == 0)
				*bitsetbyte(&s, key, i * STEP, true) |= bitsetbit(i * STEP);
	for (int round = 0; round < 2; round++)
		for (uint64_t key = 0; key < KEYS; key++)
			for (uint64_t i = 0; i < NUMBERS; i++)
				good = good && has(&s, key, i * STEP) == ((i + key) % 2 == 0) &&
				    !has(&s, key, i * STEP + 1);
	ok(good, "each key has its numbers");
	*bitsetbyte(&s, 1, UINT64_MAX, true) |= bitsetbit(UINT64_MAX);
	ok(has(&s, 1, UINT64_MAX) && !has(&s, 0, UINT64_MAX) && !has(&s, 1, UINT64_MAX - 1),
	    "the largest number");
	bitsetfree(&s);
	return tapend();
}
