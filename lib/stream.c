/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
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
	bool pipe, eof;
	bool cut;     /* the line handed out last had no newline */
	bool failed;  /* reading went wrong, and that was said */
	struct where where; /* the line handed out last */
};

/* What is known of a stream being read. */
struct reading {
	struct stage *first;
	bool partial;
	bool any;         /* a record came */
	int64_t latest;   /* the largest ts, ns */
	uint64_t headers, ends, events;
	bool held;        /* an end record was read and not yet given */
	bool failed;      /* the program before this one did, as it says */
};

const char *
streamname(const char *path)
{
	return path && strcmp(path, "-") != 0 ? path : "stdin";
}

static void
inputopen(struct input *in, const char *path)
{
	struct stat st;

	*in = (struct input){ .fd = STDIN_FILENO, .where.path = streamname(path) };
	if (path && strcmp(path, "-") != 0) {
		in->fd = open(path, O_RDONLY | O_CLOEXEC);
		if (in->fd < 0)
			die("%s:", path);
	}
	outpipe(in->fd);
	in->pipe = fstat(in->fd, &st) == 0 && S_ISFIFO(st.st_mode);
}

/* Reads one more block behind what is left of the last one. */
static void
inputfill(struct input *in)
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
		warn("%s:", in->where.path);
		in->failed = true;
		return;
	}
	in->eof = n == 0;
	b->n += (size_t)n;
	memset(b->p + b->n, 0, JSON_SLACK);
}

/* The next line, its newline replaced by a NUL; false at the end of the input. */
static bool
inputline(struct input *in, struct span *line)
{
	size_t seen = 0; /* bytes of the line known to hold no newline */

	for (;;) {
		char *p = in->block.p + in->start;
		size_t left = in->block.n - in->start;
		char *end = left > seen ? memchr(p + seen, '\n', left - seen) : NULL;

		if (!end && !in->eof) {
			seen = left;
			inputfill(in);
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

/* Takes a header or end record. The last end is held back until the stages have finished. */
static void
control(struct reading *r, struct event *ev)
{
	if (ev->type == TYPE_END) {
		if (r->held)
			stageend(r->first, r->latest, false);
		r->held = true;
		r->ends++;
	} else {
		r->headers++;
		stageheader(r->first, ev);
	}
}

/* Says what is wrong with a line; for what is no stream at all, what to do with it. */
static void
badline(const struct where *where, struct span line, const struct everror *error)
{
	if (where->line == 1 && strncmp(line.p, "SQLite format 3", 15) == 0)
		warn("%s: an SQLite file, not a stream of events: nst-dump makes one of it",
		    where->path);
	else if (where->line == 1 && strncmp(line.p, "\x1F\x8B", 2) == 0)
		warn("%s: compressed by gzip, not a stream of events: put zcat before this program",
		    where->path);
	else
		warn("%s:%llu: bad line: %s (byte %zu)", where->path,
		    (unsigned long long)where->line, error->why, error->at + 1);
}

static bool
blank(struct span line)
{
	return jsonspace(line.p) == line.p + line.n;
}

/* Ends the stages behind an input that went wrong. */
static void
stop(const struct reading *r)
{
	struct stage *last = stagelast(r->first);

	stagestop(r->first);
	if (!last->stop && last->finish)
		last->finish(last);
}

/* Ends the stages behind the last record, and says whether the input was whole. */
static enum status
finish(struct reading *r, const char *name)
{
	uint64_t missing = r->headers > r->ends ? r->headers - r->ends : 0;
	bool whole = r->partial || (r->any && missing == 0);

	if (!whole && r->events == 0)
		stop(r);
	else
		stagefinish(r->first);
	if (r->held)
		stageend(r->first, r->latest, false);
	for (; r->partial && missing > 0; missing--)
		stageend(r->first, r->latest, true);
	if (!whole && !r->any)
		warn("%s: empty input: not even a header", name);
	else if (!whole)
		warn("%s: truncated input: it has a header and no end record", name);
	return whole ? DONE : FAILED;
}

/* Gives a record to the stages. */
static void
give(struct reading *r, struct event *ev)
{
	if (!r->any || ev->number[KEY_TS] > r->latest)
		r->latest = ev->number[KEY_TS];
	r->any = true;
	if (ev->type == TYPE_HEADER || ev->type == TYPE_END)
		control(r, ev);
	else if (ev->type == TYPE_FAILED)
		r->failed = true;
	else {
		r->events++;
		r->first->event(r->first, ev);
	}
}

/* Reads the lines of an input; FAILED behind a bad one, or when reading fails. */
static enum status
readlines(struct reading *r, struct input *in)
{
	unsigned want = stagewant(r->first);
	struct event ev = { .where = &in->where };
	struct buf stack = { 0 };
	struct everror error;
	struct span line;
	bool bad = false;

	while (!bad && !r->failed && inputline(in, &line)) {
		in->where.line++;
		if (blank(line))
			continue;
		bad = !evparse(&ev, line, want, &stack, &error);
		if (!bad)
			give(r, &ev);
	}
	if (r->failed && !in->pipe) /* in a pipe it said why itself */
		warn("%s:%llu: the program that wrote it failed here", in->where.path,
		    (unsigned long long)in->where.line);
	if (bad && in->cut && r->headers > r->ends)
		bad = false; /* in the middle of its last line: truncated */
	else if (bad)
		badline(&in->where, line, &error);
	free(stack.p);
	return bad || in->failed || r->failed ? FAILED : DONE;
}

enum status
streamrun(struct stage *first, const char *path, bool partial)
{
	struct reading reading = { .first = first, .partial = partial };
	enum status status;
	struct input in;

	inputopen(&in, path);
	outpipe(STDOUT_FILENO);
	stagebegin(first);
	status = readlines(&reading, &in);
	if (status == DONE)
		status = finish(&reading, in.where.path);
	else
		stop(&reading);
	free(in.block.p);
	if (in.fd != STDIN_FILENO)
		close(in.fd);
	return status;
}
