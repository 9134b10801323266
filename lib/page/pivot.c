/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/map.h"
#include "html.h"
#include "pivot.h"
#include "table.h"

enum { GPUS_LEAST = 3, GPUS_MOST = 16 };

static const char *const texts[] = { "cause", "kind", "blame" };

enum { TEXTS = sizeof(texts) / sizeof(*texts) };

/* A row: what the rows of several GPUs have in common. */
struct pivotrow {
	size_t first; /* the first row of the table that is like it */
	wide waits, idle, times[GPUS_MOST];
};

struct pivot {
	const struct tableview *table;
	const struct column *columns[TEXTS]; /* those of texts */
	bool there[TEXTS];                   /* the column has a value */
	int64_t gpus[GPUS_MOST];
	size_t gpucount;
	struct stringtable keys;
	struct pivotrow *rows; /* by key */
	size_t room;
};

/* Returns a cell of the table; none if the table has no such column. */
static struct tablecell
cellat(const struct tableview *s, size_t row, const struct column *c)
{
	return c ? c->cell(s->arg, row, c) : (struct tablecell){ 0 };
}

/* Returns the index of a GPU, which is added if it is new; GPUS_MOST if there are too many. */
static size_t
gpuindex(struct pivot *p, int64_t device)
{
	size_t i = 0;

	while (i < p->gpucount && p->gpus[i] != device)
		i++;
	if (i == p->gpucount && i < GPUS_MOST)
		p->gpus[p->gpucount++] = device;
	return i;
}

/* Returns the row for a row of the table. */
static struct pivotrow *
pivotrowof(struct pivot *p, size_t row)
{
	size_t before = p->keys.used;
	struct buf key = { 0 };
	uint32_t number;

	for (size_t i = 0; i < TEXTS; i++) {
		struct tablecell e = cellat(p->table, row, p->columns[i]);

		if (e.given)
			bufspan(&key, e.text);
		bufchar(&key, e.given ? '\1' : '\0');
		p->there[i] = p->there[i] || e.given;
	}
	number = stringintern(&p->keys, bufall(&key));
	free(key.p);
	if (p->keys.used > before) {
		GROW(p->rows, p->room, p->keys.used);
		p->rows[number] = (struct pivotrow){ .first = row };
	}
	return &p->rows[number];
}

/* Adds up the rows of the table. Returns false if columns for GPUs would not fit it. */
static bool
pivotadd(struct pivot *p)
{
	const struct tableview *s = p->table;
	const struct column *device = tablecolumn(s, "device"), *pid = tablecolumn(s, "pid"),
			    *waits = tablecolumn(s, "waits"), *idle = tablecolumn(s, "idle");

	if (s->allrows > s->rows)
		return false;
	for (size_t i = 0; i < s->rows; i++) {
		struct tablecell number = cellat(s, i, device);
		wide time = cellat(s, i, idle).number;
		size_t gpu = number.given ? gpuindex(p, (int64_t)number.number) : GPUS_MOST;
		struct pivotrow *row = pivotrowof(p, i);

		if (gpu == GPUS_MOST || cellat(s, i, pid).given)
			return false;
		row->waits += cellat(s, i, waits).number;
		row->idle += time;
		row->times[gpu] += time;
	}
	return p->gpucount >= GPUS_LEAST;
}

static void
pivotputhead(const struct pivot *p, struct buf *out)
{
	bufstr(out, "<table class=\"data\"><caption>");
	htmltext(out, spanof(p->table->title));
	bufstr(out, "</caption><thead><tr>");
	for (size_t i = 0; i < TEXTS; i++)
		if (p->there[i])
			tableheading(texts[i], COLUMN_TEXT, out);
	tableheading("waits", COLUMN_INTEGER, out);
	tableheading("idle", COLUMN_TIME, out);
	for (size_t i = 0; i < p->gpucount; i++)
		bufprintf(out,
		    "<th scope=\"col\" data-type=\"time\" data-column=\"GPU_%lld\" "
		    "title=\"idle time of GPU %lld\">GPU %lld</th>",
		    (long long)p->gpus[i], (long long)p->gpus[i], (long long)p->gpus[i]);
	bufstr(out, "</tr></thead><tbody>\n");
}

static void
pivotputrow(const struct pivot *p, const struct pivotrow *row, struct buf *out)
{
	bufstr(out, "<tr>");
	for (size_t i = 0; i < TEXTS; i++) {
		struct tablecell e;

		if (!p->there[i])
			continue;
		e = cellat(p->table, row->first, p->columns[i]);
		bufstr(out, strcmp(texts[i], "blame") == 0 ? "<td class=\"name\">" : "<td>");
		if (e.given)
			htmltext(out, e.text);
		bufstr(out, "</td>");
	}
	tablenumber(COLUMN_INTEGER, cellwhole(row->waits), out);
	tablenumber(COLUMN_TIME, cellwhole(row->idle), out);
	for (size_t i = 0; i < p->gpucount; i++)
		tablenumber(COLUMN_TIME, cellwhole(row->times[i]), out);
	bufstr(out, "</tr>\n");
}

/* The longest idle time first, then as in the table. */
static int
byidle(const void *a, const void *b)
{
	const struct pivotrow *x = a, *y = b;

	if (x->idle != y->idle)
		return x->idle > y->idle ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

void
pivotwrite(const struct tableview *s, struct buf *out)
{
	struct pivot p = { .table = s };

	for (size_t i = 0; i < TEXTS; i++)
		p.columns[i] = tablecolumn(s, texts[i]);
	if (pivotadd(&p)) {
		qsort(p.rows, p.keys.used, sizeof(*p.rows), byidle);
		pivotputhead(&p, out);
		for (size_t i = 0; i < p.keys.used; i++)
			pivotputrow(&p, &p.rows[i], out);
		bufstr(out, "</tbody></table>\n");
	} else {
		tablewrite(s, out);
	}
	stringtablefree(&p.keys);
	free(p.rows);
}
