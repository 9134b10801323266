/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "tracetext.h"

/* The bytes of a window. */
enum { WINDOW = 64 << 10 };

/* Ends the program: an event is not where the first pass found it. */
static void __attribute__((noreturn))
tracetextchanged(const struct tracefile *t)
{
	die("%s: the file changed while it was read", t->name);
}

/* Fills a window with at least n bytes from an offset on. */
static void
tracetextfill(const struct tracefile *t, struct tracetextwindow *w, uint64_t at, size_t n)
{
	size_t want = n > WINDOW ? n : WINDOW;
	ssize_t some = 1;

	w->at = at;
	w->bytes.n = 0;
	bufroom(&w->bytes, want + 1 + JSON_SLACK);
	while (w->bytes.n < n && some != 0) {
		some = pread(t->fd, w->bytes.p + w->bytes.n, want - w->bytes.n,
		    (off_t)(at + w->bytes.n));
		if (some < 0 && errno != EINTR)
			die("%s:", t->name);
		w->bytes.n += some > 0 ? (size_t)some : 0;
	}
	if (w->bytes.n < n)
		tracetextchanged(t);
	jsonpad(&w->bytes);
}

/* Returns n bytes of the file from an offset on: in a window that has them, or in the one that was
 * not used for the longest time. */
static const char *
tracetextbytes(const struct tracefile *t, struct tracetext *text, uint64_t at, size_t n)
{
	struct tracetextwindow *oldest = &text->windows[0];

	for (int i = 0; i < TRACE_WINDOWS; i++) {
		struct tracetextwindow *w = &text->windows[i];

		if (at >= w->at && at + n <= w->at + w->bytes.n) {
			w->used = ++text->uses;
			return w->bytes.p + (at - w->at);
		}
		if (w->used < oldest->used)
			oldest = w;
	}
	tracetextfill(t, oldest, at, n);
	oldest->used = ++text->uses;
	return oldest->bytes.p;
}

void
tracetextread(const struct tracefile *t, struct tracetext *text, const struct traceentry *e,
    struct traceevent *ev)
{
	const char *p = tracetextbytes(t, text, e->at, e->n), *end;

	end = *p == '{' ? tracejsonagain(&text->json, p, ev, &text->args) : NULL;
	if (end != p + e->n)
		tracetextchanged(t);
}

bool
tracetextkey(const struct tracefile *t, struct tracetext *text, const struct traceentry *e,
    int64_t *key, int64_t *corr)
{
	bool bound, correlated = false;
	struct traceevent ev = { 0 };

	tracetextread(t, text, e, &ev);
	bound = ev.value[FIELD_BIND].n > 0 && jsonint(ev.value[FIELD_BIND], key);
	for (size_t i = 0; i < text->args.count; i++)
		if (spanis(text->args.p[i].key, "correlation") ||
		    spanis(text->args.p[i].key, "corr"))
			correlated = jsonint(text->args.p[i].value, corr);
	if (!bound && correlated)
		*key = *corr;
	if (bound && !correlated)
		*corr = *key;
	return bound || correlated;
}

void
tracetextfree(struct tracetext *text)
{
	for (int i = 0; i < TRACE_WINDOWS; i++)
		free(text->windows[i].bytes.p);
	free(text->json.stack.p);
	free(text->args.p);
}
