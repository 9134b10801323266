/* SPDX-License-Identifier: MIT */
#include "infotable.h"
#include "wire.h"

/* Fields on the path to the messages with rows. */
enum { TARGET_MACHINE = 1, TARGET_VM = 1, TARGET_DEVICES = 2 };
enum { HEADER_MACHINE = 1, HEADER_PROPERTIES = 2 };
enum { PROPERTY_NUMBER = 1, PROPERTY_VALUE = 2, HOSTNAME = 619, NICS = 910 };

/* An info table that is being read. */
struct infotable {
	const struct rep *rep;
	const struct reptable *table;
	size_t number; /* the index of the table */
	struct repcoverage *coverage;
	void (*each)(void *, const struct row *);
	void *arg;
	struct row row;
	/* The source of the next row. */
	struct span message;
	uint64_t vm, order;
	const struct repmetriclayout *layout;
};

static void
infotablenumber(struct cell *cell, uint64_t v)
{
	*cell = (struct cell){ .type = CELL_INT, .number = (int64_t)v };
}

/* Sets a cell to the text of a string, or to "" if that is secret. */
static void
infotablestring(struct infotable *l, struct cell *cell, uint64_t id)
{
	struct span text = repstring(&l->rep->strings, id);

	if (!text.p || repcoveragehidden(l->coverage, id))
		text = (struct span){ "", 0 };
	rowput(&l->row, cell, CELL_TEXT, text);
}

/* Sets a cell to a fact about a counter. */
static void
metric(struct infotable *l, enum repmetric what, struct cell *cell)
{
	switch (what) {
	case METRIC_TYPE:
		infotablenumber(cell, l->layout->type);
		break;
	case METRIC_SOURCE:
		infotablenumber(cell, l->layout->type >> 32 & 0xFFFF);
		break;
	case METRIC_TYPENAME:
		infotablestring(l, cell, l->layout->name);
		break;
	case METRIC_ID:
		infotablenumber(cell, l->order);
		break;
	case METRIC_NAME:
		infotablestring(l, cell, l->rep->counters[l->layout->first + l->order].name);
		break;
	default: /* times and values are in events only */
		break;
	}
}

static bool
isstring(enum repkind kind)
{
	return kind == V_STRING || kind == V_CAPTURED;
}

/* Sets a cell to the value of a field of the message. A field of the wrong type is an anomaly. */
static void
field(struct infotable *l, const struct repsource *source, struct cell *cell)
{
	struct wire w = wireopen(l->message);
	struct wirefield f, last = { .number = 0 };

	while (wirenext(&w, &f))
		if (f.number == source->field)
			last = f;
	if (last.number == 0)
		return;
	if (last.type != (repisbytes(source->kind) ? WIRE_BYTES : WIRE_VARINT) ||
	    (isstring(source->kind) && last.v >= l->rep->strings.count))
		repcoverageanomaly(l->coverage,
		    &(struct repanomaly){ .what = ANOMALY_TYPE,
		        .message = source->message,
		        .payload = source->field,
		        .count = 1 });
	else if (source->kind == V_PROPERTY)
		rowput(&l->row, cell, CELL_TEXT, spanof(repproperty(last.v, l->rep->host)));
	else if (last.type == WIRE_BYTES)
		rowput(&l->row, cell, CELL_TEXT, last.bytes);
	else
		infotablenumber(cell, last.v);
}

/* Sets a cell from one source of its value. */
static void
infotablefind(struct infotable *l, const struct repsource *source, struct cell *cell)
{
	*cell = (struct cell){ .type = CELL_NULL };
	switch (source->kind) {
	case V_NONE:
		break;
	case V_FACT:
		repsessionfact(&l->rep->session, (enum repsessionfact)source->field, &l->row, cell);
		break;
	case V_METRIC:
		metric(l, (enum repmetric)source->field, cell);
		break;
	case V_MACHINE:
		infotablenumber(cell, l->vm);
		break;
	case V_ORDER:
		infotablenumber(cell, l->order);
		break;
	case V_STRINGTEXT:
		rowput(&l->row, cell, CELL_TEXT, repstring(&l->rep->strings, l->order));
		break;
	default:
		field(l, source, cell);
	}
}

/* Sets a cell to the value of a column. */
static void
value(struct infotable *l, const struct repcol *col, struct cell *cell)
{
	*cell = (struct cell){ .type = CELL_NULL };
	for (size_t i = 0; i < col->count && cell->type == CELL_NULL; i++) {
		infotablefind(l, &col->sources[i], cell);
		if (cell->type != CELL_NULL)
			repcoveragejudge(l->coverage, &l->rep->schema, col, &col->sources[i], cell);
	}
}

/* Makes a row and passes it on, unless it lacks a NOT NULL value. */
static void
row(struct infotable *l)
{
	const struct repcol *lacking = NULL;

	rowstart(&l->row, l->table->count);
	for (size_t i = 0; i < l->table->count; i++) {
		value(l, &l->table->cols[i], &l->row.cells[i]);
		if (l->row.cells[i].type == CELL_NULL && repnotnull(&l->table->cols[i]))
			lacking = &l->table->cols[i];
	}
	if (repcoveragerow(l->coverage, l->number, lacking))
		l->each(l->arg, &l->row);
}

/* Makes a row from each message in a field of another message. */
static void
repeated(struct infotable *l, struct span message, uint32_t number)
{
	struct wire w = wireopen(message);
	struct wirefield f;

	while (wirenext(&w, &f)) {
		if (f.number != number || f.type != WIRE_BYTES)
			continue;
		l->message = f.bytes;
		row(l);
	}
}

/* Returns the field with the messages that are rows of the table. */
static uint32_t
infotableplace(const struct infotable *l)
{
	for (size_t i = 0; i < l->table->count; i++)
		for (size_t j = 0; j < l->table->cols[i].count; j++)
			if (l->table->cols[i].sources[j].message != M_NONE)
				return repmessagedefs[l->table->cols[i].sources[j].message].field;
	return 0;
}

/* Makes the rows of devices, which are listed by machine. */
static void
devices(struct infotable *l)
{
	struct wire w = wireopen(bufall(&l->rep->file.target));
	struct wirefield f;

	while (wirenext(&w, &f)) {
		struct wire of;
		struct wirefield g;

		if (f.number != TARGET_MACHINE || f.type != WIRE_BYTES)
			continue;
		of = wireopen(f.bytes);
		l->vm = wireuint(f.bytes, TARGET_VM, 0);
		while (wirenext(&of, &g))
			if (g.number == TARGET_DEVICES && g.type == WIRE_BYTES)
				repeated(l, g.bytes, infotableplace(l));
	}
}

/* Makes the rows of system properties that may be imported, or of the network cards in one of
 * them. Counts the other properties. */
static void
properties(struct infotable *l, bool nics)
{
	struct span machine = wirebytes(bufall(&l->rep->file.header), HEADER_MACHINE);
	struct wire w = wireopen(wirebytes(machine, HEADER_PROPERTIES));
	struct wirefield f;

	while (wirenext(&w, &f)) {
		uint64_t number;

		if (f.number != repmessagedefs[M_PROPERTY].field || f.type != WIRE_BYTES)
			continue;
		number = wireuint(f.bytes, PROPERTY_NUMBER, 0);
		l->message = f.bytes;
		if (nics && number == NICS)
			repeated(l, wirebytes(f.bytes, PROPERTY_VALUE), infotableplace(l));
		else if (!nics && repproperty(number, l->rep->host))
			row(l);
		else if (!nics)
			l->coverage->properties++;
	}
}

struct span
rephostname(const struct rep *r)
{
	struct span machine = wirebytes(bufall(&r->file.header), HEADER_MACHINE);
	struct wire w = wireopen(wirebytes(machine, HEADER_PROPERTIES));
	struct wirefield f;

	while (wirenext(&w, &f))
		if (f.number == repmessagedefs[M_PROPERTY].field && f.type == WIRE_BYTES &&
		    wireuint(f.bytes, PROPERTY_NUMBER, 0) == HOSTNAME)
			return wirebytes(f.bytes, PROPERTY_VALUE);
	return (struct span){ NULL, 0 };
}

/* Returns true if a fact is a column of the table. */
static bool
tells(const struct infotable *l, enum repsessionfact fact)
{
	for (size_t i = 0; i < l->table->count; i++)
		if (l->table->cols[i].sources[0].kind == V_FACT &&
		    l->table->cols[i].sources[0].field == fact)
			return true;
	return false;
}

/* Makes the row of facts about the session, if they are known. */
static void
session(struct infotable *l)
{
	if (tells(l, FACT_UTC) ? l->rep->session.hasutc : l->rep->session.hastimes)
		row(l);
}

static void
metrics(struct infotable *l)
{
	if (l->rep->schema.proven)
		return;
	for (size_t i = 0; i < l->rep->layoutcount; i++) {
		l->layout = &l->rep->layouts[i];
		for (l->order = 0; l->order < l->layout->count; l->order++)
			row(l);
	}
}

void
repinfotable(const struct rep *r, size_t table, struct repcoverage *coverage,
    void (*each)(void *, const struct row *), void *arg)
{
	struct infotable l = { .rep = r,
		.table = &r->schema.tables[table],
		.number = table,
		.coverage = coverage,
		.each = each,
		.arg = arg };

	switch (l.table->def->from) {
	case FROM_EVENTS:
		break;
	case FROM_STRINGS:
		for (; l.order < r->strings.count; l.order++)
			row(&l);
		break;
	case FROM_STREAMED:
		repeated(&l, r->strings.rest, infotableplace(&l));
		break;
	case FROM_THREADS:
		repeated(&l, bufall(&r->file.threads), infotableplace(&l));
		break;
	case FROM_TARGET:
		repeated(&l, bufall(&r->file.target), infotableplace(&l));
		break;
	case FROM_DEVICES:
		devices(&l);
		break;
	case FROM_PROPERTIES:
		properties(&l, false);
		break;
	case FROM_NICS:
		properties(&l, true);
		break;
	case FROM_SESSION:
		session(&l);
		break;
	case FROM_METRICS:
		metrics(&l);
		break;
	}
	rowfree(&l.row);
}
