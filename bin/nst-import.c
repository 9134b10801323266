/* SPDX-License-Identifier: MIT */
/* nst-import: converts an Nsight Systems report to the SQLite export that nsys would write. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "import/import.h"
#include "io/atomicfile.h"
#include "io/out.h"
#include "program/cli.h"
#include "report/messagesdoc.h"

static const char usage[] =
    "usage: nst-import [--all-strings] [--force] [--proven] [-v] REPORT OUT.sqlite\n"
    "       nst-import --tables\n";

enum { OPT_STRINGS = OPT_OWN, OPT_FORCE, OPT_PROVEN, OPT_TABLES };

static const struct flag flags[] = {
	{ "all-strings", OPT_STRINGS, NULL,
	    "write all strings, also environments and captured output", NULL },
	{ "force", OPT_FORCE, NULL, "replace OUT.sqlite if it exists", NULL },
	{ "proven", OPT_PROVEN, NULL, "leave out what was never compared with an export of nsys",
	    NULL },
	{ "tables", OPT_TABLES, NULL, "print the mapping from reports to exports", NULL },
	CLI_VERBOSE_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Converts an Nsight Systems report to its SQLite export, without nsys.",
	.flags = flags,
	.operands = "nsys-rep|qdrep",
	.example = "nst-import run.nsys-rep run.sqlite",
	.pages = "nst-report(5)",
};

/* The command line. */
struct asked {
	bool strings, force, proven;
	const char *report, *out;
};

/* Prints the table of messages, for --tables. */
static enum status
printtables(void)
{
	struct buf out = { 0 };

	repmessagesdoc(&out);
	return outend(&out) ? DONE : FAILED;
}

static void
parse(int argc, char *argv[], struct asked *asked)
{
	int opt;

	while ((opt = clinext(argc, argv)) != -1) {
		switch (opt) {
		case OPT_STRINGS:
			asked->strings = true;
			break;
		case OPT_FORCE:
			asked->force = true;
			break;
		case OPT_PROVEN:
			asked->proven = true;
			break;
		case OPT_TABLES:
			exit(printtables());
		}
	}
	if (argc - optind != 2)
		dieusage(argc == optind ? "no report named"
		        : argc - optind == 1 ? "no name for the database"
		                             : "name one report and one database");
	asked->report = argv[optind];
	asked->out = argv[optind + 1];
	if (strcmp(asked->out, "-") == 0)
		dieusage("-: a database cannot go to a pipe: name a file");
}

/* Prints a list as a warning, unless it is empty. */
static void
importsay(const char *report, const char *what, struct span list)
{
	if (list.n > 0)
		warn("%s: %s: %.*s", report, what, (int)list.n, list.p);
}

/* Lists the known parts that were not imported. */
static void
listskipped(struct importnotes *n, struct buf *list)
{
	if (n->emptied > 0)
		skippedadd(&n->skipped, spanof("texts of strings (--all-strings)"), n->emptied);
	skippedlist(&n->skipped, list);
}

/* Prints the parts that were not imported. Returns FAILED if the report is broken. It allocates
 * nothing, so that it cannot fail after the database has its name. */
static enum status
saynotes(const struct rep *r, const struct importnotes *n, const struct buf *skipped)
{
	if (skipped->n > 0)
		errnote("%s: not imported: %.*s", r->file.path, (int)skipped->n, skipped->p);
	importsay(r->file.path, "not known, and not imported", bufall(&n->unknown));
	importsay(r->file.path, "imported, but not proven to be what nsys exports",
	    bufall(&n->unproven));
	importsay(r->file.path, "broken, and left out", bufall(&n->broken));
	return n->broken.n > 0 ? FAILED : DONE;
}

int
main(int argc, char *argv[])
{
	struct asked asked = { .strings = false };
	struct importnotes notes = { .emptied = 0 };
	struct atomicfile whole;
	struct buf skipped = { 0 };
	enum status status;
	struct stat input;
	struct rep rep;

	clibegin("nst-import", &help);
	parse(argc, argv, &asked);
	repopen(&rep, asked.report, asked.proven);
	if (fstat(rep.file.fd, &input) != 0)
		die("%s:", rep.file.path);
	atomicfileavoid(asked.out, &input, "report");
	atomicfileopen(&whole, asked.out, asked.force);
	importall(&rep, asked.out, whole.fd, asked.strings, true, &notes);
	listskipped(&notes, &skipped);
	atomicfilecommit(&whole);
	status = saynotes(&rep, &notes, &skipped);
	free(skipped.p);
	importnotesfree(&notes);
	repclose(&rep);
	return status;
}
