/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "probe.h"

/* The first or last row number. */
static int64_t
edge(const struct table *t, const char *function, int64_t none)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;
	int64_t rowid = none;

	bufprintf(&sql, "SELECT %s(%s) FROM [%s]", function, t->rowid, t->name);
	st = profilequery(t->profile, sql.p);
	if (profilestep(t->profile, st, t->name) && sqlite3_column_type(st, 0) == SQLITE_INTEGER)
		rowid = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	free(sql.p);
	return rowid;
}

void
probeopen(struct probe *p, const struct table *t)
{
	int columns[] = { 0, t->plans[0].roles[ROLE_THREAD], t->class };
	struct buf sql = { 0 };

	*p = (struct probe){
		.table = t, .low = edge(t, "min", INT64_MAX), .high = edge(t, "max", INT64_MIN)
	};
	bufstr(&sql, "SELECT nst_row(?1,");
	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		tablecolumn(t, columns[i], &sql);
	bufprintf(&sql, "%s)", t->rowid);
	tablefrom(t, &sql);
	bufprintf(&sql, " WHERE %s >= ?2 ORDER BY %s LIMIT 1", t->rowid, t->rowid);
	p->st = profilequery(t->profile, sql.p);
	fetchbind(p->st, 1, &p->fetch);
	free(sql.p);
}

bool
probeat(struct probe *p, int64_t rowid, struct sight *seen)
{
	enum { START, THREAD, CLASS, ROWID };
	const struct cell *cells;
	bool found;

	sqlite3_bind_int64(p->st, 2, rowid);
	found = profilestep(p->table->profile, p->st, p->table->name);
	sqlite3_reset(p->st);
	if (!found)
		return false;
	cells = p->fetch.row.cells;
	*seen = (struct sight){ cells[ROWID].number, cells[START].type == CELL_INT,
		cells[START].number, cells[THREAD].number, cells[CLASS].number };
	return true;
}

int64_t
probetime(struct probe *p, int64_t low, int64_t high, int64_t ts)
{
	struct sight seen;

	while (low <= high) {
		int64_t middle = low + (high - low) / 2;
		bool found = probeat(p, middle, &seen);

		while (found && !seen.timed && seen.rowid < high)
			found = probeat(p, seen.rowid + 1, &seen);
		if (!found || seen.rowid > high || !seen.timed || seen.ts >= ts)
			high = middle - 1;
		else
			low = seen.rowid + 1;
	}
	return low;
}

void
probeclose(struct probe *p)
{
	sqlite3_finalize(p->st);
	rowfree(&p->fetch.row);
}
