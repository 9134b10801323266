/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "shape.h"

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
repnumbers(const char *text, uint64_t *v, size_t most)
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

/* Whether a value of that kind may be none after all: strings that there are not, and secrets. */
static bool
judged(enum repkind kind)
{
	return kind == V_STRING || kind == V_CAPTURED || kind == V_STRINGTEXT || kind == V_SECRET;
}

/* Adds the columns that a table has in this version. */
static void
shapecolumns(struct repshape *s, struct repform *form)
{
	const struct repcolumn *c;
	size_t room = 0;

	for (c = form->table->columns; c->name; c++) {
		struct reppick pick = { c->kind, c->message, c->field, c->trust };
		struct repcol *col = form->count > 0 ? &form->cols[form->count - 1] : NULL;

		if (!during(c->since, c->until, s->version))
			continue;
		if (!col || strcmp(col->name, c->name) != 0) {
			GROW(form->cols, room, form->count + 1);
			col = &form->cols[form->count++];
			*col = (struct repcol){ .name = c->name, .decl = c->decl };
			col->place = s->columns++;
		}
		col->picks[col->count++] = pick;
		col->plain = col->count == 1 && c->trust == TRUST_PROVEN && !judged(c->kind);
	}
}

/* Notes which fields of which messages somebody asks for. */
static void
shapefields(struct repshape *s)
{
	for (int m = 0; m < M_MESSAGES; m++) {
		const struct repplace *p = &repplaces[m];

		s->known[m] |= p->others;
		if (m == M_NONE || m >= M_EVENT_MESSAGES)
			continue;
		if (p->inside == M_NONE) {
			s->message[p->field] = (unsigned char)m;
			continue;
		}
		s->inside[p->inside][p->field] = (unsigned char)m;
		if (p->field < 64)
			s->known[p->inside] |= UINT64_C(1) << p->field;
	}
	for (const struct reptable *t = reptables; t->name; t++)
		for (const struct repcolumn *c = t->columns; c->name; c++) {
			uint64_t bit = UINT64_C(1) << c->field % 64;

			if (repisnumber(c->kind))
				s->numbers[c->message] |= bit;
			if (repisbytes(c->kind))
				s->bytes[c->message] |= bit;
			if (repisnumber(c->kind) || repisbytes(c->kind))
				s->known[c->message] |= bit;
		}
}

/* Notes which events may be rows of which tables. */
static void
events(struct repshape *s)
{
	for (size_t i = 0; repevents[i].payload != M_NONE; i++) {
		const struct repevent *e = &repevents[i];
		struct repmatch *m = &s->matches[i];
		uint64_t classes[REP_CLASSES], bit = UINT64_C(1) << i;
		size_t n = repnumbers(e->classes, classes, REP_CLASSES);

		m->count = repnumbers(e->types, m->types, REP_TYPES);
		m->form = e->table ? repformfind(s, e->table) : REP_NOFORM;
		m->left = m->form == REP_NOFORM || (s->proven && e->trust == TRUST_LIKELY);
		s->payloads[e->payload] |= bit;
		for (size_t j = 0; j < n; j++)
			s->classes[classes[j]] |= bit;
		for (size_t j = 0; e->payload == M_CALL && n == 0 && j < 128; j++)
			s->classes[j] |= bit;
	}
}

void
repshapemake(struct repshape *s, uint32_t version, bool proven)
{
	*s = (struct repshape){ .version = version, .proven = proven };
	for (; reptables[s->count].name; s->count++) {
		struct repform *form = &s->forms[s->count];

		form->table = &reptables[s->count];
		form->there = during(form->table->since, form->table->until, version);
		shapecolumns(s, form);
	}
	shapefields(s);
	events(s);
}

void
repshapefree(struct repshape *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->forms[i].cols);
}

size_t
repformfind(const struct repshape *s, const char *table)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->forms[i].there && strcmp(s->forms[i].table->name, table) == 0)
			return i;
	return REP_NOFORM;
}

size_t
repcolfind(const struct repform *form, const char *column)
{
	for (size_t i = 0; i < form->count; i++)
		if (strcmp(form->cols[i].name, column) == 0)
			return i;
	return REP_NOFORM;
}
