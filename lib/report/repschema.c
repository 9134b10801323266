/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "repschema.h"

bool
repisnumber(enum repkind kind)
{
	return kind == V_INT || kind == V_ZERO || kind == V_STRING || kind == V_CAPTURED ||
	    kind == V_STOP || kind == V_PID || kind == V_PROPERTY;
}

bool
repisbytes(enum repkind kind)
{
	return kind == V_TEXT || kind == V_NAME || kind == V_SECRET || kind == V_CYCLES;
}

size_t
repparsenumbers(const char *text, uint64_t *v, size_t most)
{
	size_t n = 0;

	while (text && *text && n < most) {
		char *end;

		v[n++] = strtoull(text, &end, 10);
		text = end;
	}
	return n;
}

static bool
during(uint32_t since, uint32_t until, uint32_t version)
{
	return since <= version && version < until;
}

/* Returns true if values of this kind may become NULL: ids of missing strings, and secrets. */
static bool
judged(enum repkind kind)
{
	return kind == V_STRING || kind == V_CAPTURED || kind == V_STRINGTEXT || kind == V_SECRET;
}

/* Adds the columns of a table in this version. */
static void
schemacolumns(struct repschema *s, struct reptable *table)
{
	const struct repcoldef *c;
	size_t room = 0;

	for (c = table->def->columns; c->name; c++) {
		struct repsource source = { c->kind, c->message, c->field, c->trust };
		struct repcol *col = table->count > 0 ? &table->cols[table->count - 1] : NULL;

		if (!during(c->since, c->until, s->version))
			continue;
		if (!col || strcmp(col->name, c->name) != 0) {
			GROW(table->cols, room, table->count + 1);
			col = &table->cols[table->count++];
			*col = (struct repcol){ .name = c->name, .decl = c->decl };
			col->index = s->columns++;
		}
		col->sources[col->count++] = source;
		col->unchecked = col->count == 1 && c->trust == TRUST_PROVEN && !judged(c->kind);
	}
}

/* Sets the bit sets of fields, and the tables of payloads and submessages. */
static void
schemafields(struct repschema *s)
{
	for (int m = 0; m < M_MESSAGES; m++) {
		const struct repmessagedef *p = &repmessagedefs[m];

		s->known[m] |= p->ignored;
		if (m == M_NONE || m >= M_EVENT_MESSAGES)
			continue;
		if (p->parent == M_NONE) {
			s->payload[p->field] = (unsigned char)m;
			continue;
		}
		s->submessage[p->parent][p->field] = (unsigned char)m;
		if (p->field < 64)
			s->known[p->parent] |= UINT64_C(1) << p->field;
	}
	for (const struct reptabledef *t = reptabledefs; t->name; t++)
		for (const struct repcoldef *c = t->columns; c->name; c++) {
			uint64_t bit = UINT64_C(1) << c->field % 64;

			if (repisnumber(c->kind))
				s->numbers[c->message] |= bit;
			if (repisbytes(c->kind))
				s->bytes[c->message] |= bit;
			if (repisnumber(c->kind) || repisbytes(c->kind))
				s->known[c->message] |= bit;
		}
}

/* Sets which events may be rows of which tables. */
static void
events(struct repschema *s)
{
	for (size_t i = 0; repeventdefs[i].payload != M_NONE; i++) {
		const struct repeventdef *e = &repeventdefs[i];
		struct repevent *m = &s->events[i];
		uint64_t classes[REP_CLASSES], bit = UINT64_C(1) << i;
		size_t n = repparsenumbers(e->classes, classes, REP_CLASSES);

		m->count = repparsenumbers(e->types, m->types, REP_TYPES);
		m->table = e->table ? reptablefind(s, e->table) : REP_NONE;
		m->skipped = m->table == REP_NONE || (s->proven && e->trust == TRUST_LIKELY);
		s->payloads[e->payload] |= bit;
		for (size_t j = 0; j < n; j++)
			s->classes[classes[j]] |= bit;
		for (size_t j = 0; e->payload == M_CALL && n == 0 && j < 128; j++)
			s->classes[j] |= bit;
	}
}

void
repschemamake(struct repschema *s, uint32_t version, bool proven)
{
	*s = (struct repschema){ .version = version, .proven = proven };
	for (; reptabledefs[s->count].name; s->count++) {
		struct reptable *table = &s->tables[s->count];

		table->def = &reptabledefs[s->count];
		table->exists = during(table->def->since, table->def->until, version);
		schemacolumns(s, table);
	}
	schemafields(s);
	events(s);
}

void
repschemafree(struct repschema *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->tables[i].cols);
}

size_t
reptablefind(const struct repschema *s, const char *table)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->tables[i].exists && strcmp(s->tables[i].def->name, table) == 0)
			return i;
	return REP_NONE;
}

size_t
repcolfind(const struct reptable *table, const char *column)
{
	for (size_t i = 0; i < table->count; i++)
		if (strcmp(table->cols[i].name, column) == 0)
			return i;
	return REP_NONE;
}
