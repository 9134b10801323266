/* SPDX-License-Identifier: MIT */
/* nst-filter: keeps, drops and colours events. What it keeps it copies byte for byte. */
#include <stdlib.h>

#include "cli.h"
#include "filter/filter.h"
#include "out.h"
#include "stream.h"
#include "writer.h"

static const char usage[] =
    "usage: nst-filter [--type LIST] [--prefix TEXT] [--match REGEX] [--domain NAME]\n"
    "                  [--pid LIST] [--tid LIST] [--device LIST] [--stream LIST]\n"
    "                  [--from TIME] [--to TIME] [--min-dur TIME] [--invert]\n"
    "                  [--color SCHEME] [--partial] [FILE]\n";

enum {
	OPT_TYPE = OPT_OWN,
	OPT_PREFIX,
	OPT_MATCH,
	OPT_DOMAIN,
	OPT_PID,
	OPT_TID,
	OPT_DEVICE,
	OPT_STREAM,
	OPT_FROM,
	OPT_TO,
	OPT_MINDUR,
	OPT_INVERT,
	OPT_COLOR,
	OPT_PARTIAL
};

static const struct option options[] = {
	{ "type", required_argument, NULL, OPT_TYPE },
	{ "prefix", required_argument, NULL, OPT_PREFIX },
	{ "match", required_argument, NULL, OPT_MATCH },
	{ "domain", required_argument, NULL, OPT_DOMAIN },
	{ "pid", required_argument, NULL, OPT_PID },
	{ "tid", required_argument, NULL, OPT_TID },
	{ "device", required_argument, NULL, OPT_DEVICE },
	{ "stream", required_argument, NULL, OPT_STREAM },
	{ "from", required_argument, NULL, OPT_FROM },
	{ "to", required_argument, NULL, OPT_TO },
	{ "min-dur", required_argument, NULL, OPT_MINDUR },
	{ "invert", no_argument, NULL, OPT_INVERT },
	{ "color", required_argument, NULL, OPT_COLOR },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
};

/* Where the values of an option go. */
struct list {
	struct filter *filter;
	enum filter_number which;
	const char *name;
};

static void
addtype(void *arg, const char *name, size_t n)
{
	struct span span = { name, n };
	uint64_t types = evtypes(span);
	struct filter *f = arg;

	if (types && evfamily(evtype(span)) == FAMILY_CONTROL)
		dieusage("--type: %.*s records always pass: they belong to the stream", (int)n, name);
	f->types |= types;
	if (!types)
		filtertype(f, span);
}

static void
addnumber(void *arg, const char *text, size_t n)
{
	const struct list *list = arg;
	char *copy = xmalloc(n + 1);

	memcpy(copy, text, n);
	copy[n] = '\0';
	filternumber(list->filter, list->which, clinumber(list->name, copy, INT64_MIN, INT64_MAX));
	free(copy);
}

static void
takenumbers(struct filter *f, int opt)
{
	static const struct {
		enum filter_number which;
		const char *name;
	} lists[] = {
		[OPT_PID - OPT_PID] = { FILTER_PID, "pid" },
		[OPT_TID - OPT_PID] = { FILTER_TID, "tid" },
		[OPT_DEVICE - OPT_PID] = { FILTER_DEVICE, "device" },
		[OPT_STREAM - OPT_PID] = { FILTER_STREAM, "stream" },
	};
	struct list list = { f, lists[opt - OPT_PID].which, lists[opt - OPT_PID].name };

	clilist(list.name, optarg, addnumber, &list);
}

static void
take(struct filter *f, int opt)
{
	switch (opt) {
	case OPT_TYPE:
		clilist("type", optarg, addtype, f);
		break;
	case OPT_PREFIX:
		textsadd(&f->prefixes, optarg);
		break;
	case OPT_DOMAIN:
		textsadd(&f->domains, optarg);
		break;
	case OPT_MATCH:
		if (f->match)
			dieusage("--match: given twice; join the patterns with |");
		f->match = true;
		patternread(&f->pattern, "match", spanof(optarg));
		break;
	case OPT_FROM:
		f->from = clitime("from", optarg);
		break;
	case OPT_TO:
		f->to = clitime("to", optarg);
		break;
	case OPT_MINDUR:
		f->mindur = clitime("min-dur", optarg);
		break;
	case OPT_INVERT:
		f->invert = true;
		break;
	case OPT_COLOR:
		schemeread(&f->scheme, "color", optarg);
		break;
	default:
		takenumbers(f, opt);
	}
}

/* Says which types asked for are neither ours nor in the stream: most likely they are mistyped. */
static void
unmatched(const struct filter *f)
{
	const char *names[TYPE_COUNT];

	for (int i = 0; i < TYPE_COUNT; i++)
		names[i] = evtypename((enum event_type)i);
	for (uint32_t i = 0; i < f->others.used; i++) {
		struct span type = nameget(&f->others, i);

		if (!f->matched.p[i])
			warn("--type: no event has the type '%.*s'%s", (int)type.n, type.p,
			    clihint(type, names, TYPE_COUNT));
	}
}

int
main(int argc, char *argv[])
{
	struct filter filter;
	struct writer writer;
	bool partial = false;
	enum status status;
	int opt;

	cliinit("nst-filter", usage);
	filterinit(&filter);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		if (opt == OPT_PARTIAL)
			partial = true;
		else
			take(&filter, opt);
	}

	writerinit(&writer);
	filter.stage.next = &writer.stage;
	status = streamrun(&filter.stage, clistream(argc, argv), partial);
	if (status == DONE)
		unmatched(&filter);
	filterfree(&filter);
	return outend(&writer.out) ? status : FAILED;
}
