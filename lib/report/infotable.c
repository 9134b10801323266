/* SPDX-License-Identifier: MIT */
#include "infotable.h"
#include "wire.h"

/* Fields on the way to the messages that are rows. */
enum { TARGET_MACHINE = 1, TARGET_VM = 1, TARGET_DEVICES = 2 };
enum { HEADER_MACHINE = 1, HEADER_PROPERTIES = 2 };
enum { PROPERTY_NUMBER = 1, PROPERTY_VALUE = 2, NICS = 910 };

/* A table of which rows are made. */
struct list {
	const struct rep *rep;
	const struct reptable *table;
	size_t number; /* of the table */
	struct repcoverage *coverage;
	void (*each)(void *, const struct row *);
	void *arg;
	struct row row;
	/* What the next row is made of. */
	struct span message;
	uint64_t vm, order;
	const struct repmetriclayout *layout;
};

static void
listsnumber(struct cell *cell, uint64_t v)
{
	*cell = (struct cell){ .type = CELL_INT, .number = (int64_t)v };
}

/* Makes a cell the text of a string that is no secret. */
static void
listsstring(struct list *l, struct cell *cell, uint64_t id)
{
	struct span text = repstring(&l->rep->strings, id);

	if (!text.p || repcoveragehidden(l->coverage, id))
		text = (struct span){ "", 0 };
	rowput(&l->row, cell, CELL_TEXT, text);
}

/* Makes a cell what is known of a counter. */
static void
metric(struct list *l, enum repmetric what, struct cell *cell)
{
	switch (what) {
	case METRIC_TYPE:
		listsnumber(cell, l->layout->type);
		break;
	case METRIC_SOURCE:
		listsnumber(cell, l->layout->type >> 32 & 0xFFFF);
		break;
	case METRIC_TYPENAME:
		listsstring(l, cell, l->layout->name);
		break;
	case METRIC_ID:
		listsnumber(cell, l->order);
		break;
	case METRIC_NAME:
		listsstring(l, cell, l->rep->counters[l->layout->first + l->order].name);
		break;
	default: /* times and values are those of events */
		break;
	}
}

static bool
isstring(enum repkind kind)
{
	return kind == V_STRING || kind == V_CAPTURED;
}

/* Makes a cell the value of a field of the message, if it has one of the right type. */
static void
field(struct list *l, const struct repsource *pick, struct cell *cell)
{
	struct wire w = wireopen(l->message);
	struct wirefield f, last = { .number = 0 };

	while (wirenext(&w, &f))
		if (f.number == pick->field)
			last = f;
	if (last.number == 0)
		return;
	if (last.type != (repisbytes(pick->kind) ? WIRE_BYTES : WIRE_VARINT) ||
	    (isstring(pick->kind) && last.v >= l->rep->strings.count))
		repcoverageanomaly(l->coverage,
		    &(struct repanomaly){ .what = ANOMALY_TYPE,
		        .message = pick->message,
		        .payload = pick->field,
		        .count = 1 });
	else if (pick->kind == V_PROPERTY)
		rowput(&l->row, cell, CELL_TEXT, spanof(repproperty(last.v, l->rep->host)));
	else if (last.type == WIRE_BYTES)
		rowput(&l->row, cell, CELL_TEXT, last.bytes);
	else
		listsnumber(cell, last.v);
}

/* Makes a cell what one way to find its value gives. */
static void
listsfind(struct list *l, const struct repsource *pick, struct cell *cell)
{
	*cell = (struct cell){ .type = CELL_NULL };
	switch (pick->kind) {
	case V_NONE:
		break;
	case V_FACT:
		repsessionfact(&l->rep->session, (enum repsessionfact)pick->field, &l->row, cell);
		break;
	case V_METRIC:
		metric(l, (enum repmetric)pick->field, cell);
		break;
	case V_MACHINE:
		listsnumber(cell, l->vm);
		break;
	case V_ORDER:
		listsnumber(cell, l->order);
		break;
	case V_STRINGTEXT:
		rowput(&l->row, cell, CELL_TEXT, repstring(&l->rep->strings, l->order));
		break;
	default:
		field(l, pick, cell);
	}
}

/* Makes a cell the value of a column. */
static void
value(struct list *l, const struct repcol *col, struct cell *cell)
{
	*cell = (struct cell){ .type = CELL_NULL };
	for (size_t i = 0; i < col->count && cell->type == CELL_NULL; i++) {
		listsfind(l, &col->sources[i], cell);
		if (cell->type != CELL_NULL)
			repcoveragejudge(l->coverage, &l->rep->schema, col, &col->sources[i], cell);
	}
}

/* Makes a row, and hands it on unless it lacks what a row must have. */
static void
row(struct list *l)
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

/* Makes a row of each message in a field of another. */
static void
repeated(struct list *l, struct span message, uint32_t number)
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

/* The field whose messages are the rows of the table. */
static uint32_t
listsplace(const struct list *l)
{
	for (size_t i = 0; i < l->table->count; i++)
		for (size_t j = 0; j < l->table->cols[i].count; j++)
			if (l->table->cols[i].sources[j].message != M_NONE)
				return repmessagedefs[l->table->cols[i].sources[j].message].field;
	return 0;
}

/* Devices, each under the machine that it is of. */
static void
devices(struct list *l)
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
				repeated(l, g.bytes, listsplace(l));
	}
}

/* Properties of the system that may be known, or the network cards that one of them holds; of the
 * others the first time are counted. */
static void
properties(struct list *l, bool nics)
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
			repeated(l, wirebytes(f.bytes, PROPERTY_VALUE), listsplace(l));
		else if (!nics && repproperty(number, l->rep->host))
			row(l);
		else if (!nics)
			l->coverage->properties++;
	}
}

/* Whether a fact is a column of the table. */
static bool
tells(const struct list *l, enum repsessionfact fact)
{
	for (size_t i = 0; i < l->table->count; i++)
		if (l->table->cols[i].sources[0].kind == V_FACT &&
		    l->table->cols[i].sources[0].field == fact)
			return true;
	return false;
}

/* The one row of facts, if they are known. */
static void
session(struct list *l)
{
	if (tells(l, FACT_UTC) ? l->rep->session.hasutc : l->rep->session.hastimes)
		row(l);
}

static void
metrics(struct list *l)
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
	struct list l = { .rep = r,
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
		repeated(&l, r->strings.rest, listsplace(&l));
		break;
	case FROM_THREADS:
		repeated(&l, bufall(&r->file.threads), listsplace(&l));
		break;
	case FROM_TARGET:
		repeated(&l, bufall(&r->file.target), listsplace(&l));
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
