/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "event.h"
#include "json.h"

static const struct {
	struct span name;
	enum event_family family;
} types[] = {
#define T(id, text, family) { { text, sizeof(text) - 1 }, FAMILY_##family },
	EVENT_TYPES(T)
#undef T
};

const char *
evtypename(enum event_type type)
{
	return type < TYPE_COUNT ? types[type].name.p : NULL;
}

enum event_family
evfamily(enum event_type type)
{
	return type < TYPE_COUNT ? types[type].family : FAMILY_OTHER;
}

/* Whether a name has exactly the bytes of a literal: with the length known, a comparison of integers. */
#define SAME(name, text) ((name).n == sizeof(text) - 1 && memcmp((name).p, text, sizeof(text) - 1) == 0)

enum event_type
evtype(struct span name)
{
#define T(id, text, family) \
	if (SAME(name, text)) \
		return TYPE_##id;
	EVENT_TYPES(T)
#undef T
	return TYPE_OTHER;
}

static inline enum event_key
evkey(struct span name)
{
#define K(id, text) \
	if (SAME(name, text)) \
		return KEY_##id;
	EVENT_KEYS(K)
#undef K
	return KEY_COUNT;
}

int64_t
evend(const struct event *ev)
{
	return addsat(ev->number[KEY_TS], evnumber(ev, KEY_DUR));
}

bool
evopen(const struct event *ev)
{
	return evhas(ev, KEY_OPEN) && spanis(ev->value[KEY_OPEN], "true");
}

struct span
evarg(const struct event *ev, const char *name, struct buf *stack)
{
	return evhas(ev, KEY_ARGS) ? jsonmember(ev->value[KEY_ARGS], name, stack) : (struct span){ NULL, 0 };
}

bool
evstartend(const struct event *ev, struct buf *stack)
{
	struct span id = evarg(ev, "range_id", stack);

	return id.n > 0 && !spanis(id, "null");
}

static bool
fail(struct everror *error, const struct event *ev, const char *at, const char *why)
{
	error->why = why;
	error->at = (size_t)(at - ev->line.p);
	return false;
}

/* Takes one member of the record. */
static bool
member(struct event *ev, struct span name, struct span value, unsigned want, struct everror *error)
{
	static const char *const wrong[] = {
#define K(id, text) "\"" text "\" is not an integer",
		EVENT_KEYS(K)
#undef K
	};
	struct buf scratch = { 0 };
	enum event_key key = evkey(name);

	if (key == KEY_COUNT && memchr(name.p, '\\', name.n)) {
		key = evkey(jsontext(name, &scratch));
		free(scratch.p);
	}
	if (key == KEY_COUNT)
		return true;
	ev->given |= EVKEY(key);
	if (spanis(value, "null")) {
		ev->has &= ~EVKEY(key);
		return true;
	}
	if (key < KEY_INTEGERS && (want & EVKEY(key)) && !jsonint(value, &ev->number[key]))
		return fail(error, ev, value.p, wrong[key]);
	ev->has |= EVKEY(key);
	ev->value[key] = value;
	return true;
}

/* Checks what must hold for every record once its line is read. */
static bool
check(struct event *ev, struct everror *error)
{
	struct span type = ev->value[KEY_TYPE];

	if (!evhas(ev, KEY_TS))
		return fail(error, ev, ev->line.p, "no \"ts\"");
	if (evhas(ev, KEY_DUR) && ev->number[KEY_DUR] < 0)
		return fail(error, ev, ev->value[KEY_DUR].p, "\"dur\" is negative");
	ev->type = TYPE_OTHER;
	if (evhas(ev, KEY_TYPE)) {
		struct buf scratch = { 0 };

		if (!jsonisstring(type))
			return fail(error, ev, type.p, "\"type\" is not a string");
		ev->type = evtype(jsontext(type, &scratch));
		free(scratch.p);
	}
	if (evhas(ev, KEY_NAME) && !jsonisstring(ev->value[KEY_NAME]))
		return fail(error, ev, ev->value[KEY_NAME].p, "\"name\" is not a string");
	return true;
}

bool
evparse(struct event *ev, struct span line, unsigned want, struct buf *stack, struct everror *error)
{
	struct json j;
	struct span key, value;
	const char *end;
	int more;

	ev->line = line;
	ev->has = 0;
	ev->given = 0;
	want |= EVKEY(KEY_TS) | EVKEY(KEY_DUR);
	jsonopen(&j, line.p, stack);
	while ((more = jsonnext(&j, &key, &value)) > 0)
		if (!member(ev, key, value, want, error))
			return false;
	if (more < 0)
		return fail(error, ev, j.p, j.why);
	end = jsonspace(j.p);
	if (end != line.p + line.n)
		return fail(error, ev, end, "text behind the object");
	return check(ev, error);
}

void
evputend(struct buf *out, int64_t ts, uint64_t events, bool partial)
{
	bufstr(out, "{\"ts\":");
	bufint(out, ts);
	bufstr(out, ",\"type\":\"end\",\"events\":");
	bufuint(out, events);
	bufstr(out, partial ? ",\"partial\":true}\n" : "}\n");
}

void
evreopen(struct buf *out, const struct event *ev, unsigned without, struct buf *stack)
{
	struct span line = ev->line, key, value;
	struct buf scratch = { 0 };
	const char *comma = "";
	struct json j;

	if (!(ev->given & without)) {
		while (line.p[line.n - 1] != '}')
			line.n--;
		bufmem(out, line.p, line.n - 1);
		return;
	}
	bufchar(out, '{');
	jsonopen(&j, line.p, stack);
	while (jsonnext(&j, &key, &value) > 0) {
		if (without & EVKEY(evkey(jsontext(key, &scratch))))
			continue;
		bufstr(out, comma);
		comma = ",";
		bufchar(out, '"');
		bufspan(out, key);
		bufstr(out, "\":");
		bufspan(out, value);
	}
	free(scratch.p);
}
