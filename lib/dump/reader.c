/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "open.h"
#include "reader.h"

void
readeropen(struct reader *r, const char *path, const struct reader *another,
    const struct wanted *wanted, const struct rowobserver *observer)
{
	/* A relative window depends on the first and the last event of all usual types. */
	struct sourceoptions options = {
		.types = wanted->types | (windowasked(&wanted->window) ? schemausual() : 0),
		.stacks = wanted->stacks,
		.python = wanted->python,
		.memory = wanted->memory,
		.imported = wanted->imported,
		.observer = observer,
		.threads = wanted->readers,
		.progress = wanted->shows
	};

	const struct mapping *list;

	*r = (struct reader){ .latest = INT64_MIN };
	r->source = another ? another->source->ops->reopen(another->source)
	                    : openprofile(path, &options);
	stringsopen(&r->strings, r->source);
	metaopen(&r->meta, &r->strings, another ? &another->meta : NULL);
	r->writer = (struct rowwriter){
		.source = r->source, .strings = &r->strings, .meta = &r->meta
	};
	r->tables = xreallocarray(NULL, schemacount(), sizeof(*r->tables));
	list = r->source->trace ? traceschema : schema;
	for (const struct mapping *s = list; s->table; s++) {
		if (s > list && strcmp(s->table, (s - 1)->table) == 0)
			continue;
		if (tablebind(&r->tables[r->count], r->source, s, wanted))
			r->count++;
	}
}

/* Learns the names in rows of a table that have the type TYPE_META. */
static void
readnames(struct reader *r, struct table *t, const struct found *found)
{
	struct row *row = &t->row;

	for (size_t i = 0; i < found->namecount; i++) {
		const struct plan *plan;
		const struct cell *class;

		t->rows->take(t->rows, found->names[i], row);
		class = &row->cells[t->class];
		plan = tableplan(t, class);
		if (plan && plan->mapping->type == TYPE_META)
			namingrow(&r->meta.own, plan, row, class->number);
	}
}

void
readerready(struct reader *r, const struct found *found)
{
	size_t runs = 0;

	for (size_t i = 0; i < r->count; i++) {
		runs += found[i].count + (found[i].sorter != NULL);
		if (r->tables[i].rows->use)
			r->tables[i].rows->use(r->tables[i].rows, found[i].mode);
		if (r->meta.naming == &r->meta.own)
			readnames(r, &r->tables[i], &found[i]);
	}
	if (r->source->ops->tune)
		r->source->ops->tune(r->source, runs);
}

void
readerwrite(struct reader *r, const struct spot *spot)
{
	struct table *t = &r->tables[spot->table];
	struct row *row = &t->row;
	const struct plan *plan;
	struct when when;

	if (spot->held)
		t->rows->decode(t->rows, spot->place, spot->held, row);
	else
		t->rows->take(t->rows, spot->place, row);
	plan = tablerow(t, row, &when);
	if (!plan || when.ts < r->latest)
		die("%s: %s: the rows are no longer in order: the file changed while it was read",
		    r->source->path, t->name);
	r->latest = when.ts;
	rowwrite(&r->writer, t, plan, row, &when);
}

void
readerclose(struct reader *r)
{
	while (r->count > 0)
		tablefree(&r->tables[--r->count]);
	free(r->tables);
	rowwriterfree(&r->writer);
	metaclose(&r->meta);
	stringsclose(&r->strings);
	sourceclose(r->source);
}
