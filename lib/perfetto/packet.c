/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "json.h"
#include "map.h"
#include "packet.h"
#include "proto.h"
#include "scan.h"
#include "typed.h"

/* Field numbers, message by message. */
enum { TRACE_PACKET = 1 };
enum {
	PACKET_CLOCK_SNAPSHOT = 6,
	PACKET_TIMESTAMP = 8,
	PACKET_SEQUENCE = 10,
	PACKET_EVENT = 11,
	PACKET_INTERNED = 12,
	PACKET_FLAGS = 13,
	PACKET_DEFAULTS = 59,
	PACKET_DESCRIPTOR = 60,
	PACKET_EXTENSION = 72
};
enum { EXTENSION_SET = 1 };
/* Those that need what came before may say so, for the case that packets are lost: in a file none
 * are. */
enum { FLAG_CLEARED = 1 };
enum { SNAPSHOT_CLOCK = 1, CLOCK_ID = 1, CLOCK_TIMESTAMP = 2, CLOCK_INCREMENTAL = 3 };
/* The clock since boot, and the first one that is a sequence's own. */
enum { CLOCK_TRACE = 6, CLOCK_OWN = 64 };
enum { DEFAULTS_CLOCK = 58, DEFAULTS_EVENT = 11, EVENT_DEFAULTS_TRACK = 11 };
enum { EVENT_ARG = 4, EVENT_FLOW = 6, EVENT_TYPE = 9, EVENT_INT = 30, EVENT_DOUBLE = 44 };
enum { FLOW_ID = 8, FLOW_DIRECTION = 13, FLOW_IN = 1, FLOW_OUT = 2 };
enum {
	ARG_BOOL = 2,
	ARG_UINT = 3,
	ARG_INT = 4,
	ARG_DOUBLE = 5,
	ARG_STRING = 6,
	ARG_MEMBER = 11,
	ARG_ELEMENT = 12
};
enum { INTERNED_NUMBER = 1, INTERNED_TEXT = 2 };
enum {
	DESCRIPTOR_UUID = 1,
	DESCRIPTOR_NAME = 2,
	DESCRIPTOR_PROCESS = 3,
	DESCRIPTOR_THREAD = 4,
	DESCRIPTOR_PARENT = 5,
	DESCRIPTOR_COUNTER = 8,
	DESCRIPTOR_RANK = 12,
	DESCRIPTOR_PROCESSES = 19,
	DESCRIPTOR_THREADS = 20
};
enum { EXPLICIT = 1 };
enum { PROCESS_PID = 1, PROCESS_NAME = 6, THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5 };

/* The fields of a string: its number where it is used, itself where it is used, and its
 * definition. */
static const struct {
	unsigned number, text, interned;
} texts[] = {
	[TEXT_CATEGORY] = { 3, 22, 1 },
	[TEXT_NAME] = { 10, 23, 2 },
	[TEXT_ARG_NAME] = { 1, 10, 3 },
	[TEXT_VALUE] = { 17, ARG_STRING, 29 },
};

/* Arguments deeper than this are written as text: readers of messages stop at a depth of 100, and
 * an event has three around it. */
enum { DEPTH = 64 };

/* Sizes of args that are kept: less is sooner written than found. */
enum { MEMO_LEAST = 72, MEMO_MOST = 1024 };

static void
putstring(struct buf *out, unsigned field, struct span quoted)
{
	size_t start = protoopen(out, field);

	jsonutf8(out, quoted);
	protoclose(out, start);
}

/* Writes a string of the event, by its number if it has one. */
static void
puttext(struct packets *k, enum packet_text kind, struct span text)
{
	struct sequence *s = k->sequence;
	bool fresh;
	uint32_t number =
	    interned(&k->strings, &s->spaces[kind], (uint64_t)s->id << 8 | kind, text, &fresh);

	if (number == 0 || fresh)
		k->spelled = true;
	if (number == 0) {
		putstring(k->out, texts[kind].text, text);
		return;
	}
	if (fresh) {
		size_t start = protoopen(&k->fresh, texts[kind].interned);

		protouint(&k->fresh, INTERNED_NUMBER, number);
		putstring(&k->fresh, INTERNED_TEXT, text);
		protoclose(&k->fresh, start);
	}
	protouint(k->out, texts[kind].number, number);
}

static void
putclock(struct buf *out, unsigned id)
{
	size_t clock = protoopen(out, SNAPSHOT_CLOCK);

	protouint(out, CLOCK_ID, id);
	protouint(out, CLOCK_TIMESTAMP, 0);
	if (id == CLOCK_OWN)
		protouint(out, CLOCK_INCREMENTAL, 1);
	protoclose(out, clock);
}

/* Begins a packet; returns what protoclose needs. */
static size_t
openpacket(struct packets *k)
{
	k->last = k->out->n;
	return protoopen(k->out, TRACE_PACKET);
}

/* Writes the first packet of a sequence: its clock, which starts at 0, and its track. */
static void
beginsequence(struct packets *k, struct sequence *s)
{
	struct buf *out = k->out;
	size_t packet = openpacket(k), part, event;

	protouint(out, PACKET_SEQUENCE, s->id);
	protouint(out, PACKET_FLAGS, FLAG_CLEARED);
	part = protoopen(out, PACKET_CLOCK_SNAPSHOT);
	putclock(out, CLOCK_OWN);
	putclock(out, CLOCK_TRACE);
	protoclose(out, part);
	part = protoopen(out, PACKET_DEFAULTS);
	protouint(out, DEFAULTS_CLOCK, CLOCK_OWN);
	event = protoopen(out, DEFAULTS_EVENT);
	protouint(out, EVENT_DEFAULTS_TRACK, s->id);
	protoclose(out, event);
	protoclose(out, part);
	protoclose(out, packet);
	s->begun = true;
}

void
packetevent(struct packets *k, struct sequence *s, enum packet_event what, int64_t ts)
{
	struct buf *out = k->out;

	if (!s->begun)
		beginsequence(k, s);
	k->sequence = s;
	k->packet = openpacket(k);
	protouint(out, PACKET_TIMESTAMP, (uint64_t)ts - (uint64_t)s->ts);
	s->ts = ts;
	protouint(out, PACKET_SEQUENCE, s->id);
	k->event = protoopen(out, PACKET_EVENT);
	protouint(out, EVENT_TYPE, what);
}

void
packettext(struct packets *k, enum packet_text kind, struct span quoted)
{
	puttext(k, kind, (struct span){ quoted.p + 1, quoted.n - 2 });
}

/* The way of JSON traces, which the format kept: its own ids are chains, and one call may launch
 * many. */
void
packetflow(struct packets *k, uint64_t id, bool leaves)
{
	size_t flow = protoopen(k->out, EVENT_FLOW);

	protouint(k->out, FLOW_ID, id);
	protouint(k->out, FLOW_DIRECTION, leaves ? FLOW_OUT : FLOW_IN);
	protoclose(k->out, flow);
}

void
packetvalue(struct packets *k, struct span number)
{
	int64_t v;

	if (jsonint(number, &v))
		protouint(k->out, EVENT_INT, (uint64_t)v);
	else
		protodouble(k->out, EVENT_DOUBLE, strtod(number.p, NULL));
}

/* Writes a number: integers as such as far as there are any, what no number can be as text. */
static void
putnumber(struct packets *k, struct span value)
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

/* Writes a value that holds no others, or is too deep. */
static void
putvalue(struct packets *k, struct span value)
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
	case 'n': /* nothing stands for null */
		break;
	case '{':
	case '[':
		start = protoopen(k->out, ARG_STRING);
		jsonclean(k->out, value);
		protoclose(k->out, start);
		break;
	default:
		putnumber(k, value);
	}
}

static bool
isnumber(const char *p)
{
	return *p == '-' || (*p >= '0' && *p <= '9');
}

/* Reads a value that is a small integer without a sign, as most are, and returns where it ends;
 * NULL when it is anything else. */
static const char *
smallint(const char *p, int64_t *v)
{
	uint64_t digits = 0;
	const char *end = scandigits(p, &digits);

	*v = (int64_t)digits;
	return end == p || end - p > 18 || *end == '.' || (*end | 0x20) == 'e' ? NULL : end;
}

/* Moves over a string; most have no escapes. */
static const char *
skipstring(const char *p, struct buf *stack)
{
	const char *end = scanplain(p + 1);

	return *end == '"' ? end + 1 : jsonskip(p, stack);
}

/* Writes a list of integers as a field; nothing when there is anything else in it. */
static bool
putints(struct buf *out, unsigned field, const char *p)
{
	size_t before = out->n, start = protoopen(out, field);
	int64_t v;

	for (p = jsonspace(p + 1); *p != ']'; p = jsonspace(p)) {
		const char *end = smallint(p, &v);

		if (!end && isnumber(p)) {
			end = jsonskip(p, NULL);
			end = jsonint((struct span){ p, (size_t)(end - p) }, &v) ? end : NULL;
		}
		if (!end) {
			out->n = before;
			return false;
		}
		protovarint(out, (uint64_t)v);
		p = jsonspace(end);
		p += *p == ',';
	}
	protoclose(out, start);
	return true;
}

/* Writes a value as a field of the args; nothing when it is not what the field is for. */
static bool
puttyped(struct packets *k, const struct typed *t, struct span value)
{
	int64_t v;
	double d;

	switch (t->kind) {
	case TYPED_INT:
		if (!jsonint(value, &v))
			return false;
		protouint(&k->typed, t->field, (uint64_t)v);
		return true;
	case TYPED_INTS:
		return value.p[0] == '[' && putints(&k->typed, t->field, value.p);
	case TYPED_DOUBLE:
		if (!isnumber(value.p) || jsonint(value, &v))
			return false;
		d = strtod(value.p, NULL);
		if (isfinite(d))
			protodouble(&k->typed, t->field, d);
		return isfinite(d);
	default:
		return false;
	}
}

/* An object or array whose members are being written. */
struct level {
	/* Where its annotation begins, as protoopen has it, and where its members do; start is 0
	 * for the args themselves. */
	size_t before, start, inside;
	size_t typedbefore, typed;    /* the same of its message; typed is 0 for none */
	char close;                   /* what ends it */
	unsigned field;               /* of its members */
	enum typed_message message;   /* that has fields for them; TYPED_COUNT for none */
};

static const struct level args = { .close = '}', .field = EVENT_ARG, .message = TYPED_ARGS };

/* Begins what is inside of an object or array, at whose bracket p is; t is its field, or NULL. */
static void
openlevel(struct packets *k, struct level *l, const struct typed *t, const char *p)
{
	l->inside = k->out->n;
	l->close = *p == '{' ? '}' : ']';
	l->field = *p == '{' ? ARG_MEMBER : ARG_ELEMENT;
	l->message = TYPED_COUNT;
	if (t && t->kind == TYPED_MESSAGE && *p == '{') {
		l->message = t->inner;
		l->typedbefore = k->typed.n;
		l->typed = protoopen(&k->typed, t->field);
	}
}

/* Ends an object or array. One whose members are all fields of a message is no annotation. */
static void
closelevel(struct packets *k, const struct level *l)
{
	bool message = l->typed && k->typed.n > l->typed;

	if (message)
		protoclose(&k->typed, l->typed);
	else if (l->typed)
		k->typed.n = l->typedbefore;
	if (message && k->out->n == l->inside)
		k->out->n = l->before;
	else if (l->start)
		protoclose(k->out, l->start);
}

/* Writes a member of a level, or an element, which has no name. Where there is room for the level
 * of one that has members itself, that is only begun: room gets a start. Returns where the text
 * goes on. */
static const char *
putmember(struct packets *k, const struct level *outer, struct span name, const char *p,
    struct level *room)
{
	const struct typed *t =
	    name.p && outer->message != TYPED_COUNT ? typedfind(outer->message, name) : NULL;
	struct level l = { .before = k->out->n };
	const char *end;
	int64_t v;

	if (t && t->kind == TYPED_INT && (end = smallint(p, &v))) {
		protouint(&k->typed, t->field, (uint64_t)v);
		return end;
	}
	if (t && t->kind != TYPED_MESSAGE) {
		end = jsonskip(p, k->stack);
		if (puttyped(k, t, (struct span){ p, (size_t)(end - p) }))
			return end;
	}
	l.start = protoopen(k->out, outer->field);
	if (name.p)
		puttext(k, TEXT_ARG_NAME, name);
	if (room && (*p == '{' || *p == '[')) {
		openlevel(k, &l, t, p);
		*room = l;
		return p + 1;
	}
	end = *p == '"' ? skipstring(p, k->stack) : jsonskip(p, k->stack);
	putvalue(k, (struct span){ p, (size_t)(end - p) });
	protoclose(k->out, l.start);
	return end;
}

/* Writes all that is inside of the level given, up to until or, where that is NULL, to the end of
 * the level. */
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
			closelevel(k, inner);
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
		p = putmember(k, inner, name, p, room);
		if (room && room->start)
			depth++;
	}
}

void
packetarg(struct packets *k, struct span name, struct span value)
{
	struct level inner = { 0 };
	const char *p = putmember(k, &args, name, value.p, &inner);

	if (inner.start)
		putlevels(k, p, NULL, inner);
}

/* The size of an object's text without its last member if that is an integer, which may count
 * events, and without its bracket. */
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

/* Writes args and keeps them, unless they would be written another way the next time. */
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

void
packetargs(struct packets *k, struct span object)
{
	struct span text = { object.p, steadysize(object) };
	struct memo *memo;

	if (text.n >= MEMO_LEAST && text.n <= MEMO_MOST) {
		memo = &k->memos[(namehash(text) + k->sequence->id) %
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

void
packetend(struct packets *k)
{
	if (k->typed.n > 0) {
		protobytes(k->out, TYPED_FIELD, bufall(&k->typed));
		k->typed.n = 0;
	}
	protoclose(k->out, k->event);
	if (k->fresh.n > 0) {
		protobytes(k->out, PACKET_INTERNED, bufall(&k->fresh));
		k->fresh.n = 0;
	}
	protoclose(k->out, k->packet);
}

void
packetwhole(struct packets *k)
{
	if (k->out->n > k->last) /* not when it was written out since */
		k->out->n = k->last;
}

/* Writes what kind of track a descriptor is of. */
static void
putkind(struct buf *out, const struct descriptor *d)
{
	size_t kind;

	if (d->tid) {
		kind = protoopen(out, DESCRIPTOR_THREAD);
		protouint(out, THREAD_PID, (uint64_t)d->pid);
		protouint(out, THREAD_TID, (uint64_t)d->tid);
		putstring(out, THREAD_NAME, d->name);
	} else if (d->pid) {
		kind = protoopen(out, DESCRIPTOR_PROCESS);
		protouint(out, PROCESS_PID, (uint64_t)d->pid);
		putstring(out, PROCESS_NAME, d->name);
	} else {
		putstring(out, DESCRIPTOR_NAME, d->name);
		kind = protoopen(out, DESCRIPTOR_COUNTER);
	}
	protoclose(out, kind);
}

void
packetbegin(struct packets *k)
{
	static const struct descriptor root = { .uuid = 0 };
	size_t packet = openpacket(k), extension = protoopen(k->out, PACKET_EXTENSION),
	       set = protoopen(k->out, EXTENSION_SET);

	typeddescribe(k->out);
	protoclose(k->out, set);
	protoclose(k->out, extension);
	protoclose(k->out, packet);
	packetdescriptor(k, &root);
}

void
packetdescriptor(struct packets *k, const struct descriptor *d)
{
	struct buf *out = k->out;
	size_t packet = openpacket(k), descriptor = protoopen(out, PACKET_DESCRIPTOR);

	protouint(out, DESCRIPTOR_UUID, d->uuid);
	if (d->uuid == 0) {
		protouint(out, DESCRIPTOR_PROCESSES, EXPLICIT);
		protouint(out, DESCRIPTOR_THREADS, EXPLICIT);
	} else {
		if (d->parent)
			protouint(out, DESCRIPTOR_PARENT, d->parent);
		putkind(out, d);
		if (d->pid)
			protouint(out, DESCRIPTOR_RANK, (uint64_t)d->rank);
	}
	protoclose(out, descriptor);
	protoclose(out, packet);
}

void
packetsfree(struct packets *k)
{
	internfree(&k->strings);
	free(k->fresh.p);
	free(k->typed.p);
	for (size_t i = 0; i < sizeof(k->memos) / sizeof(*k->memos); i++)
		free(k->memos[i].bytes.p);
}
