/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "counterspans.h"

/* Returns the place of a GPU. */
static uint32_t
gpuplace(struct counterspans *c, int64_t gpu)
{
	bool fresh;
	uint32_t *place = mapput(&c->bygpu, (struct mapkey){ (uint64_t)gpu, 0 }, &fresh);

	if (fresh)
		*place = c->places++;
	return *place;
}

void
counterspansmeta(struct counterspans *c, const struct event *ev)
{
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), (uint64_t)evnumber(ev, KEY_DEVICE) };
	int64_t gpu;
	bool fresh;

	if (!evhas(ev, KEY_NAME) || !spanis(ev->value[KEY_NAME], "\"device\"") ||
	    !evhas(ev, KEY_DEVICE) || !jsonint(evarg(ev, "gpu"), &gpu) ||
	    mapget(&c->bydevice, key))
		return;
	*mapput(&c->bydevice, key, &fresh) = gpuplace(c, gpu);
}

bool
counterspansplace(struct counterspans *c, const struct event *ev, uint32_t *place)
{
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), (uint64_t)evnumber(ev, KEY_DEVICE) };
	uint32_t *known;
	bool fresh;

	if (evhas(ev, KEY_GPU)) {
		*place = gpuplace(c, evnumber(ev, KEY_GPU));
		return true;
	}
	if (!evhas(ev, KEY_DEVICE))
		return false;
	known = mapput(&c->bydevice, key, &fresh);
	if (fresh)
		*known = c->places++;
	*place = *known;
	return true;
}

/* Adds a span. */
static void
spanadd(struct counterspans *c, const struct event *ev, uint32_t place, uint32_t group)
{
	GROW(c->spans, c->room, c->count + 1);
	c->spans[c->count++] = (struct counterspan){ .place = place,
		.group = group,
		.from = ev->number[KEY_TS],
		.to = evend(ev) };
}

/* Returns the group of a step. */
static uint32_t
spanstep(struct counterspans *c, int64_t step)
{
	bool fresh;
	uint32_t *group = mapput(&c->bystep, (struct mapkey){ (uint64_t)step, 0 }, &fresh);

	if (fresh) {
		GROW(c->steps, c->steproom, c->stepcount + 1);
		*group = (uint32_t)c->stepcount;
		c->steps[c->stepcount++] = step;
	}
	return *group;
}

/* Extends the span of a step by an event. */
static void
spanextend(struct counterspans *c, const struct event *ev, uint32_t place)
{
	uint32_t group = spanstep(c, evnumber(ev, KEY_STEP));
	bool fresh;
	uint32_t *at = mapput(&c->known, (struct mapkey){ place, group }, &fresh);
	struct counterspan *span;

	if (fresh) {
		*at = (uint32_t)c->count;
		spanadd(c, ev, place, group);
		return;
	}
	span = &c->spans[*at];
	span->from = ev->number[KEY_TS] < span->from ? ev->number[KEY_TS] : span->from;
	span->to = evend(ev) > span->to ? evend(ev) : span->to;
}

/* Returns the group of a kernel or range, by its name. */
static uint32_t
spanname(struct counterspans *c, const struct event *ev)
{
	struct span name = { "", 0 };

	if (evhas(ev, KEY_NAME) && jsonisstring(ev->value[KEY_NAME]))
		name = jsontext(ev->value[KEY_NAME], &c->scratch);
	return stringintern(&c->names, groupname(c->namer, ev->type, name, ev));
}

void
counterspansevent(struct counterspans *c, const struct event *ev)
{
	enum event_type type = c->kind == COUNTERSPAN_KERNEL ? TYPE_KERNEL : TYPE_NVTX_KERNEL;
	bool wanted = c->kind == COUNTERSPAN_STEP
	    ? evfamily(ev->type) == FAMILY_GPU && evhas(ev, KEY_STEP)
	    : ev->type == type;
	uint32_t place;

	if (!wanted || !evhas(ev, KEY_DUR) || !counterspansplace(c, ev, &place))
		return;
	if (c->kind == COUNTERSPAN_STEP)
		spanextend(c, ev, place);
	else
		spanadd(c, ev, place, spanname(c, ev));
}

static int
comparespans(const void *a, const void *b)
{
	const struct counterspan *x = a, *y = b;

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

void
counterspansunite(struct counterspans *c)
{
	size_t count = 0;

	if (c->count == 0)
		return;
	qsort(c->spans, c->count, sizeof(*c->spans), comparespans);
	for (size_t i = 1; i < c->count; i++) {
		struct counterspan *last = &c->spans[count], *next = &c->spans[i];

		if (next->place != last->place || next->group != last->group ||
		    next->from > last->to)
			c->spans[++count] = *next;
		else if (next->to > last->to)
			last->to = next->to;
	}
	c->count = count + 1;
}

size_t
counterspansfirst(const struct counterspans *c, uint32_t place)
{
	size_t low = 0, high = c->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c->spans[middle].place < place)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void
counterspansfree(struct counterspans *c)
{
	mapfree(&c->bydevice);
	mapfree(&c->bygpu);
	mapfree(&c->bystep);
	mapfree(&c->known);
	stringtablefree(&c->names);
	free(c->spans);
	free(c->steps);
	free(c->scratch.p);
}
