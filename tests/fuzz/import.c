/* SPDX-License-Identifier: MIT */
/*
 * nst-import on a damaged file: a small report, of which the input replaces bytes. The first byte
 * chooses options; each replacement is two bytes of where, one of how many, and those.
 */
#include <limits.h>
#include <sqlite3.h>

#include "../unit/made.h"
#include "fuzz.h"

static fuzzmain program;
#define main program
#include "../../bin/nst-import.c"

/* A report of two blocks, with strings, threads, and a secret. */
static void
fill(struct made *m)
{
	struct madeevent e;
	size_t thread;

	madestring(m, "cudaFree");
	madestring(m, "KEY=secret");
	thread = protoopen(&m->threads, 1);
	protouint(&m->threads, 2, 0);
	protouint(&m->threads, 4, 7);
	protoclose(&m->threads, thread);
	m->threadcount = 1;
	protouint(&m->header, 17, 1000);
	protouint(&m->header, 18, 5000);
	for (uint64_t i = 0; i < 6; i++) {
		madecall(m, 48, i % 2 ? 27 : 0, 100 * i, 0);
		if (i == 3)
			madeblock(m);
	}
	e = madebegin(m, 27, 113);
	protouint(&m->events, 2, 7 << 24);
	protobytes(&m->events, 5, spanof("python"));
	protouint(&m->events, 13, 1);
	madeend(m, e);
}

/* The report, whole. */
static struct span
image(void)
{
	static struct buf bytes;
	struct madesection s[MADE_SECTIONS] = { { 0 } };
	struct made m = { .product = NULL };

	if (bytes.p)
		return bufall(&bytes);
	fill(&m);
	madesections(&m, s);
	madebox(&bytes, s, MADE_SECTIONS);
	for (int i = 0; i < MADE_SECTIONS; i++)
		free(s[i].bytes.p);
	madefree(&m);
	return bufall(&bytes);
}

/* Whether SQLite finds a database sound. */
static bool
sound(const char *path)
{
	sqlite3_stmt *st = NULL;
	sqlite3 *db = NULL;
	bool good = false;

	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		good = strcmp((const char *)sqlite3_column_text(st, 0), "ok") == 0;
	sqlite3_finalize(st);
	sqlite3_close(db);
	return good;
}

/* Imports a report. What comes out is whole and sound, or not there. */
static void
tryimport(struct span report, unsigned choice)
{
	static char name[] = "nst-import", all[] = "--all-strings", proven[] = "--proven",
	            input[] = "-", path[PATH_MAX];
	const char *folder = getenv("TMPDIR");
	char *words[6] = { name };
	struct fuzzrun run;
	int count = 1;

	snprintf(path, sizeof(path), "%s/import-%ld.sqlite", folder ? folder : "/tmp",
	    (long)getpid());
	if (choice & 1)
		words[count++] = all;
	if (choice & 2)
		words[count++] = proven;
	words[count++] = input;
	words[count++] = path;
	run = fuzzrun(program, count, words, report);
	fuzzsilent(run.err);
	fuzzhold(run.out.n == 0 && run.status != USAGE);
	if (run.status == DONE || strstr(run.err.p, "broken, and left out: ")) {
		fuzzhold(sound(path));
		unlink(path);
	}
	fuzzhold(access(path, F_OK) != 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf copy = { 0 };
	unsigned choice;

	if (size < 1)
		return 0;
	bufspan(&copy, image());
	choice = *data++;
	size--;
	while (size > 3) {
		size_t at = (size_t)(data[0] << 8 | data[1]) % copy.n, n = data[2];

		data += 3;
		size -= 3;
		n = n < size ? n : size;
		n = n < copy.n - at ? n : copy.n - at;
		memcpy(copy.p + at, data, n);
		data += n;
		size -= n;
	}
	tryimport(bufall(&copy), choice);
	free(copy.p);
	return 0;
}
