/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "ranktable.h"

/* A process, whose rank may be unknown. */
struct rankrow {
	int64_t pid, rank;
	bool ranked;
	struct span host;
	uint64_t collectives; /* number of kernels and calls that were part of a collective */
	uint64_t last;        /* number of collectives for which this process was last */
	wide wait, transfer;  /* ns */
};

static struct rankrow *
rowof(struct ranktable *r, int64_t pid)
{
	bool fresh;
	uint32_t *number = mapput(&r->pids, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);

	if (fresh) {
		*number = (uint32_t)r->count;
		GROW(r->rows, r->room, r->count + 1);
		r->rows[r->count++] = (struct rankrow){ .pid = pid };
	}
	return &r->rows[*number];
}

/* Adds a collective to the rank that arrived last. */
static void
addlast(struct ranktable *r, const struct event *ev)
{
	int64_t pid;

	if (jsonint(evarg(ev, "last_pid"), &pid))
		rowof(r, pid)->last++;
}

/* Adds the wait and the transfer of one rank's part of a collective. */
static void
addwait(struct ranktable *r, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], dur = evnumber(ev, KEY_DUR), wait;
	struct rankrow *row;

	if (!evhas(ev, KEY_PID) || !jsonint(evarg(ev, "wait"), &wait) || wait < 0 || wait > dur)
		return;
	row = rowof(r, ev->number[KEY_PID]);
	row->collectives++;
	row->wait += cliplength(r->clip, ts, addsat(ts, wait));
	row->transfer += cliplength(r->clip, addsat(ts, wait), evend(ev));
}

void
ranktableevent(struct ranktable *r, const struct event *ev)
{
	if (!evoverlaps(ev->number[KEY_TS], evend(ev), clipfrom(r->clip), clipto(r->clip)))
		return;
	if (ev->type == TYPE_COLLECTIVE)
		addlast(r, ev);
	else
		addwait(r, ev);
}

/* By rank, then processes of unknown rank by pid. */
static int
byrank(const void *a, const void *b)
{
	const struct rankrow *x = a, *y = b;

	if (x->ranked != y->ranked)
		return x->ranked ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return (x->pid > y->pid) - (x->pid < y->pid);
}

enum { RANK, PID, HOST, COLLECTIVES, WAIT, TRANSFER, SHARE, LAST };

static struct tablecell
rankcell(const void *arg, size_t row, const struct column *column)
{
	const struct ranktable *r = arg;
	const struct rankrow *one = &r->rows[row];

	switch (column->id) {
	case RANK:
		return one->ranked ? cellwhole(one->rank) : (struct tablecell){ 0 };
	case PID:
		return cellwhole(one->pid);
	case HOST:
		return one->host.n > 0 ? celltext(one->host) : (struct tablecell){ 0 };
	case COLLECTIVES:
		return cellwhole((wide)one->collectives);
	case WAIT:
		return cellwhole(one->wait);
	case TRANSFER:
		return cellwhole(one->transfer);
	case SHARE:
		return cellratio(one->wait * 100, one->wait + one->transfer);
	default:
		return cellwhole((wide)one->last);
	}
}

static const struct column columns[] = {
	{ "rank", COLUMN_INTEGER, rankcell, RANK, 0 },
	{ "pid", COLUMN_INTEGER, rankcell, PID, 3 },
	{ "host", COLUMN_TEXT, rankcell, HOST, 2 },
	{ "collectives", COLUMN_INTEGER, rankcell, COLLECTIVES, 0 },
	{ "wait", COLUMN_TIME, rankcell, WAIT, 0 },
	{ "transfer", COLUMN_TIME, rankcell, TRANSFER, 0 },
	{ "wait_share", COLUMN_PERCENT, rankcell, SHARE, 1 },
	{ "last", COLUMN_INTEGER, rankcell, LAST, 0 },
};

/* Looks up the rank and the host of each row. */
static void
nameranks(struct ranktable *r)
{
	for (size_t i = 0; i < r->count; i++) {
		struct rankrow *row = &r->rows[i];

		row->ranked = identityrank(r->ids, row->pid, &row->rank);
		row->host = identityhost(r->ids, row->pid);
	}
}

/* Those that were last most often first, else by rank. */
static int
bylast(const void *a, const void *b)
{
	const struct rankrow *x = a, *y = b;

	if (x->last != y->last)
		return x->last > y->last ? -1 : 1;
	return byrank(a, b);
}

struct ranksums
ranktablesums(struct ranktable *r)
{
	const struct rankrow *worst = r->rows;
	struct ranksums sums = { 0 };

	nameranks(r);
	for (size_t i = 0; i < r->count; i++) {
		sums.wait += r->rows[i].wait;
		sums.collectives += r->rows[i].last;
		worst = bylast(&r->rows[i], worst) < 0 ? &r->rows[i] : worst;
	}
	sums.last = worst->last;
	sums.rank = worst->rank;
	sums.pid = worst->pid;
	sums.ranked = worst->ranked;
	return sums;
}

void
ranktablewrite(struct ranktable *r, const struct tableview *s, struct buf *out)
{
	struct tableview view = *s;
	bool cut = r->most > 0 && r->most < r->count;

	if (r->count == 0)
		return;
	nameranks(r);
	qsort(r->rows, r->count, sizeof(*r->rows), cut ? bylast : byrank);
	view.title = "ranks in collectives";
	view.columns = columns;
	view.count = sizeof(columns) / sizeof(*columns);
	view.rows = cut ? r->most : r->count;
	view.arg = r;
	tableviewwrite(&view, out);
}

void
ranktablefree(struct ranktable *r)
{
	mapfree(&r->pids);
	free(r->rows);
	*r = (struct ranktable){ 0 };
}
