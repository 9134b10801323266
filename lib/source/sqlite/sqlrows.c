/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "fetch.h"
#include "sqlrows.h"

/* A statement that reads rows from a row number on. */
struct rowscan {
	sqlite3_stmt *st;
	struct fetch fetch;
	size_t rowid;  /* index of the cell with the row number */
	bool going;    /* the statement is at the row before next */
	uint64_t next;
};

struct sqlrows {
	struct sqlite *sqlite;
	const struct rowsof *of;
	const char *rowid;      /* a name of the row number; NULL before the first query */
	struct rowscan times, all; /* read the times, and all columns */
	/* Of a pass; one of look and each is used. */
	void (*look)(void *arg, const struct rowtimes *times);
	void (*each)(void *arg, uint64_t place, struct row *row);
	void *arg;
	int64_t least; /* the least row number that may be next */
};

/* The index of the cell of the row number after the times. */
enum { ROWID = ROW_SPARE };

/* Writes a column and a comma; NULL instead of an expression. */
static void
putcolumn(const struct sqlrows *a, int column, struct buf *sql)
{
	struct span name = { "(", 1 };

	if (column >= 0)
		name = stringat(a->of->columns, (uint32_t)column);
	if (name.p[0] == '(')
		bufstr(sql, "NULL,");
	else
		bufprintf(sql, "[%.*s],", (int)name.n, name.p);
}

/* Finds a name of the row number for the first query. */
static void
findrowid(struct sqlrows *a)
{
	struct stringtable have = sqlitecolumns(a->sqlite, a->of->table);

	a->rowid = sqliterowid(a->sqlite, &have, a->of->table);
	stringtablefree(&have);
}

/* Writes a call of nst_row with the times, or all columns, and the row number. */
static void
sqlrowsput(struct sqlrows *a, bool all, struct buf *sql)
{
	if (!a->rowid)
		findrowid(a);
	bufstr(sql, "nst_row(?1,");
	for (uint32_t i = 0; all && i < a->of->columns->used; i++)
		putcolumn(a, (int)i, sql);
	if (!all) {
		putcolumn(a, 0, sql);
		putcolumn(a, a->of->stop, sql);
		putcolumn(a, a->of->class, sql);
	}
	bufprintf(sql, "%s)", a->rowid);
}

struct sqlrows *
sqlrowsopen(struct sqlite *p, const struct rowsof *of)
{
	struct sqlrows *a = xmalloc(sizeof(*a));

	*a = (struct sqlrows){ .sqlite = p, .of = of };
	return a;
}

static void
scanopen(struct sqlrows *a, struct rowscan *s, bool all)
{
	struct buf sql = { 0 };

	bufstr(&sql, "SELECT ");
	sqlrowsput(a, all, &sql);
	/* An index that was added to the file may lack rows. */
	bufprintf(&sql, " FROM [%s] NOT INDEXED WHERE %s >= ?2 ORDER BY %s", a->of->table, a->rowid,
	    a->rowid);
	s->st = sqlitequery(a->sqlite, sql.p);
	s->rowid = all ? a->of->columns->used : ROWID;
	fetchbind(s->st, 1, &s->fetch);
	free(sql.p);
}

static void
scanclose(struct rowscan *s)
{
	sqlite3_finalize(s->st);
	rowfree(&s->fetch.row);
}

void
sqlrowsclose(struct sqlrows *a)
{
	if (!a)
		return;
	scanclose(&a->times);
	scanclose(&a->all);
	free(a);
}

/* Reads the first row at a place or after it, and sets its place. Returns false if there is
 * none. */
static bool
scanto(struct sqlrows *a, struct rowscan *s, uint64_t *place)
{
	if (!s->st)
		scanopen(a, s, s == &a->all);
	if (!s->going || *place != s->next) {
		sqlite3_reset(s->st);
		sqlite3_bind_int64(s->st, 2, (int64_t)(*place ^ sqlrowsplace(0)));
	}
	s->going = false;
	if (!sqlitestep(a->sqlite, s->st, a->of->table))
		return false;
	*place = sqlrowsplace(s->fetch.row.cells[s->rowid].number);
	s->next = *place + 1;
	s->going = s->next > 0;
	return true;
}

/* Returns the times in cells that were fetched. */
static struct rowtimes
sqlrowstimes(const struct cell *cells)
{
	uint64_t place = sqlrowsplace(cells[ROWID].number);

	return (struct rowtimes){ place, place + 1,
		{ cells[ROW_START], cells[ROW_STOP], cells[ROW_CLASS] } };
}

/* Ends the program if a row of a pass is not behind the one before. */
static void
checkorder(struct sqlrows *a, int64_t rowid)
{
	if (rowid < a->least)
		die("%s: %s: malformed: its rows are not in order of their numbers",
		    a->sqlite->source.path, a->of->table);
	a->least = addsat(rowid, 1);
}

static void
sqlrowslook(struct fetch *fetch)
{
	struct sqlrows *a = fetch->arg;
	const struct cell *cells = fetch->row.cells;
	struct rowtimes times = sqlrowstimes(cells);

	checkorder(a, cells[ROWID].number);
	a->look(a->arg, &times);
}

static void
sqlrowseach(struct fetch *fetch)
{
	struct sqlrows *a = fetch->arg;
	int64_t rowid = fetch->row.cells[a->of->columns->used].number;

	checkorder(a, rowid);
	a->each(a->arg, sqlrowsplace(rowid), &fetch->row);
}

/* Makes a pass over the times, or all columns, of all rows. */
static void
makepass(struct sqlrows *a, bool all)
{
	struct fetch fetch = { .each = all ? sqlrowseach : sqlrowslook, .arg = a };
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	a->least = INT64_MIN;
	bufprintf(&sql, "SELECT 1 FROM [%s] NOT INDEXED WHERE ", a->of->table);
	sqlrowsput(a, all, &sql);
	st = sqlitequery(a->sqlite, sql.p);
	free(sql.p);
	fetchbind(st, 1, &fetch);
	sqlitestep(a->sqlite, st, a->of->table);
	sqlite3_finalize(st);
	rowfree(&fetch.row);
}

void
sqlrowspass(struct sqlrows *a, void (*look)(void *arg, const struct rowtimes *times), void *arg)
{
	a->look = look;
	a->arg = arg;
	makepass(a, false);
}

void
sqlrowspassall(struct sqlrows *a,
    void (*each)(void *arg, uint64_t place, struct row *row), void *arg)
{
	a->each = each;
	a->arg = arg;
	makepass(a, true);
}

bool
sqlrowsat(struct sqlrows *a, uint64_t place, struct rowtimes *times)
{
	if (!scanto(a, &a->times, &place))
		return false;
	*times = sqlrowstimes(a->times.fetch.row.cells);
	return true;
}

void
sqlrowstake(struct sqlrows *a, uint64_t place, struct row *row)
{
	uint64_t found = place;
	struct row other = *row;

	if (!scanto(a, &a->all, &found) || found != place)
		die("%s: %s: a row is gone: the file changed while it was read",
		    a->sqlite->source.path, a->of->table);
	*row = a->all.fetch.row;
	a->all.fetch.row = other;
}
