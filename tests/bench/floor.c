/* SPDX-License-Identifier: MIT */
/*
 * floor: what a reader of an export must pay: the rows and columns that nst-dump reads are read,
 * and nothing is written. With "walk" they are read from the pages, as nst-dump does it, else
 * SQLite steps through them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump/open.h"
#include "dump/tables/table.h"
#include "program/cli.h"
#include "source/sqlite/sqlite.h"

/* Touches each column of each row of a table; the sum keeps the compiler from leaving it out. */
static uint64_t
step(struct sqlite *p, const struct table *t, uint64_t *rows)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;
	uint64_t sum = 0;
	int columns;

	bufstr(&sql, "SELECT 1");
	for (uint32_t i = 0; i < t->columns.used; i++) {
		struct span name = stringat(&t->columns, i);

		bufprintf(&sql, name.p[0] == '(' ? ",%.*s" : ",[%.*s]", (int)name.n, name.p);
	}
	bufprintf(&sql, " FROM [%s] NOT INDEXED", t->name);
	st = sqlitequery(p, sql.p);
	columns = sqlite3_column_count(st);
	for (; sqlitestep(p, st, t->name); ++*rows)
		for (int i = 1; i < columns; i++)
			if (sqlite3_column_type(st, i) == SQLITE_TEXT)
				sum += *sqlite3_column_text(st, i);
			else
				sum += (uint64_t)sqlite3_column_int64(st, i);
	sqlite3_finalize(st);
	free(sql.p);
	return sum;
}

/* The same from the pages. */
static uint64_t
walk(struct table *t, uint64_t *rows)
{
	struct rowtimes times = { .next = 0 };
	struct row row = { 0 };
	uint64_t sum = 0;

	for (; t->rows->at(t->rows, times.next, &times); ++*rows) {
		t->rows->take(t->rows, times.place, &row);
		for (uint32_t i = 0; i < t->columns.used; i++)
			if (row.cells[i].type == CELL_TEXT)
				sum += row.cells[i].as.text.n;
			else
				sum += (uint64_t)row.cells[i].number;
	}
	rowfree(&row);
	return sum;
}

int
main(int argc, char *argv[])
{
	struct wanted wanted = {
		.types = ~UINT64_C(0), .style = "short", .from = INT64_MIN, .to = INT64_MAX
	};
	bool walks = argc == 3 && strcmp(argv[1], "walk") == 0;
	uint64_t sum = 0, rows = 0;
	struct source *source;
	struct table t;

	cliinit("floor", "usage: floor [walk] FILE.sqlite\n");
	if (argc != 2 && !walks)
		dieusage("no profile named");
	source = openprofile(argv[argc - 1], &(struct sourceoptions){ .stacks = false });
	for (const struct mapping *s = schema; s->table; s++) {
		if ((s > schema && strcmp(s->table, (s - 1)->table) == 0) ||
		    !tablebind(&t, source, s, &wanted))
			continue;
		sum += walks ? walk(&t, &rows) : step((struct sqlite *)source, &t, &rows);
		tablefree(&t);
	}
	sourceclose(source);
	printf("%llu rows, %llu\n", (unsigned long long)rows, (unsigned long long)sum);
	return DONE;
}
