/* SPDX-License-Identifier: MIT */
/* nst-link: which call launched a GPU event, and which ranges enclose that call. */
#include "cli.h"
#include "link/link.h"
#include "out.h"
#include "stream.h"
#include "writer.h"

static const char usage[] = "usage: nst-link [--ops LIST] [--partial] [FILE]\n";

enum { OPT_OPS = OPT_OWN, OPT_PARTIAL };

static const struct option options[] = {
	{ "ops", required_argument, NULL, OPT_OPS },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
};

static void
addop(void *arg, const char *name, size_t n)
{
	enum event_type type = evtype((struct span){ name, n });
	uint64_t *ops = arg;

	if (evfamily(type) != FAMILY_GPU)
		dieusage("--ops: '%.*s' is none of kernel, graph, memcpy, memset, decompress", (int)n,
		    name);
	*ops |= EVTYPE(type);
}

int
main(int argc, char *argv[])
{
	struct link link;
	struct writer writer;
	bool partial = false;
	enum status status;
	int opt;

	cliinit("nst-link", usage);
	linkinit(&link);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		if (opt == OPT_OPS) {
			link.ops = 0;
			clilist("ops", optarg, addop, &link.ops);
		} else {
			partial = true;
		}
	}

	writerinit(&writer);
	link.stage.next = &writer.stage;
	status = streamrun(&link.stage, clistream(argc, argv), partial);
	linkfree(&link);
	return outend(&writer.out) ? status : FAILED;
}
