/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "fetch.h"

static const char tag[] = "nst_row";

static void
taketext(struct row *row, struct cell *cell, sqlite3_value *value, enum cell_type type)
{
	const char *p = type == CELL_BLOB ? sqlite3_value_blob(value)
	                                  : (const char *)sqlite3_value_text(value);
	size_t n = (size_t)sqlite3_value_bytes(value);

	if (!p && (type == CELL_TEXT || n > 0))
		die("out of memory");
	rowput(row, cell, type, (struct span){ p, n });
}

void
fetchvalue(struct row *row, struct cell *cell, sqlite3_value *value)
{
	switch (sqlite3_value_type(value)) {
	case SQLITE_INTEGER:
		*cell = (struct cell){ .type = CELL_INT, .number = sqlite3_value_int64(value) };
		break;
	case SQLITE_FLOAT:
		*cell = (struct cell){ .type = CELL_REAL, .as.real = sqlite3_value_double(value) };
		break;
	case SQLITE_TEXT:
		taketext(row, cell, value, CELL_TEXT);
		break;
	case SQLITE_BLOB:
		taketext(row, cell, value, CELL_BLOB);
		break;
	default:
		*cell = (struct cell){ .type = CELL_NULL };
	}
}

static void
handed(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct fetch *fetch = sqlite3_value_pointer(values[0], tag);

	sqlite3_result_int(context, 0);
	if (!fetch)
		return;
	rowstart(&fetch->row, (size_t)count - 1);
	for (int i = 1; i < count; i++)
		fetchvalue(&fetch->row, &fetch->row.cells[i - 1], values[i]);
	if (fetch->each)
		fetch->each(fetch);
}

void
fetchdefine(sqlite3 *db)
{
	if (sqlite3_create_function(db, "nst_row", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL,
	        handed, NULL, NULL) != SQLITE_OK)
		die("out of memory");
}

void
fetchbind(sqlite3_stmt *st, int parameter, struct fetch *fetch)
{
	sqlite3_bind_pointer(st, parameter, fetch, tag, NULL);
}
