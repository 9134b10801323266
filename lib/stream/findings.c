/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "findings.h"

void
findingsheader(struct findings *f, const struct event *ev)
{
	f->advised = f->advised || evhas(ev, KEY_ADVISED);
}

/* Returns a JSON string, or another one if it is none, as plain text that the caller frees. */
static char *
plaintext(struct findings *f, struct span quoted, struct span other)
{
	struct buf text = { 0 };

	bufspan(&text, jsontext(jsonisstring(quoted) ? quoted : other, &f->scratch));
	bufchar(&text, '\0');
	return text.p;
}

void
findingsevent(struct findings *f, const struct event *ev)
{
	struct span name = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : spanof("\"\"");
	struct buf record = { 0 };
	struct finding *one;

	if (ev->type != TYPE_FINDING)
		return;
	GROW(f->p, f->room, f->count + 1);
	one = &f->p[f->count++];
	*one = (struct finding){ .cost = -1, .ts = ev->number[KEY_TS], .dur = -1 };
	if (evhas(ev, KEY_DUR))
		one->dur = ev->number[KEY_DUR];
	(void)jsonint(evarg(ev, "cost"), &one->cost);
	(void)jsonint(evarg(ev, "of"), &one->of);
	one->rule = plaintext(f, name, name);
	one->sentence = plaintext(f, evarg(ev, "sentence"), name);
	one->advice = plaintext(f, evarg(ev, "advice"), spanof("\"\""));
	bufspan(&record, ev->line);
	bufchar(&record, '\0');
	one->record = record.p;
}

void
findingsfree(struct findings *f)
{
	for (size_t i = 0; i < f->count; i++) {
		free(f->p[i].rule);
		free(f->p[i].sentence);
		free(f->p[i].advice);
		free(f->p[i].record);
	}
	free(f->p);
	free(f->scratch.p);
}

/* Those that cost most first. */
static int
bycost(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;

	return (x->cost < y->cost) - (x->cost > y->cost);
}

void
findingssort(struct findings *f)
{
	if (f->count > 0)
		qsort(f->p, f->count, sizeof(*f->p), bycost);
}
