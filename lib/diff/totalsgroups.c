/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "runtotals.h"

struct batches *
totalsgroupsbatches(struct runtotals *t, uint32_t group, uint32_t run)
{
	bool fresh;
	uint32_t *calls = mapput(&t->callsof, (struct mapkey){ group, run }, &fresh);

	if (fresh) {
		*calls = (uint32_t)t->callscount;
		GROW(t->calls, t->callsroom, t->callscount + 1);
		t->calls[t->callscount++] = (struct totalscalls){ .group = group, .run = run };
	}
	return &t->calls[*calls].batches;
}

const struct batches *
totalsgroupscalls(const struct runtotals *t, uint32_t group, size_t run)
{
	const uint32_t *calls = mapget(&t->callsof, (struct mapkey){ group, run });

	return calls ? &t->calls[*calls].batches : NULL;
}

void
totalsgroupsclear(struct runtotals *t)
{
	for (size_t i = 0; i < t->callscount; i++)
		batchesfree(&t->calls[i].batches);
	stringtablefree(&t->groups);
	free(t->cells);
	free(t->calls);
	mapfree(&t->cellsof);
	mapfree(&t->callsof);
	t->cells = NULL;
	t->calls = NULL;
	t->cellcount = t->cellroom = t->callscount = t->callsroom = t->batchbytes = 0;
}
