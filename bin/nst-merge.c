/* SPDX-License-Identifier: MIT */
/* nst-merge: streams or profiles of several ranks as one stream, on one clock. */
#include <sys/resource.h>

#include "cli.h"
#include "merge/align.h"
#include "merge/merger.h"
#include "merge/rhythm.h"
#include "out.h"

static const char usage[] =
    "usage: nst-merge [--align clock | --align utc | --align collectives | --align none]\n"
    "                 [--force] [--offset OFFSETS] [--label LIST] [--hosts] [--partial]\n"
    "                 FILE...\n";

enum { OPT_ALIGN = OPT_OWN, OPT_FORCE, OPT_OFFSET, OPT_LABEL, OPT_HOSTS, OPT_PARTIAL };

static const struct option options[] = { { "align", required_argument, NULL, OPT_ALIGN },
	{ "force", no_argument, NULL, OPT_FORCE },
	{ "offset", required_argument, NULL, OPT_OFFSET },
	{ "label", required_argument, NULL, OPT_LABEL }, { "hosts", no_argument, NULL, OPT_HOSTS },
	{ "partial", no_argument, NULL, OPT_PARTIAL }, CLI_OPTIONS };

/* What the command line asks for. */
struct asked {
	enum alignment align;
	const char *offset, *label;
	struct intakeasks feeds;
	bool force, partial;
};

static enum alignment
alignment(const char *text)
{
	static const char *const names[] = { "none", "clock", "utc", "collectives" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(text, names[i]) == 0)
			return (enum alignment)i;
	dieusage("--align: '%s' is none of clock, utc, collectives, none", text);
}

static struct asked
parse(int argc, char *argv[])
{
	struct asked asked = { .align = ALIGN_CLOCK };
	int opt;

	while ((opt = cliopt(argc, argv, options)) != -1) {
		switch (opt) {
		case OPT_ALIGN:
			asked.align = alignment(optarg);
			break;
		case OPT_FORCE:
			asked.force = true;
			break;
		case OPT_OFFSET:
			asked.offset = optarg;
			break;
		case OPT_LABEL:
			asked.label = optarg;
			break;
		case OPT_HOSTS:
			asked.feeds.hosts = true;
			break;
		default:
			asked.partial = true;
		}
	}
	if (asked.force && asked.align != ALIGN_COLLECTIVES)
		dieusage("--force is for --align collectives");
	if (optind == argc)
		dieusage("no streams or profiles named");
	return asked;
}

/* A descriptor for each input, and some more. */
static void
allowfiles(size_t count)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= count + 64)
		return;
	limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > count + 64
	    ? count + 64
	    : limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

/* Moves the inputs onto one clock; false when one of them is not whole. */
static bool
align(struct merger *m, const struct asked *asked, char *const *paths)
{
	bool whole = true;

	if (asked->offset && alignread(m, asked->offset))
		return true;
	if (asked->align == ALIGN_COLLECTIVES)
		whole = rhythmalign(m, paths, asked->force);
	else if (asked->align != ALIGN_NONE)
		alignclocks(m, asked->align == ALIGN_UTC);
	if (asked->offset && whole)
		alignwrite(m, asked->offset);
	return whole;
}

int
main(int argc, char *argv[])
{
	enum status status = FAILED;
	struct merger m = { 0 };
	struct tag *labels;
	struct asked asked;
	size_t count;

	cliinit("nst-merge", usage);
	outstream();
	asked = parse(argc, argv);
	count = (size_t)(argc - optind);
	labels = tagsmake(argv + optind, count);
	if (asked.label)
		tagsset(labels, count, asked.label);
	allowfiles(count);
	m.partial = asked.partial;
	m.named = asked.feeds.hosts;
	outpipe(1);
	if (mergeropen(&m, argv + optind, labels, count, &asked.feeds) &&
	    align(&m, &asked, argv + optind))
		status = mergerrun(&m);
	if (m.renumbered > 0)
		warn("processes that have numbers of their own, since others had theirs: %llu",
		    (unsigned long long)m.renumbered);
	if (status != DONE)
		outfailed(&m.out);
	if (!outend(&m.out))
		status = FAILED;
	mergerfree(&m);
	tagsfree(labels, count);
	return status;
}
