/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/ordered.h"
#include "blockplace.h"
#include "program/progress.h"
#include "reportscan.h"

/* A thread of the scan. */
struct blockscanner {
	struct scanning *all;
	struct repcursor cursor;
	struct repcoverage tally;
	/* Of the current block: */
	size_t block;
	void *seen; /* the memory of the observer */
	uint64_t count; /* number of observed rows */
	bool beside; /* it has rows for the side tables */
	struct places places;
	struct repcounts before;
	uint64_t rows[REP_TABLES]; /* of the tally before the block */
	/* Rows that were read but not yet shown to the observer, by table; NULL for tables of which
	 * other cells than the times are read. */
	struct rowspans *spans[REP_TABLES];
};

/* What the threads share. */
struct scanning {
	struct reportscan *look;
	bool alone; /* there is one thread */
	struct repcounts counts; /* before the block "turn" */
	struct repcursor beside; /* reads rows for the side tables if there are several threads */
	struct repcoverage tally;   /* of that cursor; not used */
	struct blockscanner *list;  /* by thread */
	struct ordered ordered;     /* its items are the blocks */
	struct progress progress;
	uint64_t done; /* number of observed rows, for the progress */
};

/* Makes the cursor read of a table its times, and the columns that show whether a row is complete,
 * known and proven: all but plain ones, and one of each message. */
static void
wantsome(struct repcursor *c, size_t form, const char *const times[ROW_TIMES])
{
	const struct reptable *f = &c->rep->schema.tables[form];
	const char **names = xreallocarray(NULL, ROW_TIMES + f->count, sizeof(*names));
	uint64_t seen = 0;
	size_t count = ROW_TIMES;

	for (size_t i = 0; i < ROW_TIMES; i++)
		names[i] = times[i];
	for (size_t i = 0; i < f->count; i++) {
		const struct repcol *col = &f->cols[i];
		uint64_t bit = UINT64_C(1) << col->sources[0].message % 64;
		bool there = false;

		for (size_t j = 0; j < ROW_TIMES; j++)
			there = there || strcmp(times[j], col->name) == 0;
		if (there) {
			seen |= bit;
			continue;
		}
		if (col->count == 1 && col->sources[0].kind == V_NONE)
			continue;
		if (col->unchecked && !repmaylack(col) &&
		    (col->sources[0].message == M_NONE || seen & bit))
			continue;
		if (col->unchecked)
			seen |= bit;
		names[count++] = col->name;
	}
	repcursorcolumns(c, form, names, count);
	repcursorreads(c, form, ROW_TIMES);
	free(names);
}

/* Opens a cursor for the scan of all tables, or for the rows of side tables. */
static void
cursoropen(const struct reportscan *l, struct repcursor *c, struct repcoverage *tally, bool beside)
{
	const struct rep *r = &l->index->rep;

	repcursoropen(c, r, tally);
	for (size_t i = 0; i < r->schema.count; i++) {
		const struct reptable *f = &r->schema.tables[i];

		if (!f->exists || f->def->from != FROM_EVENTS)
			continue;
		if (l->tables[i].fate >= FATE_FIRST)
			repcursorwant(c, i);
		else if (!f->def->keyed && !beside)
			wantsome(c, i, l->tables[i].times);
	}
}

/* Makes the lists of rows of which only the times are read. */
static void
spansopen(struct blockscanner *r)
{
	for (size_t i = 0; i < REP_TABLES; i++)
		if (r->cursor.wanted[i].any && r->cursor.wanted[i].read == ROW_TIMES &&
		    r->all->look->tables[i].fate < FATE_FIRST) {
			r->spans[i] = xzalloc(1, sizeof(*r->spans[i]));
			repcursorspans(&r->cursor, i, r->spans[i]);
		}
}

static void
spansclose(struct blockscanner *r)
{
	for (size_t i = 0; i < REP_TABLES; i++)
		free(r->spans[i]);
}

/* Writes the row that was read into the side tables. */
static void
reportscanputrow(const struct reportscan *l, struct repcursor *c)
{
	importrow(l->im, c->table, &c->row);
	if (l->tables[c->table].fate == FATE_FIRST)
		repcursorskip(c);
}

/* Shows the rows of a list to the observer, and empties it. */
static void
showspans(struct blockscanner *r, size_t table)
{
	struct rowspans *spans = r->spans[table];

	if (r->all->look->tables[table].observed) {
		r->count += spans->count;
		spans->place = placesnext(&r->places, table, spans->count);
		spans->step = blockplace(0, 1, 0);
		r->all->look->observer->rows(r->seen, table, spans);
	}
	spans->count = 0;
}

/* Counts or writes the row that was read, and shows it to the observer. */
static void
see(struct blockscanner *r)
{
	struct repcursor *c = &r->cursor;
	const struct scantable *t = &r->all->look->tables[c->table];
	uint64_t place;

	if (t->fate >= FATE_FIRST) {
		r->beside = true;
		if (r->all->alone)
			reportscanputrow(r->all->look, c);
		else if (t->fate == FATE_FIRST)
			repcursorskip(c);
	}
	if (!t->observed)
		return;
	if (r->spans[c->table] && r->spans[c->table]->count > 0)
		showspans(r, c->table);
	r->count++;
	place = placenext(&r->places, c);
	r->all->look->observer->row(r->seen, c->table, place, c->row.cells);
}

/* Reads the next row that needs more than its times to be read. */
static bool
nextrow(struct blockscanner *r)
{
	struct repcursor *c = &r->cursor;
	size_t full;

	if (!c->parts && !c->due)
		while ((full = eventlayoutspans(c)) != REP_NONE)
			showspans(r, full);
	return repcursorcareful(c);
}

/* Scans a block. */
static void
readblock(struct blockscanner *r)
{
	static const struct repcounts none;
	size_t block = r->block;

	placesbegin(&r->places, block);
	r->count = 0;
	r->beside = false;
	r->before = r->all->alone ? r->cursor.counts : none;
	memcpy(r->rows, r->tally.rows, sizeof(r->rows));
	repcursorload(&r->cursor, block, &r->before);
	while (nextrow(r))
		see(r);
	for (size_t i = 0; i < REP_TABLES; i++)
		if (r->spans[i] && r->spans[i]->count > 0)
			showspans(r, i);
}

/* Adds a block to those of the tables that have rows in it. */
static void
reportscancount(struct scanning *all, const struct blockscanner *r)
{
	struct reportindex *g = all->look->index;
	const struct repcounts *after = &r->cursor.counts;
	size_t crowd = 0;

	for (size_t i = 0; i < g->rep.schema.count; i++) {
		uint64_t counted = after->rows[i] - r->before.rows[i],
		         made = r->tally.rows[i] - r->rows[i];
		struct blocklist *h = &g->blocks[i];

		if (g->apart[i] && (counted > 0 || made > 0)) {
			GROW(h->list, h->room, h->count + 1);
			h->list[h->count++] = (struct blockentry){ (uint32_t)r->block,
				all->counts.rows[i], all->counts.chains };
			crowd += (size_t)(counted > made ? counted : made);
		}
		all->counts.rows[i] += counted;
	}
	all->counts.chains += after->chains - r->before.chains;
	if (g->mostrows < crowd)
		g->mostrows = crowd;
}

/* Adds the results of a block. Its turn has come: those of all blocks before it were added. */
static void
deliver(struct scanning *all, const struct blockscanner *r)
{
	const struct rowobserver *observer = all->look->observer;

	if (observer && r->count > 0)
		observer->join(observer->arg, r->seen);
	if (r->beside && !all->alone) {
		repcursorload(&all->beside, r->block, &all->counts);
		while (repcursornext(&all->beside))
			reportscanputrow(all->look, &all->beside);
	}
	reportscancount(all, r);
	all->done += r->count;
	progressupdate(&all->progress, all->done);
}

/* Waits for the turn of a thread's block. */
static void
reportscanawait(void *arg)
{
	const struct blockscanner *r = arg;

	orderedawait(&r->all->ordered, r->block);
}

/* Scans blocks while there are any. If several are damaged, the first one ends the program. */
static void
reportscanwork(void *arg, unsigned thread)
{
	struct scanning *all = arg;
	struct blockscanner *r = &all->list[thread];

	for (;;) {
		r->block = (size_t)orderedtake(&all->ordered);
		orderedtaken(&all->ordered);
		if (r->block >= all->look->index->rep.file.count)
			break;
		errsetturn(reportscanawait, r);
		readblock(r);
		reportscanawait(r);
		deliver(all, r);
		ordereddone(&all->ordered);
		errsetturn(NULL, NULL);
	}
}

/* Returns the share of the blocks that were scanned. */
static double
reportscanshare(const void *arg)
{
	struct scanning *all = (struct scanning *)arg;

	return (double)ordereddelivered(&all->ordered) / (double)all->look->index->rep.file.count;
}

void
reportscanrun(struct reportscan *l)
{
	const struct rep *r = &l->index->rep;
	struct scanning all = {
		.look = l, .alone = l->readers <= 1, .progress = { .next = UINT64_MAX }
	};
	unsigned count = all.alone ? 1 : l->readers;
	struct blockscanner *list = xzalloc(count, sizeof(*list));

	all.list = list;
	orderedopen(&all.ordered);
	repcoverageopen(&all.tally, &r->schema);
	cursoropen(l, &all.beside, &all.tally, true);
	for (unsigned i = 0; i < count; i++) {
		list[i].all = &all;
		list[i].seen = l->observer ? l->observer->open(l->observer->arg) : NULL;
		repcoverageopen(&list[i].tally, &r->schema);
		cursoropen(l, &list[i].cursor, &list[i].tally, false);
		spansopen(&list[i]);
	}
	if (l->shows)
		progressstartinput(&all.progress, r->file.path, reportscanshare, &all);
	errno = orderedrun(&all.ordered, count, reportscanwork, &all);
	if (errno != 0)
		die("cannot start a thread:");
	progressend(&all.progress);
	for (unsigned i = 0; i < count; i++) {
		repcoverageadd(&l->index->tally, &list[i].tally, &r->schema);
		repcursorclose(&list[i].cursor);
		repcoveragefree(&list[i].tally);
		spansclose(&list[i]);
		if (l->observer)
			l->observer->close(list[i].seen);
	}
	free(list);
	repcursorclose(&all.beside);
	repcoveragefree(&all.tally);
	orderedclose(&all.ordered);
	repcheckcounts(r, &l->index->tally);
}
