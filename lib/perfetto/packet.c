/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "base/proto.h"
#include "packet.h"

/* Field numbers, message by message. */
enum { TRACE_PACKET = 1 };
enum {
	PACKET_CLOCKS = 6,
	PACKET_TIMESTAMP = 8,
	PACKET_SEQUENCE = 10,
	PACKET_EVENT = 11,
	PACKET_INTERNED = 12,
	PACKET_FLAGS = 13,
	PACKET_DEFAULTS = 59,
	PACKET_MACHINE = 98
};
/* Perfetto can skip packets whose interned data was lost if a sequence announces it. In a file none
 * is lost. */
enum { FLAG_CLEARED = 1 };
enum { CLOCKS_CLOCK = 1, CLOCK_ID = 1, CLOCK_TIME = 2, CLOCK_ADDS = 3 };
/* UTC, the trace's clock, and the incremental clock of each sequence, whose times are
 * differences. */
enum { CLOCK_UTC = 1, CLOCK_TRACE = 6, CLOCK_OWN = 64 };
enum { DEFAULTS_EVENT = 11, DEFAULTS_CLOCK = 58 };
enum {
	EVENT_FLOW = 6,
	EVENT_TYPE = 9,
	EVENT_TRACK = 11,
	EVENT_INT = 30,
	EVENT_DOUBLE = 44,
	EVENT_STACK = 56,
	EVENT_CORRELATION = 3000
};
enum { CORRELATION_STAGES = 1 };
enum { FLOW_ID = 8, FLOW_DIRECTION = 13, FLOW_IN = 1, FLOW_OUT = 2 };
enum { INTERNED_NUMBER = 1, INTERNED_TEXT = 2 };
/* The fields of a string: its number, the string itself, its definition in the interned data. */
static const struct {
	unsigned number, text, interned;
} texts[] = {
	[TEXT_CATEGORY] = { 3, 22, 1 },
	[TEXT_NAME] = { 10, 23, 2 },
	[TEXT_ARG_NAME] = { 1, 10, 3 },
	[TEXT_VALUE] = { 17, 6, 29 },
};

static void
putstring(struct buf *out, unsigned field, struct span quoted)
{
	size_t start = protoopen(out, field);

	jsonutf8(out, quoted);
	protoclose(out, start);
}

void
packetplain(struct packets *k, enum packet_text kind, struct span text)
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

size_t
packetopen(struct packets *k)
{
	size_t packet;

	k->last = k->out->n;
	packet = protoopen(k->out, TRACE_PACKET);
	if (k->machine != 0)
		protouint(k->out, PACKET_MACHINE, k->machine);
	return packet;
}

/* Writes a clock's time, ns. */
static void
putclock(struct buf *out, unsigned id, int64_t at)
{
	size_t clock = protoopen(out, CLOCKS_CLOCK);

	protouint(out, CLOCK_ID, id);
	protouint(out, CLOCK_TIME, (uint64_t)at);
	if (id == CLOCK_OWN)
		protouint(out, CLOCK_ADDS, true);
	protoclose(out, clock);
}

/* Writes the times of all clocks at ts, ns; UTC once, where it is known. */
static void
putclocks(struct packets *k, int64_t ts)
{
	size_t clocks = protoopen(k->out, PACKET_CLOCKS);
	int64_t utc;

	putclock(k->out, CLOCK_OWN, ts);
	putclock(k->out, CLOCK_TRACE, ts);
	if (k->hasutc && !k->dated && !__builtin_add_overflow(k->utc, ts, &utc) && utc > 0) {
		putclock(k->out, CLOCK_UTC, utc);
		k->dated = true;
	}
	protoclose(k->out, clocks);
}

/* Writes the first packet of a sequence: its clock, which starts at its first event, and the track
 * of all its events, if it has one. */
static void
beginsequence(struct packets *k, struct sequence *s, int64_t ts)
{
	struct buf *out = k->out;
	size_t packet = packetopen(k), part, event;

	protouint(out, PACKET_SEQUENCE, s->id);
	protouint(out, PACKET_FLAGS, FLAG_CLEARED);
	part = protoopen(out, PACKET_DEFAULTS);
	protouint(out, DEFAULTS_CLOCK, CLOCK_OWN);
	if (!s->shared) {
		event = protoopen(out, DEFAULTS_EVENT);
		protouint(out, EVENT_TRACK, s->id);
		protoclose(out, event);
	}
	protoclose(out, part);
	putclocks(k, ts);
	protoclose(out, packet);
	s->begun = true;
	s->latest = ts;
}

/* Room for the fields of a packet in front of its event, and for the type of the event, bytes. */
enum { PACKET_ROOM = 12 * PROTO_VARINT_BYTES };

/* Writes a field of type uint at p, which has room for it. Returns its end. */
static inline char *
spelluint(char *p, unsigned field, uint64_t v)
{
	return protospell(protospell(p, field << 3 | PROTO_VARINT), v);
}

/* Begins a message at p, as protoopen does. Returns where its fields begin. */
static inline char *
spellopen(char *p, unsigned field)
{
	p = protospell(p, field << 3 | PROTO_BYTES);
	*p = '\0';
	return p + 1;
}

/* Begins a packet on a sequence at ts, ns, at the end of the output, which then has PACKET_ROOM
 * bytes. Returns the end of its fields. */
static inline char *
spellpacket(struct packets *k, struct sequence *s, int64_t ts)
{
	char *p;

	if (!s->begun)
		beginsequence(k, s, ts);
	p = bufroom(k->out, PACKET_ROOM);
	k->sequence = s;
	k->last = k->out->n;
	p = spellopen(p, TRACE_PACKET);
	k->packet = (size_t)(p - k->out->p);
	if (k->machine != 0)
		p = spelluint(p, PACKET_MACHINE, k->machine);
	p = spelluint(p, PACKET_TIMESTAMP, (uint64_t)ts - (uint64_t)s->latest);
	p = spelluint(p, PACKET_SEQUENCE, s->id);
	s->latest = ts;
	return p;
}

void
packetbare(struct packets *k, struct sequence *s, int64_t ts)
{
	k->out->n = (size_t)(spellpacket(k, s, ts) - k->out->p);
}

void
packetevent(struct packets *k, struct sequence *s, enum packet_event what, int64_t ts)
{
	char *p = spellopen(spellpacket(k, s, ts), PACKET_EVENT);

	k->event = (size_t)(p - k->out->p);
	k->out->n = (size_t)(spelluint(p, EVENT_TYPE, what) - k->out->p);
}

void
packetendslice(struct packets *k, struct sequence *s, int64_t ts)
{
	char *p = spellopen(spellpacket(k, s, ts), PACKET_EVENT), *event = p;

	p = spelluint(p, EVENT_TYPE, EVENT_END);
	event[-1] = (char)(p - event);
	k->out->n = (size_t)(p - k->out->p);
	protoclose(k->out, k->packet);
}

void
packettrack(struct packets *k, uint64_t uuid)
{
	protouint(k->out, EVENT_TRACK, uuid);
}

void
packetstack(struct packets *k, struct stacks *stacks, struct span frames)
{
	uint32_t number = stackput(stacks, frames, &k->fresh, k->stack);

	if (number)
		protouint(k->out, EVENT_STACK, number);
}

void
packetlaunches(struct packets *k, uint64_t id)
{
	size_t correlation = protoopen(k->out, EVENT_CORRELATION);

	protouint(k->out, CORRELATION_STAGES, id);
	protoclose(k->out, correlation);
}

void
packettext(struct packets *k, enum packet_text kind, struct span quoted)
{
	packetplain(k, kind, (struct span){ quoted.p + 1, quoted.n - 2 });
}

/* This is the legacy form of JSON traces. The ids of the newer form make chains, but one call may
 * launch many kernels. */
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

void
packettyped(struct packets *k, struct span encoded)
{
	bufspan(&k->typed, encoded);
}

void
packetendtyped(struct packets *k, struct span encoded)
{
	if (k->typed.n == 0 && encoded.n > 0)
		typedput(k->out, encoded);
	else
		packettyped(k, encoded);
	packetend(k);
}

void
packetend(struct packets *k)
{
	if (k->typed.n > 0) {
		typedput(k->out, bufall(&k->typed));
		k->typed.n = 0;
	}
	protoclose(k->out, k->event);
	packetdone(k, &k->fresh);
}

void
packetdone(struct packets *k, struct buf *interned)
{
	if (interned->n > 0) {
		protobytes(k->out, PACKET_INTERNED, bufall(interned));
		interned->n = 0;
	}
	protoclose(k->out, k->packet);
}

void
packetwhole(struct packets *k)
{
	if (k->out->n > k->last) /* false if the block was flushed since */
		k->out->n = k->last;
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
