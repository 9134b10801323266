/* SPDX-License-Identifier: MIT */
/* nst-dump: the events of an Nsight Systems export, in order of time. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "dump/crew.h"
#include "json.h"
#include "dump/merge.h"
#include "dump/meta.h"
#include "out.h"
#include "record.h"
#include "dump/profile.h"
#include "dump/progress.h"
#include "dump/reader.h"
#include "dump/schema.h"
#include "dump/table.h"

static const char usage[] =
	"usage: nst-dump [--type LIST] [--from TIME] [--to TIME]\n"
	"                [--name short|demangled|mangled] [--stacks] [-j N] [--progress]\n"
	"                FILE.sqlite\n"
	"       nst-dump --tables\n";

enum {
	OPT_TYPE = OPT_OWN,
	OPT_FROM,
	OPT_TO,
	OPT_NAME,
	OPT_STACKS,
	OPT_PROGRESS,
	OPT_TABLES,
	OPT_JOBS = 'j'
};

static const struct option options[] = {
	{ "type", required_argument, NULL, OPT_TYPE },
	{ "from", required_argument, NULL, OPT_FROM },
	{ "to", required_argument, NULL, OPT_TO },
	{ "name", required_argument, NULL, OPT_NAME },
	{ "stacks", no_argument, NULL, OPT_STACKS },
	{ "jobs", required_argument, NULL, OPT_JOBS },
	{ "progress", no_argument, NULL, OPT_PROGRESS },
	{ "tables", no_argument, NULL, OPT_TABLES },
	CLI_OPTIONS
};

/* More readers would only wait for the disk. A profile of so many bytes is large. */
enum { MAX_READERS = 64, LARGE = 16 << 20 };

static const char *const styles[] = { "short", "demangled", "mangled" };

/* The types that tables give. */
static uint64_t
dumped(void)
{
	uint64_t types = 0;

	for (const struct source *s = schema; s->table; s++)
		if (evtypename(s->type) && s->type != TYPE_META)
			types |= EVTYPE(s->type);
	return types;
}

/* Adds the types that a name stands for to those wanted; only types that a table gives can be, and
 * a family has none of those to be asked for by name. */
static void
wanttype(void *arg, const char *name, size_t n)
{
	uint64_t have = dumped(), types = evtypes((struct span){ name, n });
	struct wanted *wanted = arg;
	const char *names[TYPE_COUNT + FAMILY_OTHER], *nearest;
	size_t count = 0;

	if (types & (types - 1)) /* a family */
		types &= schemausual();
	wanted->types |= types & have;
	if (types & have)
		return;
	if (types & EVTYPE(TYPE_NVTX_KERNEL))
		dieusage("--type: nvtx-kernel events are made by nst-link");
	for (int i = 0; i < TYPE_COUNT; i++)
		if (have & EVTYPE(i))
			names[count++] = evtypename((enum event_type)i);
	for (int i = 0; i < FAMILY_OTHER; i++)
		if (evfamilyname((enum event_family)i))
			names[count++] = evfamilyname((enum event_family)i);
	nearest = clinearest(name, n, names, count);
	dieusage("--type: no event has the type '%.*s'%s%s%s", (int)n, name,
	    nearest ? "; is it '" : "", nearest ? nearest : "", nearest ? "'?" : "");
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
	/* SQLite counts (*) on a path of its own, which has no end where pages lead in circles. */
	char *sql = sqlite3_mprintf("SELECT count(1) FROM \"%w\"", table);
	sqlite3_stmt *st;

	if (!sql)
		die("out of memory");
	st = profilequery(p, sql);
	*rows = profilestep(p, st, table) ? sqlite3_column_int64(st, 0) : 0;
	sqlite3_finalize(st);
	sqlite3_free(sql);
	return *rows > 0;
}

/* The type to ask for, to see the events of a table that is not read unless one asks; NULL for
 * other tables. */
static const char *
unusual(const char *table)
{
	for (const struct source *s = schema; s->table; s++)
		if (strcmp(s->table, table) == 0 && evtypename(s->type))
			return schemausual() & EVTYPE(s->type) ? NULL : evtypename(s->type);
	return NULL;
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
		if (unusual(table.p) && count(p, table.p, &rows))
			warn("%s: not dumped without --type %s: %s, %lld rows", p->path,
			    unusual(table.p), table.p, (long long)rows);
		else if (!schemareads(table.p) && !schemawhy(table.p) && count(p, table.p, &rows))
			warn("%s: not dumped: %.*s, %lld rows", p->path, (int)text.n, text.p,
			    (long long)rows);
		free(table.p);
		free(text.p);
	}
}

/* Says what of the tables was left out; FAILED when it should not have been there. */
static enum status
report(const struct reader *r, bool everything)
{
	enum status status = DONE;

	for (size_t i = 0; i < r->count; i++) {
		const struct table *t = &r->tables[i];

		if (tablereport(t))
			status = FAILED;
		if (everything && t->strays > 0)
			warn("%s: not dumped: %s, %llu rows of kinds that are not known",
			    r->profile.path, t->name, (unsigned long long)t->strays);
	}
	if (everything)
		reportunread(&r->profile);
	return status;
}

/* Writes all records, with a crew where there is one. */
static struct written
dump(struct reader *r, const struct runs *runs, struct crew *crew, struct progress *progress,
    struct buf *out)
{
	struct merge merge;
	struct written written;

	if (crew && !runs->whole)
		return crewrun(crew, r, runs, progress, out);
	mergeopen(&merge, &r->profile, runs, r->tables);
	mergestart(&merge, 0);
	r->writer.out = out;
	while (mergenext(&merge, &r->writer)) {
		outcheck(out);
		progressupdate(progress, merge.written);
	}
	written = (struct written){ merge.written, merge.latest };
	mergeclose(&merge);
	return written;
}

/* How many readers a profile gets when nobody says: two are worth their start only for all of a
 * large one, and more leave no processor to the rest of a pipeline. */
static unsigned
usualreaders(const struct profile *p, const struct wanted *wanted)
{
	struct stat st;
	cpu_set_t processors;

	if (windowed(wanted) || stat(p->real, &st) != 0 || st.st_size < LARGE ||
	    sched_getaffinity(0, sizeof(processors), &processors) != 0)
		return 1;
	return CPU_COUNT(&processors) > 1 ? 2 : 1;
}

/* Parses the command line; returns how many readers it asks for, 0 when it does not say. */
static unsigned
parse(int argc, char *argv[], struct wanted *wanted, bool *shows)
{
	unsigned readers = 0;
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
		case OPT_STACKS:
			wanted->stacks = true;
			break;
		case OPT_JOBS:
			readers = (unsigned)clinumber("jobs", optarg, 1, MAX_READERS);
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
	return readers;
}

int
main(int argc, char *argv[])
{
	struct wanted wanted = { .style = "short", .from = INT64_MIN, .to = INT64_MAX };
	struct reader reader;
	struct runs runs = { .wanted = &wanted };
	struct buf out = { 0 };
	struct progress progress = { .next = UINT64_MAX };
	struct crew *crew = NULL;
	struct written written;
	unsigned readers;
	bool everything, shows = false;
	enum status status;

	cliinit("nst-dump", usage);
	outstream();
	readers = parse(argc, argv, &wanted, &shows);
	everything = wanted.types == 0;
	if (everything)
		wanted.types = schemausual();

	readeropen(&reader, argv[optind], &wanted);
	if (readers == 0)
		readers = usualreaders(&reader.profile, &wanted);
	if (readers > 1) {
		crew = crewopen(argv[optind], &wanted, readers);
		crewruns(crew, &runs);
		readernames(&reader, &runs);
	} else {
		readerruns(&reader, &runs);
	}
	outpipe(STDOUT_FILENO);
	outpending(&out, NULL, NULL);

	if (shows)
		progressstart(&progress, runs.rows);
	metaheader(&reader.meta, &out, runs.first);
	written = dump(&reader, &runs, crew, &progress, &out);
	progressend();
	if (written.rows != runs.rows)
		die("%s: %llu events were found and %llu read: the file changed while it was read",
		    reader.profile.path, (unsigned long long)runs.rows,
		    (unsigned long long)written.rows);
	recordfinal(&out, written.latest, written.rows + reader.meta.records, false);

	if (crew) {
		crewcount(crew, &reader);
		crewclose(crew);
	}
	status = outend(&out) ? report(&reader, everything) : FAILED;
	runsfree(&runs);
	readerclose(&reader);
	return status;
}
