/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>

#include "base/err.h"
#include "blockrows.h"
#include "program/progress.h"
#include "reportscan.h"

/* A reader of blocks. */
struct blockscanner {
	struct scanning *all;
	pthread_t thread;
	struct repcursor cursor;
	struct repcoverage tally;
	/* Of the block at hand. */
	size_t block;
	void *seen; /* what who watches has seen of it */
	uint64_t count; /* rows that were watched */
	bool beside; /* it has rows for the database */
	struct places places;
	struct repcounts before;
	uint64_t rows[REP_TABLES]; /* of each table before it, in the tally */
};

/* What they share. */
struct scanning {
	struct reportscan *look;
	bool alone; /* there is one */
	struct repcounts counts; /* before the block whose turn it is */
	struct repcursor beside; /* reads rows for the database, when there are several */
	struct repcoverage tally;   /* of that: nobody looks at it */
	pthread_mutex_t mutex;
	pthread_cond_t turned;
	size_t taken, turn; /* blocks */
	struct progress progress;
	uint64_t done; /* events, at least */
};

/* Makes the cursor read of a table its times, and what tells of a row whether it is whole, known
 * and proven: all columns but those that are plain, and of each message one. */
static void
wantsome(struct repcursor *c, size_t form, const char *const times[TIMES])
{
	const struct reptable *f = &c->rep->schema.tables[form];
	const char **names = xreallocarray(NULL, TIMES + f->count, sizeof(*names));
	uint64_t seen = 0;
	size_t count = TIMES;

	for (size_t i = 0; i < TIMES; i++)
		names[i] = times[i];
	for (size_t i = 0; i < f->count; i++) {
		const struct repcol *col = &f->cols[i];
		uint64_t bit = UINT64_C(1) << col->sources[0].message % 64;
		bool there = false;

		for (size_t j = 0; j < TIMES; j++)
			there = there || strcmp(times[j], col->name) == 0;
		if (there) {
			seen |= bit;
			continue;
		}
		if (col->count == 1 && col->sources[0].kind == V_NONE)
			continue;
		if (col->unchecked && !repnotnull(col) &&
		    (col->sources[0].message == M_NONE || seen & bit))
			continue;
		if (col->unchecked)
			seen |= bit;
		names[count++] = col->name;
	}
	repcursorcolumns(c, form, names, count);
	free(names);
}

/* Opens a cursor that reads what is looked at of all tables, or what goes into the database. */
static void
cursoropen(const struct reportscan *l, struct repcursor *c, struct repcoverage *tally, bool beside)
{
	const struct rep *r = &l->reportindex->rep;

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

/* Writes the row that was read into the database. */
static void
reportscanputrow(const struct reportscan *l, struct repcursor *c)
{
	importrow(l->im, c->table, &c->row);
	if (l->tables[c->table].fate == FATE_FIRST)
		repcursorskip(c);
}

/* Takes note of the row that was read. */
static void
see(struct blockscanner *r)
{
	struct repcursor *c = &r->cursor;
	const struct scantable *t = &r->all->look->tables[c->table];
	uint64_t place;

	if (t->fate >= FATE_FIRST && r->all->alone)
		reportscanputrow(r->all->look, c);
	else if (t->fate == FATE_FIRST)
		repcursorskip(c);
	r->beside = r->beside || t->fate >= FATE_FIRST;
	if (!t->watched)
		return;
	r->count++;
	place = placenext(&r->places, c);
	r->all->look->watch->look(r->seen, c->table, place, c->row.cells);
}

/* Reads a block. */
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
	while (repcursornext(&r->cursor))
		see(r);
}

/* Takes note of the tables that have rows in a block, and counts on. */
static void
reportscancount(struct scanning *all, const struct blockscanner *r)
{
	struct reportindex *g = all->look->reportindex;
	const struct repcounts *after = &r->cursor.counts;
	size_t crowd = 0;

	for (size_t i = 0; i < g->rep.schema.count; i++) {
		uint64_t counted = after->rows[i] - r->before.rows[i],
		         made = r->tally.rows[i] - r->rows[i];
		struct blocklist *h = &g->heads[i];

		if (g->apart[i] && (counted > 0 || made > 0)) {
			GROW(h->list, h->room, h->count + 1);
			h->list[h->count++] = (struct blockentry){ (uint32_t)r->block,
				all->counts.rows[i], all->counts.chains };
			crowd += (size_t)(counted > made ? counted : made);
		}
		all->counts.rows[i] += counted;
	}
	all->counts.chains += after->chains - r->before.chains;
	if (g->crowd < crowd)
		g->crowd = crowd;
}

/* Takes note of what was seen in a block, whose turn it is. */
static void
deliver(struct scanning *all, const struct blockscanner *r)
{
	const struct rowobserver *watch = all->look->watch;

	if (watch && r->count > 0)
		watch->join(watch->arg, r->seen);
	if (r->beside && !all->alone) {
		repcursorload(&all->beside, r->block, &all->counts);
		while (repcursornext(&all->beside))
			reportscanputrow(all->look, &all->beside);
	}
	reportscancount(all, r);
	all->done += r->count;
	progressupdate(&all->progress, all->done);
}

/* Waits for a reader's turn. */
static void
reportscanawait(void *arg)
{
	const struct blockscanner *r = arg;
	struct scanning *all = r->all;

	pthread_mutex_lock(&all->mutex);
	while (all->turn != r->block)
		pthread_cond_wait(&all->turned, &all->mutex);
	pthread_mutex_unlock(&all->mutex);
}

/* Waits for a reader's turn, and takes note of what it has seen. */
static void
inturn(struct scanning *all, struct blockscanner *r)
{
	reportscanawait(r);
	deliver(all, r);
	pthread_mutex_lock(&all->mutex);
	all->turn++;
	pthread_cond_broadcast(&all->turned);
	pthread_mutex_unlock(&all->mutex);
}

/* Reads blocks as long as there are some. Of several that cannot be read the first ends the
 * program. */
static void *
reportscanwork(void *arg)
{
	struct blockscanner *r = arg;
	struct scanning *all = r->all;
	size_t block;

	for (;;) {
		pthread_mutex_lock(&all->mutex);
		block = all->taken++;
		pthread_mutex_unlock(&all->mutex);
		if (block >= all->look->reportindex->rep.file.count)
			break;
		r->block = block;
		errsetturn(reportscanawait, r);
		readblock(r);
		inturn(all, r);
		errsetturn(NULL, NULL);
	}
	return NULL;
}

/* How much of the blocks is read. */
static double
reportscanshare(const void *arg)
{
	const struct scanning *all = arg;

	return (double)all->turn / (double)all->look->reportindex->rep.file.count;
}

/* Lets all readers work, and waits for them. */
static void
reportscantogether(struct blockscanner *list, unsigned count)
{
	for (unsigned i = 1; i < count; i++) {
		errno = pthread_create(&list[i].thread, NULL, reportscanwork, &list[i]);
		if (errno != 0)
			die("cannot start a thread:");
	}
	reportscanwork(&list[0]);
	for (unsigned i = 1; i < count; i++)
		pthread_join(list[i].thread, NULL);
}

void
reportscanrun(struct reportscan *l)
{
	const struct rep *r = &l->reportindex->rep;
	struct scanning all = {
		.look = l, .alone = l->readers <= 1, .progress = { .next = UINT64_MAX }
	};
	unsigned count = all.alone ? 1 : l->readers;
	struct blockscanner *list = xzalloc(count, sizeof(*list));

	pthread_mutex_init(&all.mutex, NULL);
	pthread_cond_init(&all.turned, NULL);
	repcoverageopen(&all.tally, &r->schema);
	cursoropen(l, &all.beside, &all.tally, true);
	for (unsigned i = 0; i < count; i++) {
		list[i].all = &all;
		list[i].seen = l->watch ? l->watch->open(l->watch->arg) : NULL;
		repcoverageopen(&list[i].tally, &r->schema);
		cursoropen(l, &list[i].cursor, &list[i].tally, false);
	}
	if (l->shows)
		progressstartinput(&all.progress, r->file.path, reportscanshare, &all);
	reportscantogether(list, count);
	progressend(&all.progress);
	for (unsigned i = 0; i < count; i++) {
		repcoverageadd(&l->reportindex->tally, &list[i].tally, &r->schema);
		repcursorclose(&list[i].cursor);
		repcoveragefree(&list[i].tally);
		if (l->watch)
			l->watch->close(list[i].seen);
	}
	free(list);
	repcursorclose(&all.beside);
	repcoveragefree(&all.tally);
	pthread_cond_destroy(&all.turned);
	pthread_mutex_destroy(&all.mutex);
	repcheckcounts(r, &l->reportindex->tally);
}
