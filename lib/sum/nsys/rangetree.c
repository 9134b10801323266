/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "rangetree.h"

void
rangetreeadd(struct rangetree *t, const struct rangenode *range)
{
	GROW(t->p, t->room, t->count + 1);
	t->p[t->count] = *range;
	t->p[t->count].order = t->count;
	t->count++;
}

int
rangetreecompare(const struct rangenode *x, const struct rangenode *y)
{
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	if (x->dur != y->dur)
		return x->dur > y->dur ? -1 : 1;
	return (x->name > y->name) - (x->name < y->name);
}

static int
compare(const void *a, const void *b)
{
	const struct rangenode *x = a, *y = b;
	int order = rangetreecompare(x, y);

	return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

void
rangetreesort(struct rangetree *t)
{
	if (t->count > 0)
		qsort(t->p, t->count, sizeof(*t->p), compare);
}

void
rangetreelink(struct rangetree *t)
{
	for (size_t i = 0; i < t->count; i++) {
		struct rangenode *range = &t->p[i];
		int64_t at = (int64_t)i - 1;

		if (i > 0 && (range[-1].pid != range->pid || range[-1].tid != range->tid))
			at = RANGETREE_NONE;
		/* Ranges that ended before, or cross this one, do not contain it. */
		while (at != RANGETREE_NONE &&
		    addsat(t->p[at].ts, t->p[at].dur) < addsat(range->ts, range->dur))
			at = t->p[at].parent;
		range->parent = at;
		if (at == RANGETREE_NONE)
			continue;
		range->level = t->p[at].level + 1;
		t->p[at].children++;
		t->p[at].childtime = addsat(t->p[at].childtime, range->dur);
	}
}

static void
putstack(const struct rangetree *t, const struct rangenode *range, struct buf *text)
{
	const struct rangenode *outer = range;
	size_t *rows = xreallocarray(NULL, (size_t)range->level + 1, sizeof(*rows));
	size_t count = 0;

	for (;; outer = &t->p[outer->parent]) {
		rows[count++] = outer->row;
		if (outer->parent == RANGETREE_NONE)
			break;
	}
	text->n = 0;
	while (count > 0) {
		bufchar(text, ':');
		bufuint(text, rows[--count] + 1);
	}
	free(rows);
}

struct tablecell
rangetreecell(
    const struct rangetree *t, const struct rangenode *range, int column, struct buf *text)
{
	switch (column) {
	case RANGETREE_PID:
		return cellwhole(range->pid);
	case RANGETREE_TID:
		return cellwhole(range->tid);
	case RANGETREE_LEVEL:
		return cellwhole(range->level);
	case RANGETREE_CHILDREN:
		return cellwhole(range->children);
	case RANGETREE_RANGE_ID:
		return cellwhole((wide)range->row + 1);
	case RANGETREE_PARENT_ID:
		if (range->parent == RANGETREE_NONE)
			return (struct tablecell){ 0 };
		return cellwhole((wide)t->p[range->parent].row + 1);
	}
	putstack(t, range, text);
	return celltext(bufall(text));
}

void
rangetreefree(struct rangetree *t)
{
	free(t->p);
	*t = (struct rangetree){ 0 };
}
