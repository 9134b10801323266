/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "shift.h"

__extension__ typedef __int128 wide;

/* a / b, rounded down; b is positive. */
static wide
floordiv(wide a, wide b)
{
	return a / b - (a % b < 0);
}

bool
shifttime(const struct shift *s, int64_t ts, int64_t *shifted)
{
	wide t = (wide)ts + s->offset;

	if (s->drift != 0)
		t += floordiv(((wide)ts - s->origin) * s->drift, SHIFT_UNIT);
	*shifted = (int64_t)t;
	return t >= INT64_MIN && t <= INT64_MAX;
}

struct shift
shiftjoin(const struct shift *inner, const struct shift *outer)
{
	int64_t middle, end;
	struct shift both = {
		.origin = inner->drift != 0 ? inner->origin : subsat(outer->origin, inner->offset),
		.drift = addsat(addsat(inner->drift, outer->drift),
		    (int64_t)((wide)inner->drift * outer->drift / SHIFT_UNIT)),
	};

	if (both.drift == 0)
		both.origin = 0;
	if (shifttime(inner, both.origin, &middle) && shifttime(outer, middle, &end))
		both.offset = subsat(end, both.origin);
	else
		both.offset = addsat(inner->offset, outer->offset);
	return both;
}
