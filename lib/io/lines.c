/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "lines.h"

/* The longest line in bytes: eight times the longest text that nst-dump writes. Without a limit, a
 * small compressed file could expand to one line of terabytes. */
enum { LONGEST = 1 << 29 };

static enum filetype
linestype(const struct lines *l, struct span head)
{
	return l->path ? filetypenamed(head, l->path) : filetypeof(head);
}

/* Moves the incomplete line to the start of the block, and reads more bytes after it. */
static void
linesfill(struct lines *l)
{
	struct buf *b = &l->block;
	ssize_t n;

	b->n -= l->start;
	if (l->start > 0 && b->n > 0)
		memmove(b->p, b->p + l->start, b->n);
	l->start = 0;
	bufroom(b, l->size + JSON_SLACK);
	n = infill(&l->in, b->p + b->n, l->size);
	if (n < 0) {
		l->error = errno ? errno : EIO;
		return;
	}
	if (l->type == FILETYPE_EMPTY)
		l->type = linestype(l, (struct span){ b->p, b->n + (size_t)n });
	l->eof = n == 0;
	b->n += (size_t)n;
	if (b->n > LONGEST) {
		l->error = EFBIG;
		l->why = "a line of more than 512 MiB";
	}
	memset(b->p + b->n, 0, JSON_SLACK);
}

bool
linesnext(struct lines *l, struct span *line)
{
	size_t seen = 0; /* the number of bytes of the line that were searched for a newline */

	for (;;) {
		char *p = l->block.p + l->start;
		size_t left = l->block.n - l->start;
		char *end = left > seen ? memchr(p + seen, '\n', left - seen) : NULL;

		if (!end && !l->eof) {
			seen = left;
			linesfill(l);
			if (l->error)
				return false;
			continue;
		}
		if (!end && left == 0)
			return false;
		l->unterminated = !end;
		if (!end)
			end = p + left;
		*end = '\0';
		*line = (struct span){ p, (size_t)(end - p) };
		l->start += line->n + (line->n < left);
		return true;
	}
}

/* Returns the number of bytes, of those left in the block, that are whole lines: about most. */
static size_t
wholelines(const char *p, size_t left, size_t most)
{
	const char *end = left > 0 ? memrchr(p, '\n', left < most ? left : most) : NULL;

	if (!end && left > most)
		end = memchr(p + most, '\n', left - most);
	return end ? (size_t)(end + 1 - p) : 0;
}

bool
linesmany(struct lines *l, struct buf *into, size_t most, size_t longest)
{
	for (;;) {
		size_t left = l->block.n - l->start;
		size_t n = wholelines(l->block.p + l->start, left, most);

		if (n == 0 && l->eof)
			n = left;
		if (n > 0) {
			l->unterminated = l->block.p[l->start + n - 1] != '\n';
			bufmem(into, l->block.p + l->start, n);
			l->start += n;
			return true;
		}
		if (l->eof || left > longest)
			return false;
		linesfill(l);
		if (l->error)
			return false;
	}
}

void
lineswarn(const struct lines *l, const char *path)
{
	errno = l->error;
	if (l->why)
		warn("%s: %s", path, l->why);
	else
		inwarn(&l->in, path);
}

void
linesfree(struct lines *l)
{
	infree(&l->in);
	free(l->block.p);
	l->block = (struct buf){ 0 };
}
