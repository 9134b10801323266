/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "enums.h"
#include "gpu/hosthash.h"
#include "import.h"
#include "program/cli.h"
#include "program/progress.h"
#include "report/infotable.h"

void
importopen(struct import *im, const struct rep *r, struct repcoverage *coverage, const char *path,
    int fd, bool allstrings)
{
	size_t n = (size_t)(r->strings.count / 8 + 1);

	*im = (struct import){
		.rep = r, .coverage = coverage, .allstrings = allstrings, .referenced = xmalloc(n)
	};
	memset(im->referenced, 0, n);
	rephidecaptured(r, coverage);
	databaseopen(&im->db, path, fd);
}

struct span
importclose(struct import *im)
{
	databaseclose(&im->db);
	for (size_t i = 0; i < REP_TABLES; i++)
		free(im->tables[i].strings);
	free(im->referenced);
	return bufall(&im->db.pages.out);
}

/* Creates a table. */
static void
create(struct import *im, const struct reptable *f, struct importedtable *t)
{
	struct buf sql = { 0 };
	struct dbtable *r;

	bufprintf(&sql, "CREATE TABLE %s (", f->def->name);
	for (size_t i = 0; i < f->count; i++)
		bufprintf(&sql, "%s%s %s", i > 0 ? ", " : "", f->cols[i].name,
		    repdecls[f->cols[i].decl]);
	bufprintf(&sql, "%s)", f->def->keyed ? ", PRIMARY KEY (id, stackDepth)" : "");
	r = databasetable(&im->db, f->def->name, sql.p);
	free(sql.p);
	r->keyed = f->def->keyed;
	r->first = r->keyed ? repcolfind(f, "id") : 0;
	r->second = r->keyed ? repcolfind(f, "stackDepth") : 0;
	t->dbtable = r;
	t->strings = xreallocarray(NULL, f->count, sizeof(*t->strings));
	for (size_t i = 0; i < f->count; i++) {
		if (f->cols[i].decl == D_KEY)
			r->alias = i;
		if (f->cols[i].sources[0].kind == V_STRING)
			t->strings[t->count++] = i;
	}
}

void
importtable(struct import *im, size_t table)
{
	struct importedtable *t = &im->tables[table];

	if (!t->dbtable)
		create(im, &im->rep->schema.tables[table], t);
}

void
importrow(struct import *im, size_t table, const struct row *row)
{
	const struct reptable *f = &im->rep->schema.tables[table];
	struct importedtable *t = &im->tables[table];

	importtable(im, table);
	for (size_t i = 0; i < t->count; i++) {
		const struct cell *cell = &row->cells[t->strings[i]];

		if (cell->type == CELL_INT)
			im->referenced[cell->number / 8] |= (uint8_t)(1 << cell->number % 8);
	}
	databaserow(&im->db, t->dbtable, row, f->count);
}

/* Returns the fraction of the events that a cursor has read, for the progress bar. */
static double
eventsread(const void *cursor)
{
	const struct repcursor *c = cursor;
	const struct repfile *f = &c->rep->file;
	double left = (double)(c->entries.end - c->entries.p);

	return ((double)c->block + 1 - left / (double)(f->blocks[c->block].plain + 1)) /
	    (double)f->count;
}

void
importevents(struct import *im)
{
	const struct rep *r = im->rep;
	struct progress progress = { .next = UINT64_MAX };
	uint64_t rows = 0;
	struct repcursor c;


	repcursoropen(&c, r, im->coverage);
	c.secrets = im->allstrings;
	if (im->showprogress)
		progressstartinput(&progress, r->file.path, eventsread, &c);
	for (size_t i = 0; i < r->schema.count; i++)
		if (r->schema.tables[i].exists && r->schema.tables[i].def->from == FROM_EVENTS)
			repcursorwant(&c, i);
	for (size_t i = 0; i < r->file.count; i++) {
		repcursorload(&c, i, NULL);
		while (repcursornext(&c)) {
			importrow(im, c.table, &c.row);
			progressupdate(&progress, ++rows);
		}
	}
	progressend(&progress);
	repcursorclose(&c);
	repcheckcounts(r, im->coverage);
}

/* The argument of each() and eachstring(). */
struct listed {
	struct import *im;
	size_t table;
};

static void
each(void *arg, const struct row *row)
{
	const struct listed *l = arg;

	importrow(l->im, l->table, row);
}

/* Writes a row of StringIds; leaves the text empty if it is secret or unused. */
static void
eachstring(void *arg, const struct row *row)
{
	const struct listed *l = arg;
	struct import *im = l->im;
	uint64_t id = (uint64_t)row->cells[0].number;
	struct cell cells[] = { row->cells[0], row->cells[1] };
	struct row copy = { .cells = cells, .text = row->text };
	bool used = im->referenced[id / 8] >> id % 8 & 1;

	if (!im->allstrings && (!used || repcoveragehidden(im->coverage, id))) {
		im->emptied += cells[1].as.text.n > 0;
		im->secret += used && cells[1].as.text.n > 0;
		cells[1].as.text.n = 0;
	}
	importrow(im, l->table, &copy);
}

void
importinfotable(struct import *im, size_t table)
{
	struct listed l = { im, table };
	bool strings = im->rep->schema.tables[table].def->from == FROM_STRINGS;

	repinfotable(im->rep, table, im->coverage, strings ? eachstring : each, &l);
}

void
importinfotables(struct import *im, bool strings)
{
	const struct repschema *s = &im->rep->schema;

	for (int last = 0; last < 2; last++)
		for (size_t i = 0; i < s->count; i++) {
			if (!s->tables[i].exists ||
			    (s->tables[i].def->from == FROM_STRINGS) != last)
				continue;
			if (strings || !last)
				importinfotable(im, i);
			else
				importtable(im, i);
		}
}

/* Returns true if a table whose name begins with prefix has been created. */
static bool
hastable(const struct import *im, const char *prefix)
{
	for (size_t i = 0; i < REP_TABLES; i++)
		if (im->tables[i].dbtable &&
		    strncmp(im->tables[i].dbtable->name, prefix, strlen(prefix)) == 0)
			return true;
	return false;
}

/* Returns true if nsys would have written an enumeration for the tables that exist. */
static bool
enumneeded(const struct import *im, const struct enumeration *e)
{
	uint32_t version = im->rep->schema.version;

	if (version < e->since || version >= e->until)
		return false;
	if (version < ENUMS_NEEDED)
		return true;
	switch (e->need) {
	case NEED_NOTHING:
		return true;
	case NEED_CUDA:
		return hastable(im, "CUPTI_ACTIVITY_KIND_") || hastable(im, "CUDA_") ||
		    hastable(im, "TARGET_INFO_CUDA_");
	case NEED_THREADS:
		return hastable(im, "OSRT_API") || hastable(im, "SCHED_EVENTS") ||
		    hastable(im, "COMPOSITE_EVENTS");
	case NEED_FILES:
		return hastable(im, "OSRT_FILE_ACCESS_EVENTS");
	case NEED_OPENACC:
		return hastable(im, "CUPTI_ACTIVITY_KIND_OPENACC_");
	case NEED_OTHERS:
		break;
	}
	return false;
}

/* Writes a row of texts, after a number if that is not NULL. */
static void
texts(struct import *im, struct dbtable *r, const int64_t *number, const char *const *text,
    size_t count)
{
	struct row row = { .cells = NULL };
	size_t first = number ? 1 : 0;

	rowstart(&row, first + count);
	if (number)
		row.cells[0] = (struct cell){ .type = CELL_INT, .number = *number };
	for (size_t i = 0; i < count; i++)
		rowput(&row, &row.cells[first + i], CELL_TEXT, spanof(text[i]));
	databaserow(&im->db, r, &row, first + count);
	rowfree(&row);
}

/* Writes the rows of an enumeration. Labels may be NULL. */
static void
enumrows(struct import *im, struct dbtable *r, const struct enumvalue *l)
{
	uint32_t version = im->rep->schema.version;

	r->alias = 0;
	for (; l->name; l++)
		if (l->since <= version && version < l->until)
			texts(im, r, &l->number, (const char *const[]){ l->name, l->label },
			    l->label ? 2 : 1);
}

void
importenums(struct import *im)
{
	static const char names[] =
	    "CREATE TABLE UnwindMethodType (number INTEGER PRIMARY KEY, name TEXT NOT NULL)";
	uint32_t version = im->rep->schema.version;

	if (version < UNWINDMETHODS_UNTIL &&
	    (hastable(im, "OSRT_CALLCHAINS") || hastable(im, "SAMPLING_CALLCHAINS")))
		enumrows(im, databasetable(&im->db, "UnwindMethodType", names), unwindmethods);
	if (version < ENUMS_SINCE)
		return;
	for (const struct enumeration *e = enumerations; e->table; e++) {
		struct buf sql = { 0 };

		if (!enumneeded(im, e))
			continue;
		bufprintf(&sql,
		    "CREATE TABLE %s (id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT)",
		    e->table);
		enumrows(im, databasetable(&im->db, e->table, sql.p), e->values);
		free(sql.p);
	}
}

/* The metadata table that is being written. */
struct metadatatable {
	struct import *im;
	struct dbtable *table;
};

static void
putmetadata(const struct metadatatable *a, const char *name, const char *value)
{
	texts(a->im, a->table, NULL, (const char *const[]){ name, value }, 2);
}

/* Writes the version of the schema, complete and in parts. */
static void
putschemaversion(const struct metadatatable *a, const char *schema)
{
	static const char *const names[] = { "EXPORT_SCHEMA_VERSION_MAJOR",
		"EXPORT_SCHEMA_VERSION_MINOR", "EXPORT_SCHEMA_VERSION_MICRO" };
	char *copy = xstrdup(schema), *rest = NULL, *part = strtok_r(copy, ".", &rest);

	putmetadata(a, "EXPORT_SCHEMA_VERSION", schema);
	for (size_t i = 0; part && i < sizeof(names) / sizeof(*names); i++) {
		putmetadata(a, names[i], part);
		part = strtok_r(NULL, ".", &rest);
	}
	free(copy);
}

/* Writes those settings of nsys export that apply to an import: times are not shifted, and
 * tables without rows are omitted. */
static void
putexportsettings(const struct metadatatable *a)
{
	const struct repsession *k = &a->im->rep->session;
	bool old = k->version < REP_VERSION(2023, 1, 0);
	struct buf date = { 0 };

	putmetadata(a, "EXPORT_PRODUCT_VERSION", k->product.p);
	bufprintf(&date, "%u.%u", k->version / 10000, k->version / 100 % 100);
	putmetadata(a, "EXPORT_PRODUCT_DATE", date.p);
	free(date.p);
	putschemaversion(a, repschemaversion(k->version));
	putmetadata(a, old ? "EXPORT_LAZY" : "EXPORT_PARAM_LAZY", "true");
	if (old)
		return;
	putmetadata(a, "EXPORT_PARAM_TIME_NORMALIZE", "false");
	putmetadata(a, "EXPORT_PARAM_TIME_SHIFT", "0");
	putmetadata(a, "EXPORT_CONFIG_TIME_SHIFT", "0");
}

/* Writes the hash of the host's name: a database and its report must be recognized as one capture,
 * while the name itself belongs to the user. */
static void
puthosthash(const struct metadatatable *a)
{
	struct span host = rephostname(a->im->rep);
	struct buf hash = { 0 };

	if (host.n == 0)
		return;
	hosthash(&hash, host);
	bufchar(&hash, '\0');
	putmetadata(a, "NST_HOST_HASH", hash.p);
	free(hash.p);
}

/* Writes the program that was profiled and its first argument, which belong to the user as the
 * host's name does. */
static void
putcommand(const struct metadatatable *a)
{
	struct span argument, command = repcommand(a->im->rep, &argument);
	struct buf text = { 0 };

	if (!a->im->rep->host || command.n == 0)
		return;
	bufspan(&text, command);
	bufchar(&text, '\0');
	putmetadata(a, "NST_PROGRAM", text.p);
	text.n = 0;
	bufspan(&text, argument);
	bufchar(&text, '\0');
	putmetadata(a, "NST_ARGUMENT", text.p);
	free(text.p);
}

void
importmetadata(struct import *im, struct span leftout, struct span unproven)
{
	const struct repsession *k = &im->rep->session;
	bool old = repschemaversion(k->version) && k->version < REP_VERSION(2023, 3, 0);
	const char *name = old ? "EXPORT_META_DATA" : "META_DATA_EXPORT";
	struct metadatatable a = { .im = im };
	struct buf text = { 0 };

	bufprintf(&text, "CREATE TABLE %s (name TEXT NOT NULL, value TEXT)", name);
	a.table = databasetable(&im->db, name, text.p);
	putmetadata(&a, "EXPORT_PRODUCT_NAME", "nst-import");
	/* Before 2022 exports had no schema version. */
	if (repschemaversion(k->version))
		putexportsettings(&a);
	putmetadata(&a, "NST_VERSION", cliversion());
	putmetadata(&a, "NST_REPORT_VERSION", k->product.p);
	puthosthash(&a);
	putcommand(&a);
	putmetadata(&a, "NST_STRINGS", im->allstrings ? "all" : "those that rows refer to");
	text.n = 0;
	bufspan(&text, leftout);
	bufchar(&text, '\0');
	putmetadata(&a, "NST_NOT_IMPORTED", text.p);
	text.n = 0;
	bufspan(&text, unproven);
	bufchar(&text, '\0');
	putmetadata(&a, "NST_UNPROVEN", text.p);
	free(text.p);
}

void
importend(struct import *im, bool strings, struct importnotes *n)
{
	const struct repschema *s = &im->rep->schema;
	struct buf leftout = { 0 };

	importinfotables(im, strings);
	importenums(im);
	repcoverageskipped(im->coverage, s, &n->skipped);
	if (strings && hastable(im, "ANALYSIS_DETAILS"))
		skippedadd(&n->skipped, spanof("end of the capture"), 1);
	repcoverageunknown(im->coverage, &n->unknown);
	if (im->rep->file.third)
		bufstr(&n->unknown, n->unknown.n > 0 ? ", a third block 1" : "a third block 1");
	skippedlist(&n->skipped, &leftout);
	if (leftout.n > 0 && n->unknown.n > 0)
		bufstr(&leftout, ", ");
	bufspan(&leftout, bufall(&n->unknown));
	repcoverageunproven(im->coverage, s, &n->unproven);
	repcoveragebroken(im->coverage, s, &n->broken);
	importmetadata(im, bufall(&leftout), bufall(&n->unproven));
	free(leftout.p);
	n->emptied = im->emptied;
	n->secret = im->secret;
}

void
importall(const struct rep *r, const char *path, int fd, bool allstrings, bool shows,
    struct importnotes *n)
{
	struct repcoverage coverage;
	struct import im;

	repcoverageopen(&coverage, &r->schema);
	importopen(&im, r, &coverage, path, fd, allstrings);
	im.showprogress = shows;
	importevents(&im);
	importend(&im, true, n);
	importclose(&im);
	repcoveragefree(&coverage);
}

void
importnotesfree(struct importnotes *n)
{
	skippedfree(&n->skipped);
	free(n->unknown.p);
	free(n->unproven.p);
	free(n->broken.p);
}
