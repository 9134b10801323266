/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "stream/record.h"
#include "table.h"

/* Returns the index of a column in a row; adds the column if it is new. */
static int
column(struct table *t, const char *name)
{
	return (int)stringintern(&t->columns, spanof(name));
}

static bool
present(const struct table *t, const struct stringtable *have, const struct field *f)
{
	const struct sourceops *ops = t->source->ops;

	if (!f->column)
		return true;
	if (f->by && !stringisinterned(have, spanof(f->by)))
		return false;
	if (f->column[0] != '(')
		return stringisinterned(have, spanof(f->column));
	return ops->computes && ops->computes(t->source, t->name, have, f->column);
}

/* Makes the bytes that precede a value: a comma, the key, a bracket before the first element of an
 * array, a quote, the prefix of a text. */
static void
lead(struct op *op, const struct field *f, bool args, bool continues)
{
	enum event_key key = evkey(spanof(f->key));

	if (f->kind == K_MEMBERS) {
		op->key = KEY_COUNT;
		return;
	}
	if (continues && f->kind == K_ELEMENT) {
		op->key = KEY_COUNT;
		bufchar(&op->lead, ',');
		return;
	}
	if (args || key == KEY_COUNT)
		bufprintf(&op->lead, ",\"%s\":", f->key);
	else
		recordkey(&op->lead, key);
	op->key = args ? KEY_COUNT : key;
	op->colon = op->lead.n;
	if (f->kind == K_ELEMENT)
		bufchar(&op->lead, '[');
	if (kinds[f->kind].quoted)
		bufchar(&op->lead, '"');
	if (f->prefix)
		bufstr(&op->lead, f->prefix);
}

/* Returns the lookup of a field of such a kind; NULL if the source cannot do it. */
static struct lookup *
lookupof(const struct table *t, const struct field *f)
{
	const struct sourceops *ops = t->source->ops;

	if (f->kind == K_LOOKUP)
		return ops->query ? ops->query(t->source, f->aux, t->name) : NULL;
	return ops->frames ? ops->frames(t->source, f->aux) : NULL;
}

static void
addop(struct table *t, struct plan *plan, const struct field *f, bool args, bool continues)
{
	bool asks = f->kind == K_LOOKUP || f->kind == K_STACK;
	struct lookup *lookup = asks ? lookupof(t, f) : NULL;
	struct op *op;

	if (asks && !lookup)
		return;
	plan->ops = xreallocarray(plan->ops, plan->count + 1, sizeof(*plan->ops));
	op = &plan->ops[plan->count++];
	*op = (struct op){
		.kind = f->kind,
		.plain = kinds[f->kind].plain,
		.mask = kinds[f->kind].mask ? kinds[f->kind].mask : -1,
		.column = f->column ? column(t, f->column) : -1,
		.aux = f->aux,
		.by = f->by ? column(t, f->by) : -1,
		.lookup = lookup,
	};
	if (f->kind == K_LABEL || f->kind == K_CODE)
		op->labels = xzalloc(CODES, sizeof(*op->labels));
	if (kinds[f->kind].silent != SILENT_NEVER) {
		op->silent = true;
		op->nothing = kinds[f->kind].silent == SILENT_U32 ? UINT32_MAX : 0;
	}
	lead(op, f, args, continues);
	memset(bufroom(&op->lead, LEAD), 0, LEAD);
	plan->roles[kinds[f->kind].role].column = op->column;
	plan->roles[kinds[f->kind].role].mask = op->mask;
}

/* Returns true if a and b are alternatives for one key, or elements of one array. */
static bool
tabletogether(const struct field *a, const struct field *b)
{
	return a->key && b->key && strcmp(a->key, b->key) == 0;
}

/* Returns true if a field has a kernel's name of the wanted style, or what that is made of. */
static bool
styled(const struct field *f, const char *style)
{
	if (f->kind != K_STRING || !f->aux)
		return false;
	return strcmp(f->aux, strcmp(style, "template") == 0 ? "demangled" : style) == 0;
}

/* Adds ops for f and its neighbours with the same key, as far as the table has their columns; the
 * alternative of the wanted style is first. Returns the field after them. */
static const struct field *
addgroup(struct table *t, struct plan *plan, const struct stringtable *have, const struct field *f,
    const char *style, bool args)
{
	const struct field *end = f + 1;
	size_t first = plan->count;
	bool whole = present(t, have, f);

	for (; tabletogether(f, end); end++)
		whole = whole && present(t, have, end);
	if (f->kind == K_ELEMENT && !whole)
		return end; /* an array is complete or left out */
	for (int preferred = 1; preferred >= 0; preferred--)
		for (const struct field *g = f; g < end; g++)
			if (styled(g, style) == preferred && present(t, have, g)) {
				addop(t, plan, g, args, plan->count > first);
				if (preferred && strcmp(style, "template") == 0)
					plan->ops[plan->count - 1].kind = K_TEMPLATE;
			}
	for (size_t i = first; i < plan->count; i++)
		plan->ops[i].next = plan->count;
	return end;
}

/* Reads the classes of a mapping. */
static void
classify(struct plan *plan, const struct field *f)
{
	const char *p = f->aux;
	char *end;

	plan->except = f->kind == K_NOT;
	for (; *p && plan->classes < CLASSES; p = end)
		plan->class[plan->classes++] = strtoll(p, &end, 10);
}

/* Returns the required field of a mapping that the table lacks, preferably a K_SHAPE. NULL if it
 * has all of them. */
static const struct field *
lacks(const struct table *t, const struct stringtable *have, const struct mapping *s)
{
	const struct field *missing = NULL;

	for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++)
		if (f->required && !present(t, have, f) && (!missing || f->kind == K_SHAPE))
			missing = f;
	return missing;
}

/* Binds fields that are not written: the end and the class. */
static void
bindrow(struct table *t, struct plan *plan, const struct stringtable *have, const struct field *f)
{
	if (f->kind == K_STOP || f->kind == K_CLOSE) {
		plan->stops = true;
		plan->spans = plan->wanted && plan->mapping->type != TYPE_META;
		plan->closes = f->kind == K_CLOSE;
		t->stop = column(t, f->column);
	} else if (kinds[f->kind].classes && stringisinterned(have, spanof(f->column))) {
		t->class = column(t, f->column);
		classify(plan, f);
	}
}

/* Returns true if an option of the command line that the field needs was not given. */
static bool
unasked(const struct field *f, const struct wanted *wanted)
{
	if (f->kind == K_STRING && f->aux && strcmp(f->aux, "both") == 0)
		return strcmp(wanted->style, f->aux) != 0;
	return f->kind == K_STACK && !wanted->stacks;
}

/* Binds a mapping whose required columns the table has. */
static void
bind(struct table *t, struct plan *plan, const struct stringtable *have,
    const struct wanted *wanted)
{
	const struct field *f = plan->mapping->fields;
	bool args = false;

	while (f->kind != K_END_OF_ROW) {
		if (f->kind == K_ARGS) {
			args = true;
			plan->args = plan->count;
			f++;
		} else if (kinds[f->kind].unwritten) {
			bindrow(t, plan, have, f++);
		} else if (unasked(f, wanted)) {
			f++;
		} else {
			f = addgroup(t, plan, have, f, wanted->style, args);
		}
	}
	if (!args)
		plan->args = plan->count;
}

static bool
iswanted(const struct mapping *s, const struct wanted *wanted)
{
	return evtypename(s->type) && s->type != TYPE_META && (wanted->types & EVTYPE(s->type));
}

/* Returns true if any mapping of a table is wanted. */
static bool
anywanted(const struct mapping *first, const struct wanted *wanted)
{
	for (const struct mapping *s = first; s->table && strcmp(s->table, first->table) == 0; s++)
		if (iswanted(s, wanted))
			return true;
	return false;
}

/* Prints which column a mapping lacks, or why the source could not make that. */
static void
saylack(const struct table *t, const struct mapping *s, const struct field *missing,
    const struct buf *why)
{
	const char *type = evtypename(s->type) ? evtypename(s->type) : "other";

	if (why->n > 0 && strncmp(missing->column, "nst_", 4) == 0)
		warn("%s: table %s: %s: its %s events are not read", t->source->path, t->name,
		    why->p, type);
	else
		warn("%s: table %s has no column %s: its %s events are not read",
		    t->source->path, t->name, missing->column, type);
}

/* Adds a plan for a mapping. */
static void
addplan(struct table *t, const struct mapping *s, const struct stringtable *have,
    const struct wanted *wanted)
{
	struct plan plan = { .mapping = s, .wanted = iswanted(s, wanted) };

	plan.templates = xzalloc(ROW_SHAPES, sizeof(*plan.templates));
	for (int i = 0; i < ROLES; i++)
		plan.roles[i].column = -1;
	if (evtypename(s->type))
		recordtext(&plan.type, KEY_TYPE, spanof(evtypename(s->type)));
	memset(bufroom(&plan.type, LEAD), 0, LEAD);
	bind(t, &plan, have, wanted);
	t->plans = xreallocarray(t->plans, t->count + 1, sizeof(*t->plans));
	t->plans[t->count++] = plan;
}

/* Adds plans for the mappings of a table whose required columns it has. Prints which column each of
 * the others lacks, unless that is a K_SHAPE. */
static void
addplans(struct table *t, const struct mapping *first, const struct stringtable *have,
    const struct wanted *wanted, const struct buf *why)
{
	bool said = false;

	for (const struct mapping *s = first; s->table && strcmp(s->table, first->table) ==
	    0; s++) {
		const struct field *missing;

		if (s->type == TYPE_OTHER && !stringisinterned(have,
		    spanof(schemaclass(s)->column)))
			continue; /* the file cannot tell the rows that are no events */
		missing = lacks(t, have, s);
		if (!missing) {
			addplan(t, s, have, wanted);
		} else if (missing->kind != K_SHAPE) {
			saylack(t, s, missing, why);
			said = true;
		}
	}
	if (t->count == 0 && !said) /* it has no K_SHAPE of any mapping */
		warn("%s: table %s has no column %s: its %s events are not read",
		    t->source->path, t->name, lacks(t, have, first)->column,
		    evtypename(first->type));
}

/* Returns the plan for rows of a class, or of an unknown one. */
static const struct plan *
findplan(const struct table *t, bool known, int64_t class)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct plan *plan = &t->plans[i];
		bool listed = false;

		for (size_t j = 0; known && j < plan->classes; j++)
			listed = listed || plan->class[j] == class;
		if (plan->classes == 0 || listed != plan->except)
			return plan;
	}
	return NULL;
}

/* Finds the plans that are looked up often. */
static void
findplans(struct table *t)
{
	for (int i = 0; i < CLASSES_AT_HAND; i++)
		t->byclass[i] = findplan(t, true, i);
	t->unclassed = findplan(t, false, 0);
}

bool
tablebind(
    struct table *t, struct source *s, const struct mapping *first, const struct wanted *wanted)
{
	struct buf why = { 0 };
	struct stringtable have;

	*t = (struct table){ .source = s, .name = first->table, .stop = -1, .class = -1 };
	if (!anywanted(first, wanted))
		return false;
	if (stringisinterned(&s->views, spanof(first->table)))
		warn("%s: %s is a view or a virtual table: nst-dump does not read it",
		    s->path, first->table);
	if (!sourcehas(s, first->table))
		return false;
	have = s->ops->columns(s, first->table, wanted->stacks, &why);
	column(t, first->fields[0].column);
	addplans(t, first, &have, wanted, &why);
	if (t->count > 0) {
		t->of = (struct rowsof){ t->name, &t->columns, t->stop, t->class };
		t->rows = s->ops->rows(s, &t->of);
		findplans(t);
	} else {
		tablefree(t);
	}
	stringtablefree(&have);
	free(why.p);
	return t->count > 0;
}

bool
tablebindtimes(struct table *t, const char *name, const struct stringtable *have,
    const struct wanted *wanted)
{
	const struct mapping *first = schemafind(name);

	*t = (struct table){ .name = name, .stop = -1, .class = -1 };
	if (!first || !anywanted(first, wanted))
		return false;
	column(t, first->fields[0].column);
	for (const struct mapping *s = first; s->table && strcmp(s->table, name) == 0; s++) {
		struct plan plan = { .mapping = s, .wanted = iswanted(s, wanted) };
		bool whole = true;

		for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++)
			whole = whole && (!f->required || stringisinterned(have,
			    spanof(f->column)));
		if (!whole)
			continue;
		for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++)
			if (f->kind != K_ARGS && kinds[f->kind].unwritten)
				bindrow(t, &plan, have, f);
		t->plans = xreallocarray(t->plans, t->count + 1, sizeof(*t->plans));
		t->plans[t->count++] = plan;
	}
	findplans(t);
	return t->count > 0;
}

bool
tablesametimes(const struct table *t, const struct table *sketch)
{
	bool alike = t->count == sketch->count;

	for (size_t i = 0; i < t->count && alike; i++) {
		const struct plan *a = &t->plans[i], *b = &sketch->plans[i];

		alike = a->mapping == b->mapping && a->wanted == b->wanted && a->stops ==
		    b->stops &&
		    a->closes == b->closes && a->classes == b->classes && a->except == b->except;
	}
	return alike && (t->stop < 0) == (sketch->stop < 0) &&
	    (t->class < 0) == (sketch->class < 0);
}

static void
freeop(struct op *op)
{
	if (op->lookup)
		op->lookup->close(op->lookup);
	mapfree(&op->found);
	for (size_t i = 0; op->labels && i < CODES; i++)
		free(op->labels[i].p);
	free(op->labels);
	free(op->lead.p);
}

void
tablefree(struct table *t)
{
	for (size_t i = 0; i < t->count; i++) {
		for (size_t j = 0; j < t->plans[i].count; j++)
			freeop(&t->plans[i].ops[j]);
		for (size_t j = 0; t->plans[i].templates && j < ROW_SHAPES; j++)
			free(t->plans[i].templates[j]);
		free(t->plans[i].templates);
		free(t->plans[i].ops);
		free(t->plans[i].type.p);
	}
	free(t->plans);
	rowsclose(t->rows);
	rowfree(&t->row);
	stringtablefree(&t->columns);
	t->plans = NULL;
	t->count = 0;
}

void
tabletimeless(struct table *t, const struct plan *plan, const struct cell *start)
{
	if (start->type == CELL_INT || (start->type == CELL_NULL && plan->mapping->sampled))
		t->flaws.untimed++;
	else
		t->flaws.odd++;
}

const struct plan *
tableplanof(const struct table *t, int64_t class)
{
	return findplan(t, true, class);
}

void
tableadd(struct table *t, const struct table *other)
{
	t->flaws.strays += other->flaws.strays;
	t->flaws.untimed += other->flaws.untimed;
	t->flaws.odd += other->flaws.odd;
	t->flaws.backward += other->flaws.backward;
}

bool
tablereport(const struct table *t)
{
	const char *path = t->source->path;

	if (t->flaws.backward > 0)
		warn(
		    "%s: %s: %llu events end before they start: they are written with a duration "
		    "of 0",
		    path, t->name, (unsigned long long)t->flaws.backward);
	if (t->flaws.untimed > 0)
		warn("%s: %s: left out %llu rows without a time, which nsys could not collect",
		    path, t->name, (unsigned long long)t->flaws.untimed);
	if (t->flaws.odd > 0)
		warn("%s: %s: left out %llu values of a wrong type", path, t->name,
		    (unsigned long long)t->flaws.odd);
	return t->flaws.odd > 0;
}
