/* SPDX-License-Identifier: MIT */
/* nst-page: writes a stream as one self-contained HTML file. */
#include "io/out.h"
#include "page/index.h"
#include "page/pagereader.h"
#include "program/cli.h"

static const char usage[] =
    "usage: nst-page [--budget SIZE] [--names STYLE] [--no-domains] [--perfetto URL]\n"
    "                [--title TEXT] [--sort-memory MIB] [--partial] [FILE]\n"
    "       nst-page --index [--title TEXT] PAGE ...\n";

enum {
	OPT_BUDGET = OPT_OWN,
	OPT_INDEX,
	OPT_MEMORY,
	OPT_NAMES,
	OPT_NO_DOMAINS,
	OPT_PARTIAL,
	OPT_PERFETTO,
	OPT_TITLE
};

static const struct flag flags[] = {
	{ "budget", OPT_BUDGET, "SIZE",
	    "merge slices of the timeline until the page has at most SIZE bytes, such as 20M, "
	    "the default; 0 for any size", NULL },
	{ "index", OPT_INDEX, NULL, "write an index of pages, with their figures",
	    NULL },
	{ "names", OPT_NAMES, "STYLE", "call kernels, ranges and calls by these names",
	    NAMESTYLE_WORDS },
	{ "no-domains", OPT_NO_DOMAINS, NULL,
	    "draw all NVTX domains of a thread in one row", NULL },
	{ "perfetto", OPT_PERFETTO, "URL", "address of Perfetto's UI; https://ui.perfetto.dev",
	    NULL },
	{ "sort-memory", OPT_MEMORY, "MIB",
	    "memory for names and for merging slices; the rest goes to temporary files", NULL },
	{ "title", OPT_TITLE, "TEXT", "the title of the page", NULL },
	{ "partial", OPT_PARTIAL, NULL, "accept input that lacks its end record", NULL },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Writes an HTML page with tables and a timeline, in one file.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz|html",
	.example = "nst-dump run.nsys-rep | nst-link | nst-state | nst-page > run.html",
};

/* The options. */
struct asked {
	uint64_t budget; /* bytes; 0 for any number */
	size_t memory;   /* bytes */
	const char *names, *perfetto, *title; /* the title is NULL for the stream's */
	bool onerow; /* --no-domains */
	bool partial, index;
	bool stream; /* an option was given that needs a stream */
};

/* The title of a page: the option's, else the file name; no bytes where neither is known. */
static struct span
called(const char *title, const char *path)
{
	const char *name = path ? strrchr(path, '/') : NULL;

	if (title || !path || strcmp(path, "-") == 0)
		return spanof(title ? title : "");
	return spanof(name ? name + 1 : path);
}

static void
pagetake(struct asked *asked, int opt)
{
	asked->stream |= opt != OPT_INDEX && opt != OPT_TITLE;
	switch (opt) {
	case OPT_INDEX:
		asked->index = true;
		break;
	case OPT_BUDGET:
		asked->budget = clisize("budget", optarg);
		break;
	case OPT_MEMORY:
		asked->memory = (size_t)clinumber("sort-memory", optarg, 1, 1 << 20) << 20;
		break;
	case OPT_NAMES:
		asked->names = optarg;
		break;
	case OPT_NO_DOMAINS:
		asked->onerow = true;
		break;
	case OPT_PERFETTO:
		asked->perfetto = optarg;
		break;
	case OPT_TITLE:
		asked->title = optarg;
		break;
	default:
		asked->partial = true;
	}
}

/* Reads a stream and writes its page. */
static enum status
makepage(const struct asked *asked, const char *path)
{
	struct webpage page;
	enum status status;

	pageinit(&page, asked->memory);
	page.perfetto = asked->perfetto;
	page.called = called(asked->title, path);
	if (asked->names)
		pagenames(&page, asked->names);
	page.trace.perfetto.draw.layout.onerow = asked->onerow;
	status = pagereaderread(&page, path, asked->budget, asked->partial);
	if (page.about.events > 0 || status == DONE)
		pagewrite(&page);
	pagefree(&page);
	return outend(&page.out) ? status : FAILED;
}

/* Writes an index of pages. */
static enum status
makeindex(const struct asked *asked, char *const *paths, size_t count)
{
	struct index index = { 0 };
	struct buf out = { 0 };
	enum status status = DONE;

	if (asked->stream)
		dieusage("--index takes no other option than --title");
	if (count == 0)
		dieusage("--index: no page is named");
	for (size_t i = 0; i < count; i++)
		if (indexread(&index, paths[i]) != DONE)
			status = FAILED;
	if (index.count > 0)
		indexwrite(&index, spanof(asked->title ? asked->title : "Runs"), &out);
	indexfree(&index);
	return outend(&out) ? status : FAILED;
}

int
main(int argc, char *argv[])
{
	struct asked asked = { .budget = 20000000, .memory = recordsortlimit(),
		.perfetto = "https://ui.perfetto.dev" };
	int opt;

	clibegin("nst-page", &help);
	while ((opt = clinext(argc, argv)) != -1)
		pagetake(&asked, opt);
	outrefuseterminal("a page");
	if (asked.index)
		return makeindex(&asked, argv + optind, (size_t)(argc - optind));
	return makepage(&asked, clistream(argc, argv));
}
