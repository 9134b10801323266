/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "in.h"
#include "json.h"
#include "out.h"
#include "stream.h"

/* The block of input that holds the line at hand. */
struct input {
	int fd;
	struct buf block;
	size_t start; /* of what was not yet handed out */
	bool eof;
	bool cut;     /* the line handed out last had no newline */
	bool failed;  /* reading went wrong, and that was said */
};

static void
inputopen(struct input *in, struct stream *s, const char *path)
{
	*in = (struct input){ .fd = STDIN_FILENO };
	s->path = "stdin";
	if (path && strcmp(path, "-") != 0) {
		s->path = path;
		in->fd = open(path, O_RDONLY | O_CLOEXEC);
		if (in->fd < 0)
			die("%s:", path);
	}
	outpipe(in->fd);
}

/* Reads one more block behind what is left of the last one. */
static void
inputfill(struct input *in, const struct stream *s)
{
	struct buf *b = &in->block;
	ssize_t n;

	b->n -= in->start;
	if (in->start > 0 && b->n > 0)
		memmove(b->p, b->p + in->start, b->n);
	in->start = 0;
	bufroom(b, OUT_BLOCK + JSON_SLACK);
	n = inread(in->fd, b->p + b->n, OUT_BLOCK);
	if (n < 0) {
		warn("%s:", s->path);
		in->failed = true;
		return;
	}
	in->eof = n == 0;
	b->n += (size_t)n;
	memset(b->p + b->n, 0, JSON_SLACK);
}

/* The next line, its newline replaced by a NUL; false at the end of the input. */
static bool
inputline(struct input *in, const struct stream *s, struct span *line)
{
	size_t seen = 0; /* bytes of the line known to hold no newline */

	for (;;) {
		char *p = in->block.p + in->start;
		size_t left = in->block.n - in->start;
		char *end = left > seen ? memchr(p + seen, '\n', left - seen) : NULL;

		if (!end && !in->eof) {
			seen = left;
			inputfill(in, s);
			if (in->failed)
				return false;
			continue;
		}
		if (!end && left == 0)
			return false;
		in->cut = !end;
		if (!end)
			end = p + left;
		*end = '\0';
		*line = (struct span){ p, (size_t)(end - p) };
		in->start += line->n + (line->n < left);
		return true;
	}
}

void
streamput(struct stream *s)
{
	bufchar(&s->out, '\n');
	s->count.records++;
	outcheck(&s->out);
}

void
streamcopy(struct stream *s, const struct event *ev)
{
	bufspan(&s->out, ev->line);
	streamput(s);
}

static void
putend(struct stream *s, bool partial)
{
	evputend(&s->out, s->latest, s->count.records, partial);
	outcheck(&s->out);
	s->count.records = 0;
}

/* Takes a header or end record. The last end is held back until finish has added its events. */
static void
control(struct stream *s, const struct stage *stage, const struct event *ev)
{
	if (ev->type == TYPE_END) {
		if (s->count.held && stage->relay)
			putend(s, false);
		s->count.held = true;
		s->count.ends++;
	} else {
		s->count.headers++;
		if (stage->relay) {
			bufspan(&s->out, ev->line);
			bufchar(&s->out, '\n');
		}
	}
}

/* Says what is wrong with a line; for what is no stream at all, what to do with it. */
static void
badline(const struct stream *s, struct span line, const struct everror *error)
{
	unsigned long long number = s->line;

	if (number == 1 && strncmp(line.p, "SQLite format 3", 15) == 0)
		warn("%s: an SQLite file, not a stream of events: nst-dump makes one of it",
		    s->path);
	else if (number == 1 && strncmp(line.p, "\x1F\x8B", 2) == 0)
		warn("%s: compressed by gzip, not a stream of events: put zcat before this program",
		    s->path);
	else
		warn(
		    "%s:%llu: bad line: %s (byte %zu)", s->path, number, error->why, error->at + 1);
}

static bool
blank(struct span line)
{
	return jsonspace(line.p) == line.p + line.n;
}

/* Says whether the input was whole. */
static enum status
finish(struct stream *s, const struct stage *stage, bool any)
{
	uint64_t missing = s->count.headers > s->count.ends ? s->count.headers - s->count.ends : 0;

	if (stage->finish)
		stage->finish(s);
	if (stage->relay && s->count.held)
		putend(s, false);
	if (stage->partial) {
		for (; stage->relay && missing > 0; missing--)
			putend(s, true);
		return DONE;
	}
	if (missing > 0)
		warn("%s: truncated input: it has a header and no end record", s->path);
	else if (!any)
		warn("%s: empty input: not even a header", s->path);
	return missing > 0 || !any ? FAILED : DONE;
}

enum status
streamrun(struct stream *s, const struct stage *stage, const char *path)
{
	struct input in;
	struct event ev;
	struct everror error;
	struct span line;
	enum status status = DONE;
	bool any = false;

	inputopen(&in, s, path);
	outpipe(STDOUT_FILENO);
	outpending(&s->out, stage->whole ? stage->whole : outwhole);
	while (status == DONE && inputline(&in, s, &line)) {
		s->line++;
		if (blank(line))
			continue;
		if (!evparse(&ev, line, stage->want, &s->stack, &error)) {
			if (in.cut && s->count.headers > s->count.ends)
				break; /* in the middle of its last line: truncated */
			badline(s, line, &error);
			status = FAILED;
			break;
		}
		if (!any || ev.number[KEY_TS] > s->latest)
			s->latest = ev.number[KEY_TS];
		any = true;
		if (ev.type == TYPE_STREAM || ev.type == TYPE_END)
			control(s, stage, &ev);
		else
			stage->event(s, &ev);
	}
	if (in.failed)
		status = FAILED;
	if (status == DONE)
		status = finish(s, stage, any);
	else if (stage->finish && !stage->relay)
		stage->finish(s);
	free(s->stack.p);
	free(in.block.p);
	if (in.fd != STDIN_FILENO)
		close(in.fd);
	return status;
}

void
streamdie(struct stream *s, const char *format, ...)
{
	va_list ap;
	char why[1024];

	va_start(ap, format);
	vsnprintf(why, sizeof(why), format, ap);
	va_end(ap);
	die("%s:%llu: %s", s->path, (unsigned long long)s->line, why);
}
