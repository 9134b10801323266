/* SPDX-License-Identifier: MIT */
/*
 * A source: an open profile, whatever its format is. nst-dump reads all rows and facts through this
 * header; only lib/dump/open.c knows which formats there are. The terms of these rooms:
 *
 *   table       rows with the same columns, NVTX_EVENTS for example
 *   place       a number that finds a row of a table again; places grow from row to row
 *   times       the cells of a row that decide its order: start, end, class
 *   pass        one call of a function for each row of a table, in the order of places
 *   block       a group of rows that a source decodes at once, 4 MB of a report for example
 *   batch       the rows, of all tables, that one worker writes
 *   fact table  a small table about the capture: PROCESSES, TARGET_INFO_GPU
 *   secret      a string that no event may show: captured output, an environment
 *
 * A function that cannot do its work ends the program with the reason. One worker uses a source;
 * each of several workers has its own, made by "reopen".
 */
#ifndef NST_SOURCE_H
#define NST_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/row.h"
#include "stream/skipped.h"

struct source;

/* The cells of struct rowtimes. Decoders put values that nobody needs into the spare one. */
enum { ROW_START, ROW_STOP, ROW_CLASS, ROW_TIMES, ROW_SPARE = ROW_TIMES, ROW_CELLS };

/* The times of a row. */
struct rowtimes {
	uint64_t place; /* of the row */
	uint64_t next;  /* the least place that the next row of the table may have */
	/* Texts and blobs have no bytes here; NULL where the table has no such column. */
	struct cell cells[ROW_CELLS];
};

/* The columns of a table that are read. */
struct rowsof {
	const char *table;
	/* The columns of a row; 0 is the start. A column in parentheses is an SQL expression. The
	 * source may add columns from which it computes expressions. */
	struct stringtable *columns;
	int stop, class; /* indices of the columns of the end and the class, -1 for none */
};

/*
 * The rows of one table, as one worker reads them. It is the first member of a struct of the
 * source. For example, the kernels of an export that begin at 100, 200 and 150 ns may have the
 * places 0, 1 and 2.
 */
struct rows {
	/* Frees the rows. */
	void (*close)(struct rows *);

	/* Calls each with the times of all rows. Returns false if the mode has changed since the
	 * table turned out to be unusual: the caller discards its results and makes the pass
	 * again. */
	bool (*pass)(struct rows *, void (*each)(void *arg, const struct rowtimes *), void *arg);

	/* Optional. As pass, but calls many with rows whose times are integers; ends and classes
	 * may be NULL. */
	bool (*passspans)(struct rows *, void (*each)(void *arg, const struct rowtimes *),
	    void (*many)(void *arg, const struct rowspans *), void *arg);

	/* Optional. As pass, with all columns of struct rowsof, in their order. The row is valid
	 * during the call. */
	bool (*passall)(struct rows *,
	    void (*each)(void *arg, uint64_t place, struct row *row), void *arg);

	/* Finds the first row at a place or after it, and its times. Returns false after the last
	 * row. */
	bool (*at)(struct rows *, uint64_t place, struct rowtimes *times);

	/* Optional. Finds the times of the row at a place and of rows after it, as many as are at
	 * hand. Returns false if "at" has to find the row. */
	bool (*spans)(struct rows *, uint64_t place, struct rowspans *spans);

	/* Reads the row at a place. It has the columns of struct rowsof, in their order. */
	void (*take)(struct rows *, uint64_t place, struct row *row);

	/* Returns the undecoded row at a place and keeps it in memory for the current batch (see
	 * "batch" below). NULL if the source has no such rows. */
	const char *(*hold)(struct rows *, uint64_t place);

	/* Decodes such a row. Another worker than the one that called hold may do this with its own
	 * rows of the same table. */
	void (*decode)(struct rows *, uint64_t place, const char *held, struct row *row);

	/* Switches to a mode, the value of the member "mode" of the rows of another worker, so that
	 * both give a row the same place. NULL if there is one mode. */
	void (*use)(struct rows *, unsigned mode);
	unsigned mode;

	/* Places that are equal without their lowest blockbits bits are in the same block. 0 if the
	 * source has no blocks. The tables that have blocks share them: one pass (see "passes"
	 * below) reads all of these tables. */
	unsigned blockbits;
	size_t number; /* of a table that has blocks, as in struct rowobserver */
};

/* A table in a common pass. */
struct rowspass {
	struct rows *rows;
	void (*each)(void *arg, const struct rowtimes *times);
	void *arg;
};

/* Tables that an observer can see. */
enum { SOURCE_TABLES = 64 };

/*
 * Sees the times of rows while a source is opened, if the source has to read all rows then anyway.
 * Several threads read blocks; what each of them saw is joined in the order of the blocks.
 */
struct rowobserver {
	/* Called for each table before the first row; number and blockbits are those of its struct
	 * rows. Fills the indices of the columns of its times, -1 for none. Returns false if it
	 * does not want the rows of this table. */
	bool (*begin)(void *arg, const char *table, const struct stringtable *columns,
	    size_t number,
	    unsigned blockbits, int times[ROW_TIMES]);

	/* Makes a memory for one thread, which close frees. */
	void *(*open)(void *arg);
	void (*close)(void *seen);

	/* Called with each row of a block: the number of the table, its place, its times. The cells
	 * are valid during the call. */
	void (*row)(void *seen, size_t number, uint64_t place, const struct cell *times);

	/* The same for some rows. Of columns that are not integers, only NULL ends are in such
	 * rows, and NULL classes. */
	void (*rows)(void *seen, size_t number, const struct rowspans *spans);

	/* Adds the results of a thread for a block to those for the blocks before it, and empties
	 * the memory of the thread. */
	void (*join)(void *arg, void *seen);

	void *arg;
};

/* What nst-dump needs of a profile; a source may leave out everything else. */
struct sourceoptions {
	uint64_t types;   /* a bit for each enum event_type */
	bool stacks;      /* call chains */
	bool facts;       /* only fact tables are read, no events */
	bool python;      /* Python calls of a trace */
	size_t memory;    /* bytes for sorting the events of a trace */
	bool imported;    /* do not read rows from blocks: "keep" has returned false */
	unsigned threads; /* that open the source; 0 for as many as are useful */
	bool progress;    /* shown on a terminal */
	const struct rowobserver *observer; /* or NULL */
};

/* A column of a fact table. */
struct factcolumn {
	const char *column;
	enum { FACT_ANY, FACT_INTEGER, FACT_TEXT } as; /* the value is converted to this type */
	/* If the column does not exist: the query fails, or all values are NULL. FACT_GIVEN is
	 * required, and leaves out rows in which it is NULL. */
	enum { FACT_REQUIRED, FACT_OPTIONAL, FACT_GIVEN } need;
};

/* Which rows of a fact table are read. For example, { .table = "TARGET_INFO_GPU", .columns = gpu,
 * .count = 10, .where = { "id" }, .equals = { 1 } } asks for the facts of GPU 1. */
struct factquery {
	const char *table;
	const struct factcolumn *columns;
	size_t count;
	/* Only rows in which these columns have these values, NULL for no condition. */
	const char *where[2];
	int64_t equals[2];
	size_t distinct; /* number of first columns: of rows with equal values there,
	    one is given */
};

/* Finds rows by one or two integers. It is the first member of a struct of the source. */
struct lookup {
	void (*find)(struct lookup *, int64_t first, int64_t second);

	/* Reads the next row that was found. Returns false after the last row. */
	bool (*next)(struct lookup *, struct row *row);

	void (*close)(struct lookup *);
};

/* Sorts rows of four integers without keeping them in memory: an external sort. It is the first
 * member of a struct of the source. */
enum { SORTER_KEYS = 4 };

struct sorter {
	void (*put)(struct sorter *, const int64_t keys[SORTER_KEYS]);

	/* Gives the rows in lexicographical order. Returns false after the last row. No row can be
	 * put after the first call. */
	bool (*next)(struct sorter *, int64_t keys[SORTER_KEYS]);

	void (*close)(struct sorter *);
};

/* Some rows of a table that are neighbours in a run (lib/dump/order/run.h) and in one block: the
 * places and the starts, ns, of the first and the last of them. */
struct piece {
	uint64_t first, last;
	int64_t from, to;
};

/* The functions of a source. Those that are marked optional may be NULL. */
struct sourceops {
	void (*close)(struct source *);

	/* Opens the same profile for another worker; the first source stays open longer. Several
	 * workers may do so at the same time. */
	struct source *(*reopen)(const struct source *);

	/* Makes a table of events ready to be read, and returns its columns, which the caller
	 * frees. Appends the reason to why if it cannot make a column. */
	struct stringtable (*columns)(struct source *, const char *table, bool stacks,
	    struct buf *why);

	/* Optional. Returns true if the source can compute an SQL expression over these columns of
	 * a table. */
	bool (*computes)(struct source *, const char *table, const struct stringtable *columns,
	    const char *expression);

	/* Begins to read a table whose columns were returned by "columns". What "of" points to
	 * stays where it is. */
	struct rows *(*rows)(struct source *, const struct rowsof *of);

	/* Optional, for rows that have blocks. Makes one pass over several tables. */
	void (*passes)(const struct rowspass *list, size_t count);

	/* Optional. Prepares an SQL query with two parameters, whose first column is the result;
	 * table is for messages. Returns NULL if the profile cannot answer it. */
	struct lookup *(*query)(struct source *, const char *sql, const char *table);

	/* Optional. Finds the frames of a call chain by its id, the outermost first: the ids of its
	 * symbol and its module. Returns NULL if the profile has no such table. */
	struct lookup *(*frames)(struct source *, const char *table);

	/* Calls each with the rows of a fact table until it returns false. Returns false if the
	 * profile has no such table, or the table lacks a column. */
	bool (*facts)(struct source *, const struct factquery *query,
	    bool (*each)(void *arg, const struct row *row), void *arg);

	/* Returns the text of a string; p is NULL if there is none, or it is a secret. Valid until
	 * the next call. */
	struct span (*text)(struct source *, int64_t id);

	/* Counts the rows of a table, whether it is read or not. */
	int64_t (*count)(struct source *, const char *table);

	/* Begins to sort. The text "what" is for messages. */
	struct sorter *(*sorter)(struct source *, const char *what);

	/* Optional. Called once before rows are read at places: the number of runs that the merge
	 * reads in turns. */
	void (*tune)(struct source *, size_t runs);

	/* Optional, for rows that have blocks. Decides how many blocks stay in memory, while each
	 * of the given number of batches holds as many more. Returns false if that would be too
	 * many: then the source has to be opened again with "imported". */
	bool (*keep)(struct source *, struct piece *pieces, size_t count, unsigned batches);

	/* Optional. Begins to hold blocks for a batch, by its number. Blocks that were held for the
	 * first "written" batches are no longer needed. */
	void (*batch)(struct source *, uint64_t batch, uint64_t written);

	/* Optional. Returns true if the batch holds as many blocks as it may. */
	bool (*full)(const struct source *);

	/* Optional. Returns true if there is a block to prefetch: the calling worker then has to
	 * call prefetch. No other worker may use the source during wantsprefetch. */
	bool (*wantsprefetch)(struct source *);

	/* Reads that block, while other workers use the source. */
	void (*prefetch)(struct source *);

	/* Optional, for a source that packs ids in another way (lib/dump/facts/naming.h): return
	 * the pid of a packed process, and the tid of a packed thread. */
	int64_t (*pid)(const struct source *, uint64_t id);
	int64_t (*tid)(const struct source *, uint64_t id);

	/* Optional. Adds the events that the source leaves out although it knows them. */
	void (*skipped)(const struct source *, struct skipped *out);

	/* Optional. Prints which rows the source left out; with everything, also rows that are not
	 * known. Returns true if rows were left out because they are damaged. */
	bool (*report)(const struct source *, bool everything);
};

/* An open source. It is the first member of a struct of its room. */
struct source {
	const struct sourceops *ops;
	const char *path;    /* for messages */
	uint64_t bytes;      /* to be read: how many workers are useful depends on it */
	bool trace;          /* its tables are those of traceschema (lib/dump/tables/schema.h) */
	uint64_t written;    /* events that were written: a watchdog looks at it */
	struct stringtable tables; /* that have rows */
	struct stringtable views;  /* of the same names as tables may have,
	    but nothing reads them */
};

/* Returns the default number of threads for a profile, by its size in bytes. Two are worth their
 * start for a large profile only, and more leave no processor to the rest of a pipeline. */
unsigned sourcethreads(uint64_t bytes);

static inline bool
sourcehas(const struct source *s, const char *table)
{
	return stringisinterned(&s->tables, spanof(table));
}

static inline struct stringtable
sourcecolumns(struct source *s, const char *table, bool stacks, struct buf *why)
{
	return s->ops->columns(s, table, stacks, why);
}

static inline bool
sourcefacts(struct source *s, const struct factquery *query,
    bool (*each)(void *arg, const struct row *row), void *arg)
{
	return s->ops->facts(s, query, each, arg);
}

/* Returns the text of a cell of a fact; p is NULL if it has none. */
static inline struct span
facttext(const struct row *row, const struct cell *cell)
{
	struct span text = { NULL, 0 };

	if (cell->type == CELL_TEXT)
		text = rowtext(row, cell);
	if (cell->type == CELL_TEXT && !text.p)
		text.p = "";
	return text;
}

static inline struct span
sourcetext(struct source *s, int64_t id)
{
	return s->ops->text(s, id);
}

static inline void
sourceclose(struct source *s)
{
	s->ops->close(s);
}

static inline void
rowsclose(struct rows *r)
{
	if (r)
		r->close(r);
}

#endif
