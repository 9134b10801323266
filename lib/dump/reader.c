/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "reader.h"

void
readeropen(struct reader *r, const char *path, const struct reader *another,
    const struct wanted *wanted, const struct rowobserver *watch)
{
	/* When the profile begins and ends depends on more than is wanted. */
	struct sourceoptions asked = {
		.types = wanted->types | (windowasked(&wanted->window) ? schemausual() : 0),
		.stacks = wanted->stacks,
		.all = wanted->imported,
		.watch = watch,
		.readers = wanted->readers,
		.shows = wanted->shows
	};

	*r = (struct reader){ .latest = INT64_MIN };
	profileopen(&r->profile, path, another ? &another->profile : NULL, &asked);
	stringsopen(&r->strings, &r->profile);
	metaopen(&r->meta, &r->strings, another ? &another->meta : NULL);
	r->writer = (struct rowwriter){
		.profile = &r->profile, .strings = &r->strings, .meta = &r->meta
	};
	r->tables = xreallocarray(NULL, schemacount(), sizeof(*r->tables));
	for (const struct mapping *s = schema; s->table; s++) {
		if (s > schema && strcmp(s->table, (s - 1)->table) == 0)
			continue;
		if (tablebind(&r->tables[r->count], &r->profile, s, wanted))
			r->count++;
	}
}

/* Learns what the rows of a table that name things tell. */
static void
readnames(struct reader *r, struct table *t, const struct found *found)
{
	for (size_t i = 0; i < found->namecount; i++) {
		const struct plan *plan;
		const struct cell *class;

		tabletake(t, &(struct spot){ .place = found->names[i] }, &r->row);
		class = &r->row.cells[t->class];
		plan = tableplan(t, class);
		if (plan && plan->mapping->type == TYPE_META)
			namingrow(&r->meta.own, plan, &r->row, class->number);
	}
}

void
readerready(struct reader *r, const struct found *found)
{
	size_t runs = 0;

	for (size_t i = 0; i < r->count; i++) {
		runs += found[i].count + (found[i].sorter != NULL);
		if (found[i].asked)
			rowsask(r->tables[i].rows);
		if (r->meta.naming == &r->meta.own)
			readnames(r, &r->tables[i], &found[i]);
	}
	pagestune(&r->profile.pages, runs);
}

void
readerwrite(struct reader *r, const struct spot *spot)
{
	struct table *t = &r->tables[spot->table];
	const struct plan *plan;
	struct when when;

	tabletake(t, spot, &r->row);
	plan = tablerow(t, &r->row, &when);
	if (!plan || when.ts < r->latest)
		die("%s: %s: the rows are no longer in order: the file changed while it was read",
		    r->profile.path, t->name);
	r->latest = when.ts;
	rowwrite(&r->writer, t, plan, &r->row, &when);
}

void
readerclose(struct reader *r)
{
	while (r->count > 0)
		tablefree(&r->tables[--r->count]);
	free(r->tables);
	rowwriterfree(&r->writer);
	rowfree(&r->row);
	metaclose(&r->meta);
	stringsclose(&r->strings);
	profileclose(&r->profile);
}
