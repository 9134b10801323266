/* SPDX-License-Identifier: MIT */
/* nst-diff: compares the times of two runs, and detects regressions. */
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "diff/diff.h"
#include "diff/difftable.h"
#include "diff/dumppipe.h"
#include "diff/headline.h"
#include "diff/runreader.h"
#include "diff/tablecheck.h"
#include "io/out.h"
#include "io/probe.h"
#include "page/compare.h"
#include "page/html.h"
#include "page/pagereader.h"
#include "page/table.h"
#include "program/cli.h"

static const char usage[] =
    "usage: nst-diff [--by LIST] [--type LIST] [--names STYLE] [--rename RULE]\n"
    "                [--over run] [--skip N] [--min-share PERCENT] [--top N]\n"
    "                [--all] [--wide] [--gate PERCENT]\n"
    "                [--tsv | --csv | --json | --markdown | --page]\n"
    "                [--sort-memory MIB] [--partial]\n"
    "                OLD NEW | --old FILE ... --new FILE ...\n";

enum {
	OPT_BY = OPT_OWN,
	OPT_TYPE,
	OPT_NAMES,
	OPT_RENAME,
	OPT_OVER,
	OPT_SKIP,
	OPT_MIN_SHARE,
	OPT_TOP,
	OPT_ALL,
	OPT_WIDE,
	OPT_GATE,
	OPT_TSV,
	OPT_CSV,
	OPT_JSON,
	OPT_MARKDOWN,
	OPT_PAGE,
	OPT_MEMORY,
	OPT_PARTIAL,
	OPT_OLD,
	OPT_NEW
};

static const struct flag flags[] = {
	{ "by", OPT_BY, "LIST", "the keys to group by", NULL },
	{ "type", OPT_TYPE, "LIST", "only events of these types", VALUE_TYPES },
	{ "names", OPT_NAMES, "STYLE", "compare kernels, ranges and calls by these names",
	    NAMESTYLE_WORDS },
	{ "rename", OPT_RENAME, "RULE", "change names before they are compared",
	    "pytorch|kernel|nccl" },
	{ "over", OPT_OVER, "run", "compare whole runs, even if they have steps", "run" },
	{ "skip", OPT_SKIP, "N", "leave out the first N steps of each run", NULL },
	{ "min-share", OPT_MIN_SHARE, "PERCENT",
	    "only groups with at least this share of their type's time",
	    NULL },
	{ "top", OPT_TOP, "N", "only the first N rows", NULL },
	{ "all", OPT_ALL, NULL, "print all rows", NULL },
	{ "wide", OPT_WIDE, NULL, "whole names and all columns, in lines of any length", NULL },
	{ "gate", OPT_GATE, "PERCENT", "fail if a group is slower by more than this", NULL },
	{ "tsv", OPT_TSV, NULL, "tab-separated values", NULL },
	{ "csv", OPT_CSV, NULL, "comma-separated values", NULL },
	{ "json", OPT_JSON, NULL, "a JSON object for each row", NULL },
	{ "markdown", OPT_MARKDOWN, NULL, "a table in Markdown", NULL },
	{ "page", OPT_PAGE, NULL, "an HTML page with both timelines", NULL },
	{ "sort-memory", OPT_MEMORY, "MIB", "memory for groups; the rest goes to a temporary file",
	    NULL },
	{ "partial", OPT_PARTIAL, NULL, "accept input that lacks its end record", NULL },
	{ "old", OPT_OLD, "FILE", "files of the old side", VALUE_FILE },
	{ "new", OPT_NEW, "FILE", "files of the new side", VALUE_FILE },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Compares the times of two runs, or of several on each side, and detects "
	    "regressions.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz|sqlite|nsys-rep|qdrep|json",
	.example = "nst-diff old.sqlite new.sqlite",
};

/* Without --min-share the gate ignores groups with less than this share of their type's time: the
 * times of small groups vary by chance. */
#define GATE_LEAST 0.01

/* The length of lines that go into no terminal, and the shortest that is respected. */
enum { WIDTH = 80, WIDTH_LEAST = 60 };

/* The options. */
struct options {
	struct runtotals totals;
	struct diffoptions diff;
	bool minshare, gated, partial, wide, page;
	double gate;
	struct difftable_limits limits;
	enum difftable_format format;
	struct {
		const char *path;
		enum side side;
	} *files;
	size_t count;
};

static void
addby(void *arg, const char *name, size_t n)
{
	runtotalsby(arg, "by", (struct span){ name, n });
}

static void
addtype(void *arg, const char *name, size_t n)
{
	runtotalstype(arg, (struct span){ name, n });
}

static void
addfile(struct options *a, const char *path, enum side side)
{
	a->files = xreallocarray(a->files, a->count + 1, sizeof(*a->files));
	a->files[a->count].path = path;
	a->files[a->count++].side = side;
}

/* Reads an option about the comparison. */
static void
takecompared(struct options *a, int opt)
{
	switch (opt) {
	case OPT_BY:
		clilist("by", optarg, addby, &a->totals);
		break;
	case OPT_TYPE:
		clilist("type", optarg, addtype, &a->totals);
		break;
	case OPT_RENAME:
		renameadd(&a->totals.renames, "rename", optarg);
		break;
	case OPT_NAMES:
		a->totals.namer.style = namestyleread("names", optarg);
		a->totals.dumpnames = namestyleword(a->totals.namer.style);
		break;
	case OPT_OVER:
		if (strcmp(optarg, "run") != 0)
			dieusage("--over: '%s' is not run", optarg);
		a->diff.runs = true;
		break;
	case OPT_SKIP:
		a->totals.skip = a->diff.skip =
		    (size_t)clinumber("skip", optarg, 1, INT64_MAX);
		break;
	case OPT_MIN_SHARE:
		a->diff.minshare = clipercent("min-share", optarg);
		a->minshare = true;
		break;
	case OPT_OLD:
	case OPT_NEW:
		addfile(a, optarg, opt == OPT_OLD ? SIDE_OLD : SIDE_NEW);
	}
}

/* Reads an option about the output. */
static void
takeoption(struct options *a, int opt)
{
	switch (opt) {
	case OPT_TOP:
		a->limits.top = (size_t)clinumber("top", optarg, 1, INT64_MAX);
		break;
	case OPT_ALL:
		a->limits.all = true;
		break;
	case OPT_WIDE:
		a->wide = true;
		break;
	case OPT_GATE:
		a->gate = clipercent("gate", optarg);
		a->gated = true;
		break;
	case OPT_TSV:
	case OPT_CSV:
	case OPT_JSON:
	case OPT_MARKDOWN:
		if (a->format != DIFFTABLE_TEXT)
			dieusage("--tsv, --csv, --json and --markdown: only one of them");
		a->format = opt == OPT_TSV ? DIFFTABLE_TSV :
		    opt == OPT_CSV       ? DIFFTABLE_CSV :
		    opt == OPT_JSON      ? DIFFTABLE_JSON :
		                           DIFFTABLE_MARKDOWN;
		break;
	case OPT_PAGE:
		a->page = true;
		break;
	case OPT_MEMORY:
		a->totals.spill.limit = (size_t)clinumber("sort-memory", optarg, 1, 1 << 20) << 20;
		break;
	case OPT_PARTIAL:
		a->partial = true;
		break;
	default:
		takecompared(a, opt);
	}
}

/* Repeats --old and --new before each of the files behind them, so that a shell pattern may match
 * several. The caller frees the array. */
static char **
repeatsides(int *argc, char *argv[])
{
	char **all = xzalloc(2 * (size_t)*argc + 1, sizeof(*all)), *side = NULL;
	int count = 0;

	for (int i = 0; i < *argc; i++) {
		bool option = argv[i][0] == '-' && argv[i][1] != '\0';

		if (option && strcmp(argv[i], "--") == 0) {
			while (i < *argc)
				all[count++] = argv[i++];
			break;
		}
		if (option)
			side = NULL;
		if (side && all[count - 1] != side)
			all[count++] = side;
		all[count++] = argv[i];
		if (strcmp(argv[i], "--old") == 0 || strcmp(argv[i], "--new") == 0)
			side = argv[i];
	}
	*argc = count;
	return all;
}

/* Reads the operands, and checks that each side has a file. */
static void
takefiles(struct options *a, int argc, char *argv[])
{
	bool has[SIDE_COUNT] = { false };

	if (a->count > 0 && optind < argc)
		dieusage("'%s' is on neither side: --old and --new name the files", argv[optind]);
	if (a->count == 0 && argc - optind != 2)
		dieusage("name two files, OLD and NEW, or several: --old FILE ... --new FILE ...");
	if (a->count == 0) {
		addfile(a, argv[optind], SIDE_OLD);
		addfile(a, argv[optind + 1], SIDE_NEW);
	}
	for (size_t i = 0; i < a->count; i++)
		has[a->files[i].side] = true;
	if (!has[SIDE_OLD] || !has[SIDE_NEW])
		dieusage("--%s: it names no file", has[SIDE_OLD] ? "new" : "old");
}

/* Prints warnings about the table. */
static void
diffwarn(const struct options *a, const struct diff *d)
{
	runtotalsunseen(&a->totals);
	if (d->stepless > 0)
		warn("left out %llu events that belong to no step; --over run counts them",
		    (unsigned long long)d->stepless);
	if (d->small > 0)
		warn("left out %zu groups with less than %g%% of the time of their type",
		    d->small, a->diff.minshare * 100);
	if (d->count == 0)
		warn("no event has a duration: there is nothing to compare");
}

/* Sets the length of lines: that of the terminal, else 80. */
static void
setwidth(struct options *a)
{
	struct winsize size = { 0 };

	if (a->limits.all && a->limits.top > 0)
		dieusage("--top and --all exclude each other");
	if (a->wide)
		return;
	a->limits.width = WIDTH;
	if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
	    size.ws_col >= WIDTH_LEAST)
		a->limits.width = size.ws_col;
}

/* Returns true if a side has an event that counts. Without one, the gate would pass anything. */
static bool
hasany(const struct diff *d, enum side side)
{
	for (size_t i = 0; i < d->count; i++)
		if (diffrowat(d, i)->count[side] > 0)
			return true;
	warn("--gate: the %s side has no event to compare", side == SIDE_OLD ? "old" : "new");
	return false;
}

/* Returns WORSE, with a message, if a group became worse than the gate allows. */
static enum status
gatestatus(const struct options *a, const struct diff *d)
{
	double least = a->minshare ? a->diff.minshare : GATE_LEAST;
	size_t worst = 0, small, found = diffworse(d, a->gate, least, &worst, &small);
	struct span name;
	uint32_t group;

	if (!hasany(d, SIDE_OLD) || !hasany(d, SIDE_NEW))
		return FAILED;
	if (small > 0)
		warn("--gate: passed over %zu groups with less than %g%% of the time of their type",
		    small, least * 100);
	if (found == 0)
		return DONE;
	group = diffrowat(d, worst)->group;
	name = runtotalsvalue(&a->totals, group, a->totals.keycount - 1);
	warn("--gate: %zu groups are worse by more than %g%% per %s; the worst is %.*s",
	    found, a->gate * 100, difffigure(d), (int)name.n, name.p);
	return WORSE;
}

/* Chooses the names of kernels in profiles, unless --names does: those of the streams and tables
 * that they are compared with, which have short ones as a rule. */
static void
choosenames(struct options *a)
{
	bool profiles = true;

	for (size_t i = 0; i < a->count; i++)
		profiles = profiles && strcmp(a->files[i].path, "-") != 0 &&
		    probeprofile(a->files[i].path);
	if (!a->totals.dumpnames)
		a->totals.dumpnames = profiles ? "template" : "short";
}

/* The programs behind nst-link that give a page steps, states and findings. */
static const struct dumpreader readers[] = { { "nst-step", "--any" }, { "nst-state", NULL },
	{ "nst-skew", "--quiet" }, { "nst-advise", NULL } };

/* The largest size of the part of a page that one run takes, bytes. */
enum { BUDGET = 10000000, PAGE_ROWS = 500 };

/* Checks that a page can be made of the files, which are read a second time for it. */
static void
checkpage(const struct options *a)
{
	if (a->format != DIFFTABLE_TEXT)
		dieusage("--page, --tsv, --csv, --json and --markdown: only one of them");
	if (a->limits.top > 0 || a->limits.all || a->wide)
		dieusage("--page: --top, --all and --wide are for text");
	if (a->count != SIDE_COUNT || a->files[0].side == a->files[1].side)
		dieusage("--page: it shows one file of each side");
	for (size_t i = 0; i < a->count; i++)
		if (strcmp(a->files[i].path, "-") == 0)
			dieusage("--page: files are read twice, standard input cannot be");
	outrefuseterminal("a page");
}

/* Reads a file of a side for its page. */
static enum status
readside(const struct options *a, size_t i, struct webpage *page)
{
	const char *path = a->files[i].path, *slash = strrchr(path, '/');
	bool profile = probeprofile(path);
	struct dumppipe dumppipe;
	enum status status;

	pageinit(page, a->totals.spill.limit);
	page->called = spanof(slash ? slash + 1 : path);
	page->perfetto = "https://ui.perfetto.dev";
	if (a->totals.namer.style != NAMESTYLE_TEMPLATE)
		pagenames(page, a->totals.dumpnames);
	if (profile) {
		int fd = dumppipestart(&dumppipe, path, a->totals.dumpnames, readers,
		    sizeof(readers) / sizeof(*readers));

		if (dup2(fd, STDIN_FILENO) < 0)
			die("%s:", path);
		close(fd);
		path = "-";
	}
	status = pagereaderread(page, path, BUDGET, a->partial);
	if (profile && dumppipewait(&dumppipe, a->files[i].path) != DONE)
		status = FAILED;
	return status;
}

/* Writes each line as a paragraph. */
static void
putlines(struct span text, struct buf *out)
{
	for (const char *end = text.p + text.n; text.n > 0; text.n = (size_t)(end - text.p)) {
		const char *line = memchr(text.p, '\n', text.n);

		line = line ? line : end;
		bufstr(out, "<p class=\"axis\">");
		htmltext(out, (struct span){ text.p, (size_t)(line - text.p) });
		bufstr(out, "</p>\n");
		text.p = line < end ? line + 1 : end;
	}
}

static void
pagetimes(const void *arg, struct buf *out)
{
	struct buf text = { 0 };

	if (!headlinetimes(arg, tablewrite, out))
		bufstr(out, "<p>Span and busy time are unknown: not all inputs are sorted "
		    "streams.</p>\n");
	headlinework(arg, &text);
	putlines(bufall(&text), out);
	free(text.p);
}

static void
pagechanges(const void *arg, struct buf *out)
{
	struct buf text = { 0 };

	bufprintf(out, "<p class=\"axis\">Times are per %s. The largest effect is first.</p>\n",
	    difffigure(arg));
	difftableview(arg, PAGE_ROWS, tablewrite, out);
	difftablenoise(arg, PAGE_ROWS, &text);
	putlines(bufall(&text), out);
	free(text.p);
}

/* Writes a page of both sides. */
static enum status
writepage(const struct options *a, const struct diff *d, struct buf *out)
{
	struct webpage pages[SIDE_COUNT];
	struct comparison c = { .puttimes = pagetimes, .putchanges = pagechanges, .arg = d };
	enum status status = DONE;

	for (size_t i = 0; i < a->totals.runcount; i++)
		if (a->totals.runs[i].table) {
			warn("--page: %s is a table, which has no timeline",
			    a->totals.runs[i].name);
			return FAILED;
		}
	for (size_t i = 0; i < SIDE_COUNT; i++) {
		enum side side = a->files[i].side;

		c.sides[side] = &pages[side];
		if (readside(a, i, &pages[side]) != DONE)
			status = FAILED;
	}
	if (status == DONE)
		comparewrite(&c, out);
	for (size_t i = 0; i < SIDE_COUNT; i++)
		pagefree(&pages[i]);
	return status;
}

int
main(int argc, char *argv[])
{
	struct options options = { 0 };
	enum status status = DONE;
	struct buf out = { 0 }, headline = { 0 };
	struct diff diff;
	char **args;
	int opt;

	clibegin("nst-diff", &help);
	options.totals.spill.limit = recordsortlimit();
	args = repeatsides(&argc, argv);
	while ((opt = clinext(argc, args)) != -1)
		takeoption(&options, opt);
	takefiles(&options, argc, args);
	setwidth(&options);
	if (options.page)
		checkpage(&options);
	if (options.totals.keycount == 0) {
		addby(&options.totals, "type", 4);
		addby(&options.totals, "name", 4);
	}
	choosenames(&options);

	for (size_t i = 0; i < options.count && status == DONE; i++)
		status = runreaderread(
		    &options.totals, options.files[i].path, options.files[i].side, options.partial);
	if (status == DONE)
		tablecheckruns(&options.totals);
	if (status == DONE) {
		diffmake(&diff, &options.totals, &options.diff);
		diffwarn(&options, &diff);
		if (options.gated)
			status = gatestatus(&options, &diff);
		if (options.format == DIFFTABLE_JSON)
			headlinerecord(&diff, &out);
		else
			headlinewrite(&diff, &headline);
		options.limits.headline = bufall(&headline);
		if (!options.page)
			difftablewrite(&diff, options.format, &options.limits, &out);
		else if (writepage(&options, &diff, &out) != DONE)
			status = FAILED;
		difffree(&diff);
	}
	runtotalsfree(&options.totals);
	free(options.files);
	free(headline.p);
	free(args);
	return outend(&out) ? status : FAILED;
}
