/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "piece.h"

/* So many rows of a table are looked at, one behind the other by equal steps. */
enum { STEPS = 512 };

/* Pieces being found; the last one is at hand. */
struct finding {
	struct probe *probe;
	struct piece *pieces;
	size_t count; /* one more than there is room for when there are too many */
	int64_t ts;   /* of the last row of a gap that was looked at */
};

/* Begins a piece at a row. */
static void
addpiece(struct finding *f, int64_t rowid)
{
	if (f->count <= PIECES)
		f->pieces[f->count - 1].high = rowid - 1;
	if (f->count < PIECES)
		f->pieces[f->count] = (struct piece){ rowid, rowid };
	f->count += f->count <= PIECES;
}

/* Looks at a row of a gap: where starts fall, a new piece begins. */
static void
look(struct fetch *fetch)
{
	enum { START, ROWID };
	struct finding *f = fetch->arg;

	if (fetch->row.cells[START].number < f->ts)
		addpiece(f, fetch->row.cells[ROWID].number);
	f->ts = fetch->row.cells[START].number;
}

/* Looks at all rows between two, in whose midst starts fall. */
static void
lookthrough(struct finding *f, const struct sight *a, const struct sight *b)
{
	const struct table *t = f->probe->table;
	struct fetch fetch = { .each = look, .arg = f };
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	f->ts = a->ts;
	bufstr(&sql, "SELECT 1");
	tablefrom(t, &sql);
	bufprintf(&sql, " WHERE %s BETWEEN %lld AND %lld AND nst_row(?1,", t->rowid,
	    (long long)a->rowid, (long long)b->rowid);
	tablecolumn(t, 0, &sql);
	bufprintf(&sql, "%s)", t->rowid);
	st = profilequery(t->profile, sql.p);
	fetchbind(st, 1, &fetch);
	profilestep(t->profile, st, t->name);
	sqlite3_finalize(st);
	free(sql.p);
	rowfree(&fetch.row);
}

/* Looks at rows at equal steps, the first and the last among them. Says whether a row was missing
 * there. */
static size_t
stride(struct probe *p, struct sight *seen, bool *missing)
{
	uint64_t range = (uint64_t)p->high - (uint64_t)p->low;
	size_t count = 0;

	*missing = false;
	for (uint64_t i = 0; p->low <= p->high && i <= STEPS; i++) {
		int64_t rowid =
		    (int64_t)((uint64_t)p->low + range / STEPS * i + range % STEPS * i / STEPS);

		if (!probeat(p, rowid, &seen[count]))
			break;
		*missing = *missing || seen[count].rowid != rowid;
		count += count == 0 || seen[count].rowid > seen[count - 1].rowid;
	}
	return count;
}

static bool
changed(const struct sight *a, const struct sight *b)
{
	return a->thread != b->thread || a->class != b->class;
}

/* The first row between two that is not of the thread and class of a, as b is not. */
static struct sight
changeof(struct probe *p, const struct sight *a, struct sight b)
{
	int64_t low = a->rowid;

	while (b.rowid - low > 1) {
		int64_t middle = low + (b.rowid - low) / 2;
		struct sight seen;

		if (!probeat(p, middle, &seen) || changed(a, &seen))
			b = seen;
		else
			low = middle;
	}
	return b;
}

/* Whether rows of one thread and class come together: then there are about as many changes as
 * threads and classes. */
static bool
grouped(const struct sight *seen, size_t count)
{
	size_t changes = 0, groups = 0;

	for (size_t i = 1; i < count; i++) {
		size_t j = i;

		if (!changed(&seen[i - 1], &seen[i]))
			continue;
		changes++;
		while (j > 0 && changed(&seen[j - 1], &seen[i]))
			j--;
		groups += j == 0;
	}
	return changes < groups + groups / 8 + 2;
}

size_t
piecesfind(struct probe *p, struct piece *pieces)
{
	struct finding f = { .probe = p, .pieces = pieces, .count = 1 };
	struct sight seen[STEPS + 1];
	bool missing;
	size_t count = stride(p, seen, &missing), falls = 0;
	bool together = grouped(seen, count);

	if (missing)
		return 0; /* nsys numbers rows without gaps */
	pieces[0] = (struct piece){ p->low, p->high };
	for (size_t i = 0; i < count; i++)
		if (!seen[i].timed)
			return 0;
	for (size_t i = 1; i < count && f.count <= PIECES; i++) {
		struct sight at = seen[i - 1];

		while (together && changed(&at, &seen[i]) && f.count <= PIECES) {
			at = changeof(p, &at, seen[i]);
			addpiece(&f, at.rowid);
		}
		if (at.ts <= seen[i].ts)
			continue;
		if (++falls > STEPS / 8)
			return 0;
		lookthrough(&f, &at, &seen[i]);
	}
	if (count == 0 || f.count > PIECES)
		return 0;
	pieces[f.count - 1].high = p->high;
	return f.count;
}

/* A row that stands for others around it. */
struct weight {
	int64_t ts;
	uint64_t rows;
};

static int
bytime(const void *a, const void *b)
{
	const struct weight *x = a, *y = b;

	return (x->ts > y->ts) - (x->ts < y->ts);
}

int64_t *
pieceslices(const struct table *tables, size_t count, uint64_t rows, int64_t from, size_t *slices)
{
	struct weight *weights = xreallocarray(NULL, count * (STEPS + 1), sizeof(*weights));
	int64_t *times = xreallocarray(NULL, count * (STEPS + 1), sizeof(*times));
	size_t n = 0;
	uint64_t sum = 0;

	for (size_t i = 0; i < count; i++) {
		struct sight seen[STEPS + 1];
		struct probe p;
		size_t found;
		bool missing;

		probeopen(&p, &tables[i]);
		found = stride(&p, seen, &missing);
		for (size_t j = 0; j < found; j++)
			weights[n++] = (struct weight){ seen[j].ts,
				((uint64_t)p.high - (uint64_t)p.low) / found + 1 };
		probeclose(&p);
	}
	qsort(weights, n, sizeof(*weights), bytime);
	*slices = 0;
	for (size_t i = 0; i < n; i++) {
		if (weights[i].ts > from && sum >= rows &&
		    (*slices == 0 || weights[i].ts > times[*slices - 1])) {
			times[(*slices)++] = weights[i].ts;
			sum = 0;
		}
		sum += weights[i].rows;
	}
	free(weights);
	return times;
}
