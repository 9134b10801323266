/* SPDX-License-Identifier: MIT */
/* nst-page: a stream as one HTML file that needs nothing else. */
#include "cli.h"
#include "merged.h"
#include "out.h"
#include "page/page.h"
#include "stream.h"

static const char usage[] = "usage: nst-page [--perfetto URL] [--title TEXT] [--partial] [FILE]\n";

enum { OPT_PARTIAL = OPT_OWN, OPT_PERFETTO, OPT_TITLE };

static const struct flag flags[] = {
	{ "perfetto", OPT_PERFETTO, "URL", "address of Perfetto's UI; https://ui.perfetto.dev",
	    NULL },
	{ "title", OPT_TITLE, "TEXT", "what the page is called", NULL },
	{ "partial", OPT_PARTIAL, NULL, "accept input that lacks its end record", NULL },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Writes a page for a browser: one file with tables and a timeline.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.nsys-rep | nst-link | nst-state | nst-page > run.html",
};

/* What a page is called: as asked, or by the file that it is of; no bytes where nobody tells. */
static struct span
called(const char *title, const char *path)
{
	const char *name = path ? strrchr(path, '/') : NULL;

	if (title || !path || strcmp(path, "-") == 0)
		return spanof(title ? title : "");
	return spanof(name ? name + 1 : path);
}

/* Keeps a message for the page. */
static struct webpage *listening;

static void
hear(const char *message)
{
	bufmem(&listening->heard, message, strlen(message) + 1);
}

int
main(int argc, char *argv[])
{
	const char *path, *perfetto = "https://ui.perfetto.dev", *title = NULL;
	struct mergedstage merged;
	bool partial = false;
	enum status status;
	struct webpage page;
	int opt;

	clibegin("nst-page", &help);
	while ((opt = clinext(argc, argv)) != -1) {
		if (opt == OPT_PERFETTO)
			perfetto = optarg;
		else if (opt == OPT_TITLE)
			title = optarg;
		else
			partial = true;
	}
	path = clistream(argc, argv);
	outbinary();
	pageinit(&page, 0);
	listening = &page;
	errhear(hear);
	page.perfetto = perfetto;
	page.title = called(title, path);
	mergedinit(&merged);
	merged.stage.next = &page.stage;
	status = streamrun(&merged.stage, path, partial);
	page.failed = status != DONE;
	pagewrite(&page, streamname(path));
	mergedfree(&merged);
	pagefree(&page);
	return outend(&page.out) ? status : FAILED;
}
