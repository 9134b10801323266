/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "loopdetector.h"
#include "program/tool.h"
#include "step.h"
#include "stream/reread.h"
#include "stream/stream.h"

static const char usage[] =
    "usage: nst-step [--range REGEX | --auto | --any] [--quiet] [--partial]\n"
    "                [FILE]\n";

enum { OPT_RANGE = OPT_OWN, OPT_AUTO, OPT_ANY, OPT_QUIET };

static const struct flag flags[] = {
	{ "range", OPT_RANGE, "REGEX", "ranges whose name matches are steps", NULL },
	{ "auto", OPT_AUTO, NULL, "find steps by the kernels that a process launches", NULL },
	{ "any", OPT_ANY, NULL, "find steps by ranges, or without them as --auto", NULL },
	{ "quiet", OPT_QUIET, NULL, "print nothing if there are no steps", NULL },
	TOOL_PARTIAL_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Assigns each event to a step of the training loop, in the key step.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-step | nst-sum --by step",
};

struct steptool {
	struct step step;
	bool detectloop; /* --auto, or --any and no range is a step */
	bool any;        /* --any */
};

static void *
stepmake(void)
{
	struct steptool *t = xzalloc(1, sizeof(*t));

	stepinit(&t->step);
	return t;
}

static void
steptake(void *self, int opt)
{
	struct steptool *t = self;

	if (opt == OPT_QUIET) {
		t->step.quiet = true;
		return;
	}
	if (opt == OPT_AUTO || opt == OPT_ANY) {
		t->detectloop = t->detectloop || opt == OPT_AUTO;
		t->any = t->any || opt == OPT_ANY;
		return;
	}
	if (t->step.usernames)
		dieusage("--range: given twice; join the patterns with |");
	rangenamesadd(&t->step.names, "range", optarg);
	t->step.usernames = true;
}

static void
stepready(void *self)
{
	struct steptool *t = self;

	if (t->step.usernames + t->detectloop + t->any > 1)
		dieusage("--range, --auto and --any exclude each other");
	if (!t->detectloop && !t->step.usernames)
		rangenamesdefault(&t->step.names);
}

static bool
stepneedsfirstpass(const void *self)
{
	const struct steptool *t = self;

	return t->detectloop || t->any;
}

/* The first pass of --any: looks for a range that is a step, and passes all events on. */
struct rangesearch {
	struct stage stage;
	const struct rangenames *names;
	struct buf scratch;
	bool found;
};

static void
rangesearchevent(struct stage *stage, struct event *ev)
{
	struct rangesearch *s = (struct rangesearch *)stage;
	int64_t number;

	if (!s->found && ev->type == TYPE_NVTX && evhas(ev, KEY_NAME) &&
	    jsonisstring(ev->value[KEY_NAME]))
		s->found = rangenamesmatch(s->names,
		               jsontext(ev->value[KEY_NAME], &s->scratch), &number) >= 0;
	if (!s->found)
		stagegive(stage, ev);
}

/* First pass: detects the loops, unless a range is a step. Without --any the program ends if there
 * is none. */
static const char *
stepfirstpass(void *self, const char *path, bool *failed)
{
	struct steptool *t = self;
	struct rangesearch search = { .stage = { .event = rangesearchevent },
		.names = &t->step.names };
	struct loopdetector loop;
	bool found;

	loopdetectorinit(&loop);
	loop.path = streamname(path);
	t->step.quiet |= t->any;
	loop.quiet = t->step.quiet;
	search.stage.next = &loop.stage;
	path = rereadfirstpass(t->any ? &search.stage : &loop.stage, path, failed);
	found = search.found || loopdetectorsteps(&loop, &t->step.steps);
	loopdetectorfree(&loop);
	free(search.scratch.p);
	if (t->any && !search.found && found) {
		rangenamesfree(&t->step.names);
		t->step.names = (struct rangenames){ 0 };
	}
	if (!found && !t->any && !*failed)
		die("%s: no steps: --range REGEX names the ranges that are steps",
		    streamname(path));
	return path;
}

static struct stage *
stepstages(void *self, const char *path, bool partial)
{
	struct steptool *t = self;

	(void)partial;
	t->step.path = path;
	return &t->step.stage;
}

static enum status
stepend(void *self, const char *path, enum status status)
{
	struct steptool *t = self;

	(void)path;
	stepfree(&t->step);
	free(t);
	return status;
}

const struct tool steptool = {
	.name = "nst-step",
	.help = &help,
	.make = stepmake,
	.option = steptake,
	.check = stepready,
	.needsfirstpass = stepneedsfirstpass,
	.firstpass = stepfirstpass,
	.stages = stepstages,
	.end = stepend,
};
