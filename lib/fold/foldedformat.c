/* SPDX-License-Identifier: MIT */
#include "foldedformat.h"
#include "io/out.h"

/* Writes a stack, unless it has no weight. */
static void
foldedputstack(void *arg, struct span path, uint64_t number)
{
	struct buf *out = arg;

	if (number == 0)
		return;
	bufspan(out, path);
	bufchar(out, ' ');
	bufuint(out, number);
	bufchar(out, '\n');
	outcheck(out);
}

void
foldedformatwrite(struct fold *f, struct buf *out)
{
	foldeach(f, foldedputstack, out);
}
