/* SPDX-License-Identifier: MIT */
/* nst-filter: keeps, drops and colours events. What it keeps it copies byte for byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "color.h"
#include "event.h"
#include "json.h"
#include "map.h"
#include "out.h"
#include "stream.h"

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

/* The integer keys that can be asked for, each with the values that are kept. */
static struct numbers {
	int option;
	const char *name;
	enum event_key key;
	int64_t *values;
	size_t count;
} numbers[] = {
	{ OPT_PID, "pid", KEY_PID, NULL, 0 },
	{ OPT_TID, "tid", KEY_TID, NULL, 0 },
	{ OPT_DEVICE, "device", KEY_DEVICE, NULL, 0 },
	{ OPT_STREAM, "stream", KEY_STREAM, NULL, 0 },
};

/* Texts of an option that may repeat. */
struct texts {
	struct span *p;
	size_t count;
};

static struct {
	uint64_t types;       /* bits of those of ours */
	struct names others;  /* types that are not ours */
	struct buf matched;   /* a byte for each of others: an event had it */
	struct texts prefixes, domains;
	bool match, invert;
	regex_t pattern;
	struct scheme scheme;
	int64_t from, to, mindur; /* ns */
} want = { .from = INT64_MIN, .to = INT64_MAX };

/* What the patterns say about a name. Names repeat, and matching is slow, so the answers for some
 * thousand are kept. */
enum { ANSWERS = 8192 };
static struct names answered;
static struct answer {
	bool match;
	const char *color;
} answers[ANSWERS];

static struct buf scratch;

static void
addtype(void *arg, const char *name, size_t n)
{
	struct span span = { name, n };
	uint64_t types = evtypes(span);

	(void)arg;
	if (types && evfamily(evtype(span)) == FAMILY_CONTROL)
		dieusage(
		    "--type: %.*s records always pass: they belong to the stream", (int)n, name);
	want.types |= types;
	if (!types && nameput(&want.others, span) == want.matched.n)
		bufchar(&want.matched, 0);
}

static void
addtext(struct texts *t, const char *text)
{
	t->p = xreallocarray(t->p, t->count + 1, sizeof(*t->p));
	t->p[t->count++] = spanof(text);
}

static void
addnumber(void *arg, const char *text, size_t n)
{
	struct numbers *of = arg;
	char *copy = xmalloc(n + 1);

	memcpy(copy, text, n);
	copy[n] = '\0';
	of->values = xreallocarray(of->values, of->count + 1, sizeof(*of->values));
	of->values[of->count++] = clinumber(of->name, copy, INT64_MIN, INT64_MAX);
	free(copy);
}

/* The text of a string key; empty when absent. */
static struct span
text(const struct event *ev, enum event_key key)
{
	return evhas(ev, key) && jsonisstring(ev->value[key]) ? jsontext(ev->value[key], &scratch)
	                                                      : (struct span){ "", 0 };
}

static const struct answer *
answer(const struct event *ev)
{
	struct span name = text(ev, KEY_NAME);
	size_t before = answered.used;
	uint32_t id;

	if (before == ANSWERS) {
		namesfree(&answered);
		before = 0;
	}
	id = nameput(&answered, name);
	if (answered.used > before)
		answers[id] =
		    (struct answer){ .match = want.match && patternmatch(&want.pattern, name),
			    .color = schemecolor(&want.scheme, name) };
	return &answers[id];
}

static bool
typewanted(const struct event *ev)
{
	if (want.types == 0 && want.others.used == 0)
		return true;
	if (ev->type != TYPE_OTHER)
		return want.types & EVTYPE(ev->type);
	for (uint32_t i = 0; i < want.others.used; i++)
		if (spansame(nameget(&want.others, i), text(ev, KEY_TYPE)))
			return (want.matched.p[i] = 1);
	return false;
}

/* Whether a text is one of those asked for, or begins with one. */
static bool
among(const struct texts *t, struct span have, bool prefix)
{
	for (size_t i = 0; i < t->count; i++) {
		size_t n = prefix && have.n > t->p[i].n ? t->p[i].n : have.n;

		if (spansame((struct span){ have.p, n }, t->p[i]))
			return true;
	}
	return false;
}

static bool
numberwanted(const struct event *ev, const struct numbers *of)
{
	for (size_t i = 0; i < of->count; i++)
		if (evhas(ev, of->key) && ev->number[of->key] == of->values[i])
			return true;
	return of->count == 0;
}

static bool
timewanted(const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evopen(ev) ? INT64_MAX : evend(ev);

	return evtouches(ts, end, want.from, want.to) &&
	    (!evhas(ev, KEY_DUR) || ev->number[KEY_DUR] >= want.mindur);
}

static bool
wanted(const struct event *ev)
{
	if (!typewanted(ev) || !timewanted(ev))
		return false;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if (!numberwanted(ev, &numbers[i]))
			return false;
	if (evfamily(ev->type) == FAMILY_NVTX && want.domains.count > 0 &&
	    !among(&want.domains, text(ev, KEY_DOMAIN), false))
		return false;
	if (evfamily(ev->type) == FAMILY_NVTX && want.prefixes.count > 0 &&
	    !among(&want.prefixes, text(ev, KEY_NAME), true))
		return false;
	return !want.match || answer(ev)->match;
}

static void
event(struct stream *s, const struct event *ev)
{
	const char *color = NULL;

	if (ev->type != TYPE_META) {
		if (wanted(ev) == want.invert)
			return;
		if (want.scheme.count > 0 && evhas(ev, KEY_NAME))
			color = answer(ev)->color;
	}
	if (!color) {
		streamcopy(s, ev);
		return;
	}
	evreopen(&s->out, ev, EVKEY(KEY_CNAME), &s->stack);
	bufstr(&s->out, ",\"cname\":\"");
	bufstr(&s->out, color);
	bufstr(&s->out, "\"}");
	streamput(s);
}

/* Says which types asked for are neither ours nor in the stream: most likely they are mistyped. */
static void
unmatched(void)
{
	const char *names[TYPE_COUNT];

	for (int i = 0; i < TYPE_COUNT; i++)
		names[i] = evtypename((enum event_type)i);
	for (uint32_t i = 0; i < want.others.used; i++) {
		struct span type = nameget(&want.others, i);
		const char *nearest = clinearest(type.p, type.n, names, TYPE_COUNT);

		if (!want.matched.p[i])
			warn("--type: no event has the type '%.*s'%s%s%s", (int)type.n, type.p,
			    nearest ? "; is it '" : "", nearest ? nearest : "",
			    nearest ? "'?" : "");
	}
}

static void
parse(int opt, struct stage *stage)
{
	switch (opt) {
	case OPT_TYPE:
		clilist("type", optarg, addtype, NULL);
		break;
	case OPT_PREFIX:
		addtext(&want.prefixes, optarg);
		break;
	case OPT_DOMAIN:
		addtext(&want.domains, optarg);
		break;
	case OPT_MATCH:
		if (want.match)
			dieusage("--match: given twice; join the patterns with |");
		want.match = true;
		patternread(&want.pattern, "match", spanof(optarg));
		break;
	case OPT_FROM:
		want.from = clitime("from", optarg);
		break;
	case OPT_TO:
		want.to = clitime("to", optarg);
		break;
	case OPT_MINDUR:
		want.mindur = clitime("min-dur", optarg);
		break;
	case OPT_INVERT:
		want.invert = true;
		break;
	case OPT_COLOR:
		schemeread(&want.scheme, "color", optarg);
		break;
	case OPT_PARTIAL:
		stage->partial = true;
		break;
	default:
		for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
			if (numbers[i].option == opt) {
				clilist(numbers[i].name, optarg, addnumber, &numbers[i]);
				stage->want |= EVKEY(numbers[i].key);
			}
	}
}

int
main(int argc, char *argv[])
{
	struct stage stage = { .relay = true, .event = event };
	struct stream stream = { 0 };
	enum status status;
	int opt;

	cliinit("nst-filter", usage);
	while ((opt = cliopt(argc, argv, options)) != -1)
		parse(opt, &stage);
	if (argc - optind > 1)
		dieusage("more than one stream named");
	status = streamrun(&stream, &stage, argv[optind]);
	if (status == DONE)
		unmatched();
	return outend(&stream.out) ? status : FAILED;
}
