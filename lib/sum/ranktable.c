/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "ranktable.h"

/* A process: that of a rank, or one whose rank is not known. */
struct ranksrow {
	int64_t pid, rank;
	bool ranked;
	struct span host;
	uint64_t parts; /* kernels and calls that were part of a collective */
	uint64_t last;  /* collectives to which it came last */
	wide wait, transfer; /* ns */
};

static struct ranksrow *
rowof(struct ranks *r, int64_t pid)
{
	bool fresh;
	uint32_t *number = mapput(&r->pids, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);

	if (fresh) {
		*number = (uint32_t)r->count;
		GROW(r->rows, r->room, r->count + 1);
		r->rows[r->count++] = (struct ranksrow){ .pid = pid };
	}
	return &r->rows[*number];
}

/* Takes a collective: who came last. */
static void
addlast(struct ranks *r, const struct event *ev)
{
	int64_t pid;

	if (jsonint(evarg(ev, "last_pid"), &pid))
		rowof(r, pid)->last++;
}

/* Takes a part of one: it waited first. */
static void
addpart(struct ranks *r, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], dur = evnumber(ev, KEY_DUR), wait;
	struct ranksrow *row;

	if (!evhas(ev, KEY_PID) || !jsonint(evarg(ev, "wait"), &wait) || wait < 0 || wait > dur)
		return;
	row = rowof(r, ev->number[KEY_PID]);
	row->parts++;
	row->wait += clippart(r->clip, ts, addsat(ts, wait));
	row->transfer += clippart(r->clip, addsat(ts, wait), evend(ev));
}

void
ranksevent(struct ranks *r, const struct event *ev)
{
	if (!evtouches(ev->number[KEY_TS], evend(ev), clipfrom(r->clip), clipto(r->clip)))
		return;
	if (ev->type == TYPE_COLLECTIVE)
		addlast(r, ev);
	else
		addpart(r, ev);
}

/* By rank, then those that have none by pid. */
static int
byrank(const void *a, const void *b)
{
	const struct ranksrow *x = a, *y = b;

	if (x->ranked != y->ranked)
		return x->ranked ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return (x->pid > y->pid) - (x->pid < y->pid);
}

enum { RANK, PID, HOST, PARTS, WAIT, TRANSFER, SHARE, LAST };

static struct entry
ranksentry(const void *arg, size_t row, const struct column *column)
{
	const struct ranks *r = arg;
	const struct ranksrow *one = &r->rows[row];

	switch (column->what) {
	case RANK:
		return one->ranked ? entrywhole(one->rank) : (struct entry){ 0 };
	case PID:
		return entrywhole(one->pid);
	case HOST:
		return one->host.n > 0 ? entrytext(one->host) : (struct entry){ 0 };
	case PARTS:
		return entrywhole((wide)one->parts);
	case WAIT:
		return entrywhole(one->wait);
	case TRANSFER:
		return entrywhole(one->transfer);
	case SHARE:
		return entryratio(one->wait * 100, one->wait + one->transfer);
	default:
		return entrywhole((wide)one->last);
	}
}

static const struct column columns[] = {
	{ "rank", SHEET_COUNT, ranksentry, RANK, 0 },
	{ "pid", SHEET_COUNT, ranksentry, PID, 3 },
	{ "host", SHEET_TEXT, ranksentry, HOST, 2 },
	{ "collectives", SHEET_COUNT, ranksentry, PARTS, 0 },
	{ "wait", SHEET_TIME, ranksentry, WAIT, 0 },
	{ "transfer", SHEET_TIME, ranksentry, TRANSFER, 0 },
	{ "wait_share", SHEET_PERCENT, ranksentry, SHARE, 1 },
	{ "last", SHEET_COUNT, ranksentry, LAST, 0 },
};

void
rankswrite(struct ranks *r, const struct sheet *s, struct buf *out)
{
	struct sheet sheet = *s;

	if (r->count == 0)
		return;
	for (size_t i = 0; i < r->count; i++) {
		struct ranksrow *row = &r->rows[i];

		row->ranked = identityrank(r->ids, row->pid, &row->rank);
		row->host = identityhost(r->ids, row->pid);
	}
	qsort(r->rows, r->count, sizeof(*r->rows), byrank);
	sheet.title = "ranks in collectives";
	sheet.columns = columns;
	sheet.count = sizeof(columns) / sizeof(*columns);
	sheet.rows = r->count;
	sheet.arg = r;
	sheetwrite(&sheet, out);
}

void
ranksfree(struct ranks *r)
{
	mapfree(&r->pids);
	free(r->rows);
	*r = (struct ranks){ 0 };
}
