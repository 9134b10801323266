/* SPDX-License-Identifier: MIT */
/* nst-state: what each GPU did at every moment, and why where it did nothing. */
#include <stdlib.h>

#include "cli.h"
#include "out.h"
#include "state/state.h"
#include "stream.h"
#include "writer.h"

static const char usage[] =
    "usage: nst-state [--min TIME] [--latency TIME] [--comm REGEX] [--queue]\n"
    "                 [--partial] [FILE]\n";

enum { OPT_MIN = OPT_OWN, OPT_LATENCY, OPT_COMM, OPT_QUEUE, OPT_PARTIAL };

static const struct flag flags[] = {
	{ "min", OPT_MIN, "TIME", "idle times shorter than this have no cause but short", NULL },
	{ "latency", OPT_LATENCY, "TIME", "how long a launch may take to arrive; default 10us",
	    NULL },
	{ "comm", OPT_COMM, "REGEX",
	    "kernels whose name matches communicate; help lists the patterns", "help" },
	{ "queue", OPT_QUEUE, NULL, "add counters of what is launched and has not begun", NULL },
	{ "partial", OPT_PARTIAL, NULL, "accept input that lacks its end record", NULL },
	{ .name = NULL },
};

static const struct help about = {
	.usage = usage,
	.what = "Adds what each GPU did at every moment, and why it did nothing.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-state | nst-sum",
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

	clibegin("nst-state", &about);
	outstream();
	stateinit(&state);
	while ((opt = clinext(argc, argv)) != -1)
		take(&state, opt);
	path = clistream(argc, argv);
	state.path = streamname(path);

	writerinit(&writer);
	state.stage.next = &writer.stage;
	status = streamrun(&state.stage, path, state.partial);
	statefree(&state);
	return writerend(&writer, status);
}
