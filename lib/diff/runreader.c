/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "dumppipe.h"
#include "io/fd.h"
#include "io/lines.h"
#include "io/probe.h"
#include "io/out.h"
#include "runreader.h"
#include "stream/stream.h"
#include "tablecheck.h"

/* The stage that receives the events of a stream. */
struct runreader {
	struct stage stage;
	struct runtotals *totals;
	struct clip clip; /* the window of this stream */
	struct runwork work;
};

static void
runreaderheader(struct stage *stage, struct event *ev)
{
	struct runreader *reader = (struct runreader *)stage;

	clipheader(&reader->clip, ev);
	groupnamerheader(&reader->totals->namer, ev);
}

static void
runreaderevent(struct stage *stage, struct event *ev)
{
	struct runreader *reader = (struct runreader *)stage;

	clipevent(&reader->clip, ev);
	runtotalsevent(reader->totals, &reader->clip, ev);
	runworkevent(&reader->work, ev);
}

static void
runreaderfinish(struct stage *stage)
{
	struct runreader *reader = (struct runreader *)stage;

	struct runtotals *t = reader->totals;
	struct totalsrun *run = &t->runs[t->runcount - 1];

	runtotalsflush(t, &reader->clip);
	for (int i = 0; i < WORK_PARTS; i++)
		run->times[i] = runworktimes(&reader->work, (enum work_part)i);
	run->windowed =
	    clipfrom(&reader->clip) != INT64_MIN || clipto(&reader->clip) != INT64_MAX;
	run->filtered = reader->clip.span.info.filtered;
	if (t->namer.headed)
		run->names = groupnamerkernels(&t->namer);
}

/* Adds the events of a stream. */
static enum status
readstream(struct runtotals *l, int fd, const char *name, struct span begun, bool partial)
{
	struct runreader reader = {
		.stage = { .want = runtotalswant(l) | CLIP_KEYS | RUNWORK_KEYS,
		    .header = runreaderheader,
		    .event = runreaderevent,
		    .finish = runreaderfinish },
		.totals = l,
	};

	enum status status;

	clipinit(&reader.clip);
	clipready(&reader.clip);
	runworkinit(&reader.work, &reader.clip, l->skip);
	status = streamfrom(&reader.stage, fd, name, begun, partial);
	runworkfree(&reader.work);
	return status;
}

/* Reads an input until text has a whole line, or to its end. */
static bool
readfirst(int fd, const char *name, struct buf *text)
{
	ssize_t n;

	for (;;) {
		if (text->n > 0 && memchr(text->p, '\n', text->n))
			return true;
		n = fdread(fd, bufroom(text, OUT_BLOCK), OUT_BLOCK);
		if (n < 0)
			warn("%s:", name);
		if (n <= 0)
			return n == 0;
		text->n += (size_t)n;
	}
}

/* Reads the first record of a table. Prints a message if the table cannot be compared. */
static bool
readdescription(struct runtotals *l, const char *name, struct span table, struct buf *stack)
{
	struct buf why = { 0 };
	bool fits = tablecheck(l, table, stack, &why);

	if (!fits)
		warn("%s: it cannot be compared: the table %.*s", name, (int)why.n, why.p);
	free(why.p);
	return fits;
}

/* Adds a row of a table, or prints a message. */
static bool
readrow(struct runtotals *l, const char *name, uint64_t number, char *p, struct buf *stack)
{
	const char *why = NULL, *end = *p == '{' ? jsonskip(p, stack) : NULL;
	struct span table = { NULL, 0 };

	if (end && *jsonspace(end) != '\0')
		end = NULL;
	if (end && number == 1)
		table = tablecheckrecord((struct span){ p, (size_t)(end - p) }, stack);
	if (table.n > 0)
		return readdescription(l, name, table, stack);
	if (end && runtotalsrow(l, (struct span){ p, (size_t)(end - p) }, stack, &why))
		return true;
	warn("%s:%llu: bad line: %s", name, (unsigned long long)number,
	    end ? why : "neither an event nor a row of a table of nst-sum --json");
	return false;
}

/* Adds the rows of a table. begun are the bytes that were read from fd already. */
static enum status
readtable(struct runtotals *l, int fd, const char *name, struct span begun)
{
	struct lines lines = { .in.fd = fd, .in.head = begun, .size = OUT_BLOCK };
	enum status status = DONE;
	struct buf stack = { 0 };
	struct span line;

	for (uint64_t number = 1; status == DONE && linesnext(&lines, &line); number++) {
		char *p = (char *)jsonspace(line.p);

		if (*p != '\0' && !readrow(l, name, number, p, &stack))
			status = FAILED;
	}
	if (lines.error) {
		lineswarn(&lines, name);
		status = FAILED;
	}
	linesfree(&lines);
	free(stack.p);
	return status;
}

/* Returns true if a text begins with a row of a table: an object that is no event. */
static bool
istable(struct buf *text)
{
	struct buf stack = { 0 };
	char *end = text->n > 0 ? memchr(text->p, '\n', text->n) : NULL, *p;
	bool is = false;

	jsonpad(text);
	if (end)
		*end = '\0'; /* the scanner stops here */
	p = text->n > 0 ? (char *)jsonspace(text->p) : NULL;
	if (p && *p == '{' && jsonskip(p, &stack)) {
		struct span object = { p, strlen(p) };

		is = jsonmember(object, "ts", &stack).n == 0 &&
		    (jsonmember(object, "count", &stack).n > 0 ||
		        tablecheckrecord(object, &stack).n > 0);
	}
	if (end)
		*end = '\n';
	free(stack.p);
	return is;
}

/* Adds the events of a profile. */
static enum status
readprofile(struct runtotals *l, const char *path, bool partial)
{
	struct dumppipe dumppipe;
	enum status status, ended;
	int fd = dumppipestart(&dumppipe, path, l->dumpnames, NULL, 0);

	status = readstream(l, fd, path, (struct span){ NULL, 0 }, partial);
	close(fd);
	ended = dumppipewait(&dumppipe, path);
	return status != DONE ? status : ended;
}

enum status
runreaderread(struct runtotals *l, const char *path, enum side side, bool partial)
{
	bool named = strcmp(path, "-") != 0;
	int fd = named ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	const char *name = streamname(path);
	struct buf text = { 0 };
	enum status status = FAILED;

	if (fd < 0)
		die("%s:", path);
	runtotalsbegin(l, name, side);
	if (named && probeprofile(path)) {
		status = readprofile(l, path, partial);
	} else if (readfirst(fd, name, &text)) {
		if (istable(&text))
			status = readtable(l, fd, name, bufall(&text));
		else
			status = readstream(l, fd, name, bufall(&text), partial);
	}
	if (named)
		close(fd);
	free(text.p);
	return status;
}
