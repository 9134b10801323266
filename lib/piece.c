/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "piece.h"

/* So many rows of a table are looked at, one behind the other by equal steps. */
enum { STEPS = 512 };

/* A table whose rows change thread or class more often than this at such steps has them all in one order. */
enum { SELDOM = STEPS / 8 };

/* Rows between two that were looked at, of which each is looked at. */
struct gap {
	struct piece *pieces;
	size_t count;
	int64_t ts, rowid; /* of the last row */
};

/* Looks at a row of a gap: where starts fall, a new piece begins. */
static void
look(struct row *row)
{
	enum { START, ROWID };
	struct gap *gap = row->arg;
	int64_t ts = row->cells[START].number, rowid = row->cells[ROWID].number;

	if (ts < gap->ts && gap->count < PIECES) {
		gap->pieces[gap->count - 1].high = gap->rowid;
		gap->pieces[gap->count++] = (struct piece){ rowid, rowid };
	}
	gap->ts = ts;
	gap->rowid = rowid;
}

static void
lookthrough(const struct table *t, struct gap *gap, const struct sight *a, const struct sight *b)
{
	struct row row = { .each = look, .arg = gap };
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	gap->ts = a->ts;
	gap->rowid = a->rowid;
	bufstr(&sql, "SELECT 1");
	tablefrom(t, &sql);
	bufprintf(&sql, " WHERE %s BETWEEN %lld AND %lld AND nst_row(?1,", t->rowid, (long long)a->rowid, (long long)b->rowid);
	tablecolumn(t, 0, &sql);
	bufprintf(&sql, "%s)", t->rowid);
	st = profilequery(t->profile, sql.p);
	rowbind(st, 1, &row);
	profilestep(t->profile, st, t->name);
	sqlite3_finalize(st);
	free(sql.p);
	rowfree(&row);
}

/* Looks at rows at equal steps, the first and the last among them. */
static size_t
stride(struct probe *p, struct sight *seen)
{
	uint64_t range = (uint64_t)p->high - (uint64_t)p->low;
	size_t count = 0;

	for (uint64_t i = 0; p->low <= p->high && i <= STEPS; i++)
		if (probeat(p, (int64_t)((uint64_t)p->low + range / STEPS * i + range % STEPS * i / STEPS), &seen[count]) &&
		    (count == 0 || seen[count].rowid > seen[count - 1].rowid))
			count++;
	return count;
}

static bool
changed(const struct sight *a, const struct sight *b)
{
	return a->thread != b->thread || a->class != b->class;
}

size_t
piecesfind(struct probe *p, struct piece *pieces)
{
	struct sight seen[STEPS + 1];
	size_t count = stride(p, seen), changes = 0, gaps = 0;
	struct gap gap = { .pieces = pieces, .count = 1 };

	pieces[0] = (struct piece){ p->low, p->high };
	for (size_t i = 0; i < count; i++) {
		if (!seen[i].timed)
			return 0;
		changes += i > 0 && changed(&seen[i - 1], &seen[i]);
	}
	for (size_t i = 1; i < count; i++) {
		if (seen[i].ts >= seen[i - 1].ts && (changes > SELDOM || !changed(&seen[i - 1], &seen[i])))
			continue;
		if (++gaps > SELDOM)
			return 0;
		lookthrough(p->table, &gap, &seen[i - 1], &seen[i]);
	}
	pieces[gap.count - 1].high = p->high;
	return count > 0 && gap.count < PIECES ? gap.count : 0;
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
pieceslices(const struct table *tables, size_t count, uint64_t rows, size_t *slices)
{
	struct weight *weights = xreallocarray(NULL, count * (STEPS + 1), sizeof(*weights));
	int64_t *times = xreallocarray(NULL, count * (STEPS + 1), sizeof(*times));
	size_t n = 0;
	uint64_t sum = 0;

	for (size_t i = 0; i < count; i++) {
		struct sight seen[STEPS + 1];
		struct probe p;
		size_t found;

		probeopen(&p, &tables[i]);
		found = stride(&p, seen);
		for (size_t j = 0; j < found; j++)
			weights[n++] = (struct weight){ seen[j].ts, ((uint64_t)p.high - (uint64_t)p.low) / found + 1 };
		probeclose(&p);
	}
	qsort(weights, n, sizeof(*weights), bytime);
	*slices = 0;
	for (size_t i = 0; i < n; i++) {
		if (sum >= rows && (*slices == 0 || weights[i].ts > times[*slices - 1])) {
			times[(*slices)++] = weights[i].ts;
			sum = 0;
		}
		sum += weights[i].rows;
	}
	free(weights);
	return times;
}
