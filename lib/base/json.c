/* SPDX-License-Identifier: MIT */
/*
 * The scanner follows RFC 8259. The text ends in a NUL, which is no part of any token, so no step
 * needs to ask for the end. Nested values are checked with a stack on the heap: depth costs one
 * byte a level and never the C stack.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "json.h"
#include "printable.h"
#include "scan.h"

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

/* Most tokens have no white space before them; then one comparison is enough. */
static inline const char *
space(const char *p)
{
	while ((unsigned char)*p <= ' ' && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n'))
		p++;
	return p;
}

void
jsonopen(struct json *j, const char *text, struct buf *stack)
{
	*j = (struct json){ .p = text, .first = true, .stack = stack };
}

const char *
jsonspace(const char *p)
{
	return space(p);
}

static const char *
fail(struct json *j, const char *p, const char *why)
{
	j->p = p;
	j->why = why;
	return NULL;
}

static int
hexdigit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Returns the value of four hexadecimal digits, or -1. */
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

/* Returns the end of the string whose opening quote is at p. */
static inline const char *
skipstring(struct json *j, const char *p)
{
	for (p++;; p++) {
		p = scanplain(p);
		if (*p == '"')
			return p + 1;
		if (*p != '\\')
			return fail(j, p,
			    *p ? "a control character in a string" : "a string without its end");
		p++;
		if (*p == 'u' && hex4(p + 1) >= 0)
			p += 4;
		else if (!*p || !strchr("\"\\/bfnrt", *p))
			return fail(j, p, "a bad escape in a string");
	}
}

/* Returns the end of the fraction and exponent at p. */
static const char *
skipfraction(struct json *j, const char *p)
{
	const char *digit;

	if (*p == '.') {
		digit = ++p;
		p = scandigitsend(p);
		if (p == digit)
			return fail(j, p, "a number without digits behind its point");
	}
	if (*p == 'e' || *p == 'E') {
		p++;
		if (*p == '+' || *p == '-')
			p++;
		digit = p;
		p = scandigitsend(p);
		if (p == digit)
			return fail(j, p, "a number without digits in its exponent");
	}
	return p;
}

static inline const char *
skipnumber(struct json *j, const char *p)
{
	const char *digit = p += *p == '-';

	p = scandigitsend(p);
	if (p == digit)
		return fail(j, p, "not a value");
	if (*digit == '0' && p > digit + 1)
		return fail(j, digit, "a number with a leading zero");
	return *p == '.' || (*p | 0x20) == 'e' ? skipfraction(j, p) : p;
}

/* Returns the end of the value at p, which is not an object or array. */
static inline const char *
skipscalar(struct json *j, const char *p)
{
	if (*p == '"')
		return skipstring(j, p);
	if (*p <= '9' && *p != '\0')
		return skipnumber(j, p);
	switch (*p) {
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

/* Returns the start of the member's value, after the key and the colon. *end is the closing quote
 * of the key. */
static inline const char *
skipkey(struct json *j, const char *p, const char **end)
{
	p = space(p);
	if (*p != '"')
		return fail(j, p, *p ? "a key is not a string" : "it ends too early");
	p = skipstring(j, p);
	if (!p)
		return NULL;
	*end = p - 1;
	p = space(p);
	if (*p != ':')
		return fail(j, p, "no colon behind a key");
	return space(p + 1);
}

/* Skips closing brackets, and the comma behind them. Returns the start of the next nested value. If
 * the outermost bracket was closed, the stack is empty, and it returns the end of the value. */
static const char *
skipclosing(struct json *j, const char *p)
{
	struct buf *stack = j->stack;
	const char *end;

	while (stack->n > 0) {
		char close = stack->p[stack->n - 1];

		p = space(p);
		if (*p == close) {
			stack->n--;
			p++;
		} else if (*p == ',') {
			return close == '}' ? skipkey(j, p + 1, &end) : space(p + 1);
		} else {
			return fail(j, p,
			    close == '}' ? "an object without comma or end"
			                 : "an array without comma or end");
		}
	}
	return p;
}

/* Returns the end of an object or array of any depth. */
static const char *
skipnested(struct json *j, const char *p)
{
	struct buf *stack = j->stack;
	const char *end;

	stack->n = 0;
	do {
		if (*p == '{' || *p == '[') {
			char close = *p == '{' ? '}' : ']';

			p = space(p + 1);
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

/* Does what skipnested does, but faster, for a value that has no white space between its tokens, no
 * empty brackets, and fewer than 64 levels. Returns NULL for any other value, which may be valid,
 * too. */
static const char *
skipcompact(struct json *j, const char *p)
{
	/* A bit for each open bracket, the innermost one lowest, that is set for an object; above
	 * them a bit that is set. */
	uint64_t open = 1;

	for (;;) {
		if (*p == '{' || *p == '[') {
			if (open >> 63)
				return NULL;
			open = open << 1 | (*p == '{');
		} else {
			p = skipscalar(j, p);
			for (; p && *p != ','; p++) {
				if (*p != (open & 1 ? '}' : ']'))
					return NULL;
				open >>= 1;
				if (open == 1)
					return p + 1;
			}
			if (!p)
				return NULL;
		}
		p++;
		if (open & 1) {
			p = *p == '"' ? skipstring(j, p) : NULL;
			if (!p || *p++ != ':')
				return NULL;
		}
	}
}

static inline const char *
skipvalue(struct json *j, const char *p)
{
	const char *end;

	if (*p != '{' && *p != '[')
		return skipscalar(j, p);
	end = skipcompact(j, p);
	return end ? end : skipnested(j, p);
}

const char *
jsonskip(const char *p, struct buf *stack)
{
	struct json j = { .stack = stack };

	return skipvalue(&j, p);
}

/* The brackets of objects or arrays; none is the error for another value, wrong that for a bad
 * separator. */
struct brackets {
	char open, close;
	const char *none, *wrong;
};

static const struct brackets objects = { '{', '}', "not a JSON object",
	"an object without comma or end" };
static const struct brackets arrays = { '[', ']', "not a JSON array",
	"an array without comma or end" };

/* Moves to the next member or element. Returns 1 and its position in *at; 0 after the last one; -1
 * if the text is not JSON. */
static inline int
jsonadvance(struct json *j, const struct brackets *b, const char **at)
{
	const char *p = space(j->p);

	if (j->first) {
		if (*p != b->open) {
			fail(j, p, b->none);
			return -1;
		}
		j->first = false;
		p = space(p + 1);
		if (*p != b->close) {
			*at = p;
			return 1;
		}
	}
	if (*p == b->close) {
		j->p = p + 1;
		return 0;
	}
	if (*p != ',') {
		fail(j, p, *p ? b->wrong : "it ends too early");
		return -1;
	}
	*at = space(p + 1);
	return 1;
}

/* Reads the value at p. Returns 1, or -1 if it is not valid. */
static inline int
jsonvalue(struct json *j, const char *p, struct span *value)
{
	const char *end = skipvalue(j, p);

	if (!end)
		return -1;
	*value = (struct span){ p, (size_t)(end - p) };
	j->p = end;
	return 1;
}

int
jsonnext(struct json *j, struct span *key, struct span *value)
{
	const char *p, *end;
	int more = jsonadvance(j, &objects, &p);

	if (more <= 0)
		return more;
	key->p = p + 1;
	p = skipkey(j, p, &end);
	if (!p)
		return -1;
	key->n = (size_t)(end - key->p);
	return jsonvalue(j, p, value);
}

int
jsonitem(struct json *j, struct span *value)
{
	const char *p;
	int more = jsonadvance(j, &arrays, &p);

	return more <= 0 ? more : jsonvalue(j, p, value);
}

/* Returns true if the key, once decoded, equals the name. */
static bool
keyis(struct span key, const char *name)
{
	struct buf scratch = { 0 };
	size_t n = strlen(name);
	bool same;

	/* An escape is longer than its character. */
	if (key.n <= n || !memchr(key.p, '\\', key.n))
		return key.n == n && memcmp(key.p, name, n) == 0;
	same = spanis(jsontext(key, &scratch), name);
	free(scratch.p);
	return same;
}

/* Returns false if the first byte rules out that a key equals a name. */
static inline bool
maybe(struct span key, const char *name)
{
	return key.n == 0 || key.p[0] == *name || key.p[0] == '\\';
}

/* Does what jsonmembers does for an object in the form that our programs write: without white space
 * between tokens, and without escapes in keys. Returns false for any other object. */
static bool
quickmembers(const char *p, const char *const *names, struct span *values, size_t count,
    struct buf *stack)
{
	if (p[1] == '}')
		return true;
	do {
		const char *key = p + 2, *value;
		size_t n;

		if (p[1] != '"')
			return false;
		p = scanplain(key);
		if (p[0] != '"' || p[1] != ':')
			return false;
		n = (size_t)(p - key);
		value = p + 2;
		p = jsonskip(value, stack);
		if (!p)
			return false;
		for (size_t i = 0; i < count; i++)
			if ((*key == *names[i] || n == 0) && strncmp(key, names[i], n) == 0 &&
			    !names[i][n])
				values[i] = (struct span){ value, (size_t)(p - value) };
	} while (*p == ',');
	return *p == '}';
}

void
jsonmembers(struct span object, const char *const *names, struct span *values, size_t count,
    struct buf *stack)
{
	struct span key, value;
	struct json j;

	for (size_t i = 0; i < count; i++)
		values[i] = (struct span){ NULL, 0 };
	if (object.n == 0 || object.p[0] != '{' ||
	    quickmembers(object.p, names, values, count, stack))
		return;
	for (size_t i = 0; i < count; i++)
		values[i] = (struct span){ NULL, 0 };
	jsonopen(&j, object.p, stack);
	while (jsonnext(&j, &key, &value) > 0)
		for (size_t i = 0; i < count; i++)
			if (maybe(key, names[i]) && keyis(key, names[i]))
				values[i] = value;
}

struct span
jsonmember(struct span object, const char *name, struct buf *stack)
{
	struct span value;

	jsonmembers(object, &name, &value, 1, stack);
	return value;
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

/* Decodes the \u escape whose digits are at p; *next is its end. Two escapes that are a surrogate
 * pair are one code point; a lone surrogate is U+FFFD. */
static unsigned
codepoint(const char *p, const char *end, const char **next)
{
	int high = hex4(p), low;

	*next = p + 4;
	if (high < 0xD800 || high > 0xDFFF)
		return (unsigned)high;
	if (high < 0xDC00 && end - p >= 10 && p[4] == '\\' && p[5] == 'u') {
		low = hex4(p + 6);
		if (low >= 0xDC00 && low <= 0xDFFF) {
			*next = p + 10;
			return 0x10000u + ((unsigned)(high - 0xD800) << 10) +
			    (unsigned)(low - 0xDC00);
		}
	}
	return 0xFFFD;
}

/* Writes the character of the escape at p. Returns the end of the escape. */
static const char *
unescape(struct buf *out, const char *p, const char *end)
{
	static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
	const char *at;

	if (p[1] == 'u') {
		putcode(out, codepoint(p + 2, end, &p));
		return p;
	}
	at = strchr(from, p[1]);
	bufchar(out, at ? to[at - from] : p[1]);
	return p + 2;
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
		if (*p != '\\')
			bufchar(scratch, *p++);
		else
			p = unescape(scratch, p, end);
	}
	*bufroom(scratch, 1) = '\0'; /* for callers that need a C string */
	return bufall(scratch);
}

/* Copies one character that is not ASCII; an invalid byte becomes U+FFFD. Returns the number of
 * bytes read. */
static size_t
pututf8(struct buf *out, const char *p, size_t n)
{
	size_t len = utf8length(p, n);

	if (len == 0)
		bufstr(out, replacement);
	else
		bufmem(out, p, len);
	return len ? len : 1;
}

#ifdef __SSE2__
/* Returns the first of at least 8 bytes for which mask has a bit, or the end. Up to 16 bytes are
 * compared at once; less than 16 as the first 8 and the last 8. */
static inline __attribute__((always_inline)) const char *
findbyte(const char *p, const char *end, unsigned (*mask)(__m128i))
{
	unsigned bits, at;

	if (end - p < 16) {
		bits = mask(_mm_unpacklo_epi64(_mm_loadl_epi64((const void *)p),
		    _mm_loadl_epi64((const void *)(end - 8))));
		at = bits ? (unsigned)__builtin_ctz(bits) : 0;
		return !bits ? end : at < 8 ? p + at : end - 16 + at;
	}
	for (; end - p > 16; p += 16) {
		bits = mask(_mm_loadu_si128((const void *)p));
		if (bits)
			return p + __builtin_ctz(bits);
	}
	bits = mask(_mm_loadu_si128((const void *)(end - 16)));
	return bits ? end - 16 + __builtin_ctz(bits) : end;
}

/* Returns a bit for each byte that a JSON string must escape or that is not ASCII. */
static inline unsigned
escapemask(__m128i x)
{
	__m128i hit = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('"')),
	    _mm_cmpeq_epi8(x, _mm_set1_epi8('\\')));

	/* A signed comparison: bytes above 0x7F are negative. */
	return (unsigned)_mm_movemask_epi8(
	    _mm_or_si128(hit, _mm_cmplt_epi8(x, _mm_set1_epi8(0x20))));
}

/* Copies a text of 16 bytes or more up to a byte that escapemask has, or less. Returns the number
 * of bytes copied. */
static inline size_t
copyplain(char *to, const char *p, size_t n)
{
	__m128i x;
	size_t at = 0;

	for (; n - at > 16; at += 16) {
		x = _mm_loadu_si128((const void *)(p + at));
		if (escapemask(x))
			return at;
		_mm_storeu_si128((void *)(to + at), x);
	}
	x = _mm_loadu_si128((const void *)(p + n - 16));
	if (escapemask(x))
		return at;
	_mm_storeu_si128((void *)(to + n - 16), x);
	return n;
}

/* Returns a bit for each byte that is a backslash or not ASCII. */
static inline unsigned
unplainmask(__m128i x)
{
	return (unsigned)_mm_movemask_epi8(
	    _mm_or_si128(x, _mm_cmpeq_epi8(x, _mm_set1_epi8('\\'))));
}
#endif

/* Returns the first byte that a JSON string must escape or that is not ASCII; the end if there is
 * none. */
static const char *
plainend(const char *p, const char *end)
{
#ifdef __SSE2__
	if (end - p >= 8)
		return findbyte(p, end, escapemask);
#endif
	while (p < end && (unsigned char)(*p - 0x20) < 0x60 && *p != '"' && *p != '\\')
		p++;
	return p;
}

/* Does what jsonescape does for any text. */
static __attribute__((noinline)) void
escapecareful(struct buf *out, const char *p, const char *end)
{
	static const char hex[] = "0123456789abcdef";

	while (p < end) {
		const char *start = p;

		p = plainend(p, end);
		bufmem(out, start, (size_t)(p - start));
		if (p == end)
			break;
		if ((unsigned char)*p >= 0x80) {
			p += pututf8(out, p, (size_t)(end - p));
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
jsonescape(struct buf *out, const char *p, size_t n)
{
	const char *end = p + n;

#ifdef __SSE2__
	if (n >= 16) {
		n = copyplain(bufroom(out, n), p, n);
		out->n += n;
		p += n;
	}
#endif
	if (p < end)
		escapecareful(out, p, end);
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
	/* A subnormal number may need fewer than 15 digits. */
	for (int digits = fabs(v) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, v);
		if (strtod(text, NULL) == v)
			break;
	}
	bufstr(out, text);
}

/* Returns the first byte that is a backslash or not ASCII; the end if there is none. */
static const char *
asciiend(const char *p, const char *end)
{
#ifdef __SSE2__
	if (end - p >= 8)
		return findbyte(p, end, unplainmask);
#endif
	while (p < end && (unsigned char)*p < 0x80 && *p != '\\')
		p++;
	return p;
}

#ifdef __SSE2__

bool
jsonplain(struct span text)
{
	const __m128i backslash = _mm_set1_epi8('\\');
	const char *p = text.p, *end = p + text.n;

	for (; end - p >= 64; p += 64) {
		const __m128i *at = (const __m128i *)(const void *)p;
		__m128i a = _mm_loadu_si128(at), b = _mm_loadu_si128(at + 1),
		        c = _mm_loadu_si128(at + 2), d = _mm_loadu_si128(at + 3);
		__m128i high = _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d));
		__m128i escape = _mm_or_si128(
		    _mm_or_si128(_mm_cmpeq_epi8(a, backslash), _mm_cmpeq_epi8(b, backslash)),
		    _mm_or_si128(_mm_cmpeq_epi8(c, backslash), _mm_cmpeq_epi8(d, backslash)));

		if (_mm_movemask_epi8(_mm_or_si128(high, escape)))
			return false;
	}
	if (text.n < 16)
		return asciiend(p, end) == end;
	for (; end - p >= 16; p += 16)
		if (unplainmask(_mm_loadu_si128((const __m128i *)(const void *)p)))
			return false;
	return !unplainmask(_mm_loadu_si128((const __m128i *)(const void *)(end - 16)));
}

#else

bool
jsonplain(struct span text)
{
	return asciiend(text.p, text.p + text.n) == text.p + text.n;
}

#endif

void
jsonclean(struct buf *out, struct span value)
{
	const char *p = value.p, *end = p + value.n;

	for (;;) {
		const char *start = p;

		p = asciiend(p, end);
		bufmem(out, start, (size_t)(p - start));
		if (p == end)
			break;
		if ((unsigned char)*p >= 0x80) {
			p += pututf8(out, p, (size_t)(end - p));
		} else if (p[1] == 'u' && (p[2] == 'd' || p[2] == 'D') && hexdigit(p[3]) >= 8) {
			putcode(out, codepoint(p + 2, end, &p));
		} else {
			bufmem(out, p, 2);
			p += 2;
		}
	}
}

void
jsonutf8(struct buf *out, struct span quoted)
{
	const char *p = quoted.p, *end = p + quoted.n;

	if (quoted.n >= 2 && *p == '"') {
		p++;
		end--;
	}
	for (;;) {
		const char *start = p;

		p = asciiend(p, end);
		bufmem(out, start, (size_t)(p - start));
		if (p == end)
			break;
		p = *p == '\\' ? unescape(out, p, end) : p + pututf8(out, p, (size_t)(end - p));
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
