/* SPDX-License-Identifier: MIT */
/* nst-mkreport: a report made of an export, for samples and tests. */
#include <stdlib.h>

#include "cli.h"
#include "mkreport/mkreport.h"
#include "whole.h"

static const char usage[] = "usage: nst-mkreport [--force] [--quiet] EXPORT.sqlite OUT.nsys-rep\n";

enum { OPT_FORCE = OPT_OWN, OPT_QUIET };

static const struct option options[] = {
	{ "force", no_argument, NULL, OPT_FORCE },
	{ "quiet", no_argument, NULL, OPT_QUIET },
	CLI_OPTIONS
};

int
main(int argc, char *argv[])
{
	bool force = false, quiet = false;
	struct buf left = { 0 };
	struct whole whole;
	int opt;

	cliinit("nst-mkreport", usage);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		force = force || opt == OPT_FORCE;
		quiet = quiet || opt == OPT_QUIET;
	}
	if (argc - optind != 2)
		dieusage("not an export and a name for the report");
	wholeopen(&whole, argv[optind + 1], force);
	mkreport(argv[optind], whole.path, whole.fd, &left);
	wholekeep(&whole);
	if (left.n > 0 && !quiet)
		warn("%s: not in the report: %.*s", argv[optind], (int)left.n, left.p);
	free(left.p);
	return DONE;
}
