/* SPDX-License-Identifier: MIT */
/* nst-step: which step of its process's loop each event belongs to. */
#include "again.h"
#include "cli.h"
#include "out.h"
#include "step/loop.h"
#include "step/step.h"
#include "stream.h"
#include "writer.h"

static const char usage[] = "usage: nst-step [--range REGEX | --auto] [--partial] [FILE]\n";

enum { OPT_RANGE = OPT_OWN, OPT_AUTO, OPT_PARTIAL };

static const struct flag flags[] = {
	{ "range", OPT_RANGE, "REGEX", "ranges whose name matches are steps", NULL },
	{ "auto", OPT_AUTO, NULL, "find steps by the kernels that a process launches", NULL },
	{ "partial", OPT_PARTIAL, NULL, "accept input that lacks its end record", NULL },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Says which step of its process's loop each event belongs to, in the key step.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-step | nst-sum --by step",
};

/* Learns the steps from what is launched in the stream at path; returns the path for the second
 * reading. Ends the program when there is no loop. */
static const char *
learn(struct step *step, const char *path)
{
	struct loop loop;
	bool failed, found;

	loopinit(&loop);
	loop.path = streamname(path);
	path = againread(&loop.stage, path, &failed);
	found = loopsteps(&loop, &step->steps);
	loopfree(&loop);
	if (!found && !failed)
		die("%s: no steps: --range REGEX says which ranges they are", step->path);
	return path;
}

int
main(int argc, char *argv[])
{
	bool partial = false, learns = false;
	struct writer writer;
	enum status status;
	const char *path;
	struct step step;
	int opt;

	clibegin("nst-step", &help);
	outstream();
	stepinit(&step);
	while ((opt = clinext(argc, argv)) != -1) {
		if (opt == OPT_RANGE) {
			if (step.asked)
				dieusage("--range: given twice; join the patterns with |");
			stepnamesask(&step.names, "range", optarg);
			step.asked = true;
		}
		learns = learns || opt == OPT_AUTO;
		partial = partial || opt == OPT_PARTIAL;
	}
	if (step.asked && learns)
		dieusage("--range and --auto exclude each other");
	path = clistream(argc, argv);
	step.path = streamname(path);

	if (learns)
		path = learn(&step, path);
	else if (!step.asked)
		stepnamesusual(&step.names);
	writerinit(&writer);
	step.stage.next = &writer.stage;
	status = streamrun(&step.stage, path, partial);
	stepfree(&step);
	return writerend(&writer, status);
}
