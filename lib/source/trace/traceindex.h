/* SPDX-License-Identifier: MIT */
/*
 * The entries of all events that may be dumped: an external sort with bounded memory. Entries of
 * one table are kept in an array; when the arrays exceed the limit, they are sorted and appended to
 * a temporary file, and merged in the end. Most tables of a trace are a few sorted sequences, which
 * a natural merge sort (it merges runs that are in order already) uses.
 */
#ifndef NST_TRACEINDEX_H
#define NST_TRACEINDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of tables. */
enum { TRACE_TABLES = 11 };

/* The end of a range that was never closed. */
#define TRACE_OPEN INT64_MIN

struct traceentry {
	int64_t ts;  /* ns */
	int64_t end; /* ns, or TRACE_OPEN; of a counter, the number of its series */
	uint64_t at; /* the offset of the event in the file */
	uint32_t n;  /* its length in bytes */
	uint32_t thread : 24, class : 8;
};

/* Sorted entries of a table in the temporary file, or in memory. */
struct tracerun {
	unsigned table;
	uint64_t at; /* index of the first entry in the file */
	uint64_t count;
};

/* The entries of one table. */
struct tracearray {
	struct traceentry *p;
	size_t count, room;
	uint64_t total; /* number of all entries, also of those in the file */
	uint64_t at;    /* if all were merged into the file: the index of the first one */
};

/* All zero but most is ready; traceindexfree frees. */
struct traceindex {
	struct tracearray tables[TRACE_TABLES];
	size_t most;  /* bytes of memory for entries */
	int fd;       /* of the temporary file, if spilled */
	bool spilled;
	uint64_t written; /* entries in the file */
	struct tracerun *runs;
	size_t runcount, runroom;
	const char *name; /* of the trace, for messages */
};

/* Adds an entry to a table. */
void traceindexadd(struct traceindex *x, unsigned table, struct traceentry entry);

/* Sorts all entries; none may be added afterwards. */
void traceindexsort(struct traceindex *x);

void traceindexfree(struct traceindex *x);

/* A window of entries of a sorted table, for one reader. All zero is ready; free p. */
struct tracewindow {
	struct traceentry *p;
	uint64_t first, count;
};

/* Returns the entry at a place; NULL behind the last one. Valid until the next call. */
const struct traceentry *traceindexat(
    const struct traceindex *x, unsigned table, struct tracewindow *w, uint64_t place);

#endif
