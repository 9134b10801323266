/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "err.h"
#include "merge.h"

/* With more runs than this, or more rows at one time, a table is sorted instead: each run has a statement of its own, each such row is looked up. */
enum { RUNS = 256, TIES = 65536 };

/* A run of a table's rows, sorted by start. */
struct cursor {
	struct table *table;
	int64_t low, high; /* row numbers; of the whole table when it is sorted */
	bool sorted;       /* by SQLite: the row numbers do not matter */
	sqlite3_stmt *st;  /* steps through the run */
	sqlite3_stmt *one; /* looks up one row */
	struct row row;    /* it stands at */
	size_t swap, swapend; /* in merge.swaps: groups, each of a count, the first and last row number, and the row numbers in order */
	int64_t left;         /* rows to come of the group at hand */
	const struct plan *plan; /* of the row it stands at */
	struct when when;
};

/* A row of the pass that finds the runs, kept while others start at the same time. */
struct tie {
	int64_t rowid;
	struct when when;
};

/* The pass that finds the runs of a table. */
struct pass {
	struct merge *merge;
	struct table *table;
	struct meta *meta;
	size_t first;     /* of the table's cursors */
	struct tie *ties; /* rows that start at the latest time */
	size_t count, cap;
	bool messy;       /* those are not in the order of the stream */
	bool lost;        /* there are too many runs or ties */
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

	bufstr(&sql, "SELECT 1");
	tablefrom(t, &sql);
	bufprintf(&sql, " WHERE nst_row(?1,%s", t->rowid);
	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		if (columns[i] < 0) {
			bufstr(&sql, ",NULL");
		} else {
			struct span name = nameget(&t->columns, (uint32_t)columns[i]);

			bufprintf(&sql, ",[%.*s]", (int)name.n, name.p);
		}
	bufchar(&sql, ')');
	bufchar(&sql, '\0');
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

static int
byorder(const void *a, const void *b)
{
	const struct tie *x = a, *y = b;
	int order = compare(&x->when, &y->when);

	return order ? order : (x->rowid > y->rowid) - (x->rowid < y->rowid);
}

static void
addswap(struct merge *m, int64_t v)
{
	m->swaps = xgrow(m->swaps, &m->swapcap, m->swapcount + 1, sizeof(*m->swaps));
	m->swaps[m->swapcount++] = v;
}

/* Ends the rows that start at one time: if they are out of order, their order is kept for the run they belong to. */
static void
endties(struct pass *pass)
{
	struct merge *m = pass->merge;
	struct cursor *c = &m->cursors[m->count - 1];

	if (pass->messy) {
		addswap(m, (int64_t)pass->count);
		addswap(m, pass->ties[0].rowid);
		addswap(m, pass->ties[pass->count - 1].rowid);
		qsort(pass->ties, pass->count, sizeof(*pass->ties), byorder);
		for (size_t i = 0; i < pass->count; i++)
			addswap(m, pass->ties[i].rowid);
		c->swapend = m->swapcount;
	}
	pass->count = 0;
	pass->messy = false;
}

/* Takes the next row of a table: it continues the last run, or begins one. */
static void
addrow(struct pass *pass, const struct tie *row)
{
	struct merge *m = pass->merge;
	struct tie *last = pass->count > 0 ? &pass->ties[pass->count - 1] : NULL;

	if (last && row->when.ts != last->when.ts)
		endties(pass);
	else if (last && compare(&row->when, &last->when) < 0)
		pass->messy = true;
	if (!last || row->when.ts < last->when.ts) {
		struct cursor *c = addcursor(m, pass->table, row->rowid);

		c->swap = c->swapend = m->swapcount;
	}
	pass->ties = xgrow(pass->ties, &pass->cap, pass->count + 1, sizeof(*pass->ties));
	pass->ties[pass->count++] = *row;
	m->cursors[m->count - 1].high = row->rowid;
	pass->lost = m->count - pass->first > RUNS || pass->count > TIES;
}

/* Looks at one row of the pass. */
static void
look(struct row *times)
{
	enum { ROWID, START, STOP, CLASS };
	struct pass *pass = times->arg;
	const struct cell *cells = times->cells;
	struct merge *m = pass->merge;
	struct table *t = pass->table;
	struct plan *plan = tableplan(t, &cells[CLASS]);
	struct tie row = { .rowid = cells[ROWID].number };

	if (!plan) {
		t->strays++;
		return;
	}
	if (plan->source->type == TYPE_META)
		metanvtx(pass->meta, t->rowid, row.rowid);
	if (!plan->wanted)
		return;
	if (!tablewhen(plan, &cells[START], &cells[STOP], &row.when)) {
		if (cells[START].type == SQLITE_INTEGER)
			t->untimed++;
		else
			t->odd++;
		return;
	}
	if (!tableinside(m->wanted, &row.when))
		return;
	plan->rows++;
	if (m->rows == 0 || row.when.ts < m->first)
		m->first = row.when.ts;
	m->rows++;
	if (!pass->lost)
		addrow(pass, &row);
}

void
mergeadd(struct merge *m, struct table *t, struct meta *meta)
{
	struct pass pass = { .merge = m, .table = t, .meta = meta, .first = m->count };
	struct row times = { .each = look, .arg = &pass };
	sqlite3_stmt *st = timesquery(t);

	rowbind(st, 1, &times);
	profilestep(m->profile, st, t->name);
	sqlite3_finalize(st);
	if (pass.lost)
		sortinstead(m, t, pass.first);
	else if (pass.count > 0)
		endties(&pass);
	free(pass.ties);
	rowfree(&times);
}

/* A statement that hands a cursor its rows: those that the end of the query picks. */
static sqlite3_stmt *
rowsquery(const struct merge *m, struct cursor *c, const char *rest)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	bufstr(&sql, c->sorted ? "SELECT " : "SELECT nst_row(?3,");
	tablecolumns(c->table, &sql);
	bufstr(&sql, c->sorted ? "" : ")");
	tablefrom(c->table, &sql);
	bufstr(&sql, rest);
	bufchar(&sql, '\0');
	st = profilequery(m->profile, sql.p);
	rowbind(st, 3, &c->row);
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
	sqlite3_bind_int64(c->one, 1, m->swaps[c->swap++]);
	c->left--;
	return profilestep(m->profile, c->one, c->table->name);
}

/* Steps to the next row of a run, whatever it holds; false behind the last. */
static bool
step(struct merge *m, struct cursor *c)
{
	const int64_t *group = &m->swaps[c->swap];

	if (c->left > 0)
		return lookup(m, c);
	if (!profilestep(m->profile, c->st, c->table->name))
		return false;
	if (c->sorted)
		rowread(&c->row, c->st);
	if (c->swap == c->swapend || c->row.cells[c->table->columns.used].number < group[1])
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
		c->plan = tableplan(t, t->class < 0 ? NULL : &c->row.cells[t->class]);
		if (!c->plan || !c->plan->wanted || !tablewhen(c->plan, &c->row.cells[0], t->stop < 0 ? NULL : &c->row.cells[t->stop], &c->when) ||
		    !tableinside(m->wanted, &c->when))
			continue;
		if (moved && compare(&c->when, &last) < 0)
			die("%s: %s: the rows are no longer in order: the file changed while it was read", m->profile->path, t->name);
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
	struct buf rest = { 0 };

	if (c->sorted)
		orderby(c->table, &rest);
	else
		bufprintf(&rest, " WHERE %s BETWEEN ?1 AND ?2", c->table->rowid);
	c->st = rowsquery(m, c, rest.p);
	sqlite3_bind_int64(c->st, 1, c->low); /* without effect where it is sorted */
	sqlite3_bind_int64(c->st, 2, c->high);
	free(rest.p);
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

	if (m->heaped == 0) {
		if (m->written != m->rows)
			die("%s: %llu events were found and %llu read: the file changed while it was read", m->profile->path, (unsigned long long)m->rows,
			    (unsigned long long)m->written);
		return false;
	}
	c = &m->cursors[m->heap[0]];
	tablewrite(c->table, c->plan, &c->row, &c->when, meta, out);
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
	for (size_t i = 0; i < m->count; i++) {
		sqlite3_finalize(m->cursors[i].st);
		sqlite3_finalize(m->cursors[i].one);
		rowfree(&m->cursors[i].row);
	}
	free(m->cursors);
	free(m->swaps);
	free(m->heap);
}
