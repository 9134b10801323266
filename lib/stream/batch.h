/* SPDX-License-Identifier: MIT */
/*
 * A batch: records as text, and for each record the positions of its values, noted by the writer,
 * so that another thread gets events without parsing them. Lines without notes are parsed. An event
 * of a batch has its notes (event.h), so that it needs none again in the batch for the next thread.
 *
 * If the lines of a batch are shared, a batch for the next thread refers to them (sharedlines.h):
 *
 *   batch of nst-dump      batch of nst-link
 *   line, notes        <-  record 0: refers, with the value of "launch"
 *   line, notes        <-  record 1: refers
 *                          record 2: a line and its notes
 */
#ifndef NST_BATCH_H
#define NST_BATCH_H

#include "base/err.h"
#include "sharedlines.h"

/* The bytes of text at which a batch goes to another thread, and the number of batches between two
 * threads. */
enum { BATCH_BYTES = 256 << 10, BATCHES = 4 };

enum batch_kind {
	BATCH_NOTED,  /* the values of the line were noted */
	BATCH_PARSED, /* they were not: the line has to be parsed */
	BATCH_REFERS  /* the line is one of batch.borrowed */
};

struct batchrecord {
	union {
		size_t at;        /* of its line in the text */
		const char *line; /* of a record that refers: the line */
	};
	size_t n; /* bytes of the line, without the newline */
	unsigned has; /* bits of the keys of its values */
	unsigned given, set; /* of a record that refers: keys as in struct event */
	enum event_type type;
	union {
		size_t first; /* index of the first value in its line */
		const struct valuenote *notes; /* of a record that refers: the values */
	};
	size_t notecount; /* number of these values */
	/* Of a record that refers and has keys that were set: their values. */
	size_t setfirst; /* index in batch.values; offsets are of batch.text */
	unsigned setcount;
	enum batch_kind kind;
};

/* All zero is empty; batchfree frees it. */
struct batch {
	struct buf text;
	struct batchrecord *records;
	struct valuenote *values;
	size_t count, room, valuecount, valueroom;
	size_t referring; /* number of records that refer */
	size_t noted; /* bytes of the text that are in records, or values that were set */
	struct sharedlines *shared; /* its text and values, once they are shared; else NULL */
	struct sharedlines *borrowed; /* what records refer to, or NULL */
	/* Of the current record: */
	bool unsure;  /* it has to be parsed */
	unsigned has; /* bits of the keys whose values were noted */
};

/* Takes batches of records. It is the first member of a struct of its room. */
struct batchsink {
	/* Returns the batch that the next record goes to; call it before each record. Ends the
	 * program if nothing takes batches any more. */
	struct batch *(*next)(struct batchsink *);

	/* Takes a batch that a worker has filled: its records follow those taken before. The worker
	 * gets an empty batch in its place. Ends the program as next does. */
	void (*give)(struct batchsink *, struct batch *);

	/* Lets the records that were taken reach the end of the tools, before the program fails. */
	void (*fail)(struct batchsink *);

	/* Takes the last batch and frees the sink. Returns the status of the tools that took the
	 * records. */
	enum status (*end)(struct batchsink *);

	unsigned threads; /* number of threads of the tools */
};

/* Adds the lines that were appended to the text without notes. */
void batchlines(struct batch *b);

/* Makes room for one more record; batchbegin calls it when there is none. */
void batchgrow(struct batch *b);

/* Begins a record of a type at the end of the text. */
static inline void
batchbegin(struct batch *b, enum event_type type)
{
	struct batchrecord *r;

	if (b->noted < b->text.n)
		batchlines(b);
	if (b->count == b->room)
		batchgrow(b);
	r = &b->records[b->count];
	r->first = b->valuecount;
	r->type = type;
	b->unsure = false;
	b->has = 0;
}

/* Marks the current record: it has to be parsed. */
static inline void
batchunsure(struct batch *b)
{
	b->unsure = true;
}

/* Notes a value of the current record: the bytes of the text from one offset to another. */
static inline void
batchvalue(struct batch *b, enum event_key key, size_t from, size_t to, int64_t number)
{
	GROW(b->values, b->valueroom, b->valuecount + 1);
	b->values[b->valuecount++] = (struct valuenote){ number, (uint32_t)(from - b->noted),
		(uint32_t)(to - from), key };
	b->has |= EVKEY(key);
}

/* Ends the current record, whose line is complete. */
static inline void
batchend(struct batch *b)
{
	struct batchrecord *r = &b->records[b->count++];

	r->at = b->noted;
	r->n = b->text.n - 1 - b->noted;
	r->notecount = b->valuecount - r->first;
	r->has = b->has;
	r->kind = b->unsure || r->n > UINT32_MAX ? BATCH_PARSED : BATCH_NOTED;
	b->noted = b->text.n;
}

/* Adds an event as a record, with notes of its values. Keys of the event may be set. */
void batchcopy(struct batch *b, const struct event *ev);

/* Adds a record whose line is in the text already, somewhere behind those of earlier records, with
 * notes of its values. */
void batchnote(struct batch *b, const struct event *ev);

/* The same for a line that has to be parsed. */
void batchnoteline(struct batch *b, struct span line);

/* Leaves out the rest of the text, behind the lines of all records. */
void batchleave(struct batch *b);

/* Removes the record whose line begins at an offset of the text, if there is one. */
void batchremove(struct batch *b, size_t at);

/* Makes the batch ready for batchevent; nothing is appended any more. Lines end in a NUL then. */
void batchready(struct batch *b);

/* Lets other batches refer to the lines of a batch that is ready, until it is cleared. */
void batchshare(struct batch *b);

/* Returns true if a batch can refer to the line of an event. It refers to lines of one batch. */
static inline bool
batchmayrefer(const struct batch *b, const struct event *ev)
{
	return evshares(ev) && (!b->borrowed || b->borrowed == ev->shared);
}

/* Ends batchrefer for an event with keys that were set; the record has all but their values. */
void batchreferset(struct batch *b, const struct event *ev);

/* Adds an event as a record that refers to its line. Keys of the event may be set: the event that
 * batchevent makes of it has them set, too. */
static inline void
batchrefer(struct batch *b, const struct event *ev)
{
	struct batchrecord *r;

	if (b->noted < b->text.n)
		batchlines(b);
	if (b->count == b->room)
		batchgrow(b);
	if (!b->borrowed)
		b->borrowed = sharedlinesuse(ev->shared);
	r = &b->records[b->count++];
	r->line = ev->line.p;
	r->n = ev->line.n;
	r->has = ev->has;
	r->given = ev->given;
	r->set = ev->set;
	r->type = ev->type;
	r->notes = ev->notes;
	r->notecount = ev->notecount;
	r->kind = BATCH_REFERS;
	b->referring++;
	if (ev->set)
		batchreferset(b, ev);
}

/* Returns the line of a record that does not refer. */
static inline struct span
batchline(const struct batch *b, size_t record)
{
	return (struct span){ b->text.p + b->records[record].at, b->records[record].n };
}

/* Sets the values of an event that were set when it became a record that refers. */
void batchsetvalues(const struct batch *b, const struct batchrecord *r, struct event *ev);

/* Fills an event from a record, as evparse does. If the record has to be parsed, want and scanner
 * are for evparse; returns false and sets the error as that does. */
static inline bool
batchevent(struct batch *b, size_t record, struct event *ev, unsigned want, struct buf *scanner,
    struct parseerror *error)
{
	const struct batchrecord *r = &b->records[record];

	if (r->kind == BATCH_PARSED)
		return evparse(ev, batchline(b, record), want, scanner, error);
	ev->has = r->has;
	ev->type = r->type;
	ev->stack = scanner;
	if (r->kind == BATCH_REFERS) {
		ev->line = (struct span){ r->line, r->n };
		ev->given = r->given;
		ev->set = r->set;
		evnoted(ev, r->notes, r->notecount);
		ev->shared = b->borrowed;
		if (r->set)
			batchsetvalues(b, r, ev);
		return true;
	}
	ev->line = (struct span){ b->text.p + r->at, r->n };
	ev->given = r->has;
	ev->set = 0;
	evnoted(ev, b->values + r->first, r->notecount);
	ev->shared = b->shared;
	return true;
}

/* Removes all records; the memory stays. */
void batchclear(struct batch *b);

void batchfree(struct batch *b);

#endif
