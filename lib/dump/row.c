/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "err.h"
#include "row.h"

static const char tag[] = "nst_row";

static void
taketext(struct row *row, struct cell *cell, sqlite3_value *value)
{
	const char *p = cell->type == SQLITE_BLOB ? sqlite3_value_blob(value)
	                                          : (const char *)sqlite3_value_text(value);

	cell->as.text.at = row->text.n;
	cell->as.text.n = (size_t)sqlite3_value_bytes(value);
	if (!p && (cell->type == SQLITE_TEXT || cell->as.text.n > 0))
		die("out of memory");
	bufmem(&row->text, p, cell->as.text.n);
}

static void
take(struct row *row, struct cell *cell, sqlite3_value *value)
{
	cell->type = sqlite3_value_type(value);
	cell->number = cell->type == SQLITE_INTEGER ? sqlite3_value_int64(value) : 0;
	if (cell->type == SQLITE_TEXT || cell->type == SQLITE_BLOB)
		taketext(row, cell, value);
	else if (cell->type == SQLITE_FLOAT)
		cell->as.real = sqlite3_value_double(value);
}

/* Makes room for a row. */
static void
start(struct row *row, int count)
{
	row->cells = xgrow(row->cells, &row->room, (size_t)count, sizeof(*row->cells));
	row->text.n = 0;
}

static void
handed(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct row *row = sqlite3_value_pointer(values[0], tag);

	sqlite3_result_int(context, 0);
	if (!row)
		return;
	start(row, count - 1);
	for (int i = 1; i < count; i++)
		take(row, &row->cells[i - 1], values[i]);
	if (row->each)
		row->each(row);
}

void
rowread(struct row *row, sqlite3_stmt *st)
{
	int count = sqlite3_column_count(st);

	start(row, count);
	for (int i = 0; i < count; i++)
		take(row, &row->cells[i], sqlite3_column_value(st, i));
}

void
rowdefine(sqlite3 *db)
{
	if (sqlite3_create_function(db, "nst_row", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL,
	        handed, NULL, NULL) != SQLITE_OK)
		die("out of memory");
}

void
rowbind(sqlite3_stmt *st, int parameter, struct row *row)
{
	sqlite3_bind_pointer(st, parameter, row, tag, NULL);
}

struct span
rowtext(const struct row *row, const struct cell *cell)
{
	return (struct span){ row->text.p + cell->as.text.at, cell->as.text.n };
}

void
rowfree(struct row *row)
{
	free(row->cells);
	free(row->text.p);
}
