/* SPDX-License-Identifier: MIT */
/* nst-merge: merges streams or profiles of several ranks into one stream, on one clock. */
#include <sys/resource.h>

#include "io/out.h"
#include "merge/align.h"
#include "merge/collectivealign.h"
#include "merge/merger.h"
#include "program/cli.h"

static const char usage[] =
    "usage: nst-merge [--align clock|utc|collectives|none] [--force]\n"
    "                 [--offset OFFSETS] [--label LIST] [--number] [--hosts]\n"
    "                 [--from TIME] [--to TIME] [--partial] [-v] FILE ...\n";

enum {
	OPT_ALIGN = OPT_OWN,
	OPT_FORCE,
	OPT_OFFSET,
	OPT_LABEL,
	OPT_NUMBER,
	OPT_HOSTS,
	OPT_FROM,
	OPT_TO,
	OPT_PARTIAL
};

static const struct flag flags[] = {
	{ "align", OPT_ALIGN, "HOW", "the method to align inputs", "clock|utc|collectives|none" },
	{ "force", OPT_FORCE, NULL, "continue if collectives give no clear answer", NULL },
	{ "offset", OPT_OFFSET, "OFFSETS",
	    "move inputs by this file, or write it if it does not exist", VALUE_FILE },
	{ "label", OPT_LABEL, "LIST", "ranks and hosts of the inputs: RANK, @HOST or RANK@HOST",
	    NULL },
	{ "number", OPT_NUMBER, NULL,
	    "number inputs if neither profiles nor file names have ranks", NULL },
	{ "hosts", OPT_HOSTS, NULL, "call hosts by their names", NULL },
	{ "from", OPT_FROM, "TIME",
	    "events that end after TIME on the common clock: 1.5s, or +100ms after the start",
	    NULL },
	{ "to", OPT_TO, "TIME", "events that start before TIME", NULL },
	{ "partial", OPT_PARTIAL, NULL, "accept input that lacks its end record", NULL },
	CLI_VERBOSE_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Merges the events of several ranks into one stream, on one clock.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz|sqlite|sqlite.gz|sqlite.zst|sqlite.xz"
	            "|nsys-rep|qdrep",
	.example = "nst-merge rank0.sqlite rank1.sqlite | nst-link | nst-perfetto > job.pftrace",
};

/* The options. */
struct options {
	enum alignment align;
	const char *offset, *label;
	struct dumpoptions dump;
	struct window window;
	bool force, number, partial;
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

/* Reads a moment that is known before the end of the stream. */
static struct moment
moment(const char *option)
{
	struct moment m = windowmoment(option, optarg);

	if (m.of == MOMENT_END)
		dieusage("--%s: '%s': the end of the run is not known yet; "
		         "put nst-filter behind nst-merge",
		    option, optarg);
	return m;
}

static struct options
parse(int argc, char *argv[])
{
	struct options options = { .align = ALIGN_CLOCK };
	int opt;

	while ((opt = clinext(argc, argv)) != -1) {
		switch (opt) {
		case OPT_ALIGN:
			options.align = alignment(optarg);
			break;
		case OPT_FORCE:
			options.force = true;
			break;
		case OPT_OFFSET:
			options.offset = optarg;
			break;
		case OPT_LABEL:
			options.label = optarg;
			break;
		case OPT_NUMBER:
			options.number = true;
			break;
		case OPT_HOSTS:
			options.dump.hosts = true;
			break;
		case OPT_FROM:
			options.window.from = moment("from");
			break;
		case OPT_TO:
			options.window.to = moment("to");
			break;
		default:
			options.partial = true;
		}
	}
	if (options.force && options.align != ALIGN_COLLECTIVES)
		dieusage("--force needs --align collectives");
	if (optind == argc)
		dieusage("no streams or profiles named");
	windowcheck(&options.window);
	return options;
}

/* Raises the limit of open files if the inputs need it. */
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

/* Sets the shifts of the inputs. Returns false if an input is incomplete. */
static bool
align(struct merger *m, const struct options *options, char *const *paths)
{
	bool whole = true;

	if (options->offset && alignread(m, options->offset))
		return true;
	if (options->align == ALIGN_COLLECTIVES)
		whole = aligncollectives(m, paths, options->force);
	else if (options->align != ALIGN_NONE)
		alignclocks(m, options->align == ALIGN_UTC);
	if (options->offset && whole)
		alignwrite(m, options->offset);
	return whole;
}

int
main(int argc, char *argv[])
{
	enum status status = FAILED;
	struct merger m = { 0 };
	struct inputlabel *labels;
	struct options options;
	size_t count;

	clibegin("nst-merge", &help);
	outstream();
	options = parse(argc, argv);
	count = (size_t)(argc - optind);
	labels = inputlabelsmake(argv + optind, count);
	if (options.label)
		inputlabelsset(labels, count, options.label);
	if (options.number)
		inputlabelsnumber(labels, count);
	allowfiles(count);
	m.partial = options.partial;
	m.window = options.window;
	m.usehostnames = options.dump.hosts;
	outpipe(1);
	if (mergeropen(&m, argv + optind, labels, count, &options.dump) &&
	    align(&m, &options, argv + optind))
		status = mergerrun(&m);
	if (status == DONE && windowasked(&m.window) && !m.touched)
		windowempty("output", m.timespan.first, m.timespan.last);
	if (m.renumbered > 0)
		errnote("renumbered processes whose pids collided: %llu",
		    (unsigned long long)m.renumbered);
	if (status != DONE)
		outfailedrecord(&m.out);
	if (!outend(&m.out))
		status = FAILED;
	mergerfree(&m);
	inputlabelsfree(labels, count);
	return status;
}
