/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "dump/tables/schema.h"
#include "gpu/kernelname.h"
#include "strings.h"

/* Smaller ids are indices of an array: nsys counts from 0. */
enum { SMALL_IDS = 1 << 20 };

/* Interns a text, or the code in digits if p is NULL; returns its number. */
static uint32_t
stringskeep(struct strings *s, struct span text, int64_t code)
{
	struct buf escaped = { 0 };
	uint32_t id;

	if (text.p)
		jsonescape(&escaped, text.p, text.n);
	else
		bufint(&escaped, code);
	id = stringintern(&s->text, bufall(&escaped));
	free(escaped.p);
	return id;
}

void
stringsopen(struct strings *s, struct source *source)
{
	*s = (struct strings){ .source = source };
}

void
stringsclose(struct strings *s)
{
	stringtablefree(&s->text);
	free(s->small);
	mapfree(&s->large);
	mapfree(&s->templates);
	mapfree(&s->labels);
}

/* Interns a string. */
static uint32_t
keepstring(struct strings *s, int64_t id)
{
	return stringskeep(s, sourcetext(s->source, id), id);
}

/* The slow half of stringget: the string has a large id, or was not fetched yet. */
static struct span
lookstring(struct strings *s, int64_t id)
{
	uint32_t *text;
	bool fresh;

	if ((uint64_t)id >= SMALL_IDS) {
		text = mapput(&s->large, (struct mapkey){ 0, (uint64_t)id }, &fresh);
		if (fresh)
			*text = keepstring(s, id);
		return stringat(&s->text, *text);
	}
	if ((size_t)id >= s->smallcount) {
		size_t room = s->smallcount;

		GROW(s->small, room, (size_t)id + 1);
		memset(s->small + s->smallcount, 0, (room - s->smallcount) * sizeof(*s->small));
		s->smallcount = room;
	}
	s->small[id] = keepstring(s, id) + 1;
	return stringat(&s->text, s->small[id] - 1);
}

struct span
stringget(struct strings *s, int64_t id)
{
	if ((uint64_t)id < s->smallcount && s->small[id] > 0)
		return stringat(&s->text, s->small[id] - 1);
	return lookstring(s, id);
}

struct span
stringtemplate(struct strings *s, int64_t id)
{
	struct buf name = { 0 };
	bool fresh;
	uint32_t *text = mapput(&s->templates, (struct mapkey){ 0, (uint64_t)id }, &fresh);

	if (fresh) {
		struct span whole = sourcetext(s->source, id);

		if (whole.p)
			kernelnameshort(&name, whole);
		*text = stringskeep(s, whole.p ? bufall(&name) : whole, id);
		free(name.p);
	}
	return stringat(&s->text, *text);
}

void
stringraw(struct strings *s, int64_t id, struct buf *out)
{
	struct span text = sourcetext(s->source, id);

	if (text.p)
		bufspan(out, text);
}

/* A label that is looked up. */
struct foundlabel {
	struct strings *strings;
	int64_t code;
	uint32_t *text;
	bool found;
};

/* Interns the label of a row of an enumeration, or else its name. */
static bool
labelrow(void *arg, const struct row *row)
{
	struct foundlabel *l = arg;
	const struct cell *cell = &row->cells[row->cells[0].type == CELL_NULL];

	l->found = cell->type != CELL_NULL;
	if (l->found)
		*l->text = stringskeep(l->strings, facttext(row, cell), l->code);
	return false;
}

/* Looks a label up in the profile's own enumeration, if it has one. */
static bool
lookup(struct strings *s, const char *enumeration, int64_t code,
    uint32_t *text) /* NOLINT(readability-non-const-parameter): it is set through l */
{
	static const struct factcolumn columns[] = { { "label", FACT_TEXT, FACT_REQUIRED },
		{ "name", FACT_TEXT, FACT_REQUIRED } };
	struct foundlabel l = { s, code, text, false };

	sourcefacts(s->source,
	    &(struct factquery){ .table = enumeration,
	        .columns = columns,
	        .count = 2,
	        .where = { "id" },
	        .equals = { code } },
	    labelrow, &l);
	return l.found;
}

uint32_t
stringlabel(struct strings *s, const char *enumeration, int64_t code)
{
	bool fresh;
	uint32_t *text = mapput(&s->labels,
	    (struct mapkey){ (uint64_t)(uintptr_t)enumeration, (uint64_t)code }, &fresh);

	if (fresh && !lookup(s, enumeration, code, text)) {
		const char *label = schemalabel(enumeration, code);

		*text = stringskeep(s, (struct span){ label, label ? strlen(label) : 0 }, code);
	}
	return *text;
}
