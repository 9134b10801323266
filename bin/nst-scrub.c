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

static const struct flag flags[] = {
	{ "salt", OPT_SALT, "TEXT",
	    "make the hashes from this, too, so that streams can be compared", NULL },
	{ "keep", OPT_KEEP, "LIST", "leave the names of these types", VALUE_TYPES },
	{ "partial", OPT_PARTIAL, NULL, "accept input that was cut", NULL },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Replaces names and paths by hashes, so that a stream can be given away.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-scrub > scrubbed.ndjson",
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

	clibegin("nst-scrub", &help);
	outstream();
	scrubinit(&scrub);
	while ((opt = clinext(argc, argv)) != -1) {
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
