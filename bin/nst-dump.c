/* SPDX-License-Identifier: MIT */
/* nst-dump: the events of an Nsight Systems export, in order of time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "json.h"
#include "merge.h"
#include "meta.h"
#include "out.h"
#include "profile.h"
#include "progress.h"
#include "schema.h"
#include "table.h"

static const char usage[] =
	"usage: nst-dump [--type LIST] [--from TIME] [--to TIME]\n"
	"                [--name short|demangled|mangled] [--progress] FILE.sqlite\n"
	"       nst-dump --tables\n";

enum { OPT_TYPE = OPT_OWN, OPT_FROM, OPT_TO, OPT_NAME, OPT_PROGRESS, OPT_TABLES };

static const struct option options[] = {
	{ "type", required_argument, NULL, OPT_TYPE },
	{ "from", required_argument, NULL, OPT_FROM },
	{ "to", required_argument, NULL, OPT_TO },
	{ "name", required_argument, NULL, OPT_NAME },
	{ "progress", no_argument, NULL, OPT_PROGRESS },
	{ "tables", no_argument, NULL, OPT_TABLES },
	CLI_OPTIONS
};

static const char *const styles[] = { "short", "demangled", "mangled" };

/* Adds the type of a name to those wanted; only types that a table gives can be. */
static void
wanttype(void *arg, const char *name, size_t n)
{
	struct wanted *wanted = arg;
	const char *names[TYPE_COUNT], *nearest;
	size_t count = 0;

	for (const struct source *s = schema; s->table; s++) {
		if (!evtypename(s->type) || s->type == TYPE_META)
			continue;
		names[count++] = evtypename(s->type);
		if (spanis((struct span){ name, n }, evtypename(s->type))) {
			wanted->types |= 1u << s->type;
			return;
		}
	}
	if (spanis((struct span){ name, n }, evtypename(TYPE_NVTX_KERNEL)))
		dieusage("--type: nvtx-kernel events are made by nst-link");
	nearest = clinearest(name, n, names, count);
	dieusage("--type: no event has the type '%.*s'%s%s%s", (int)n, name, nearest ? "; is it '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static const char *
style(const char *text)
{
	for (size_t i = 0; i < sizeof(styles) / sizeof(*styles); i++)
		if (strcmp(text, styles[i]) == 0)
			return styles[i];
	dieusage("--name: '%s' is none of short, demangled, mangled", text);
}

/* Prints the table of tables instead of a dump. */
static enum status
printtables(void)
{
	struct buf out = { 0 };

	schemaprint(&out);
	return outend(&out) ? DONE : FAILED;
}

/* The number of rows of a table; false when it has none. */
static bool
count(const struct profile *p, const char *table, int64_t *rows)
{
	char *sql = sqlite3_mprintf("SELECT count(*) FROM \"%w\"", table);
	sqlite3_stmt *st;

	if (!sql)
		die("out of memory");
	st = profilequery(p, sql);
	*rows = profilestep(p, st, table) ? sqlite3_column_int64(st, 0) : 0;
	sqlite3_finalize(st);
	sqlite3_free(sql);
	return *rows > 0;
}

/* Says which tables with rows are not read: loss is never silent. */
static void
reportunread(const struct profile *p)
{
	for (uint32_t i = 0; i < p->tables.used; i++) {
		struct span name = nameget(&p->tables, i);
		struct buf table = { 0 }, text = { 0 };
		int64_t rows;

		bufspan(&table, name);
		bufchar(&table, '\0');
		jsonescape(&text, name.p, name.n);
		if (!schemareads(table.p) && !schemaknown(table.p) && count(p, table.p, &rows))
			warn("%s: not dumped: %.*s, %lld rows", p->path, (int)text.n, text.p, (long long)rows);
		free(table.p);
		free(text.p);
	}
}

/* Says what of the tables was left out; FAILED when it should not have been there. */
static enum status
report(const struct profile *p, const struct table *tables, size_t count, bool everything)
{
	enum status status = DONE;

	for (size_t i = 0; i < count; i++) {
		if (tablereport(&tables[i]))
			status = FAILED;
		if (everything && tables[i].strays > 0)
			warn("%s: not dumped: %s, %llu rows of kinds that are not known", p->path, tables[i].name, (unsigned long long)tables[i].strays);
	}
	if (everything)
		reportunread(p);
	return status;
}

/* Binds all tables that the file has and the user wants something of, and looks through them; returns how many there are. */
static size_t
openall(struct table *tables, struct profile *p, struct merge *merge, struct meta *meta)
{
	size_t count = 0;

	for (const struct source *s = schema; s->table; s++) {
		if (s > schema && strcmp(s->table, (s - 1)->table) == 0)
			continue;
		if (!tablebind(&tables[count], p, s, merge->wanted))
			continue;
		if (!tablewanted(&tables[count])) {
			tablefree(&tables[count]);
			continue;
		}
		mergeadd(merge, &tables[count], meta);
		count++;
	}
	mergestart(merge);
	return count;
}

static void
parse(int argc, char *argv[], struct wanted *wanted, bool *shows)
{
	int opt;

	while ((opt = cliopt(argc, argv, options)) != -1) {
		switch (opt) {
		case OPT_TYPE:
			clilist("type", optarg, wanttype, wanted);
			break;
		case OPT_FROM:
			wanted->from = clitime("from", optarg);
			break;
		case OPT_TO:
			wanted->to = clitime("to", optarg);
			break;
		case OPT_NAME:
			wanted->style = style(optarg);
			break;
		case OPT_PROGRESS:
			*shows = true;
			break;
		case OPT_TABLES:
			exit(printtables());
		}
	}
	if (argc - optind != 1)
		dieusage(argc == optind ? "no profile named" : "more than one profile named");
}

int
main(int argc, char *argv[])
{
	struct wanted wanted = { .style = "short", .from = INT64_MIN, .to = INT64_MAX };
	struct profile profile;
	struct meta meta;
	struct merge merge = { .profile = &profile, .wanted = &wanted };
	struct table *tables;
	struct buf out = { 0 };
	struct progress progress = { .next = UINT64_MAX };
	size_t count;
	bool everything, shows = false;
	enum status status;

	cliinit("nst-dump", usage);
	parse(argc, argv, &wanted, &shows);
	everything = wanted.types == 0;
	if (everything)
		wanted.types = ~UINT32_C(0);

	profileopen(&profile, argv[optind]);
	metaopen(&meta, &profile);
	tables = xreallocarray(NULL, schemacount(), sizeof(*tables));
	count = openall(tables, &profile, &merge, &meta);
	outpipe(STDOUT_FILENO);
	outpending(&out);

	if (shows)
		progressstart(&progress, merge.rows);
	metaheader(&meta, &out, merge.first);
	while (mergenext(&merge, &meta, &out)) {
		outcheck(&out);
		progressupdate(&progress, merge.written);
	}
	progressend();
	evputend(&out, merge.latest, merge.written + meta.records, false);

	status = outend(&out) ? report(&profile, tables, count, everything) : FAILED;
	mergefree(&merge);
	while (count > 0)
		tablefree(&tables[--count]);
	free(tables);
	metaclose(&meta);
	profileclose(&profile);
	return status;
}
