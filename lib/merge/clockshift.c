/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "clockshift.h"

__extension__ typedef __int128 wide;

/* Returns a / b rounded down, for positive b. */
static wide
floordiv(wide a, wide b)
{
	return a / b - (a % b < 0);
}

bool
clockshiftapply(const struct clockshift *s, int64_t ts, int64_t *shifted)
{
	wide t = (wide)ts + s->offset;

	if (s->drift != 0)
		t += floordiv(((wide)ts - s->origin) * s->drift, SHIFT_UNIT);
	*shifted = (int64_t)t;
	return t >= INT64_MIN && t <= INT64_MAX;
}

struct clockshift
clockshiftcompose(const struct clockshift *inner, const struct clockshift *outer)
{
	int64_t middle, end;
	struct clockshift both = {
		.origin = inner->drift != 0 ? inner->origin : subsat(outer->origin, inner->offset),
		.drift = addsat(addsat(inner->drift, outer->drift),
		    (int64_t)((wide)inner->drift * outer->drift / SHIFT_UNIT)),
	};

	if (both.drift == 0)
		both.origin = 0;
	if (clockshiftapply(inner, both.origin, &middle) && clockshiftapply(outer, middle, &end))
		both.offset = subsat(end, both.origin);
	else
		both.offset = addsat(inner->offset, outer->offset);
	return both;
}
