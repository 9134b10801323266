/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "base/scan.h"
#include "tracejson.h"

static const char *
tracejsonfail(struct tracejson *j, const char *p, const char *why)
{
	j->at = p;
	j->why = *p ? why : "it ends too early";
	return NULL;
}

static inline const char *
tracespace(const char *p)
{
	while ((unsigned char)*p <= ' ' && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
		p++;
	return p;
}

/* Returns the end of the escape at p, or NULL. */
static const char *
tracejsonescape(struct tracejson *j, const char *p)
{
	if (p[1] != 'u')
		return p[1] && strchr("\"\\/bfnrt", p[1])
		    ? p + 2
		    : tracejsonfail(j, p[1] ? p : p + 1, "a bad escape in a string");
	for (int i = 2; i < 6; i++)
		if (!isxdigit((unsigned char)p[i]))
			return tracejsonfail(j, p + i, "a bad escape in a string");
	return p + 6;
}

/* Returns the end of the string at p, which is a quote. */
static inline __attribute__((always_inline)) const char *
tracejsonstring(struct tracejson *j, const char *p)
{
	for (p++;;) {
		p = scanplain(p);
		if (*p == '"')
			return p + 1;
		if (*p != '\\')
			return tracejsonfail(j, p, "a control character in a string");
		p = tracejsonescape(j, p);
		if (!p)
			return NULL;
	}
}

/* Returns true for the bytes of numbers and words. */
static inline bool
tracejsonword(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    c == '.' || c == '-' || c == '+';
}

/* Returns the end of the string, number or word at p. */
static inline const char *
tracejsonscalar(struct tracejson *j, const char *p)
{
	const char *start = p;

	if (*p == '"')
		return tracejsonstring(j, p);
	while (tracejsonword(*p))
		p++;
	if (p == start || !*p) /* a number that may go on in the next block */
		return tracejsonfail(j, p, "not a value");
	return p;
}

/* Returns the start of the value whose key is at p. */
static inline __attribute__((always_inline)) const char *
tracejsonkey(struct tracejson *j, const char *p, struct span *key)
{
	const char *start = p + 1;

	if (*p != '"')
		return tracejsonfail(j, p, "a key is not a string");
	p = tracejsonstring(j, p);
	if (!p)
		return NULL;
	*key = (struct span){ start, (size_t)(p - 1 - start) };
	p = tracespace(p);
	return *p == ':' ? tracespace(p + 1) : tracejsonfail(j, p, "no colon behind a key");
}

/* Skips closing brackets and the comma behind them. Returns the start of the next value; the end of
 * all if the stack is empty then. */
static const char *
tracejsonclose(struct tracejson *j, const char *p)
{
	struct buf *stack = &j->stack;
	struct span key;

	while (stack->n > 0) {
		char close = stack->p[stack->n - 1];

		p = tracespace(p);
		if (*p == close) {
			stack->n--;
			p++;
		} else if (*p == ',') {
			p = tracespace(p + 1);
			return close == '}' ? tracejsonkey(j, p, &key) : p;
		} else {
			return tracejsonfail(j, p, "no comma or end behind a value");
		}
	}
	return p;
}

/* Returns the end of an object or array of any depth. */
static const char *
tracejsonnested(struct tracejson *j, const char *p)
{
	struct span key;

	j->stack.n = 0;
	do {
		if (*p == '{' || *p == '[') {
			char close = *p == '{' ? '}' : ']';

			p = tracespace(p + 1);
			bufchar(&j->stack, close);
			if (*p != close) {
				p = close == '}' ? tracejsonkey(j, p, &key) : p;
				if (!p)
					return NULL;
				continue;
			}
		} else if (!(p = tracejsonscalar(j, p))) {
			return NULL;
		}
		p = tracejsonclose(j, p);
		if (!p)
			return NULL;
	} while (j->stack.n > 0);
	return p;
}

static inline const char *
tracejsonvalue(struct tracejson *j, const char *p)
{
	return *p == '{' || *p == '[' ? tracejsonnested(j, p) : tracejsonscalar(j, p);
}

const char *
tracejsonskip(struct tracejson *j, const char *p)
{
	return tracejsonvalue(j, p);
}

/* As tracejsonmember, which most of the time of a pass is spent in. */
static inline __attribute__((always_inline)) int
tracejsonnext(struct tracejson *j, const char **p, struct span *key, struct span *value)
{
	const char *at = tracespace(*p), *end;

	if (*at == '}') {
		*p = at + 1;
		return 0;
	}
	if (*at == ',')
		at = tracespace(at + 1);
	at = tracejsonkey(j, at, key);
	if (!at)
		return -1;
	end = tracejsonvalue(j, at);
	if (!end)
		return -1;
	*value = (struct span){ at, (size_t)(end - at) };
	*p = tracespace(end);
	if (**p != ',' && **p != '}') {
		tracejsonfail(j, *p, "no comma or end behind a value");
		return -1;
	}
	return 1;
}

int
tracejsonmember(struct tracejson *j, const char **p, struct span *key, struct span *value)
{
	return tracejsonnext(j, p, key, value);
}

/* Returns the member that a key is, FIELDS for others. The compiler makes single instructions of
 * comparisons with constant lengths. */
static inline enum tracefield
tracefieldof(struct span key)
{
#define IS(name, field) \
	if (memcmp(key.p, name, sizeof(name) - 1) == 0) \
	return field

	switch (key.n) {
	case 2:
		IS("ph", FIELD_PH);
		IS("ts", FIELD_TS);
		break;
	case 3:
		IS("cat", FIELD_CAT);
		IS("pid", FIELD_PID);
		IS("tid", FIELD_TID);
		IS("dur", FIELD_DUR);
		break;
	case 4:
		IS("name", FIELD_NAME);
		IS("args", FIELD_ARGS);
		break;
	case 7:
		IS("bind_id", FIELD_BIND);
		break;
	}
	return FIELDS;
#undef IS
}

const char *
tracejsonevent(struct tracejson *j, const char *p, struct traceevent *ev)
{
	struct span key, value;
	int more;

	*ev = (struct traceevent){ 0 };
	p = tracespace(p + 1);
	if (*p == ',') /* tracejsonmember takes a comma for one between members */
		return tracejsonfail(j, p, "a key is not a string");
	while ((more = tracejsonnext(j, &p, &key, &value)) > 0) {
		enum tracefield field = tracefieldof(key);

		if (field < FIELDS)
			ev->value[field] = value;
	}
	return more == 0 ? p : NULL;
}

/* Multiplies by a power of ten. Returns false on an overflow. */
static bool
tracejsonscale(uint64_t *v, int power)
{
	while (*v > 0 && power > 0) {
		if (__builtin_mul_overflow(*v, 10, v))
			return false;
		power--;
	}
	for (; *v > 0 && power < -1; power++)
		*v /= 10;
	if (power == -1 && *v > 0)
		*v = *v / 10 + (*v % 10 >= 5);
	return true;
}

/* Reads an exponent. Returns its end. */
static const char *
tracejsonexponent(const char *p, int *exponent)
{
	bool negative = *p == '-';
	int v = 0;

	p += negative || *p == '+';
	for (; *p >= '0' && *p <= '9'; p++)
		v = v < 100000 ? v * 10 + (*p - '0') : v;
	*exponent = negative ? -v : v;
	return p;
}

/* The digits of a decimal number: value times 10 to the power. */
struct tracedecimal {
	uint64_t value;
	int power;
};

/* Reads digits of a number. Digits below those that 64 bits hold are dropped. */
static const char *
tracejsondigits(const char *p, struct tracedecimal *d, bool fraction)
{
	for (; *p >= '0' && *p <= '9'; p++) {
		if (d->value <= (UINT64_MAX - 9) / 10) {
			d->value = d->value * 10 + (uint64_t)(*p - '0');
			d->power -= fraction;
		} else {
			d->power += !fraction;
		}
	}
	return p;
}

bool
tracejsonmicros(struct span value, int64_t *ns)
{
	const char *p = value.p, *end = p + value.n, *digits;
	bool negative = value.n > 0 && *p == '-';
	struct tracedecimal d = { 0, 3 };
	int exponent = 0;

	p += negative;
	digits = p;
	if (value.n == 0 || *p < '0' || *p > '9')
		return false;
	p = tracejsondigits(p, &d, false);
	if (*digits == '0' && p > digits + 1)
		return false;
	if (p < end && *p == '.')
		p = tracejsondigits(p + 1, &d, true);
	if (p < end && (*p | 0x20) == 'e')
		p = tracejsonexponent(p + 1, &exponent);
	if (p != end || !tracejsonscale(&d.value, d.power + exponent) || d.value > INT64_MAX)
		return false;
	*ns = negative ? -(int64_t)d.value : (int64_t)d.value;
	return true;
}

/* Returns the name of a bare word that stands for a number; NULL if it is none. */
static const char *
tracejsonspecial(struct span word)
{
	static const struct {
		const char *word, *text;
	} words[] = {
		{ "NaN", "\"NaN\"" },
		{ "nan", "\"NaN\"" },
		{ "-nan", "\"NaN\"" },
		{ "Infinity", "\"Infinity\"" },
		{ "inf", "\"Infinity\"" },
		{ "-Infinity", "\"-Infinity\"" },
		{ "-inf", "\"-Infinity\"" },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (spanis(word, words[i].word))
			return words[i].text;
	return NULL;
}

/* Copies a value token by token, without white space; it may have bare words. */
static bool
tracejsoncopytokens(struct tracejson *j, struct buf *out, struct span value)
{
	const char *p = value.p, *end = p + value.n;

	while (p < end) {
		const char *start = p, *special;

		if (!tracejsonword(*p) && *p != '"') {
			if ((unsigned char)*p > ' ')
				bufchar(out, *p);
			p++;
			continue;
		}
		p = tracejsonscalar(j, p);
		if (!p)
			return false;
		special = tracejsonspecial((struct span){ start, (size_t)(p - start) });
		if (special)
			bufstr(out, special);
		else if (jsonskip(start, &j->stack) == p)
			jsonclean(out, (struct span){ start, (size_t)(p - start) });
		else
			return false;
	}
	return true;
}

bool
tracejsoncopy(struct tracejson *j, struct buf *out, struct span value)
{
	bool nested = *value.p == '{' || *value.p == '[';
	uint64_t v = 0;

	/* Most values are positive integers. */
	if (*value.p > '0' && *value.p <= '9' && scandigits(value.p, &v) == value.p + value.n) {
		bufspan(out, value);
		return true;
	}
	if ((nested && memchr(value.p, '\n', value.n)) ||
	    jsonskip(value.p, &j->stack) != value.p + value.n)
		return tracejsoncopytokens(j, out, value);
	jsonclean(out, value);
	return true;
}
