/* SPDX-License-Identifier: MIT */
/* chrome.h: times in microseconds, compared with printf. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "chrome/chrome.h"
#include "tap.h"

static bool
right(struct buf *out, int64_t ns)
{
	uint64_t v = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
	char wanted[64];

	snprintf(wanted, sizeof(wanted), "%s%" PRIu64 ".%03" PRIu64, ns < 0 ? "-" : "", v / 1000,
	    v % 1000);
	out->n = 0;
	chromeputmicros(out, ns);
	return spanis(bufall(out), wanted);
}

int
main(void)
{
	struct buf out = { 0 };
	bool good = true;

	for (int64_t power = 1; power < INT64_MAX / 10; power *= 10)
		for (int64_t d = -2; d <= 2; d++)
			good = good && right(&out, power + d) && right(&out, -power - d);
	ok(good, "around powers of ten");
	ok(right(&out, INT64_MIN) && right(&out, INT64_MAX), "the ends of time");
	for (unsigned i = 0; good && i < 100000; i++)
		good = right(&out, (int64_t)taprandom(UINT64_C(1) << i % 63));
	ok(good, "random times");
	free(out.p);
	return tapend();
}
