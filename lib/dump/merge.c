/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "err.h"
#include "fetch.h"
#include "merge.h"

/* A cursor that has a row, with the time of the row: most comparisons need no more. */
struct place {
	int64_t ts; /* ns */
	size_t cursor;
};

/* Steps through a run. */
struct cursor {
	const struct run *run;
	struct table *table;
	sqlite3_stmt *st;     /* steps through the rows of the slice */
	sqlite3_stmt *one;    /* looks up one row */
	int64_t high;         /* the last row number of the slice */
	size_t swap, swapend; /* groups of the slice in runs.swaps */
	int64_t left;         /* rows to come of the group at hand */
	struct fetch fetch;   /* the row it stands at */
	const struct plan *plan; /* of that row; NULL before the first */
	struct when when;
};

/* A statement that hands a cursor its rows: those that the end of the query picks. */
static sqlite3_stmt *
rowsquery(const struct merge *m, struct cursor *c, const char *rest)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	bufstr(&sql, c->run->sorted ? "SELECT " : "SELECT nst_row(?3,");
	tablecolumns(c->table, &sql);
	bufstr(&sql, c->run->sorted ? "" : ")");
	tablefrom(c->table, &sql);
	bufstr(&sql, rest);
	bufchar(&sql, '\0');
	st = profilequery(m->profile, sql.p);
	fetchbind(st, 3, &c->fetch);
	free(sql.p);
	return st;
}

/* Looks up the next row of the group that a cursor is in. */
static bool
lookup(struct merge *m, struct cursor *c)
{
	struct buf rest = { 0 };

	if (!c->one) {
		bufprintf(&rest, " WHERE %s = ?1", c->table->rowid);
		c->one = rowsquery(m, c, rest.p);
		free(rest.p);
	}
	sqlite3_reset(c->one);
	sqlite3_bind_int64(c->one, 1, m->runs->swaps[c->swap++]);
	c->left--;
	return profilestep(m->profile, c->one, c->table->name);
}

/* Steps to the next row of a run, whatever it holds; false behind the last. */
static bool
step(struct merge *m, struct cursor *c)
{
	const int64_t *group = &m->runs->swaps[c->swap];

	if (c->left > 0)
		return lookup(m, c);
	if (!profilestep(m->profile, c->st, c->table->name))
		return false;
	if (c->run->sorted)
		fetchresult(&c->fetch.row, c->st);
	if (c->swap == c->swapend || c->fetch.row.cells[c->table->columns.used].number < group[1])
		return true;
	sqlite3_reset(c->st);
	if (group[2] < c->high)
		sqlite3_bind_int64(c->st, 1, group[2] + 1);
	else
		sqlite3_bind_null(c->st, 2); /* nothing comes behind it */
	c->left = group[0];
	c->swap += 3;
	return lookup(m, c);
}

/* Moves a cursor to its next row that is wanted; false behind the last. */
static bool
advance(struct merge *m, struct cursor *c)
{
	const struct table *t = c->table;
	struct when last = c->when;
	bool moved = c->plan != NULL;

	while (step(m, c)) {
		c->plan = tableplan(t, t->class < 0 ? NULL : &c->fetch.row.cells[t->class]);
		if (!c->plan || !c->plan->wanted ||
		    !tablewhen(c->plan, &c->fetch.row.cells[0],
		        t->stop < 0 ? NULL : &c->fetch.row.cells[t->stop], &c->when) ||
		    !tableinside(m->runs->wanted, &c->when))
			continue;
		if (moved && whenorder(&c->when, &last) < 0)
			die("%s: %s: the rows are no longer in order: the file changed while it "
			    "was read",
			    m->profile->path, t->name);
		return true;
	}
	return false;
}

/* The order of the stream in SQL, for a table that SQLite sorts: the same as whenorder on
 * tablewhen. */
static void
orderby(const struct table *t, struct buf *sql)
{
	struct buf start = { 0 }, stop = { 0 }, class = { 0 };

	tablecolumn(t, 0, &start);
	tablecolumn(t, t->stop, &stop);
	tablecolumn(t, t->class, &class);
	/* In place of the comma. */
	start.p[start.n - 1] = stop.p[stop.n - 1] = class.p[class.n - 1] = '\0';
	bufprintf(sql, " ORDER BY %s", start.p);
	/* Those never closed first, then by length. */
	for (int open = 1; t->stop >= 0 && open >= 0; open--) {
		bufstr(sql, ",CASE");
		for (size_t i = 0; t->class >= 0 && i < t->count; i++)
			for (size_t j = 0; !t->plans[i].stops && j < t->plans[i].classes; j++)
				bufprintf(sql, " WHEN %s = %lld THEN -1", class.p,
				    (long long)t->plans[i].class[j]);
		bufprintf(sql, " WHEN typeof(%s) NOT IN ('integer', 'null') THEN -1", stop.p);
		if (open)
			bufprintf(sql, " ELSE %s IS NULL END DESC", stop.p);
		else
			bufprintf(sql, " ELSE min(max(%s - %s, 0), %lld) END DESC", stop.p, start.p,
			    (long long)INT64_MAX);
	}
	bufprintf(sql, ",%s", t->rowid);
	free(start.p);
	free(stop.p);
	free(class.p);
}

static void
opencursor(struct merge *m, struct cursor *c)
{
	struct buf rest = { 0 };

	if (c->run->sorted)
		orderby(c->table, &rest);
	else
		bufprintf(&rest, " WHERE %s BETWEEN ?1 AND ?2", c->table->rowid);
	c->st = rowsquery(m, c, rest.p);
	free(rest.p);
}

/* Goes to the first row of a slice; false when the run has none there. */
static bool
startcursor(struct merge *m, struct cursor *c, size_t slice)
{
	const struct runs *r = m->runs;
	const struct run *run = c->run;
	int64_t low = run->low;
	size_t cut = run->cut;

	c->plan = NULL;
	c->left = 0;
	c->high = run->high;
	c->swap = run->swap;
	c->swapend = run->swapend;
	if (run->cut < run->cutend && !r->whole) {
		while (cut < run->cutend && r->cuts[cut].slice < slice)
			cut++;
		if (cut == run->cutend || r->cuts[cut].slice != slice)
			return false;
		low = r->cuts[cut].low;
		c->swap = r->cuts[cut].swap;
		if (cut + 1 < run->cutend) {
			c->high = r->cuts[cut + 1].low - 1;
			c->swapend = r->cuts[cut + 1].swap;
		}
	}
	if (!c->st)
		opencursor(m, c);
	sqlite3_reset(c->st);
	sqlite3_bind_int64(c->st, 1, low); /* without effect where it is sorted */
	sqlite3_bind_int64(c->st, 2, c->high);
	return advance(m, c);
}

/* Whether the row of cursor a comes before that of cursor b; ties go to the earlier table and
 * run. */
static bool
before(const struct merge *m, const struct place *a, const struct place *b)
{
	int order;

	if (a->ts != b->ts)
		return a->ts < b->ts;
	order = whenorder(&m->cursors[a->cursor].when, &m->cursors[b->cursor].when);
	return order < 0 || (order == 0 && a->cursor < b->cursor);
}

/* Puts a cursor at a place of the heap from which it may have to go down. */
static void
sink(struct merge *m, size_t at, size_t cursor)
{
	struct place place = { m->cursors[cursor].when.ts, cursor };

	for (size_t child; (child = at * 2 + 1) < m->heaped; at = child) {
		if (child + 1 < m->heaped && before(m, &m->heap[child + 1], &m->heap[child]))
			child++;
		if (before(m, &place, &m->heap[child]))
			break;
		m->heap[at] = m->heap[child];
	}
	m->heap[at] = place;
}

void
mergeopen(struct merge *m, struct profile *p, const struct runs *runs, struct table *tables)
{
	*m = (struct merge){ .profile = p, .runs = runs };
	m->cursors = xreallocarray(NULL, runs->count, sizeof(*m->cursors));
	m->heap = xreallocarray(NULL, runs->count, sizeof(*m->heap));
	for (size_t i = 0; i < runs->count; i++)
		m->cursors[i] =
		    (struct cursor){ .run = &runs->runs[i], .table = &tables[runs->runs[i].table] };
}

void
mergestart(struct merge *m, size_t slice)
{
	m->heaped = 0;
	for (size_t i = 0; i < m->runs->count; i++)
		if (startcursor(m, &m->cursors[i], slice))
			m->heap[m->heaped++] = (struct place){ m->cursors[i].when.ts, i };
	for (size_t i = m->heaped / 2; i-- > 0;)
		sink(m, i, m->heap[i].cursor);
}

bool
mergenext(struct merge *m, struct rowwriter *w)
{
	struct cursor *c;

	if (m->heaped == 0)
		return false;
	c = &m->cursors[m->heap[0].cursor];
	rowwrite(w, c->table, c->plan, &c->fetch.row, &c->when);
	m->latest = c->when.ts;
	m->written++;
	if (advance(m, c))
		sink(m, 0, m->heap[0].cursor);
	else if (--m->heaped > 0)
		sink(m, 0, m->heap[m->heaped].cursor);
	return true;
}

void
mergeclose(struct merge *m)
{
	for (size_t i = 0; i < m->runs->count; i++) {
		sqlite3_finalize(m->cursors[i].st);
		sqlite3_finalize(m->cursors[i].one);
		rowfree(&m->cursors[i].fetch.row);
	}
	free(m->cursors);
	free(m->heap);
}
