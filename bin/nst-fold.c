/* SPDX-License-Identifier: MIT */
/* nst-fold: stacks of ranges, calls, kernels and samples, for flame graphs and pprof. */
#include "cli.h"
#include "fold/fold.h"
#include "fold/folded.h"
#include "fold/pprof.h"
#include "merged.h"
#include "out.h"
#include "stream.h"

static const char usage[] =
    "usage: nst-fold [--what gpu | cpu | samples] [--captured] [--pprof]\n"
    "                [--partial] [FILE]\n";

enum { OPT_WHAT = OPT_OWN, OPT_CAPTURED, OPT_PPROF, OPT_PARTIAL };

static const struct flag flags[] = {
	{ "what", OPT_WHAT, "WHAT", "whose time: of the GPU, of calls, or of samples",
	    "gpu|cpu|samples" },
	{ "captured", OPT_CAPTURED, NULL, "name the ranges around a capture, too", NULL },
	{ "pprof", OPT_PPROF, NULL, "write a profile for pprof, which is binary", NULL },
	{ "partial", OPT_PARTIAL, NULL, "accept input that lacks its end record", NULL },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Writes stacks of ranges and calls with their time, for flame graphs.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-fold > run.folded",
};

static enum foldwhat
what(const char *text)
{
	for (int i = 0; i < FOLD_COUNT; i++)
		if (strcmp(text, foldname((enum foldwhat)i)) == 0)
			return (enum foldwhat)i;
	dieusage("--what: '%s' is none of gpu, cpu, samples", text);
}

int
main(int argc, char *argv[])
{
	bool partial = false, pprof = false;
	struct mergedstage merged;
	struct buf out = { 0 };
	enum status status;
	const char *path;
	struct fold fold;
	int opt;

	clibegin("nst-fold", &help);
	foldinit(&fold);
	while ((opt = clinext(argc, argv)) != -1) {
		if (opt == OPT_WHAT)
			fold.what = what(optarg);
		fold.captured = fold.captured || opt == OPT_CAPTURED;
		pprof = pprof || opt == OPT_PPROF;
		partial = partial || opt == OPT_PARTIAL;
	}
	path = clistream(argc, argv);
	if (pprof)
		outbinary();
	if (fold.captured && fold.what != FOLD_GPU)
		dieusage("--captured goes with --what gpu");

	mergedinit(&merged);
	merged.stage.next = &fold.stage;
	status = streamrun(&merged.stage, path, partial);
	if (status == DONE)
		foldsay(&fold, streamname(path));
	if ((status == DONE || fold.folded > 0) && pprof)
		pprofwrite(&fold, &out);
	else if (!pprof)
		foldedwrite(&fold, &out);
	mergedfree(&merged);
	foldfree(&fold);
	return outend(&out) ? status : FAILED;
}
