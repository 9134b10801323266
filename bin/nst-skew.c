/* SPDX-License-Identifier: MIT */
/* nst-skew: measures how long each rank waits in collectives, and for whom. */
#include "io/out.h"
#include "program/cli.h"
#include "skew/skew.h"
#include "stream/stream.h"
#include "stream/writer.h"

static const char usage[] = "usage: nst-skew [--apart TIME] [--quiet] [--partial] [-v] [FILE]\n";

enum { OPT_APART = OPT_OWN, OPT_QUIET, OPT_PARTIAL };

static const struct flag flags[] = {
	{ "apart", OPT_APART, "TIME",
	    "largest distance between the ends of one collective; default 200us",
	    NULL },
	{ "quiet", OPT_QUIET, NULL, "print nothing if there is no collective", NULL },
	{ "partial", OPT_PARTIAL, NULL, "accept input that lacks its end record", NULL },
	CLI_VERBOSE_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Measures how long each rank waits in collectives, and for whom.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-merge rank0.sqlite rank1.sqlite | nst-link | nst-skew > job.ndjson",
};

/* default largest difference between the ends of one collective, ns */
#define APART INT64_C(200000)

int
main(int argc, char *argv[])
{
	bool partial = false, failed = false, quiet = false;
	int64_t apart = APART;
	struct writer writer;
	enum status status;
	const char *path;
	struct skew skew;
	int opt;

	clibegin("nst-skew", &help);
	outstream();
	while ((opt = clinext(argc, argv)) != -1) {
		if (opt == OPT_APART)
			apart = clitime("apart", optarg);
		else if (opt == OPT_QUIET)
			quiet = true;
		else
			partial = true;
	}
	if (apart < 0)
		dieusage("--apart: a negative time");
	path = clistream(argc, argv);
	skewinit(&skew, apart);
	skew.path = streamname(path);
	skew.quiet = quiet;
	path = skewfirstpass(&skew, path, &failed);
	writerinit(&writer);
	skew.stage.next = &writer.stage;
	status = streamrun(&skew.stage, path, partial);
	if (status == DONE && failed && !partial) {
		warn("%s: it could not be read twice", skew.path);
		status = FAILED;
	}
	skewfree(&skew);
	return writerend(&writer, status);
}
