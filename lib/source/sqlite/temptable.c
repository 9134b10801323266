/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "temptable.h"

/* What is put together of a table is in proportion to the file: an event has some tens of values,
 * each of which is written with the columns of the event. */
enum { BYTES_LEAST = 64 << 20, BYTES_A_BYTE = 16, BYTES_A_VALUE = 4 };

/* Counts the bytes of a row; the value is 1. */
static void
temptablefits(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct profile *p = sqlite3_user_data(context);

	for (int i = 0; i < count; i++) {
		int type = sqlite3_value_type(values[i]);

		p->fronted += BYTES_A_VALUE;
		if (type == SQLITE_TEXT || type == SQLITE_BLOB)
			p->fronted += (uint64_t)sqlite3_value_bytes(values[i]);
	}
	if (p->fronted / BYTES_A_BYTE > BYTES_LEAST / BYTES_A_BYTE + p->bytes)
		die("%s: %s: malformed: its rows belong to more rows of another table than an "
		    "export of %llu bytes can have",
		    p->path, p->front, (unsigned long long)p->bytes);
	sqlite3_result_int(context, 1);
}

void
temptabledefine(struct profile *p)
{
	if (sqlite3_create_function(p->db, "nst_fits", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, p,
	        temptablefits, NULL, NULL) != SQLITE_OK)
		die("out of memory");
}

/* Whether a text names a column in brackets. */
static bool
brackets(const char *text, struct span column)
{
	for (; (text = strchr(text, '[')); text++)
		if (strncmp(text + 1, column.p, column.n) == 0 && text[1 + column.n] == ']')
			return true;
	return false;
}

/* Whether a field is made of a column. */
static bool
reads(const struct field *f, struct span column)
{
	if (f->by && spanis(column, f->by))
		return true;
	if (!f->column)
		return false;
	return f->column[0] == '(' ? brackets(f->column, column) : spanis(column, f->column);
}

/* Whether a statement, or what is read behind it, needs a column. */
static bool
needed(const struct mapping *first, const char *sql, struct span column)
{
	if (brackets(sql, column))
		return true;
	for (const struct mapping *s = first; s->table && strcmp(s->table, first->table) == 0; s++)
		for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++)
			if (reads(f, column))
				return true;
	return false;
}

/* Writes a statement with the columns that are needed for each e.* */
static void
expand(const struct profile *p, const struct mapping *first, const char *sql, struct buf *out)
{
	struct stringtable have = profilecolumns(p, first->table);
	struct buf list = { 0 };
	const char *star;

	for (uint32_t i = 0; i < have.used; i++) {
		struct span column = stringat(&have, i);

		if (needed(first, sql, column))
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
temptablemake(struct profile *p, const struct mapping *first, bool stacks, struct buf *why)
{
	const char *statement;
	struct buf sql = { 0 };
	sqlite3_stmt *st = NULL;

	p->front = first->table;
	p->fronted = 0;
	for (size_t i = 0; !st && (statement = schemaprepare(first->table, stacks, i)); i++) {
		sql.n = why->n = 0;
		expand(p, first, statement, &sql);
		st = profiletry(p, sql.p);
		if (!st)
			bufprintf(why, "%s", sqlite3_errmsg(p->db));
	}
	sqlite3_finalize(st);
	if (st && sqlite3_exec(p->db, sql.p, NULL, NULL, NULL) != SQLITE_OK)
		profiledie(p, first->table);
	free(sql.p);
}
