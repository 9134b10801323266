/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "rank.h"
#include "rowkind.h"
#include "title.h"

/* What something is sorted by, the first that differs. */
struct sortkey {
	int64_t by[8];
	uint32_t number;
};

static int
bykey(const void *a, const void *b)
{
	const struct sortkey *x = a, *y = b;

	for (size_t i = 0; i < sizeof(x->by) / sizeof(*x->by); i++)
		if (x->by[i] != y->by[i])
			return x->by[i] < y->by[i] ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* GPUs by number and host, then processes by rank, by their time on GPUs, by what they did, and by
 * number. */
static void
rankgroups(struct layout *l)
{
	size_t count = l->groupkeys.used;
	struct sortkey *keys = xzalloc(count + 1, sizeof(*keys));
	struct map processes = { 0 };
	bool fresh;

	for (uint32_t i = 0; i < count; i++) {
		const struct trackgroup *g = &l->groups[i];

		int64_t first = g->kind == GROUP_GPU ? g->id : 0, rank = INT64_MAX;

		if (g->kind == GROUP_GPU && g->gpu != UINT32_MAX)
			rank = l->known.machine[g->gpu].host;
		else if (g->kind == GROUP_PROCESS)
			identityrank(&l->known.ids, g->id, &rank);
		keys[i] = (struct sortkey){ { g->kind, first, rank, 0, 0, g->id }, i };
		if (g->kind == GROUP_PROCESS)
			*mapput(&processes, (struct mapkey){ (uint64_t)g->id, 0 }, &fresh) = i;
	}
	for (size_t i = 0; i < l->count; i++) {
		const struct track *t = &l->tracks[i];
		const uint32_t *p = mapget(&processes, (struct mapkey){ (uint64_t)t->pid, 0 });

		if (t->stream && p)
			keys[*p].by[3] = subsat(keys[*p].by[3], t->busy);
		else if (l->groups[t->group].kind == GROUP_PROCESS)
			keys[t->group].by[4] = subsat(keys[t->group].by[4], (int64_t)t->events);
	}
	qsort(keys, count, sizeof(*keys), bykey);
	for (size_t i = 0; i < count; i++)
		l->groups[keys[i].number].order = (int)i;
	free(keys);
	mapfree(&processes);
}

/* The main thread, then threads by the uppermost of their rows; the profiler's last. */
static void
rankbranches(struct layout *l)
{
	size_t count = l->branchkeys.used;
	struct sortkey *keys = xzalloc(count + 1, sizeof(*keys));

	for (uint32_t i = 0; i < count; i++) {
		const struct branch *b = &l->branches[i];
		bool own = b->profiler || b->parent != NO_BRANCH;

		keys[i] = (struct sortkey){ { own, b->profiler,
			                        b->tid != l->groups[b->group].id, ROW_COUNT,
			                        b->tid },
			i };
	}
	for (size_t i = 0; i < l->count; i++) {
		const struct track *t = &l->tracks[i];

		if (t->branch != NO_BRANCH && t->row < keys[t->branch].by[3])
			keys[t->branch].by[3] = t->row;
	}
	qsort(keys, count, sizeof(*keys), bykey);
	for (size_t i = 0; i < count; i++)
		l->branches[keys[i].number].order = (int)i;
	free(keys);
}

static void
ranktracks(struct layout *l)
{
	struct sortkey *keys = xzalloc(l->count + 1, sizeof(*keys));
	int none = (int)l->branchkeys.used;

	for (uint32_t i = 0; i < l->count; i++) {
		const struct track *t = &l->tracks[i];
		int branch = t->branch == NO_BRANCH ? -1 : l->branches[t->branch].order;

		if (t->branch == NO_BRANCH && l->groups[t->group].kind == GROUP_PROCESS)
			branch = none; /* of the process, behind its threads */
		keys[i] = (struct sortkey){
			{ l->groups[t->group].order, branch, t->row, t->stream ? t->number : t->pid,
			    t->stream ? t->pid : t->number != t->pid,
			    t->stream ? t->context : t->number, t->base, t->lane },
			i
		};
	}
	qsort(keys, l->count, sizeof(*keys), bykey);
	for (size_t i = 0; i < l->count; i++)
		l->tracks[keys[i].number].order = (int)i;
	free(keys);
}

void
rankall(struct layout *l)
{
	for (size_t i = 0; i < l->groupkeys.used; i++)
		titlegroup(l, &l->groups[i]);
	for (size_t i = 0; i < l->branchkeys.used; i++)
		titlebranch(l, &l->branches[i]);
	titletracks(l);
	rankgroups(l);
	rankbranches(l);
	ranktracks(l);
}
