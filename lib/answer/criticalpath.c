/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "answer.h"
#include "criticalpath.h"

enum { KINDS_SAID = 4 }; /* kinds that the sentence names */

/* The time of the segments of one kind. */
struct kindtime {
	uint32_t kind; /* id in the tally's names */
	wide time;
};

/* The kinds with their times. There are few, so a search looks at each. */
struct kindtimes {
	struct kindtime *p;
	size_t count, room;
	wide all;
};

static void
addkind(struct kindtimes *k, uint32_t kind, wide time)
{
	k->all += time;
	for (size_t i = 0; i < k->count; i++)
		if (k->p[i].kind == kind) {
			k->p[i].time += time;
			return;
		}
	GROW(k->p, k->room, k->count + 1);
	k->p[k->count++] = (struct kindtime){ kind, time };
}

static int
kindcompare(const void *a, const void *b)
{
	const struct kindtime *x = a, *y = b;

	if (x->time != y->time)
		return x->time > y->time ? -1 : 1;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

void
criticalpathwrite(struct answer *a, const struct grouprows *rows)
{
	struct kindtimes kinds = { 0 };
	struct buf list = { 0 };

	for (size_t i = 0; i < rows->count; i++) {
		struct value kind =
		    groupvalue(&rows->tally->groups, rows->p[i].group, BY_KIND);

		if (kind.given)
			addkind(&kinds, (uint32_t)kind.number, rows->p[i].sum);
	}
	if (kinds.count == 0) {
		answerprose(a, "No critical path was found in %s.", answertime(answerspan(a)));
		return;
	}
	qsort(kinds.p, kinds.count, sizeof(*kinds.p), kindcompare);
	for (size_t i = 0; i < kinds.count && i < KINDS_SAID; i++) {
		struct span name = stringat(&rows->tally->groups.names, kinds.p[i].kind);

		bufprintf(&list, "%s%.*s %s", i > 0 ? ", " : "", (int)name.n, name.p,
		    answershare(kinds.p[i].time, kinds.all));
	}
	answerprose(a, "The critical path takes %s: %.*s. Sorted by total; shares are of the path. "
	    "Shorter events on it make the run shorter; others do not.", answertime(kinds.all),
	    (int)list.n, list.p);
	free(list.p);
	free(kinds.p);
}
