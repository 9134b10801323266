/* SPDX-License-Identifier: MIT */
/* nst-chrome: events to Chrome's trace event format, for chrome://tracing, Perfetto, DevTools. */
#include "chrome/chrome.h"
#include "cli.h"
#include "merged.h"
#include "out.h"
#include "stream.h"

static const char usage[] = "usage: nst-chrome [--labels] [--object] [--partial] [FILE]\n";

enum { OPT_LABELS = OPT_OWN, OPT_OBJECT, OPT_PARTIAL };

static const struct option options[] = {
	{ "labels", no_argument, NULL, OPT_LABELS },
	{ "object", no_argument, NULL, OPT_OBJECT },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
};

int
main(int argc, char *argv[])
{
	struct mergedstage merged;
	struct chrome chrome;
	bool partial = false;
	enum status status;
	int opt;

	cliinit("nst-chrome", usage);
	chromeinit(&chrome);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		chrome.labels = chrome.labels || opt == OPT_LABELS;
		chrome.object = chrome.object || opt == OPT_OBJECT;
		partial = partial || opt == OPT_PARTIAL;
	}

	mergedinit(&merged);
	merged.stage.next = &chrome.stage;
	status = streamrun(&merged.stage, clistream(argc, argv), partial);
	mergedfree(&merged);
	chromefree(&chrome);
	return outend(&chrome.out) ? status : FAILED;
}
