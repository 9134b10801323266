/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "dump/tables/schema.h"
#include "prepare.h"
#include "temptable.h"

/* A shadow may have at most BYTES_A_BYTE bytes for each byte of the file, and BYTES_LEAST more: an
 * event has some tens of values, each of which is stored with the columns of the event. */
enum { BYTES_LEAST = 64 << 20, BYTES_A_BYTE = 16, BYTES_A_VALUE = 4 };

/* The function nst_fits: adds up the bytes of rows, and returns 1. */
static void
temptablefits(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct sqlite *p = sqlite3_user_data(context);

	for (int i = 0; i < count; i++) {
		int type = sqlite3_value_type(values[i]);

		p->shadowed += BYTES_A_VALUE;
		if (type == SQLITE_TEXT || type == SQLITE_BLOB)
			p->shadowed += (uint64_t)sqlite3_value_bytes(values[i]);
	}
	if (p->shadowed / BYTES_A_BYTE > BYTES_LEAST / BYTES_A_BYTE + p->source.bytes)
		die("%s: %s: malformed: its rows belong to more rows of another table than an "
		    "export of %llu bytes can have",
		    p->source.path, p->shadow, (unsigned long long)p->source.bytes);
	sqlite3_result_int(context, 1);
}

void
temptabledefine(struct sqlite *p)
{
	if (sqlite3_create_function(p->db, "nst_fits", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, p,
	        temptablefits, NULL, NULL) != SQLITE_OK)
		die("out of memory");
}

/* Returns true if a text has the column in brackets. */
static bool
brackets(const char *text, struct span column)
{
	for (; (text = strchr(text, '[')); text++)
		if (strncmp(text + 1, column.p, column.n) == 0 && text[1 + column.n] == ']')
			return true;
	return false;
}

/* Returns true if a field reads a column. */
static bool
reads(const struct field *f, struct span column)
{
	if (f->by && spanis(column, f->by))
		return true;
	if (!f->column)
		return false;
	return f->column[0] == '(' ? brackets(f->column, column) : spanis(column, f->column);
}

/* Returns true if a statement, or a mapping of the table, reads a column. */
static bool
needed(const char *table, const char *sql, struct span column)
{
	const struct mapping *first = schemafind(table);

	if (brackets(sql, column))
		return true;
	for (const struct mapping *s = first; s->table && strcmp(s->table, first->table) == 0; s++)
		for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++)
			if (reads(f, column))
				return true;
	return false;
}

/* Writes a statement; each "e.*" becomes the columns that are needed. */
static void
expand(const struct sqlite *p, const char *table, const char *sql, struct buf *out)
{
	struct stringtable have = sqlitecolumns(p, table);
	struct buf list = { 0 };
	const char *star;

	for (uint32_t i = 0; i < have.used; i++) {
		struct span column = stringat(&have, i);

		if (needed(table, sql, column))
			bufprintf(&list, "%se.[%.*s]", list.n > 0 ? ", " : "", (int)column.n,
			    column.p);
	}
	if (list.n == 0)
		bufstr(&list, "NULL");
	for (; (star = strstr(sql, "e.*")); sql = star + strlen("e.*")) {
		bufmem(out, sql, (size_t)(star - sql));
		bufspan(out, bufall(&list));
	}
	bufprintf(out, "%s", sql);
	stringtablefree(&have);
	free(list.p);
}

void
temptablemake(struct sqlite *p, const char *table, bool stacks, struct buf *why)
{
	const char *statement;
	struct buf sql = { 0 };
	sqlite3_stmt *st = NULL;

	p->shadow = table;
	p->shadowed = 0;
	for (size_t i = 0; !st && (statement = preparestatement(table, stacks, i)); i++) {
		sql.n = why->n = 0;
		expand(p, table, statement, &sql);
		st = sqlitetry(p, sql.p);
		if (!st)
			bufprintf(why, "%s", sqlite3_errmsg(p->db));
	}
	sqlite3_finalize(st);
	if (st && sqlite3_exec(p->db, sql.p, NULL, NULL, NULL) != SQLITE_OK)
		sqlitedie(p, table);
	free(sql.p);
}
