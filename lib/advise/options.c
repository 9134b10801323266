/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "advise.h"
#include "base/spelling.h"
#include "io/out.h"
#include "program/tool.h"

static const char usage[] =
    "usage: nst-advise [--only LIST] [--text [--top N]] [--partial] [FILE]\n"
    "       nst-advise --list\n";

enum { OPT_ONLY = OPT_OWN, OPT_TEXT, OPT_TOP, OPT_LIST };

static const struct flag flags[] = {
	{ "only", OPT_ONLY, "LIST", "look only for these rules",
	    ",copies-alone|pageable-copy|sync-copy|slow-copy|small-grids|exposed-communication"
	    "|sync-calls|allocations|profiler-overhead|stream-waits|launch-bound|gpu-gaps|low-use"
	    "|start-up|tail|slow-first-step|steps-vary|imbalance|blocking-item|slow-rank" },
	{ "text", OPT_TEXT, NULL, "print the findings as a list, and no stream", NULL },
	{ "top", OPT_TOP, "N", "print at most N findings; default 5", NULL },
	{ "list", OPT_LIST, NULL, "print the rules with their thresholds", NULL },
	TOOL_PARTIAL_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Finds what costs GPU time or wall time, and gives advice.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-state | nst-advise --text",
};

struct advisetool {
	struct advise advise;
	bool top; /* there was a --top */
};

static void
adviseonly(void *arg, const char *name, size_t n)
{
	const char *names[RULE_COUNT];
	struct advise *a = arg;

	a->someonly = true;
	for (int rule = 0; rule < RULE_COUNT; rule++) {
		names[rule] = rules[rule].id;
		if (spanis((struct span){ name, n }, rules[rule].id)) {
			a->only[rule] = true;
			return;
		}
	}
	dieusage("--only: no rule is called '%.*s'%s", (int)n, name,
	    spellingchoice((struct span){ name, n }, names, RULE_COUNT));
}

/* Prints the rules, and ends the program. */
static void __attribute__((noreturn))
adviselist(void)
{
	struct buf out = { 0 };

	rulelist(&out);
	clianswer(&out);
}

static void
advisetake(void *self, int opt)
{
	struct advisetool *t = self;

	switch (opt) {
	case OPT_ONLY:
		clilist("only", optarg, adviseonly, &t->advise);
		break;
	case OPT_TEXT:
		t->advise.text = true;
		break;
	case OPT_TOP:
		t->advise.top = (size_t)clinumber("top", optarg, 1, INT64_MAX);
		t->top = true;
		break;
	default:
		adviselist();
	}
}

static void
advisecheck(void *self)
{
	const struct advisetool *t = self;

	if (t->top && !t->advise.text)
		dieusage("--top needs --text");
}

static void *
advisemake(void)
{
	struct advisetool *t = xzalloc(1, sizeof(*t));

	adviseinit(&t->advise);
	return t;
}

static bool
advisetext(const void *self)
{
	return ((const struct advisetool *)self)->advise.text;
}

static struct stage *
advisestages(void *self, const char *path, bool partial)
{
	struct advisetool *t = self;

	(void)partial;
	t->advise.path = path;
	return &t->advise.stage;
}

static enum status
adviseoptionsend(void *self, const char *path, enum status status)
{
	struct advisetool *t = self;
	struct buf out = { 0 };

	(void)path;
	if (t->advise.text && status == DONE)
		advisewrite(&t->advise, &out);
	if (t->advise.text && !outend(&out))
		status = FAILED;
	advisefree(&t->advise);
	free(t);
	return status;
}

const struct tool advisetool = {
	.name = "nst-advise",
	.help = &help,
	.make = advisemake,
	.option = advisetake,
	.check = advisecheck,
	.writestext = advisetext,
	.stages = advisestages,
	.end = adviseoptionsend,
};
