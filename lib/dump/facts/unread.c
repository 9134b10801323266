/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "dump/tables/schema.h"
#include "unread.h"

/* Returns the name of a table of the profile as a string, which the caller frees. */
static char *
unreadname(const struct source *s, uint32_t table)
{
	struct buf name = { 0 };

	bufspan(&name, stringat(&s->tables, table));
	bufchar(&name, '\0');
	return name.p;
}

void
unreadskipped(struct source *s, struct skipped *out)
{
	for (uint32_t i = 0; i < s->tables.used; i++) {
		char *table = unreadname(s, i);
		const char *type = schemaunusual(table);
		int64_t rows = type ? s->ops->count(s, table) : 0;

		if (rows > 0)
			skippedadd(out, spanof(type), (uint64_t)rows);
		free(table);
	}
}

void
unreadwarn(struct source *s)
{
	for (uint32_t i = 0; i < s->tables.used; i++) {
		struct span name = stringat(&s->tables, i);
		char *table = unreadname(s, i);
		struct buf text = { 0 };
		int64_t rows = 0;

		if (!schemaunusual(table) && !schemareads(table) && !schemawhy(table))
			rows = s->ops->count(s, table);
		jsonescape(&text, name.p, name.n);
		if (rows > 0)
			warn("%s: not dumped: %.*s, %lld rows", s->path, (int)text.n, text.p,
			    (long long)rows);
		free(table);
		free(text.p);
	}
}
