/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "workpatterns.h"

void
workpatternsadd(struct workpatterns *w, const char *option, const char *text)
{
	struct workpattern *p = &w->p[w->count];

	if (w->count == WORKPATTERNS_MOST)
		dieusage("--%s: more than %d columns of overlap with a kind or pattern", option,
		    WORKPATTERNS_MOST);
	w->count++;
	p->text = xstrdup(text);
	for (int kind = 0; kind < WORK_COUNT; kind++)
		if (strcmp(text, workkindname((enum work)kind)) == 0) {
			p->iskind = true;
			p->kind = (enum work)kind;
			return;
		}
	patternread(&p->pattern, option, spanof(text));
}

/* Returns a bit for each pattern that matches a name. */
static unsigned char
workpatternsmatch(struct workpatterns *w, struct span quoted)
{
	struct span name = { "", 0 };
	unsigned mask = 0;

	if (jsonisstring(quoted))
		name = jsontext(quoted, &w->scratch);
	for (size_t i = 0; i < w->count; i++)
		if (!w->p[i].iskind && patternmatch(&w->p[i].pattern, name))
			mask |= 1u << i;
	return (unsigned char)mask;
}

unsigned
workpatternsmask(struct workpatterns *w, const struct event *ev)
{
	struct span quoted = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : spanof("\"\"");
	size_t before = w->names.used;
	uint32_t name = stringintern(&w->names, quoted);
	enum work kind = workclassify(w->workclassifier, ev);
	unsigned mask;

	if (name == before) {
		GROW(w->masks, w->room, name + 1);
		w->masks[name] = workpatternsmatch(w, quoted);
	}
	mask = w->masks[name];
	for (size_t i = 0; i < w->count; i++) {
		if (w->p[i].iskind && w->p[i].kind == kind)
			mask |= 1u << i;
		w->p[i].matched |= (mask >> i & 1) != 0;
	}
	return mask;
}

void
workpatternswarn(const struct workpatterns *w, const char *column)
{
	for (size_t i = 0; i < w->count; i++)
		if (!w->p[i].matched)
			warn("%s:%s: no work of a GPU matches", column, w->p[i].text);
}

void
workpatternsfree(struct workpatterns *w)
{
	for (size_t i = 0; i < w->count; i++) {
		free(w->p[i].text);
		if (!w->p[i].iskind)
			patternfree(&w->p[i].pattern);
	}
	stringtablefree(&w->names);
	free(w->masks);
	free(w->scratch.p);
	*w = (struct workpatterns){ 0 };
}
