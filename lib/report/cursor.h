/* SPDX-License-Identifier: MIT */
/*
 * Rows of the tables that are events, in the order of the file, which is the order of the export.
 * A cursor reads one block at a time, any of them: several cursors may read different blocks, or
 * the same. It keeps its block unpacked, and nothing of those before but how many rows they had.
 */
#ifndef NST_CURSOR_H
#define NST_CURSOR_H

#include "base/row.h"
#include "decoder.h"
#include "rep.h"
#include "wire.h"

/* Fields of an event, and of a call, that tell what rows they are. */
enum { REP_EVENT_TYPE = 1, REP_CALL_CLASS = 6, REP_CALL_NAME = 7 };

/* What was counted before a block: the rows of each table, and call chains of calls. Numbers of
 * rows and call chains follow from it. */
struct repcounts {
	uint64_t rows[REP_TABLES], chains;
};

/* The fields of a message, taken apart. A number is its bits, bytes are where they begin in the
 * block and how many there are, 32 bits each. */
struct repfields {
	uint64_t have; /* a bit for each field that is there */
	uint64_t v[64];
};

/* A column that somebody wants. */
struct repwantedcol {
	const struct repcol *col; /* NULL where there is none of that name */
	size_t cell;              /* of the row */
	/* Where it is, if it is quickly found: a number up to a limit, or nowhere. */
	bool quick, needed;
	unsigned char message, field;
	uint64_t limit;
	size_t end; /* of the quick ones in that message */
};

/* Those that somebody wants of a table: the quick ones first, by message. */
struct repwanted {
	bool any;
	struct repwantedcol *cols;
	size_t count, quick;
};

struct repcursor {
	const struct rep *rep;
	struct repcoverage *coverage;
	bool secrets; /* also texts that are a secret; false unless the caller sets it */
	struct repscratch scratch;
	size_t block;
	const char *base;    /* the block's message */
	struct wire entries; /* of the block, what is left of it */
	uint32_t at;         /* where the event at hand begins in the message */
	struct repcounts counts;
	/* The event at hand: its messages, which of them are there and which taken apart, and the
	 * kinds of rows that it is and that are still to come, as bits of repeventdefs. */
	struct span body[M_EVENT_MESSAGES];
	struct repfields *fields;/* of each message */
	uint64_t there, taken, due;
	struct span event;
	uint64_t noted; /* all kinds that it is, as bits of repeventdefs */
	struct repdecoders decoders;
	uint64_t chain; /* the number of its call chain, 0 where it has none */
	/* Rows that are parts of it: what is left of its frames, or the counters. */
	const struct repeventdef *parts;
	struct wire frames;
	const struct repmetriclayout *layout;
	struct span counters;
	uint64_t time;
	uint64_t depth; /* how many parts came before */
	uint64_t part;  /* the counter that the next event begins with */
	struct repwanted wanted[REP_TABLES];
	/* The row read last: its table, by number, its own number, from 1, and its values. Parts of
	 * events have no number. */
	size_t table;
	uint64_t number;
	uint64_t nth; /* which part of its event it is, from 0 */
	struct row row;
};

/* Opens a cursor, which wants nothing yet; what it gathers goes to the tally. Both stay where they
 * are. The caller frees with repcursorclose. */
void repcursoropen(struct repcursor *c, const struct rep *r, struct repcoverage *coverage);

void repcursorclose(struct repcursor *c);

/* Wants all columns of a table, by its number in the shape. */
void repcursorwant(struct repcursor *c, size_t table);

/* Wants some columns, in this order; one that the table has not is NULL in each row. */
void repcursorcolumns(
    struct repcursor *c, size_t table, const char *const *columns, size_t count);

/* Goes to the beginning of a block; counts, if any, are those before it, else counting goes on. */
void repcursorload(struct repcursor *c, size_t block, const struct repcounts *counts);

/* The same with a block's message that the caller has unpacked, and keeps while it is read. */
void repcursorloadunpacked(
    struct repcursor *c, size_t block, struct span message, const struct repcounts *counts);

/* Reads the next row that is wanted; false behind the last of the block. */
bool repcursornext(struct repcursor *c);

/* Bytes of the block as one number, and back: where they begin, and how many there are, 32 bits
 * each. */
static inline uint64_t
repcursorpack(const struct repcursor *c, struct span bytes)
{
	return (uint64_t)(bytes.p - c->base) << 32 | bytes.n;
}

static inline struct span
repcursorunpack(const struct repcursor *c, uint64_t v)
{
	return (struct span){ c->base + (v >> 32), (size_t)(v & UINT32_MAX) };
}

/* Passes over what is left of the parts of the event whose row was read last; returns how many
 * counters these are. */
uint64_t repcursorskip(struct repcursor *c);

/* Reads once more the row of a table, by number, of the event that began there in the block, or
 * that of one of its counters. Numbers follow from the counts, which the caller has set. False when
 * there is no such row. */
bool repcursorat(struct repcursor *c, uint32_t at, size_t table, uint64_t part);

#endif
