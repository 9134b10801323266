/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "filter.h"
#include "program/tool.h"
#include "stream/reread.h"

static const char usage[] =
    "usage: nst-filter [--type LIST] [--prefix TEXT] [--ignore-case] [--match REGEX]\n"
    "                  [--inside REGEX] [--domain NAME] [--pid LIST] [--tid LIST]\n"
    "                  [--device LIST] [--stream LIST] [--rank LIST] [--from TIME]\n"
    "                  [--to TIME] [--during START/END] [--during-nvtx RANGE]\n"
    "                  [--min-dur TIME] [--launches FROM:TO] [--invert]\n"
    "                  [--rename RULE] [--color SCHEME] [--color-type LIST]\n"
    "                  [--partial] [FILE]\n";

enum {
	OPT_TYPE = OPT_OWN,
	OPT_PREFIX,
	OPT_IGNORE_CASE,
	OPT_MATCH,
	OPT_INSIDE,
	OPT_DOMAIN,
	OPT_PID,
	OPT_TID,
	OPT_DEVICE,
	OPT_STREAM,
	OPT_RANK,
	OPT_FROM,
	OPT_TO,
	OPT_DURING,
	OPT_DURING_NVTX,
	OPT_MINDUR,
	OPT_LAUNCHES,
	OPT_INVERT,
	OPT_RENAME,
	OPT_COLOR,
	OPT_COLOR_TYPE
};

static const struct flag flags[] = {
	{ "type", OPT_TYPE, "LIST", "events of these types or families", VALUE_TYPES },
	{ "prefix", OPT_PREFIX, "TEXT",
	    "ranges and marks whose name begins with TEXT; other events pass",
	    NULL },
	{ "ignore-case", OPT_IGNORE_CASE, NULL,
	    "ignore case in --prefix", NULL },
	{ "match", OPT_MATCH, "REGEX", "events whose name matches", NULL },
	{ "inside", OPT_INSIDE, "REGEX", "ranges whose name matches, and the events inside them",
	    NULL },
	{ "domain", OPT_DOMAIN, "NAME", "ranges and marks of this NVTX domain; other events pass",
	    NULL },
	{ "pid", OPT_PID, "LIST", "events of these processes", NULL },
	{ "tid", OPT_TID, "LIST", "events of these threads", NULL },
	{ "device", OPT_DEVICE, "LIST", "events of these GPUs", NULL },
	{ "stream", OPT_STREAM, "LIST", "events of these streams", NULL },
	{ "rank", OPT_RANK, "LIST", "events of the processes of these ranks", NULL },
	{ "from", OPT_FROM, "TIME",
	    "events that end after TIME: 1.5s, +100ms after the start, -100ms before the end",
	    NULL },
	{ "to", OPT_TO, "TIME", "events that start before TIME", NULL },
	{ "during", OPT_DURING, "START/END",
	    "events that overlap this time, as nsys stats --filter-time", NULL },
	{ "during-nvtx", OPT_DURING_NVTX, "RANGE",
	    "events that overlap ranges of this name, as nsys stats --filter-nvtx", NULL },
	{ "min-dur", OPT_MINDUR, "TIME", "events of at least this duration", NULL },
	{ "launches", OPT_LAUNCHES, "FROM:TO",
	    "drop the first FROM launches of each kernel in a process, and those after TO", NULL },
	{ "invert", OPT_INVERT, NULL,
	    "keep the events that would be dropped, and drop the others", NULL },
	{ "rename", OPT_RENAME, "RULE", "s/REGEX/REPLACEMENT/, or one of pytorch, kernel, nccl",
	    "pytorch|kernel|nccl" },
	{ "color", OPT_COLOR, "SCHEME",
	    "a JSON object from patterns to colours, @FILE, or kinds; help lists these",
	    "kinds|help" },
	{ "color-type", OPT_COLOR_TYPE, "LIST", "colour only these types", VALUE_TYPES },
	TOOL_PARTIAL_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Keeps the events that meet all criteria, and can rename and colour them.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-filter --device 1 --from 1.5s --to 1.6s run.ndjson | nst-chrome > t.json",
};

/* The destination of an option's values. */
struct list {
	struct filter *filter;
	enum filter_number which;
	const char *name;
};

static void
addtype(void *arg, const char *name, size_t n)
{
	struct span span = { name, n };
	uint64_t types = evtypeset(span);
	struct filter *f = arg;

	if (types & ~EVTYPE(TYPE_FINDING) && evfamily(evtype(span)) == FAMILY_CONTROL)
		dieusage(
		    "--type: %.*s records always pass: they belong to the stream", (int)n, name);
	f->types |= types;
	if (!types)
		filtertext(&f->othertypes, span);
}

static void
addcolortype(void *arg, const char *name, size_t n)
{
	uint64_t types = evtypeset((struct span){ name, n });

	if (!types)
		dieusage("--color-type: no event has the type '%.*s'", (int)n, name);
	((struct filter *)arg)->colortypes |= types;
}

static void
addnumber(void *arg, const char *text, size_t n)
{
	const struct list *list = arg;
	char *copy = xmalloc(n + 1);

	memcpy(copy, text, n);
	copy[n] = '\0';
	filternumber(list->filter, list->which, clinumber(list->name, copy, INT64_MIN, INT64_MAX));
	free(copy);
}

static void
readnumbers(struct filter *f, int opt)
{
	enum { FIRST = OPT_PID };
	static const struct {
		enum filter_number which;
		const char *name;
	} lists[] = {
		[OPT_PID - FIRST] = { FILTER_PID, "pid" },
		[OPT_TID - FIRST] = { FILTER_TID, "tid" },
		[OPT_DEVICE - FIRST] = { FILTER_DEVICE, "device" },
		[OPT_STREAM - FIRST] = { FILTER_STREAM, "stream" },
		[OPT_RANK - FIRST] = { FILTER_RANK, "rank" },
	};
	struct list list = { f, lists[opt - FIRST].which, lists[opt - FIRST].name };

	clilist(list.name, optarg, addnumber, &list);
}

/* Reads a pattern. Giving the option twice ends the program. */
static void
readpattern(struct pattern *p, const char *option)
{
	if (p->code)
		dieusage("--%s: given twice; join the patterns with |", option);
	patternread(p, option, spanof(optarg));
}

/* Reads one end of --launches; empty is the default. */
static int64_t
readlaunch(const char *text, size_t n, int64_t least, int64_t otherwise)
{
	char number[24];

	if (n == 0)
		return otherwise;
	if (n >= sizeof(number))
		dieusage("--launches: '%.*s' is not a number", (int)n, text);
	memcpy(number, text, n);
	number[n] = '\0';
	return clinumber("launches", number, least, INT64_MAX);
}

/* Reads --launches. */
static void
readlaunches(struct launchslice *l)
{
	const char *colon = strchr(optarg, ':');

	if (l->asked)
		dieusage("--launches: given twice");
	if (!colon || !optarg[1])
		dieusage("--launches: '%s' is not FROM:TO, as 10: or 1:2", optarg);
	*l = (struct launchslice){ .asked = true, .text = optarg };
	l->after = readlaunch(optarg, (size_t)(colon - optarg), 0, 0);
	l->upto = readlaunch(colon + 1, strlen(colon + 1), 0, INT64_MAX);
	if (l->after >= l->upto)
		dieusage("--launches: no launch is in %s", optarg);
}

/* Notes that an option removes events. */
static void
notecondition(struct filter *f, int opt)
{
	static const struct {
		int opt;
		unsigned by;
	} conditions[] = {
		{ OPT_TYPE, FILTEREDBY(TYPE) },
		{ OPT_PREFIX, FILTEREDBY(PREFIX) },
		{ OPT_MATCH, FILTEREDBY(MATCH) },
		{ OPT_INSIDE, FILTEREDBY(INSIDE) },
		{ OPT_DOMAIN, FILTEREDBY(DOMAIN) },
		{ OPT_PID, FILTEREDBY(PID) },
		{ OPT_TID, FILTEREDBY(TID) },
		{ OPT_DEVICE, FILTEREDBY(DEVICE) },
		{ OPT_STREAM, FILTEREDBY(STREAM) },
		{ OPT_RANK, FILTEREDBY(RANK) },
		{ OPT_FROM, FILTEREDBY(FROM) },
		{ OPT_TO, FILTEREDBY(TO) },
		{ OPT_DURING, FILTEREDBY(DURING) },
		{ OPT_DURING_NVTX, FILTEREDBY(DURING) },
		{ OPT_MINDUR, FILTEREDBY(MINDUR) },
		{ OPT_LAUNCHES, FILTEREDBY(LAUNCHES) },
		{ OPT_INVERT, FILTEREDBY(INVERT) },
	};

	for (size_t i = 0; i < sizeof(conditions) / sizeof(*conditions); i++)
		if (conditions[i].opt == opt)
			f->by |= conditions[i].by;
}

/* Reads an option that selects events. */
static void
readcondition(struct filter *f, int opt)
{
	notecondition(f, opt);
	switch (opt) {
	case OPT_TYPE:
		clilist("type", optarg, addtype, f);
		break;
	case OPT_PREFIX:
		filtertext(&f->prefixes, spanof(optarg));
		break;
	case OPT_IGNORE_CASE:
		f->ignorecase = true;
		break;
	case OPT_MATCH:
		readpattern(&f->pattern, "match");
		break;
	case OPT_INSIDE:
		readpattern(&f->inside.pattern, "inside");
		f->stage.want |= EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_CORR) |
		    EVKEY(KEY_DEVICE) | EVKEY(KEY_INHERITED);
		break;
	case OPT_DOMAIN:
		filtertext(&f->domains, spanof(optarg));
		break;
	case OPT_FROM:
		f->window.from = windowmoment("from", optarg);
		break;
	case OPT_TO:
		f->window.to = windowmoment("to", optarg);
		break;
	case OPT_DURING:
		duringtime(&f->during, optarg);
		break;
	case OPT_DURING_NVTX:
		duringnvtx(&f->during, optarg);
		break;
	case OPT_MINDUR:
		f->mindur = clitime("min-dur", optarg);
		break;
	case OPT_LAUNCHES:
		readlaunches(&f->launches);
		f->stage.want |= LAUNCHNUMBERS_KEYS;
		break;
	case OPT_INVERT:
		f->invert = true;
		break;
	default:
		readnumbers(f, opt);
	}
}

/* Prints the kinds of work and their colours, and ends the program. */
static void __attribute__((noreturn))
listkinds(void)
{
	size_t count;
	const struct colorkind *kinds = colorkinds(&count);
	struct buf out = { 0 };

	for (size_t i = 0; i < count; i++)
		bufprintf(&out, "%s\t%s\n", kinds[i].name, kinds[i].color);
	clianswer(&out);
}

static void
filtertake(void *self, int opt)
{
	struct filter *f = self;

	switch (opt) {
	case OPT_RENAME:
		renameadd(&f->renames, "rename", optarg);
		break;
	case OPT_COLOR:
		if (strcmp(optarg, "help") == 0)
			listkinds();
		if (strcmp(optarg, "kinds") == 0)
			f->colorbykind = true;
		else
			schemeread(&f->scheme, "color", optarg);
		break;
	case OPT_COLOR_TYPE:
		clilist("color-type", optarg, addcolortype, f);
		break;
	default:
		readcondition(f, opt);
	}
}

static void *
filtermake(void)
{
	struct filter *f = xmalloc(sizeof(*f));

	filterinit(f);
	return f;
}

static void
filterready(void *self)
{
	const struct filter *f = self;

	windowcheck(&f->window);
	if (f->during.ranges && windowneedsend(&f->window))
		dieusage("--during-nvtx cannot be used with times that count from the end");
}

const struct window *
filterwindow(const void *self)
{
	const struct filter *f = self;

	/* Other options print a message if nothing in the whole stream matches. */
	if (!windowasked(&f->window) || windowneedsend(&f->window) ||
	    (f->by & ~(FILTEREDBY(FROM) | FILTEREDBY(TO))))
		return NULL;
	return &f->window;
}

static bool
filterneedsfirstpass(const void *self)
{
	const struct filter *f = self;

	return windowneedsend(&f->window) || f->during.ranges;
}

/* The first pass for --during-nvtx. */
struct duringstage {
	struct stage stage;
	struct during *during;
};

static void
duringevent(struct stage *stage, struct event *ev)
{
	duringlearn(((struct duringstage *)stage)->during, ev);
}

static const char *
filterfirstpass(void *self, const char *path, bool *failed)
{
	struct filter *f = self;
	struct duringstage during = { .stage.event = duringevent, .during = &f->during };
	struct timespanstage timespan;

	if (f->during.ranges)
		return rereadfirstpass(&during.stage, path, failed);
	timespaninit(&timespan);
	path = rereadfirstpass(&timespan.stage, path, failed);
	((struct filter *)self)->timespan = timespan.timespan;
	return path;
}

static struct stage *
filterstages(void *self, const char *path, bool partial)
{
	(void)path;
	(void)partial;
	return &((struct filter *)self)->stage;
}

static enum status
filterend(void *self, const char *path, enum status status)
{
	if (status == DONE)
		filterwarn(self, path);
	filterfree(self);
	free(self);
	return status;
}

const struct tool filtertool = {
	.name = "nst-filter",
	.help = &help,
	.make = filtermake,
	.option = filtertake,
	.check = filterready,
	.needsfirstpass = filterneedsfirstpass,
	.firstpass = filterfirstpass,
	.stages = filterstages,
	.end = filterend,
};
