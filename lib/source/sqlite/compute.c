/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "compute.h"
#include "fetch.h"

/* Indices of cells. */
struct cells {
	uint32_t *list;
	size_t count, room;
};

struct compute {
	struct sqlite *sqlite;
	const char *table;
	sqlite3_stmt *st;
	struct cells inputs, outputs; /* the parameters and results, in order */
};

static bool
isexpression(struct span column)
{
	return column.n > 0 && column.p[0] == '(';
}

/* Adds the columns that an expression names in brackets to a list. */
static void
addinputs(const struct stringtable *have, struct span expression, struct stringtable *to)
{
	const char *p = expression.p, *end = p + expression.n, *close;

	while ((p = memchr(p, '[', (size_t)(end - p))) &&
	    (close = memchr(p, ']', (size_t)(end - p)))) {
		struct span name = { p + 1, (size_t)(close - p - 1) };

		if (stringisinterned(have, name))
			stringintern(to, name);
		p = close;
	}
}

/* Writes a query of expressions; columns become parameters with these names. */
static void
putquery(const char *table, const char *expressions, const struct stringtable *inputs,
    struct buf *sql)
{
	bufprintf(sql, "SELECT %s FROM (SELECT 1", expressions);
	for (uint32_t i = 0; i < inputs->used; i++) {
		struct span name = stringat(inputs, i);

		bufprintf(sql, ", ?%u AS [%.*s]", i + 1, (int)name.n, name.p);
	}
	bufprintf(sql, ") AS [%s]", table);
}

bool
computable(
    const struct sqlite *p, const char *table, const struct stringtable *have,
        const char *expression)
{
	struct stringtable inputs = { 0 };
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	addinputs(have, spanof(expression), &inputs);
	putquery(table, expression, &inputs, &sql);
	st = sqlitetry(p, sql.p);
	sqlite3_finalize(st);
	stringtablefree(&inputs);
	free(sql.p);
	return st != NULL;
}

static void
addcell(struct cells *cells, uint32_t cell)
{
	GROW(cells->list, cells->room, cells->count + 1);
	cells->list[cells->count++] = cell;
}

struct compute *
computeopen(struct sqlite *p, const char *table, struct stringtable *columns)
{
	struct compute *c = xmalloc(sizeof(*c));
	struct stringtable have = { 0 };
	struct buf expressions = { 0 }, sql = { 0 };
	struct stringtable inputs = { 0 };

	*c = (struct compute){ .sqlite = p, .table = table };
	for (uint32_t i = 0; i < columns->used; i++) {
		struct span column = stringat(columns, i);

		if (!isexpression(column))
			continue;
		if (c->outputs.count == 0)
			have = sqlitecolumns(p, table);
		addcell(&c->outputs, i);
		addinputs(&have, column, &inputs);
		bufprintf(&expressions, "%s%.*s", expressions.n > 0 ? "," : "", (int)column.n,
		    column.p);
	}
	stringtablefree(&have);
	if (c->outputs.count == 0) {
		computeclose(c);
		return NULL;
	}
	for (uint32_t i = 0; i < inputs.used; i++)
		addcell(&c->inputs, stringintern(columns, stringat(&inputs, i)));
	putquery(table, expressions.p, &inputs, &sql);
	c->st = sqlitequery(p, sql.p);
	stringtablefree(&inputs);
	free(expressions.p);
	free(sql.p);
	return c;
}

/* Binds a parameter to the value of a cell. */
static void
bindcell(sqlite3_stmt *st, int parameter, const struct row *row, const struct cell *cell)
{
	struct span bytes;

	switch (cell->type) {
	case CELL_INT:
		sqlite3_bind_int64(st, parameter, cell->number);
		break;
	case CELL_REAL:
		sqlite3_bind_double(st, parameter, cell->as.real);
		break;
	case CELL_TEXT:
	case CELL_BLOB:
		bytes = rowtext(row, cell);
		bytes.p = bytes.p ? bytes.p : ""; /* NULL would bind NULL */
		if (cell->type == CELL_TEXT)
			sqlite3_bind_text(
			    st, parameter, bytes.p, (int)bytes.n, SQLITE_TRANSIENT);
		else
			sqlite3_bind_blob(
			    st, parameter, bytes.p, (int)bytes.n, SQLITE_TRANSIENT);
		break;
	default:
		sqlite3_bind_null(st, parameter);
	}
}

void
computerow(struct compute *c, struct row *row)
{
	for (size_t i = 0; i < c->inputs.count; i++)
		bindcell(c->st, (int)i + 1, row, &row->cells[c->inputs.list[i]]);
	sqlitestep(c->sqlite, c->st, c->table);
	for (size_t i = 0; i < c->outputs.count; i++)
		fetchvalue(row, &row->cells[c->outputs.list[i]],
		    sqlite3_column_value(c->st, (int)i));
	sqlite3_reset(c->st);
}

void
computeclose(struct compute *c)
{
	if (!c)
		return;
	sqlite3_finalize(c->st);
	free(c->inputs.list);
	free(c->outputs.list);
	free(c);
}
