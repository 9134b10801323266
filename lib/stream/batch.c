/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "batch.h"

/* Adds a record. Its line begins behind the lines of earlier records, and ends before a newline. */
static void
batchadd(struct batch *b, size_t end)
{
	GROW(b->records, b->room, b->count + 1);
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

void
batchbegin(struct batch *b, enum event_type type)
{
	struct batchrecord *r;

	batchlines(b);
	GROW(b->records, b->room, b->count + 1);
	r = &b->records[b->count];
	r->first = b->valuecount;
	r->type = type;
	b->unsure = false;
}

void
batchend(struct batch *b)
{
	struct batchrecord *r = &b->records[b->count++];

	r->at = b->noted;
	r->n = b->text.n - 1 - b->noted;
	r->end = b->valuecount;
	r->parsed = b->unsure || r->n > UINT32_MAX;
	b->noted = b->text.n;
}

/* Notes the values of an event, whose line is the one of the current record. */
static void
notevalues(struct batch *b, const struct event *ev)
{
	struct batchvalue *v;

	if (ev->given != ev->has) /* a key that is null has no note */
		batchunsure(b);
	GROW(b->values, b->valueroom, b->valuecount + KEY_COUNT);
	v = b->values + b->valuecount;
	for (unsigned keys = ev->has; keys; keys &= keys - 1) {
		enum event_key key = (enum event_key)__builtin_ctz(keys);
		struct span value = ev->value[key];

		*v++ = (struct batchvalue){ ev->number[key], (uint32_t)(value.p - ev->line.p),
			(uint32_t)value.n, key };
	}
	b->valuecount = (size_t)(v - b->values);
}

void
batchcopy(struct batch *b, const struct event *ev)
{
	batchbegin(b, ev->type);
	notevalues(b, ev);
	bufspan(&b->text, ev->line);
	bufchar(&b->text, '\n');
	batchend(b);
}

void
batchnote(struct batch *b, const struct event *ev)
{
	size_t all = b->text.n;

	b->text.n = b->noted = (size_t)(ev->line.p - b->text.p);
	batchbegin(b, ev->type);
	notevalues(b, ev);
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
	ev->has = 0;
	ev->set = 0;
	ev->type = r->type;
	ev->stack = stack;
	for (const struct batchvalue *v = b->values + r->first; v < b->values + r->end; v++) {
		ev->has |= EVKEY(v->key);
		ev->number[v->key] = v->number;
		ev->value[v->key] = (struct span){ line + v->at, v->n };
	}
	ev->given = ev->has;
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
