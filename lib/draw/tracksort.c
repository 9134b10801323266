/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "rowtype.h"
#include "tracklabel.h"
#include "tracksort.h"

/* A sort key: by is compared from the first number to the last, then number. */
struct trackorder {
	int64_t by[10];
	uint32_t number;
};

static int
bykey(const void *a, const void *b)
{
	const struct trackorder *x = a, *y = b;

	for (size_t i = 0; i < sizeof(x->by) / sizeof(*x->by); i++)
		if (x->by[i] != y->by[i])
			return x->by[i] < y->by[i] ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Puts the critical path and what all ranks did first. Sorts GPUs by number and host, then
 * processes by rank, by their time on GPUs, by their number of events, and by pid. */
static void
sortgroups(struct layout *l)
{
	size_t count = l->groupkeys.used;
	struct trackorder *keys = xzalloc(count + 1, sizeof(*keys));
	struct map processes = { 0 };
	bool fresh;

	for (uint32_t i = 0; i < count; i++) {
		const struct trackgroup *g = &l->groups[i];

		int64_t first = g->kind == GROUP_GPU ? g->id : 0, rank = INT64_MAX;

		if (g->kind == GROUP_GPU && g->gpu != UINT32_MAX)
			rank = l->metadata.gpus[g->gpu].host;
		else if (g->kind == GROUP_PROCESS)
			identityrank(&l->metadata.ranks, g->id, &rank);
		keys[i] = (struct trackorder){ { g->kind, first, rank, 0, 0, g->id }, i };
		if (g->kind == GROUP_SYSTEM && g->id != SYSTEM_MACHINE)
			keys[i].by[0] = -1;
		if (g->kind == GROUP_PROCESS)
			*mapput(&processes, (struct mapkey){ (uint64_t)g->id, 0 }, &fresh) = i;
	}
	for (size_t i = 0; i < l->count; i++) {
		const struct track *t = &l->tracks[i];
		const uint32_t *p = mapget(&processes, (struct mapkey){ (uint64_t)t->pid, 0 });

		if (t->onstream && p)
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

/* Returns true if a thread with such a row called a GPU. */
static bool
callsgpu(unsigned rowtype)
{
	return (rowtype >= ROW_CUDA && rowtype <= ROW_OPENACC) ||
	    (rowtype >= ROW_CONTEXTS && rowtype <= ROW_VIDEO);
}

/* Sorts the branches of a process: the main thread, then threads that call a GPU, then others, each
 * by their topmost row, then threads of the profiler. */
static void
sortbranches(struct layout *l)
{
	size_t count = l->branchkeys.used;
	struct trackorder *keys = xzalloc(count + 1, sizeof(*keys));

	for (uint32_t i = 0; i < count; i++) {
		const struct branch *b = &l->branches[i];
		bool own = b->profiler || b->parent != NO_BRANCH;

		keys[i] = (struct trackorder){ { own, b->profiler,
			                        b->tid != l->groups[b->group].id, 1,
			                        ROW_COUNT, b->tid },
			i };
	}
	for (size_t i = 0; i < l->count; i++) {
		const struct track *t = &l->tracks[i];

		if (t->branch == NO_BRANCH)
			continue;
		if (callsgpu(t->rowtype))
			keys[t->branch].by[3] = 0;
		if (t->rowtype < keys[t->branch].by[4])
			keys[t->branch].by[4] = t->rowtype;
	}
	qsort(keys, count, sizeof(*keys), bykey);
	for (size_t i = 0; i < count; i++)
		l->branches[keys[i].number].order = (int)i;
	free(keys);
}

static void
sorttracks(struct layout *l)
{
	struct trackorder *keys = xzalloc(l->count + 1, sizeof(*keys));
	int none = (int)l->branchkeys.used;

	for (uint32_t i = 0; i < l->count; i++) {
		const struct track *t = &l->tracks[i];
		int branch = t->branch == NO_BRANCH ? -1 : l->branches[t->branch].order;

		if (t->branch == NO_BRANCH && l->groups[t->group].kind == GROUP_PROCESS)
			branch = none; /* rows of the process, after its threads */
		keys[i] = (struct trackorder){
			{ l->groups[t->group].order, branch, t->rowtype, t->idle,
			    t->onstream ? t->id : t->pid,
			    t->onstream ? t->pid : t->id != t->pid,
			    t->onstream ? t->context : t->id, t->domain != NO_DOMAIN,
			    t->firstlane, t->lane },
			i
		};
	}
	qsort(keys, l->count, sizeof(*keys), bykey);
	for (size_t i = 0; i < l->count; i++)
		l->tracks[keys[i].number].order = (int)i;
	free(keys);
}

void
tracksort(struct layout *l)
{
	for (size_t i = 0; i < l->groupkeys.used; i++)
		tracklabelgroup(l, &l->groups[i]);
	for (size_t i = 0; i < l->branchkeys.used; i++)
		tracklabelbranch(l, &l->branches[i]);
	tracklabelrows(l);
	tracklabelshares(l);
	sortgroups(l);
	sortbranches(l);
	sorttracks(l);
}
