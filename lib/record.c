/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "json.h"
#include "record.h"

/* Writes the line of a record without some keys, given by their bits, and without its brace. */
static void
reopen(struct buf *out, const struct event *ev, unsigned without)
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
	free(scratch.p);
}

void
recordset(struct buf *out, const struct event *ev)
{
	unsigned set = ev->set;

	if (ev->line.p) {
		reopen(out, ev, set);
	} else {
		recordbegin(out, ev->number[KEY_TS]);
		set &= ~EVKEY(KEY_TS);
	}
	for (set &= ev->has; set; set &= set - 1) {
		enum event_key key = (enum event_key)__builtin_ctz(set);

		if (EVENT_INTEGERS & EVKEY(key))
			recordint(out, key, ev->number[key]);
		else
			recordvalue(out, key, ev->value[key]);
	}
	recordend(out);
}

void
recordkeep(struct buf *kept, const struct event *ev)
{
	recordevent(kept, ev);
	kept->p[kept->n - 1] = '\0';
}

void
recordfinal(struct buf *out, int64_t ts, uint64_t events, bool partial)
{
	recordbegin(out, ts);
	recordtext(out, KEY_TYPE, spanof(evtypename(TYPE_END)));
	recordkey(out, KEY_EVENTS);
	bufuint(out, events);
	if (partial)
		bufstr(out, ",\"partial\":true");
	recordend(out);
}
