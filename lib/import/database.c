/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "database.h"

/* Serial types of values in a record. Texts have odd numbers from 13 on and blobs even ones
 * from 12 on: twice the length is added. */
enum { TYPE_NULL = 0, TYPE_INT64 = 6, TYPE_REAL = 7, TYPE_ZERO = 8, TYPE_ONE = 9 };
enum { TYPE_BLOB = 12, TYPE_TEXT = 13, VARINT = 9 };

/* The database header at the start of page 1. */
enum { HEADER = 100, SCHEMA_COLUMNS = 5, SQLITE_VERSION = 3040001 };

void
databaseopen(struct database *d, const char *path, int fd)
{
	*d = (struct database){ .count = 0 };
	pagefileopen(&d->pages, path, fd);
}

struct dbtable *
databasetable(struct database *d, const char *name, const char *sql)
{
	struct dbtable *r = xmalloc(sizeof(*r));

	*r = (struct dbtable){ .name = xstrdup(name), .sql = xstrdup(sql), .alias = NO_ALIAS };
	btreeopen(&r->rows, &d->pages, false, 0);
	btreeopen(&r->index, &d->pages, true, 0);
	GROW(d->dbtables, d->room, d->count + 1);
	d->dbtables[d->count++] = r;
	return r;
}

static void
put32(char *p, uint32_t v)
{
	p[0] = (char)(v >> 24);
	p[1] = (char)(v >> 16);
	p[2] = (char)(v >> 8);
	p[3] = (char)v;
}

static void
put64(char *p, uint64_t v)
{
	put32(p, (uint32_t)(v >> 32));
	put32(p + 4, (uint32_t)v);
}

/* Writes an integer in the fewest bytes that the format has. Returns its end. p needs room for
 * 8 bytes. */
static char *
putint(char *p, int64_t v, uint64_t *type)
{
	static const unsigned char types[] = { 0, 1, 2, 3, 4, 5, 5, 6, 6 };
	static const unsigned char sizes[] = { 0, 1, 2, 3, 4, 6, 8 };
	uint64_t bits = (uint64_t)v, most = v < 0 ? ~bits : bits;
	unsigned n;

	if (v == 0 || v == 1) {
		*type = v == 0 ? TYPE_ZERO : TYPE_ONE;
		return p;
	}
	/* significant bits and a sign bit, in bytes */
	*type = types[most == 0 ? 1 : (64 - (unsigned)__builtin_clzll(most)) / 8 + 1];
	n = sizes[*type];
	put64(p, bits << (64 - 8 * n));
	return p + n;
}

/* Appends a value; returns its serial type. */
static uint64_t
databaseputvalue(struct buf *out, const struct row *row, const struct cell *cell)
{
	char *p = bufroom(out, 8);
	uint64_t type = TYPE_NULL, bits;
	struct span text;

	switch (cell->type) {
	case CELL_NULL:
		break;
	case CELL_INT:
		out->n = (size_t)(putint(p, cell->number, &type) - out->p);
		break;
	case CELL_REAL:
		memcpy(&bits, &cell->as.real, sizeof(bits));
		put64(p, bits);
		out->n += 8;
		type = TYPE_REAL;
		break;
	case CELL_TEXT:
	case CELL_BLOB:
		text = rowtext(row, cell);
		bufspan(out, text);
		type = (cell->type == CELL_TEXT ? TYPE_TEXT : TYPE_BLOB) + 2 * text.n;
	}
	return type;
}

/* Appends a value to the current record; NULL is an SQL NULL. */
static inline void
databaseadd(struct database *d, const struct row *row, const struct cell *cell)
{
	uint64_t type = cell ? databaseputvalue(&d->values, row, cell) : TYPE_NULL;
	char *p = bufroom(&d->types, VARINT);

	d->types.n = (size_t)(btreevarint(p, type) - d->types.p);
}

/* Returns the record of the values added since the last one: the length of its header, serial
 * types, values. */
static struct span
databaserecord(struct database *d)
{
	/* The header includes its own length, which takes one or two bytes. */
	size_t n = d->types.n + (d->types.n < 0x7F ? 1 : 2);

	d->record.n = 0;
	d->record.n = (size_t)(btreevarint(bufroom(&d->record, VARINT), n) - d->record.p);
	bufspan(&d->record, bufall(&d->types));
	bufspan(&d->record, bufall(&d->values));
	d->types.n = d->values.n = 0;
	return bufall(&d->record);
}

void
databaserow(struct database *d, struct dbtable *r, const struct row *row, size_t count)
{
	int64_t rowid = ++r->count;
	struct cell number = { .type = CELL_INT };

	for (size_t i = 0; i < count; i++)
		databaseadd(d, row, i == r->alias ? NULL : &row->cells[i]);
	if (r->alias != NO_ALIAS)
		rowid = row->cells[r->alias].number;
	btreerow(&r->rows, rowid, databaserecord(d));
	if (!r->keyed)
		return;
	number.number = rowid;
	databaseadd(d, row, &row->cells[r->first]);
	databaseadd(d, row, &row->cells[r->second]);
	databaseadd(d, row, &number);
	btreeentry(&r->index, databaserecord(d));
}

/* Adds a row to sqlite_schema: type, name, table, root page and statement. */
static void
describe(struct database *d, struct btree *schema, const char *type, const char *name,
    const struct dbtable *r, uint32_t root, const char *sql)
{
	const char *const texts[SCHEMA_COLUMNS] = { type, name, r->name, NULL, sql };
	struct row row = { .cells = NULL };

	rowstart(&row, SCHEMA_COLUMNS);
	for (size_t i = 0; i < SCHEMA_COLUMNS; i++)
		if (texts[i])
			rowput(&row, &row.cells[i], CELL_TEXT, spanof(texts[i]));
		else
			row.cells[i] = (struct cell){ .type = CELL_NULL };
	row.cells[3] = (struct cell){ .type = CELL_INT, .number = root };
	for (size_t i = 0; i < SCHEMA_COLUMNS; i++)
		databaseadd(d, &row, &row.cells[i]);
	btreerow(schema, schema->last + 1, databaserecord(d));
	rowfree(&row);
}

/* Writes the b-trees of a table, and its rows in sqlite_schema. */
static void
closetable(struct database *d, struct dbtable *r, struct btree *schema)
{
	uint32_t root = btreeclose(&r->rows);
	struct buf name = { 0 };

	describe(d, schema, "table", r->name, r, root, r->sql);
	if (r->keyed) {
		bufprintf(&name, "sqlite_autoindex_%s_1", r->name);
		describe(d, schema, "index", name.p, r, btreeclose(&r->index), NULL);
	}
	free(name.p);
	free(r->name);
	free(r->sql);
	free(r);
}

/* Writes the database header. */
static void
databaseheader(const struct database *d, char first[PAGE])
{
	static const char magic[16] = "SQLite format 3";
	static const struct {
		int at;
		uint32_t v;
	} numbers[] = { { 24, 1 }, { 40, 1 }, { 44, 4 }, { 56, 1 }, { 92, 1 },
		{ 96, SQLITE_VERSION } };

	memset(first, 0, HEADER);
	memcpy(first, magic, sizeof(magic));
	first[16] = (char)(PAGE >> 8);
	first[18] = first[19] = 1; /* file format versions: rollback journal */
	first[21] = 64;            /* payload fractions, which the format fixes */
	first[22] = first[23] = 32;
	put32(first + 28, d->pages.count);
	/* Counters of changes, schema cookie and format, UTF-8, and the version of SQLite. */
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		put32(first + numbers[i].at, numbers[i].v);
}

void
databaseclose(struct database *d)
{
	struct btree schema;
	char first[PAGE];

	btreeopen(&schema, &d->pages, false, HEADER);
	for (size_t i = 0; i < d->count; i++)
		closetable(d, d->dbtables[i], &schema);
	btreeroot(&schema, first);
	databaseheader(d, first);
	pagefileclose(&d->pages, first);
	free(d->dbtables);
	free(d->types.p);
	free(d->values.p);
	free(d->record.p);
}
