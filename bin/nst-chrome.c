/* SPDX-License-Identifier: MIT */
/* nst-chrome: events to Chrome's trace event format, for chrome://tracing, Perfetto, DevTools. */
#include "chrome/chrome.h"
#include "chrome/labels.h"
#include "cli.h"
#include "merged.h"
#include "out.h"
#include "stream.h"

static const char usage[] = "usage: nst-chrome [--labels] [--object] [--partial] [FILE]\n";

enum { OPT_LABELS = OPT_OWN, OPT_OBJECT, OPT_PARTIAL };

static const struct flag flags[] = {
	{ "labels", OPT_LABELS, NULL, "write what nsys2json writes", NULL },
	{ "object", OPT_OBJECT, NULL,
	    "write an object, in which viewers keep nanoseconds; default is an array", NULL },
	{ "partial", OPT_PARTIAL, NULL, "accept input that lacks its end record", NULL },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Writes a trace for chrome://tracing, DevTools and Perfetto, as JSON.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-chrome --object > run.json",
};

/* Runs a stage over a stream whose processes are told apart. */
static enum status
run(struct stage *stage, const char *path, bool partial)
{
	struct mergedstage merged;
	enum status status;

	mergedinit(&merged);
	merged.stage.next = stage;
	status = streamrun(&merged.stage, path, partial);
	mergedfree(&merged);
	return status;
}

/* Writes the trace as nsys2json does. */
static bool
aslabels(const char *path, bool partial, bool object)
{
	struct labels labels;
	enum status status;

	labelsinit(&labels);
	labels.object = object;
	status = run(&labels.stage, path, partial);
	labelsfree(&labels);
	return outend(&labels.out) && status == DONE;
}

static bool
astrace(const char *path, bool partial, bool object)
{
	struct chrome chrome;
	enum status status;

	chromeinit(&chrome);
	chrome.object = object;
	status = run(&chrome.stage, path, partial);
	chromefree(&chrome);
	return outend(&chrome.out) && status == DONE;
}

int
main(int argc, char *argv[])
{
	bool labels = false, object = false, partial = false;
	const char *path;
	int opt;

	clibegin("nst-chrome", &help);
	while ((opt = clinext(argc, argv)) != -1) {
		labels = labels || opt == OPT_LABELS;
		object = object || opt == OPT_OBJECT;
		partial = partial || opt == OPT_PARTIAL;
	}

	path = clistream(argc, argv);
	if (labels)
		return aslabels(path, partial, object) ? DONE : FAILED;
	return astrace(path, partial, object) ? DONE : FAILED;
}
