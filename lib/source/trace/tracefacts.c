/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "tracefacts.h"
#include "tracerows.h"

/* Times from 10^18 ns on, September 2001, count from 1970; no machine runs that long. */
static const int64_t since1970 = INT64_C(1000000000000000000);

/* A row that is being made. */
struct factrow {
	const struct tracefile *file;
	struct row row;
	struct cell *cell; /* the current one */
};

static void
factint(struct factrow *f, int64_t v)
{
	*f->cell = (struct cell){ .type = CELL_INT, .number = v };
}

static void
facttextput(struct factrow *f, struct span text)
{
	if (text.n > 0)
		rowput(&f->row, f->cell, CELL_TEXT, text);
}

static void
factprocess(struct factrow *f, size_t i, const char *column)
{
	if (strcmp(column, "globalPid") == 0)
		factint(f, (int64_t)tracepacked((uint32_t)i, 0));
	else
		facttextput(f, bufall(&f->file->processes[i].name));
}

/* The name of a thread is a string whose id is the number of the thread. */
static void
factthread(struct factrow *f, size_t i, const char *column)
{
	const struct tracethread *thread = &f->file->threads[i];

	if (thread->name.n == 0 || thread->same != i)
		return;
	if (strcmp(column, "globalTid") == 0)
		factint(f, (int64_t)tracepacked(thread->process, (uint32_t)i));
	else
		factint(f, (int64_t)i);
}

static void
factrank(struct factrow *f, size_t i, const char *column)
{
	const struct tracefile *t = f->file;

	(void)i;
	if (t->rank < 0 || t->callers == CALLERS_NONE || t->callers == CALLERS_SEVERAL)
		return;
	factint(f, strcmp(column, "rank") == 0 ? t->rank : (int64_t)tracepacked(t->caller, 0));
}

/* Kineto's names of the facts about a GPU. */
static void
factgpu(struct factrow *f, size_t i, const char *column)
{
	static const char *const names[][2] = {
		{ "id", "id" },
		{ "cuDevice", "id" },
		{ "name", "name" },
		{ "totalMemory", "totalGlobalMem" },
		{ "smCount", "numSms" },
		{ "computeMajor", "computeMajor" },
		{ "computeMinor", "computeMinor" },
	};
	struct span json = bufall(&f->file->devices[i].json), value = { NULL, 0 };
	struct buf stack = { 0 }, scratch = { 0 };
	int64_t v;

	for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++)
		if (strcmp(column, names[k][0]) == 0)
			value = jsonmember(json, names[k][1], &stack);
	if (value.n > 0 && jsonint(value, &v))
		factint(f, v);
	else if (jsonisstring(value))
		facttextput(f, jsontext(value, &scratch));
	free(stack.p);
	free(scratch.p);
}

static void
factstart(struct factrow *f, size_t i, const char *column)
{
	const struct tracefile *t = f->file;

	(void)i;
	if (strcmp(column, "utcEpochNs") != 0)
		return;
	if (t->base >= 0)
		factint(f, t->base);
	else if (t->earliest >= since1970 && t->earliest < INT64_MAX)
		factint(f, 0);
}

static void
factcapture(struct factrow *f, size_t i, const char *column)
{
	(void)i;
	(void)column;
	facttextput(f, bufall(&f->file->facts));
}

static size_t
countprocesses(const struct tracefile *t)
{
	return t->processids.used;
}

static size_t
countthreads(const struct tracefile *t)
{
	return t->threadids.used;
}

static size_t
countdevices(const struct tracefile *t)
{
	return t->devicecount;
}

static size_t
countone(const struct tracefile *t)
{
	(void)t;
	return 1;
}

/* The fact tables: the number of their rows, and a function that sets the current cell to that of a
 * row and a column, unless it is NULL. */
static const struct facttable {
	const char *name;
	size_t (*count)(const struct tracefile *);
	void (*set)(struct factrow *, size_t row, const char *column);
} facttables[] = {
	{ "PROCESSES", countprocesses, factprocess },
	{ "ThreadNames", countthreads, factthread },
	{ "MPI_RANKS", countone, factrank },
	{ "TARGET_INFO_GPU", countdevices, factgpu },
	{ "TARGET_INFO_SESSION_START_TIME", countone, factstart },
	{ "NST_CAPTURE", countone, factcapture },
};

/* Returns true if a row meets the conditions of a query. */
static bool
factmatches(struct factrow *f, const struct facttable *table, size_t i,
    const struct factquery *query)
{
	bool matches = true;
	struct cell cell;

	f->cell = &cell;
	for (int k = 0; matches && k < 2 && query->where[k]; k++) {
		cell = (struct cell){ .type = CELL_NULL };
		table->set(f, i, query->where[k]);
		matches = matches && cell.type == CELL_INT && cell.number == query->equals[k];
	}
	f->cell = NULL;
	return matches;
}

/* Makes a row. Returns false if it lacks a cell that it has to have. */
static bool
factmake(struct factrow *f, const struct facttable *table, size_t i, const struct factquery *query)
{
	bool given = true;

	rowstart(&f->row, query->count);
	for (size_t k = 0; k < query->count; k++) {
		const struct factcolumn *c = &query->columns[k];

		f->cell = &f->row.cells[k];
		*f->cell = (struct cell){ .type = CELL_NULL };
		table->set(f, i, c->column);
		given = given && (c->need != FACT_GIVEN || f->cell->type != CELL_NULL);
	}
	return given;
}

bool
tracefactsread(const struct tracefile *t, const struct factquery *query,
    bool (*each)(void *arg, const struct row *row), void *arg)
{
	struct factrow f = { .file = t };
	bool more = true;

	for (size_t k = 0; k < sizeof(facttables) / sizeof(*facttables); k++) {
		const struct facttable *table = &facttables[k];

		if (strcmp(table->name, query->table) != 0)
			continue;
		for (size_t i = 0; more && i < table->count(t); i++)
			if (factmatches(&f, table, i, query) && factmake(&f, table, i, query))
				more = each(arg, &f.row);
		rowfree(&f.row);
		return true;
	}
	return false;
}
