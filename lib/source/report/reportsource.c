/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <sys/stat.h>

#include "base/err.h"
#include "blockrows.h"
#include "fallback.h"
#include "reportsource.h"
#include "source/sqlite/sorter.h"
#include "source/sqlite/sqlitefacts.h"
#include "source/sqlite/sqliterows.h"
#include "source/sqlite/tempdb.h"

static const struct sourceops reportops;

/* Scans the report and writes its side tables. */
static struct reportindex *
scan(const char *path, const struct sourceoptions *options, struct tempdb **tempdb)
{
	struct reportindex *index = xzalloc(1, sizeof(*index));
	struct buf name = { 0 };
	struct stat st;

	repopen(&index->rep, path, false);
	index->rep.host = true; /* the header of the stream has a hash of it */
	*tempdb = tempdbmake();
	bufprintf(&name, "%s: temporary file (TMPDIR)", index->rep.file.path);
	reportindexmake(index, options, name.p, (*tempdb)->fd);
	if (fstat((*tempdb)->fd, &st) != 0)
		die("%s:", name.p);
	(*tempdb)->bytes = (uint64_t)st.st_size;
	free(name.p);
	tempdbenlist(*tempdb);
	return index;
}

/* Makes a source of a scanned report, for another worker if another is not NULL. */
static struct source *
reportbegin(const char *path, struct reportindex *index, struct tempdb *tempdb,
    const struct sqlite *another)
{
	struct reportsource *r = xzalloc(1, sizeof(*r));

	r->index = index;
	r->sqlite.source = (struct source){
		.ops = &reportops, .path = path, .bytes = tempdb->bytes + index->plain
	};
	r->sqlite.tempdb = tempdb;
	r->sqlite.shares = another != NULL;
	blockcacheopen(&r->blocks, index);
	if (another)
		sqlitesourceborrow(&r->sqlite, another);
	sqlitesourceopen(&r->sqlite, TEMPDB_PATH, false);
	if (!another) /* the side tables do not have them */
		repsecrets(&index->rep, secretsadd, &r->sqlite.secrets);
	return &r->sqlite.source;
}

static bool
reportis(const struct sourcefile *f)
{
	return repfileis((const char *)f->head, f->n);
}

static void
reportrefuse(const struct sourcefile *f)
{
	repfilerefuse(f->name);
}

static struct source *
reportopen(const struct sourcefile *f, const struct sourceoptions *options)
{
	struct tempdb *tempdb;
	struct reportindex *index = scan(f->path, options, &tempdb);

	return reportbegin(f->name, index, tempdb, NULL);
}

static struct source *
reportreopen(const struct source *source)
{
	const struct reportsource *r = (const struct reportsource *)source;

	return reportbegin(source->path, r->index, r->sqlite.tempdb, &r->sqlite);
}

static void
reportclose(struct source *source)
{
	struct reportsource *r = (struct reportsource *)source;

	blockcacheclose(&r->blocks);
	if (!r->sqlite.shares) {
		reportindexclose(r->index);
		free(r->index);
	}
	sqlitesourceclose(&r->sqlite);
	free(r);
}

static struct rows *
reportrows(struct source *source, const struct rowsof *of)
{
	struct rows *rows = blockrowsopen((struct reportsource *)source, of);

	return rows ? rows : sqliterowsopen(source, of);
}

/* The side tables have no strings. */
static struct span
findstring(struct sqlite *p, int64_t id)
{
	return reportindexstring(((struct reportsource *)p)->index, id);
}

static struct span
reporttext(struct source *source, int64_t id)
{
	return sqlitesourcetext((struct sqlite *)source, id, findstring);
}

static int64_t
reportcount(struct source *source, const char *table)
{
	uint64_t rows;

	if (reportindexrows(((struct reportsource *)source)->index, table, &rows))
		return (int64_t)rows;
	return sqlitefactscount(source, table);
}

static bool
reportkeep(struct source *source, struct piece *pieces, size_t count, unsigned batches)
{
	struct reportindex *index = ((struct reportsource *)source)->index;

	index->keep = fallbackblocks(index, pieces, count, batches);
	return index->keep > 0;
}

static void
reportbatch(struct source *source, uint64_t batch, uint64_t written)
{
	blockcachebatch(&((struct reportsource *)source)->blocks, batch, written);
}

static bool
reportfull(const struct source *source)
{
	return blockcachefull(&((const struct reportsource *)source)->blocks);
}

static bool
reportwantsprefetch(struct source *source)
{
	return blockcachenext(&((struct reportsource *)source)->blocks);
}

static void
reportprefetch(struct source *source)
{
	blockcacheprefetch(&((struct reportsource *)source)->blocks);
}

/* Prints a list, unless it is empty. */
static void
printlist(const char *path, const char *what, const struct buf *list)
{
	if (list->n > 0)
		warn("%s: %s: %.*s", path, what, (int)list->n, list->p);
}

static void
reportskipped(const struct source *source, struct skipped *out)
{
	skippedmerge(out, &((const struct reportsource *)source)->index->notes.skipped);
}

static bool
reportreport(const struct source *source, bool everything)
{
	struct reportindex *index = ((const struct reportsource *)source)->index;
	const struct importnotes *notes = &index->notes;
	uint64_t secrets = reportindexsecrets(index);

	if (everything)
		printlist(source->path, "not known, and not dumped", &notes->unknown);
	printlist(source->path, "not proven to be what nsys exports", &notes->unproven);
	if (secrets > 0)
		errnote("%s: %llu texts are left empty: they are output that was captured, or of "
			"the environment", source->path, (unsigned long long)secrets);
	printlist(source->path, "broken, and left out", &notes->broken);
	return notes->broken.n > 0;
}

static const struct sourceops reportops = {
	.close = reportclose,
	.reopen = reportreopen,
	.rows = reportrows,
	.passes = blockrowspasses,
	.text = reporttext,
	.count = reportcount,
	.keep = reportkeep,
	.batch = reportbatch,
	.full = reportfull,
	.wantsprefetch = reportwantsprefetch,
	.prefetch = reportprefetch,
	.skipped = reportskipped,
	.report = reportreport,
	/* From the side tables. */
	.columns = sqlitesourcecolumns,
	.computes = sqlitesourcecomputes,
	.query = sqlitefactsquery,
	.frames = sqlitefactsframes,
	.facts = sqlitefactsread,
	.sorter = sorteropen,
	.tune = sqlitesourcetune,
};

const struct sourceformat reportformat = { reportis, reportopen, reportrefuse };
