/* SPDX-License-Identifier: MIT */
/* nst-perfetto: events to Perfetto's own trace format, smaller than JSON and quicker to load. */
#include "cli.h"
#include "merged.h"
#include "out.h"
#include "perfetto/perfetto.h"
#include "stream.h"

static const char usage[] =
    "usage: nst-perfetto [--min-activity PERCENT] [--no-flows] [--partial] [--render-stages]\n"
    "                    [FILE]\n";

enum { OPT_MIN_ACTIVITY = OPT_OWN, OPT_NO_FLOWS, OPT_PARTIAL, OPT_RENDER_STAGES };

static const struct option options[] = {
	{ "min-activity", required_argument, NULL, OPT_MIN_ACTIVITY },
	{ "no-flows", no_argument, NULL, OPT_NO_FLOWS },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	{ "render-stages", no_argument, NULL, OPT_RENDER_STAGES },
	CLI_OPTIONS
};

int
main(int argc, char *argv[])
{
	struct mergedstage merged;
	struct perfetto perfetto;
	struct idle idle = { 0 };
	bool partial = false;
	enum status status;
	const char *path;
	int opt;

	cliinit("nst-perfetto", usage);
	perfettoinit(&perfetto);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		if (opt == OPT_MIN_ACTIVITY)
			idle.share = clipercent("min-activity", optarg);
		perfetto.noflows = perfetto.noflows || opt == OPT_NO_FLOWS;
		perfetto.renders = perfetto.renders || opt == OPT_RENDER_STAGES;
		partial = partial || opt == OPT_PARTIAL;
	}

	path = clistream(argc, argv);
	if (idle.share > 0) {
		path = idleread(&idle, path);
		perfetto.idle = &idle;
	}
	mergedinit(&merged);
	merged.stage.next = &perfetto.stage;
	status = streamrun(&merged.stage, path, partial);
	if (status == DONE && idle.failed) {
		warn("%s: it could not be read twice", streamname(path));
		status = FAILED;
	}
	mergedfree(&merged);
	perfettofree(&perfetto);
	idlefree(&idle);
	return outend(&perfetto.out) ? status : FAILED;
}
