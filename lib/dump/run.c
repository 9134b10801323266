/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "err.h"
#include "piece.h"
#include "probe.h"
#include "run.h"

/* With more runs than this, or more rows at one time, a table is sorted instead: each run has a
 * statement of its own, each such row is looked up. */
enum { RUNS = PIECES, TIES = 65536 };

/* Parts of a table have so many rows at least. Of more runs than MANY_RUNS only one reader has
 * statements: they take memory. */
enum { SPLIT = 65536, MANY_RUNS = 512 };

/* Row numbers are below this: then none of the sums here overflows. */
#define ROWS (INT64_C(1) << 48)

/* A row of the pass, kept while others start at the same time. */
struct tie {
	int64_t rowid;
	struct when when;
};

/* The pass over the times of a table that finds its runs. */
struct pass {
	struct runs *runs;
	struct table *table;
	size_t number;    /* of the table */
	struct tie *ties; /* rows that start at the latest time */
	size_t count, cap;
	int64_t next;     /* the least number that the next row may have */
	bool messy;       /* those are not in the order of the stream */
	bool lost;        /* there are too many runs or ties */
	bool early;       /* its rows began before the window */
	/* Its rows are believed to be sorted: they are no piece of a table looked through whole. */
	bool believed;
};

int
whenorder(const struct when *a, const struct when *b)
{
	if (a->ts != b->ts)
		return a->ts < b->ts ? -1 : 1;
	if (a->open != b->open)
		return a->open ? -1 : 1;
	return (a->span < b->span) - (a->span > b->span);
}

static int
byorder(const void *a, const void *b)
{
	const struct tie *x = a, *y = b;
	int order = whenorder(&x->when, &y->when);

	return order ? order : (x->rowid > y->rowid) - (x->rowid < y->rowid);
}

static void
addnumber(int64_t **numbers, size_t *count, size_t *cap, int64_t v)
{
	GROW(*numbers, *cap, *count + 1);
	(*numbers)[(*count)++] = v;
}

static void
addswap(struct runs *r, int64_t v)
{
	addnumber(&r->swaps, &r->swapcount, &r->swapcap, v);
}

static void
addrun(struct runs *r, struct run run)
{
	GROW(r->runs, r->cap, r->count + 1);
	r->runs[r->count++] = run;
}

static void
addcut(struct runs *r, struct cut cut)
{
	GROW(r->cuts, r->cutcap, r->cutcount + 1);
	r->cuts[r->cutcount++] = cut;
}

/* Begins a run at a row. */
static void
beginrun(struct pass *pass, int64_t rowid)
{
	struct runs *r = pass->runs;

	addrun(r,
	    (struct run){
	        .table = pass->number,
	        .low = rowid,
	        .high = rowid,
	        .swap = r->swapcount,
	        .swapend = r->swapcount,
	        .cut = r->cutcount,
	        .cutend = r->cutcount,
	    });
}

/* Ends the rows that start at one time, or began early: if they are not one behind the other, their
 * order is kept for the run they belong to. */
static void
endties(struct pass *pass)
{
	struct runs *r = pass->runs;

	if (pass->messy || (pass->early && pass->count > 0)) {
		addswap(r, (int64_t)pass->count);
		addswap(r, pass->ties[0].rowid);
		addswap(r, pass->ties[pass->count - 1].rowid);
		qsort(pass->ties, pass->count, sizeof(*pass->ties), byorder);
		for (size_t i = 0; i < pass->count; i++)
			addswap(r, pass->ties[i].rowid);
		r->runs[r->count - 1].swapend = r->swapcount;
	}
	pass->count = 0;
	pass->messy = false;
}

/* Notes where slices begin in the last run, now that a row with a new start continues or begins
 * it. */
static void
beginslice(struct runs *r, const struct tie *row)
{
	struct run *run = &r->runs[r->count - 1];
	size_t slice = run->cut < run->cutend ? r->cuts[run->cutend - 1].slice : SIZE_MAX,
	       low = slice == SIZE_MAX ? 0 : slice, high = r->slicecount;

	if (slice != SIZE_MAX && (slice == r->slicecount || row->when.ts < r->slices[slice]))
		return;
	while (low < high) { /* how many slices begin at the row or before it */
		size_t middle = low + (high - low) / 2;

		if (r->slices[middle] <= row->when.ts)
			low = middle + 1;
		else
			high = middle;
	}
	addcut(r, (struct cut){ low, row->rowid, r->swapcount });
	run->cutend = r->cutcount;
}

/* Takes the next row of a table: it continues the last run, or begins one. */
static void
addrow(struct pass *pass, const struct tie *row)
{
	struct runs *r = pass->runs;
	struct tie *last = pass->count > 0 ? &pass->ties[pass->count - 1] : NULL;
	int64_t latest = last ? last->when.ts : INT64_MIN;

	if (last && pass->believed && row->when.ts < latest) {
		pass->lost = true;
		return;
	}
	if (last && row->when.ts != latest && !pass->early)
		endties(pass);
	else if (last && whenorder(&row->when, &last->when) < 0)
		pass->messy = true;
	if (!last || row->when.ts < latest)
		beginrun(pass, row->rowid);
	if (pass->count == 0 && r->slicecount > 0)
		beginslice(r, row);
	GROW(pass->ties, pass->cap, pass->count + 1);
	pass->ties[pass->count++] = *row;
	r->runs[r->count - 1].high = row->rowid;
	pass->lost = r->count > RUNS || pass->count > TIES;
}

/* Looks at one row of the pass. */
static void
look(struct fetch *times)
{
	enum { START, STOP, CLASS, ROWID };
	struct pass *pass = times->arg;
	const struct cell *cells = times->row.cells;
	struct runs *r = pass->runs;
	struct table *t = pass->table;
	struct plan *plan = tableplan(t, &cells[CLASS]);
	struct tie row = { .rowid = cells[ROWID].number };

	if (row.rowid < pass->next)
		die("%s: %s: malformed: its rows are not in order of their numbers",
		    t->profile->path, t->name);
	pass->next = addsat(row.rowid, 1);
	if (!plan) {
		t->strays++;
		return;
	}
	if (plan->source->type == TYPE_META)
		addnumber(&r->names, &r->namecount, &r->namecap, row.rowid);
	if (!plan->wanted)
		return;
	if (!tablewhen(plan, &cells[START], &cells[STOP], &row.when)) {
		tabletimeless(t, plan, &cells[START]);
		return;
	}
	if (!tableinside(r->wanted, &row.when))
		return;
	if (r->rows == 0 || row.when.ts < r->first)
		r->first = row.when.ts;
	r->rows++;
	if (!pass->lost)
		addrow(pass, &row);
}

/* The query of the pass: start, end, class and number of the rows from ?2 to ?3, of those before
 * the window only what lasts into it. */
static sqlite3_stmt *
timesquery(const struct table *t, struct fetch *times, bool early)
{
	int columns[] = { 0, t->stop, t->class };
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	bufstr(&sql, "SELECT 1");
	tablefrom(t, &sql);
	bufprintf(&sql, " WHERE %s BETWEEN ?2 AND ?3 AND ", t->rowid);
	if (early) { /* the row function is for the few rows that pass */
		tablecolumn(t, t->stop, &sql);
		sql.n--;
		bufstr(&sql, " > ?4 IS NOT 0 AND ");
	}
	bufstr(&sql, "nst_row(?1,");
	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		tablecolumn(t, columns[i], &sql);
	bufprintf(&sql, "%s)", t->rowid);
	st = profilequery(t->profile, sql.p);
	free(sql.p);
	fetchbind(st, 1, times);
	return st;
}

/* Looks at the rows from low to high. */
static void
passrows(struct pass *pass, int64_t low, int64_t high)
{
	struct fetch times = { .each = look, .arg = pass };
	const struct table *t = pass->table;
	sqlite3_stmt *st = timesquery(t, &times, pass->early);

	sqlite3_bind_int64(st, 2, low);
	sqlite3_bind_int64(st, 3, high);
	/* Without effect where nothing is early. */
	sqlite3_bind_int64(st, 4, pass->runs->wanted->from);
	pass->next = low;
	profilestep(t->profile, st, t->name);
	sqlite3_finalize(st);
	rowfree(&times.row);
	if (!pass->lost && pass->count > 0)
		endties(pass);
}

/* Looks at the rows of a piece that touch the window. */
static void
passpiece(struct pass *pass, struct probe *p, const struct piece *piece, int64_t before)
{
	const struct wanted *wanted = pass->runs->wanted;
	int64_t low = probetime(p, piece->low, piece->high, wanted->from), high = piece->high;

	if (wanted->to != INT64_MAX)
		high = probetime(p, low, piece->high, wanted->to) - 1;
	if (pass->table->stop >= 0 && low > piece->low) {
		pass->early = true;
		passrows(pass, low - piece->low > before ? low - before : piece->low, low - 1);
		pass->early = false;
	}
	passrows(pass, low, high);
}

/* Looks only at the rows of a large table that may touch the window; false, with nothing found,
 * when the table is not large or not as nsys writes such tables. */
static bool
passwindow(struct pass *pass)
{
	const struct wanted *wanted = pass->runs->wanted;
	struct table before = *pass->table;
	struct piece pieces[PIECES];
	struct probe p;
	size_t count = 0;

	if (!windowed(wanted))
		return false;
	probeopen(&p, pass->table);
	if (p.low > -ROWS && p.low < p.high && p.high < ROWS && p.high - p.low >= RUN_BEFORE)
		count = piecesfind(&p, pieces);
	pass->believed = true;
	for (size_t i = 0; i < count && !pass->lost; i++)
		passpiece(pass, &p, &pieces[i], RUN_BEFORE / (int64_t)count);
	probeclose(&p);
	pass->believed = false;
	if (!pass->lost)
		return count > 0;
	runsfree(pass->runs);
	*pass->table = before;
	pass->count = 0;
	pass->lost = pass->messy = false;
	return false;
}

void
partfind(struct part *part, struct table *t)
{
	struct runs *r = &part->found;
	struct pass pass = { .runs = r, .table = t, .number = part->table };

	if (passwindow(&pass))
		r->unnamed = strcmp(t->name, "NVTX_EVENTS") == 0;
	else
		passrows(&pass, part->low, part->high);
	r->whole = pass.lost;
	free(pass.ties);
}

struct part *
partsmake(const struct table *tables, size_t count, const struct runs *runs, unsigned readers,
    size_t *parts)
{
	struct part *all = xreallocarray(NULL, count * readers, sizeof(*all));

	*parts = 0;
	for (size_t i = 0; i < count; i++) {
		struct part whole = { .table = i,
			.low = INT64_MIN,
			.high = INT64_MAX,
			.found = { .wanted = runs->wanted,
			    .slices = runs->slices,
			    .slicecount = runs->slicecount } };
		struct probe p;
		uint64_t step;

		all[(*parts)++] = whole;
		if (readers < 2 || windowed(runs->wanted))
			continue;
		probeopen(&p, &tables[i]);
		step = p.low < p.high ? ((uint64_t)p.high - (uint64_t)p.low) / readers : 0;
		for (unsigned j = 1; j < readers && step >= SPLIT; j++) {
			whole.low = (int64_t)((uint64_t)p.low + step * j);
			all[*parts - 1].high = whole.low - 1;
			all[(*parts)++] = whole;
		}
		probeclose(&p);
	}
	return all;
}

/* Appends what was found in a part. */
static void
join(struct runs *r, const struct runs *found)
{
	for (size_t i = 0; i < found->count; i++) {
		struct run run = found->runs[i];

		run.swap += r->swapcount;
		run.swapend += r->swapcount;
		run.cut += r->cutcount;
		run.cutend += r->cutcount;
		addrun(r, run);
	}
	for (size_t i = 0; i < found->cutcount; i++) {
		struct cut cut = found->cuts[i];

		cut.swap += r->swapcount;
		addcut(r, cut);
	}
	for (size_t i = 0; i < found->swapcount; i++)
		addnumber(&r->swaps, &r->swapcount, &r->swapcap, found->swaps[i]);
	for (size_t i = 0; i < found->namecount; i++)
		addnumber(&r->names, &r->namecount, &r->namecap, found->names[i]);
}

void
partsjoin(struct part *parts, size_t count, struct runs *r)
{
	for (size_t i = 0, end; i < count; i = end) {
		size_t runs = 0;
		bool sorted = false;

		for (end = i; end < count && parts[end].table == parts[i].table; end++) {
			struct runs *found = &parts[end].found;

			sorted = sorted || found->whole;
			runs += found->count;
			if (found->rows > 0 && (r->rows == 0 || found->first < r->first))
				r->first = found->first;
			r->rows += found->rows;
			r->unnamed = r->unnamed || found->unnamed;
		}
		for (size_t j = i; j < end; j++) {
			if (sorted || runs > RUNS)
				parts[j].found.count = parts[j].found.cutcount =
				    parts[j].found.swapcount = 0;
			join(r, &parts[j].found);
			runsfree(&parts[j].found);
		}
		if (sorted || runs > RUNS) {
			addrun(r, (struct run){ .table = parts[i].table, .sorted = true });
			r->whole = true;
		}
	}
	r->whole = r->whole || r->count > MANY_RUNS;
	free(parts);
}

void
runsfree(struct runs *r)
{
	free(r->runs);
	free(r->swaps);
	free(r->cuts);
	free(r->names);
	*r = (struct runs){ .wanted = r->wanted, .slices = r->slices, .slicecount = r->slicecount };
}
