/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "batch.h"
#include "record.h"

/* The bytes of a record and of the part of it that a value takes, when they are small. */
enum { RECORD_BYTES = 128, VALUE_BYTES = 16 };

/* Makes room for the lines of most batches, so that growing does not copy the bytes again and
 * again. */
static void
roomforlines(struct batch *b)
{
	GROW(b->values, b->valueroom, BATCH_BYTES / VALUE_BYTES);
	bufroom(&b->text, BATCH_BYTES + BATCH_BYTES / 8);
}

void
batchgrow(struct batch *b)
{
	if (b->room > 0) {
		GROW(b->records, b->room, b->count + 1);
		return;
	}
	GROW(b->records, b->room, BATCH_BYTES / RECORD_BYTES);
	roomforlines(b);
}

/* Adds a record. Its line begins behind the lines of earlier records, and ends before a newline. */
static void
batchadd(struct batch *b, size_t end)
{
	if (b->count == b->room)
		batchgrow(b);
	b->records[b->count++] =
	    (struct batchrecord){ .at = b->noted, .n = end - b->noted, .kind = BATCH_PARSED };
	b->noted = end + 1;
}

void
batchlines(struct batch *b)
{
	while (b->noted < b->text.n) {
		const char *from = b->text.p + b->noted;
		const char *end = memchr(from, '\n', b->text.n - b->noted);

		batchadd(b, (size_t)(end - b->text.p));
	}
}

/* Notes the values of the line of an event, in which no value has changed. */
static void
notevalues(struct batch *b, const struct event *ev)
{
	struct valuenote *v = b->values + b->valuecount;

	if (ev->notes) {
		memcpy(v, ev->notes, ev->notecount * sizeof(*v));
		b->valuecount += ev->notecount;
		return;
	}
	b->valuecount = (size_t)(evnote(ev, v) - b->values);
}

/* Writes the line of an event with keys that were set and were not in its line. */
static void
batchset(struct batch *b, const struct event *ev)
{
	struct valuenote *v = b->values + b->valuecount;

	recordprefix(&b->text, ev);
	for (unsigned keys = ev->set & ev->has; keys; keys &= keys - 1) {
		enum event_key key = (enum event_key)__builtin_ctz(keys);
		size_t at = recordset(&b->text, ev, key);

		*v++ = (struct valuenote){ ev->number[key], (uint32_t)(at - b->noted),
			(uint32_t)(b->text.n - at), key };
	}
	b->valuecount = (size_t)(v - b->values);
	if (!ev->line.p)
		b->text.p[b->noted] = '{'; /* in place of the first comma */
	recordend(&b->text);
}

void
batchcopy(struct batch *b, const struct event *ev)
{
	batchbegin(b, ev->type);
	if (ev->given & (ev->set | ~ev->has)) { /* a key in the line changed, or is null */
		batchunsure(b);
		recordevent(&b->text, ev);
	} else {
		size_t most = KEY_COUNT + (ev->notes ? ev->notecount : 0);

		GROW(b->values, b->valueroom, b->valuecount + most);
		notevalues(b, ev);
		if (ev->set)
			batchset(b, ev);
		else
			recordevent(&b->text, ev);
		b->has = ev->has;
	}
	batchend(b);
}

void
batchnote(struct batch *b, const struct event *ev)
{
	size_t all = b->text.n;

	b->text.n = b->noted = (size_t)(ev->line.p - b->text.p);
	batchbegin(b, ev->type);
	if (ev->given != ev->has) { /* a key in the line is null */
		batchunsure(b);
	} else {
		GROW(b->values, b->valueroom, b->valuecount + KEY_COUNT);
		notevalues(b, ev);
		b->has = ev->has;
	}
	b->text.n += ev->line.n + 1;
	batchend(b);
	b->text.n = all;
}

void
batchnoteline(struct batch *b, struct span line)
{
	size_t at = (size_t)(line.p - b->text.p);

	b->noted = at;
	batchadd(b, at + line.n);
}

void
batchleave(struct batch *b)
{
	b->noted = b->text.n;
}

void
batchremove(struct batch *b, size_t at)
{
	size_t from = 0, to = b->count;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (b->records[middle].at < at)
			from = middle + 1;
		else
			to = middle;
	}
	if (from == b->count || b->records[from].at != at)
		return;
	b->count--;
	memmove(b->records + from, b->records + from + 1, (b->count - from) * sizeof(*b->records));
}

void
batchready(struct batch *b)
{
	batchlines(b);
	jsonpad(&b->text);
	if (b->referring == b->count)
		return;
	for (const struct batchrecord *r = b->records; r < b->records + b->count; r++)
		if (r->kind != BATCH_REFERS)
			b->text.p[r->at + r->n] = '\0';
}

void
batchshare(struct batch *b)
{
	if (!b->shared)
		b->shared = sharedlinesmake();
}

/* Adds the values of the keys of an event that were set to those of a record that refers. Returns
 * false if they are too long. */
static bool
referset(struct batch *b, struct batchrecord *r, const struct event *ev)
{
	GROW(b->values, b->valueroom, b->valuecount + KEY_COUNT);
	for (unsigned keys = ev->set & ev->has; keys; keys &= keys - 1) {
		enum event_key key = (enum event_key)__builtin_ctz(keys);
		bool integer = EVENT_INTEGERS & EVKEY(key);
		size_t at = b->text.n;

		if (integer)
			bufint(&b->text, ev->number[key]);
		else
			bufspan(&b->text, ev->value[key]);
		b->values[b->valuecount++] = (struct valuenote){ integer ? ev->number[key] : 0,
			(uint32_t)at, (uint32_t)(b->text.n - at), key };
		bufchar(&b->text, '\0');
	}
	r->setcount = (unsigned)(b->valuecount - r->setfirst);
	return b->text.n <= UINT32_MAX;
}

void
batchreferset(struct batch *b, const struct event *ev)
{
	struct batchrecord *r = &b->records[b->count - 1];

	r->setfirst = b->valuecount;
	if (referset(b, r, ev)) {
		b->noted = b->text.n;
		return;
	}
	b->valuecount = r->setfirst;
	b->text.n = b->noted;
	b->count--;
	b->referring--;
	batchcopy(b, ev);
}

void
batchsetvalues(const struct batch *b, const struct batchrecord *r, struct event *ev)
{
	const struct valuenote *set = b->values + r->setfirst;

	for (const struct valuenote *v = set; v < set + r->setcount; v++) {
		ev->number[v->key] = v->number;
		ev->value[v->key] = (struct span){ b->text.p + v->at, v->n };
	}
}

/* Ends the sharing of the lines. Returns true if batches still refer to them, which have the memory
 * now. */
static bool
unshare(struct batch *b)
{
	struct sharedlines *s = b->shared;

	if (b->borrowed)
		sharedlinesdrop(b->borrowed);
	b->borrowed = NULL;
	if (!s || sharedlinesalone(s))
		return false;
	sharedlinesleave(s, (struct linememory){ b->text, b->values, b->valueroom });
	b->shared = NULL;
	return true;
}

void
batchclear(struct batch *b)
{
	if (unshare(b)) {
		struct linememory memory = sharedlinesmemory();

		b->text = memory.text;
		b->values = memory.values;
		b->valueroom = memory.valueroom;
		roomforlines(b);
	}
	b->text.n = 0;
	b->count = b->referring = b->valuecount = b->noted = 0;
}

void
batchfree(struct batch *b)
{
	if (!unshare(b)) {
		free(b->text.p);
		free(b->values);
		free(b->shared);
	}
	free(b->records);
	*b = (struct batch){ 0 };
}
