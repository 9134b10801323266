/* SPDX-License-Identifier: MIT */
/* Reads a table from the pages of its file, and compares with what SQLite reads. */
#ifndef NST_PAGESREAD_H
#define NST_PAGESREAD_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "source/sqlite/pagerows.h"

/* How a table could be read: not at all, or not all of it, since SQLite has to; or all of it.
 * WRONG: something was read that SQLite reads otherwise, or does not. */
enum walked { WALKED_NOT, WALKED_SOME, WALKED_ALL, WALKED_WRONG };

/* What a pass gave. */
struct walkedrows {
	struct rowtimes *times;
	size_t count, room;
};

static inline void
walkedlook(void *arg, const struct rowtimes *times)
{
	struct walkedrows *rows = arg;

	GROW(rows->times, rows->room, rows->count + 1);
	rows->times[rows->count++] = *times;
}

/* Makes the times of a row in a list. */
static inline struct rowtimes
walkedtimes(const struct rowspans *spans, size_t i)
{
	uint64_t place = spans->place + i * spans->step;
	struct rowtimes times = { .place = place, .next = place + 1 };
	const struct rowspan *span = &spans->list[i];

	times.cells[ROW_START] = (struct cell){ .type = CELL_INT, .number = span->start };
	if (span->stop != ROW_NOSTOP)
		times.cells[ROW_STOP] = (struct cell){ .type = CELL_INT, .number = span->stop };
	if (span->class != ROW_NOCLASS)
		times.cells[ROW_CLASS] = (struct cell){ .type = CELL_INT, .number = span->class };
	return times;
}

static inline void
walkedmany(void *arg, const struct rowspans *spans)
{
	for (size_t i = 0; i < spans->count; i++) {
		struct rowtimes times = walkedtimes(spans, i);

		walkedlook(arg, &times);
	}
}

/* Whether two reads gave the same times of a row. */
static inline bool
walkedalike(const struct rowtimes *a, const struct rowtimes *b)
{
	bool same = a->place == b->place && a->next == b->next;

	for (int i = 0; i < ROW_TIMES; i++)
		same = same && a->cells[i].type == b->cells[i].type &&
		    a->cells[i].number == b->cells[i].number;
	return same;
}

/* Whether the times of many rows at once are those of a pass row by row: in another pass, and from
 * each row on. */
static inline bool
walkedspans(struct pagerows *w, const struct walkedrows *rows)
{
	struct walkedrows many = { 0 };
	bool same = pagerowspassspans(w, walkedlook, walkedmany, &many) &&
	    many.count == rows->count;

	for (size_t i = 0; i < rows->count && same; i++) {
		struct rowspans spans = { .count = 0 };

		same = walkedalike(&rows->times[i], &many.times[i]);
		if (!pagerowsspans(w, rows->times[i].place, &spans))
			continue;
		same = same && spans.count > 0 && i + spans.count <= rows->count;
		for (size_t j = 0; j < spans.count && same; j++) {
			struct rowtimes times = walkedtimes(&spans, j);

			same = walkedalike(&rows->times[i + j], &times);
		}
	}
	free(many.times);
	return same;
}

/* Whether a cell holds what SQLite has; of times the bytes are not there. */
static inline bool
walkedcell(const struct row *row, const struct cell *cell, sqlite3_stmt *st, int column)
{
	struct span text;
	double real;

	switch (sqlite3_column_type(st, column)) {
	case SQLITE_INTEGER:
		return cell->type == CELL_INT && cell->number == sqlite3_column_int64(st, column);
	case SQLITE_FLOAT:
		real = sqlite3_column_double(st, column);
		return cell->type == CELL_REAL && cell->number == 0 &&
		    memcmp(&real, &cell->as.real, sizeof(real)) == 0;
	case SQLITE_NULL:
		return cell->type == CELL_NULL && cell->number == 0;
	default:
		if (cell->number != 0 ||
		    (cell->type == CELL_TEXT) !=
		        (sqlite3_column_type(st, column) == SQLITE_TEXT) ||
		    (cell->type != CELL_TEXT && cell->type != CELL_BLOB))
			return false;
		if (!row)
			return true;
		text = (struct span){ sqlite3_column_blob(st, column),
			(size_t)sqlite3_column_bytes(st, column) };
		return spansame(rowtext(row, cell), text);
	}
}

/* Compares a row with what SQLite has stepped to: its number first, then its columns. */
static inline bool
walkedrow(const struct rowsof *of, const struct rowtimes *times, const struct row *row,
    int64_t rowid, sqlite3_stmt *st)
{
	bool same = rowid == sqlite3_column_int64(st, 0) &&
	    walkedcell(NULL, &times->cells[ROW_START], st, 1) &&
	    (of->stop < 0 || walkedcell(NULL, &times->cells[ROW_STOP], st, 1 + of->stop)) &&
	    (of->class < 0 || walkedcell(NULL, &times->cells[ROW_CLASS], st, 1 + of->class));

	for (uint32_t i = 0; i < of->columns->used && same; i++)
		same = walkedcell(row, &row->cells[i], st, 1 + (int)i);
	if (!same)
		fprintf(stderr, "# %s: row %lld\n", of->table, (long long)rowid);
	return same;
}

/* Reads and compares all rows of a walk, whose pass was made. */
static inline enum walked
walkedrows(struct pagerows *w, const struct rowsof *of, const struct walkedrows *rows, sqlite3_stmt *st)
{
	enum walked how = WALKED_ALL;
	struct row row = { 0 };

	for (size_t i = 0; i < rows->count && how != WALKED_WRONG; i++) {
		struct rowtimes again = { .place = 0 };
		int64_t rowid = pagerowsid(w, rows->times[i].place);
		bool read = pagerowstake(w, rows->times[i].place, &row);
		int rc = sqlite3_step(st);

		if (read && (rc != SQLITE_ROW ||
		                !walkedrow(of, &rows->times[i], &row, rowid, st)))
			how = WALKED_WRONG;
		else if (!pagerowsat(w, i > 0 ? rows->times[i - 1].next : 0, &again) ||
		    again.place != rows->times[i].place)
			how = WALKED_WRONG;
		else if (!read)
			how = WALKED_SOME;
		if (rc != SQLITE_ROW)
			break;
	}
	if (how == WALKED_ALL && sqlite3_step(st) != SQLITE_DONE)
		how = WALKED_WRONG;
	rowfree(&row);
	return how;
}

/* Reads a table of a profile whose connection and pages are open: its first column is the start,
 * its second the end, its third the class. */
static inline enum walked
walkedtable(struct sqlite *p, const char *table)
{
	struct stringtable columns = sqlitecolumns(p, table);
	struct rowsof of = { .table = table,
		.columns = &columns,
		.stop = columns.used > 1 ? 1 : -1,
		.class = columns.used > 2 ? 2 : -1 };
	struct pagerows *w = pagerowsopen(p, &of);
	struct walkedrows rows = { 0 };
	enum walked how = WALKED_NOT;
	struct buf sql = { 0 };
	sqlite3_stmt *st = NULL;

	if (w && pagerowspass(w, walkedlook, &rows)) {
		bufprintf(&sql, "SELECT rowid, * FROM [%s] NOT INDEXED", table);
		st = sqlitequery(p, sql.p);
		how = walkedrows(w, &of, &rows, st);
		if (!walkedspans(w, &rows))
			how = WALKED_WRONG;
	}
	sqlite3_finalize(st);
	pagerowsclose(w);
	stringtablefree(&columns);
	free(rows.times);
	free(sql.p);
	return how;
}

/* The bytes of a database that SQL makes, with pages of a size of which some bytes are reserved;
 * sqlite3_free frees them. */
static inline struct span
walkedmake(const char *text, int page, int reserve)
{
	struct buf sql = { 0 };
	sqlite3_int64 size = 0;
	sqlite3 *db = NULL;
	struct span bytes;

	bufprintf(&sql, "PRAGMA page_size = %d; %s", page, text);
	if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
	    sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserve) != SQLITE_OK ||
	    sqlite3_exec(db, sql.p, NULL, NULL, NULL) != SQLITE_OK) {
		fprintf(stderr, "# %s\n", sqlite3_errmsg(db));
		abort();
	}
	bytes.p = (const char *)sqlite3_serialize(db, "main", &size, 0);
	bytes.n = (size_t)size;
	sqlite3_close(db);
	free(sql.p);
	return bytes;
}

/* Opens a copy of bytes as a database; false when its pages cannot be read. */
static inline bool
walkedopen(struct sqlite *p, struct span bytes)
{
	unsigned char *copy = sqlite3_malloc64(bytes.n);

	*p = (struct sqlite){ .source.path = "image" };
	if (!copy || sqlite3_open(":memory:", &p->db) != SQLITE_OK)
		abort();
	memcpy(copy, bytes.p, bytes.n);
	if (sqlite3_deserialize(p->db, "main", copy, (sqlite3_int64)bytes.n,
	        (sqlite3_int64)bytes.n, SQLITE_DESERIALIZE_FREEONCLOSE) != SQLITE_OK ||
	    sqlite3_exec(p->db, "PRAGMA cell_size_check = ON", NULL, NULL, NULL) != SQLITE_OK)
		abort();
	sqliteschema(p);
	return pagesopen(&p->pages, p->db);
}

static inline void
walkedclose(struct sqlite *p)
{
	sqliteclose(p);
}

#endif
