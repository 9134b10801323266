/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "cli.h"
#include "merge.h"

/* With more runs than this a table is sorted instead: each run has a statement of its own. */
enum { RUNS = 256 };

/* A sorted run of a table's rows. */
struct cursor {
	struct table *table;
	int64_t low, high; /* rowids; of the whole table when it is sorted */
	bool sorted;       /* by SQLite: the rowids do not matter */
	sqlite3_stmt *st;
	const struct plan *plan; /* of the row it stands at */
	struct when when;
};

/* The order of the stream: negative when a comes first. */
static int
compare(const struct when *a, const struct when *b)
{
	if (a->ts != b->ts)
		return a->ts < b->ts ? -1 : 1;
	if (a->open != b->open)
		return a->open ? -1 : 1;
	return (a->span < b->span) - (a->span > b->span);
}

static struct cursor *
addcursor(struct merge *m, struct table *t, int64_t rowid)
{
	m->cursors = xgrow(m->cursors, &m->cap, m->count + 1, sizeof(*m->cursors));
	m->cursors[m->count] = (struct cursor){ .table = t, .low = rowid, .high = rowid };
	return &m->cursors[m->count++];
}

/* The query of the pass that finds the runs: rowid, start, end, class. */
static sqlite3_stmt *
timesquery(const struct table *t)
{
	int columns[] = { 0, t->stop, t->class };
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	bufprintf(&sql, "SELECT %s", t->rowid);
	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		if (columns[i] < 0) {
			bufstr(&sql, ",NULL");
		} else {
			struct span name = nameget(&t->columns, (uint32_t)columns[i]);

			bufprintf(&sql, ",[%.*s]", (int)name.n, name.p);
		}
	bufprintf(&sql, " FROM [%s]", t->name);
	st = profilequery(t->profile, sql.p);
	free(sql.p);
	return st;
}

/* Replaces the runs of a table by one that SQLite sorts. */
static void
sortinstead(struct merge *m, struct table *t, size_t first)
{
	m->count = first;
	addcursor(m, t, 0)->sorted = true;
}

void
mergeadd(struct merge *m, struct table *t, struct meta *meta)
{
	enum { ROWID, START, STOP, CLASS };
	sqlite3_stmt *st = timesquery(t);
	size_t first = m->count;
	struct when last = { 0 }, when;
	bool sorted = false;

	while (profilestep(m->profile, st, t->name)) {
		struct plan *plan = tableplan(t, st, t->class < 0 ? -1 : CLASS);

		if (!plan) {
			t->strays++;
			continue;
		}
		if (plan->source->type == TYPE_META)
			metanvtx(meta, t->rowid, sqlite3_column_int64(st, ROWID));
		if (!tablewhen(plan, st, START, STOP, &when)) {
			if (sqlite3_column_type(st, START) == SQLITE_INTEGER)
				t->untimed += plan->wanted;
			else
				t->odd += plan->wanted;
			continue;
		}
		if (!plan->wanted || !tableinside(m->wanted, &when))
			continue;
		plan->rows++;
		if (m->rows == 0 || when.ts < m->first)
			m->first = when.ts;
		m->rows++;
		if (sorted)
			continue;
		if (m->count == first || compare(&when, &last) < 0)
			addcursor(m, t, sqlite3_column_int64(st, ROWID));
		m->cursors[m->count - 1].high = sqlite3_column_int64(st, ROWID);
		last = when;
		sorted = m->count - first > RUNS;
	}
	if (sorted)
		sortinstead(m, t, first);
	sqlite3_finalize(st);
}

/* Moves a cursor to its next row that is wanted; false behind the last. */
static bool
advance(struct merge *m, struct cursor *c)
{
	struct when last = c->when;
	bool moved = c->plan != NULL;

	while (profilestep(m->profile, c->st, c->table->name)) {
		c->plan = tableplan(c->table, c->st, c->table->class);
		if (!c->plan || !c->plan->wanted || !tablewhen(c->plan, c->st, 0, c->table->stop, &c->when) || !tableinside(m->wanted, &c->when))
			continue;
		if (moved && compare(&c->when, &last) < 0)
			die("%s: %s: the rows are no longer in order: the file changed while it was read", m->profile->path, c->table->name);
		return true;
	}
	return false;
}

/* The order of the stream in SQL, for a table that SQLite sorts: the same as compare on tablewhen. */
static void
orderby(const struct table *t, struct buf *sql)
{
	struct span start = nameget(&t->columns, 0), stop, class;

	bufprintf(sql, " ORDER BY [%.*s]", (int)start.n, start.p);
	for (int open = 1; t->stop >= 0 && open >= 0; open--) { /* those never closed first, then by length */
		stop = nameget(&t->columns, (uint32_t)t->stop);
		bufstr(sql, ",CASE");
		for (size_t i = 0; t->class >= 0 && i < t->count; i++) {
			class = nameget(&t->columns, (uint32_t)t->class);
			for (size_t j = 0; !t->plans[i].stops && j < t->plans[i].classes; j++)
				bufprintf(sql, " WHEN [%.*s] = %lld THEN -1", (int)class.n, class.p, (long long)t->plans[i].class[j]);
		}
		bufprintf(sql, " WHEN typeof([%.*s]) NOT IN ('integer', 'null') THEN -1", (int)stop.n, stop.p);
		if (open)
			bufprintf(sql, " ELSE [%.*s] IS NULL END DESC", (int)stop.n, stop.p);
		else
			bufprintf(sql, " ELSE min(max([%.*s] - [%.*s], 0), %lld) END DESC", (int)stop.n, stop.p, (int)start.n, start.p, (long long)INT64_MAX);
	}
	bufprintf(sql, ",%s", t->rowid);
}

static void
opencursor(struct merge *m, struct cursor *c)
{
	struct buf sql = { 0 };

	tableselect(c->table, &sql);
	if (c->sorted)
		orderby(c->table, &sql);
	else
		bufprintf(&sql, " WHERE %s BETWEEN %lld AND %lld", c->table->rowid, (long long)c->low, (long long)c->high);
	c->st = profilequery(m->profile, sql.p);
	free(sql.p);
}

/* Whether the row of cursor a comes before that of cursor b; ties go to the earlier table and run. */
static bool
before(const struct merge *m, size_t a, size_t b)
{
	int order = compare(&m->cursors[a].when, &m->cursors[b].when);

	return order < 0 || (order == 0 && a < b);
}

/* Moves the cursor at a place of the heap down to where it belongs. */
static void
sink(struct merge *m, size_t at)
{
	size_t cursor = m->heap[at];

	for (size_t child; (child = at * 2 + 1) < m->heaped; at = child) {
		if (child + 1 < m->heaped && before(m, m->heap[child + 1], m->heap[child]))
			child++;
		if (before(m, cursor, m->heap[child]))
			break;
		m->heap[at] = m->heap[child];
	}
	m->heap[at] = cursor;
}

void
mergestart(struct merge *m)
{
	m->heap = xreallocarray(NULL, m->count, sizeof(*m->heap));
	for (size_t i = 0; i < m->count; i++) {
		opencursor(m, &m->cursors[i]);
		if (advance(m, &m->cursors[i]))
			m->heap[m->heaped++] = i;
	}
	for (size_t i = m->heaped / 2; i-- > 0;)
		sink(m, i);
}

bool
mergenext(struct merge *m, struct meta *meta, struct buf *out)
{
	struct cursor *c;

	if (m->heaped == 0)
		return false;
	c = &m->cursors[m->heap[0]];
	tablewrite(c->table, c->plan, c->st, &c->when, meta, out);
	m->latest = c->when.ts;
	m->written++;
	if (!advance(m, c))
		m->heap[0] = m->heap[--m->heaped];
	sink(m, 0);
	return true;
}

void
mergefree(struct merge *m)
{
	for (size_t i = 0; i < m->count; i++)
		sqlite3_finalize(m->cursors[i].st);
	free(m->cursors);
	free(m->heap);
}
