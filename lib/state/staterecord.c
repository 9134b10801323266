/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "staterecord.h"
#include "stream/record.h"

/* Bytes of the keys of a record, besides the blame. */
enum { STATE_ROOM = 640 };

/* The keys "type" and "name" of each state. They are copied with the bytes behind them. */
static const struct {
	char text[64];
	size_t n;
} statekeys[STATE_NAMES] = {
#define TYPE_AND_NAME(name)                                                                      \
	{ ",\"type\":\"gpu-state\",\"name\":\"" name "\"",                                       \
		sizeof(",\"type\":\"gpu-state\",\"name\":\"" name "\"") - 1 }
	TYPE_AND_NAME("idle"),
	TYPE_AND_NAME("compute"),
	TYPE_AND_NAME("communication"),
	TYPE_AND_NAME("compute+communication"),
	TYPE_AND_NAME("copy"),
	TYPE_AND_NAME("compute+copy"),
	TYPE_AND_NAME("communication+copy"),
	TYPE_AND_NAME("compute+communication+copy"),
	[STATE_BEFORE] = TYPE_AND_NAME("before"),
	[STATE_AFTER] = TYPE_AND_NAME("after"),
#undef TYPE_AND_NAME
};

/* Where the values of these two keys are. */
enum { TYPE_AT = sizeof(",\"type\":") - 1, TYPE_BYTES = sizeof("\"gpu-state\"") - 1 };
enum { NAME_AT = TYPE_AT + TYPE_BYTES + sizeof(",\"name\":") - 1 };

/* Notes the value of a key, from one byte of the line to another. Returns the next note. */
static inline struct valuenote *
notestate(struct staterecord *r, struct valuenote *note, enum event_key key, const char *from,
    const char *to, int64_t number)
{
	*note = (struct valuenote){ number, (uint32_t)(from - r->line.p), (uint32_t)(to - from),
		key };
	r->ev.has |= EVKEY(key);
	return note + 1;
}

/* Writes the cause of an idle interval to p. Returns its end. */
static char *
putblame(char *p, const struct blame *blame)
{
	p = stpcpy(memputliteral(p, "{\"cause\":\""), blame->cause);
	if (blame->kind)
		p = stpcpy(memputliteral(p, "\",\"kind\":\""), blame->kind);
	*p++ = '"';
	if (blame->what.n > 0)
		p = memputtext(memputliteral(p, ",\"blame\":"), bufall(&blame->what));
	if (blame->hastid)
		p = memputint(memputliteral(p, ",\"tid\":"), blame->tid);
	if (blame->hasparts) {
		p = memputint(memputliteral(p, ",\"before_call\":"), blame->beforecall);
		p = memputint(memputliteral(p, ",\"in_call\":"), blame->incall);
		p = memputint(memputliteral(p, ",\"after_call\":"), blame->aftercall);
	}
	*p++ = '}';
	return p;
}

/* Writes the keys of a record, in the order of event.h, and notes them. Returns the end of the
 * notes. */
static struct valuenote *
putstate(struct staterecord *r, const struct stateinterval *interval,
    const struct trackedgpu *gpu, unsigned name)
{
	struct valuenote *note = r->notes;
	char *p = bufroom(&r->line, STATE_ROOM + interval->blame.what.n), *from;

	from = memputliteral(p, "{\"ts\":");
	p = memputint(from, interval->ts);
	note = notestate(r, note, KEY_TS, from, p, interval->ts);
	from = memputliteral(p, ",\"dur\":");
	p = memputint(from, interval->dur);
	note = notestate(r, note, KEY_DUR, from, p, interval->dur);
	memcpy(p, statekeys[name].text, sizeof(statekeys[name].text));
	note = notestate(r, note, KEY_TYPE, p + TYPE_AT, p + TYPE_AT + TYPE_BYTES, 0);
	note = notestate(r, note, KEY_NAME, p + NAME_AT, p + statekeys[name].n, 0);
	p += statekeys[name].n;
	memcpy(p, gpu->keys, sizeof(gpu->keys));
	if (gpu->haspid)
		note = notestate(r, note, KEY_PID, p + PID_AT, p + gpu->pidend, gpu->pid);
	note = notestate(
	    r, note, KEY_DEVICE, p + gpu->deviceat, p + gpu->keysend, gpu->device);
	p += gpu->keysend;
	if (interval->works == 0) {
		from = memputliteral(p, ",\"args\":");
		p = putblame(from, &interval->blame);
		note = notestate(r, note, KEY_ARGS, from, p, 0);
	}
	if (interval->hasstep) {
		from = memputliteral(p, ",\"step\":");
		p = memputint(from, interval->step);
		note = notestate(r, note, KEY_STEP, from, p, interval->step);
	}
	*p++ = '}';
	r->line.n = (size_t)(p - r->line.p);
	memset(p, 0, 1 + JSON_SLACK);
	return note;
}

struct event *
staterecordwrite(struct staterecord *r, const struct stateinterval *interval,
    const struct trackedgpu *gpu, unsigned name, struct buf *stack)
{
	struct event *ev = &r->ev;
	const struct valuenote *end;

	r->line.n = 0;
	ev->has = ev->set = 0;
	ev->type = TYPE_GPU_STATE;
	ev->stack = stack;
	ev->where = NULL;
	end = putstate(r, interval, gpu, name);
	ev->line = bufall(&r->line);
	ev->given = ev->has;
	evnoted(ev, r->notes, (size_t)(end - r->notes));
	return ev;
}
