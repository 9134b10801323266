/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "rangetree.h"

void
rangetreeadd(struct rangetree *n, const struct rangenode *range)
{
	GROW(n->p, n->room, n->count + 1);
	n->p[n->count] = *range;
	n->p[n->count].place = n->count;
	n->count++;
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

	return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

void
rangetreesort(struct rangetree *n)
{
	if (n->count > 0)
		qsort(n->p, n->count, sizeof(*n->p), compare);
}

void
rangetreelink(struct rangetree *n)
{
	for (size_t i = 0; i < n->count; i++) {
		struct rangenode *range = &n->p[i];
		int64_t at = (int64_t)i - 1;

		if (i > 0 && (range[-1].pid != range->pid || range[-1].tid != range->tid))
			at = RANGETREE_NONE;
		/* Over, or crossed: what comes later inside of that is inside of this one too. */
		while (at != RANGETREE_NONE &&
		    addsat(n->p[at].ts, n->p[at].dur) < addsat(range->ts, range->dur))
			at = n->p[at].parent;
		range->parent = at;
		if (at == RANGETREE_NONE)
			continue;
		range->level = n->p[at].level + 1;
		n->p[at].children++;
		n->p[at].inner = addsat(n->p[at].inner, range->dur);
	}
}

static void
putstack(const struct rangetree *n, const struct rangenode *range, struct buf *text)
{
	const struct rangenode *outer = range;
	size_t *rows = xreallocarray(NULL, (size_t)range->level + 1, sizeof(*rows));
	size_t count = 0;

	for (;; outer = &n->p[outer->parent]) {
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
    const struct rangetree *n, const struct rangenode *range, int column, struct buf *text)
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
		return cellwhole((wide)n->p[range->parent].row + 1);
	}
	putstack(n, range, text);
	return celltext(bufall(text));
}

void
rangetreefree(struct rangetree *n)
{
	free(n->p);
	*n = (struct rangetree){ 0 };
}
