/* SPDX-License-Identifier: MIT */
/* Lines into records: lines as our programs write them are read in another way than those with
 * white space, and both must see the same. */
#include <stdlib.h>

#include "base/json.h"
#include "fuzz.h"
#include "stream/event.h"
#include "stream/record.h"

/* What a line is read as. */
struct result {
	bool good;
	struct event ev;
	struct parseerror error;
};

static struct buf stack;

static struct result
parse(const char *text, size_t n, unsigned want)
{
	struct result r;

	memset(&r, 0xA5, sizeof(r)); /* a record is not made of what was there before */
	r.error = (struct parseerror){ NULL, SIZE_MAX };
	r.good = evparse(&r.ev, (struct span){ text, n }, want, &stack, &r.error);
	return r;
}

/* Two readings of one text, which the second has so many bytes further on. */
static void
same(const struct result *a, const struct result *b, unsigned want, size_t shift)
{
	fuzzhold(a->good == b->good);
	if (!a->good) {
		fuzzhold(strcmp(a->error.why, b->error.why) == 0 &&
		    (a->error.at + shift == b->error.at || a->error.at == 0));
		return;
	}
	fuzzhold(a->ev.has == b->ev.has && a->ev.given == b->ev.given && a->ev.type == b->ev.type);
	want |= EVKEY(KEY_TS) | EVKEY(KEY_DUR);
	for (int key = 0; key < KEY_COUNT; key++)
		if (evhas(&a->ev, (enum event_key)key)) {
			fuzzhold(spansame(a->ev.value[key], b->ev.value[key]));
			if (want & EVENT_INTEGERS & EVKEY(key))
				fuzzhold(a->ev.number[key] == b->ev.number[key]);
		}
}

/* What a record says of itself, and its line without some keys. */
static void
use(struct event *ev, unsigned without)
{
	unsigned has = ev->has;
	struct buf out = { 0 };
	struct result again;

	fuzzhold(evend(ev) >= ev->number[KEY_TS] || ev->number[KEY_TS] == INT64_MAX);
	fuzzhold(!evisopen(ev) || evhas(ev, KEY_OPEN));
	evisstartend(ev);
	evarg(ev, "range_id");
	without &= ~EVKEY(KEY_TS);
	bufchar(&out, '\n'); /* it is never the first of what is written */
	for (int key = 0; key < KEY_COUNT; key++)
		if (without & EVKEY(key))
			evdrop(ev, (enum event_key)key);
	recordevent(&out, ev);
	jsonpad(&out);
	again = parse(out.p + 1, out.n - 2, EVENT_INTEGERS & ~without);
	fuzzhold(!again.good ||
	    (again.ev.has == (has & ~without) &&
	        again.ev.number[KEY_TS] == ev->number[KEY_TS]));
	free(out.p);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* The first byte says what is asked for. */
	unsigned want = size > 0 ? data[0] * 0x1F3Du & EVENT_INTEGERS : 0;
	struct span line = { (const char *)data + (size > 0), size - (size > 0) };
	char *copy = fuzzcopy(line), *spaced;
	struct buf text = { 0 };
	struct result plain, other;

	bufchar(&text, ' ');
	bufspan(&text, line);
	spaced = fuzzcopy(bufall(&text));
	plain = parse(copy, line.n, want);
	other = parse(spaced, text.n, want);
	same(&plain, &other, want, 1);
	if (plain.good)
		use(&plain.ev, size * 0x9E37u & (EVKEY(KEY_COUNT) - 1));
	free(copy);
	free(spaced);
	free(text.p);
	return 0;
}
