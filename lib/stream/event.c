/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "base/scan.h"
#include "event.h"

/* The bytes that the scanner may load after a string: JSON_SLACK. */
#define PAD "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"

_Static_assert(sizeof(PAD) > JSON_SLACK, "a padded string has JSON_SLACK bytes behind it");

static const struct {
	struct span name, quoted;
	enum event_family family;
} types[] = {
#define T(id, text, family) \
	{ { text, sizeof(text) - 1 }, { "\"" text "\"" PAD, sizeof(text) + 1 }, FAMILY_##family },
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

enum event_type
evtype(struct span name)
{
	/* A small cache by length and first letter: a stream has events of a few types. */
	static _Thread_local enum event_type recent[32];
	enum event_type *guess =
	    &recent[(name.n + (name.n > 0 ? (unsigned char)name.p[0] : 0)) % 32];

	if (spansame(types[*guess].name, name))
		return *guess;
	for (enum event_type type = 0; type < TYPE_COUNT; type++)
		if (spansame(types[type].name, name))
			return *guess = type;
	return TYPE_OTHER;
}

const char *
evfamilyname(enum event_family family)
{
	static const char *const names[] = {
		[FAMILY_NVTX] = "ranges",
		[FAMILY_CPU] = "cpu",
		[FAMILY_GPU] = "gpu",
		[FAMILY_DEVICE] = "gpu",
		[FAMILY_GRAPHICS] = "graphics",
		[FAMILY_COUNTER] = "counter",
		[FAMILY_OTHER] = NULL,
	};

	return names[family];
}

uint64_t
evtypeset(struct span name)
{
	enum event_type type = evtype(name);
	uint64_t set = type == TYPE_OTHER ? 0 : EVTYPE(type);

	for (int i = 0; i < TYPE_COUNT; i++) {
		const char *family = evfamilyname(evfamily((enum event_type)i));

		if (family && spanis(name, family))
			set |= EVTYPE(i);
	}
	return set;
}

/* Compares a name with a literal. The compiler knows the length, so it compares integers. */
#define SAME(name, text) \
	((name).n == sizeof(text) - 1 && memcmp((name).p, text, sizeof(text) - 1) == 0)

enum event_key
evkey(struct span name)
{
#define K(id, text, integer) \
	if (SAME(name, text)) \
		return KEY_##id;
	EVENT_KEYS(K)
#undef K
	return KEY_COUNT;
}

void
evmake(struct event *ev, enum event_type type, int64_t ts, struct buf *stack)
{
	ev->line = (struct span){ NULL, 0 };
	ev->has = ev->given = ev->set = 0;
	ev->type = type;
	ev->stack = stack;
	ev->where = NULL;
	ev->notes = NULL;
	evsetint(ev, KEY_TS, ts);
	evset(ev, KEY_TYPE, types[type].quoted);
}

void
evsettrue(struct event *ev, enum event_key key)
{
	evset(ev, key, (struct span){ "true" PAD, 4 });
}

struct valuenote *
evnote(const struct event *ev, struct valuenote *notes)
{
	for (unsigned keys = ev->has & ev->given & ~ev->set; keys; keys &= keys - 1) {
		enum event_key key = (enum event_key)__builtin_ctz(keys);
		struct span value = ev->value[key];

		*notes++ = (struct valuenote){ ev->number[key],
			(uint32_t)(value.p - ev->line.p), (uint32_t)value.n, key };
	}
	return notes;
}

/* Copies text and adds the NUL and JSON_SLACK bytes. Returns the end. */
static char *
copypadded(char *to, struct span text)
{
	if (text.n > 0)
		memcpy(to, text.p, text.n);
	memset(to + text.n, 0, 1 + JSON_SLACK);
	return to + text.n + 1 + JSON_SLACK;
}

/* A copy of an event. The bytes hold its notes, its line, and the values that were set, in this
 * order. */
struct eventcopy {
	struct event ev;
	struct where where;
	char bytes[];
};

_Static_assert(offsetof(struct eventcopy, bytes) % _Alignof(struct valuenote) == 0,
    "notes follow the event");

/* Copies an event with notes whose keys were not set: no more of it than these. */
static struct eventcopy *
evcopynoted(const struct event *ev, struct buf *into)
{
	size_t notes = ev->notecount * sizeof(*ev->notes);
	struct eventcopy *copy = (struct eventcopy *)(void *)bufroom(
	    into, sizeof(*copy) + notes + ev->line.n + 1 + JSON_SLACK);

	memcpy(copy->bytes, ev->notes, notes);
	copypadded(copy->bytes + notes, ev->line);
	copy->ev.line = (struct span){ copy->bytes + notes, ev->line.n };
	copy->ev.has = ev->has;
	copy->ev.given = ev->given;
	copy->ev.set = 0;
	copy->ev.type = ev->type;
	copy->ev.stack = ev->stack;
	evnoted(&copy->ev, (const struct valuenote *)(const void *)copy->bytes, ev->notecount);
	return copy;
}

/* Copies any event, and forgets its notes. */
static struct eventcopy *
evcopyany(const struct event *ev, struct buf *into)
{
	unsigned values = ev->has & (ev->given | ~(unsigned)EVENT_INTEGERS);
	size_t n = ev->line.n + 1 + JSON_SLACK;
	struct eventcopy *copy;
	char *p;

	for (unsigned set = values & ev->set; set; set &= set - 1)
		n += ev->value[__builtin_ctz(set)].n + 1 + JSON_SLACK;
	copy = (struct eventcopy *)(void *)bufroom(into, sizeof(*copy) + n);
	copy->ev = *ev;
	copy->ev.notes = NULL;
	copy->ev.line.p = copy->bytes;
	p = copypadded(copy->bytes, ev->line);
	for (unsigned set = values & ~ev->set; set; set &= set - 1) {
		struct span *value = &copy->ev.value[__builtin_ctz(set)];

		value->p = copy->bytes + (value->p - ev->line.p);
	}
	for (unsigned set = values & ev->set; set; set &= set - 1) {
		struct span *value = &copy->ev.value[__builtin_ctz(set)];
		char *next = copypadded(p, *value);

		value->p = p;
		p = next;
	}
	return copy;
}

struct event *
evcopy(const struct event *ev, struct buf *into)
{
	struct eventcopy *copy;

	into->n = 0;
	copy = ev->notes && !ev->set ? evcopynoted(ev, into) : evcopyany(ev, into);
	copy->ev.where = NULL;
	if (ev->where) {
		copy->where = *ev->where;
		copy->ev.where = &copy->where;
	}
	return &copy->ev;
}

const char *const gapargs[GAP_ARGS] = { "cause", "kind", "blame" };

void
evargs(const struct event *ev, const char *const *names, struct span *values, size_t count)
{
	struct span none = { NULL, 0 };

	jsonmembers(evhas(ev, KEY_ARGS) ? ev->value[KEY_ARGS] : none, names, values, count,
	    ev->stack);
}

struct span
evarg(const struct event *ev, const char *name)
{
	struct span value;

	evargs(ev, &name, &value, 1);
	return value;
}

bool
evisstartend(const struct event *ev)
{
	struct span id = evarg(ev, "range_id");

	return id.n > 0 && !spanis(id, "null");
}

/* Reads the number behind a key, which begins at p. Returns the end of the number; NULL if another
 * key is there, or a number that jsonint has to check. */
static const char *
quicknumber(const char *p, const char *key, int64_t *number)
{
	size_t n = strlen(key);
	const char *from = p + n;
	uint64_t v = 0;

	if (memcmp(p, key, n) != 0)
		return NULL;
	p = scandigits(from, &v);
	*number = (int64_t)v;
	return p > from && p - from <= 18 ? p : NULL;
}

/* Reads a launch that has exactly the members that nst-link writes. Returns false for others. */
static bool
quicklaunch(struct span object, struct launch *launch)
{
	static const char name[] = ",\"name\":\"";
	const char *p = quicknumber(object.p, "{\"ts\":", &launch->ts);
	const char *end = object.p + object.n, *text;

	p = p ? quicknumber(p, ",\"dur\":", &launch->dur) : NULL;
	p = p ? quicknumber(p, ",\"tid\":", &launch->tid) : NULL;
	if (!p || memcmp(p, name, sizeof(name) - 1) != 0)
		return false;
	text = p + sizeof(name) - 1;
	if (memchr(text, '"', (size_t)(end - text)) != end - 2)
		return false;
	launch->name = (struct span){ text - 1, (size_t)(end - text) };
	launch->hastid = true;
	return true;
}

bool
evlaunch(const struct event *ev, struct launch *launch)
{
	struct buf scratch = { 0 };
	struct span key, value;
	bool timed = false;
	struct json j;

	if (evhas(ev, KEY_LAUNCH) && quicklaunch(ev->value[KEY_LAUNCH], launch))
		return true;
	*launch = (struct launch){ .dur = -1 };
	if (!evhas(ev, KEY_LAUNCH) || *ev->value[KEY_LAUNCH].p != '{')
		return false;
	jsonopen(&j, ev->value[KEY_LAUNCH].p, ev->stack);
	while (jsonnext(&j, &key, &value) > 0) {
		key = jsontext(key, &scratch);
		if (spanis(key, "ts"))
			timed = jsonint(value, &launch->ts);
		else if (spanis(key, "dur"))
			launch->dur = jsonint(value, &launch->dur) ? launch->dur : -1;
		else if (spanis(key, "tid"))
			launch->hastid = jsonint(value, &launch->tid);
		else if (spanis(key, "name"))
			launch->name = jsonisstring(value) ? value : (struct span){ NULL, 0 };
	}
	free(scratch.p);
	return timed;
}

void
evdie(const struct event *ev, const char *format, ...)
{
	char why[1024];
	va_list ap;

	va_start(ap, format);
	vsnprintf(why, sizeof(why), format, ap);
	va_end(ap);
	if (!ev->where)
		die("%s", why);
	die("%s:%llu: %s", ev->where->path, (unsigned long long)ev->where->line, why);
}

void
evdieunsorted(const struct event *ev, int64_t latest)
{
	evdie(ev, "ts %lld comes after %lld: put the stream in order first: sort -s -t: -k2,2n",
	    (long long)ev->number[KEY_TS], (long long)latest);
}

static bool
eventfail(struct parseerror *error, const struct event *ev, const char *at, const char *why)
{
	error->why = why;
	error->at = (size_t)(at - ev->line.p);
	return false;
}

/* Stores one member of the record. */
static void
eventmember(struct event *ev, struct span name, struct span value)
{
	struct buf scratch = { 0 };
	enum event_key key = evkey(name);

	if (key == KEY_COUNT && memchr(name.p, '\\', name.n)) {
		key = evkey(jsontext(name, &scratch));
		free(scratch.p);
	}
	if (key == KEY_COUNT)
		return;
	ev->given |= EVKEY(key);
	if (spanis(value, "null")) {
		ev->has &= ~EVKEY(key);
		return;
	}
	ev->has |= EVKEY(key);
	ev->value[key] = value;
}

/* Decodes integer keys; after all members were read, since of equal keys the last one counts. */
static bool
eventintegers(struct event *ev, unsigned want, struct parseerror *error)
{
	static const char *const wrong[] = {
#define K(id, text, integer) "\"" text "\" is not an integer",
		EVENT_KEYS(K)
#undef K
	};

	for (int key = 0; key < KEY_COUNT; key++)
		if ((ev->has & want & EVKEY(key)) && !jsonint(ev->value[key], &ev->number[key]))
			return eventfail(error, ev, ev->value[key].p, wrong[key]);
	return true;
}

/* Checks the keys that every record must have. */
static bool
eventcheck(struct event *ev, struct parseerror *error)
{
	struct span type = ev->value[KEY_TYPE];

	if (!evhas(ev, KEY_TS))
		return eventfail(error, ev, ev->line.p, "no \"ts\"");
	if (evhas(ev, KEY_DUR) && ev->number[KEY_DUR] < 0)
		return eventfail(error, ev, ev->value[KEY_DUR].p, "\"dur\" is negative");
	ev->type = TYPE_OTHER;
	if (evhas(ev, KEY_TYPE)) {
		struct buf scratch = { 0 };

		if (!jsonisstring(type))
			return eventfail(error, ev, type.p, "\"type\" is not a string");
		ev->type = evtype((struct span){ type.p + 1, type.n - 2 });
		if (ev->type == TYPE_OTHER)
			ev->type = evtype(jsontext(type, &scratch));
		free(scratch.p);
	}
	if (evhas(ev, KEY_NAME) && !jsonisstring(ev->value[KEY_NAME]))
		return eventfail(error, ev, ev->value[KEY_NAME].p, "\"name\" is not a string");
	return true;
}

/* A mask of the first n bytes of a word; 0 for n below 0, all for 8 and more. */
#define REST(n) ((unsigned)(64 - 8 * (n)) % 64)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FIRST(n) ((n) <= 0 ? 0 : (n) >= 8 ? UINT64_MAX : UINT64_MAX >> REST(n))
#else
#define FIRST(n) ((n) <= 0 ? 0 : (n) >= 8 ? UINT64_MAX : UINT64_MAX << REST(n))
#endif

/* Reads a key whose opening quote is before p. Returns the position after its colon, or NULL if the
 * key has escapes or is not followed by a colon at once. It compares with the keys of event.h,
 * beginning at *key, because records mostly have that order. *key becomes the key found, or
 * KEY_COUNT. */
static inline const char *
quickkey(const char *p, unsigned *key)
{
	static const struct {
		union {
			char text[EVENT_KEY_LONGEST + 2];
			uint64_t words[2];
		} name; /* with its closing quote */
		uint64_t masks[2];
		unsigned n;
	} keys[] = {
#define K(id, text, integer) \
	{ { text "\"" }, { FIRST((int)sizeof(text)), FIRST((int)sizeof(text) - 8) }, sizeof(text) },
		EVENT_KEYS(K)
#undef K
	};
	unsigned at = *key;
	uint64_t word, more;

	memcpy(&word, p, sizeof(word));
	memcpy(&more, p + sizeof(word), sizeof(more));
	for (unsigned left = KEY_COUNT; left > 0; left--) {
		if (((word ^ keys[at].name.words[0]) & keys[at].masks[0]) == 0 &&
		    ((more ^ keys[at].name.words[1]) & keys[at].masks[1]) == 0) {
			*key = at;
			p += keys[at].n;
			return *p == ':' ? p + 1 : NULL;
		}
		at = at + 1 < KEY_COUNT ? at + 1 : 0;
	}
	*key = KEY_COUNT;
	p = scanplain(p);
	return p[0] == '"' && p[1] == ':' ? p + 2 : NULL;
}

/* Decodes the integer at p and returns its end, or NULL if it is none or exceeds 64 bits. */
static inline const char *
quickint(const char *p, int64_t *number)
{
	const char *start = p, *digits = p + (*p == '-');
	uint64_t v = 0;

	p = scandigits(digits, &v);
	if (p == digits || p > digits + 19 || (*digits == '0' && p > digits + 1) ||
	    v > (uint64_t)INT64_MAX + (start < digits))
		return NULL;
	*number = start < digits ? (int64_t)(0 - v) : (int64_t)v;
	return p;
}

/* Parses a line in the form that our programs write, in one pass. Returns false for any other line,
 * valid or not; then careful parses it. */
static bool
quick(struct event *ev, unsigned want, struct buf *stack)
{
	const char *p = ev->line.p, *value;
	unsigned key = 0;

	for (char before = '{'; p[0] == before && p[1] == '"'; before = ',') {
		value = p = quickkey(p + 2, &key);
		if (!p)
			return false;
		if (key < KEY_COUNT && (want & EVKEY(key))) {
			p = quickint(p, &ev->number[key]);
		} else if (*p == '"') {
			p = scanplain(p + 1);
			p = *p == '"' ? p + 1 : jsonskip(value, stack);
		} else {
			p = *p == 'n' ? NULL : jsonskip(p, stack);
		}
		if (!p)
			return false;
		if (key == KEY_COUNT) {
			key = 0;
			continue;
		}
		ev->has |= EVKEY(key);
		ev->value[key] = (struct span){ value, (size_t)(p - value) };
		key = key + 1 < KEY_COUNT ? key + 1 : 0;
	}
	ev->given = ev->has;
	return p > ev->line.p && p[0] == '}' && p + 1 == ev->line.p + ev->line.n;
}

/* Parses a line in any form. */
static bool
careful(struct event *ev, unsigned want, struct buf *stack, struct parseerror *error)
{
	struct json j;
	struct span key, value;
	const char *end;
	int more;

	ev->has = 0;
	ev->given = 0;
	jsonopen(&j, ev->line.p, stack);
	while ((more = jsonnext(&j, &key, &value)) > 0)
		eventmember(ev, key, value);
	if (more < 0)
		return eventfail(error, ev, j.p, j.why);
	end = jsonspace(j.p);
	if (end != ev->line.p + ev->line.n)
		return eventfail(error, ev, end, "text behind the object");
	return eventintegers(ev, want, error);
}

/* Returns true if a line is only a brace: jq begins each record so that it writes over several
 * lines. */
static bool
isbareopening(struct span line)
{
	const char *p = jsonspace(line.p), *end = line.p + line.n;

	return p < end && *p == '{' && jsonspace(p + 1) == end;
}

bool
evparse(struct event *ev, struct span line, unsigned want, struct buf *stack,
    struct parseerror *error)
{
	ev->line = line;
	ev->has = 0;
	ev->set = 0;
	ev->stack = stack;
	ev->notes = NULL;
	want = (want | EVKEY(KEY_TS) | EVKEY(KEY_DUR)) & EVENT_INTEGERS;
	if (!quick(ev, want, stack) && !careful(ev, want, stack, error)) {
		if (isbareopening(line))
			error->why = "a record over several lines: use jq -c";
		return false;
	}
	return eventcheck(ev, error);
}
