/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "program/tool.h"
#include "state.h"

static const char usage[] =
    "usage: nst-state [--min TIME] [--latency TIME] [--comm REGEX] [--queue]\n"
    "                 [--partial] [FILE]\n";

enum { OPT_MIN = OPT_OWN, OPT_LATENCY, OPT_COMM, OPT_QUEUE };

static const struct flag flags[] = {
	{ "min", OPT_MIN, "TIME", "idle times shorter than this have the cause short", NULL },
	{ "latency", OPT_LATENCY, "TIME", "normal time from a call to its work; default 10us",
	    NULL },
	{ "comm", OPT_COMM, "REGEX",
	    "kernels whose name matches communicate; help lists the patterns", "help" },
	{ "queue", OPT_QUEUE, NULL, "add counters of launched work that has not begun", NULL },
	TOOL_PARTIAL_FLAG,
	{ .name = NULL },
};

static const struct help about = {
	.usage = usage,
	.what = "Classifies the time of each GPU as busy or idle, and explains the idle time.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-state | nst-sum",
};

/* A time that is not negative, ns. */
static int64_t
timeof(const char *option)
{
	int64_t ns = clitime(option, optarg);

	if (ns < 0)
		dieusage("--%s: '%s' is negative", option, optarg);
	return ns;
}

/* Writes the names by which kernels communicate, and ends the program. */
static void __attribute__((noreturn))
help(void)
{
	struct buf out = { 0 };

	workkindlist(&out);
	clianswer(&out);
}

static void
statetake(void *self, int opt)
{
	struct state *s = self;

	switch (opt) {
	case OPT_MIN:
		s->minimum = timeof("min");
		break;
	case OPT_LATENCY:
		s->latency = timeof("latency");
		break;
	case OPT_COMM:
		if (s->workclassifier.ready)
			dieusage("--comm: given twice; join the patterns with |");
		if (strcmp(optarg, "help") == 0)
			help();
		workclassifierpattern(&s->workclassifier, "comm", optarg);
		break;
	default:
		s->queuecounters = true;
	}
}

static void *
statemake(void)
{
	struct state *s = xmalloc(sizeof(*s));

	stateinit(s);
	return s;
}

static struct stage *
statestages(void *self, const char *path, bool partial)
{
	struct state *s = self;

	s->path = path;
	s->partial = partial;
	return &s->stage;
}

static enum status
stateend(void *self, const char *path, enum status status)
{
	(void)path;
	statefree(self);
	free(self);
	return status;
}

const struct tool statetool = {
	.name = "nst-state",
	.help = &about,
	.make = statemake,
	.option = statetake,
	.stages = statestages,
	.end = stateend,
};
