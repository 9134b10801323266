/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "traceahead.h"
#include "tracescan.h"

/* The bytes that are read at once. After the threads of traceahead have found an event that they
 * do not read, they go on behind it; if they had read only a FEW bytes, MANY bytes farther. */
enum { BLOCK = 1 << 20, FEW = 4 << 20, MANY = 16 << 20 };

/* The longest event. */
#define LONGEST ((size_t)UINT32_MAX)

/* The part of the file in memory. */
struct tracepart {
	struct tracefile *file;
	struct tracejson json;
	struct buf text;
	uint64_t at;   /* the offset of the text in the file */
	const char *p; /* the position in the text */
	bool ended;    /* the text reaches to the end of the file */
	uint64_t ahead; /* the offset from which on threads read the events */
};

/* Drops the text before the position and reads the next block. */
static void
tracepartmore(struct tracepart *w)
{
	size_t used = (size_t)(w->p - w->text.p), left = w->text.n - used;
	size_t want = left > BLOCK ? left : BLOCK;
	ssize_t some;

	if (left > LONGEST)
		die("%s: an event of more than 4 GB", w->file->name);
	if (left > 0)
		memmove(w->text.p, w->p, left);
	w->text.n = left;
	w->at += used;
	bufroom(&w->text, want + 1 + JSON_SLACK);
	do
		some = pread(w->file->fd, w->text.p + left, want, (off_t)(w->at + left));
	while (some < 0 && errno == EINTR);
	if (some < 0)
		die("%s:", w->file->name);
	w->ended = some == 0;
	w->text.n += (size_t)some;
	jsonpad(&w->text);
	w->p = w->text.p;
}

/* The file ends too early: its events up to here are dumped. */
static void
tracepartcut(struct tracepart *w)
{
	w->file->cut = w->at + (uint64_t)(w->p - w->text.p);
}

/* Ends the program: the text at the position of an error is not JSON. */
static void __attribute__((noreturn))
tracepartdie(const struct tracepart *w)
{
	unsigned long long at = w->at;

	at += (size_t)(w->json.at - w->text.p);
	die("%s: byte %llu: not a Chrome trace: %s", w->file->name, at, w->json.why);
}

/* Reads more if a failed scan has reached the end of the text. Returns false at the end of the
 * file; ends the program if the text is not JSON. */
static bool
tracepartretry(struct tracepart *w)
{
	if (w->json.at < w->text.p + w->text.n)
		tracepartdie(w);
	if (w->ended)
		return false;
	tracepartmore(w);
	return true;
}

/* Moves over white space. Returns the next byte, 0 at the end of the file. */
static char
tracepartnext(struct tracepart *w)
{
	for (;;) {
		w->p = jsonspace(w->p);
		if (w->p < w->text.p + w->text.n) {
			w->json.at = w->p;
			w->json.why = "a NUL";
			if (!*w->p)
				tracepartdie(w);
			return *w->p;
		}
		if (w->ended)
			return 0;
		tracepartmore(w);
	}
}

/* Moves over the value at the position. Returns it, or an empty span if the file ends before. */
static struct span
tracepartvalue(struct tracepart *w)
{
	const char *end;

	tracepartnext(w);
	while (!(end = tracejsonskip(&w->json, w->p)))
		if (!tracepartretry(w))
			return (struct span){ NULL, 0 };
	w->json.at = w->p;
	w->p = end;
	return (struct span){ w->json.at, (size_t)(end - w->json.at) };
}

/* Ends the program: another byte was expected. */
static void __attribute__((noreturn))
tracepartunexpected(struct tracepart *w, const char *why)
{
	w->json.at = w->p;
	w->json.why = why;
	tracepartdie(w);
}

/* Reads one event. Returns false if the file ends before its end. */
static bool
traceone(struct tracepart *w)
{
	struct traceevent ev;
	const char *end;
	size_t n;

	while (!(end = tracejsonevent(&w->json, w->p, &ev)))
		if (!tracepartretry(w))
			return false;
	n = (size_t)(end - w->p);
	if (n > LONGEST)
		tracepartunexpected(w, "an event of more than 4 GB");
	traceplace(w->file, &w->json, &ev, w->at + (uint64_t)(w->p - w->text.p), n);
	w->p = end;
	return true;
}

/* Reads events with several threads, from the one at the position on. The position after it is that
 * of an event, too. */
static void
traceseveral(struct tracepart *w)
{
	uint64_t at = w->at + (uint64_t)(w->p - w->text.p), next;

	if (w->file->jobs < 2 || at < w->ahead)
		return;
	next = traceahead(w->file, at);
	w->ahead = next - at > FEW ? next + 1 : next + MANY;
	if (next == at)
		return;
	w->at = next;
	w->text.n = 0;
	w->p = w->text.p;
	tracepartmore(w);
}

/* Reads the events of an array, whose bracket is at the position. Returns false if the file ends
 * before its end. Chrome's format allows an array without one, if no object is around it. */
static bool
traceevents(struct tracepart *w, bool bare)
{
	char c;

	w->p++;
	c = tracepartnext(w);
	while (c != ']' && c != 0) {
		if (c != '{')
			tracepartunexpected(w, "an event is not an object");
		traceseveral(w);
		if (!traceone(w))
			return false;
		c = tracepartnext(w);
		if (c == ',') {
			w->p++;
			c = tracepartnext(w);
			if (c == ']' && !bare)
				tracepartunexpected(w, "not a value");
		} else if (c != ']' && c != 0) {
			tracepartunexpected(w, "no comma or end behind an event");
		}
	}
	if (c)
		w->p++;
	return c || bare;
}

/* Reads a member of the outer object. Returns false if the file ends before its end. */
static bool
tracetop(struct tracepart *w, struct buf *key)
{
	struct span text = tracepartvalue(w), value;
	char c;

	if (!text.p)
		return false;
	if (!jsonisstring(text))
		tracepartunexpected(w, "a key is not a string");
	key->n = 0;
	bufmem(key, text.p + 1, text.n - 2);
	c = tracepartnext(w);
	if (!c)
		return false;
	if (c != ':')
		tracepartunexpected(w, "no colon behind a key");
	w->p++;
	if (tracepartnext(w) == '[' && spanis(bufall(key), "traceEvents"))
		return traceevents(w, false);
	value = tracepartvalue(w);
	if (value.p)
		tracefact(w->file, &w->json, bufall(key), value);
	return value.p;
}

/* Reads the outer object, whose brace is at the position. Returns false if the file ends before its
 * end. */
static bool
traceobject(struct tracepart *w)
{
	struct buf key = { 0 };
	bool whole = true;
	char c;

	w->p++;
	c = tracepartnext(w);
	while (whole && c != '}') {
		whole = c && tracetop(w, &key);
		c = whole ? tracepartnext(w) : 0;
		if (c == ',') {
			w->p++;
			c = tracepartnext(w);
			if (c == '}')
				tracepartunexpected(w, "a key is not a string");
		} else if (c && c != '}') {
			tracepartunexpected(w, "no comma or end behind a value");
		}
	}
	if (whole)
		w->p++;
	free(key.p);
	return whole;
}

void
tracescan(struct tracefile *t)
{
	struct tracepart w = { .file = t };
	bool whole;
	char c;

	w.p = w.text.p = bufroom(&w.text, 1 + JSON_SLACK);
	tracepartmore(&w);
	c = tracepartnext(&w);
	if (c != '{' && c != '[')
		tracepartunexpected(&w, "neither an object nor an array");
	whole = c == '{' ? traceobject(&w) : traceevents(&w, true);
	if (!whole)
		tracepartcut(&w);
	else if (tracepartnext(&w))
		tracepartunexpected(&w, "more behind its end");
	free(w.text.p);
	free(w.json.stack.p);
}
