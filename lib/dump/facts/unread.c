/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "dump/tables/schema.h"
#include "unread.h"

void
unreadsay(struct source *s)
{
	for (uint32_t i = 0; i < s->tables.used; i++) {
		struct span name = stringat(&s->tables, i);
		struct buf table = { 0 }, text = { 0 };
		int64_t rows;

		bufspan(&table, name);
		bufchar(&table, '\0');
		jsonescape(&text, name.p, name.n);
		if (schemaunusual(table.p) && (rows = s->ops->count(s, table.p)) > 0)
			warn("%s: not dumped without --type %s: %s, %lld rows", s->path,
			    schemaunusual(table.p), table.p, (long long)rows);
		else if (!schemareads(table.p) && !schemawhy(table.p) &&
		    (rows = s->ops->count(s, table.p)) > 0)
			warn("%s: not dumped: %.*s, %lld rows", s->path, (int)text.n, text.p,
			    (long long)rows);
		free(table.p);
		free(text.p);
	}
}
