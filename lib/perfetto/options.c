/* SPDX-License-Identifier: MIT */
/* The options of nst-perfetto. */
#include <stdlib.h>

#include "io/out.h"
#include "packetcompressor.h"
#include "perfetto.h"
#include "program/tool.h"
#include "stream/pidcheck.h"

static const char usage[] =
    "usage: nst-perfetto [--machine NUMBER] [--min-activity PERCENT]\n"
    "                    [--names STYLE] [--no-domains] [--no-flows] [--partial]\n"
    "                    [--plain] [--render-stages] [-v] [FILE]\n";

enum {
	OPT_MACHINE = OPT_OWN,
	OPT_MIN_ACTIVITY,
	OPT_NAMES,
	OPT_NO_DOMAINS,
	OPT_NO_FLOWS,
	OPT_PLAIN,
	OPT_RENDER_STAGES
};

static const struct flag flags[] = {
	{ "machine", OPT_MACHINE, "NUMBER",
	    "a different number for each trace of an archive; UTC aligns them",
	    NULL },
	{ "min-activity", OPT_MIN_ACTIVITY, "PERCENT",
	    "hide streams and threads less busy than this share of the busiest, such as 0.1%",
	    NULL },
	{ "names", OPT_NAMES, "STYLE", "label kernels, ranges and calls by these names",
	    NAMESTYLE_WORDS },
	{ "no-domains", OPT_NO_DOMAINS, NULL,
	    "draw all NVTX domains of a thread in one row", NULL },
	{ "no-flows", OPT_NO_FLOWS, NULL, "write no arrows", NULL },
	TOOL_PARTIAL_FLAG,
	CLI_VERBOSE_FLAG,
	{ "plain", OPT_PLAIN, NULL, "do not compress the packets", NULL },
	{ "render-stages", OPT_RENDER_STAGES, NULL, "write GPU work as Perfetto's render stages",
	    NULL },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Writes a trace in Perfetto's own format, much smaller than JSON.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-perfetto > run.pftrace",
};

struct perfettotool {
	struct pidcheck merged;
	struct perfetto perfetto;
	struct packetcompressor compressor;
	bool plain;
	struct idle idle;
};

static void *
perfettomake(void)
{
	struct perfettotool *t = xzalloc(1, sizeof(*t));

	pidcheckinit(&t->merged);
	perfettoinit(&t->perfetto);
	t->perfetto.folds = true;
	t->perfetto.parallel = true;
	t->merged.stage.next = &t->perfetto.stage;
	return t;
}

static void
perfettotake(void *self, int opt)
{
	struct perfettotool *t = self;

	if (opt == OPT_MIN_ACTIVITY)
		t->idle.share = clipercent("min-activity", optarg);
	else if (opt == OPT_MACHINE)
		t->perfetto.packets.machine =
		    (uint32_t)clinumber("machine", optarg, 1, UINT32_MAX);
	else if (opt == OPT_NAMES)
		drawnames(&t->perfetto.draw, optarg);
	else if (opt == OPT_NO_DOMAINS)
		t->perfetto.draw.layout.onerow = true;
	else if (opt == OPT_NO_FLOWS)
		t->perfetto.noflows = true;
	else if (opt == OPT_PLAIN)
		t->plain = true;
	else
		t->perfetto.renders = true;
}

static void
perfettoready(void *self)
{
	(void)self;
	outbinary();
}

static bool
perfettoneedsfirstpass(const void *self)
{
	return ((const struct perfettotool *)self)->idle.share > 0;
}

static const char *
perfettofirstpass(void *self, const char *path, bool *failed)
{
	struct perfettotool *t = self;

	path = idleread(&t->idle, path);
	t->perfetto.idle = &t->idle;
	*failed = t->idle.failed;
	return path;
}

static struct stage *
perfettostages(void *self, const char *path, bool partial)
{
	struct perfettotool *t = self;

	(void)path;
	(void)partial;
	if (!t->plain)
		packetcompressorbegin(&t->compressor, &t->perfetto);
	return &t->merged.stage;
}

static enum status
perfettoend(void *self, const char *path, enum status status)
{
	struct perfettotool *t = self;
	const struct packets *k = &t->perfetto.packets;

	if (status == DONE && t->perfetto.empty)
		warn("%s: no events: the trace is empty", path);
	if (status == DONE && k->machine != 0 && !k->dated)
		warn("%s: it does not record when it began: in an archive, it begins where the "
		     "others begin",
		    path);
	if (status == DONE && t->perfetto.folded > 0)
		warn("%s: %lu streams with less than 1 %% of the time of their GPU are in a closed "
		     "group under its other streams: click on its name to open it",
		    path, (unsigned long)t->perfetto.folded);
	if (!t->plain)
		packetcompressorend(&t->compressor);
	if (t->perfetto.draw.named)
		groupnamerwarn(&t->perfetto.draw.formatter.namer, path);
	pidcheckfree(&t->merged);
	perfettofree(&t->perfetto);
	idlefree(&t->idle);
	if (!outend(t->plain ? &t->perfetto.out : &t->compressor.out))
		status = FAILED;
	free(t);
	return status;
}

const struct tool perfettotool = {
	.name = "nst-perfetto",
	.help = &help,
	.writes = true,
	.make = perfettomake,
	.option = perfettotake,
	.check = perfettoready,
	.needsfirstpass = perfettoneedsfirstpass,
	.firstpass = perfettofirstpass,
	.stages = perfettostages,
	.end = perfettoend,
};
