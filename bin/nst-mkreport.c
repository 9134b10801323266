/* SPDX-License-Identifier: MIT */
/* nst-mkreport: converts an SQLite export to a report, for samples and tests. */
#include <stdlib.h>

#include "io/atomicfile.h"
#include "mkreport/mkreport.h"
#include "program/cli.h"

static const char usage[] = "usage: nst-mkreport [--force] [--quiet] EXPORT.sqlite OUT.nsys-rep\n";

enum { OPT_FORCE = OPT_OWN, OPT_QUIET };

static const struct flag flags[] = {
	{ "force", OPT_FORCE, NULL, "replace OUT.nsys-rep if it exists", NULL },
	{ "quiet", OPT_QUIET, NULL, "do not name tables that a report cannot hold", NULL },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Converts an SQLite export to a report, for samples and tests.",
	.flags = flags,
	.operands = "sqlite",
	.example = "nst-mkreport run.sqlite run.nsys-rep",
	.pages = "nst-report(5)",
};

int
main(int argc, char *argv[])
{
	bool force = false, quiet = false;
	struct buf left = { 0 };
	struct atomicfile whole;
	struct stat input;
	int opt;

	clibegin("nst-mkreport", &help);
	while ((opt = clinext(argc, argv)) != -1) {
		force = force || opt == OPT_FORCE;
		quiet = quiet || opt == OPT_QUIET;
	}
	if (argc - optind != 2)
		dieusage("name an export and the report to write");
	if (stat(argv[optind], &input) == 0) /* mkreport says why it cannot be opened */
		atomicfileavoid(argv[optind + 1], &input, "export");
	atomicfileopen(&whole, argv[optind + 1], force);
	mkreport(argv[optind], whole.path, whole.fd, &left);
	atomicfilecommit(&whole);
	if (left.n > 0 && !quiet)
		warn("%s: not in the report: %.*s", argv[optind], (int)left.n, left.p);
	free(left.p);
	return DONE;
}
