/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "err.h"
#include "json.h"
#include "payload.h"
#include "table.h"

/* How one field of a source is written. */
struct op {
	enum kind kind;
	int column;       /* of the SELECT, -1 for none */
	const char *aux;
	/* Written before the value: comma, key, colon, an opening quote or bracket. */
	struct buf lead;
	struct span tail; /* written behind it */
	/* The op to go on with once this one was written: alternatives are passed over. */
	size_t next;
	int by;           /* for a lookup: its other column, -1 for none */
	sqlite3_stmt *query; /* for a lookup or a stack */
	struct map found; /* for a lookup: what it found, in the profile's text */
};

/* Whether a value is written in quotes. */
static bool
quoted(enum kind kind)
{
	return kind >= K_TEXT || kind == K_COLOR;
}

/* The index of a column in the SELECT; it is added when it is new. */
static int
column(struct table *t, const char *name)
{
	return (int)nameput(&t->columns, spanof(name));
}

/* Whether an expression over columns can be evaluated in this file. */
static bool
evaluates(const struct table *t, const char *expression)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	bufprintf(&sql, "SELECT %s FROM [%s]", expression, t->name);
	st = profiletry(t->profile, sql.p);
	sqlite3_finalize(st);
	free(sql.p);
	return st != NULL;
}

static bool
present(const struct table *t, const struct names *have, const struct field *f)
{
	if (!f->column)
		return true;
	if (f->by && !nameshas(have, f->by))
		return false;
	return f->column[0] == '(' ? evaluates(t, f->column) : nameshas(have, f->column);
}

/* Notes which columns say whom an event belongs to. */
static void
identify(struct plan *plan, const struct field *f, int at)
{
	if (f->kind == K_THREAD)
		plan->thread = at;
	else if (f->kind == K_PROCESS)
		plan->process = at;
	else if (f->kind == K_DOMAIN)
		plan->domain = at;
	else if (strcmp(f->key, "device") == 0)
		plan->device = at;
	else if (strcmp(f->key, "gpu") == 0)
		plan->gpu = at;
	else if (strcmp(f->key, "context") == 0)
		plan->context = at;
	else if (strcmp(f->key, "stream") == 0)
		plan->stream = at;
}

/* The text before the value of a field: before the first of an array, its bracket too. */
static void
lead(struct op *op, const struct field *f, bool args, bool continues)
{
	if (continues && f->kind == K_ELEMENT) {
		bufchar(&op->lead, ',');
		return;
	}
	bufprintf(&op->lead, args ? "\"%s\":" : ",\"%s\":", f->key);
	if (f->kind == K_ELEMENT)
		bufchar(&op->lead, '[');
	if (quoted(f->kind))
		bufchar(&op->lead, '"');
	if (f->prefix)
		bufstr(&op->lead, f->prefix);
}

/* The query of a field that needs one; NULL when the file cannot answer it. */
static sqlite3_stmt *
querymake(const struct table *t, const struct field *f)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	if (f->kind == K_LOOKUP)
		return profiletry(t->profile, f->aux);
	bufprintf(&sql,
	    "SELECT [symbol], [module] FROM [%s] WHERE [id] = ?1 ORDER BY [stackDepth] DESC",
	    f->aux);
	st = profiletry(t->profile, sql.p);
	free(sql.p);
	return st;
}

static void
addop(struct table *t, struct plan *plan, const struct field *f, bool args, bool continues)
{
	bool asks = f->kind == K_LOOKUP || f->kind == K_STACK;
	sqlite3_stmt *query = asks ? querymake(t, f) : NULL;
	struct op *op;

	if (asks && !query)
		return;
	plan->ops = xreallocarray(plan->ops, plan->count + 1, sizeof(*plan->ops));
	op = &plan->ops[plan->count++];
	*op = (struct op){
		.kind = f->kind,
		.column = f->column ? column(t, f->column) : -1,
		.aux = f->aux,
		.by = f->by ? column(t, f->by) : -1,
		.query = query,
	};
	if (f->kind == K_ARGS)
		return;
	lead(op, f, args, continues);
	op->tail = (struct span){ args ? "\"," : "\"", args ? 2 : 1 };
	if (!quoted(f->kind)) {
		op->tail.p++;
		op->tail.n--;
	}
	if (!args)
		identify(plan, f, op->column);
}

/* Whether a and b are alternatives for one key, or elements of one array. */
static bool
together(const struct field *a, const struct field *b)
{
	return a->key && b->key && strcmp(a->key, b->key) == 0;
}

/* Binds the neighbours with the key of f: those present, the one of the wanted style first. Returns
 * the field behind them. */
static const struct field *
addgroup(struct table *t, struct plan *plan, const struct names *have, const struct field *f,
    const char *style, bool args)
{
	const struct field *end = f + 1;
	size_t first = plan->count;
	bool whole = present(t, have, f);

	for (; together(f, end); end++)
		whole = whole && present(t, have, end);
	if (f->kind == K_ELEMENT && !whole)
		return end; /* an array has all its parts or is left out */
	for (int preferred = 1; preferred >= 0; preferred--)
		for (const struct field *g = f; g < end; g++)
			if ((g->kind == K_STRING && g->aux && strcmp(g->aux, style) == 0) ==
			        preferred &&
			    present(t, have, g))
				addop(t, plan, g, args, plan->count > first);
	for (size_t i = first; i < plan->count; i++)
		plan->ops[i].next = plan->count;
	return end;
}

/* Notes which rows of the table a source claims. */
static void
classify(struct plan *plan, const struct field *f)
{
	const char *p = f->aux;
	char *end;

	plan->except = f->kind == K_NOT;
	for (; *p && plan->classes < CLASSES; p = end)
		plan->class[plan->classes++] = strtoll(p, &end, 10);
}

/* The required field of a source that the file lacks, the one that tells shapes apart first; NULL
 * when it has all. */
static const struct field *
lacks(const struct table *t, const struct names *have, const struct source *s)
{
	const struct field *missing = NULL;

	for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++)
		if (f->required && !present(t, have, f) && (!missing || f->kind == K_SHAPE))
			missing = f;
	return missing;
}

/* Binds a source whose required columns are all there. */
static void
bind(struct table *t, struct plan *plan, const struct names *have, const struct wanted *wanted)
{
	bool args = false;

	for (const struct field *f = plan->source->fields; f->kind != K_END_OF_ROW;) {
		args = args || f->kind == K_ARGS;
		if (f->kind == K_STOP) {
			plan->stops = true;
			t->stop = column(t, f->column);
		}
		if ((f->kind == K_ONLY || f->kind == K_NOT) && nameshas(have, f->column)) {
			t->class = column(t, f->column);
			classify(plan, f);
		}
		if (f->kind <= K_SHAPE || f->kind == K_START || f->kind == K_STOP ||
		    (f->kind == K_STACK && !wanted->stacks))
			f++;
		else
			f = addgroup(t, plan, have, f, wanted->style, args);
	}
}

static bool
iswanted(const struct source *s, const struct wanted *wanted)
{
	return evtypename(s->type) && s->type != TYPE_META && (wanted->types & EVTYPE(s->type));
}

/* Whether any source of a table is wanted. */
static bool
anywanted(const struct source *first, const struct wanted *wanted)
{
	for (const struct source *s = first; s->table && strcmp(s->table, first->table) == 0; s++)
		if (iswanted(s, wanted))
			return true;
	return false;
}

/* Runs what has to be run before the table is read; what the file lacks for it is kept in
 * scratch. */
static void
prepare(struct table *t, const struct wanted *wanted)
{
	const char *sql;

	for (size_t i = 0; (sql = schemaprepare(t->name, wanted->stacks, i)); i++) {
		sqlite3_stmt *st = profiletry(t->profile, sql);

		if (st) {
			sqlite3_finalize(st);
			if (sqlite3_exec(t->profile->db, sql, NULL, NULL, NULL) != SQLITE_OK)
				profiledie(t->profile, t->name);
			t->scratch.n = 0;
			return;
		}
		t->scratch.n = 0;
		bufprintf(&t->scratch, "%s", sqlite3_errmsg(t->profile->db));
	}
}

/* Adds a plan for a source; false, which is said unless the table has another shape, when the file
 * lacks a column. */
static bool
addplan(
    struct table *t, const struct source *s, const struct names *have, const struct wanted *wanted)
{
	struct plan plan = { .source = s,
		.thread = -1,
		.process = -1,
		.device = -1,
		.gpu = -1,
		.context = -1,
		.stream = -1,
		.domain = -1 };
	const struct field *missing = lacks(t, have, s);

	if (missing) {
		const char *type = evtypename(s->type) ? evtypename(s->type) : "other";

		if (missing->kind == K_SHAPE)
			return true;
		if (t->scratch.n > 0 && strncmp(missing->column, "nst_", 4) == 0)
			warn("%s: table %s: %s: its %s events are not read", t->profile->path,
			    t->name, t->scratch.p, type);
		else
			warn("%s: table %s has no column %s: its %s events are not read",
			    t->profile->path, t->name, missing->column, type);
		return false;
	}
	plan.stamped = evfamily(s->type) == FAMILY_GPU || s->type == TYPE_CUDA_SYNC ||
	    s->type == TYPE_CUDA_EVENT || s->type == TYPE_HOST_LAUNCH;
	plan.sampled = evfamily(s->type) == FAMILY_COUNTER || s->type == TYPE_GENERIC;
	plan.wanted = iswanted(s, wanted);
	if (evtypename(s->type))
		bufprintf(&plan.type, ",\"type\":\"%s\"", evtypename(s->type));
	bind(t, &plan, have, wanted);
	t->plans = xreallocarray(t->plans, t->count + 1, sizeof(*t->plans));
	t->plans[t->count++] = plan;
	return true;
}

bool
tablebind(
    struct table *t, struct profile *p, const struct source *first, const struct wanted *wanted)
{
	struct names have;
	bool said = false;

	*t = (struct table){ .profile = p, .name = first->table, .stop = -1, .class = -1 };
	if (!profilehas(p, first->table) || !anywanted(first, wanted))
		return false;
	prepare(t, wanted);
	have = profilecolumns(p, first->table);
	t->rowid = profilerowid(p, &have, t->name);
	column(t, first->fields[0].column);
	for (const struct source *s = first; s->table && strcmp(s->table, first->table) == 0; s++) {
		if (s->type == TYPE_OTHER && !nameshas(&have, s->fields[1].column))
			continue; /* rows that are no events, in a file that cannot tell them */
		said = !addplan(t, s, &have, wanted) || said;
	}
	if (t->count == 0 && !said) /* it has none of the shapes */
		warn("%s: table %s has no column %s: its %s events are not read", p->path, t->name,
		    lacks(t, &have, first)->column, evtypename(first->type));
	namesfree(&have);
	if (t->count == 0)
		tablefree(t);
	return t->count > 0;
}

static void
freeop(struct op *op)
{
	sqlite3_finalize(op->query);
	mapfree(&op->found);
	free(op->lead.p);
}

void
tablefree(struct table *t)
{
	for (size_t i = 0; i < t->count; i++) {
		for (size_t j = 0; j < t->plans[i].count; j++)
			freeop(&t->plans[i].ops[j]);
		free(t->plans[i].ops);
		free(t->plans[i].type.p);
	}
	free(t->plans);
	payloadsfree(t->payloads);
	free(t->scratch.p);
	free(t->stack.p);
	namesfree(&t->columns);
	t->plans = NULL;
	t->count = 0;
}

void
tablecolumns(const struct table *t, struct buf *sql)
{
	for (uint32_t i = 0; i < t->columns.used; i++)
		tablecolumn(t, (int)i, sql);
	bufstr(sql, t->rowid);
}

void
tablecolumn(const struct table *t, int column, struct buf *sql)
{
	struct span name;

	if (column < 0) {
		bufstr(sql, "NULL,");
		return;
	}
	name = nameget(&t->columns, (uint32_t)column);
	bufprintf(sql, name.p[0] == '(' ? "%.*s," : "[%.*s],", (int)name.n, name.p);
}

void
tablefrom(const struct table *t, struct buf *sql)
{
	bufprintf(sql, " FROM [%s] NOT INDEXED", t->name);
}

bool
tablewhen(
    const struct plan *plan, const struct cell *start, const struct cell *stop, struct when *when)
{
	int type = plan->stops ? stop->type : CELL_BLOB;

	if (start->type != CELL_INT ||
	    (plan->stamped && start->number == 0 &&
	        (!plan->stops || (type == CELL_INT && stop->number == 0))))
		return false;
	*when = (struct when){ .ts = start->number, .span = -1, .open = type == CELL_NULL };
	if (type == CELL_INT) {
		when->backward = stop->number < when->ts;
		/* Of hostile times, more than 292 years apart. */
		when->span = when->backward ? 0 : subsat(stop->number, when->ts);
	}
	return true;
}

void
tabletimeless(struct table *t, const struct plan *plan, const struct cell *start)
{
	if (start->type == CELL_INT || (start->type == CELL_NULL && plan->sampled))
		t->untimed++;
	else
		t->odd++;
}

struct plan *
tableplan(const struct table *t, const struct cell *class)
{
	bool known = class && class->type == CELL_INT;

	for (size_t i = 0; i < t->count; i++) {
		struct plan *plan = &t->plans[i];
		bool listed = false;

		for (size_t j = 0; known && j < plan->classes; j++)
			listed = listed || plan->class[j] == class->number;
		if (plan->classes == 0 || listed != plan->except)
			return plan;
	}
	return NULL;
}

bool
tableinside(const struct wanted *wanted, const struct when *when)
{
	int64_t end = when->open ? INT64_MAX : addsat(when->ts, when->span < 0 ? 0 : when->span);

	return evtouches(when->ts, end, wanted->from, wanted->to);
}

/* Whether a column holds the type that its kind promises; the others of a hostile file are
 * counted. */
static bool
typed(struct table *t, const struct op *op, int type)
{
	bool ok;

	switch (op->kind) {
	case K_REAL:
	case K_NUMBER:
		ok = type == CELL_REAL || type == CELL_INT;
		break;
	case K_TEXT:
		ok = type == CELL_TEXT;
		break;
	case K_PAYLOAD:
		ok = type == CELL_BLOB || type == CELL_TEXT;
		break;
	default:
		ok = type == CELL_INT;
	}
	t->odd += !ok;
	return ok;
}

/* Writes an array of neighbouring columns; false when one is NULL or all are 0. */
static bool
putarray(struct table *t, const struct op *op, const struct op *end, const struct cell *cells,
    struct buf *out)
{
	bool any = false;

	for (const struct op *o = op; o < end; o++) {
		const struct cell *cell = &cells[o->column];

		if (cell->type == CELL_NULL || !typed(t, o, cell->type))
			return false;
		any = any || cell->number != 0;
	}
	for (const struct op *o = op; any && o < end; o++) {
		bufspan(out, bufall(&o->lead));
		bufint(out, cells[o->column].number);
	}
	if (any) {
		bufchar(out, ']');
		bufspan(out, op->tail);
	}
	return any;
}

/* Writes a value of a kind that is text or made into one. */
static void
puttext(struct table *t, const struct op *op, const struct row *row, const struct cell *cell,
    const struct identity *id, struct meta *meta, struct buf *out)
{
	struct span text;

	switch (op->kind) {
	case K_TEXT:
		text = rowtext(row, cell);
		jsonescape(out, text.p, text.n);
		break;
	case K_STRING:
		bufspan(out, profilestring(t->profile, cell->number));
		break;
	case K_LABEL:
	case K_CODE:
		bufspan(out, profilelabel(t->profile, op->aux, cell->number));
		break;
	case K_NUMBERED:
		bufint(out, cell->number);
		break;
	case K_DOMAIN:
		bufspan(out, metadomain(meta, id->process, cell->number));
		break;
	case K_CATEGORY:
		bufspan(out, metacategory(meta, id->process, id->domain, cell->number));
		break;
	case K_COLOR:
		bufprintf(out, "#%06x", (unsigned)(cell->number & 0xFFFFFF));
		break;
	default:
		break;
	}
}

/* Whether a number says nothing, so that its key is left out. */
static bool
silent(enum kind kind, int64_t v)
{
	return (v == 0 &&
	           (kind == K_COUNT || kind == K_CODE || kind == K_DOMAIN || kind == K_CATEGORY)) ||
	    (v == UINT32_MAX && kind == K_U32);
}

/* Writes the pid and tid of an identity. */
static void
putidentity(const struct op *op, const struct identity *id, struct buf *out)
{
	if (op->kind == K_ENDTHREAD) {
		bufstr(out, ",\"endtid\":");
	} else {
		bufstr(out, ",\"pid\":");
		bufint(out, packedpid(id->process));
		if (op->kind == K_PROCESS)
			return;
		bufstr(out, ",\"tid\":");
	}
	bufint(out, packedtid(id->thread));
}

/* Writes a text that is JSON, or a string that is, in one line; false when it is not. */
static bool
putjson(struct table *t, const struct op *op, const struct row *row, const struct cell *cell,
    struct buf *out)
{
	struct span text, lead = { op->lead.p, op->lead.n };
	char *p;

	t->scratch.n = 0;
	if (cell->type == CELL_TEXT)
		bufspan(&t->scratch, rowtext(row, cell));
	else if (cell->type == CELL_INT)
		profileraw(t->profile, cell->number, &t->scratch);
	else
		return false;
	memset(bufroom(&t->scratch, 1 + JSON_SLACK), 0, 1 + JSON_SLACK);
	text.p = jsonspace(t->scratch.p);
	p = (char *)jsonskip(text.p, &t->stack);
	if (!p || jsonspace(p) != t->scratch.p + t->scratch.n)
		return false;
	text.n = (size_t)(p - text.p);
	for (p = t->scratch.p; *p; p++) /* only white space can be one of these */
		if (*p == '\n' || *p == '\r')
			*p = ' ';
	bufspan(out, lead);
	jsonclean(out, text);
	bufspan(out, op->tail);
	return true;
}

/* Keeps the first value of a query's first row as JSON; an empty text stands for none. */
static uint32_t
keepfound(struct table *t, sqlite3_stmt *st)
{
	struct buf json = { 0 };
	uint32_t id;

	if (profilestep(t->profile, st, t->name)) {
		if (sqlite3_column_type(st, 0) == SQLITE_INTEGER) {
			bufint(&json, sqlite3_column_int64(st, 0));
		} else if (sqlite3_column_type(st, 0) == SQLITE_TEXT) {
			struct span text = profiletext(t->profile, st, 0);

			jsonstring(&json, text.p, text.n);
		}
	}
	id = nameput(&t->profile->text, (struct span){ json.n > 0 ? json.p : "", json.n });
	free(json.p);
	sqlite3_reset(st);
	return id;
}

/* Writes what the query of a lookup finds; false when it finds nothing. */
static bool
putlookup(
    struct table *t, struct op *op, const struct row *row, const struct cell *cell, struct buf *out)
{
	static const struct cell none = { .type = CELL_INT };
	const struct cell *by = op->by >= 0 ? &row->cells[op->by] : &none;
	struct span found;
	uint32_t *id;
	bool fresh;

	if (cell->type != CELL_INT || by->type != CELL_INT)
		return false;
	id = mapput(
	    &op->found, (struct mapkey){ (uint64_t)cell->number, (uint64_t)by->number }, &fresh);
	if (fresh) {
		sqlite3_bind_int64(op->query, 1, cell->number);
		sqlite3_bind_int64(op->query, 2, by->number);
		*id = keepfound(t, op->query);
	}
	found = nameget(&t->profile->text, *id);
	if (found.n == 0)
		return false;
	bufspan(out, bufall(&op->lead));
	bufspan(out, found);
	bufspan(out, op->tail);
	return true;
}

/* Writes the frames of a call chain, the leaf last; false when it has none. */
static bool
putstack(struct table *t, struct op *op, const struct cell *cell, struct buf *out)
{
	static const char *const keys[] = { "{\"symbol\":\"", "\",\"module\":\"" };
	size_t at = out->n, frames = 0;

	if (!typed(t, op, cell->type))
		return false;
	bufspan(out, bufall(&op->lead));
	bufchar(out, '[');
	sqlite3_bind_int64(op->query, 1, cell->number);
	for (; profilestep(t->profile, op->query, op->aux); frames++) {
		if (frames > 0)
			bufchar(out, ',');
		for (int i = 0; i < 2; i++) {
			bufstr(out, keys[i]);
			bufspan(out, profilestring(t->profile, sqlite3_column_int64(op->query, i)));
		}
		bufstr(out, "\"}");
	}
	sqlite3_reset(op->query);
	bufchar(out, ']');
	bufspan(out, op->tail);
	if (frames == 0)
		out->n = at;
	return frames > 0;
}

/* Writes what a payload holds. */
static void
putpayload(struct table *t, const struct op *op, const struct row *row, const struct cell *cell,
    struct buf *out)
{
	if (!t->payloads)
		t->payloads = payloadsopen(t->profile);
	bufspan(out, bufall(&op->lead));
	payloadput(t->payloads, rowtext(row, cell), out);
	bufspan(out, op->tail);
}

/* Writes a number, or a value in quotes. */
static void
putvalue(struct table *t, const struct op *op, const struct row *row, const struct cell *cell,
    const struct identity *id, struct meta *meta, struct buf *out)
{
	bufspan(out, bufall(&op->lead));
	if (op->kind == K_UINT)
		bufuint(out, (uint64_t)cell->number);
	else if (op->kind == K_REAL || (op->kind == K_NUMBER && cell->type == CELL_REAL))
		jsondouble(out, cell->type == CELL_REAL ? cell->as.real : (double)cell->number);
	else if (quoted(op->kind))
		puttext(t, op, row, cell, id, meta, out);
	else
		bufint(out, cell->number);
	bufspan(out, op->tail);
}

/* Writes one key; false when it is left out. */
static bool
putop(struct table *t, struct op *op, const struct op *ops, const struct row *row,
    const struct identity *id, struct meta *meta, struct buf *out)
{
	static const struct cell constant = { .type = CELL_INT };
	const struct cell *cell = op->column >= 0 ? &row->cells[op->column] : &constant;
	struct identity other;

	if (cell->type == CELL_NULL && op->kind != K_ELEMENT)
		return false;
	switch (op->kind) {
	case K_ELEMENT:
		return putarray(t, op, ops + op->next, row->cells, out);
	case K_CONSTANT:
		break;
	case K_JSON:
		return putjson(t, op, row, cell, out);
	case K_LOOKUP:
		return putlookup(t, op, row, cell, out);
	case K_STACK:
		return putstack(t, op, cell, out);
	case K_PAYLOAD:
		if (typed(t, op, cell->type))
			putpayload(t, op, row, cell, out);
		return true;
	case K_ENDTHREAD:
		other = *id;
		other.thread = (uint64_t)cell->number;
		if (!typed(t, op, cell->type) || other.thread == id->thread)
			return false;
		putidentity(op, &other, out);
		return true;
	case K_THREAD:
	case K_PROCESS:
		if (!typed(t, op, cell->type))
			return false;
		putidentity(op, id, out);
		return true;
	default:
		if (!typed(t, op, cell->type) ||
		    (cell->type == CELL_INT && silent(op->kind, cell->number)))
			return false;
	}
	putvalue(t, op, row, cell, id, meta, out);
	return true;
}

/* Writes the keys of a row behind its type. */
static void
putops(struct table *t, const struct plan *plan, const struct row *row, const struct identity *id,
    struct meta *meta, struct buf *out)
{
	size_t args = 0; /* where "args" begins in out, if it did */

	for (size_t i = 0; i < plan->count;) {
		struct op *op = &plan->ops[i];

		if (op->kind == K_ARGS) {
			args = out->n;
			bufstr(out, ",\"args\":{");
			i++;
		} else {
			i = putop(t, op, plan->ops, row, id, meta, out) || op->kind == K_ELEMENT
			    ? op->next
			    : i + 1;
		}
	}
	if (args && out->p[out->n - 1] == '{')
		out->n = args;
	else if (args)
		out->p[out->n - 1] = '}'; /* in place of the last comma */
	bufstr(out, "}\n");
}

/* An integer of a row; false where the column or its value is missing. */
static bool
number(const struct row *row, int column, int64_t *v)
{
	if (column < 0 || row->cells[column].type != CELL_INT)
		return false;
	*v = row->cells[column].number;
	return true;
}

/* Reads whom a row belongs to. */
static void
whose(const struct plan *plan, const struct row *row, struct identity *id)
{
	int64_t packed = 0;

	*id = (struct identity){ 0 };
	id->has.thread = number(row, plan->thread, &packed);
	id->thread = (uint64_t)packed;
	id->has.process = number(row, plan->process, &packed) || id->has.thread;
	id->process = packedprocess((uint64_t)packed);
	id->has.device = number(row, plan->device, &id->device);
	id->has.gpu = number(row, plan->gpu, &id->gpu);
	number(row, plan->context, &id->context);
	id->has.stream = number(row, plan->stream, &id->stream) && id->stream != UINT32_MAX;
	id->has.domain = number(row, plan->domain, &id->domain);
}

void
tablewrite(struct table *t, const struct plan *plan, const struct row *row, const struct when *when,
    struct meta *meta, struct buf *out)
{
	struct identity id;

	t->profile->calls = t->profile->most;
	whose(plan, row, &id);
	metaneed(meta, out, &id, when->ts);
	bufstr(out, "{\"ts\":");
	bufint(out, when->ts);
	if (when->open) {
		bufstr(out, ",\"open\":true");
	} else if (when->span >= 0) {
		bufstr(out, ",\"dur\":");
		bufint(out, when->span);
	}
	t->backward += when->backward;
	t->odd += plan->stops && !when->open && when->span < 0;
	bufspan(out, bufall(&plan->type));
	putops(t, plan, row, &id, meta, out);
}

void
tableadd(struct table *t, const struct table *other)
{
	t->strays += other->strays;
	t->untimed += other->untimed;
	t->odd += other->odd;
	t->backward += other->backward;
}

bool
tablereport(const struct table *t)
{
	const char *path = t->profile->path;

	if (t->backward > 0)
		warn(
		    "%s: %s: %llu events end before they start: they are written with a duration "
		    "of 0",
		    path, t->name, (unsigned long long)t->backward);
	if (t->untimed > 0)
		warn(
		    "%s: %s: %llu rows have no time, since none could be collected, and were "
		    "left out",
		    path, t->name, (unsigned long long)t->untimed);
	if (t->odd > 0)
		warn("%s: %s: %llu values have a wrong type and were left out", path, t->name,
		    (unsigned long long)t->odd);
	return t->odd > 0;
}
