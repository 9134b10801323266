/* SPDX-License-Identifier: MIT */
/* nst-scrub: a stream without the texts that tell something about the user. */
#include "cli.h"
#include "out.h"
#include "scrub/scrub.h"
#include "stream.h"
#include "writer.h"

static const char usage[] =
    "usage: nst-scrub [--salt TEXT] [--keep LIST] [--partial] [FILE]\n";

enum { OPT_SALT = OPT_OWN, OPT_KEEP, OPT_PARTIAL };

static const struct option options[] = {
	{ "salt", required_argument, NULL, OPT_SALT },
	{ "keep", required_argument, NULL, OPT_KEEP },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
};

static void
keep(void *arg, const char *name, size_t n)
{
	uint64_t types = evtypes((struct span){ name, n });

	if (!types)
		dieusage("--keep: no event has the type '%.*s'", (int)n, name);
	*(uint64_t *)arg |= types;
}

int
main(int argc, char *argv[])
{
	bool partial = false;
	struct writer writer;
	struct scrub scrub;
	enum status status;
	const char *path;
	int opt;

	cliinit("nst-scrub", usage);
	outstream();
	scrubinit(&scrub);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		switch (opt) {
		case OPT_SALT:
			if (!*optarg)
				dieusage("--salt: empty");
			scrubsalt(&scrub, spanof(optarg));
			break;
		case OPT_KEEP:
			clilist("keep", optarg, keep, &scrub.kept);
			break;
		case OPT_PARTIAL:
			partial = true;
			break;
		}
	}
	path = clistream(argc, argv);
	writerinit(&writer);
	scrub.stage.next = &writer.stage;
	status = streamrun(&scrub.stage, path, partial);
	scrubfree(&scrub);
	return writerend(&writer, status);
}
