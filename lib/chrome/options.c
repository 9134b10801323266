/* SPDX-License-Identifier: MIT */
/* The options of nst-chrome. */
#include <stdlib.h>

#include "base/err.h"
#include "chrome.h"
#include "io/out.h"
#include "kineto.h"
#include "nsys2json.h"
#include "program/tool.h"
#include "stream/pidcheck.h"

static const char usage[] =
    "usage: nst-chrome [--kineto | --labels] [--array | --object] [--sync]\n"
    "                  [--names STYLE] [--no-domains] [--partial] [-v] [FILE]\n";

enum {
	OPT_KINETO = OPT_OWN,
	OPT_LABELS,
	OPT_ARRAY,
	OPT_OBJECT,
	OPT_SYNC,
	OPT_NAMES,
	OPT_NO_DOMAINS
};

static const struct flag flags[] = {
	{ "kineto", OPT_KINETO, NULL,
	    "write a trace like PyTorch's profiler, of one process, for HTA and others", NULL },
	{ "labels", OPT_LABELS, NULL, "write a trace like nsys2json", NULL },
	{ "array", OPT_ARRAY, NULL, "write an array, the default", NULL },
	{ "object", OPT_OBJECT, NULL, "write an object, in which viewers keep nanoseconds", NULL },
	{ "sync", OPT_SYNC, NULL,
	    "with --kineto: write waits, too, which HTA counts as GPU work", NULL },
	{ "names", OPT_NAMES, "STYLE", "label kernels, ranges and calls by these names",
	    NAMESTYLE_WORDS },
	{ "no-domains", OPT_NO_DOMAINS, NULL,
	    "draw all NVTX domains of a thread in one row", NULL },
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
	struct kineto kineto;
	bool array;    /* --array, and no --object behind it */
	bool aslabels; /* --labels: use the stage that imitates nsys2json */
	bool askineto; /* --kineto: use the stage that imitates PyTorch's profiler */
};

static void *
chromemake(void)
{
	struct chrometool *t = xzalloc(1, sizeof(*t));

	pidcheckinit(&t->merged);
	chromeinit(&t->chrome);
	nsys2jsoninit(&t->nsys2json);
	kinetoinit(&t->kineto);
	return t;
}

static void
chrometake(void *self, int opt)
{
	struct chrometool *t = self;

	if (opt == OPT_LABELS)
		t->aslabels = true;
	else if (opt == OPT_KINETO)
		t->askineto = true;
	else if (opt == OPT_SYNC)
		t->kineto.sync = true;
	else if (opt == OPT_NAMES)
		drawnames(&t->chrome.draw, optarg);
	else if (opt == OPT_NO_DOMAINS)
		t->chrome.draw.layout.onerow = true;
	else {
		t->array = opt == OPT_ARRAY;
		t->chrome.object = t->nsys2json.object = opt == OPT_OBJECT;
	}
}

static void
chromecheck(void *self)
{
	const struct chrometool *t = self;

	if (t->askineto && t->aslabels)
		dieusage("--kineto and --labels exclude each other");
	if (t->askineto && t->array)
		dieusage("--kineto and --array exclude each other");
	if ((t->askineto || t->aslabels) && t->chrome.draw.named)
		dieusage("--names cannot be used with --kineto or --labels");
	if ((t->askineto || t->aslabels) && t->chrome.draw.layout.onerow)
		dieusage("--no-domains cannot be used with --kineto or --labels");
	if (t->kineto.sync && !t->askineto)
		dieusage("--sync needs --kineto");
}

static struct stage *
chromestages(void *self, const char *path, bool partial)
{
	struct chrometool *t = self;

	(void)partial;
	t->kineto.path = path;
	t->merged.stage.next = t->askineto ? &t->kineto.stage
	    : t->aslabels                  ? &t->nsys2json.stage
	                                   : &t->chrome.stage;
	return &t->merged.stage;
}

/* Returns the output of the stage that writes. */
static struct buf *
chromeout(struct chrometool *t)
{
	if (t->askineto)
		return &t->kineto.out;
	return t->aslabels ? &t->nsys2json.out : &t->chrome.formatter.out;
}

static enum status
chromeend(void *self, const char *path, enum status status)
{
	struct chrometool *t = self;

	if (status == DONE && t->askineto)
		kinetoclose(&t->kineto);
	if (status == DONE && (t->chrome.empty || t->nsys2json.empty || t->kineto.empty))
		warn("%s: no events: the trace is empty", path);
	if (t->chrome.draw.named)
		groupnamerwarn(&t->chrome.draw.formatter.namer, path);
	pidcheckfree(&t->merged);
	chromefree(&t->chrome);
	nsys2jsonfree(&t->nsys2json);
	kinetofree(&t->kineto);
	if (!outend(chromeout(t)))
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
	.check = chromecheck,
	.stages = chromestages,
	.end = chromeend,
};
