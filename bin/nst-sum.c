/* SPDX-License-Identifier: MIT */
/* nst-sum: adds up time by type, name, device and so on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sum/busy.h"
#include "cli.h"
#include "event.h"
#include "out.h"
#include "sum/report.h"
#include "sum/lines.h"
#include "sum/sheet.h"
#include "stream.h"
#include "sum/tally.h"

static const char usage[] =
	"usage: nst-sum [--by LIST] [--event PATTERN] [--top N] [--report NAME]\n"
	"               [--tsv | --csv | --json] [--partial] [FILE]\n";

enum { OPT_BY = OPT_OWN, OPT_EVENT, OPT_TOP, OPT_REPORT, OPT_TSV, OPT_CSV, OPT_JSON, OPT_PARTIAL };

static const struct option options[] = {
	{ "by", required_argument, NULL, OPT_BY },
	{ "event", required_argument, NULL, OPT_EVENT },
	{ "top", required_argument, NULL, OPT_TOP },
	{ "report", required_argument, NULL, OPT_REPORT },
	{ "tsv", no_argument, NULL, OPT_TSV },
	{ "csv", no_argument, NULL, OPT_CSV },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
};

/* What can be grouped by, in the words of --by and in the order of enum by. */
static const struct column keys[] = {
	{ "type", SHEET_TEXT, BY_TYPE },
	{ "name", SHEET_TEXT, BY_NAME },
	{ "device", SHEET_COUNT, BY_DEVICE },
	{ "stream", SHEET_COUNT, BY_STREAM },
	{ "pid", SHEET_COUNT, BY_PID },
	{ "tid", SHEET_COUNT, BY_TID },
	{ "domain", SHEET_TEXT, BY_DOMAIN },
	{ "nvtx", SHEET_TEXT, BY_NVTX },
};

static const struct column figures[] = {
	{ "count", SHEET_COUNT, FIG_COUNT },
	{ "total", SHEET_TIME, FIG_TOTAL },
	{ "share", SHEET_PERCENT, FIG_SHARE },
	{ "mean", SHEET_MEAN, FIG_MEAN },
	{ "median", SHEET_MEAN, FIG_MEDIAN },
	{ "min", SHEET_TIME, FIG_MIN },
	{ "max", SHEET_TIME, FIG_MAX },
	{ "stddev", SHEET_MEAN, FIG_STDDEV },
	{ "launches", SHEET_COUNT, FIG_LAUNCHES },
	{ "latency", SHEET_MEAN, FIG_LATENCY },
	{ "queued", SHEET_COUNT, FIG_QUEUED },
	{ "queue", SHEET_MEAN, FIG_QUEUE },
	{ "bytes", SHEET_BYTES, FIG_BYTES },
	{ "rate", SHEET_RATE, FIG_RATE },
	{ "kernels", SHEET_COUNT, FIG_KERNELS },
	{ "kernel_time", SHEET_TIME, FIG_KERNELTIME },
	{ "range_time", SHEET_TIME, FIG_RANGETIME },
};

enum {
	KEYS = sizeof(keys) / sizeof(*keys),
	FIGURES = sizeof(figures) / sizeof(*figures),
	TOP = 10
};

/* The order in which --by none takes the types; others follow. */
static const enum event_type order[] = {
	TYPE_KERNEL,
	TYPE_GRAPH,
	TYPE_MEMCPY,
	TYPE_MEMSET,
	TYPE_NVTX_KERNEL,
	TYPE_NVTX,
	TYPE_CUDA_API,
	TYPE_CUDA_SYNC,
	TYPE_OSRT,
};

enum { ORDER = sizeof(order) / sizeof(*order) };

static struct {
	const struct report *report;
	enum form form;
	bool by, whole; /* --by was given; it was none */
	size_t top;     /* 0 for all */
} want;

static struct tally tally;
static struct busy busy;
static struct projection projection;

static void
addby(void *arg, const char *name, size_t n)
{
	const char *names[KEYS + 2], *nearest;
	struct span span = { name, n };

	(void)arg;
	if (want.whole)
		dieusage("--by: none goes with nothing else");
	if (spanis(span, "none")) {
		if (tally.groups.depth > 0)
			dieusage("--by: none goes with nothing else");
		want.whole = true;
		return;
	}
	if (spanis(span, "nvtx:all")) {
		tally.everyrange = true;
		span.n -= strlen(":all");
	}
	for (int i = 0; i < KEYS; i++) {
		if (spanis(span, keys[i].title)) {
			if (!groupsby(&tally.groups, (enum by)keys[i].what))
				dieusage("--by: %s is there twice", keys[i].title);
			return;
		}
		names[i] = keys[i].title;
	}
	names[KEYS] = "nvtx:all";
	names[KEYS + 1] = "none";
	nearest = clinearest(name, n, names, KEYS + 2);
	dieusage("--by: nothing is called '%.*s'%s%s%s", (int)n, name, nearest ? "; is it '" : "",
	    nearest ? nearest : "", nearest ? "'?" : "");
}

static void
event(struct stream *s, const struct event *ev)
{
	tally.stack = &s->stack;
	if (want.whole && ev->type == TYPE_META)
		busymeta(&busy, ev, &s->stack);
	if (ev->type == TYPE_META)
		return;
	if (want.whole && !busyevent(&busy, ev))
		streamdie(s,
		    "ts %lld comes after %lld: put the stream in order first: sort -s -t: -k2,2n",
		    (long long)ev->number[KEY_TS], (long long)busy.latest);
	if (want.report && want.report->projected)
		projectionevent(&projection, ev, &tally.groups.names, &s->stack);
	else
		tallyevent(&tally, ev);
}

static size_t
least(size_t count, size_t top)
{
	return top > 0 && top < count ? top : count;
}

/* The columns of a table by what was asked for. People find texts of any length at the end. */
static size_t
columnsmake(struct column columns[KEYS + FIGURES])
{
	const struct groups *g = &tally.groups;
	size_t n = 0;

	for (int late = 0; late < 2; late++) {
		for (size_t i = 0; i < g->depth; i++) {
			enum by key = g->keys[i];
			bool islong = want.form == FORM_TEXT &&
			    (key == BY_NAME || key == BY_DOMAIN || key == BY_NVTX);

			if (islong == late &&
			    !(want.whole && want.form == FORM_TEXT && key == BY_TYPE))
				columns[n++] = keys[key];
		}
		for (int i = 0; i < FIGURES && !late; i++)
			columns[n++] = figures[i];
	}
	return n;
}

static void
putrows(struct buf *out, const struct lines *rows, size_t first, size_t count)
{
	struct column columns[KEYS + FIGURES];
	struct lines some = { .groups = rows->groups, .p = rows->p + first, .count = count };
	struct sheet sheet = { .form = want.form,
		.classic = want.report,
		.rows = count,
		.cell = lineentry,
		.arg = &some };

	sheet.columns = want.report ? want.report->columns : columns;
	sheet.count = want.report ? want.report->count : columnsmake(columns);
	sheetwrite(&sheet, out);
}

/* Writes the largest rows of each type. */
static void
puttypes(struct buf *out, const struct lines *rows)
{
	for (size_t i = 0, next; i < rows->count; i = next) {
		for (next = i; next < rows->count && rows->p[next].type == rows->p[i].type; next++)
			;
		if (want.form == FORM_TEXT) {
			struct entry type = lineentry(rows, i, &keys[BY_TYPE]);
			size_t shown = least(next - i, want.top);

			bufchar(out, '\n');
			sheettext(
			    out, type.given ? type.text : (struct span){ "without a type", 14 });
			if (shown < next - i)
				bufprintf(out, ", the first %zu of %zu", shown, next - i);
			bufstr(out, ":\n");
		}
		putrows(out, rows, i, least(next - i, want.top));
	}
}

/* Tells people what was not added up. */
static void
putuntimed(struct buf *out)
{
	const struct {
		uint64_t count;
		const char *what;
	} untimed[] = { { tally.count.instants, "instants" }, { tally.count.counters, "counters" },
		{ tally.count.open, "ranges never closed" } };
	const char *before = "\nWithout a duration, and not added up: ";

	for (size_t i = 0; i < sizeof(untimed) / sizeof(*untimed); i++)
		if (untimed[i].count > 0) {
			bufstr(out, before);
			bufstr(out, untimed[i].what);
			bufchar(out, ' ');
			bufuint(out, untimed[i].count);
			before = ", ";
		}
	if (*before == ',')
		bufchar(out, '\n');
}

static void
finish(struct stream *s)
{
	uint32_t first[ORDER];
	struct lines rows;

	if (want.report && want.report->projected)
		projectionfold(&projection, &tally.groups);
	for (int i = 0; i < ORDER; i++)
		first[i] = nameput(&tally.groups.names, spanof(evtypename(order[i])));
	groupssettle(&tally.groups);
	linesmake(&rows, &tally.groups, first, want.whole ? ORDER : 0);
	if (want.whole) {
		busywrite(&busy, &tally.count, want.form, &s->out);
		puttypes(&s->out, &rows);
	} else {
		putrows(&s->out, &rows, 0, least(rows.count, want.top));
		if (want.form == FORM_TEXT && !want.report)
			putuntimed(&s->out);
	}
	free(rows.p);
}

/* Says which patterns match no name: most likely they are mistyped. */
static void
unmatched(void)
{
	for (size_t i = 0; i < tally.patterncount; i++)
		if (!tally.patterns[i].matched)
			warn("--event: no name matches '%s'", tally.patterns[i].source);
}

static void
parse(int opt, struct stage *stage)
{
	switch (opt) {
	case OPT_BY:
		want.by = true;
		clilist("by", optarg, addby, NULL);
		break;
	case OPT_EVENT:
		tallypattern(&tally, "event", optarg);
		break;
	case OPT_TOP:
		want.top = (size_t)clinumber("top", optarg, 1, INT64_MAX);
		break;
	case OPT_REPORT:
		want.report = reportfind(optarg);
		if (!want.report)
			dieusage("--report: nothing is called '%s'%s%s%s", optarg,
			    reportnearest(optarg) ? "; is it '" : "",
			    reportnearest(optarg) ? reportnearest(optarg) : "",
			    reportnearest(optarg) ? "'?" : "");
		break;
	case OPT_PARTIAL:
		stage->partial = true;
		break;
	default:
		if (want.form != FORM_TEXT)
			dieusage("--tsv, --csv and --json: only one of them");
		want.form = opt == OPT_TSV ? FORM_TSV : opt == OPT_CSV ? FORM_CSV : FORM_JSON;
	}
}

/* Says what is to be added up. */
static void
prepare(struct stage *stage)
{
	if (want.report && (want.by || tally.patterncount > 0))
		dieusage("--report: goes without --by and --event");
	if (want.whole && (want.form == FORM_TSV || want.form == FORM_CSV))
		dieusage("--by none: not one table: take --json or text");
	if (want.report) {
		tally.types = want.report->types;
		tally.rename = want.report->rename;
		groupsby(&tally.groups, BY_NAME);
		if (want.report->styles)
			groupsby(&tally.groups, BY_STYLE);
	} else if (tally.groups.depth == 0) {
		groupsby(&tally.groups, BY_TYPE);
		groupsby(&tally.groups, BY_NAME);
	}
	tally.calls = !want.report;
	if (want.whole && want.top == 0)
		want.top = TOP;
	for (size_t i = 0; i < tally.groups.depth; i++)
		stage->want |= tallykeys(tally.groups.keys[i]);
	if (want.whole)
		stage->want |= BUSY_KEYS;
	if (want.report && want.report->projected)
		stage->want |= PROJECTION_KEYS;
}

int
main(int argc, char *argv[])
{
	struct stage stage = { .event = event, .finish = finish };
	struct stream stream = { 0 };
	enum status status;
	int opt;

	cliinit("nst-sum", usage);
	while ((opt = cliopt(argc, argv, options)) != -1)
		parse(opt, &stage);
	if (argc - optind > 1)
		dieusage("more than one stream named");
	prepare(&stage);

	status = streamrun(&stream, &stage, argv[optind]);
	if (status == DONE)
		unmatched();
	tallyfree(&tally);
	busyfree(&busy);
	projectionfree(&projection);
	return outend(&stream.out) ? status : FAILED;
}
