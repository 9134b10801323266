/* SPDX-License-Identifier: MIT */
/* The options of nst-sum. */
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/spelling.h"
#include "io/out.h"
#include "io/recordsort.h"
#include "program/tool.h"
#include "stream/reread.h"
#include "stream/timespan.h"
#include "sum.h"

static const char usage[] =
    "usage: nst-sum [--by LIST] [--event PATTERN] [--names STYLE] [--columns LIST]\n"
    "               [--sort COLUMN] [--top N] [--from TIME] [--to TIME] [--bins N]\n"
    "               [--hist] [--over step] [--skip N] [--comm REGEX] [--report NAME]\n"
    "               [--timeunit UNIT] [--tsv | --csv | --json] [--wide]\n"
    "               [--sort-memory MIB] [--partial] [FILE]\n";

enum {
	OPT_BY = OPT_OWN,
	OPT_EVENT,
	OPT_NAMES,
	OPT_COLUMNS,
	OPT_SORT,
	OPT_TOP,
	OPT_FROM,
	OPT_TO,
	OPT_BINS,
	OPT_HIST,
	OPT_OVER,
	OPT_SKIP,
	OPT_COMM,
	OPT_REPORT,
	OPT_TIMEUNIT,
	OPT_TSV,
	OPT_CSV,
	OPT_JSON,
	OPT_WIDE,
	OPT_MEMORY
};

static const struct flag flags[SUMHELP_FLAGS] = {
	{ "by", OPT_BY, "LIST", "the keys to group by; none is the summary",
	    ",type|name|device|stream|pid|tid|rank|host|domain|step|nvtx|nvtx:all|captured"
	    "|captured:all|work|cause|kind|blame|last|launch|counter|kernel|none" },
	{ "event", OPT_EVENT, "PATTERN", "only events whose name matches, under the pattern",
	    NULL },
	{ "names", OPT_NAMES, "STYLE", "group kernels, ranges and calls by these names",
	    NAMESTYLE_WORDS },
	{ "columns", OPT_COLUMNS, "LIST", "only these columns", NULL },
	{ "sort", OPT_SORT, "COLUMN",
	    "sort rows by this column; -COLUMN reverses the order", NULL },
	{ "top", OPT_TOP, "N", "only the first N rows of each type", NULL },
	{ "from", OPT_FROM, "TIME",
	    "count the time after TIME: 1.5s, +100ms after the start, -100ms before the end",
	    NULL },
	{ "to", OPT_TO, "TIME", "count the time before TIME", NULL },
	{ "bins", OPT_BINS, "N", "a table for each of N equal parts of time", NULL },
	{ "hist", OPT_HIST, NULL, "the distribution of durations", NULL },
	{ "over", OPT_OVER, "step", "statistics over steps", "step" },
	{ "skip", OPT_SKIP, "N", "leave out the first N steps", NULL },
	{ "comm", OPT_COMM, "REGEX",
	    "kernels whose name matches communicate; help lists the patterns", "help" },
	{ "report", OPT_REPORT, "NAME", "a report of nsys stats; help lists them",
	    NULL },
	{ "timeunit", OPT_TIMEUNIT, "UNIT", "the unit of times in a report", "nsec|usec|msec|sec" },
	{ "tsv", OPT_TSV, NULL, "tab-separated values", NULL },
	{ "csv", OPT_CSV, NULL, "comma-separated values", NULL },
	{ "json", OPT_JSON, NULL, "JSON: an object for the table, and for each row", NULL },
	{ "wide", OPT_WIDE, NULL, "whole names and all columns", NULL },
	{ "sort-memory", OPT_MEMORY, "MIB", "memory for groups; the rest goes to a temporary file",
	    NULL },
	TOOL_PARTIAL_FLAG,
	{ .name = NULL },
};

const struct help sumhelp = {
	.usage = usage,
	.what = "Adds up time by type, name, rank, step and so on, and prints tables. Without "
	    "options, prints a summary.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-sum --by type,name --top 10",
};

/* The maximum of --bins. */
enum { BINS_MOST = 100000 };

/* Reads the ranges that a name of --by chooses: nvtx:all, nvtx:2, nvtx:REGEX. Shortens the name to
 * the key. */
static void
readenclosing(struct enclosingranges *a, struct span *name, const char *key)
{
	size_t n = strlen(key);

	if (name->n <= n + 1 || memcmp(name->p, key, n) != 0 || name->p[n] != ':')
		return;
	if (a->selector)
		dieusage("--by: %s is there twice", key);
	enclosingselect(a, "by", (struct span){ name->p + n + 1, name->n - n - 1 });
	name->n = n;
}

/* Reads a name of --by that only the table of counters has; returns false if it is none. */
static bool
counterby(struct sum *s, struct span name)
{
	bool counter = spanis(name, "counter"), kernel = spanis(name, "kernel");
	struct counterspans *spans = &s->counters.spans;

	if ((counter && s->counted) || (kernel && spans->kind == COUNTERSPAN_KERNEL))
		dieusage("--by: %.*s is there twice", (int)name.n, name.p);
	s->counted |= counter;
	if (kernel)
		spans->kind = COUNTERSPAN_KERNEL;
	return counter || kernel;
}

static void
addby(void *arg, const char *name, size_t n)
{
	const char *names[BY_COUNT + 5];
	struct span span = { name, n };
	struct sum *s = arg;
	size_t count = 0;

	if (s->summary || (spanis(span, "none") && (s->tally.groups.depth > 0 || s->counted)))
		dieusage("--by: none is only for itself");
	s->summary = spanis(span, "none");
	if (s->summary || counterby(s, span))
		return;
	readenclosing(&s->tally.nvtx, &span, keys[BY_NVTX].name);
	readenclosing(&s->tally.captured, &span, keys[BY_CAPTURED].name);
	for (int by = 0; by < BY_COUNT; by++) {
		if (!keys[by].name || by == BY_BIN)
			continue;
		if (spanis(span, keys[by].name)) {
			if (!groupsby(&s->tally.groups, (enum by)by))
				dieusage("--by: %s is there twice", keys[by].name);
			return;
		}
		names[count++] = keys[by].name;
	}
	names[count++] = "nvtx:all";
	names[count++] = "captured:all";
	names[count++] = "counter";
	names[count++] = "kernel";
	names[count++] = "none";
	dieusage("--by: nothing is called '%.*s'%s", (int)n, name,
	    spellingchoice(span, names, count));
}

static void
addcolumn(void *arg, const char *name, size_t n)
{
	struct sum *s = arg;

	grouptablecolumn(&s->grouptable, "columns", (struct span){ name, n });
}

/* Prints the patterns of --comm, and ends the program. */
static void __attribute__((noreturn))
listcomm(void)
{
	struct buf out = { 0 };

	workkindlist(&out);
	clianswer(&out);
}

/* Reads --timeunit, which has the names of units that "nsys stats" accepts. */
static void
takeunit(struct sum *s)
{
	static const char *const names[TIME_UNITS][4] = {
		[TIME_NS] = { "ns", "nsec", "nanosecond", "nanoseconds" },
		[TIME_US] = { "us", "usec", "microsecond", "microseconds" },
		[TIME_MS] = { "ms", "msec", "millisecond", "milliseconds" },
		[TIME_S] = { "s", "sec", "second", "seconds" },
	};

	for (int unit = 0; unit < TIME_UNITS; unit++)
		for (int i = 0; i < 4; i++)
			if (strcmp(optarg, names[unit][i]) == 0) {
				s->unit = (enum time_unit)unit;
				return;
			}
	dieusage("--timeunit: '%s' is no unit: nsec, usec, msec, sec", optarg);
}

/* Prints the stats reports, and ends the program. */
static void __attribute__((noreturn))
liststatsreports(const struct sum *s)
{
	struct buf out = { 0 };

	if (s->format != TABLE_TEXT && s->format != TABLE_TSV)
		dieusage("--report help cannot be used with --csv or --json");
	statsreportlist(&out, s->format == TABLE_TEXT);
	clianswer(&out);
}

/* Reads an option about the columns and rows of tables. */
static void
taketable(struct sum *s, int opt)
{
	switch (opt) {
	case OPT_BY:
		clilist("by", optarg, addby, s);
		break;
	case OPT_COLUMNS:
		clilist("columns", optarg, addcolumn, s);
		break;
	case OPT_SORT:
		grouptablesort(&s->grouptable, "sort", optarg);
		break;
	case OPT_TOP:
		s->grouptable.top = (size_t)clinumber("top", optarg, 1, INT64_MAX);
		break;
	case OPT_BINS:
		s->tally.accumulator.bins = (size_t)clinumber("bins", optarg, 1, BINS_MOST);
		break;
	case OPT_HIST:
		s->histogram = true;
		break;
	case OPT_OVER:
		if (strcmp(optarg, "step") != 0)
			dieusage("--over: '%s' is not step", optarg);
		s->tally.perstep = true;
		break;
	default:
		s->grouptable.skip = (size_t)clinumber("skip", optarg, 1, INT64_MAX);
	}
}

/* Reads an option about the events that count, or about the output. */
static void
takewanted(struct sum *s, int opt)
{
	switch (opt) {
	case OPT_EVENT:
		tallypattern(&s->tally, "event", optarg);
		break;
	case OPT_NAMES:
		s->namer.style = namestyleread("names", optarg);
		s->named = true;
		break;
	case OPT_FROM:
		s->clip.window.from = windowmoment("from", optarg);
		break;
	case OPT_TO:
		s->clip.window.to = windowmoment("to", optarg);
		break;
	case OPT_COMM:
		if (strcmp(optarg, "help") == 0)
			listcomm();
		workclassifierpattern(&s->workclassifier, "comm", optarg);
		break;
	case OPT_MEMORY:
		s->memory = (size_t)clinumber("sort-memory", optarg, 1, 1 << 20) << 20;
		break;
	case OPT_REPORT:
		s->statsreport = statsreportread("report", optarg, &s->args);
		break;
	case OPT_TIMEUNIT:
		takeunit(s);
		break;
	case OPT_TSV:
	case OPT_CSV:
	case OPT_JSON:
		if (s->format != TABLE_TEXT)
			dieusage("--tsv, --csv and --json: only one of them");
		s->format = opt == OPT_TSV ? TABLE_TSV : opt == OPT_CSV ? TABLE_CSV : TABLE_JSON;
		break;
	default:
		taketable(s, opt);
	}
}

/* Reads the keys of --by that go with counter, and refuses other options. */
static void
checkcounters(struct sum *s)
{
	const struct tally *t = &s->tally;
	struct counterspans *spans = &s->counters.spans;
	bool kernel = spans->kind == COUNTERSPAN_KERNEL, top = s->grouptable.top > 0;
	size_t keycount = t->groups.depth + kernel;

	if (kernel && !s->counted)
		dieusage("--by: kernel needs counter: --by counter,kernel");
	if (!s->counted)
		return;
	if (t->groups.by == 1u << BY_NVTX && !t->nvtx.selector)
		spans->kind = COUNTERSPAN_RANGE;
	else if (t->groups.by == 1u << BY_STEP)
		spans->kind = COUNTERSPAN_STEP;
	if (keycount > 1 || (keycount == 1 && spans->kind == COUNTERSPAN_NONE))
		dieusage("--by: counter takes one of kernel, nvtx and step");
	if (t->accumulator.bins > 0 && keycount > 0)
		dieusage("--bins cannot be used with kernel, nvtx or step behind counter");
	if (s->statsreport || t->patterncount > 0 || s->grouptable.columncount > 0 ||
	    s->grouptable.sorted || (top && keycount == 0) || t->perstep ||
	    s->grouptable.skip > 0)
		dieusage("--by counter takes only --from, --to, --bins, --names and a form, and "
		         "--top behind kernel, nvtx and step");
}

/* Refuses options that exclude each other. */
static void
checkoptions(const struct sum *s)
{
	const struct tally *t = &s->tally;
	bool by = s->summary || t->groups.depth > 0;
	bool step = t->perstep || t->groups.by & 1u << BY_STEP;

	if (s->statsreport && (by || t->patterncount > 0))
		dieusage("--report cannot be used with --by or --event");
	if (s->statsreport &&
	    (s->grouptable.columncount > 0 || s->grouptable.sorted || t->accumulator.bins > 0))
		dieusage("--report cannot be used with --columns, --sort or --bins");
	if (s->statsreport && s->named)
		dieusage("--report cannot be used with --names: nst-dump --names chooses the "
		         "names of kernels");
	if (s->statsreport && (t->perstep || s->grouptable.skip > 0))
		dieusage("--report cannot be used with --over or --skip");
	if (s->unit != TIME_NS && !s->statsreport)
		dieusage("--timeunit needs --report");
	if (s->summary && (s->format == TABLE_TSV || s->format == TABLE_CSV))
		dieusage("--by none makes several tables: use --json or text");
	if (t->perstep && (s->summary || t->accumulator.bins > 0 || t->groups.by & 1u << BY_STEP))
		dieusage("--over step cannot be used with --bins, --by none or --by step");
	if (s->grouptable.skip > 0 && !step)
		dieusage("--skip needs --by step or --over step");
	if (s->histogram &&
	    (s->statsreport || s->summary || s->counted || s->grouptable.columncount > 0 ||
		t->accumulator.bins > 0))
		dieusage("--hist cannot be used with --report, --columns, --bins, --by none or "
		         "--by counter");
	windowcheck(&s->clip.window);
}

/* Returns true if the options, but for the format, ask for nothing that a summary lacks. */
static bool
sumplain(const struct sum *s)
{
	return !s->statsreport && !s->counted && s->tally.groups.depth == 0 &&
	    s->tally.patterncount == 0 && s->grouptable.columncount == 0 && !s->grouptable.sorted &&
	    !s->tally.perstep && !s->histogram;
}

/* Returns true if the locale separates thousands with a comma. */
static bool
commas(void)
{
	locale_t numbers = newlocale(LC_NUMERIC_MASK, "", (locale_t)0);
	bool has = numbers && strcmp(nl_langinfo_l(THOUSEP, numbers), ",") == 0;

	if (numbers)
		freelocale(numbers);
	return has;
}

/* Returns the width of the terminal that the output goes to, or 0 if it goes elsewhere. */
static size_t
sumcolumns(void)
{
	const char *text = getenv("COLUMNS");
	struct winsize size = { 0 };
	long n = text ? strtol(text, NULL, 10) : 0;

	if (!isatty(STDOUT_FILENO))
		return 0;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return n > 0 && n < 100000 ? (size_t)n : 80;
}

const struct help *
sumhelpmake(struct sumhelp *h)
{
	memcpy(h->flags, flags, sizeof(flags));
	h->help = sumhelp;
	h->help.flags = h->flags;
	memset(h->words, 0, sizeof(h->words));
	bufchar(&h->words[0], ',');
	grouptablewords(&h->words[0], false);
	grouptablewords(&h->words[1], true);
	statsreportnames(&h->words[2]);
	bufstr(&h->words[2], "|help");
	for (size_t i = 0; i < 3; i++)
		bufchar(&h->words[i], '\0');
	for (struct flag *f = h->flags; f->name; f++) {
		if (f->code == OPT_COLUMNS)
			f->words = h->words[0].p;
		else if (f->code == OPT_SORT)
			f->words = h->words[1].p;
		else if (f->code == OPT_REPORT)
			f->words = h->words[2].p;
	}
	return &h->help;
}

struct sumtool {
	struct sum sum;
	bool wide;   /* --wide: nothing is cut or omitted */
	bool listed; /* --report help: lists the stats reports, and does nothing else */
};

static void *
summake(void)
{
	struct sumtool *t = xzalloc(1, sizeof(*t));

	suminit(&t->sum);
	t->sum.memory = recordsortlimit();
	return t;
}

static void
sumtake(void *self, int opt)
{
	struct sumtool *t = self;

	if (opt == OPT_REPORT && strcmp(optarg, "help") == 0)
		t->listed = true;
	else if (opt == OPT_WIDE)
		t->wide = true;
	else
		takewanted(&t->sum, opt);
}

static void
sumoptionsready(void *self)
{
	struct sumtool *t = self;
	struct sum *s = &t->sum;

	if (t->listed)
		liststatsreports(s);
	checkcounters(s);
	checkoptions(s);
	s->summary |= sumplain(s) && s->format == TABLE_TEXT;
	s->profiled = sumplain(s) && s->format == TABLE_JSON;
	s->width = t->wide ? 0 : sumcolumns();
	s->uncut = t->wide;
	s->commas = commas();
	sumready(s);
}

static bool
sumneedsfirstpass(const void *self)
{
	return windowneedsend(&((const struct sumtool *)self)->sum.clip.window);
}

static const char *
sumfirstpass(void *self, const char *path, bool *failed)
{
	struct timespanstage timespan;

	timespaninit(&timespan);
	path = rereadfirstpass(&timespan.stage, path, failed);
	((struct sumtool *)self)->sum.clip.end = timespan.timespan.last;
	return path;
}

static struct stage *
sumstages(void *self, const char *path, bool partial)
{
	(void)path;
	(void)partial;
	return &((struct sumtool *)self)->sum.stage;
}

static enum status
sumend(void *self, const char *path, enum status status)
{
	struct sumtool *t = self;

	sumwrite(&t->sum, path, status != DONE);
	sumfree(&t->sum);
	if (!outend(&t->sum.out))
		status = FAILED;
	free(t);
	return status;
}

const struct tool sumtool = {
	.name = "nst-sum",
	.help = &sumhelp,
	.writes = true,
	.showsprogress = true,
	.make = summake,
	.option = sumtake,
	.check = sumoptionsready,
	.needsfirstpass = sumneedsfirstpass,
	.firstpass = sumfirstpass,
	.stages = sumstages,
	.end = sumend,
};
