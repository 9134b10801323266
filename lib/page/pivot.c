/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "base/map.h"
#include "html.h"
#include "pivot.h"
#include "sum/statetable.h"
#include "table.h"

enum { GPUS_LEAST = 3, RANKS_LEAST = 3, GPUS_MOST = 16 };

static const char *const texts[] = { "state", "cause", "kind", "blame" };

enum { TEXTS = sizeof(texts) / sizeof(*texts) };

/* A row: what the rows of several GPUs have in common. */
struct pivotrow {
	size_t first; /* the first row of the table that is like it */
	wide waits, sum, times[GPUS_MOST];
};

struct pivot {
	const struct tableview *table;
	const struct column *columns[TEXTS]; /* those of texts */
	bool there[TEXTS];                   /* the column has a value */
	const struct column *waits, *time;   /* NULL if the table has no such column */
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
pivotsum(struct pivot *p)
{
	const struct tableview *s = p->table;
	const struct column *device = tablecolumn(s, "device"), *pid = tablecolumn(s, "pid");

	if (s->allrows > s->rows)
		return false;
	for (size_t i = 0; i < s->rows; i++) {
		struct tablecell number = cellat(s, i, device);
		wide time = cellat(s, i, p->time).number;
		size_t gpu = number.given ? gpuindex(p, (int64_t)number.number) : GPUS_MOST;
		struct pivotrow *row = pivotrowof(p, i);

		if (gpu == GPUS_MOST || cellat(s, i, pid).given)
			return false;
		row->waits += cellat(s, i, p->waits).number;
		row->sum += time;
		row->times[gpu] += time;
	}
	return p->gpucount >= GPUS_LEAST;
}

/* Begins a table with its caption. */
static void
pivotcaption(const struct tableview *s, struct buf *out)
{
	bufstr(out, "<table class=\"data\"><caption>");
	htmltext(out, spanof(s->title));
	bufstr(out, "</caption><thead><tr>");
}

static void
pivotputhead(const struct pivot *p, struct buf *out)
{
	pivotcaption(p->table, out);
	for (size_t i = 0; i < TEXTS; i++)
		if (p->there[i])
			tableheading(texts[i], COLUMN_TEXT, out);
	if (p->waits)
		tableheading("waits", COLUMN_INTEGER, out);
	tableheadingof(p->time->title, COLUMN_TIME, "time of all GPUs together", out);
	for (size_t i = 0; i < p->gpucount; i++) {
		char title[32], meaning[48];

		snprintf(title, sizeof(title), "GPU_%lld", (long long)p->gpus[i]);
		snprintf(meaning, sizeof(meaning), "time of GPU %lld", (long long)p->gpus[i]);
		tableheadingof(title, COLUMN_TIME, meaning, out);
	}
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
	if (p->waits)
		tablenumber(COLUMN_INTEGER, cellwhole(row->waits), out);
	tablenumber(COLUMN_TIME, cellwhole(row->sum), out);
	for (size_t i = 0; i < p->gpucount; i++)
		tablenumber(COLUMN_TIME, cellwhole(row->times[i]), out);
	bufstr(out, "</tr>\n");
}

/* The longest time first, then as in the table. */
static int
bysum(const void *a, const void *b)
{
	const struct pivotrow *x = a, *y = b;

	if (x->sum != y->sum)
		return x->sum > y->sum ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

void
pivotwrite(const struct tableview *s, struct buf *out)
{
	struct pivot p = { .table = s, .waits = tablecolumn(s, "waits") };

	p.time = tablecolumn(s, p.waits ? "idle" : "time");
	for (size_t i = 0; i < TEXTS; i++)
		p.columns[i] = tablecolumn(s, texts[i]);
	if (pivotsum(&p)) {
		qsort(p.rows, p.keys.used, sizeof(*p.rows), bysum);
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

/* Tables with two columns for each GPU have this many at most, which fit in 1440 pixels. */
enum { PAIRS_MOST = 8 };

/* Returns the column with the share of a state; none for other columns. */
static const struct column *
pivotshare(const struct tableview *s, const struct column *state)
{
	char title[64];

	snprintf(title, sizeof(title), "%s_share", state->title);
	return tablecolumn(s, title);
}

/* Appends a word and the number in a cell of the table. Returns false if the cell is empty. */
static bool
pivotputid(const struct tableview *s, size_t row, const char *title, const char *word,
    struct buf *out)
{
	struct tablecell e = cellat(s, row, tablecolumn(s, title));

	if (!e.given)
		return false;
	bufstr(out, word);
	bufint(out, (int64_t)e.number);
	return true;
}

/* Writes the heading of a column of the GPU of a row, with its meaning. suffix is added to the name
 * of the GPU. */
static void
pivotputgpu(const struct tableview *s, size_t row, const char *suffix, const char *meaning,
    struct buf *out)
{
	struct buf name = { 0 };

	pivotputid(s, row, "device", "GPU_", &name);
	if (!pivotputid(s, row, "rank", "_of_rank_", &name))
		pivotputid(s, row, "pid", "_of_process_", &name);
	bufstr(&name, suffix);
	bufchar(&name, '\0');
	tableheadingof(name.p, *suffix ? COLUMN_PERCENT : COLUMN_TIME, meaning, out);
	free(name.p);
}

/* Writes a number of the table, or an empty cell. */
static void
pivotputcell(const struct tableview *s, size_t row, const struct column *c, struct buf *out)
{
	struct tablecell e = cellat(s, row, c);

	if (e.given)
		tablenumber(c->kind, e, out);
	else
		bufstr(out, "<td></td>");
}

/* Writes the table with idle time as its only share, since others can be seen from the times. */
static void
pivotbrief(const struct tableview *s, struct buf *out)
{
	struct column *columns = xreallocarray(NULL, s->count, sizeof(*columns));
	struct tableview view = *s;

	view.columns = columns;
	view.count = 0;
	for (size_t i = 0; i < s->count; i++)
		if (!memmem(s->columns[i].title, strlen(s->columns[i].title), "_share", 6) ||
		    strcmp(s->columns[i].title, "idle_share") == 0)
			columns[view.count++] = s->columns[i];
	tablewrite(&view, out);
	free(columns);
}

void
pivotstates(const struct tableview *s, struct buf *out)
{
	if (s->rows > PAIRS_MOST) {
		pivotbrief(s, out);
		return;
	}
	pivotcaption(s, out);
	tableheadingof("state", COLUMN_TEXT, "what the GPU did", out);
	for (size_t row = 0; row < s->rows; row++) {
		pivotputgpu(s, row, "", "time in the state", out);
		pivotputgpu(s, row, "_share", "time in the state, in percent of the span", out);
	}
	bufstr(out, "</tr></thead><tbody>\n");
	for (size_t i = 0; i < s->count; i++) {
		const struct column *state = &s->columns[i], *share = pivotshare(s, state);

		if (!share || !cellat(s, 0, state).given)
			continue;
		bufprintf(out, "<tr><td>%s</td>", state->title);
		for (size_t row = 0; row < s->rows; row++) {
			pivotputcell(s, row, state, out);
			pivotputcell(s, row, share, out);
		}
		bufstr(out, "</tr>\n");
	}
	bufstr(out, "</tbody></table>\n");
}

/* The columns that a table by step has for each GPU, and that of steps. */
struct stepcolumns {
	const struct column *step, *time, *idle;
};

/* A row of a table by step: its step, and the index of its GPU. */
struct pivotstep {
	struct tablecell step;
	size_t gpu, row;
};

/* In the order of steps, then of GPUs; rows without a step last. */
static int
pivotbystep(const void *a, const void *b)
{
	const struct pivotstep *x = a, *y = b;

	if (x->step.given != y->step.given)
		return x->step.given ? -1 : 1;
	if (x->step.number != y->step.number)
		return x->step.number < y->step.number ? -1 : 1;
	return (x->gpu > y->gpu) - (x->gpu < y->gpu);
}

/* Sets the steps of the rows, which are in the order of GPUs, and the first row of each GPU.
 * Returns the number of GPUs; PAIRS_MOST + 1 if there are more than that. */
static size_t
pivotsteprows(const struct tableview *s, const struct column *step, struct pivotstep *steps,
    size_t firsts[])
{
	int64_t pid, device, lastpid = 0, lastdevice = 0;
	size_t gpus = 0;

	for (size_t i = 0; i < s->rows; i++) {
		statetablegpu(s, i, &pid, &device);
		if (i == 0 || pid != lastpid || device != lastdevice) {
			if (gpus == PAIRS_MOST)
				return PAIRS_MOST + 1;
			firsts[gpus++] = i;
		}
		lastpid = pid;
		lastdevice = device;
		steps[i] = (struct pivotstep){ cellat(s, i, step), gpus - 1, i };
	}
	return gpus;
}

/* Writes the row of the step at steps[0]. Returns the number of rows of the table that it takes. */
static size_t
pivotputstep(const struct tableview *s, const struct stepcolumns *columns,
    const struct pivotstep *steps, size_t count, size_t gpus, struct buf *out)
{
	size_t used = 0;

	bufstr(out, "<tr>");
	pivotputcell(s, steps[0].row, columns->step, out);
	for (size_t gpu = 0; gpu < gpus; gpu++) {
		if (used < count && steps[used].gpu == gpu &&
		    steps[used].step.given == steps[0].step.given &&
		    steps[used].step.number == steps[0].step.number) {
			size_t row = steps[used++].row;

			pivotputcell(s, row, columns->time, out);
			pivotputcell(s, row, columns->idle, out);
		} else {
			bufstr(out, "<td></td><td></td>");
		}
	}
	bufstr(out, "</tr>\n");
	return used;
}

void
pivotsteps(const struct tableview *s, struct buf *out)
{
	struct pivotstep *steps = xreallocarray(NULL, s->rows + 1, sizeof(*steps));
	const struct stepcolumns columns = { tablecolumn(s, "step"), tablecolumn(s, "step_time"),
		tablecolumn(s, "idle_share") };
	size_t firsts[PAIRS_MOST];
	size_t gpus = pivotsteprows(s, columns.step, steps, firsts);

	if (s->allrows > s->rows || gpus < GPUS_LEAST || gpus > PAIRS_MOST) {
		pivotbrief(s, out);
		free(steps);
		return;
	}
	qsort(steps, s->rows, sizeof(*steps), pivotbystep);
	pivotcaption(s, out);
	tableheading("step", COLUMN_INTEGER, out);
	for (size_t gpu = 0; gpu < gpus; gpu++) {
		pivotputgpu(s, firsts[gpu], "", "time of the step", out);
		pivotputgpu(s, firsts[gpu], "_idle", "idle time in percent of the step", out);
	}
	bufstr(out, "</tr></thead><tbody>\n");
	for (size_t i = 0; i < s->rows;)
		i += pivotputstep(s, &columns, &steps[i], s->rows - i, gpus, out);
	bufstr(out, "</tbody></table>\n");
	free(steps);
}

/* Some columns of a group. */
enum { FIGURE_COUNT, FIGURE_TOTAL, FIGURE_MEDIAN, FIGURE_MAX, FIGURE_SLOWEST, FIGURES };

static const char *const figures[FIGURES] = { "count", "total", "median", "max", "slowest" };

struct pivotcell {
	struct tablecell key;     /* the GPU or the rank; none for events without it */
	size_t order;             /* of its type */
	const char *title, *type; /* of its table, and of its events */
	struct tablecell figures[FIGURES];
};

void
pivotadd(struct pivotgroups *p, const struct tableview *s, const char *type)
{
	const struct column *key = tablecolumn(s, p->key);

	GROW(p->cells, p->room, p->count + s->rows);
	for (size_t i = 0; i < s->rows; i++) {
		struct pivotcell *cell = &p->cells[p->count++];

		*cell = (struct pivotcell){ .key = cellat(s, i, key), .order = p->types,
			.title = s->title, .type = type };
		for (size_t j = 0; j < FIGURES; j++)
			cell->figures[j] = cellat(s, i, tablecolumn(s, figures[j]));
	}
	p->types++;
	p->cut = p->cut || s->allrows > s->rows;
}

void
pivotfree(struct pivotgroups *p)
{
	free(p->cells);
}

/* In the order of keys, no key first, then of types. */
static int
pivotbykey(const void *a, const void *b)
{
	const struct pivotcell *x = a, *y = b;

	if (x->key.given != y->key.given)
		return x->key.given ? 1 : -1;
	if (x->key.given && x->key.number != y->key.number)
		return x->key.number < y->key.number ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static bool
samekey(const struct pivotcell *a, const struct pivotcell *b)
{
	return a->key.given == b->key.given && (!a->key.given || a->key.number == b->key.number);
}

/* The cells in the order of keys; the first cell of each key, and of each type. */
struct pivotindex {
	struct pivotcell *cells;
	size_t count;
	const struct pivotcell **keys, **types;
	size_t keycount, typecount;
	size_t known; /* number of keys, without that of cells without a key */
};

static struct pivotindex
pivotindexof(const struct pivotgroups *p)
{
	struct pivotindex index = {
		.cells = xreallocarray(NULL, p->count + 1, sizeof(*p->cells)),
		.count = p->count,
		.keys = xzalloc(p->count + 1, sizeof(*index.keys)),
		.types = xzalloc(p->types + 1, sizeof(*index.types)),
	};

	for (size_t i = 0; i < p->count; i++) {
		index.cells[i] = p->cells[i];
		if (i == 0 || p->cells[i].order != p->cells[i - 1].order)
			index.types[index.typecount++] = &p->cells[i];
	}
	qsort(index.cells, index.count, sizeof(*index.cells), pivotbykey);
	for (size_t i = 0; i < index.count; i++)
		if (i == 0 || !samekey(&index.cells[i - 1], &index.cells[i])) {
			index.keys[index.keycount++] = &index.cells[i];
			index.known += index.cells[i].key.given;
		}
	return index;
}

static void
pivotindexfree(struct pivotindex *index)
{
	free(index->cells);
	free(index->keys);
	free(index->types);
}

/* Returns the cell of a key and a type; NULL if there is none. */
static const struct pivotcell *
pivotat(const struct pivotindex *index, size_t key, size_t type)
{
	struct pivotcell wanted = { .key = index->keys[key]->key,
		.order = index->types[type]->order };

	return bsearch(&wanted, index->cells, index->count, sizeof(wanted), pivotbykey);
}

/* Writes a number of a cell, or an empty cell. */
static void
pivotputfigure(const struct pivotcell *cell, int figure, enum column_kind kind, struct buf *out)
{
	if (cell && cell->figures[figure].given)
		tablenumber(kind, cell->figures[figure], out);
	else
		bufstr(out, "<td></td>");
}

/* Returns what a table counts: its title without what the rows are. */
static struct span
pivotnoun(const char *title)
{
	const char *by = strstr(title, " by ");

	return by ? (struct span){ title, (size_t)(by - title) } : spanof(title);
}

static const char *const meanings[FIGURES] = {
	[FIGURE_MEDIAN] = "median of the times in a step",
	[FIGURE_MAX] = "longest time in a step",
	[FIGURE_SLOWEST] = "step with the longest time",
};

/* Begins a table with a row for each type. */
static void
pivotputevents(const char *title, struct buf *out)
{
	const struct tableview caption = { .title = title };

	pivotcaption(&caption, out);
	tableheadingof("events", COLUMN_TEXT, "what the time is of", out);
}

/* Writes some figures of each key from first on, in the row of a type, if it has any of them. */
static void
pivotputtypes(const struct pivotindex *index, size_t first, size_t end, const int *wanted,
    size_t count, struct buf *out)
{
	bufstr(out, "</tr></thead><tbody>\n");
	for (size_t type = 0; type < index->typecount; type++) {
		bool any = false;

		for (size_t key = first; key < end; key++)
			any = any || pivotat(index, key, type);
		if (!any)
			continue;
		bufstr(out, "<tr><td>");
		htmltext(out, pivotnoun(index->types[type]->title));
		bufstr(out, "</td>");
		for (size_t key = first; key < end; key++)
			for (size_t i = 0; i < count; i++)
				pivotputfigure(pivotat(index, key, type), wanted[i],
				    wanted[i] == FIGURE_SLOWEST ? COLUMN_INTEGER : COLUMN_TIME,
				    out);
		bufstr(out, "</tr>\n");
	}
	bufstr(out, "</tbody></table>\n");
}

/* Writes a table with some figures for each GPU. */
static void
pivotdevices(const struct pivotindex *index, const char *title, const int *wanted, size_t count,
    struct buf *out)
{
	size_t first = index->keycount - index->known;

	pivotputevents(title, out);
	for (size_t key = first; key < index->keycount; key++)
		for (size_t i = 0; i < count; i++) {
			bool step = wanted[i] == FIGURE_SLOWEST;
			char name[48];

			snprintf(name, sizeof(name), "GPU_%lld%s",
			    (long long)index->keys[key]->key.number, step ? "_step" : "");
			tableheadingof(name, step ? COLUMN_INTEGER : COLUMN_TIME,
			    meanings[wanted[i]], out);
		}
	pivotputtypes(index, first, index->keycount, wanted, count, out);
}

/* Writes a table with some figures of the events without a GPU, if there are any. */
static void
pivotnodevice(const struct pivotindex *index, const char *title, const int *wanted, size_t count,
    struct buf *out)
{
	if (index->keycount == index->known)
		return;
	pivotputevents(title, out);
	for (size_t i = 0; i < count; i++)
		tableheadingof(figures[wanted[i]],
		    wanted[i] == FIGURE_SLOWEST ? COLUMN_INTEGER : COLUMN_TIME, meanings[wanted[i]],
		    out);
	pivotputtypes(index, 0, 1, wanted, count, out);
}

bool
pivotbydevice(const struct pivotgroups *p, struct buf *out)
{
	static const int wanted[] = { FIGURE_MEDIAN, FIGURE_MAX, FIGURE_SLOWEST };
	struct pivotindex index = pivotindexof(p);
	bool fits = !p->cut && index.known >= GPUS_LEAST && index.known <= PAIRS_MOST;

	if (fits) {
		pivotdevices(&index, "median time in a step", &wanted[0], 1, out);
		pivotdevices(&index, "longest time in a step, and that step", &wanted[1], 2, out);
		pivotnodevice(&index, "time in a step, without a GPU", wanted, 3, out);
	}
	pivotindexfree(&index);
	return fits;
}

/* Writes the headings of a type: the number and the time of its events. */
static void
pivotputtype(const struct pivotcell *type, struct buf *out)
{
	struct buf title = { 0 };

	bufspan(&title, pivotnoun(type->title));
	bufchar(&title, '\0');
	for (char *c = title.p; *c; c++)
		*c = *c == ' ' ? '_' : *c;
	tableheadingof(title.p, COLUMN_INTEGER, "number of events", out);
	title.n--;
	bufstr(&title, "_time");
	bufchar(&title, '\0');
	tableheadingof(title.p, COLUMN_TIME, "sum of the times", out);
	free(title.p);
}

/* Writes the row of a rank. */
static void
pivotputrank(const struct pivotindex *index, size_t key, struct buf *out)
{
	bufstr(out, "<tr>");
	if (index->keys[key]->key.given)
		tablenumber(COLUMN_INTEGER, index->keys[key]->key, out);
	else
		bufstr(out, "<td></td>");
	for (size_t type = 0; type < index->typecount; type++) {
		const struct pivotcell *cell = pivotat(index, key, type);

		pivotputfigure(cell, FIGURE_COUNT, COLUMN_INTEGER, out);
		pivotputfigure(cell, FIGURE_TOTAL, COLUMN_TIME, out);
	}
	bufstr(out, "</tr>\n");
}

/* data-events has the types of the columns, for the script, which links numbers to slices. */
static void
pivotranks(const struct pivotindex *index, struct buf *out)
{
	bufstr(out, "<table class=\"data\" data-events=\"");
	for (size_t type = 0; type < index->typecount; type++)
		bufprintf(out, "%s%s", type > 0 ? " " : "", index->types[type]->type);
	bufstr(out, "\"><caption>events by rank</caption><thead><tr>");
	tableheading("rank", COLUMN_INTEGER, out);
	for (size_t type = 0; type < index->typecount; type++)
		pivotputtype(index->types[type], out);
	bufstr(out, "</tr></thead><tbody>\n");
	for (size_t key = 0; key < index->keycount; key++)
		pivotputrank(index, key, out);
	bufstr(out, "</tbody></table>\n");
}

bool
pivotbyrank(const struct pivotgroups *p, struct buf *out)
{
	struct pivotindex index = pivotindexof(p);
	bool fits = !p->cut && index.known >= RANKS_LEAST;

	if (fits)
		pivotranks(&index, out);
	pivotindexfree(&index);
	return fits;
}
