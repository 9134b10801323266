/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "about.h"
#include "base/json.h"

/* The number of diagnostics that are kept. */
enum { NOTES = 20 };

/* Finds a member of a header that is not among the stream's keys. */
static struct span
aboutmember(struct about *a, const struct event *ev, const char *key)
{
	struct span line = { jsonspace(ev->line.p), 0 };

	line.n = (size_t)(ev->line.p + ev->line.n - line.p);
	return jsonmember(line, key, &a->stack);
}

/* Adds a string member of a header to a list, if it has it. */
static void
aboutkeep(struct about *a, const struct event *ev, const char *key, struct stringtable *names)
{
	struct span value = aboutmember(a, ev, key);

	if (jsonisstring(value))
		stringintern(names, jsontext(value, &a->scratch));
}

static void
aboutheader(struct stage *stage, struct event *ev)
{
	struct about *a = (struct about *)stage;
	struct span merged = aboutmember(a, ev, "merged");

	a->linked = (a->headers == 0 || a->linked) && evhas(ev, KEY_LINKED);
	a->headers++;
	aboutkeep(a, ev, "product", &a->products);
	aboutkeep(a, ev, aboutmember(a, ev, "hostname").p ? "hostname" : "host", &a->hosts);
	if (evhas(ev, KEY_FROM) || evhas(ev, KEY_TO)) {
		a->cut = true;
		a->from = evhas(ev, KEY_FROM) ? ev->number[KEY_FROM] : INT64_MIN;
		a->to = evhas(ev, KEY_TO) ? ev->number[KEY_TO] : INT64_MAX;
	}
	if (a->headers == 1)
		a->timed = jsonint(aboutmember(a, ev, "utc"), &a->utc);
	if (merged.n > 0 && *merged.p == '[' && a->merged.n == 0) {
		bufspan(&a->merged, merged);
		jsonpad(&a->merged);
	}
}

/* Learns the name of a process. */
static void
takeprocess(struct about *a, const struct event *ev)
{
	struct buf label = { 0 };

	if (!evhas(ev, KEY_PID) || !evhas(ev, KEY_NAME) ||
	    !spanis(ev->value[KEY_NAME], "\"process\""))
		return;
	identitylabel(&a->ids, ev->number[KEY_PID], &label);
	stringintern(&a->processes, bufall(&label));
	free(label.p);
}

/* Keeps a diagnostic of the profiler. */
static void
takenote(struct about *a, const struct event *ev)
{
	if (a->diagnostics++ >= NOTES || !evhas(ev, KEY_NAME))
		return;
	if (!jsonisstring(ev->value[KEY_NAME]))
		return;
	bufspan(&a->notes, ev->value[KEY_NAME]);
	bufchar(&a->notes, '\0');
}

static void
aboutevent(struct stage *stage, struct event *ev)
{
	struct about *a = (struct about *)stage;

	if (ev->type == TYPE_META) {
		identitylearn(&a->ids, ev);
		takeprocess(a, ev);
		return;
	}
	a->events++;
	if (ev->type == TYPE_DIAGNOSTIC)
		takenote(a, ev);
	if (evfamily(ev->type) == FAMILY_GPU) {
		a->work++;
		a->unlinked += !evhas(ev, KEY_LAUNCH);
	}
}

static void
aboutend(struct stage *stage, const struct streamend *end)
{
	struct about *a = (struct about *)stage;

	a->ends++;
	a->partial |= end->partial;
	if (end->skipped.n > 0)
		skippedread(&a->skipped, end->skipped);
}

void
aboutinit(struct about *a)
{
	*a = (struct about){
		.stage = {
			.want = IDENTITY_KEYS | EVKEY(KEY_FROM) | EVKEY(KEY_TO),
			.header = aboutheader,
			.event = aboutevent,
			.end = aboutend,
		},
		.from = INT64_MIN,
		.to = INT64_MAX,
	};
}

void
aboutfree(struct about *a)
{
	stringtablefree(&a->products);
	stringtablefree(&a->hosts);
	stringtablefree(&a->processes);
	skippedfree(&a->skipped);
	identitytablefree(&a->ids);
	free(a->merged.p);
	free(a->notes.p);
	free(a->scratch.p);
	free(a->stack.p);
}
