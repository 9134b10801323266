/* SPDX-License-Identifier: MIT */
/* nst-perfetto: events to Perfetto's own trace format, smaller than JSON and quicker to load. */
#include "cli.h"
#include "merged.h"
#include "out.h"
#include "perfetto/perfetto.h"
#include "perfetto/squeeze.h"
#include "stream.h"

static const char usage[] =
    "usage: nst-perfetto [--compress] [--machine NUMBER] [--min-activity PERCENT]\n"
    "                    [--no-flows] [--partial] [--render-stages] [FILE]\n";

enum {
	OPT_COMPRESS = OPT_OWN,
	OPT_MACHINE,
	OPT_MIN_ACTIVITY,
	OPT_NO_FLOWS,
	OPT_PARTIAL,
	OPT_RENDER_STAGES
};

static const struct flag flags[] = {
	{ "compress", OPT_COMPRESS, NULL,
	    "compress what is in the file, which Perfetto opens as it is", NULL },
	{ "machine", OPT_MACHINE, "NUMBER",
	    "another one for each trace of an archive: they are laid over each other by UTC",
	    NULL },
	{ "min-activity", OPT_MIN_ACTIVITY, "PERCENT",
	    "hide streams and threads less busy than this share of the busiest, such as 0.1%",
	    NULL },
	{ "no-flows", OPT_NO_FLOWS, NULL, "write no arrows", NULL },
	{ "partial", OPT_PARTIAL, NULL, "accept input that lacks its end record", NULL },
	{ "render-stages", OPT_RENDER_STAGES, NULL, "write GPU work as Perfetto's render stages",
	    NULL },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Writes a trace in Perfetto's own format, smaller than JSON.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-perfetto > run.pftrace",
};

int
main(int argc, char *argv[])
{
	struct mergedstage merged;
	struct perfetto perfetto;
	struct squeeze squeeze;
	struct idle idle = { 0 };
	bool partial = false, compress = false;
	enum status status;
	uint32_t machine = 0;
	const char *path;
	int opt;

	clibegin("nst-perfetto", &help);
	perfettoinit(&perfetto);
	while ((opt = clinext(argc, argv)) != -1) {
		if (opt == OPT_MIN_ACTIVITY)
			idle.share = clipercent("min-activity", optarg);
		if (opt == OPT_MACHINE)
			machine = (uint32_t)clinumber("machine", optarg, 1, UINT32_MAX);
		compress = compress || opt == OPT_COMPRESS;
		perfetto.noflows = perfetto.noflows || opt == OPT_NO_FLOWS;
		perfetto.renders = perfetto.renders || opt == OPT_RENDER_STAGES;
		partial = partial || opt == OPT_PARTIAL;
	}

	path = clistream(argc, argv);
	outbinary();
	if (idle.share > 0) {
		path = idleread(&idle, path);
		perfetto.idle = &idle;
	}
	perfetto.packets.machine = machine;
	if (compress)
		squeezebegin(&squeeze, &perfetto);
	mergedinit(&merged);
	merged.stage.next = &perfetto.stage;
	status = streamrun(&merged.stage, path, partial);
	if (status == DONE && idle.failed) {
		warn("%s: it could not be read twice", streamname(path));
		status = FAILED;
	}
	if (status == DONE && machine != 0 && !perfetto.packets.dated)
		warn("%s: it does not say when it was recorded: in an archive, it begins where "
		     "others begin",
		    streamname(path));
	if (compress)
		squeezeend(&squeeze);
	mergedfree(&merged);
	perfettofree(&perfetto);
	idlefree(&idle);
	return outend(compress ? &squeeze.out : &perfetto.out) ? status : FAILED;
}
