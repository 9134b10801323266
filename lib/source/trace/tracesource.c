/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "io/probe.h"
#include "tracefacts.h"
#include "tracerows.h"
#include "tracesorter.h"
#include "tracesource.h"

struct tracesource {
	struct source source;
	struct tracefile *file;
	size_t memory; /* bytes for sorting */
	bool shares;   /* another source closes the file */
};

/* Makes a source. */
static struct source *
tracesourcemake(struct tracefile *file, const char *path, size_t memory, bool shares);

static void
tracesourceclose(struct source *source)
{
	struct tracesource *s = (struct tracesource *)source;

	if (!s->shares)
		tracefileclose(s->file);
	stringtablefree(&s->source.tables);
	free(s);
}

static struct source *
tracesourcereopen(const struct source *source)
{
	const struct tracesource *s = (const struct tracesource *)source;

	return tracesourcemake(s->file, source->path, s->memory, true);
}

static struct stringtable
tracesourcecolumns(struct source *source, const char *table, bool stacks, struct buf *why)
{
	(void)source;
	(void)stacks;
	(void)why;
	return tracecolumns(tracetablenamed(table));
}

static struct rows *
tracesourcerows(struct source *source, const struct rowsof *of)
{
	return tracerowsopen(((struct tracesource *)source)->file, of);
}

static bool
tracesourcefacts(struct source *source, const struct factquery *query,
    bool (*each)(void *arg, const struct row *row), void *arg)
{
	return tracefactsread(((struct tracesource *)source)->file, query, each, arg);
}

/* The strings are the names of threads. */
static struct span
tracesourcetext(struct source *source, int64_t id)
{
	const struct tracefile *t = ((struct tracesource *)source)->file;

	if (id < 0 || (uint64_t)id >= t->threadids.used)
		return (struct span){ NULL, 0 };
	return bufall(&t->threads[id].name);
}

static int64_t
tracesourcecount(struct source *source, const char *table)
{
	const struct tracefile *t = ((struct tracesource *)source)->file;
	enum tracetable number = tracetablenamed(table);

	return number == TABLE_NONE ? 0 : (int64_t)t->index.tables[number].total;
}

static struct sorter *
tracesourcesorter(struct source *source, const char *what)
{
	(void)what;
	return tracesorteropen(source->path, ((struct tracesource *)source)->memory);
}

static void
tracesourceskipped(const struct source *source, struct skipped *out)
{
	tracefileskipped(((const struct tracesource *)source)->file, out);
}

static bool
tracesourcereport(const struct source *source, bool everything)
{
	return tracefilereport(((const struct tracesource *)source)->file, everything);
}

static int64_t
tracesourcepid(const struct source *source, uint64_t id)
{
	const struct tracefile *t = ((const struct tracesource *)source)->file;

	return t->processes[id >> 24 & 0xFFFFFF].pid;
}

static int64_t
tracesourcetid(const struct source *source, uint64_t id)
{
	const struct tracefile *t = ((const struct tracesource *)source)->file;

	return t->threads[id & 0xFFFFFF].tid;
}

static const struct sourceops traceops = {
	.close = tracesourceclose,
	.reopen = tracesourcereopen,
	.columns = tracesourcecolumns,
	.rows = tracesourcerows,
	.facts = tracesourcefacts,
	.text = tracesourcetext,
	.count = tracesourcecount,
	.sorter = tracesourcesorter,
	.pid = tracesourcepid,
	.tid = tracesourcetid,
	.skipped = tracesourceskipped,
	.report = tracesourcereport,
};

static struct source *
tracesourcemake(struct tracefile *file, const char *path, size_t memory, bool shares)
{
	struct tracesource *s = xzalloc(1, sizeof(*s));

	s->source = (struct source){
		.ops = &traceops, .path = path, .bytes = file->bytes, .trace = true
	};
	s->file = file;
	s->memory = memory;
	s->shares = shares;
	for (int i = 0; i < TRACE_TABLES; i++)
		if (file->index.tables[i].total > 0)
			stringintern(&s->source.tables,
			    spanof(tracetablename((enum tracetable)i)));
	return &s->source;
}

static bool
tracesourceis(const struct sourcefile *f)
{
	struct span head = { (const char *)f->head, f->n };
	bool compressed;

	/* A symbolic link may have another name than the file. */
	return filetypenamed(head, f->name) != FILETYPE_OTHER &&
	    filetypetrace(probefile(f->real, &compressed));
}

static struct source *
tracesourceopen(const struct sourcefile *f, const struct sourceoptions *options)
{
	return tracesourcemake(tracefileopen(f, options), f->name, options->memory, false);
}

const struct sourceformat traceformat = { tracesourceis, tracesourceopen, NULL };
