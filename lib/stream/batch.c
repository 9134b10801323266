/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "batch.h"
#include "record.h"

/* The bytes of a record and of the part of it that a value takes, when they are small. */
enum { RECORD_BYTES = 128, VALUE_BYTES = 16 };

void
batchgrow(struct batch *b)
{
	if (b->room > 0) {
		GROW(b->records, b->room, b->count + 1);
		return;
	}
	/* Room for most batches, so that growing does not copy the bytes again and again. */
	GROW(b->records, b->room, BATCH_BYTES / RECORD_BYTES);
	GROW(b->values, b->valueroom, BATCH_BYTES / VALUE_BYTES);
	bufroom(&b->text, BATCH_BYTES + BATCH_BYTES / 8);
}

/* Adds a record. Its line begins behind the lines of earlier records, and ends before a newline. */
static void
batchadd(struct batch *b, size_t end)
{
	if (b->count == b->room)
		batchgrow(b);
	b->records[b->count++] =
	    (struct batchrecord){ .at = b->noted, .n = end - b->noted, .parsed = true };
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
	for (unsigned keys = ev->has & ~ev->set; keys; keys &= keys - 1) {
		enum event_key key = (enum event_key)__builtin_ctz(keys);
		struct span value = ev->value[key];

		*v++ = (struct valuenote){ ev->number[key], (uint32_t)(value.p - ev->line.p),
			(uint32_t)value.n, key };
	}
	b->valuecount = (size_t)(v - b->values);
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
}

bool
batchevent(struct batch *b, size_t record, struct event *ev, unsigned want, struct buf *stack,
    struct parseerror *error)
{
	const struct batchrecord *r = &b->records[record];
	char *line = b->text.p + r->at;

	line[r->n] = '\0';
	if (r->parsed)
		return evparse(ev, (struct span){ line, r->n }, want, stack, error);
	ev->line = (struct span){ line, r->n };
	ev->has = ev->given = r->has;
	ev->set = 0;
	ev->type = r->type;
	ev->stack = stack;
	evnoted(ev, b->values + r->first, r->end - r->first);
	return true;
}

void
batchclear(struct batch *b)
{
	b->text.n = 0;
	b->count = b->valuecount = b->noted = 0;
}

void
batchfree(struct batch *b)
{
	free(b->text.p);
	free(b->records);
	free(b->values);
	*b = (struct batch){ 0 };
}
