/* SPDX-License-Identifier: MIT */
/* The options of nst-dump. */
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "capturecheck.h"
#include "dump.h"
#include "io/out.h"
#include "program/cli.h"

static const char usage[] =
	"usage: nst-dump [--type LIST] [--from TIME] [--to TIME]\n"
	"                [--names STYLE] [--stacks] [--hosts] [--command]\n"
	"                [--python] [--sort-memory MIB] [-j N] [--progress] [-v] FILE\n"
	"       nst-dump --export-of REPORT EXPORT\n"
	"       nst-dump --tables\n";

enum {
	OPT_TYPE = OPT_OWN,
	OPT_FROM,
	OPT_TO,
	OPT_NAMES,
	OPT_STACKS,
	OPT_HOSTS,
	OPT_COMMAND,
	OPT_PYTHON,
	OPT_MEMORY,
	OPT_PROGRESS,
	OPT_EXPORT_OF,
	OPT_TABLES,
	OPT_JOBS = 'j'
};

static const struct flag flags[] = {
	{ "type", OPT_TYPE, "LIST", "only events of these types or families", VALUE_TYPES },
	{ "from", OPT_FROM, "TIME", "events that end after TIME", NULL },
	{ "to", OPT_TO, "TIME", "events that start before TIME", NULL },
	{ "names", OPT_NAMES, "STYLE", "the style of kernel names",
	    "short|template|demangled|mangled|both|raw" },
	{ "stacks", OPT_STACKS, NULL, "write call chains", NULL },
	{ "hosts", OPT_HOSTS, NULL, "write the names of hosts into the header", NULL },
	{ "command", OPT_COMMAND, NULL,
	    "write the program and its first argument into the header", NULL },
	{ "python", OPT_PYTHON, NULL, "write the Python calls of a trace", NULL },
	{ "sort-memory", OPT_MEMORY, "MIB", "memory for sorting the events of a trace", NULL },
	{ "jobs", OPT_JOBS, "N", "read with N threads", NULL },
	{ "progress", OPT_PROGRESS, NULL, "show the progress on a terminal", NULL },
	{ "export-of", OPT_EXPORT_OF, "REPORT", "only check that EXPORT is of the same capture",
	    NULL },
	{ "tables", OPT_TABLES, NULL, "print the table and column of each key", NULL },
	CLI_VERBOSE_FLAG,
	{ .name = NULL },
};

const struct help dumphelp = {
	.usage = usage,
	.what = "Writes the events of an Nsight Systems report or export, or a trace of PyTorch, "
	        "ordered by time.",
	.flags = flags,
	.operands = "nsys-rep|qdrep|sqlite|sqlite.gz|sqlite.zst|sqlite.xz|json|json.gz|json.zst"
	            "|json.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-sum",
	.pages = "nst-event(5)",
};

/* raw is what the stream has by default; programs that group events tell the two apart. */
static const char *const styles[] = { "short", "template", "demangled", "mangled", "both", "raw" };

/* Adds the types that a name stands for to those wanted; only types that a table gives can be, and
 * a family has none of those to be asked for by name. */
static void
wanttype(void *arg, const char *name, size_t n)
{
	uint64_t have = schematypes(), types = evtypeset((struct span){ name, n });
	struct wanted *wanted = arg;
	const char *names[TYPE_COUNT + FAMILY_OTHER];
	size_t count = 0;

	if (types & (types - 1)) /* a family */
		types &= schemausual();
	wanted->types |= types & have;
	if (types & have)
		return;
	if (types && evfamily(evtype((struct span){ name, n })) != FAMILY_CONTROL)
		dieusage("--type: another program makes %.*s events", (int)n, name);
	for (int i = 0; i < TYPE_COUNT; i++)
		if (have & EVTYPE(i))
			names[count++] = evtypename((enum event_type)i);
	for (int i = 0; i < FAMILY_OTHER; i++)
		if (evfamilyname((enum event_family)i))
			names[count++] = evfamilyname((enum event_family)i);
	dieusage("--type: no event has the type '%.*s'%s", (int)n, name,
	    spellingchoice((struct span){ name, n }, names, count));
}

static const char *
style(const char *text)
{
	for (size_t i = 0; i < sizeof(styles) / sizeof(*styles); i++)
		if (strcmp(text, styles[i]) == 0)
			return strcmp(text, "raw") == 0 ? "short" : styles[i];
	dieusage("--names: '%s' is none of short, template, demangled, mangled, both, raw", text);
}

/* Prints the table of tables instead of a dump. */
static enum status
printtables(void)
{
	struct buf out = { 0 };

	schemaprint(&out);
	return outend(&out) ? DONE : FAILED;
}

/* Takes an option. */
static void
dumpoptionstake(struct dumping *d, int opt)
{
	switch (opt) {
	case OPT_TYPE:
		clilist("type", optarg, wanttype, &d->wanted);
		break;
	case OPT_FROM:
		d->wanted.window.from = windowmoment("from", optarg);
		break;
	case OPT_TO:
		d->wanted.window.to = windowmoment("to", optarg);
		break;
	case OPT_NAMES:
		d->wanted.style = style(optarg);
		break;
	case OPT_STACKS:
		d->wanted.stacks = true;
		break;
	case OPT_HOSTS:
		d->wanted.hosts = true;
		break;
	case OPT_COMMAND:
		d->wanted.command = true;
		break;
	case OPT_PYTHON:
		d->wanted.python = true;
		break;
	case OPT_MEMORY:
		d->wanted.memory = (size_t)clinumber("sort-memory", optarg, 1, 1 << 20) << 20;
		break;
	case OPT_JOBS:
		d->workers = (unsigned)clinumber("jobs", optarg, 1, MAX_WORKERS);
		break;
	case OPT_PROGRESS:
		d->progress = true;
		break;
	case OPT_EXPORT_OF:
		d->report = optarg;
		break;
	case OPT_TABLES:
		exit(printtables());
	}
}

void
dumptake(struct dumping *d, int argc, char *argv[])
{
	int opt;

	*d = (struct dumping){ .wanted = { .style = "short", .memory = 256 << 20 } };
	while ((opt = clinext(argc, argv)) != -1)
		dumpoptionstake(d, opt);
	if (argc - optind != 1)
		dieusage(argc == optind ? "no profile named" : "more than one profile named");
	d->path = argv[optind];
	if (d->report)
		exit(capturecheck(d->report, d->path));
	windowcheck(&d->wanted.window);
}
