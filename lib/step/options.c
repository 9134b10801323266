/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "loopdetector.h"
#include "program/tool.h"
#include "step.h"
#include "stream/reread.h"
#include "stream/stream.h"

static const char usage[] = "usage: nst-step [--range REGEX | --auto] [--partial] [FILE]\n";

enum { OPT_RANGE = OPT_OWN, OPT_AUTO };

static const struct flag flags[] = {
	{ "range", OPT_RANGE, "REGEX", "ranges whose name matches are steps", NULL },
	{ "auto", OPT_AUTO, NULL, "find steps by the kernels that a process launches", NULL },
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
	bool detectloop; /* --auto */
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

	if (opt == OPT_AUTO) {
		t->detectloop = true;
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

	if (t->step.usernames && t->detectloop)
		dieusage("--range and --auto exclude each other");
	if (!t->detectloop && !t->step.usernames)
		rangenamesdefault(&t->step.names);
}

static bool
stepneedsfirstpass(const void *self)
{
	return ((const struct steptool *)self)->detectloop;
}

/* First pass: detects the loops. Ends the program if there is none. */
static const char *
stepfirstpass(void *self, const char *path, bool *failed)
{
	struct steptool *t = self;
	struct loopdetector loop;
	bool found;

	loopdetectorinit(&loop);
	loop.path = streamname(path);
	path = rereadfirstpass(&loop.stage, path, failed);
	found = loopdetectorsteps(&loop, &t->step.steps);
	loopdetectorfree(&loop);
	if (!found && !*failed)
		die("%s: no steps: --range REGEX says which ranges they are", streamname(path));
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
