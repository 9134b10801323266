/* SPDX-License-Identifier: MIT */
/* nst-state: what each GPU did at every moment, and why where it did nothing. */
#include <stdlib.h>

#include "cli.h"
#include "out.h"
#include "state/state.h"
#include "stream.h"
#include "writer.h"

static const char usage[] =
    "usage: nst-state [--min TIME] [--latency TIME] [--comm REGEX] [--queue] [--partial] [FILE]\n";

enum { OPT_MIN = OPT_OWN, OPT_LATENCY, OPT_COMM, OPT_QUEUE, OPT_PARTIAL };

static const struct option options[] = {
	{ "min", required_argument, NULL, OPT_MIN },
	{ "latency", required_argument, NULL, OPT_LATENCY },
	{ "comm", required_argument, NULL, OPT_COMM },
	{ "queue", no_argument, NULL, OPT_QUEUE },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
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
static void
help(void)
{
	struct buf out = { 0 };

	commlist(&out);
	exit(outend(&out) ? DONE : FAILED);
}

static void
take(struct state *s, int opt)
{
	switch (opt) {
	case OPT_MIN:
		s->least = timeof("min");
		break;
	case OPT_LATENCY:
		s->latency = timeof("latency");
		break;
	case OPT_COMM:
		if (s->comm.ready)
			dieusage("--comm: given twice; join the patterns with |");
		if (strcmp(optarg, "help") == 0)
			help();
		commread(&s->comm, "comm", optarg);
		break;
	case OPT_QUEUE:
		s->queue = true;
		break;
	default:
		s->partial = true;
	}
}

int
main(int argc, char *argv[])
{
	struct writer writer;
	struct state state;
	enum status status;
	const char *path;
	int opt;

	cliinit("nst-state", usage);
	outstream();
	stateinit(&state);
	while ((opt = cliopt(argc, argv, options)) != -1)
		take(&state, opt);
	path = clistream(argc, argv);
	state.path = streamname(path);

	writerinit(&writer);
	state.stage.next = &writer.stage;
	status = streamrun(&state.stage, path, state.partial);
	statefree(&state);
	return writerend(&writer, status);
}
