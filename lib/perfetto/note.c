/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/map.h"
#include "base/proto.h"
#include "base/scan.h"
#include "packet.h"

/* Field numbers of an argument. */
enum { EVENT_ARG = 4 };
enum {
	ARG_BOOL = 2,
	ARG_UINT = 3,
	ARG_INT = 4,
	ARG_DOUBLE = 5,
	ARG_STRING = 6,
	ARG_MEMBER = 11,
	ARG_ELEMENT = 12
};

/* Deeper args are written as JSON text: parsers of Protocol Buffers refuse a depth of 100, and an
 * event has three levels around its args. */
enum { DEPTH = 64 };

/* Sizes of the args that are cached: smaller ones are encoded faster than found. */
enum { MEMO_LEAST = 72, MEMO_MOST = 1024 };

/* Writes a number: as an integer if it fits 64 bits, else as a double, else as text. */
static void
noteputnumber(struct packets *k, struct span value)
{
	int64_t v;
	double d;

	if (jsonint(value, &v)) {
		protouint(k->out, ARG_INT, (uint64_t)v);
		return;
	}
	d = strtod(value.p, NULL);
	if (isfinite(d))
		protodouble(k->out, ARG_DOUBLE, d);
	else
		protobytes(k->out, ARG_STRING, value);
}

/* Writes a value without members. Writes a value that is nested too deep as text. */
static void
noteputvalue(struct packets *k, struct span value)
{
	size_t start;

	switch (value.p[0]) {
	case '"':
		packettext(k, TEXT_VALUE, value);
		break;
	case 't':
	case 'f':
		protouint(k->out, ARG_BOOL, value.p[0] == 't');
		break;
	case 'n': /* null has no encoding: the argument has no value */
		break;
	case '{':
	case '[':
		start = protoopen(k->out, ARG_STRING);
		jsonclean(k->out, value);
		protoclose(k->out, start);
		break;
	default:
		noteputnumber(k, value);
	}
}

static bool
isnumber(const char *p)
{
	return *p == '-' || (*p >= '0' && *p <= '9');
}

/* Parses a small unsigned integer, the most frequent value, and returns its end; NULL for anything
 * else. */
static const char *
smallint(const char *p, int64_t *v)
{
	uint64_t digits = 0;
	const char *end = scandigits(p, &digits);

	*v = (int64_t)digits;
	return end == p || end - p > 18 || *end == '.' || (*end | 0x20) == 'e' ? NULL : end;
}

/* Skips a string; most have no escapes. */
static const char *
skipstring(const char *p, struct buf *stack)
{
	const char *end = scanplain(p + 1);

	return *end == '"' ? end + 1 : jsonskip(p, stack);
}

/* Parses a number with a point and few digits. Its parts are exact as doubles, so their quotient is
 * correctly rounded. */
static bool
decimal(struct span value, double *d)
{
	static const double tens[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9 };
	bool minus = value.p[0] == '-';
	uint64_t whole = 0;
	const char *p = value.p + minus, *end = scandigits(p, &whole), *from = end + 1;

	if (end == p || *end != '.')
		return false;
	end = scandigits(from, &whole);
	if (end != value.p + value.n || end - p > 16 || end - from > 9)
		return false;
	*d = (double)whole / tens[end - from];
	if (minus)
		*d = -*d;
	return whole < UINT64_C(1) << 53;
}

/* Appends a value as a typed argument; false, and nothing, if its type differs. */
static bool
puttyped(struct buf *out, const struct typed *t, struct span value)
{
	int64_t v;
	double d;

	if (t->kind == TYPED_INT) {
		if (!jsonint(value, &v))
			return false;
		protouint(out, t->field, (uint64_t)v);
		return true;
	}
	if (!isnumber(value.p) || jsonint(value, &v))
		return false;
	if (!decimal(value, &d))
		d = strtod(value.p, NULL);
	if (isfinite(d))
		protodouble(out, t->field, d);
	return isfinite(d);
}

/* Appends an argument of an event as a typed one. Returns where the text continues, or NULL if it
 * is none. */
static inline const char *
notetyped(const struct typedindex *index, struct buf *out, struct buf *stack, struct span name,
    const char *p)
{
	const struct typed *t = typedfind(index, name);
	const char *end;
	int64_t v;

	if (!t)
		return NULL;
	if (t->kind == TYPED_INT && (end = smallint(p, &v))) {
		protouint(out, t->field, (uint64_t)v);
		return end;
	}
	end = jsonskip(p, stack);
	return puttyped(out, t, (struct span){ p, (size_t)(end - p) }) ? end : NULL;
}

bool
packetargtyped(const struct typedindex *index, struct buf *out, struct buf *stack,
    struct span name, struct span value)
{
	return notetyped(index, out, stack, name, value.p) != NULL;
}

/* An open object or array. */
struct level {
	size_t start;   /* of its annotation, as protoopen returned it; 0 for the args themselves */
	char close;     /* its closing bracket */
	unsigned field; /* the field number of its members */
};

static const struct level args = { .close = '}', .field = EVENT_ARG };

/* Writes a member or, without a name, an element of a level. If it has members itself and room is
 * given, it is only begun, and *room is its start. Returns where the text continues. */
static const char *
noteputmember(struct packets *k, const struct level *outer, struct span name, const char *p,
    struct level *room)
{
	size_t start;
	const char *end;

	if (name.p && outer->start == 0) {
		end = notetyped(&k->index, &k->typed, k->stack, name, p);
		if (end)
			return end;
	}
	start = protoopen(k->out, outer->field);
	if (name.p)
		packetplain(k, TEXT_ARG_NAME, name);
	if (room && (*p == '{' || *p == '[')) {
		*room = (struct level){ start, *p == '{' ? '}' : ']',
			*p == '{' ? ARG_MEMBER : ARG_ELEMENT };
		return p + 1;
	}
	end = *p == '"' ? skipstring(p, k->stack) : jsonskip(p, k->stack);
	noteputvalue(k, (struct span){ p, (size_t)(end - p) });
	protoclose(k->out, start);
	return end;
}

/* Writes the rest of a level, up to until or, if that is NULL, to its end. */
static void
putlevels(struct packets *k, const char *p, const char *until, struct level outer)
{
	struct level open[DEPTH];
	size_t depth = 1;

	open[0] = outer;
	while (depth > 0) {
		struct level *inner = &open[depth - 1], *room = depth < DEPTH ? inner + 1 : NULL;
		struct span name = { NULL, 0 };
		const char *end;

		p = jsonspace(p);
		if (p == until)
			return;
		if (*p == ',') {
			p = jsonspace(p + 1);
		} else if (*p == inner->close) {
			if (inner->start)
				protoclose(k->out, inner->start);
			depth--;
			p++;
			continue;
		}
		if (inner->close == '}') {
			end = skipstring(p, k->stack);
			name = (struct span){ p + 1, (size_t)(end - p) - 2 };
			p = jsonspace(jsonspace(end) + 1);
		}
		if (room)
			room->start = 0;
		p = noteputmember(k, inner, name, p, room);
		if (room && room->start)
			depth++;
	}
}

void
packetarg(struct packets *k, struct span name, struct span value)
{
	struct level inner = { 0 };
	const char *p = noteputmember(k, &args, name, value.p, &inner);

	if (inner.start)
		putlevels(k, p, NULL, inner);
}

/* The length of an object's text without its bracket, and without its last member if that is an
 * integer: it may be a count that differs from event to event. */
static size_t
steadysize(struct span object)
{
	const char *end = object.p + object.n - 1, *p = end;

	while (p[-1] >= '0' && p[-1] <= '9')
		p--;
	if (p == end || p[-1] != ':' || p[-2] != '"')
		return object.n - 1;
	for (p -= 2; (p[-1] >= 'a' && p[-1] <= 'z') || p[-1] == '_';)
		p--;
	return p[-1] == '"' && p[-2] == ',' ? (size_t)(p - 2 - object.p) : object.n - 1;
}

/* Writes args and caches their encoding, unless it will differ the next time. */
static void
putmemo(struct packets *k, struct memo *memo, struct span text)
{
	size_t typed = k->typed.n, notes = k->out->n;

	k->spelled = false;
	putlevels(k, text.p + 1, text.p + text.n, args);
	if (k->spelled)
		return;
	memo->sequence = k->sequence->id;
	memo->bytes.n = 0;
	bufspan(&memo->bytes, text);
	memo->typed = memo->bytes.n;
	bufmem(&memo->bytes, k->typed.p + typed, k->typed.n - typed);
	memo->notes = memo->bytes.n;
	bufmem(&memo->bytes, k->out->p + notes, k->out->n - notes);
}

/* Returns true if the encoding of a text of this size is cached. */
static bool
cached(size_t n)
{
	return n >= MEMO_LEAST && n <= MEMO_MOST;
}

bool
packetargscached(struct span object)
{
	return cached(steadysize(object));
}

void
packetargs(struct packets *k, struct span object)
{
	struct span text = { object.p, steadysize(object) };
	struct memo *memo;

	if (cached(text.n)) {
		memo = &k->memos[(stringhash(text) + k->sequence->id) %
		    (sizeof(k->memos) / sizeof(*k->memos))];
		if (memo->sequence == k->sequence->id &&
		    spansame((struct span){ memo->bytes.p, memo->typed }, text)) {
			bufmem(&k->typed, memo->bytes.p + memo->typed, memo->notes - memo->typed);
			bufmem(k->out, memo->bytes.p + memo->notes, memo->bytes.n - memo->notes);
		} else {
			putmemo(k, memo, text);
		}
		object.p += text.n - 1;
	}
	putlevels(k, object.p + 1, NULL, args);
}
