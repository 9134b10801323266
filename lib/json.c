/* SPDX-License-Identifier: MIT */
/*
 * The scanner follows RFC 8259. The text ends in a NUL, which is no part of any token, so no step needs to ask for the end.
 * Nested values are checked with a stack on the heap: depth costs one byte a level and never the C stack.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "json.h"

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

void
jsonopen(struct json *j, const char *text, struct buf *stack)
{
	*j = (struct json){ .p = text, .first = true, .stack = stack };
}

const char *
jsonspace(const char *p)
{
	while (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')
		p++;
	return p;
}

static const char *
fail(struct json *j, const char *p, const char *why)
{
	j->p = p;
	j->why = why;
	return NULL;
}

/* A bit 0x80 in each byte of x that is zero; exact up to and including the lowest one. */
static inline uint64_t
zerobytes(uint64_t x)
{
	return (x - 0x0101010101010101u) & ~x & 0x8080808080808080u;
}

/* The first byte from p on that a string cannot hold as it is: a quote, a backslash, a control character. */
static inline const char *
plain(const char *p)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	for (;; p += 8) {
		uint64_t x, hit;

		memcpy(&x, p, 8);
		hit = zerobytes(x ^ 0x2222222222222222u) | zerobytes(x ^ 0x5C5C5C5C5C5C5C5Cu) |
		    ((x - 0x2020202020202020u) & ~x & 0x8080808080808080u);
		if (hit)
			return p + (__builtin_ctzll(hit) >> 3);
	}
#else
	while ((unsigned char)*p >= 0x20 && *p != '"' && *p != '\\')
		p++;
	return p;
#endif
}

static int
hexdigit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The value of four hexadecimal digits, or -1. */
static int
hex4(const char *p)
{
	int v = 0;

	for (int i = 0; i < 4; i++) {
		int d = hexdigit(p[i]);

		if (d < 0)
			return -1;
		v = v << 4 | d;
	}
	return v;
}

/* Moves from an opening quote to behind the closing one. */
static const char *
skipstring(struct json *j, const char *p)
{
	for (p++;; p++) {
		p = plain(p);
		if (*p == '"')
			return p + 1;
		if (*p != '\\')
			return fail(j, p, *p ? "a control character in a string" : "a string without its end");
		p++;
		if (*p == 'u' && hex4(p + 1) >= 0)
			p += 4;
		else if (!*p || !strchr("\"\\/bfnrt", *p))
			return fail(j, p, "a bad escape in a string");
	}
}

static inline const char *
skipdigits(const char *p)
{
	while (*p >= '0' && *p <= '9')
		p++;
	return p;
}

static const char *
skipnumber(struct json *j, const char *p)
{
	const char *digit;

	if (*p == '-')
		p++;
	digit = p;
	p = skipdigits(p);
	if (p == digit)
		return fail(j, p, "not a value");
	if (*digit == '0' && p > digit + 1)
		return fail(j, digit, "a number with a leading zero");
	if (*p == '.') {
		digit = ++p;
		p = skipdigits(p);
		if (p == digit)
			return fail(j, p, "a number without digits behind its point");
	}
	if (*p == 'e' || *p == 'E') {
		p++;
		if (*p == '+' || *p == '-')
			p++;
		digit = p;
		p = skipdigits(p);
		if (p == digit)
			return fail(j, p, "a number without digits in its exponent");
	}
	return p;
}

/* Moves over a value that holds no others. */
static const char *
skipscalar(struct json *j, const char *p)
{
	switch (*p) {
	case '"':
		return skipstring(j, p);
	case 't':
		if (strncmp(p, "true", 4) == 0)
			return p + 4;
		break;
	case 'f':
		if (strncmp(p, "false", 5) == 0)
			return p + 5;
		break;
	case 'n':
		if (strncmp(p, "null", 4) == 0)
			return p + 4;
		break;
	case '\0':
		return fail(j, p, "it ends too early");
	default:
		return skipnumber(j, p);
	}
	return fail(j, p, "not a value");
}

/* Moves over the key of a member and its colon; end is where its closing quote is. */
static const char *
skipkey(struct json *j, const char *p, const char **end)
{
	p = jsonspace(p);
	if (*p != '"')
		return fail(j, p, *p ? "a key is not a string" : "it ends too early");
	p = skipstring(j, p);
	if (!p)
		return NULL;
	*end = p - 1;
	p = jsonspace(p);
	if (*p != ':')
		return fail(j, p, "no colon behind a key");
	return jsonspace(p + 1);
}

/* Moves behind the closing brackets at p and to the next value, or out of the outermost one: then the stack is empty. */
static const char *
skipclosing(struct json *j, const char *p)
{
	struct buf *stack = j->stack;
	const char *end;

	while (stack->n > 0) {
		char close = stack->p[stack->n - 1];

		p = jsonspace(p);
		if (*p == close) {
			stack->n--;
			p++;
		} else if (*p == ',') {
			return close == '}' ? skipkey(j, p + 1, &end) : jsonspace(p + 1);
		} else {
			return fail(j, p, close == '}' ? "an object without comma or end" : "an array without comma or end");
		}
	}
	return p;
}

/* Moves over an object or array of any depth. */
static const char *
skipnested(struct json *j, const char *p)
{
	struct buf *stack = j->stack;
	const char *end;

	stack->n = 0;
	do {
		if (*p == '{' || *p == '[') {
			char close = *p == '{' ? '}' : ']';

			p = jsonspace(p + 1);
			bufchar(stack, close);
			if (*p != close) {
				if (close == '}')
					p = skipkey(j, p, &end);
				if (!p)
					return NULL;
				continue;
			}
		} else {
			p = skipscalar(j, p);
			if (!p)
				return NULL;
		}
		p = skipclosing(j, p);
		if (!p)
			return NULL;
	} while (stack->n > 0);
	return p;
}

int
jsonnext(struct json *j, struct span *key, struct span *value)
{
	const char *p = jsonspace(j->p), *end;

	if (j->first) {
		if (*p != '{') {
			fail(j, p, "not a JSON object");
			return -1;
		}
		j->first = false;
		p = jsonspace(p + 1);
		if (*p == '}') {
			j->p = p + 1;
			return 0;
		}
	} else if (*p == '}') {
		j->p = p + 1;
		return 0;
	} else if (*p == ',') {
		p = jsonspace(p + 1);
	} else {
		fail(j, p, *p ? "an object without comma or end" : "it ends too early");
		return -1;
	}
	key->p = p + 1;
	p = skipkey(j, p, &end);
	if (!p)
		return -1;
	key->n = (size_t)(end - key->p);
	value->p = p;
	p = *p == '{' || *p == '[' ? skipnested(j, p) : skipscalar(j, p);
	if (!p)
		return -1;
	value->n = (size_t)(p - value->p);
	j->p = p;
	return 1;
}

/* Writes a code point as UTF-8. */
static void
putcode(struct buf *out, unsigned c)
{
	if (c < 0x80) {
		bufchar(out, (char)c);
	} else if (c < 0x800) {
		bufchar(out, (char)(0xC0 | c >> 6));
		bufchar(out, (char)(0x80 | (c & 0x3F)));
	} else if (c < 0x10000) {
		bufchar(out, (char)(0xE0 | c >> 12));
		bufchar(out, (char)(0x80 | (c >> 6 & 0x3F)));
		bufchar(out, (char)(0x80 | (c & 0x3F)));
	} else {
		bufchar(out, (char)(0xF0 | c >> 18));
		bufchar(out, (char)(0x80 | (c >> 12 & 0x3F)));
		bufchar(out, (char)(0x80 | (c >> 6 & 0x3F)));
		bufchar(out, (char)(0x80 | (c & 0x3F)));
	}
}

/* The code point of a \u escape whose digits are at p, pairs joined, lone surrogates replaced; *end is behind it. */
static unsigned
unicode(const char *p, const char **end)
{
	int high = hex4(p), low;

	*end = p + 4;
	if (high < 0xD800 || high > 0xDFFF)
		return (unsigned)high;
	if (high < 0xDC00 && p[4] == '\\' && p[5] == 'u') {
		low = hex4(p + 6);
		if (low >= 0xDC00 && low <= 0xDFFF) {
			*end = p + 10;
			return 0x10000u + ((unsigned)(high - 0xD800) << 10) + (unsigned)(low - 0xDC00);
		}
	}
	return 0xFFFD;
}

struct span
jsontext(struct span quoted, struct buf *scratch)
{
	const char *p = quoted.p, *end = p + quoted.n;

	if (quoted.n >= 2 && *p == '"') {
		p++;
		end--;
	}
	if (!memchr(p, '\\', (size_t)(end - p)))
		return (struct span){ p, (size_t)(end - p) };
	scratch->n = 0;
	while (p < end) {
		static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
		const char *at;

		if (*p != '\\') {
			bufchar(scratch, *p++);
		} else if (p[1] == 'u') {
			putcode(scratch, unicode(p + 2, &p));
		} else {
			at = strchr(from, p[1]);
			bufchar(scratch, at ? to[at - from] : p[1]);
			p += 2;
		}
	}
	*bufroom(scratch, 1) = '\0'; /* for those who want a string */
	return (struct span){ scratch->p, scratch->n };
}

/* The length of the valid UTF-8 sequence of more than one byte at p, or 0. */
static size_t
sequence(const char *p, size_t n)
{
	const unsigned char *s = (const unsigned char *)p;
	size_t len = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;

	if (s[0] < 0xC2 || s[0] > 0xF4 || len > n)
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((s[i] & 0xC0) != 0x80)
			return 0;
	if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) || (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))
		return 0;
	return len;
}

/* Copies one character of more than one byte, or a replacement for the byte that begins none; returns how many bytes were read. */
static size_t
putsequence(struct buf *out, const char *p, size_t n)
{
	size_t len = sequence(p, n);

	if (len == 0)
		bufstr(out, replacement);
	else
		bufmem(out, p, len);
	return len ? len : 1;
}

void
jsonescape(struct buf *out, const char *p, size_t n)
{
	static const char hex[] = "0123456789abcdef";
	const char *end = p + n;

	while (p < end) {
		const char *start = p;

		while (p < end && (unsigned char)(*p - 0x20) < 0x60 && *p != '"' && *p != '\\')
			p++;
		bufmem(out, start, (size_t)(p - start));
		if (p == end)
			break;
		if ((unsigned char)*p >= 0x80) {
			p += putsequence(out, p, (size_t)(end - p));
			continue;
		}
		bufchar(out, '\\');
		switch (*p) {
		case '"':
		case '\\':
			bufchar(out, *p);
			break;
		case '\n':
			bufchar(out, 'n');
			break;
		case '\t':
			bufchar(out, 't');
			break;
		case '\r':
			bufchar(out, 'r');
			break;
		default:
			bufstr(out, "u00");
			bufchar(out, hex[*p >> 4]);
			bufchar(out, hex[*p & 15]);
		}
		p++;
	}
}

void
jsonstring(struct buf *out, const char *p, size_t n)
{
	bufchar(out, '"');
	jsonescape(out, p, n);
	bufchar(out, '"');
}

void
jsondouble(struct buf *out, double v)
{
	char text[32];

	if (!isfinite(v)) {
		bufstr(out, isnan(v) ? "\"NaN\"" : v < 0 ? "\"-Infinity\"" : "\"Infinity\"");
		return;
	}
	for (int digits = fabs(v) < DBL_MIN ? 1 : 15; digits <= 17; digits++) { /* below that, numbers have fewer bits */
		snprintf(text, sizeof(text), "%.*g", digits, v);
		if (strtod(text, NULL) == v)
			break;
	}
	bufstr(out, text);
}

void
jsonclean(struct buf *out, struct span value)
{
	const char *p = value.p, *end = p + value.n;

	while (p < end) {
		const char *start = p;

		while (p < end && (unsigned char)*p < 0x80 && *p != '\\')
			p++;
		bufmem(out, start, (size_t)(p - start));
		if (p == end)
			break;
		if ((unsigned char)*p >= 0x80) {
			p += putsequence(out, p, (size_t)(end - p));
		} else if (p[1] == 'u' && (p[2] == 'd' || p[2] == 'D') && hexdigit(p[3]) >= 8) {
			putcode(out, unicode(p + 2, &p));
		} else {
			bufmem(out, p, 2);
			p += 2;
		}
	}
}

bool
jsonint(struct span value, int64_t *v)
{
	const char *p = value.p, *end = p + value.n;
	bool negative = value.n > 0 && *p == '-';
	uint64_t n = 0;

	if (negative)
		p++;
	if (p == end || end - p > 19)
		return false;
	for (; p < end; p++) {
		if (*p < '0' || *p > '9')
			return false;
		n = n * 10 + (uint64_t)(*p - '0'); /* 19 digits fit in 64 bits */
	}
	if (n > (uint64_t)INT64_MAX + negative)
		return false;
	*v = negative ? (int64_t)(0 - n) : (int64_t)n;
	return true;
}
