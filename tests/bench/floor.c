/* SPDX-License-Identifier: MIT */
/* floor: what any reader of an export must pay: SQLite steps through the rows and columns that
 * nst-dump reads, and nothing is written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "dump/profile.h"
#include "dump/table.h"

/* Touches each column of each row of a table; the sum keeps the compiler from leaving it out. */
static uint64_t
scan(struct profile *p, const struct table *t, uint64_t *rows)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;
	uint64_t sum = 0;
	int columns;

	bufstr(&sql, "SELECT 1");
	for (uint32_t i = 0; i < t->columns.used; i++) {
		struct span name = nameget(&t->columns, i);

		bufprintf(&sql, name.p[0] == '(' ? ",%.*s" : ",[%.*s]", (int)name.n, name.p);
	}
	bufprintf(&sql, " FROM [%s] NOT INDEXED", t->name);
	st = profilequery(p, sql.p);
	columns = sqlite3_column_count(st);
	for (; profilestep(p, st, t->name); ++*rows)
		for (int i = 0; i < columns; i++)
			if (sqlite3_column_type(st, i) == SQLITE_TEXT)
				sum += *sqlite3_column_text(st, i);
			else
				sum += (uint64_t)sqlite3_column_int64(st, i);
	sqlite3_finalize(st);
	free(sql.p);
	return sum;
}

int
main(int argc, char *argv[])
{
	struct wanted wanted = {
		.types = ~UINT64_C(0), .style = "short", .from = INT64_MIN, .to = INT64_MAX
	};
	struct profile p;
	struct table t;
	uint64_t sum = 0, rows = 0;

	cliinit("floor", "usage: floor FILE.sqlite\n");
	if (argc != 2)
		dieusage("no profile named");
	profileopen(&p, argv[1]);
	for (const struct source *s = schema; s->table; s++) {
		if ((s > schema && strcmp(s->table, (s - 1)->table) == 0) ||
		    !tablebind(&t, &p, s, &wanted))
			continue;
		sum += scan(&p, &t, &rows);
		tablefree(&t);
	}
	profileclose(&p);
	printf("%llu rows, %llu\n", (unsigned long long)rows, (unsigned long long)sum);
	return DONE;
}
