/* SPDX-License-Identifier: MIT */
/* The options of nst-chrome. */
#include <stdlib.h>

#include "chrome.h"
#include "io/out.h"
#include "nsys2json.h"
#include "program/tool.h"
#include "stream/pidcheck.h"

static const char usage[] = "usage: nst-chrome [--labels] [--object] [--partial] [-v] [FILE]\n";

enum { OPT_LABELS = OPT_OWN, OPT_OBJECT };

static const struct flag flags[] = {
	{ "labels", OPT_LABELS, NULL, "write what nsys2json writes", NULL },
	{ "object", OPT_OBJECT, NULL,
	    "write an object, in which viewers keep nanoseconds; default is an array", NULL },
	TOOL_PARTIAL_FLAG,
	CLI_VERBOSE_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Writes a JSON trace for Perfetto, chrome://tracing and DevTools.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-chrome --object > run.json",
};

struct chrometool {
	struct pidcheck merged;
	struct chrome chrome;
	struct nsys2json nsys2json;
	bool aslabels; /* --labels: use the stage that imitates nsys2json */
};

static void *
chromemake(void)
{
	struct chrometool *t = xzalloc(1, sizeof(*t));

	pidcheckinit(&t->merged);
	chromeinit(&t->chrome);
	nsys2jsoninit(&t->nsys2json);
	return t;
}

static void
chrometake(void *self, int opt)
{
	struct chrometool *t = self;

	if (opt == OPT_LABELS)
		t->aslabels = true;
	else
		t->chrome.object = t->nsys2json.object = true;
}

static struct stage *
chromestages(void *self, const char *path, bool partial)
{
	struct chrometool *t = self;

	(void)path;
	(void)partial;
	t->merged.stage.next = t->aslabels ? &t->nsys2json.stage : &t->chrome.stage;
	return &t->merged.stage;
}

static enum status
chromeend(void *self, const char *path, enum status status)
{
	struct chrometool *t = self;

	if (status == DONE && (t->chrome.empty || t->nsys2json.empty))
		warn("%s: no events: the trace is empty", path);
	pidcheckfree(&t->merged);
	chromefree(&t->chrome);
	nsys2jsonfree(&t->nsys2json);
	if (!outend(t->aslabels ? &t->nsys2json.out : &t->chrome.out))
		status = FAILED;
	free(t);
	return status;
}

const struct tool chrometool = {
	.name = "nst-chrome",
	.help = &help,
	.writes = true,
	.make = chromemake,
	.option = chrometake,
	.stages = chromestages,
	.end = chromeend,
};
