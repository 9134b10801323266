/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "base/scan.h"
#include "quickparse.h"

/* Types for evparse: records about the stream, and those whose "args" a merge changes. */
#define CAREFUL_TYPES \
	(EVTYPE(TYPE_HEADER) | EVTYPE(TYPE_END) | EVTYPE(TYPE_FAILED) | EVTYPE(TYPE_META) | \
	    EVTYPE(TYPE_BLOCK) | EVTYPE(TYPE_GPU_MEMORY) | EVTYPE(TYPE_GPU_POOL) | \
	    EVTYPE(TYPE_SLI))

/* Skips a text; NULL if there is another. */
#define SKIP(p, text) (memcmp(p, text, sizeof(text) - 1) == 0 ? (p) + sizeof(text) - 1 : NULL)

/* Parses an integer of at most 18 digits as the value of a key. Returns NULL if there is none. */
static inline const char *
quickinteger(struct event *ev, enum event_key key, const char *p)
{
	const char *start = p, *digits = p + (*p == '-');
	uint64_t v = 0;

	p = scandigits(digits, &v);
	if (p == digits || p > digits + 18 || (*digits == '0' && p > digits + 1))
		return NULL;
	ev->number[key] = start < digits ? -(int64_t)v : (int64_t)v;
	ev->value[key] = (struct span){ start, (size_t)(p - start) };
	ev->has |= EVKEY(key);
	return p;
}

/* Parses a string without escapes as the value of a key. Returns NULL if there is none. */
static inline const char *
quickstring(struct event *ev, enum event_key key, const char *p)
{
	const char *end = scanplain(p + 1);

	if (*p != '"' || *end != '"')
		return NULL;
	ev->value[key] = (struct span){ p, (size_t)(end + 1 - p) };
	ev->has |= EVKEY(key);
	return end + 1;
}

#define KEYIS(key, text) (memcmp(key, text, sizeof(text) - 1) == 0)

/* Returns true if a key must not appear among the remaining members. */
static inline bool
isreservedkey(const char *key, size_t n)
{
	switch (n) {
	case 2:
		return KEYIS(key, "ts");
	case 3:
		return KEYIS(key, "dur") || KEYIS(key, "pid") || KEYIS(key, "gpu");
	case 4:
		return KEYIS(key, "type") || KEYIS(key, "name") || KEYIS(key, "open");
	default:
		return false;
	}
}

/* Skips the remaining members of the object. Returns NULL if one is reserved or malformed. */
static inline const char *
skipmembers(const char *p, struct buf *stack)
{
	while (p[0] == ',' && p[1] == '"') {
		const char *key = p + 2, *end = scanplain(key);
		uint64_t v = 0;

		if (end[0] != '"' || end[1] != ':' || isreservedkey(key, (size_t)(end - key)))
			return NULL;
		p = scandigits(end + 2, &v);
		if (p == end + 2 || (*p != ',' && *p != '}') || (end[2] == '0' && p > end + 3))
			p = jsonskip(end + 2, stack);
		if (!p)
			return NULL;
	}
	return p;
}

bool
quickparse(struct event *ev, struct span line, struct buf *stack)
{
	const char *p = line.p, *next;

	ev->line = line;
	ev->has = ev->set = 0;
	ev->stack = stack;
	ev->notes = NULL;
	p = SKIP(p, "{\"ts\":");
	if (p)
		p = quickinteger(ev, KEY_TS, p);
	if (p && (next = SKIP(p, ",\"dur\":")))
		p = quickinteger(ev, KEY_DUR, next);
	if (!p || evnumber(ev, KEY_DUR) < 0 || !(p = SKIP(p, ",\"type\":")))
		return false;
	p = quickstring(ev, KEY_TYPE, p);
	if (p && (next = SKIP(p, ",\"name\":")))
		p = quickstring(ev, KEY_NAME, next);
	if (p && (next = SKIP(p, ",\"pid\":")))
		p = quickinteger(ev, KEY_PID, next);
	if (p)
		p = skipmembers(p, stack);
	if (!p || p[0] != '}' || p + 1 != line.p + line.n)
		return false;
	ev->given = ev->has;
	ev->type = evtype((struct span){ ev->value[KEY_TYPE].p + 1, ev->value[KEY_TYPE].n - 2 });
	return ev->type == TYPE_OTHER || !(EVTYPE(ev->type) & CAREFUL_TYPES);
}
