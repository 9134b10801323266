/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "program/tool.h"
#include "scrub.h"

static const char usage[] =
    "usage: nst-scrub [--salt TEXT] [--keep LIST] [--partial] [FILE]\n";

enum { OPT_SALT = OPT_OWN, OPT_KEEP };

static const struct flag flags[] = {
	{ "salt", OPT_SALT, "TEXT",
	    "compute hashes from this, too, so that streams can be compared", NULL },
	{ "keep", OPT_KEEP, "LIST", "do not hash the names of these types", VALUE_TYPES },
	TOOL_PARTIAL_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Replaces names and paths by hashes, so that you can share a profile.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-scrub > scrubbed.ndjson",
};

static void
scrubkeep(void *arg, const char *name, size_t n)
{
	uint64_t types = evtypeset((struct span){ name, n });

	if (!types)
		dieusage("--keep: no event has the type '%.*s'", (int)n, name);
	*(uint64_t *)arg |= types;
}

static void *
scrubmake(void)
{
	struct scrub *s = xmalloc(sizeof(*s));

	scrubinit(s);
	return s;
}

static void
scrubtake(void *self, int opt)
{
	struct scrub *s = self;

	if (opt == OPT_KEEP) {
		clilist("keep", optarg, scrubkeep, &s->kept);
		return;
	}
	if (!*optarg)
		dieusage("--salt: empty");
	scrubsalt(s, spanof(optarg));
}

static struct stage *
scrubstages(void *self, const char *path, bool partial)
{
	(void)path;
	(void)partial;
	return &((struct scrub *)self)->stage;
}

static enum status
scrubend(void *self, const char *path, enum status status)
{
	(void)path;
	scrubfree(self);
	free(self);
	return status;
}

const struct tool scrubtool = {
	.name = "nst-scrub",
	.help = &help,
	.make = scrubmake,
	.option = scrubtake,
	.stages = scrubstages,
	.end = scrubend,
};
