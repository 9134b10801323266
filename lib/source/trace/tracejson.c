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
static inline __attribute__((always_inline)) const char *
tracejsonscalar(struct tracejson *j, const char *p)
{
	const char *start = p;

	if (*p == '"')
		return tracejsonstring(j, p);
	p = scanword(p);
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
	p = scanspace(p);
	return *p == ':' ? scanspace(p + 1) : tracejsonfail(j, p, "no colon behind a key");
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

		p = scanspace(p);
		if (*p == close) {
			stack->n--;
			p++;
		} else if (*p == ',') {
			p = scanspace(p + 1);
			return close == '}' ? tracejsonkey(j, p, &key) : p;
		} else {
			return tracejsonfail(j, p, "no comma or end behind a value");
		}
	}
	return p;
}

/* Returns the end of an object or array of any depth. */
static const char *
tracejsondeep(struct tracejson *j, const char *p)
{
	struct span key;

	j->stack.n = 0;
	do {
		if (*p == '{' || *p == '[') {
			char close = *p == '{' ? '}' : ']';

			p = scanspace(p + 1);
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

/* Returns the end of an object or array, mostly one of objects within it at most: the lowest bit of
 * open is set if the innermost bracket is that of an object, and its highest one marks the depth
 * 0. */
static const char *
tracejsonnested(struct tracejson *j, const char *start)
{
	const char *p = start;
	uint64_t open = 1;
	struct span key;

	do {
		if (*p == '{' || *p == '[') {
			if (open >> 63)
				return tracejsondeep(j, start);
			open = open << 1 | (*p == '{');
			p = scanspace(p + 1);
			if (*p != (open & 1 ? '}' : ']')) {
				p = open & 1 ? tracejsonkey(j, p, &key) : p;
				if (!p)
					return NULL;
				continue;
			}
		} else if (!(p = tracejsonscalar(j, p))) {
			return NULL;
		}
		while (*(p = scanspace(p)) == (open & 1 ? '}' : ']') && open > 1) {
			open >>= 1;
			p++;
			if (open == 1)
				return p;
		}
		if (*p != ',')
			return tracejsonfail(j, p, "no comma or end behind a value");
		p = scanspace(p + 1);
		p = open & 1 ? tracejsonkey(j, p, &key) : p;
	} while (p);
	return NULL;
}

static inline __attribute__((always_inline)) const char *
tracejsonvalue(struct tracejson *j, const char *p)
{
	return *p == '{' || *p == '[' ? tracejsonnested(j, p) : tracejsonscalar(j, p);
}

const char *
tracejsonskip(struct tracejson *j, const char *p)
{
	return tracejsonvalue(j, p);
}

/* Moves to the next member of an object, as tracejsonmember does, and leaves *p at its value. */
static inline __attribute__((always_inline)) int
tracejsonnextkey(struct tracejson *j, const char **p, struct span *key)
{
	const char *at = scanspace(*p);

	if (*at == '}') {
		*p = at + 1;
		return 0;
	}
	if (*at == ',')
		at = scanspace(at + 1);
	*p = tracejsonkey(j, at, key);
	return *p ? 1 : -1;
}

/* Moves over what follows a value of a member. Returns its end, or NULL. */
static inline __attribute__((always_inline)) const char *
tracejsonbehind(struct tracejson *j, const char *p)
{
	p = scanspace(p);
	return *p == ',' || *p == '}'
	    ? p
	    : tracejsonfail(j, p, "no comma or end behind a value");
}

/* As tracejsonmember, in which a pass spends most of its time. */
static inline __attribute__((always_inline)) int
tracejsonnext(struct tracejson *j, const char **p, struct span *key, struct span *value)
{
	int more = tracejsonnextkey(j, p, key);
	const char *end;

	if (more <= 0)
		return more;
	end = tracejsonvalue(j, *p);
	if (!end)
		return -1;
	*value = (struct span){ *p, (size_t)(end - *p) };
	*p = tracejsonbehind(j, end);
	return *p ? 1 : -1;
}

int
tracejsonmember(struct tracejson *j, const char **p, struct span *key, struct span *value)
{
	return tracejsonnext(j, p, key, value);
}

/* Returns the member that a key is, FIELDS for others. The compiler makes single instructions of
 * comparisons with constant lengths. */
static inline __attribute__((always_inline)) enum tracefield
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

/* Reads the members of "args" at p, which is a brace. Returns their end, or NULL. */
static const char *
tracejsonargs(struct tracejson *j, const char *p, struct tracemembers *args)
{
	struct tracemember m;
	int more;

	args->count = 0;
	p++;
	while ((more = tracejsonnext(j, &p, &m.key, &m.value)) > 0) {
		GROW(args->p, args->room, args->count + 1);
		args->p[args->count++] = m;
	}
	return more == 0 ? p : NULL;
}

/* Reads an event, and its args if args is not NULL. */
static inline __attribute__((always_inline)) const char *
tracejsonread(
    struct tracejson *j, const char *p, struct traceevent *ev, struct tracemembers *args)
{
	struct span key;
	int more;

	*ev = (struct traceevent){ 0 };
	p = scanspace(p + 1);
	if (*p == ',') /* tracejsonmember takes a comma for one between members */
		return tracejsonfail(j, p, "a key is not a string");
	while ((more = tracejsonnextkey(j, &p, &key)) > 0) {
		enum tracefield field = tracefieldof(key);
		const char *end = args && field == FIELD_ARGS && *p == '{'
		    ? tracejsonargs(j, p, args)
		    : tracejsonvalue(j, p);

		if (!end)
			return NULL;
		if (field < FIELDS)
			ev->value[field] = (struct span){ p, (size_t)(end - p) };
		p = tracejsonbehind(j, end);
		if (!p)
			return NULL;
	}
	return more == 0 ? p : NULL;
}

const char *
tracejsonevent(struct tracejson *j, const char *p, struct traceevent *ev)
{
	return tracejsonread(j, p, ev, NULL);
}

const char *
tracejsonagain(
    struct tracejson *j, const char *p, struct traceevent *ev, struct tracemembers *args)
{
	args->count = 0;
	return tracejsonread(j, p, ev, args);
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

/* Reads microseconds of up to 16 digits and up to three places, as most are. Returns false for all
 * others. */
static inline bool
tracejsonquick(struct span value, int64_t *ns)
{
	static const uint64_t scales[] = { 1000, 100, 10, 1 };
	const char *end = value.p + value.n, *p, *digits;
	uint64_t whole = 0, part = 0;

	if (value.n == 0 || value.n > 20 || (*value.p == '0' && value.n > 1 && value.p[1] != '.'))
		return false;
	digits = p = scandigits(value.p, &whole);
	if (p < end && *p == '.')
		p = scandigits(p + 1, &part);
	if (p != end || digits == value.p || digits - value.p > 16 || whole > INT64_MAX / 1001 ||
	    p - digits > 4)
		return false;
	*ns = (int64_t)(whole * 1000 + part * scales[p > digits ? p - digits - 1 : 0]);
	return true;
}

bool
tracejsonmicros(struct span value, int64_t *ns)
{
	const char *p = value.p, *end = p + value.n, *digits;
	bool negative = value.n > 0 && *p == '-';
	struct tracedecimal d = { 0, 3 };
	int exponent = 0;

	if (tracejsonquick(value, ns))
		return true;
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
