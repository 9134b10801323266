/* SPDX-License-Identifier: MIT */
/*
 * A report whose container is good and whose messages are the input (recipe.h). What is read of it
 * is written into a database that SQLite finds sound; blocks read in another order have the same
 * rows.
 */
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz.h"
#include "import/import.h"
#include "recipe.h"

/* Ends the process as no program may. */
static void
hold(bool good)
{
	if (!good)
		abort();
}

/* The sum of all rows from there on, each with its table, number and values. */
static uint64_t
rows(struct repcursor *c, uint64_t sum)
{
	while (repcursornext(c)) {
		sum = (sum ^ c->table ^ c->number << 8) * 0x100000001B3;
		for (size_t i = 0; i < c->wanted[c->table].count; i++) {
			const struct cell *cell = &c->row.cells[i];
			struct span text = { NULL, 0 };

			if (cell->type == CELL_TEXT || cell->type == CELL_BLOB)
				text = rowtext(&c->row, cell);
			sum = (sum ^ cell->type ^ (uint64_t)cell->number) * 0x100000001B3;
			for (size_t j = 0; j < text.n; j++)
				sum = (sum ^ (unsigned char)text.p[j]) * 0x100000001B3;
		}
	}
	return sum;
}

static void
opencursor(struct repcursor *c, const struct rep *r, struct repcoverage *tally)
{
	repcoverageopen(tally, &r->schema);
	repcursoropen(c, r, tally);
	for (size_t i = 0; i < r->schema.count; i++)
		if (r->schema.tables[i].exists)
			repcursorwant(c, i);
}

/* Reads the blocks in their order and then backwards. */
static void
order(const struct rep *r)
{
	size_t blocks = r->file.count;
	struct repcounts *counts = xreallocarray(NULL, blocks + 1, sizeof(*counts));
	uint64_t *sums = xreallocarray(NULL, blocks + 1, sizeof(*sums));
	struct repcoverage tallies[2];
	struct repcursor cursors[2];

	for (int i = 0; i < 2; i++)
		opencursor(&cursors[i], r, &tallies[i]);
	for (size_t i = 0; i < blocks; i++) {
		counts[i] = cursors[0].counts;
		repcursorload(&cursors[0], i, NULL);
		sums[i] = rows(&cursors[0], 0);
	}
	for (size_t i = blocks; i-- > 0;) {
		repcursorload(&cursors[1], i, &counts[i]);
		hold(rows(&cursors[1], 0) == sums[i]);
	}
	hold(memcmp(tallies[0].rows, tallies[1].rows, sizeof(tallies[0].rows)) == 0);
	for (int i = 0; i < 2; i++) {
		repcursorclose(&cursors[i]);
		repcoveragefree(&tallies[i]);
	}
	free(counts);
	free(sums);
}

/* The one number or text that a query gives. */
static bool
answers(sqlite3 *db, const char *sql, const char *expected)
{
	sqlite3_stmt *st = NULL;
	const char *text = NULL;
	bool good;

	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		text = (const char *)sqlite3_column_text(st, 0);
	good = text && strcmp(text, expected) == 0;
	sqlite3_finalize(st);
	return good;
}

/* SQLite finds what was written sound, and all rows in it. */
static void
sound(const struct rep *r, const struct repcoverage *tally, struct span bytes)
{
	sqlite3 *db = NULL;

	hold(sqlite3_open(":memory:", &db) == SQLITE_OK);
	hold(sqlite3_deserialize(db, "main", (unsigned char *)bytes.p, (sqlite3_int64)bytes.n,
	         (sqlite3_int64)bytes.n, SQLITE_DESERIALIZE_READONLY) == SQLITE_OK);
	hold(answers(db, "PRAGMA integrity_check", "ok"));
	for (size_t i = 0; i < r->schema.count; i++) {
		struct buf sql = { 0 }, count = { 0 };

		if (tally->rows[i] > 0) {
			bufprintf(&sql, "SELECT count(*) FROM %s", r->schema.tables[i].def->name);
			bufprintf(&count, "%llu", (unsigned long long)tally->rows[i]);
			hold(answers(db, sql.p, count.p));
		}
		free(sql.p);
		free(count.p);
	}
	sqlite3_close(db);
}

/* Imports the report that is standard input. */
static int
program(int argc, char *argv[])
{
	struct buf texts[3] = { { 0 } };
	struct repcoverage tally;
	struct span bytes;
	struct import im;
	struct rep rep;

	errinit(argv[0]);
	repopen(&rep, "-", argc > 1);
	order(&rep);
	repcoverageopen(&tally, &rep.schema);
	importopen(&im, &rep, &tally, "memory", -1, argc > 2);
	importevents(&im);
	importinfotables(&im, true);
	importenums(&im);
	repcoverageleftout(&tally, &rep.schema, &texts[0]);
	repcoverageunproven(&tally, &rep.schema, &texts[1]);
	repcoveragebroken(&tally, &rep.schema, &texts[2]);
	hold(argc < 2 || texts[1].n == 0);
	importmetadata(&im, bufall(&texts[0]), bufall(&texts[1]));
	bytes = importclose(&im);
	sound(&rep, &tally, bytes);
	for (int i = 0; i < 3; i++)
		free(texts[i].p);
	free((char *)bytes.p);
	repcoveragefree(&tally);
	repclose(&rep);
	return DONE;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char name[] = "report", option[] = "-";
	char *words[] = { name, option, option, NULL };
	struct buf file = { 0 };
	struct fuzzrun run;

	if (size < 1)
		return 0;
	recipe(&file, (struct span){ (const char *)data + 1, size - 1 });
	run = fuzzrun(program, 1 + data[0] % 3, words, bufall(&file));
	fuzzsilent(run.err);
	free(file.p);
	return 0;
}
