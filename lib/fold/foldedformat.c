/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "foldedformat.h"
#include "io/out.h"

/* Writes a stack, unless it has no weight. */
static void
foldedputstack(const struct fold *f, struct span path, uint64_t weight, uint64_t count,
    struct buf *out)
{
	uint64_t number = foldnumber(f, weight, count);

	if (number == 0)
		return;
	bufspan(out, path);
	bufchar(out, ' ');
	bufuint(out, number);
	bufchar(out, '\n');
	outcheck(out);
}

/* Writes the stacks, of which some were spilled. */
static void
putspilled(struct fold *f, struct buf *out)
{
	struct spilledstack stack;
	struct buf path = { 0 };

	foldspill(f);
	stackspillread(&f->spill);
	while (stackspillnext(&f->spill, &stack, &path))
		foldedputstack(f, bufall(&path), stack.weight, stack.count, out);
	free(path.p);
}

/* Writes the stacks of the tree. */
static void
puttree(const struct fold *f, struct buf *out)
{
	uint32_t *order = stacktreeorder(&f->stacks);
	size_t lengths[STACKTREE_DEPTH + 1] = { 0 }; /* bytes of path at each depth */
	struct buf path = { 0 };

	for (size_t i = 0; i + 1 < f->stacks.count; i++) {
		const struct stacknode *s = &f->stacks.p[order[i]];

		path.n = lengths[s->depth - 1];
		if (path.n > 0)
			bufchar(&path, ';');
		bufspan(&path, stringat(&f->stacks.frames, s->frame));
		lengths[s->depth] = path.n;
		foldedputstack(f, bufall(&path), s->weight, s->count, out);
	}
	free(path.p);
	free(order);
}

void
foldedformatwrite(struct fold *f, struct buf *out)
{
	if (f->spill.spilled)
		putspilled(f, out);
	else
		puttree(f, out);
}
