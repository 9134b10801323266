/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/ordered.h"
#include "base/scan.h"
#include "traceahead.h"
#include "tracescan.h"

/* The bytes of a block. A thread reads some bytes BEHIND it for its last event. */
enum { BLOCK = 1 << 20, BEHIND = 64 << 10 };

/* The number of braces at which a thread looks for its first event. */
enum { GUESSES = 100 };

/* An event of a block. */
struct aheadevent {
	struct traceevent event;
	uint32_t at, n; /* position in the text, and length */
};

/* One thread. */
struct aheadworker {
	struct traceaheads *all;
	struct tracejson json;
	struct buf text;           /* of its block, and of the bytes behind it */
	uint64_t at;               /* the offset of the block in the file */
	struct aheadevent *events; /* from the position start on */
	size_t count, room;
	size_t start, end;         /* the position of the first event, and behind the last one */
};

/* What the threads share. An item of the ordered work is a block. */
struct traceaheads {
	struct ordered ordered;
	struct tracefile *file;
	struct aheadworker *list;
	uint64_t from;       /* the offset of the first block */
	uint64_t next;       /* the offset of the next event, after the blocks that are done */
	atomic_bool stopped; /* the event there must be read by the pass */
};

/* Reads the text of a block. */
static void
aheadread(struct aheadworker *w)
{
	ssize_t some = 1;

	w->text.n = 0;
	bufroom(&w->text, BLOCK + BEHIND + 1 + JSON_SLACK);
	while (w->text.n < BLOCK + BEHIND && some != 0) {
		some = pread(w->all->file->fd, w->text.p + w->text.n, BLOCK + BEHIND - w->text.n,
		    (off_t)(w->at + w->text.n));
		if (some < 0 && errno != EINTR)
			die("%s:", w->all->file->name);
		w->text.n += some > 0 ? (size_t)some : 0;
	}
	jsonpad(&w->text);
}

/* Moves back over white space from p. Returns the position of the byte before it if that is c, else
 * NULL. */
static const char *
aheadback(const struct aheadworker *w, const char *p, char c)
{
	do
		p--;
	while (p >= w->text.p && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'));
	return p >= w->text.p && *p == c ? p : NULL;
}

/* Guesses the position of the first event: an object with a phase behind another object. Returns
 * the length of the text if it finds none. */
static size_t
aheadguess(struct aheadworker *w)
{
	const char *p = w->text.p, *end = p + w->text.n, *comma;
	struct traceevent ev;

	for (int i = 0; i < GUESSES && (p = memchr(p, '{', (size_t)(end - p))); i++, p++) {
		comma = aheadback(w, p, ',');
		if (comma && aheadback(w, comma, '}') && tracejsonevent(&w->json, p, &ev) &&
		    ev.value[FIELD_PH].n > 0)
			return (size_t)(p - w->text.p);
	}
	return w->text.n;
}

/* Returns the start of the event behind the one that ends at p; NULL if none follows. */
static const char *
aheadnext(const char *p)
{
	p = scanspace(p);
	if (*p != ',')
		return NULL;
	p = scanspace(p + 1);
	return *p == '{' ? p : NULL;
}

/* Reads the events of the block from a position on. */
static void
aheadevents(struct aheadworker *w, size_t start)
{
	const char *p = w->text.p + start, *end, *next;
	struct aheadevent e;

	w->start = start;
	w->count = 0;
	while (p < w->text.p + w->text.n && p < w->text.p + BLOCK) {
		end = tracejsonevent(&w->json, p, &e.event);
		next = end ? aheadnext(end) : NULL;
		if (!next)
			break;
		e.at = (uint32_t)(p - w->text.p);
		e.n = (uint32_t)(end - p);
		GROW(w->events, w->room, w->count + 1);
		w->events[w->count++] = e;
		p = next;
	}
	w->end = (size_t)(p - w->text.p);
}

/* Adds the events of the block to the trace. */
static void
aheaddeliver(struct aheadworker *w)
{
	struct traceaheads *all = w->all;

	if (w->at + w->start != all->next)
		aheadevents(w, (size_t)(all->next - w->at));
	for (size_t i = 0; i < w->count; i++)
		traceplace(all->file, &w->json, &w->events[i].event, w->at + w->events[i].at,
		    w->events[i].n);
	all->next = w->at + w->end;
	if (w->end < BLOCK)
		all->stopped = true;
}

static void
aheadwork(void *arg, unsigned worker)
{
	struct traceaheads *all = arg;
	struct aheadworker *w = &all->list[worker];

	for (;;) {
		uint64_t item = orderedtake(&all->ordered);
		bool stop = all->stopped;

		orderedtaken(&all->ordered);
		if (stop)
			return;
		w->at = all->from + item * BLOCK;
		aheadread(w);
		aheadevents(w, item == 0 ? 0 : aheadguess(w));
		orderedawait(&all->ordered, item);
		if (!all->stopped)
			aheaddeliver(w);
		ordereddone(&all->ordered);
	}
}

uint64_t
traceahead(struct tracefile *t, uint64_t at)
{
	struct traceaheads all = { .file = t, .from = at, .next = at };

	all.list = xzalloc(t->jobs, sizeof(*all.list));
	for (unsigned i = 0; i < t->jobs; i++)
		all.list[i].all = &all;
	orderedopen(&all.ordered);
	errno = orderedrun(&all.ordered, t->jobs, aheadwork, &all);
	if (errno != 0)
		die("cannot start a thread:");
	orderedclose(&all.ordered);
	for (unsigned i = 0; i < t->jobs; i++) {
		free(all.list[i].text.p);
		free(all.list[i].events);
		free(all.list[i].json.stack.p);
	}
	free(all.list);
	return all.next;
}
