/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "wide.h"

double
widedouble(wide v, wide by)
{
	uwide n = v < 0 ? -(uwide)v : (uwide)v, d = (uwide)by, q = n / d, r = n % d;
	int shift = 0;
	double magnitude;

	/* A double has 53 bits of mantissa. With 55 bits or more, ldexp sees the rounding bit and a
	 * sticky bit behind it. */
	for (; r != 0 && q >> 55 == 0 && shift < 200; shift++) {
		r <<= 1;
		q = q << 1 | (r >= d);
		r -= r >= d ? d : 0;
	}
	magnitude = ldexp((double)(q | (r != 0)), -shift);
	return v < 0 ? -magnitude : magnitude;
}

wide
widescale(double v, int decimals)
{
	const wide most = (wide)1 << 126;
	int exponent;
	wide scaled = (wide)ldexp(frexp(fabs(v), &exponent), 53); /* below 2^53 */

	exponent -= 53;
	for (; decimals > 0; decimals--)
		scaled *= 10; /* below 2^73 */
	if (exponent >= 0)
		scaled = exponent < 50 ? scaled << exponent : most;
	else if (exponent < -100)
		scaled = 0;
	else
		scaled = (scaled + ((wide)1 << (-exponent - 1))) >> -exponent;
	return v < 0 ? -scaled : scaled;
}
