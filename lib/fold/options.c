/* SPDX-License-Identifier: MIT */
/* The options of nst-fold. */
#include <stdlib.h>

#include "fold.h"
#include "foldedformat.h"
#include "io/out.h"
#include "pprof.h"
#include "program/tool.h"
#include "stream/pidcheck.h"

static const char usage[] =
    "usage: nst-fold [--what gpu | cpu | samples] [--captured] [--names STYLE]\n"
    "                [--pprof] [--partial] [FILE]\n";

enum { OPT_WHAT = OPT_OWN, OPT_CAPTURED, OPT_NAMES, OPT_PPROF };

static const struct flag flags[] = {
	{ "what", OPT_WHAT, "WHAT", "fold GPU work, calls, or samples",
	    "gpu|cpu|samples" },
	{ "captured", OPT_CAPTURED, NULL, "name the ranges around a capture, too", NULL },
	{ "names", OPT_NAMES, "STYLE", "name kernels, ranges and calls in this way",
	    NAMESTYLE_WORDS },
	{ "pprof", OPT_PPROF, NULL, "write a binary profile for pprof", NULL },
	TOOL_PARTIAL_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Writes stacks of ranges, calls and kernels, or of CPU samples, for flame graphs "
	    "and pprof.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-fold > run.folded",
};

static enum foldmode
what(const char *text)
{
	for (int i = 0; i < FOLD_COUNT; i++)
		if (strcmp(text, foldname((enum foldmode)i)) == 0)
			return (enum foldmode)i;
	dieusage("--what: '%s' is none of gpu, cpu, samples", text);
}

struct foldtool {
	struct pidcheck merged;
	struct fold fold;
	bool pprof;
};

static void *
foldmake(void)
{
	struct foldtool *t = xzalloc(1, sizeof(*t));

	pidcheckinit(&t->merged);
	foldinit(&t->fold);
	t->merged.stage.next = &t->fold.stage;
	return t;
}

static void
foldtake(void *self, int opt)
{
	struct foldtool *t = self;

	if (opt == OPT_WHAT)
		t->fold.mode = what(optarg);
	else if (opt == OPT_CAPTURED)
		t->fold.captured = true;
	else if (opt == OPT_PPROF)
		t->pprof = true;
	else {
		t->fold.namer.style = namestyleread("names", optarg);
		t->fold.named = true;
	}
}

static void
foldready(void *self)
{
	struct foldtool *t = self;
	struct fold *f = &t->fold;

	if (t->pprof)
		outbinary();
	else
		f->spill.limit = recordsortlimit();
	if (f->captured && f->mode != FOLD_GPU)
		dieusage("--captured goes with --what gpu");
}

static struct stage *
foldstages(void *self, const char *path, bool partial)
{
	(void)path;
	(void)partial;
	return &((struct foldtool *)self)->merged.stage;
}

static enum status
foldend(void *self, const char *path, enum status status)
{
	struct foldtool *t = self;
	struct buf out = { 0 };

	if (t->fold.weights.full)
		die("the times add up to more than a number can hold");
	if (status == DONE)
		foldwarn(&t->fold, path);
	if ((status == DONE || t->fold.weights.events > 0) && t->pprof)
		pprofwrite(&t->fold, &out);
	else if (!t->pprof)
		foldedformatwrite(&t->fold, &out);
	pidcheckfree(&t->merged);
	foldfree(&t->fold);
	free(t);
	return outend(&out) ? status : FAILED;
}

const struct tool foldtool = {
	.name = "nst-fold",
	.help = &help,
	.writes = true,
	.make = foldmake,
	.option = foldtake,
	.check = foldready,
	.stages = foldstages,
	.end = foldend,
};
