/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/proto.h"
#include "encode.h"

/* Field numbers of messages are below this. */
enum { FIELDS = 128 };

bool
encodable(const struct repcol *col)
{
	enum repkind kind = col->sources[0].kind;

	return kind == V_INT || kind == V_ZERO || kind == V_STRING || kind == V_CAPTURED ||
	    kind == V_STOP || kind == V_TEXT || kind == V_NAME || kind == V_SECRET;
}

/* Returns the cell for a field of a message. Returns NULL if no column is that field, or the
 * value is NULL. */
static const struct cell *
cellof(const struct reptable *table, const struct row *row, enum repmessage m, unsigned field)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct repsource *source = &table->cols[i].sources[0];

		if (encodable(&table->cols[i]) && source->message == m && source->field == field &&
		    row->cells[i].type != CELL_NULL)
			return &row->cells[i];
	}
	return NULL;
}

/* Returns the message that is in a field of another message, or M_NONE. */
static enum repmessage
inside(const struct repschema *schema, enum repmessage m, unsigned field)
{
	return m < M_EVENT_MESSAGES ? (enum repmessage)schema->submessage[m][field] : M_NONE;
}

/* Returns true if a field of a message is a column of some table. */
static bool
encodeiscolumn(const struct repschema *schema, enum repmessage m, unsigned field)
{
	return field < 64 && (schema->numbers[m] | schema->bytes[m]) >> field & 1;
}

/* Returns true if a row has a value for a field of a message, or of a message inside of it. */
static bool /* NOLINTNEXTLINE(misc-no-recursion): as deep as the table is */
any(const struct repschema *schema, const struct reptable *table, const struct row *row,
    enum repmessage m)
{
	for (unsigned field = 1; field < FIELDS; field++) {
		enum repmessage child = inside(schema, m, field);

		if ((encodeiscolumn(schema, m, field) && cellof(table, row, m, field)) ||
		    (child != M_NONE && any(schema, table, row, child)))
			return true;
	}
	return false;
}

void /* NOLINTNEXTLINE(misc-no-recursion): as deep as the table is */
encode(struct buf *out, const struct repschema *schema, const struct reptable *table,
    const struct row *row, enum repmessage m)
{
	for (unsigned field = 1; field < FIELDS; field++) {
		enum repmessage child = inside(schema, m, field);
		const struct cell *cell = NULL;

		if (encodeiscolumn(schema, m, field))
			cell = cellof(table, row, m, field);
		if (cell && cell->type == CELL_TEXT)
			protobytes(out, field, rowtext(row, cell));
		else if (cell)
			protouint(out, field, (uint64_t)cell->number);
		if (child != M_NONE && any(schema, table, row, child)) {
			size_t open = protoopen(out, field);

			encode(out, schema, table, row, child);
			protoclose(out, open);
		}
	}
}

int64_t
encodeint(const struct reptable *table, const struct row *row, const char *column, int64_t none)
{
	size_t col = repcolfind(table, column);

	return col == REP_NONE || row->cells[col].type != CELL_INT ? none
	                                                             : row->cells[col].number;
}

/* Returns true if a list of numbers contains one. */
static bool
listed(const char *list, int64_t number)
{
	uint64_t v[REP_CLASSES];
	size_t n = repparsenumbers(list, v, REP_CLASSES);

	for (size_t i = 0; i < n; i++)
		if ((int64_t)v[i] == number)
			return true;
	return false;
}

const struct repeventdef *
encodeeventdef(const struct reptable *table, const struct row *row)
{
	int64_t class = encodeint(table, row, "eventClass", -1);
	int64_t type = encodeint(table, row, "eventType", -1);

	for (const struct repeventdef *e = repeventdefs; e->payload != M_NONE; e++)
		if (e->table && strcmp(e->table, table->def->name) == 0 &&
		    (!e->classes || class < 0 || listed(e->classes, class)) &&
		    (type < 0 || listed(e->types, type)))
			return e;
	return NULL;
}

uint64_t
encodetype(const struct repeventdef *kind, const struct reptable *table, const struct row *row)
{
	uint64_t type = 0;

	repparsenumbers(kind->types, &type, 1);
	return (uint64_t)encodeint(table, row, "eventType", (int64_t)type);
}
