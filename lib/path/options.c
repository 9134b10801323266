/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "collect.h"
#include "path.h"
#include "pathwindow.h"
#include "program/tool.h"
#include "stream/filtered.h"
#include "stream/reread.h"
#include "stream/stream.h"

static const char usage[] =
    "usage: nst-path [--from TIME] [--to TIME] [--step N | --range REGEX]\n"
    "                [--comm REGEX] [--partial] [FILE]\n";

enum { OPT_FROM = OPT_OWN, OPT_TO, OPT_STEP, OPT_RANGE, OPT_COMM };

static const struct flag flags[] = {
	{ "from", OPT_FROM, "TIME", "explain the time from here on", NULL },
	{ "to", OPT_TO, "TIME", "explain the time before this", NULL },
	{ "step", OPT_STEP, "N", "explain a step: its number, first or slowest",
	    "first|slowest" },
	{ "range", OPT_RANGE, "REGEX", "explain the first range whose name matches", NULL },
	{ "comm", OPT_COMM, "REGEX", "kernels whose name matches communicate", NULL },
	TOOL_PARTIAL_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Finds the critical path: the chain of events that the run waited for.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-path | nst-filter --type path |\n"
	           "    nst-sum --by kind,name",
};

struct pathtool {
	struct pathstage path;
	struct collect collect;
	struct pathwindow window; /* of --step and --range */
	bool warned;
};

static void *
pathmake(void)
{
	struct pathtool *t = xzalloc(1, sizeof(*t));

	pathinit(&t->path);
	collectinit(&t->collect);
	pathwindowinit(&t->window);
	return t;
}

static void
pathstep(struct pathwindow *w)
{
	if (strcmp(optarg, "first") == 0)
		w->which = STEP_FIRST;
	else if (strcmp(optarg, "slowest") == 0)
		w->which = STEP_SLOWEST;
	else
		w->which = STEP_NUMBER;
	if (w->which == STEP_NUMBER)
		w->number = clinumber("step", optarg, INT64_MIN, INT64_MAX);
}

static void
pathtake(void *self, int opt)
{
	struct pathtool *t = self;

	switch (opt) {
	case OPT_FROM:
		t->collect.clip.window.from = windowmoment("from", optarg);
		break;
	case OPT_TO:
		t->collect.clip.window.to = windowmoment("to", optarg);
		break;
	case OPT_STEP:
		pathstep(&t->window);
		break;
	case OPT_RANGE:
		if (t->window.hasrange)
			dieusage("--range: given twice; join the patterns with |");
		patternread(&t->window.range, "range", (struct span){ optarg, strlen(optarg) });
		t->window.hasrange = true;
		break;
	default:
		if (t->collect.work.classifier.ready)
			dieusage("--comm: given twice; join the patterns with |");
		workclassifierpattern(&t->collect.work.classifier, "comm", optarg);
	}
}

static void
pathcheck(void *self)
{
	const struct pathtool *t = self;

	if ((t->window.which != STEP_NONE) + t->window.hasrange +
	        windowasked(&t->collect.clip.window) >
	    1)
		dieusage("use one of --step, --range, and --from or --to");
	windowcheck(&t->collect.clip.window);
}

static bool
pathalways(const void *self)
{
	(void)self;
	return true;
}

/* Finds the window of a step or range, or the end of the profile. */
static const char *
pathfindwindow(struct pathtool *t, const char *path, bool *failed)
{
	int64_t from, to;

	path = rereadfirstpass(&t->window.stage, path, failed);
	t->collect.clip.end = t->window.last;
	if (t->window.which == STEP_NONE && !t->window.hasrange)
		return path;
	if (pathwindowget(&t->window, &from, &to)) {
		t->collect.clip.window.from = (struct moment){ MOMENT_CLOCK, from };
		t->collect.clip.window.to = (struct moment){ MOMENT_CLOCK, to };
		return path;
	}
	if (*failed)
		return path;
	if (t->window.hasrange)
		die("%s: no range matches '%s'", streamname(path), t->window.range.source);
	die("%s: %s", streamname(path),
	    t->window.count > 0 ? "there is no such step"
	                        : "the stream has no steps: put nst-step before this program");
}

static void
pathwarn(const struct pathtool *t, const char *name)
{
	const struct collect *c = &t->collect;

	if (c->work.unlaunched > 0 && c->work.unlaunched == c->work.count)
		warn("%s: no launch of GPU work is known: put nst-link before this program", name);
	else if (c->unlaunched > 0)
		warn("%s: %llu GPU events on the path have no known launch", name,
		    (unsigned long long)c->unlaunched);
	if (c->guessed && !c->work.hassync)
		warn("%s: the profile does not record what calls wait for, so the path takes the "
		     "work that ended last before they returned", name);
	if (filteredlinks(c->clip.span.info.filtered))
		filteredwarn(c->clip.span.info.filtered, name,
		    "the path leads through what is left: filter behind this program");
	if (c->clip.seen && c->segments.count == 0)
		warn("%s: nothing in the window shows what the run waited for", name);
}

static const char *
pathfirstpass(void *self, const char *path, bool *failed)
{
	struct pathtool *t = self;
	bool again = false;

	if (t->window.which != STEP_NONE || t->window.hasrange ||
	    windowneedsend(&t->collect.clip.window))
		path = pathfindwindow(t, path, &again);
	clipready(&t->collect.clip);
	path = rereadfirstpass(&t->collect.stage, path, failed);
	*failed = *failed || again;
	if (t->collect.haspath)
		die("%s: the stream has a path already", streamname(path));
	if (t->collect.unsorted)
		die("%s: the stream is not in order of time: sort -s -t: -k2,2n", streamname(path));
	collectpath(&t->collect);
	pathwarn(t, streamname(path));
	t->path.segments = t->collect.segments;
	pathready(&t->path);
	collectfree(&t->collect);
	return path;
}

static struct stage *
pathstages(void *self, const char *path, bool partial)
{
	(void)path;
	(void)partial;
	return &((struct pathtool *)self)->path.stage;
}

static enum status
pathend(void *self, const char *path, enum status status)
{
	struct pathtool *t = self;

	(void)path;
	pathfree(&t->path);
	pathwindowfree(&t->window);
	free(t);
	return status;
}

const struct tool pathtool = {
	.name = "nst-path",
	.help = &help,
	.make = pathmake,
	.option = pathtake,
	.check = pathcheck,
	.needsfirstpass = pathalways,
	.firstpass = pathfirstpass,
	.stages = pathstages,
	.end = pathend,
};
