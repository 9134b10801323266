/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "findings.h"

void
findingsevent(struct findings *f, const struct event *ev)
{
	struct span sentence;
	struct finding *one;
	struct buf text = { 0 };

	if (ev->type != TYPE_FINDING)
		return;
	GROW(f->p, f->room, f->count + 1);
	one = &f->p[f->count++];
	*one = (struct finding){ .cost = -1 };
	(void)jsonint(evarg(ev, "cost"), &one->cost);
	sentence = evarg(ev, "sentence");
	if (!jsonisstring(sentence))
		sentence = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : spanof("\"\"");
	bufspan(&text, jsontext(sentence, &f->scratch));
	bufchar(&text, '\0');
	one->sentence = text.p;
	text = (struct buf){ 0 };
	bufspan(&text, ev->line);
	bufchar(&text, '\0');
	one->record = text.p;
}

void
findingsfree(struct findings *f)
{
	for (size_t i = 0; i < f->count; i++) {
		free(f->p[i].sentence);
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
