/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "record.h"

void
recordprefix(struct buf *out, const struct event *ev)
{
	struct span line = ev->line;

	if (!line.p)
		return;
	while (line.p[line.n - 1] != '}')
		line.n--;
	bufmem(out, line.p, line.n - 1);
}

/* Writes the record's line without its closing brace and without some keys, given by their bits.
 * Writes nothing if it has no other key. */
static void
reopen(struct buf *out, const struct event *ev, unsigned without)
{
	struct span line = ev->line, key, value;
	struct buf scratch = { 0 };
	const char *comma = "";
	struct json j;

	if (!(ev->given & without)) {
		recordprefix(out, ev);
		return;
	}
	bufchar(out, '{');
	jsonopen(&j, line.p, ev->stack);
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
	if (!*comma)
		out->n--;
	free(scratch.p);
}

void
recordmodified(struct buf *out, const struct event *ev)
{
	unsigned set = ev->set;
	size_t start = out->n;

	if (ev->line.p) {
		reopen(out, ev, set);
	} else {
		recordbegin(out, ev->number[KEY_TS]);
		set &= ~EVKEY(KEY_TS);
	}
	for (set &= ev->has; set; set &= set - 1)
		recordset(out, ev, (enum event_key)__builtin_ctz(set));
	if (out->p[start] == ',')
		out->p[start] = '{';
	recordend(out);
}

/* Returns an upper bound of the length of the line in bytes, once it holds the keys that were
 * set. */
static size_t
flatroom(const struct event *ev)
{
	size_t n = ev->line.n + JSON_SLACK + 2;

	for (unsigned keys = ev->set & ev->has; keys; keys &= keys - 1) {
		enum event_key key = (enum event_key)__builtin_ctz(keys);
		size_t value = EVENT_INTEGERS & EVKEY(key) ? INT_ROOM : ev->value[key].n;

		n += RECORD_KEY_ROOM + value;
	}
	return n;
}

void
recordserialize(struct event *ev, struct buf *line, unsigned want)
{
	struct span was = ev->line;
	struct parseerror error;

	if (was.p && !ev->set)
		return;
	line->n = 0;
	if (ev->given & ev->set) { /* a key in the middle of the line changes */
		recordmodified(line, ev);
		line->n--;
		jsonpad(line);
		if (!evparse(ev, bufall(line), want, ev->stack, &error))
			evdie(ev, "bad line: %s (byte %zu)", error.why, error.at + 1);
		return;
	}
	bufroom(line, flatroom(ev));
	recordprefix(line, ev);
	for (unsigned keys = ev->has & ev->given; keys; keys &= keys - 1) {
		struct span *value = &ev->value[__builtin_ctz(keys)];

		value->p = line->p + (value->p - was.p);
	}
	for (unsigned keys = ev->set & ev->has; keys; keys &= keys - 1) {
		enum event_key key = (enum event_key)__builtin_ctz(keys);
		size_t at = recordset(line, ev, key);

		ev->value[key] = (struct span){ line->p + at, line->n - at };
	}
	if (!was.p)
		line->p[0] = '{'; /* in place of the first comma */
	bufchar(line, '}');
	jsonpad(line);
	ev->line = bufall(line);
	ev->given |= ev->set & ev->has;
	ev->set = 0;
	ev->notes = NULL;
}

void
recordsetvalues(struct event *ev, struct buf *text)
{
	unsigned set = ev->set & ev->has & EVENT_INTEGERS;

	text->n = 0;
	bufroom(text, (INT_ROOM + 1) * (size_t)__builtin_popcount(set) + JSON_SLACK);
	for (; set; set &= set - 1) {
		enum event_key key = (enum event_key)__builtin_ctz(set);
		size_t at = text->n;

		bufint(text, ev->number[key]);
		ev->value[key] = (struct span){ text->p + at, text->n - at };
		bufchar(text, '\0');
	}
	jsonpad(text);
}

void
recordkeep(struct buf *kept, const struct event *ev)
{
	recordevent(kept, ev);
	kept->p[kept->n - 1] = '\0';
}

void
recordfinal(struct buf *out, const struct streamend *end, uint64_t events)
{
	recordbegin(out, end->latest);
	recordtext(out, KEY_TYPE, spanof(evtypename(TYPE_END)));
	recordkey(out, KEY_EVENTS);
	bufuint(out, events);
	if (end->partial)
		bufstr(out, ",\"partial\":true");
	if (end->skipped.n > 0) {
		recordmember(out, "skipped");
		bufspan(out, end->skipped);
	}
	recordend(out);
}
