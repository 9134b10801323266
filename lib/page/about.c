/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "about.h"
#include "base/json.h"

/* The number of diagnostics that are kept. */
enum { NOTES = 20 };

static void
aboutheader(struct stage *stage, struct event *ev)
{
	struct about *a = (struct about *)stage;

	streaminfoheader(&a->info, ev);
	streamsourceheader(&a->source, ev);
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
	/* nst-sum adds a projection of a call to the call, and counts no event of its own */
	a->events += ev->type != TYPE_CALL_KERNEL;
	streaminfoevent(&a->info);
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

	a->partial |= end->partial;
	if (end->skipped.n > 0)
		skippedread(&a->skipped, end->skipped);
}

void
aboutinit(struct about *a)
{
	*a = (struct about){
		.stage = {
			.want = IDENTITY_KEYS | STREAMINFO_KEYS,
			.header = aboutheader,
			.event = aboutevent,
			.end = aboutend,
		},
	};
}

void
aboutfree(struct about *a)
{
	streamsourcefree(&a->source);
	free(a->scratch.p);
	free(a->stack.p);
	stringtablefree(&a->processes);
	skippedfree(&a->skipped);
	identitytablefree(&a->ids);
	free(a->notes.p);
}
