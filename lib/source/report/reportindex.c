/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "blockplace.h"
#include "dump/tables/schema.h"
#include "reportindex.h"
#include "reportscan.h"
#include "source/sqlite/prepare.h"

/* The number of blocks in the cache before "keep" of struct sourceops decides. */
enum { KEEP = 8 };

/* Returns true if the events of a mapping are wanted. */
static bool
iswanted(const struct mapping *s, const struct sourceoptions *asked)
{
	return evtypename(s->type) && asked->types & EVTYPE(s->type);
}

/* Returns true if a statement that makes the shadow of a wanted table reads this table. With
 * "there", only wanted tables that have rows count. Statements for stacks are for call chains of
 * CUDA calls, which reports do not have. */
static bool
prepares(const char *name, const struct reportindex *g, bool there,
    const struct sourceoptions *asked)
{
	struct buf needle = { 0 };
	const char *statement;
	bool found = false;

	bufprintf(&needle, "main.[%s]", name);
	for (const struct mapping *s = schema; s->table && !found; s++) {
		uint64_t rows;

		if (!iswanted(s, asked) || strcmp(s->table, name) == 0 ||
		    (there && !(reportindexrows(g, s->table, &rows) && rows > 0)))
			continue;
		for (size_t i = 0; !found && (statement = preparestatement(s->table, false,
		    i)); i++)
			found = strstr(statement, needle.p) != NULL;
	}
	free(needle.p);
	return found;
}

/* Returns the fate of a table of call chains. */
static enum fate
chains(const char *name, const struct sourceoptions *asked)
{
	struct buf needle = { 0 };
	enum fate fate = FATE_COUNTED;

	bufprintf(&needle, "[%s]", name);
	for (const struct mapping *s = schema; s->table; s++)
		for (const struct field *f = s->fields; f->kind != K_END_OF_ROW; f++) {
			if (!iswanted(s, asked))
				continue;
			if (f->kind == K_STACK && asked->stacks && strcmp(f->aux, name) == 0)
				fate = FATE_ALL;
			else if (f->column && strstr(f->column, needle.p) && fate != FATE_ALL)
				fate = FATE_FIRST;
		}
	free(needle.p);
	return fate;
}

/* Returns what the scan does with the rows of a table. */
static enum fate
fateof(const struct reportindex *g, const struct reptabledef *t, const struct sourceoptions *asked)
{
	if (asked->imported || (!schemareads(t->name) && !t->keyed))
		return FATE_ALL;
	if (t->keyed)
		return chains(t->name, asked);
	if (!preparestatement(t->name, false, 0))
		return FATE_APART;
	for (const struct mapping *s = schema; s->table; s++)
		if (strcmp(s->table, t->name) == 0 && iswanted(s, asked))
			return FATE_ALL;
	return prepares(t->name, g, false, asked) ? FATE_ALL : FATE_COUNTED;
}

/* Asks the observer which columns of a table are its times; returns false if it does not want the
 * rows. */
static bool
observe(const struct rowobserver *o, const struct reptable *f, size_t number, struct scantable *t)
{
	struct stringtable columns = { 0 };
	int times[ROW_TIMES];
	bool wanted;

	for (size_t i = 0; i < f->count; i++)
		stringintern(&columns, spanof(f->cols[i].name));
	wanted = o->begin(o->arg, f->def->name, &columns, number, PLACE_BITS, times);
	for (int i = 0; wanted && i < ROW_TIMES; i++)
		if (times[i] >= 0)
			t->times[i] = f->cols[times[i]].name;
	stringtablefree(&columns);
	return wanted;
}

/* Decides what the scan does with all tables. */
static void
decide(struct reportindex *g, const struct sourceoptions *asked, struct reportscan *l)
{
	for (size_t i = 0; i < g->rep.schema.count; i++) {
		const struct reptable *f = &g->rep.schema.tables[i];
		struct scantable *t = &l->tables[i];

		for (int j = 0; j < ROW_TIMES; j++)
			t->times[j] = "";
		if (!f->exists || f->def->from != FROM_EVENTS)
			continue;
		t->fate = fateof(g, f->def, asked);
		g->apart[i] = t->fate == FATE_APART;
		t->observed = g->apart[i] && asked->observer && observe(asked->observer, f, i, t);
	}
}

/* Writes also those tables into the side tables that are read from blocks, and from which the
 * shadow of a table that turned out to have rows is made. */
static void
reportindexjoin(struct reportindex *g, struct import *im, const struct sourceoptions *asked)
{
	struct repcoverage tally;
	struct repcursor c;
	bool any = false;

	repcoverageopen(&tally, &g->rep.schema);
	repcursoropen(&c, &g->rep, &tally);
	for (size_t i = 0; i < g->rep.schema.count; i++)
		if (g->apart[i] && g->blocks[i].count > 0 &&
		    prepares(g->rep.schema.tables[i].def->name, g, true, asked)) {
			repcursorwant(&c, i);
			any = true;
		}
	for (size_t i = 0; any && i < g->rep.file.count; i++) {
		repcursorload(&c, i, NULL);
		while (repcursornext(&c))
			importrow(im, c.table, &c.row);
	}
	repcursorclose(&c);
	repcoveragefree(&tally);
}

void
reportindexmake(struct reportindex *g, const struct sourceoptions *asked, const char *path, int fd)
{
	const struct repschema *s = &g->rep.schema;
	struct import im;
	struct reportscan l = {
		.index = g,
		.im = &im,
		.observer = asked->observer,
		.readers = asked->threads,
		.shows = asked->progress
	};

	g->keep = KEEP;
	lockopen(&g->asking);
	for (size_t i = 0; i < g->rep.file.count; i++) {
		g->plain += g->rep.file.blocks[i].plain;
		if (g->largest < g->rep.file.blocks[i].plain)
			g->largest = g->rep.file.blocks[i].plain;
	}
	if (l.readers == 0)
		l.readers = sourcethreads(g->plain);
	repcoverageopen(&g->tally, s);
	importopen(&im, &g->rep, &g->tally, path, fd, false);
	if (!asked->facts) {
		decide(g, asked, &l);
		reportscanrun(&l);
	}
	if (!asked->facts && !asked->imported)
		reportindexjoin(g, &im, asked);
	for (size_t i = 0; i < s->count; i++)
		if (s->tables[i].def->from == FROM_EVENTS && g->tally.rows[i] > 0)
			importtable(&im, i);
	importend(&im, false, &g->notes);
	importclose(&im);
}

void
reportindexclose(struct reportindex *g)
{
	for (size_t i = 0; i < REP_TABLES; i++)
		free(g->blocks[i].list);
	lockclose(&g->asking);
	mapfree(&g->asked);
	repcoveragefree(&g->tally);
	importnotesfree(&g->notes);
	repclose(&g->rep);
}

size_t
reportindexform(const struct reportindex *g, const char *table)
{
	size_t form = reptablefind(&g->rep.schema, table);

	return form != REP_NONE && g->apart[form] ? form : REP_NONE;
}

const struct blockentry *
reportindexfind(const struct reportindex *g, size_t form, size_t block)
{
	const struct blocklist *h = &g->blocks[form];
	size_t from = 0, to = h->count;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (h->list[middle].block < block)
			from = middle + 1;
		else
			to = middle;
	}
	return from < h->count ? &h->list[from] : NULL;
}

bool
reportindexrows(const struct reportindex *g, const char *table, uint64_t *rows)
{
	size_t form = reptablefind(&g->rep.schema, table);

	if (form == REP_NONE || g->rep.schema.tables[form].def->from != FROM_EVENTS)
		return false;
	*rows = g->tally.rows[form];
	return true;
}

struct span
reportindexstring(struct reportindex *g, int64_t id)
{
	struct span text = repstring(&g->rep.strings, (uint64_t)id);
	bool fresh;

	if (text.n == 0 || !repcoveragehidden(&g->tally, (uint64_t)id))
		return text;
	lockacquire(&g->asking);
	mapput(&g->asked, (struct mapkey){ 0, (uint64_t)id }, &fresh);
	lockrelease(&g->asking);
	return (struct span){ "", 0 };
}

uint64_t
reportindexsecrets(struct reportindex *g)
{
	uint64_t count;

	lockacquire(&g->asking);
	count = g->asked.used;
	lockrelease(&g->asking);
	return count;
}
