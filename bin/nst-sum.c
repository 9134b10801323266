/* SPDX-License-Identifier: MIT */
/* nst-sum: adds up time by type, name, device and so on. */
#include "cli.h"
#include "out.h"
#include "stream.h"
#include "sum/sum.h"

static const char usage[] =
    "usage: nst-sum [--by LIST] [--event PATTERN] [--top N] [--report NAME]\n"
    "               [--tsv | --csv | --json] [--partial] [FILE]\n";

enum {
	OPT_BY = OPT_OWN,
	OPT_EVENT,
	OPT_TOP,
	OPT_REPORT,
	OPT_TSV,
	OPT_CSV,
	OPT_JSON,
	OPT_PARTIAL
};

static const struct option options[] = {
	{ "by", required_argument, NULL, OPT_BY },
	{ "event", required_argument, NULL, OPT_EVENT },
	{ "top", required_argument, NULL, OPT_TOP },
	{ "report", required_argument, NULL, OPT_REPORT },
	{ "tsv", no_argument, NULL, OPT_TSV },
	{ "csv", no_argument, NULL, OPT_CSV },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
};

static void
addby(void *arg, const char *name, size_t n)
{
	const char *names[BY_COUNT + 2];
	struct span span = { name, n };
	struct sum *s = arg;
	size_t count = 0;

	if (s->whole || (spanis(span, "none") && s->tally.groups.depth > 0))
		dieusage("--by: none goes with nothing else");
	if (spanis(span, "none")) {
		s->whole = true;
		return;
	}
	if (spanis(span, "nvtx:all")) {
		s->tally.everyrange = true;
		span.n -= strlen(":all");
	}
	for (int by = 0; by < BY_COUNT; by++) {
		if (!keys[by].name)
			continue;
		if (spanis(span, keys[by].name)) {
			if (!groupsby(&s->tally.groups, (enum by)by))
				dieusage("--by: %s is there twice", keys[by].name);
			return;
		}
		names[count++] = keys[by].name;
	}
	names[count++] = "nvtx:all";
	names[count++] = "none";
	dieusage("--by: nothing is called '%.*s'%s", (int)n, name, clihint(span, names, count));
}

/* Says which patterns match no name: most likely they are mistyped. */
static void
unmatched(const struct tally *t)
{
	for (size_t i = 0; i < t->patterncount; i++)
		if (!t->patterns[i].matched)
			warn("--event: no name matches '%s'", t->patterns[i].pattern.source);
}

static void
take(struct sum *s, int opt)
{
	switch (opt) {
	case OPT_BY:
		clilist("by", optarg, addby, s);
		break;
	case OPT_EVENT:
		tallypattern(&s->tally, "event", optarg);
		break;
	case OPT_TOP:
		s->top = (size_t)clinumber("top", optarg, 1, INT64_MAX);
		break;
	case OPT_REPORT:
		s->report = reportfind(optarg);
		if (!s->report)
			dieusage("--report: nothing is called '%s'%s", optarg, reporthint(optarg));
		break;
	default:
		if (s->form != FORM_TEXT)
			dieusage("--tsv, --csv and --json: only one of them");
		s->form = opt == OPT_TSV ? FORM_TSV : opt == OPT_CSV ? FORM_CSV : FORM_JSON;
	}
}

/* Refuses options that do not go together. */
static void
check(const struct sum *s)
{
	bool by = s->whole || s->tally.groups.depth > 0;

	if (s->report && (by || s->tally.patterncount > 0))
		dieusage("--report: goes without --by and --event");
	if (s->whole && (s->form == FORM_TSV || s->form == FORM_CSV))
		dieusage("--by none: not one table: take --json or text");
}

int
main(int argc, char *argv[])
{
	bool partial = false;
	enum status status;
	struct sum sum;
	const char *path;
	int opt;

	cliinit("nst-sum", usage);
	suminit(&sum);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		if (opt == OPT_PARTIAL)
			partial = true;
		else
			take(&sum, opt);
	}
	path = clistream(argc, argv);
	check(&sum);
	sumready(&sum);

	status = streamrun(&sum.stage, path, partial);
	if (status == DONE)
		unmatched(&sum.tally);
	sumfree(&sum);
	return outend(&sum.out) ? status : FAILED;
}
