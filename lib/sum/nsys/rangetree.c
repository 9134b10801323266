/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "rangetree.h"

void
nestadd(struct nest *n, const struct nested *range)
{
	GROW(n->p, n->room, n->count + 1);
	n->p[n->count] = *range;
	n->p[n->count].place = n->count;
	n->count++;
}

int
nestcompare(const struct nested *x, const struct nested *y)
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
	const struct nested *x = a, *y = b;
	int order = nestcompare(x, y);

	return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

void
nestsort(struct nest *n)
{
	if (n->count > 0)
		qsort(n->p, n->count, sizeof(*n->p), compare);
}

void
nestmake(struct nest *n)
{
	for (size_t i = 0; i < n->count; i++) {
		struct nested *range = &n->p[i];
		int64_t at = (int64_t)i - 1;

		if (i > 0 && (range[-1].pid != range->pid || range[-1].tid != range->tid))
			at = NEST_NONE;
		/* Over, or crossed: what comes later inside of that is inside of this one too. */
		while (at != NEST_NONE &&
		    addsat(n->p[at].ts, n->p[at].dur) < addsat(range->ts, range->dur))
			at = n->p[at].parent;
		range->parent = at;
		if (at == NEST_NONE)
			continue;
		range->level = n->p[at].level + 1;
		n->p[at].children++;
		n->p[at].inner = addsat(n->p[at].inner, range->dur);
	}
}

static void
putstack(const struct nest *n, const struct nested *range, struct buf *text)
{
	const struct nested *outer = range;
	size_t *rows = xreallocarray(NULL, (size_t)range->level + 1, sizeof(*rows));
	size_t count = 0;

	for (;; outer = &n->p[outer->parent]) {
		rows[count++] = outer->row;
		if (outer->parent == NEST_NONE)
			break;
	}
	text->n = 0;
	while (count > 0) {
		bufchar(text, ':');
		bufuint(text, rows[--count] + 1);
	}
	free(rows);
}

struct entry
nestentry(const struct nest *n, const struct nested *range, int column, struct buf *text)
{
	switch (column) {
	case NEST_PID:
		return entrywhole(range->pid);
	case NEST_TID:
		return entrywhole(range->tid);
	case NEST_LEVEL:
		return entrywhole(range->level);
	case NEST_CHILDREN:
		return entrywhole(range->children);
	case NEST_RANGE_ID:
		return entrywhole((wide)range->row + 1);
	case NEST_PARENT_ID:
		if (range->parent == NEST_NONE)
			return (struct entry){ 0 };
		return entrywhole((wide)n->p[range->parent].row + 1);
	}
	putstack(n, range, text);
	return entrytext(bufall(text));
}

void
nestfree(struct nest *n)
{
	free(n->p);
	*n = (struct nest){ 0 };
}
