/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "stackspill.h"
#include "weights.h"

/* Adds an amount, of which ns are inside the window. */
static void
weightsput(struct weights *w, const struct weight *x, uint64_t ns)
{
	if (!stacktreeadd(w->stacks, x->stack, x->fixed + (x->timed ? ns : 0)))
		w->full = true;
	w->stacks->p[x->stack].count += x->events;
	w->events += x->events;
	w->unweighted += x->unweighted;
}

void
weightsadd(struct weights *w, const struct weight *x)
{
	if (!w->clip->narrow || clipposition(w->clip, x->ts, x->end) == CLIP_INSIDE) {
		weightsput(w, x, (uint64_t)x->end - (uint64_t)x->ts);
		return;
	}
	GROW(w->deferred, w->room, w->count + 1);
	w->deferred[w->count++] = *x;
}

void
weightsmove(struct weights *w, const struct stacktree *old)
{
	for (size_t i = 0; i < w->count; i++)
		w->deferred[i].stack = stackspillstack(w->stacks, old, w->deferred[i].stack);
}

void
weightsflush(struct weights *w)
{
	int64_t from = clipfrom(w->clip), to = clipto(w->clip);

	for (size_t i = 0; i < w->count; i++) {
		const struct weight *x = &w->deferred[i];

		if (evoverlaps(x->ts, x->end, from, to))
			weightsput(w, x, (uint64_t)cliplength(w->clip, x->ts, x->end));
	}
	w->count = 0;
}

void
weightsfree(struct weights *w)
{
	free(w->deferred);
	w->deferred = NULL;
	w->count = w->room = 0;
}
