/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "foldedformat.h"
#include "io/out.h"

void
foldedformatwrite(const struct fold *f, struct buf *out)
{
	uint32_t *order = stacktreeorder(&f->stacks);
	size_t lengths[STACKTREE_DEPTH + 1] = { 0 }; /* bytes of path at each depth */
	struct buf path = { 0 };

	for (size_t i = 0; i + 1 < f->stacks.count; i++) {
		const struct stacknode *s = &f->stacks.p[order[i]];
		uint64_t weight = foldweight(f, order[i]);

		path.n = lengths[s->depth - 1];
		if (path.n > 0)
			bufchar(&path, ';');
		bufspan(&path, stringat(&f->stacks.frames, s->frame));
		lengths[s->depth] = path.n;
		if (weight == 0)
			continue;
		bufspan(out, bufall(&path));
		bufchar(out, ' ');
		bufuint(out, weight);
		bufchar(out, '\n');
		outcheck(out);
	}
	free(path.p);
	free(order);
}
