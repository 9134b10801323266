/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "dump/tables/schema.h"
#include "dump/worker.h"
#include "reportindex.h"
#include "reportscan.h"

/* How many blocks are kept when nobody knows how many are read in turns. */
enum { KEEP = 8 };

/* Whether a source is asked for. */
static bool
iswanted(const struct mapping *s, const struct sourceoptions *asked)
{
	return evtypename(s->type) && asked->types & EVTYPE(s->type);
}

/* Whether the statement that prepares a table that is asked for names another one. The statements
 * for stacks are for call chains of CUDA calls, which reports have not. */
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
		for (size_t i = 0; !found && (statement = schemaprepare(s->table, false, i)); i++)
			found = strstr(statement, needle.p) != NULL;
	}
	free(needle.p);
	return found;
}

/* What somebody needs of a table of call chains. */
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

/* What is done with the rows of a table. */
static enum fate
fateof(const struct reportindex *g, const struct reptabledef *t, const struct sourceoptions *asked)
{
	if (asked->all || (!schemareads(t->name) && !t->keyed))
		return FATE_ALL;
	if (t->keyed)
		return chains(t->name, asked);
	if (!schemaprepare(t->name, false, 0))
		return FATE_APART;
	for (const struct mapping *s = schema; s->table; s++)
		if (strcmp(s->table, t->name) == 0 && iswanted(s, asked))
			return FATE_ALL;
	return prepares(t->name, g, false, asked) ? FATE_ALL : FATE_COUNTED;
}

/* Decides what is done with the rows of all tables. */
static void
decide(struct reportindex *g, const struct sourceoptions *asked, struct reportscan *l)
{
	for (size_t i = 0; i < g->rep.schema.count; i++) {
		const struct reptable *f = &g->rep.schema.tables[i];
		struct scantable *t = &l->tables[i];

		t->times[0] = t->times[1] = t->times[2] = "";
		if (!f->exists || f->def->from != FROM_EVENTS)
			continue;
		t->fate = fateof(g, f->def, asked);
		g->apart[i] = t->fate == FATE_APART;
		t->watched = g->apart[i] && asked->watch &&
		    asked->watch->begin(asked->watch->arg, f, i, t->times);
	}
}

/* Writes tables that are read from blocks, and are joined with others that were found to have
 * rows. */
static void
reportindexjoin(struct reportindex *g, struct import *im, const struct sourceoptions *asked)
{
	struct repcoverage tally;
	struct repcursor c;
	bool any = false;

	repcoverageopen(&tally, &g->rep.schema);
	repcursoropen(&c, &g->rep, &tally);
	for (size_t i = 0; i < g->rep.schema.count; i++)
		if (g->apart[i] && g->heads[i].count > 0 &&
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
reportindexmake(struct reportindex *g, const struct sourceoptions *asked, const char *path, int fd,
    struct importnotes *notes)
{
	const struct repschema *s = &g->rep.schema;
	struct import im;
	struct reportscan l = {
		.reportindex = g,
		.im = &im,
		.watch = asked->watch,
		.readers = asked->readers,
		.shows = asked->shows
	};

	g->keep = KEEP;
	g->asking = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	for (size_t i = 0; i < g->rep.file.count; i++) {
		g->plain += g->rep.file.blocks[i].plain;
		if (g->largest < g->rep.file.blocks[i].plain)
			g->largest = g->rep.file.blocks[i].plain;
	}
	if (l.readers == 0)
		l.readers = workersusual(g->plain);
	repcoverageopen(&g->tally, s);
	importopen(&im, &g->rep, &g->tally, path, fd, false);
	decide(g, asked, &l);
	reportscanrun(&l);
	if (!asked->all)
		reportindexjoin(g, &im, asked);
	for (size_t i = 0; i < s->count; i++)
		if (s->tables[i].def->from == FROM_EVENTS && g->tally.rows[i] > 0)
			importtable(&im, i);
	importend(&im, false, notes);
	importclose(&im);
}

void
reportindexclose(struct reportindex *g)
{
	for (size_t i = 0; i < REP_TABLES; i++)
		free(g->heads[i].list);
	mapfree(&g->asked);
	repcoveragefree(&g->tally);
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
	const struct blocklist *h = &g->heads[form];
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
	pthread_mutex_lock(&g->asking);
	mapput(&g->asked, (struct mapkey){ 0, (uint64_t)id }, &fresh);
	pthread_mutex_unlock(&g->asking);
	return (struct span){ "", 0 };
}

uint64_t
reportindexsecrets(struct reportindex *g)
{
	uint64_t count;

	pthread_mutex_lock(&g->asking);
	count = g->asked.used;
	pthread_mutex_unlock(&g->asking);
	return count;
}
