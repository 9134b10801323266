/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/sortkey.h"
#include "stackspill.h"

/* The part of the limit that the sort takes: the tree takes half. */
enum { SORT_PART = 4 };

/* Appends the frames of a stack to a key. */
static void
putframes(struct buf *key, const struct stacktree *s, uint32_t stack)
{
	uint32_t frames[STACKTREE_DEPTH];
	size_t depth = 0;

	for (; stack != STACKTREE_ROOT; stack = s->p[stack].outer)
		frames[depth++] = s->p[stack].frame;
	while (depth > 0)
		sortkeytext(key, stringat(&s->frames, frames[--depth]));
}

void
stackspillall(struct stackspill *x, struct stacktree *s, struct stacktree *old)
{
	x->spilled = true;
	x->sort.memory = x->limit / SORT_PART;
	for (uint32_t i = 1; i < s->count; i++) {
		struct spilledstack stack = { s->p[i].weight, s->p[i].count };

		if (stack.weight == 0 && stack.count == 0)
			continue;
		x->key.n = 0;
		putframes(&x->key, s, i);
		recordsortadd(&x->sort, bufall(&x->key), 0,
		    (struct span){ (const char *)&stack, sizeof(stack) });
	}
	*old = *s;
	stacktreeinit(s);
	s->total = old->total;
	s->colons = old->colons;
	s->cut = old->cut;
}

uint32_t
stackspillframe(struct stacktree *s, const struct stacktree *old, uint32_t frame)
{
	return stacktreetext(s, stringat(&old->frames, frame));
}

uint32_t
stackspillstack(struct stacktree *s, const struct stacktree *old, uint32_t stack)
{
	uint32_t frames[STACKTREE_DEPTH], new = STACKTREE_ROOT;
	size_t depth = 0;

	for (; stack != STACKTREE_ROOT; stack = old->p[stack].outer)
		frames[depth++] = old->p[stack].frame;
	while (depth > 0)
		new = stacktreepush(s, new, stackspillframe(s, old, frames[--depth]));
	return new;
}

void
stackspillend(struct stackspill *x, struct stacktree *s, struct stacktree *old)
{
	x->least = 2 * stacktreebytes(s);
	stacktreefree(old);
}

/* Reads the next record: its key, and its weight. */
static void
readrecord(struct stackspill *x)
{
	struct spilledstack stack;
	struct span key, value;

	x->more = recordsortnext(&x->sort, &key, &value);
	if (!x->more)
		return;
	memcpy(&stack, value.p, sizeof(stack));
	x->weight = stack.weight;
	x->count = stack.count;
	x->key.n = 0;
	bufspan(&x->key, key);
}

void
stackspillread(struct stackspill *x)
{
	recordsortread(&x->sort);
	readrecord(x);
}

bool
stackspillnext(struct stackspill *x, struct spilledstack *stack, struct buf *path)
{
	struct buf key = x->key;

	if (!x->more)
		return false;
	x->key = (struct buf){ 0 };
	*stack = (struct spilledstack){ 0 };
	do {
		stack->weight += x->weight;
		stack->count += x->count;
		readrecord(x);
	} while (x->more && spansame(bufall(&x->key), bufall(&key)));
	path->n = 0;
	for (size_t at = 0; at < key.n;) {
		if (at > 0)
			bufchar(path, ';');
		at = sortkeygettext(path, bufall(&key), at);
	}
	free(key.p);
	return true;
}

void
stackspillfree(struct stackspill *x)
{
	recordsortfree(&x->sort);
	free(x->key.p);
	*x = (struct stackspill){ 0 };
}
