/* SPDX-License-Identifier: MIT */
/*
 * Reads rows of the event tables, in file order, which is the order of the export. A cursor
 * reads one block at a time. Several cursors may read different blocks, or the same one, at the
 * same time. Of earlier blocks, a cursor needs only the number of rows.
 */
#ifndef NST_CURSOR_H
#define NST_CURSOR_H

#include "base/row.h"
#include "decoder.h"
#include "rep.h"
#include "wire.h"

/* Fields of events and calls by which events are classified. */
enum { REP_EVENT_TYPE = 1, REP_CALL_CLASS = 6, REP_CALL_NAME = 7 };

/* The numbers of rows per table, and of call chains, before a block. The numbers of later rows
 * follow from them. */
struct repcounts {
	uint64_t rows[REP_TABLES], chains;
};

/* The fields of a message by number. A number is stored as its bits; bytes as repcursorpack()
 * packs them. */
struct repfields {
	uint64_t have; /* a bit for each field that is present */
	uint64_t v[64];
};

/* A column that the caller wants. */
struct repwantedcol {
	const struct repcol *col; /* NULL if the table has no such column */
	size_t cell;              /* its index in the row */
	/* The quick case: the value is a number in one field and below limit, or always NULL. */
	bool quick, needed;
	unsigned char message, field;
	uint64_t limit;
	size_t end; /* the end of the quick columns of the same message, as an index */
};

/* The wanted columns of a table: the quick ones first, grouped by message. */
struct repwanted {
	bool any;
	struct repwantedcol *cols;
	size_t count, quick;
	size_t read; /* the number of cells that the caller reads; see repcursorreads() */
	struct rowspans *spans; /* or NULL; see repcursorspans() */
};

struct repcursor {
	const struct rep *rep;
	struct repcoverage *coverage;
	bool secrets; /* an option: also read secret texts */
	struct repscratch scratch;
	size_t block;
	const char *base;    /* the message of the block */
	struct wire entries; /* the rest of the block */
	uint32_t at;         /* offset of the current event in the block's message */
	struct repcounts counts;
	/* The current event: its messages, bit sets of the present and of the parsed ones, and
	 * the kinds with rows yet to be read, as bits of repeventdefs. */
	struct span body[M_EVENT_MESSAGES];
	struct repfields *fields; /* by message */
	uint64_t there, taken, due;
	struct span event;
	uint64_t noted; /* all its kinds, as bits of repeventdefs */
	struct repdecoders decoders;
	uint64_t chain; /* the number of its call chain; 0 for none */
	bool begun; /* a layout has read its row, but columns remain to be read */
	/* Rows that are parts of the event: the frames that remain, or the counters. */
	const struct repeventdef *parts;
	struct wire frames;
	const struct repmetriclayout *layout;
	struct span counters;
	uint64_t time;
	uint64_t depth; /* the index of the next part */
	uint64_t part;  /* the counter at which the next generic event starts */
	struct repwanted wanted[REP_TABLES];
	/* The current row: its table, its number in the table from 1, and its values. Parts of
	 * events have the number 0. */
	size_t table;
	uint64_t number;
	uint64_t nth; /* the index of the part in its event */
	struct row row;
};

/* Opens a cursor, which wants no columns yet. It counts its rows and events in coverage. r and
 * coverage must stay until repcursorclose(). */
void repcursoropen(struct repcursor *c, const struct rep *r, struct repcoverage *coverage);

void repcursorclose(struct repcursor *c);

/* Wants all columns of a table, by its index in the schema. */
void repcursorwant(struct repcursor *c, size_t table);

/* Wants some columns of a table, in this order. A column that the table does not have is NULL
 * in each row. */
void repcursorcolumns(
    struct repcursor *c, size_t table, const char *const *columns, size_t count);

/* Limits the cells that the caller reads of a table to the first ones, by their number. Values of
 * other wanted columns are checked, but their cells may have any value. */
void repcursorreads(struct repcursor *c, size_t table, size_t read);

/* Lets eventlayoutspans() append rows of a table to a list. The caller reads three cells of it: the
 * start, the end and the class. */
void repcursorspans(struct repcursor *c, size_t table, struct rowspans *spans);

/* Goes to the start of a block. counts are those before the block; if NULL, counting continues
 * from the last block. */
void repcursorload(struct repcursor *c, size_t block, const struct repcounts *counts);

/* Goes to the start of a block, like repcursorload(). The caller has decompressed its message,
 * which must stay while it is read. */
void repcursorloadunpacked(
    struct repcursor *c, size_t block, struct span message, const struct repcounts *counts);

/* Reads the next wanted row by any path: the slow half of repcursornext. */
bool repcursorcareful(struct repcursor *c);

/* Reads the next wanted row; returns false at the end of the block. */
static inline bool
repcursornext(struct repcursor *c)
{
	return (!c->parts && !c->due && eventlayoutnext(c)) || repcursorcareful(c);
}

/* Pack bytes of the block into one number, and unpack them: offset and length, 32 bits each. */
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

/* Skips the remaining parts of the current event. Returns the number of counters among them. */
uint64_t repcursorskip(struct repcursor *c);

/* Reads a row again: of the event at an offset in the block, or of its counter with the index
 * part. The caller has set c->counts, from which row numbers follow. Returns false if there is
 * no such row. */
bool repcursorat(struct repcursor *c, uint32_t at, size_t table, uint64_t part);

#endif
