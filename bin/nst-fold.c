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
    "usage: nst-fold [--what gpu | cpu | samples] [--captured] [--pprof] [--partial] [FILE]\n";

enum { OPT_WHAT = OPT_OWN, OPT_CAPTURED, OPT_PPROF, OPT_PARTIAL };

static const struct option options[] = {
	{ "what", required_argument, NULL, OPT_WHAT },
	{ "captured", no_argument, NULL, OPT_CAPTURED },
	{ "pprof", no_argument, NULL, OPT_PPROF },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
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

	cliinit("nst-fold", usage);
	foldinit(&fold);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		if (opt == OPT_WHAT)
			fold.what = what(optarg);
		fold.captured = fold.captured || opt == OPT_CAPTURED;
		pprof = pprof || opt == OPT_PPROF;
		partial = partial || opt == OPT_PARTIAL;
	}
	path = clistream(argc, argv);
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
