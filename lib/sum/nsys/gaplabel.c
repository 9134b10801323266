/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "gaplabel.h"

/* Interns the value of a JSON string, empty if it is none. */
static uint32_t
gaptextof(struct gaplabels *l, struct span json)
{
	struct span none = { "", 0 };

	return stringintern(&l->texts, jsonisstring(json) ? jsontext(json, &l->scratch) : none);
}

/* Interns the ranges around a launch. */
static uint32_t
gapranges(struct gaplabels *l, const struct event *ev)
{
	struct span item;
	struct json j;

	l->ranges.n = 0;
	if (evhas(ev, KEY_NVTX) && *ev->value[KEY_NVTX].p == '[') {
		jsonopen(&j, ev->value[KEY_NVTX].p, ev->stack);
		while (jsonitem(&j, &item) > 0) {
			if (!jsonisstring(item))
				continue;
			if (l->ranges.n > 0)
				bufchar(&l->ranges, '/');
			bufspan(&l->ranges, jsontext(item, &l->scratch));
		}
	}
	return stringintern(&l->texts,
	    l->ranges.n > 0 ? bufall(&l->ranges) : (struct span){ "", 0 });
}

uint32_t
gaplabeladd(struct gaplabels *l, const struct event *ev)
{
	struct span none = { "", 0 };
	struct span args[GAP_ARGS];
	struct launch launch = { 0 };
	struct gaplabel label;

	if (ev->type == TYPE_GPU_STATE) {
		evargs(ev, gapargs, args, GAP_ARGS);
		label.texts[GAPTEXT_CAUSE] = gaptextof(l, args[GAP_CAUSE]);
		label.texts[GAPTEXT_KIND] = gaptextof(l, args[GAP_KIND]);
		label.texts[GAPTEXT_BLAME] = gaptextof(l, args[GAP_BLAME]);
	} else {
		label.texts[GAPTEXT_NAME] =
		    gaptextof(l, evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : none);
		label.texts[GAPTEXT_CALL] =
		    gaptextof(l, evlaunch(ev, &launch) ? launch.name : none);
		label.texts[GAPTEXT_RANGES] = gapranges(l, ev);
	}
	GROW(l->p, l->room, l->count + 1);
	l->p[l->count] = label;
	return (uint32_t)l->count++;
}

struct span
gaplabeltext(const struct gaplabels *l, uint32_t label, enum gaptext text)
{
	return stringat(&l->texts, l->p[label].texts[text]);
}

void
gaplabelsfree(struct gaplabels *l)
{
	stringtablefree(&l->texts);
	free(l->p);
	free(l->scratch.p);
	free(l->ranges.p);
	*l = (struct gaplabels){ 0 };
}
