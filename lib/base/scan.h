/* SPDX-License-Identifier: MIT */
/* The innermost loops of the JSON scanner, 16 bytes of a text or 8 digits of a number at a time.
 * All load up to 16 bytes after the position at which they stop. */
#ifndef NST_SCAN_H
#define NST_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Returns the first byte from p on that ends a plain run of a string: a quote, a backslash, a
 * control character. The text ends in a NUL, so there is one. */
static inline const char *
scanplain(const char *p)
{
#ifdef __SSE2__
	const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'),
	              control = _mm_set1_epi8(0x1F);

	for (;; p += 16) {
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i hit = _mm_or_si128(
		    _mm_or_si128(_mm_cmpeq_epi8(x, quote), _mm_cmpeq_epi8(x, backslash)),
		    _mm_cmpeq_epi8(_mm_max_epu8(x, control), control));
		int bits = _mm_movemask_epi8(hit);

		if (bits)
			return p + __builtin_ctz((unsigned)bits);
	}
#else
	while ((unsigned char)*p >= 0x20 && *p != '"' && *p != '\\')
		p++;
	return p;
#endif
}

/* Returns the first position from p on with a quote before a byte, or with a backslash; end if none
 * is before that. */
static inline const char *
scanquoted(const char *p, const char *end, char byte)
{
#ifdef __SSE2__
	const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'),
	              behind = _mm_set1_epi8(byte);

	for (; p < end; p += 16) {
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i y = _mm_loadu_si128((const __m128i *)(const void *)(p + 1));
		__m128i hit = _mm_or_si128(
		    _mm_and_si128(_mm_cmpeq_epi8(x, quote), _mm_cmpeq_epi8(y, behind)),
		    _mm_cmpeq_epi8(x, backslash));
		int bits = _mm_movemask_epi8(hit);

		if (bits) {
			p += __builtin_ctz((unsigned)bits);
			break;
		}
	}
	return p < end ? p : end;
#else
	while (p < end && *p != '\\' && !(p[0] == '"' && p[1] == byte))
		p++;
	return p;
#endif
}

/* Returns true if a text that begins with a quote is between p and end. It is a quick search for a
 * member that few objects have, but the text may also be elsewhere in the value. */
static inline bool
scanhas(const char *p, const char *end, const char *quoted)
{
	size_t n = strlen(quoted);

	while ((size_t)(end - (p = scanquoted(p, end, quoted[1]))) >= n)
		if (memcmp(p++, quoted, n) == 0)
			return true;
	return false;
}

/* Returns the end of the letters, digits, dots and signs at p, which may be none: of a number or a
 * word of JSON. */
static inline const char *
scanword(const char *p)
{
#ifdef __SSE2__
	for (;; p += 16) {
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
		/* from '+' to '9', but not ',' and '/' */
		__m128i sign = _mm_sub_epi8(x, _mm_set1_epi8('+'));
		__m128i letter = _mm_sub_epi8(
		    _mm_or_si128(x, _mm_set1_epi8(0x20)), _mm_set1_epi8('a'));
		__m128i signs = _mm_cmpeq_epi8(_mm_min_epu8(sign, _mm_set1_epi8(14)), sign);
		__m128i letters = _mm_cmpeq_epi8(_mm_min_epu8(letter, _mm_set1_epi8(25)), letter);
		__m128i others = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8(',')),
		    _mm_cmpeq_epi8(x, _mm_set1_epi8('/')));
		int bits = _mm_movemask_epi8(
		    _mm_or_si128(_mm_andnot_si128(others, signs), letters));

		if (bits != 0xFFFF)
			return p + __builtin_ctz(~(unsigned)bits);
	}
#else
	while ((*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
	    *p == '.' || *p == '-' || *p == '+')
		p++;
	return p;
#endif
}

/* Returns p moved over white space. The text ends in a NUL. */
static inline const char *
scanspace(const char *p)
{
	/* mostly nothing, or one space */
	if ((unsigned char)*p > ' ')
		return p;
	if (*p == ' ' && (unsigned char)p[1] > ' ')
		return p + 1;
#ifdef __SSE2__
	for (;; p += 16) {
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i space = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8(' ')),
		                                 _mm_cmpeq_epi8(x, _mm_set1_epi8('\n'))),
		    _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('\r')),
		        _mm_cmpeq_epi8(x, _mm_set1_epi8('\t'))));
		int bits = _mm_movemask_epi8(space);

		if (bits != 0xFFFF)
			return p + __builtin_ctz(~(unsigned)bits);
	}
#else
	while (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')
		p++;
	return p;
#endif
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* Returns how many of the 8 bytes at p are decimal digits, before the first that is none. Sets *x
 * to the bytes, in which digits are 0 to 9. */
static inline unsigned
scaneight(const char *p, uint64_t *x)
{
	uint64_t others;

	memcpy(x, p, sizeof(*x));
	*x ^= 0x3030303030303030; /* no other byte becomes 0 to 9 */
	/* The high bit is set in bytes above 9; carries may set it wrongly only after the first
	 * such byte. */
	others = (*x | (*x + 0x7676767676767676)) & 0x8080808080808080;
	return others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
}
#endif

/* Returns the end of the decimal digits at p, which may be none. */
static inline const char *
scandigitsend(const char *p)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t x;
	unsigned n;

	do
		p += n = scaneight(p, &x);
	while (n == 8);
#else
	while (*p >= '0' && *p <= '9')
		p++;
#endif
	return p;
}

/* Returns the end of the decimal digits at p, which may be none, and adds their value to *v, which
 * must be 0. More than 19 digits overflow it. */
static inline const char *
scandigits(const char *p, uint64_t *v)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	static const uint32_t powers[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000 };

	for (;;) {
		uint64_t x;
		unsigned n = scaneight(p, &x);

		if (n == 0)
			return p;
		x <<= 64 - 8 * n; /* the same number with leading zeros */
		x = x * 10 + (x >> 8);
		x = ((x & 0x000000FF000000FF) * 0x000F424000000064 +
		        (x >> 16 & 0x000000FF000000FF) * 0x0000271000000001) >>
		    32;
		*v = *v * (n == 8 ? 100000000 : powers[n]) + x;
		p += n;
		if (n < 8)
			return p;
	}
#else
	for (; *p >= '0' && *p <= '9'; p++)
		*v = *v * 10 + (uint64_t)(*p - '0');
	return p;
#endif
}

#endif
