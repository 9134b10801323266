/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "link.h"
#include "program/tool.h"
#include "stream/pidcheck.h"

static const char usage[] =
    "usage: nst-link [--project LIST] [--nvtx LIST] [--ops LIST] [--graphs]\n"
    "                [--across threads] [--quiet] [--partial] [FILE]\n";

enum { OPT_PROJECT = OPT_OWN, OPT_NVTX, OPT_OPS, OPT_GRAPHS, OPT_ACROSS, OPT_QUIET };

static const struct flag flags[] = {
	{ "project", OPT_PROJECT, "LIST",
	    "project these types of events onto the GPU, too, besides ranges",
	    VALUE_TYPES },
	{ "nvtx", OPT_NVTX, "LIST",
	    "name the ranges around these types of events, too, besides GPU events", VALUE_TYPES },
	{ "ops", OPT_OPS, "LIST", "types of GPU work to add up; default kernel,graph",
	    ",kernel|graph|memcpy|memset|decompress" },
	{ "graphs", OPT_GRAPHS, NULL,
	    "count the work of a graph for the ranges around its capture, too", NULL },
	{ "across", OPT_ACROSS, "threads",
	    "count launches for the ranges of threads that wait for them, too", "threads" },
	{ "quiet", OPT_QUIET, NULL, "print nothing about ranges of threads that wait", NULL },
	TOOL_PARTIAL_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Ties each GPU event to the CUDA call that launched it and to the NVTX ranges "
	    "around that call, and projects ranges onto the GPU.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link > run.ndjson",
};

struct linktool {
	struct link link;
	struct pidcheck merged;
};

static void
addop(void *arg, const char *name, size_t n)
{
	enum event_type type = evtype((struct span){ name, n });
	uint64_t *ops = arg;

	if (evfamily(type) != FAMILY_GPU)
		dieusage("--ops: '%.*s' is none of kernel, graph, memcpy, memset, decompress",
		    (int)n, name);
	*ops |= EVTYPE(type);
}

static void
addothertype(struct typeset *types, const char *name, size_t n)
{
	struct buf quoted = { 0 };

	jsonstring(&quoted, name, n);
	stringintern(&types->others, bufall(&quoted));
	free(quoted.p);
}

/* Adds a type to --nvtx. GPU events have the ranges of their calls without it. */
static void
addnamed(void *arg, const char *name, size_t n)
{
	enum event_type type = evtype((struct span){ name, n });
	enum event_family family = evfamily(type);
	struct typeset *types = arg;

	if (type == TYPE_OTHER) {
		addothertype(types, name, n);
		return;
	}
	if (type != TYPE_NVTX_MARK && family != FAMILY_CPU && family != FAMILY_GRAPHICS)
		dieusage("--nvtx: '%.*s' events have no thread that runs inside ranges", (int)n,
		    name);
	types->known |= EVTYPE(type);
}

/* Adds a type to --project. Ends the program if events of the type have no thread or no duration; a
 * type that is not ours is accepted. */
static void
addprojected(void *arg, const char *name, size_t n)
{
	enum event_type type = evtype((struct span){ name, n });
	enum event_family family = evfamily(type);
	struct typeset *types = arg;

	if (type == TYPE_OTHER) {
		addothertype(types, name, n);
		return;
	}
	if (type != TYPE_NVTX && family != FAMILY_CPU && family != FAMILY_GRAPHICS)
		dieusage("--project: '%.*s' events have no thread that could launch", (int)n, name);
	if (EVTYPE(type) & (EVTYPE(TYPE_SAMPLE) | EVTYPE(TYPE_DIAGNOSTIC)))
		dieusage("--project: '%.*s' events have no duration, so they hold no launch",
		    (int)n, name);
	types->known |= EVTYPE(type);
}

static void
linktake(void *self, int opt)
{
	struct linktool *t = self;
	struct link *l = &t->link;

	switch (opt) {
	case OPT_PROJECT:
		clilist("project", optarg, addprojected, &l->project);
		break;
	case OPT_NVTX:
		clilist("nvtx", optarg, addnamed, &l->named);
		break;
	case OPT_OPS:
		l->ops = 0;
		clilist("ops", optarg, addop, &l->ops);
		break;
	case OPT_GRAPHS:
		l->graphs = true;
		break;
	case OPT_QUIET:
		l->quiet = true;
		break;
	default:
		if (strcmp(optarg, "threads") != 0)
			dieusage("--across: '%s' is not 'threads'", optarg);
		l->acrossthreads = true;
	}
}

static void *
linkmake(void)
{
	struct linktool *t = xzalloc(1, sizeof(*t));

	linkinit(&t->link);
	pidcheckinit(&t->merged);
	t->merged.stage.next = &t->link.stage;
	return t;
}

static bool
linkneedsfirstpass(const void *self)
{
	return ((const struct linktool *)self)->link.acrossthreads;
}

static const char *
linkoptionsfirstpass(void *self, const char *path, bool *failed)
{
	return linkfirstpass(&((struct linktool *)self)->link, path, failed);
}

uint64_t
linkprojectedtypes(const void *self)
{
	const struct link *l = &((const struct linktool *)self)->link;

	return l->project.known | l->libraries.known;
}

static struct stage *
linkstages(void *self, const char *path, bool partial)
{
	struct linktool *t = self;

	(void)partial;
	t->link.path = path;
	return &t->merged.stage;
}

static enum status
linkend(void *self, const char *path, enum status status)
{
	struct linktool *t = self;

	(void)path;
	pidcheckfree(&t->merged);
	linkfree(&t->link);
	free(t);
	return status;
}

const struct tool linktool = {
	.name = "nst-link",
	.help = &help,
	.make = linkmake,
	.option = linktake,
	.needsfirstpass = linkneedsfirstpass,
	.firstpass = linkoptionsfirstpass,
	.stages = linkstages,
	.end = linkend,
};
