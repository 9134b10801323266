/* SPDX-License-Identifier: MIT */
/* nst-link: which call launched a GPU event, and which ranges enclose that call. */
#include <stdlib.h>

#include "cli.h"
#include "json.h"
#include "link/link.h"
#include "merged.h"
#include "out.h"
#include "stream.h"
#include "writer.h"

static const char usage[] =
    "usage: nst-link [--project LIST] [--ops LIST] [--graphs] [--across threads]\n"
    "                [--partial] [FILE]\n";

enum { OPT_PROJECT = OPT_OWN, OPT_OPS, OPT_GRAPHS, OPT_ACROSS, OPT_PARTIAL };

static const struct flag flags[] = {
	{ "project", OPT_PROJECT, "LIST",
	    "also for these types of events, add up the work of the GPU; default nvtx",
	    VALUE_TYPES },
	{ "ops", OPT_OPS, "LIST", "what counts as that work; default kernel,graph",
	    ",kernel|graph|memcpy|memset|decompress" },
	{ "graphs", OPT_GRAPHS, NULL,
	    "count what a graph launched for the ranges around its capture, too", NULL },
	{ "across", OPT_ACROSS, "threads",
	    "count launches for the ranges of threads that wait for them, too", "threads" },
	{ "partial", OPT_PARTIAL, NULL, "accept input that lacks its end record", NULL },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Ties each GPU event to the call that launched it and to the ranges around that "
	    "call, and projects ranges onto the GPU.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link > run.ndjson",
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

/* Adds a type whose events last and have a thread. */
static void
addprojected(void *arg, const char *name, size_t n)
{
	enum event_type type = evtype((struct span){ name, n });
	enum event_family family = evfamily(type);
	struct types *types = arg;
	struct buf quoted = { 0 };

	if (type == TYPE_OTHER) {
		jsonstring(&quoted, name, n);
		nameput(&types->others, bufall(&quoted));
		free(quoted.p);
		return;
	}
	if (type != TYPE_NVTX && family != FAMILY_CPU && family != FAMILY_GRAPHICS)
		dieusage("--project: '%.*s' events have no thread that could launch", (int)n, name);
	types->ours |= EVTYPE(type);
}

static void
take(struct link *l, int opt, bool *projected)
{
	switch (opt) {
	case OPT_PROJECT:
		if (!*projected) /* the default */
			l->project.ours = 0;
		*projected = true;
		clilist("project", optarg, addprojected, &l->project);
		break;
	case OPT_OPS:
		l->ops = 0;
		clilist("ops", optarg, addop, &l->ops);
		break;
	case OPT_GRAPHS:
		l->graphs = true;
		break;
	default:
		if (strcmp(optarg, "threads") != 0)
			dieusage("--across: '%s' is not 'threads'", optarg);
		l->across = true;
	}
}

int
main(int argc, char *argv[])
{
	bool partial = false, failed = false, projected = false;
	struct mergedstage merged;
	struct writer writer;
	enum status status;
	struct link link;
	const char *path;
	int opt;

	clibegin("nst-link", &help);
	outstream();
	linkinit(&link);
	while ((opt = clinext(argc, argv)) != -1) {
		if (opt == OPT_PARTIAL)
			partial = true;
		else
			take(&link, opt, &projected);
	}
	path = clistream(argc, argv);
	link.path = streamname(path);

	if (link.across)
		path = linkrehearse(&link, path, &failed);
	mergedinit(&merged);
	writerinit(&writer);
	merged.stage.next = &link.stage;
	link.stage.next = &writer.stage;
	status = streamrun(&merged.stage, path, partial);
	if (status == DONE && failed && !partial) {
		warn("%s: it could not be read twice", link.path);
		status = FAILED;
	}
	mergedfree(&merged);
	linkfree(&link);
	return writerend(&writer, status);
}
