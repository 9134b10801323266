/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "quickevent.h"

/* Fields of a block's message, of generic events, of processes, and of a sample's counters. */
enum { ENTRY_GENERIC = 2 };
enum { GENERIC_TYPE = 1, GENERIC_TIME = 2, GENERIC_BYTES = 3 };
enum { PROCESS_TITLE = 5, PROCESS_NAME = 6, PROCESS_ENVIRONMENT = 13 };
enum { COUNTER_KIND = 1, COUNTER_VALUE = 2, CYCLES = 1 };

/* Times of 2^62 ns and more mean that there is no end. */
#define NO_TIME (INT64_C(1) << 62)

#define BIT(n) (UINT64_C(1) << (n))

void
repcursoropen(struct repcursor *c, const struct rep *r, struct repcoverage *coverage)
{
	*c = (struct repcursor){ .rep = r, .coverage = coverage };
	c->fields = xreallocarray(NULL, M_MESSAGES, sizeof(*c->fields));
}

void
repcursorclose(struct repcursor *c)
{
	repscratchfree(&c->scratch);
	decodersfree(&c->decoders);
	free(c->fields);
	for (size_t i = 0; i < REP_TABLES; i++)
		free(c->wanted[i].cols);
	rowfree(&c->row);
}

/* Decides how to read a wanted column. col is NULL if the table does not have it. */
static struct repwantedcol
wantcol(const struct repcursor *c, const struct repcol *col, size_t cell)
{
	struct repwantedcol s = { .col = col, .cell = cell, .message = M_NONE };
	enum repkind kind;

	if (!col) {
		s.quick = true;
		return s;
	}
	kind = col->sources[0].kind;
	s.needed = repnotnull(col);
	s.quick = col->count == 1 && kind == V_NONE;
	if (col->count > 1 || !(repisnumber(kind) || repisbytes(kind)) || kind == V_ZERO ||
	    kind == V_CYCLES)
		return s;
	/* Values at or above the limit are checked by value(). */
	s.quick = true;
	if (col->sources[0].trust == TRUST_PROVEN && kind == V_INT)
		s.limit = UINT64_MAX;
	else if (col->sources[0].trust == TRUST_ZERO && kind == V_INT)
		s.limit = 1;
	else if (col->sources[0].trust == TRUST_PROVEN && kind == V_STRING)
		s.limit = c->rep->strings.count;
	else if (col->sources[0].trust == TRUST_PROVEN && kind == V_STOP)
		s.limit = NO_TIME;
	s.message = (unsigned char)col->sources[0].message;
	s.field = col->sources[0].field;
	return s;
}

/* Compares columns: quick ones first, by message, then by cell. */
static int
bymessage(const void *a, const void *b)
{
	const struct repwantedcol *x = a, *y = b;

	if (x->quick != y->quick)
		return x->quick ? -1 : 1;
	if (x->message != y->message)
		return x->message < y->message ? -1 : 1;
	return (x->cell > y->cell) - (x->cell < y->cell);
}

/* Sorts the wanted columns of a table. Frees the decoders, which were made for other columns. */
static void
setwanted(struct repcursor *c, struct repwanted *w, size_t count)
{
	decodersfree(&c->decoders);
	w->any = true;
	w->count = w->read = count;
	qsort(w->cols, count, sizeof(*w->cols), bymessage);
	for (w->quick = 0; w->quick < count && w->cols[w->quick].quick;)
		w->quick++;
	for (size_t i = w->quick; i-- > 0;) {
		bool last = i + 1 == w->quick ||
		    w->cols[i].message != w->cols[i + 1].message;

		w->cols[i].end = last ? i + 1 : w->cols[i + 1].end;
	}
}

void
repcursorwant(struct repcursor *c, size_t table)
{
	const struct reptable *f = &c->rep->schema.tables[table];
	struct repwanted *w = &c->wanted[table];

	w->cols = xreallocarray(w->cols, f->count, sizeof(*w->cols));
	for (size_t i = 0; i < f->count; i++)
		w->cols[i] = wantcol(c, &f->cols[i], i);
	setwanted(c, w, f->count);
}

void
repcursorcolumns(struct repcursor *c, size_t table, const char *const *columns, size_t count)
{
	const struct reptable *f = &c->rep->schema.tables[table];
	struct repwanted *w = &c->wanted[table];

	w->cols = xreallocarray(w->cols, count, sizeof(*w->cols));
	for (size_t i = 0; i < count; i++) {
		size_t col = repcolfind(f, columns[i]);

		w->cols[i] = wantcol(c, col == REP_NONE ? NULL : &f->cols[col], i);
	}
	setwanted(c, w, count);
}

void
repcursorreads(struct repcursor *c, size_t table, size_t read)
{
	decodersfree(&c->decoders);
	c->wanted[table].read = read;
}

void
repcursorspans(struct repcursor *c, size_t table, struct rowspans *spans)
{
	decodersfree(&c->decoders);
	c->wanted[table].spans = spans;
}

void
repcursorload(struct repcursor *c, size_t block, const struct repcounts *counts)
{
	const struct repfile *f = &c->rep->file;

	repcursorloadunpacked(c, block, repfileblock(f, &f->blocks[block], &c->scratch), counts);
}

void
repcursorloadunpacked(
    struct repcursor *c, size_t block, struct span message, const struct repcounts *counts)
{
	c->block = block;
	if (counts)
		c->counts = *counts;
	c->base = message.p;
	c->entries = wireopen(message);
	c->due = 0;
	c->parts = NULL;
}

/* Ends the program: the block is malformed. */
static void __attribute__((noreturn))
bad(const struct repcursor *c, const char *what)
{
	repfilebad(&c->rep->file, c->rep->file.blocks[c->block].at, what);
}

static void
fieldanomaly(struct repcursor *c, enum repanomalykind what, enum repmessage m, uint32_t number)
{
	struct repanomaly s = { .what = what, .message = m, .payload = number, .count = 1 };

	repcoverageanomaly(c->coverage, &s);
}

/* Stores a field that is no known number: bytes, a message, or an anomaly. */
static void
takefield(struct repcursor *c, enum repmessage m, const struct wirefield *f)
{
	const struct repschema *s = &c->rep->schema;
	bool deep = m < M_EVENT_MESSAGES && f->number < 128;
	unsigned inside = deep ? s->submessage[m][f->number] : 0;

	if (inside && f->type == WIRE_BYTES) {
		c->body[inside] = f->bytes;
		c->there |= BIT(inside);
		c->taken &= ~BIT(inside);
	} else if (f->number >= 64 || !(s->known[m] >> f->number & 1)) {
		if (s->known[m] != UINT64_MAX)
			fieldanomaly(c, ANOMALY_FIELD, m, f->number);
	} else if (f->type == WIRE_BYTES && !(s->numbers[m] >> f->number & 1)) {
		c->fields[m].v[f->number] = repcursorpack(c, f->bytes);
		c->fields[m].have |= BIT(f->number);
	} else {
		fieldanomaly(c, ANOMALY_TYPE, m, f->number);
	}
}

/* Parses the leading fields of a message while they are known numbers with a tag of one or two
 * bytes: nearly all are. */
static inline void
takenumbers(struct wire *w, uint64_t numbers, struct repfields *fields)
{
	uint64_t have = fields->have;

	while (w->end - w->p > 2) {
		unsigned tag = w->p[0], bytes = 1;
		const unsigned char *begin = w->p;
		uint64_t v;

		if (tag >= 0x80) {
			tag = (tag & 0x7F) | (unsigned)w->p[1] << 7;
			bytes = 2;
		}
		/* wire type 0 and field below 64; a tag of more than two bytes is not */
		if ((tag & ~(63U << 3)) != 0 || !(numbers >> (tag >> 3) & 1))
			break;
		w->p += bytes;
		if (!wirevarint(w, &v)) {
			w->p = begin;
			break;
		}
		fields->v[tag >> 3] = v;
		have |= BIT(tag >> 3);
	}
	fields->have = have;
}

/* Parses a message into its fields. If a field is repeated, the last one counts. */
static void
takeapart(struct repcursor *c, enum repmessage m, struct span bytes)
{
	const struct repschema *s = &c->rep->schema;
	uint64_t numbers = s->known[m] & ~s->bytes[m] & ~BIT(0);
	struct repfields *fields = &c->fields[m];
	struct wire w = wireopen(bytes);
	struct wirefield f;

	fields->have = 0;
	for (;;) {
		takenumbers(&w, numbers, fields);
		if (!wirenext(&w, &f))
			break;
		if (f.type == WIRE_VARINT && f.number < 64 && numbers >> f.number & 1) {
			fields->v[f.number] = f.v;
			fields->have |= BIT(f.number);
		} else {
			struct wirefield other = f;

			takefield(c, m, &other);
		}
	}
	if (w.bad)
		bad(c, "an event that is cut");
}

/* Returns the fields of a message of the current event, parsed on first use. Returns NULL if
 * the message is absent. */
static const struct repfields * /* NOLINTNEXTLINE(misc-no-recursion): as deep as the table is */
cursorfields(struct repcursor *c, enum repmessage m)
{
	if (m == M_FRAME)
		return &c->fields[m];
	if (!(c->there >> m & 1) && repmessagedefs[m].parent != M_NONE)
		cursorfields(c, repmessagedefs[m].parent);
	if (!(c->there >> m & 1))
		return NULL;
	if (!(c->taken >> m & 1)) {
		c->taken |= BIT(m);
		takeapart(c, m, c->body[m]);
	}
	return &c->fields[m];
}

/* Reads a field of a message of the current event as a number. Returns false if it is absent. */
static inline bool
field(struct repcursor *c, enum repmessage m, unsigned number, uint64_t *v)
{
	const struct repfields *fields = c->taken >> m & 1 ? &c->fields[m] : cursorfields(c, m);

	if (!fields || !(fields->have >> number & 1))
		return false;
	*v = fields->v[number];
	return true;
}

/* Reads the counter of cycles of a sample. Returns false if there is none. */
static bool
cycles(struct repcursor *c, unsigned number, uint64_t *v)
{
	struct wire w = wireopen(c->body[M_SAMPLE]);
	struct wirefield f;

	while (wirenext(&w, &f)) {
		if (f.number != number || f.type != WIRE_BYTES ||
		    wireuint(f.bytes, COUNTER_KIND, 0) != CYCLES)
			continue;
		*v = wireuint(f.bytes, COUNTER_VALUE, 0);
		return true;
	}
	return false;
}

/* Returns a fact about the current counter of a generic event. */
static uint64_t
metric(const struct repcursor *c, enum repmetric what)
{
	const struct repmetriccounter *counter = &c->rep->counters[c->layout->first + c->depth];
	uint64_t v = 0;

	switch (what) {
	case METRIC_TIME:
		return c->time;
	case METRIC_TYPE:
		return c->layout->type;
	case METRIC_ID:
		return c->depth;
	case METRIC_VALUE:
		for (size_t i = 0; i < counter->n; i++)
			v |= (uint64_t)(unsigned char)c->counters.p[counter->at + i] << 8 * i;
		break;
	default: /* the others are no numbers */
		break;
	}
	return v;
}

static void
cursornumber(struct cell *cell, uint64_t v)
{
	*cell = (struct cell){ .type = CELL_INT, .number = (int64_t)v };
}

/* Sets a cell to a string's id, if there is such a string. */
static void
cursorstring(struct repcursor *c, const struct repsource *source, struct cell *cell, uint64_t v)
{
	if (v < c->rep->strings.count)
		cursornumber(cell, v);
	else
		fieldanomaly(c, ANOMALY_TYPE, source->message, source->field);
}

/* Sets a cell to a value that is computed without a field. */
static void
computed(struct repcursor *c, const struct repsource *source, struct cell *cell)
{
	char text[64];

	switch (source->kind) {
	case V_NUMBER:
		cursornumber(cell, c->number);
		break;
	case V_ORDER:
		cursornumber(cell, c->number - 1);
		break;
	case V_CHAIN:
		cursornumber(cell, c->chain);
		break;
	case V_DEPTH:
		cursornumber(cell, c->depth);
		break;
	case V_CONST:
		cursornumber(cell, source->field);
		break;
	case V_METRIC:
		cursornumber(cell, metric(c, (enum repmetric)source->field));
		break;
	case V_BRACKETS:
		rowput(&c->row, cell, CELL_TEXT, spanof("[]"));
		break;
	case V_EMPTY:
		rowput(&c->row, cell, CELL_TEXT, spanof(""));
		break;
	case V_PATH:
		snprintf(text, sizeof(text), "Unknown file #%llu",
		    (unsigned long long)c->number - 1);
		rowput(&c->row, cell, CELL_TEXT, spanof(text));
		break;
	default: /* NULL */
		break;
	}
}

/* Sets a cell from one source of its value. */
static void
cursorfind(struct repcursor *c, const struct repsource *source, struct cell *cell)
{
	uint64_t v;

	*cell = (struct cell){ .type = CELL_NULL };
	if (source->kind == V_CYCLES) {
		if (cycles(c, source->field, &v))
			cursornumber(cell, v);
		return;
	}
	if (source->message == M_NONE || source->message == M_METRIC) {
		computed(c, source, cell);
		return;
	}
	if (!field(c, source->message, source->field, &v)) {
		if (source->kind == V_ZERO)
			cursornumber(cell, 0);
		return;
	}
	switch (source->kind) {
	case V_STRING:
	case V_CAPTURED:
		cursorstring(c, source, cell, v);
		break;
	case V_SECRET:
		if (!c->secrets)
			break;
		/* fallthrough */
	case V_TEXT:
		rowput(&c->row, cell, CELL_TEXT, repcursorunpack(c, v));
		break;
	case V_NAME:
		if (repcursorunpack(c, v).n > 0)
			rowput(&c->row, cell, CELL_TEXT, repcursorunpack(c, v));
		break;
	case V_PID:
		cursornumber(cell, v >> 24 & 0xFFFFFF);
		break;
	case V_STOP:
		if ((int64_t)v < NO_TIME)
			cursornumber(cell, v);
		break;
	default:
		cursornumber(cell, v);
	}
}

/* Sets a cell to the value of a column. */
static void
value(struct repcursor *c, const struct repcol *col, struct cell *cell)
{
	*cell = (struct cell){ .type = CELL_NULL };
	for (size_t i = 0; col && i < col->count && cell->type == CELL_NULL; i++) {
		cursorfind(c, &col->sources[i], cell);
		if (cell->type != CELL_NULL)
			repcoveragejudge(c->coverage, &c->rep->schema, col, &col->sources[i], cell);
	}
}

/* Reads the quick columns of one message, from index i on. Returns the index of the next
 * message's. Sets *lacking to a NOT NULL column without a value. */
static size_t
fillquick(struct repcursor *c, const struct repwanted *w, size_t i, const struct repcol **lacking)
{
	static const struct repfields none;
	unsigned char m = w->cols[i].message;
	const struct repfields *fields = &none;
	struct cell *cells = c->row.cells;

	if (m != M_NONE)
		fields = c->taken >> m & 1 ? &c->fields[m] : cursorfields(c, m);
	if (!fields)
		fields = &none;
	for (size_t end = w->cols[i].end; i < end; i++) {
		const struct repwantedcol *s = &w->cols[i];
		struct cell *cell = &cells[s->cell];
		bool there = fields->have >> s->field & 1;
		uint64_t v = there ? fields->v[s->field] : 0;

		cell->type = there ? CELL_INT : CELL_NULL;
		cell->number = (int64_t)v;
		if (there && v >= s->limit && s->limit != UINT64_MAX)
			value(c, s->col, cell);
		if (s->needed && cell->type == CELL_NULL)
			*lacking = s->col;
	}
	return i;
}

/* Sets a cell to the value of a column. Returns the column if it is NOT NULL and has no value,
 * else lacking. */
static const struct repcol *
fillone(struct repcursor *c, const struct repwantedcol *s, const struct repcol *lacking)
{
	struct cell *cell = &c->row.cells[s->cell];

	value(c, s->col, cell);
	return s->needed && cell->type == CELL_NULL ? s->col : lacking;
}

/* Reads the columns that are not quick, and counts the row. Returns false if it lacks a NOT
 * NULL value. */
static bool
fillslow(struct repcursor *c, const struct repcol *lacking)
{
	const struct repwanted *w = &c->wanted[c->table];

	for (size_t i = w->quick; i < w->count; i++)
		lacking = fillone(c, &w->cols[i], lacking);
	return repcoveragerow(c->coverage, c->table, lacking);
}

/* Reads all wanted columns of a row. Returns false if it lacks a NOT NULL value. */
static bool
cursorfill(struct repcursor *c, size_t table)
{
	const struct repwanted *w = &c->wanted[table];
	const struct repcol *lacking = NULL;
	size_t i = 0;

	c->table = table;
	rowstart(&c->row, w->count);
	while (i < w->quick)
		i = fillquick(c, w, i, &lacking);
	return fillslow(c, lacking);
}

/* Returns true if the current event is of a kind, given that payload and class match. */
static bool
cursorfits(struct repcursor *c, size_t kind, uint64_t type)
{
	const struct repeventdef *e = &repeventdefs[kind];
	const struct repevent *m = &c->rep->schema.events[kind];
	bool typed = m->count == 0;
	uint64_t v;

	for (size_t i = 0; i < m->count; i++)
		typed = typed || m->types[i] == type;
	if (!typed)
		return false;
	if (e->requires != M_NONE) {
		cursorfields(c, repmessagedefs[e->requires].parent);
		if (!(c->there >> e->requires & 1))
			return false;
	}
	switch (e->rowper) {
	case PER_FRAME:
		return field(c, e->payload, e->field, &v);
	case PER_OPEN:
		return field(c, M_CALL, REP_CALL_NAME, &v) && repopensfile(c->rep, v);
	case PER_NAME:
		return (field(c, e->payload, PROCESS_NAME, &v) && repcursorunpack(c, v).n > 0) ||
		    field(c, e->payload, PROCESS_TITLE, &v);
	default:
		return true;
	}
}

/* Counts the current event as one of a kind, and plans its rows. */
static void
note(struct repcursor *c, size_t kind)
{
	const struct repeventdef *e = &repeventdefs[kind];
	const struct repevent *m = &c->rep->schema.events[kind];

	c->noted |= BIT(kind);
	c->coverage->kinds[kind]++;
	if (e->payload == M_SAMPLE && e->rowper == PER_EVENT)
		c->chain = c->counts.rows[m->table] + 1;
	if (e->payload == M_CALL && e->rowper == PER_FRAME && e->table)
		c->chain = ++c->counts.chains;
	if (m->skipped)
		return;
	if (c->wanted[m->table].any)
		c->due |= BIT(kind);
	else if (e->rowper != PER_FRAME && e->rowper != PER_METRIC)
		c->counts.rows[m->table]++;
}

/* Finds all kinds that the current event is of, by its payload. */
static void
classify(struct repcursor *c, enum repmessage m, uint64_t type)
{
	const struct repschema *s = &c->rep->schema;
	uint64_t kinds = s->payloads[m], class = UINT64_MAX, environment;
	bool known = false;

	if (m == M_CALL) {
		field(c, m, REP_CALL_CLASS, &class);
		kinds = repcallevents(s, class);
	}
	for (; kinds; kinds &= kinds - 1) {
		size_t kind = (size_t)__builtin_ctzll(kinds);
		enum reprowper each = repeventdefs[kind].rowper;
		bool whole = each == PER_EVENT || each == PER_NAME;

		if ((whole && known) || !cursorfits(c, kind, type))
			continue;
		known = known || whole;
		note(c, kind);
	}
	if (!known)
		repcoverageanomaly(c->coverage,
		    &(struct repanomaly){ .what = ANOMALY_EVENT,
		        .type = type,
		        .class = class,
		        .payload = repmessagedefs[m].field,
		        .count = 1 });
	if (m == M_PROCESS && field(c, m, PROCESS_ENVIRONMENT, &environment) &&
	    environment < c->rep->strings.count)
		repcoveragehide(c->coverage, environment);
}

/* Begins an event. */
static void
cursorevent(struct repcursor *c, struct span bytes)
{
	struct wire w = wireopen(bytes);
	struct repanomaly s = { .what = ANOMALY_EVENT, .class = UINT64_MAX, .count = 1 };
	enum repmessage m = M_NONE;
	struct wirefield f;

	c->coverage->events++;
	c->event = bytes;
	c->there = c->taken = c->due = c->chain = 0;
	while (wirenext(&w, &f)) {
		if (f.number == REP_EVENT_TYPE && f.type == WIRE_VARINT) {
			s.type = f.v;
		} else if (f.type == WIRE_BYTES && f.number < 256 &&
		    c->rep->schema.payload[f.number]) {
			m = c->rep->schema.payload[f.number];
			c->body[m] = f.bytes;
			c->there = BIT(m);
		} else {
			s.payload = f.number;
		}
	}
	if (w.bad)
		bad(c, "an event that is cut");
	if (m != M_NONE)
		classify(c, m, s.type);
	else
		repcoverageanomaly(c->coverage, &s);
}

/* Begins a generic event. */
static void
generic(struct repcursor *c, struct span bytes)
{
	size_t kind = (size_t)__builtin_ctzll(c->rep->schema.payloads[M_METRIC]);
	struct wire w = wireopen(bytes);
	uint64_t type = 0;
	struct wirefield f;

	c->coverage->generic++;
	c->time = 0;
	c->counters = (struct span){ NULL, 0 };
	while (wirenext(&w, &f))
		if (f.number == GENERIC_TYPE && f.type == WIRE_VARINT)
			type = f.v;
		else if (f.number == GENERIC_TIME && f.type == WIRE_VARINT)
			c->time = f.v;
		else if (f.number == GENERIC_BYTES && f.type == WIRE_BYTES)
			c->counters = f.bytes;
		else
			fieldanomaly(c, ANOMALY_FIELD, M_METRIC, f.number);
	if (w.bad)
		bad(c, "a generic event that is cut");
	c->layout = repmetriclayout(c->rep, type);
	if (!c->layout || c->layout->count == 0 || c->layout->need > c->counters.n ||
	    c->layout->size > c->counters.n)
		c->coverage->nolayout++;
	else
		note(c, kind);
}

/* Goes to the next event of the block; returns false at the end. */
static bool
nextevent(struct repcursor *c)
{
	struct wirefield f;

	c->at = (uint32_t)((const char *)c->entries.p - c->base);
	c->noted = 0;
	if (!wirenext(&c->entries, &f)) {
		if (c->entries.bad)
			bad(c, "an event longer than its block");
		return false;
	}
	if (f.number == ENTRY_EVENT && f.type == WIRE_BYTES)
		cursorevent(c, f.bytes);
	else if (f.number == ENTRY_GENERIC && f.type == WIRE_BYTES)
		generic(c, f.bytes);
	else
		bad(c, "a block of something else than events");
	return true;
}

/* Goes to the next part of the current event; returns false at the end. */
static bool
nextpart(struct repcursor *c)
{
	struct wirefield f;

	if (c->parts->rowper == PER_METRIC)
		return c->depth < c->layout->count;
	while (wirenext(&c->frames, &f)) {
		if (f.number != c->parts->field || f.type != WIRE_BYTES)
			continue;
		takeapart(c, M_FRAME, f.bytes);
		return true;
	}
	return false;
}

/* Reads the next row that is a part of the current event; returns false if there is none. */
static bool
cursorpart(struct repcursor *c)
{
	size_t table = c->rep->schema.events[c->parts - repeventdefs].table;

	while (nextpart(c)) {
		bool filled = cursorfill(c, table);

		c->nth = c->depth++;
		if (filled)
			return true;
	}
	c->parts = NULL;
	return false;
}

/* Begins the rows of the event's next kind. Returns true if the first one was read. */
static bool
beginrows(struct repcursor *c)
{
	size_t kind = (size_t)__builtin_ctzll(c->due);
	const struct repeventdef *e = &repeventdefs[kind];
	size_t table = c->rep->schema.events[kind].table;

	c->due &= c->due - 1;
	c->number = c->nth = 0;
	if (e->rowper == PER_FRAME || e->rowper == PER_METRIC) {
		c->parts = e;
		c->depth = c->part;
		if (e->rowper == PER_FRAME)
			c->frames = wireopen(c->body[e->payload]);
		return cursorpart(c);
	}
	c->number = ++c->counts.rows[table];
	return cursorfill(c, table);
}

/* Reads the columns of the row that a decoder has begun. Returns false if it lacks a NOT NULL
 * value. */
static bool
endrow(struct repcursor *c)
{
	const struct repdecoders *t = &c->decoders;
	const struct repcol *lacking = NULL;

	for (size_t i = 0; i < t->count; i++)
		lacking = fillone(c, t->late[i], lacking);
	return fillslow(c, lacking);
}

/* Goes to the next event if a decoder fits it, and reads its row if that is wanted: then
 * *filled is true. Returns false if no decoder fits. */
static bool
quickevent(struct repcursor *c, bool *filled)
{
	struct span event = cursorentry(c);
	const struct repdecoded *fit = event.p ? decoderread(c, event) : NULL;

	if (!fit)
		return false;
	cursoradvance(c, event, fit);
	*filled = fit->wanted && (cursorrow(c, fit) || endrow(c));
	return true;
}

/* Goes to the next event by the fastest path that can read it. Returns true if a wanted row was
 * read; *end is set at the end of the block. */
static bool
anyevent(struct repcursor *c, bool *end)
{
	bool filled = false, begun;

	if (eventlayoutnext(c))
		return true;
	begun = c->begun;
	c->begun = false;
	if (begun)
		return endrow(c);
	if (quickevent(c, &filled))
		return filled;
	*end = !nextevent(c);
	if (!*end && !c->due)
		decoderlearn(c);
	return false;
}

bool
repcursorcareful(struct repcursor *c)
{
	bool begun = c->begun, end = false;

	c->begun = false;
	if (begun && endrow(c))
		return true;
	if (c->parts && cursorpart(c))
		return true;
	for (;;) {
		while (c->due)
			if (beginrows(c)) {
				decoderlearn(c);
				return true;
			}
		if (anyevent(c, &end))
			return true;
		if (end)
			return false;
	}
}

uint64_t
repcursorskip(struct repcursor *c)
{
	bool counters = c->parts && c->parts->rowper == PER_METRIC;

	c->parts = NULL;
	return counters ? c->layout->count - c->depth : 0;
}

bool
repcursorat(struct repcursor *c, uint32_t at, size_t table, uint64_t part)
{
	bool found = false;

	c->entries.p = (const unsigned char *)c->base + at;
	c->due = 0;
	c->parts = NULL;
	if (!nextevent(c))
		return false;
	for (uint64_t due = c->due; due; due &= due - 1) {
		int kind = __builtin_ctzll(due);

		if (c->rep->schema.events[kind].table != table)
			c->due &= ~BIT(kind);
	}
	c->part = part;
	while (c->due && !found)
		found = beginrows(c);
	c->part = 0;
	return found;
}
