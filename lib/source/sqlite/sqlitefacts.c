/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "fetch.h"
#include "sqlitefacts.h"

/* Writes the columns of a query. Only optional ones need the names that the table has. */
static void
putfactcolumns(const struct sqlite *p, const struct factquery *q, struct buf *sql)
{
	struct stringtable have = { 0 };

	for (size_t i = 0; i < q->count; i++) {
		const struct factcolumn *f = &q->columns[i];

		if (f->need == FACT_OPTIONAL && have.used == 0)
			have = sqlitecolumns(p, q->table);
		if (f->need == FACT_OPTIONAL && !stringisinterned(&have, spanof(f->column)))
			bufstr(sql, "NULL,");
		else
			bufprintf(sql, "[%s],", f->column);
	}
	sql->n--; /* the last comma */
	stringtablefree(&have);
}

/* Writes the conditions of a query, and what makes its rows distinct. */
static void
putfactconditions(const struct factquery *q, struct buf *sql)
{
	const char *word = " WHERE";

	for (size_t i = 0; i < 2 && q->where[i]; i++) {
		bufprintf(sql, "%s [%s] = %lld", word, q->where[i], (long long)q->equals[i]);
		word = " AND";
	}
	for (size_t i = 0; i < q->count; i++)
		if (q->columns[i].need == FACT_GIVEN) {
			bufprintf(sql, "%s [%s] NOT NULL", word, q->columns[i].column);
			word = " AND";
		}
	for (size_t i = 0; i < q->distinct; i++)
		bufprintf(sql, "%s%zu", i == 0 ? " GROUP BY " : ", ", i + 1);
}

/* Prepares the query; NULL if the database lacks something for it. */
static sqlite3_stmt *
factsprepare(const struct sqlite *p, const struct factquery *q)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	if (!sourcehas(&p->source, q->table))
		return NULL;
	bufstr(&sql, "SELECT ");
	putfactcolumns(p, q, &sql);
	bufprintf(&sql, " FROM [%s] NOT INDEXED", q->table);
	putfactconditions(q, &sql);
	bufchar(&sql, '\0');
	st = sqlitetry(p, sql.p);
	free(sql.p);
	return st;
}

/* Takes a value of the row to which a query has stepped, as a type. */
static void
takefact(const struct sqlite *p, sqlite3_stmt *st, int column, const struct factcolumn *f,
    struct row *row)
{
	struct cell *cell = &row->cells[column];

	*cell = (struct cell){ .type = CELL_NULL };
	if (sqlite3_column_type(st, column) == SQLITE_NULL)
		return;
	if (f->as == FACT_INTEGER)
		*cell = (struct cell){ .type = CELL_INT,
			.number = sqlite3_column_int64(st, column) };
	else if (f->as == FACT_TEXT)
		rowput(row, cell, CELL_TEXT, sqlitetext(p, st, column));
	else
		fetchvalue(row, cell, sqlite3_column_value(st, column));
}

bool
sqlitefactsread(struct source *source, const struct factquery *q,
    bool (*each)(void *arg, const struct row *row), void *arg)
{
	struct sqlite *p = (struct sqlite *)source;
	sqlite3_stmt *st = factsprepare(p, q);
	struct row row = { 0 };
	bool more = true;

	while (st && more && sqlitestep(p, st, q->table)) {
		rowstart(&row, q->count);
		for (size_t i = 0; i < q->count; i++)
			takefact(p, st, (int)i, &q->columns[i], &row);
		more = each(arg, &row);
	}
	sqlite3_finalize(st);
	rowfree(&row);
	return st != NULL;
}

struct sqlitelookup {
	struct lookup lookup;
	const struct sqlite *sqlite;
	sqlite3_stmt *st;
	const char *table; /* for messages */
	bool integers;     /* values are converted to them */
};

static void
lookupfind(struct lookup *lookup, int64_t first, int64_t second)
{
	struct sqlitelookup *l = (struct sqlitelookup *)lookup;

	sqlite3_reset(l->st);
	sqlite3_bind_int64(l->st, 1, first);
	sqlite3_bind_int64(l->st, 2, second); /* fails if the query has one parameter */
}

static bool
lookupnext(struct lookup *lookup, struct row *row)
{
	static const struct factcolumn any = { .as = FACT_ANY }, integer = { .as = FACT_INTEGER };
	struct sqlitelookup *l = (struct sqlitelookup *)lookup;
	int count = sqlite3_column_count(l->st);

	if (!sqlitestep(l->sqlite, l->st, l->table)) {
		sqlite3_reset(l->st);
		return false;
	}
	rowstart(row, (size_t)count);
	for (int i = 0; i < count; i++)
		takefact(l->sqlite, l->st, i, l->integers ? &integer : &any, row);
	return true;
}

static void
lookupclose(struct lookup *lookup)
{
	struct sqlitelookup *l = (struct sqlitelookup *)lookup;

	sqlite3_finalize(l->st);
	free(l);
}

/* Makes a lookup by a query; NULL if there is none. */
static struct lookup *
lookupmake(const struct sqlite *p, sqlite3_stmt *st, const char *table, bool integers)
{
	struct sqlitelookup *l;

	if (!st)
		return NULL;
	l = xmalloc(sizeof(*l));
	*l = (struct sqlitelookup){ { lookupfind, lookupnext, lookupclose }, p, st, table,
		integers };
	return &l->lookup;
}

struct lookup *
sqlitefactsquery(struct source *source, const char *sql, const char *table)
{
	const struct sqlite *p = (struct sqlite *)source;

	return lookupmake(p, sqlitetry(p, sql), table, false);
}

struct lookup *
sqlitefactsframes(struct source *source, const char *table)
{
	const struct sqlite *p = (struct sqlite *)source;
	struct buf sql = { 0 };
	struct lookup *l;

	bufprintf(&sql,
	    "SELECT [symbol], [module] FROM [%s] WHERE [id] = ?1 ORDER BY [stackDepth] DESC",
	    table);
	l = lookupmake(p, sqlitetry(p, sql.p), table, true);
	free(sql.p);
	return l;
}

int64_t
sqlitefactscount(struct source *source, const char *table)
{
	const struct sqlite *p = (struct sqlite *)source;
	/* For (*) SQLite has other code, which does not end if pages refer to each other in a
	 * circle. */
	char *sql = sqlite3_mprintf("SELECT count(1) FROM \"%w\" NOT INDEXED", table);
	sqlite3_stmt *st;
	int64_t rows;

	if (!sql)
		die("out of memory");
	st = sqlitequery(p, sql);
	rows = sqlitestep(p, st, table) ? sqlite3_column_int64(st, 0) : 0;
	sqlite3_finalize(st);
	sqlite3_free(sql);
	return rows;
}
