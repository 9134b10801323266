/* SPDX-License-Identifier: MIT */
/*
 * Records with the places of their values, noted where they are written, so that nobody has to read
 * the text: what one thread makes for another. The writer appends to text; lines that it does not
 * note are parsed.
 */
#ifndef NST_BATCH_H
#define NST_BATCH_H

#include "stream/event.h"

/* A value of a key: where it stands in the line, bytes. */
struct batchvalue {
	int64_t number; /* of an integer key */
	uint32_t at, n;
	enum event_key key;
};

struct batchrecord {
	size_t at, n; /* of its line in the text, without the newline */
	size_t first, end; /* of its values */
	enum event_type type;
	bool parsed;  /* it has to be: its values are not known */
};

/* All zero is empty; batchfree frees it. */
struct batch {
	struct buf text;
	struct batchrecord *records;
	struct batchvalue *values;
	size_t count, room, valuecount, valueroom;
	size_t noted; /* how much of the text is in records */
	bool unsure;  /* of the record at hand */
};

/* Notes the lines that were appended since, as lines to be parsed. */
void batchlines(struct batch *b);

/* Begins a record of a type at the end of the text, behind the lines there are. */
void batchbegin(struct batch *b, enum event_type type);

/* Says that the record at hand has to be parsed. */
static inline void
batchunsure(struct batch *b)
{
	b->unsure = true;
}

/* Notes a value of the record at hand, from a place in the text to its end. */
static inline void
batchvalue(struct batch *b, enum event_key key, size_t from, int64_t number)
{
	GROW(b->values, b->valueroom, b->valuecount + 1);
	b->values[b->valuecount++] = (struct batchvalue){ number, (uint32_t)(from - b->noted),
		(uint32_t)(b->text.n - from), key };
}

/* Ends the record at hand, whose line is whole. */
void batchend(struct batch *b);

/* Makes the text ready to be read: no more is appended. */
void batchready(struct batch *b);

/* Fills an event from a record, as evparse does, which wants those integers where the record has to
 * be parsed; false, with the error, as there. The stack is the scanner's. */
bool batchevent(struct batch *b, size_t record, struct event *ev, unsigned want, struct buf *stack,
    struct parseerror *error);

/* Empties it. */
void batchclear(struct batch *b);

void batchfree(struct batch *b);

#endif
