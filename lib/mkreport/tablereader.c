/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "tablereader.h"

sqlite3_stmt *
exportprepare(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *st;

	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK)
		die("%s: %s", sqlite3_db_filename(db, "main"), sqlite3_errmsg(db));
	return st;
}

bool
exportstep(sqlite3 *db, sqlite3_stmt *st)
{
	int rc = sqlite3_step(st);

	if (rc != SQLITE_ROW && rc != SQLITE_DONE)
		die("%s: %s", sqlite3_db_filename(db, "main"), sqlite3_errmsg(db));
	return rc == SQLITE_ROW;
}

/* Returns true if a query about one or two names has a row. */
static bool
answers(sqlite3 *db, const char *sql, const char *one, const char *other)
{
	sqlite3_stmt *st = exportprepare(db, sql);
	bool found;

	sqlite3_bind_text(st, 1, one, -1, SQLITE_STATIC);
	if (other)
		sqlite3_bind_text(st, 2, other, -1, SQLITE_STATIC);
	found = exportstep(db, st);
	sqlite3_finalize(st);
	return found;
}

bool
exporthastable(sqlite3 *db, const char *table)
{
	return answers(
	    db, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", table, NULL);
}

bool
exporthascolumn(sqlite3 *db, const char *table, const char *column)
{
	return answers(db, "SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2", table, column);
}

void
tablereaderopen(struct tablereader *s, sqlite3 *db, const struct reptable *table, const char *where)
{
	const char *name = table->def->name;
	struct buf sql = { 0 };

	*s = (struct tablereader){ .db = db, .table = table };
	bufstr(&sql, "SELECT ");
	for (size_t i = 0; i < table->count; i++)
		if (exporthascolumn(db, name, table->cols[i].name))
			bufprintf(&sql, "[%s], ", table->cols[i].name);
		else
			bufstr(&sql, "NULL, ");
	if (exporthascolumn(db, name, "start"))
		bufstr(&sql, "[start]");
	else if (exporthascolumn(db, name, "timestamp"))
		bufstr(&sql, "[timestamp]");
	else
		bufstr(&sql, "NULL");
	bufprintf(&sql, " FROM [%s] %s", name, where);
	s->st = exportprepare(db, sql.p);
	free(sql.p);
}

/* Reads a value of the current row into a cell. */
static void
tablereadercell(struct tablereader *s, int column, struct cell *cell)
{
	struct span text;

	*cell = (struct cell){ .type = CELL_NULL };
	switch (sqlite3_column_type(s->st, column)) {
	case SQLITE_INTEGER:
		*cell = (struct cell){ .type = CELL_INT,
			.number = sqlite3_column_int64(s->st, column) };
		break;
	case SQLITE_TEXT:
		text.p = (const char *)sqlite3_column_text(s->st, column);
		if (!text.p)
			die("out of memory");
		text.n = (size_t)sqlite3_column_bytes(s->st, column);
		rowput(&s->row, cell, CELL_TEXT, text);
		break;
	default: /* reports have no other types */
		break;
	}
}

bool
tablereadernext(struct tablereader *s)
{
	int time = (int)s->table->count;

	if (!exportstep(s->db, s->st))
		return false;
	rowstart(&s->row, s->table->count);
	for (size_t i = 0; i < s->table->count; i++)
		tablereadercell(s, (int)i, &s->row.cells[i]);
	s->time = sqlite3_column_type(s->st, time) == SQLITE_INTEGER
	    ? sqlite3_column_int64(s->st, time)
	    : INT64_MIN;
	return true;
}

void
tablereaderbind(struct tablereader *s, int64_t v)
{
	if (sqlite3_reset(s->st) != SQLITE_OK || sqlite3_bind_int64(s->st, 1, v) != SQLITE_OK)
		die("%s: %s", sqlite3_db_filename(s->db, "main"), sqlite3_errmsg(s->db));
}

void
tablereaderclose(struct tablereader *s)
{
	sqlite3_finalize(s->st);
	rowfree(&s->row);
}

struct span
exporttext(sqlite3_stmt *st, int column)
{
	const char *p = (const char *)sqlite3_column_text(st, column);

	return (struct span){ p ? p : "", p ? (size_t)sqlite3_column_bytes(st, column) : 0 };
}

int64_t
exportint(sqlite3 *db, const char *table, const char *sql, int64_t none)
{
	sqlite3_stmt *st;

	if (!exporthastable(db, table))
		return none;
	st = exportprepare(db, sql);
	if (exportstep(db, st) && sqlite3_column_type(st, 0) == SQLITE_INTEGER)
		none = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return none;
}
