/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "rowsections.h"

uint32_t
rowsectionsadd(
    struct grouprows *t, struct map *known, uint32_t type, bool aside, size_t bin)
{
	bool fresh;
	uint32_t *number =
	    mapput(known, (struct mapkey){ (uint64_t)type << 1 | aside, bin }, &fresh);

	if (fresh) {
		*number = (uint32_t)t->sectioncount;
		GROW(t->sections, t->sectionroom, t->sectioncount + 1);
		t->sections[t->sectioncount++] = (struct rowsection){
			.aside = aside, .bin = bin, .type = type, .first = UINT64_MAX
		};
	}
	return *number;
}

/* Returns the rank of a type: first options->first in their order, then the other types in the
 * order of their first groups, then events without one. */
static uint64_t
rankof(const struct grouprows *t, uint32_t type, const struct rowoptions *options)
{
	uint64_t first = UINT64_MAX >> 2; /* of no type: the last */

	if (options->firstcount == 0)
		return 0;
	for (uint32_t i = 0; i < options->firstcount; i++)
		if (options->first[i] == type)
			return i;
	for (size_t i = 0; i < t->sectioncount && type != UINT32_MAX; i++)
		if (t->sections[i].type == type && t->sections[i].first < first)
			first = t->sections[i].first;
	return options->firstcount + first;
}

static int
bysection(const void *a, const void *b, void *arg)
{
	const struct grouprows *t = arg;
	const struct rowsection *x = &t->sections[*(const uint32_t *)a];
	const struct rowsection *y = &t->sections[*(const uint32_t *)b];

	if (x->bin != y->bin)
		return x->bin < y->bin ? -1 : 1;
	return (x->rank > y->rank) - (x->rank < y->rank);
}

void
rowsectionsrank(struct grouprows *t, const struct rowoptions *options)
{
	uint32_t *order = xreallocarray(NULL, t->sectioncount + 1, sizeof(*order));
	size_t place = 0;

	for (uint32_t i = 0; i < t->sectioncount; i++) {
		struct rowsection *s = &t->sections[i];

		s->rank = rankof(t, s->type, options) << 1 | s->aside;
		order[i] = i;
	}
	qsort_r(order, t->sectioncount, sizeof(*order), bysection, t);
	for (size_t i = 0; i < t->sectioncount; i++) {
		place += i > 0 && bysection(&order[i - 1], &order[i], t) != 0;
		t->sections[order[i]].order = place;
	}
	free(order);
}
