/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>

#include "in.h"
#include "json.h"
#include "lines.h"

/* Reads one more block behind what is left of the last one. */
static void
fill(struct lines *l)
{
	struct buf *b = &l->block;
	ssize_t n;

	b->n -= l->start;
	if (l->start > 0 && b->n > 0)
		memmove(b->p, b->p + l->start, b->n);
	l->start = 0;
	bufroom(b, l->size + JSON_SLACK);
	n = inread(l->fd, b->p + b->n, l->size);
	if (n < 0) {
		l->error = errno;
		return;
	}
	l->eof = n == 0;
	b->n += (size_t)n;
	memset(b->p + b->n, 0, JSON_SLACK);
}

bool
linesnext(struct lines *l, struct span *line)
{
	size_t seen = 0; /* bytes of the line known to hold no newline */

	for (;;) {
		char *p = l->block.p + l->start;
		size_t left = l->block.n - l->start;
		char *end = left > seen ? memchr(p + seen, '\n', left - seen) : NULL;

		if (!end && !l->eof) {
			seen = left;
			fill(l);
			if (l->error)
				return false;
			continue;
		}
		if (!end && left == 0)
			return false;
		l->cut = !end;
		if (!end)
			end = p + left;
		*end = '\0';
		*line = (struct span){ p, (size_t)(end - p) };
		l->start += line->n + (line->n < left);
		return true;
	}
}

void
linesfree(struct lines *l)
{
	free(l->block.p);
	l->block = (struct buf){ 0 };
}
