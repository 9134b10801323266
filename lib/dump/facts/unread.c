/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "dump/tables/schema.h"
#include "unread.h"

/* The number of rows of a table; false when it has none. */
static bool
unreadcount(const struct profile *p, const char *table, int64_t *rows)
{
	struct reportindex *report = p->copy ? p->copy->report : NULL;
	uint64_t events;
	char *sql;
	sqlite3_stmt *st;

	if (report && reportindexrows(report, table, &events)) {
		*rows = (int64_t)events;
		return events > 0;
	}
	/* SQLite counts (*) on a path of its own, which has no end where pages lead in circles. */
	sql = sqlite3_mprintf("SELECT count(1) FROM \"%w\" NOT INDEXED", table);
	if (!sql)
		die("out of memory");
	st = profilequery(p, sql);
	*rows = profilestep(p, st, table) ? sqlite3_column_int64(st, 0) : 0;
	sqlite3_finalize(st);
	sqlite3_free(sql);
	return *rows > 0;
}

void
unreadsay(const struct profile *p)
{
	for (uint32_t i = 0; i < p->tables.used; i++) {
		struct span name = stringat(&p->tables, i);
		struct buf table = { 0 }, text = { 0 };
		int64_t rows;

		bufspan(&table, name);
		bufchar(&table, '\0');
		jsonescape(&text, name.p, name.n);
		if (schemaunusual(table.p) && unreadcount(p, table.p, &rows))
			warn("%s: not dumped without --type %s: %s, %lld rows", p->path,
			    schemaunusual(table.p), table.p, (long long)rows);
		else if (!schemareads(table.p) && !schemawhy(table.p) && unreadcount(p, table.p,
		    &rows))
			warn("%s: not dumped: %.*s, %lld rows", p->path, (int)text.n, text.p,
			    (long long)rows);
		free(table.p);
		free(text.p);
	}
}
