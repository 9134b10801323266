/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "flame.h"
#include "html.h"
#include "page.h"
#include "picture.h"
#include "pivot.h"
#include "section.h"
#include "sum/busytable.h"
#include "table.h"
#include "table/format.h"

/* The largest number of rows of a table, for each GPU where it is by GPU; and the number of parts
 * of a curve. */
enum { ROWS = 500, PARTS = 240 };

static void
putsentence(const char *text, struct buf *out)
{
	bufstr(out, "<p>");
	htmltext(out, spanof(text));
	bufstr(out, "</p>\n");
}

static struct tableview
sheetfor(void (*write)(const struct tableview *, struct buf *), void *to)
{
	return (struct tableview){ .format = TABLE_TEXT, .write = write, .writearg = to };
}

/* Writes the table of GPUs in a view. */
static void
putgpus(struct webpage *p, const struct tableview *view, struct buf *out)
{
	struct accumulator whole = { .clip = &p->whole.clip };

	busytablewrite(&p->whole.busy, &whole, view, out);
}

void
sectionbars(struct webpage *p, struct buf *out)
{
	struct busytime *b = &p->whole.busy;
	struct tableview states = sheetfor(picturestates, b), bars = sheetfor(picturebusy, b);

	if (p->whole.states.count > 0)
		statetablestates(&p->whole.states, &states, ROWS, true, out);
	else if (b->count > 0)
		putgpus(p, &bars, out);
	else
		putsentence("The stream has nothing that ran on a GPU.", out);
}

/* Writes a link that shows a stretch of the stream in the timeline, with a margin. */
static void
putplace(const struct webpage *p, const struct finding *f, const char *key, struct buf *out)
{
	int64_t margin = f->dur > 0 ? f->dur / 8 + 1 : 1;
	int64_t from = subsat(subsat(f->ts, margin), p->trace.perfetto.draw.origin);
	int64_t to = addsat(subsat(f->ts, p->trace.perfetto.draw.origin), f->dur);

	if (f->dur < 0)
		return;
	bufprintf(out, " <a href=\"#%s=%lld-%lld\">Show it in the timeline</a>", key,
	    (long long)from, (long long)addsat(to, margin));
}

void
sectionfinding(const struct webpage *p, const struct finding *f, const char *key,
    const char *former, struct buf *out)
{
	bufstr(out, "<li><strong>");
	htmltext(out, spanof(f->sentence));
	bufstr(out, "</strong>\n");
	if (former && strcmp(former, f->sentence) != 0) {
		bufstr(out, "<p>Old: ");
		htmltext(out, spanof(former));
		bufstr(out, "</p>\n");
	}
	bufstr(out, "<p>");
	htmltext(out, spanof(f->advice));
	putplace(p, f, key, out);
	bufstr(out, "</p></li>\n");
}

bool
sectionsummary(struct webpage *p, struct buf *out)
{
	struct findings *f = &p->findings;

	sectionbars(p, out);
	if (f->count == 0 && f->advised)
		putsentence("No findings: no rule of nst-advise found a cost above its threshold.",
		    out);
	else if (f->count == 0)
		putsentence("The stream has no findings, which nst-advise adds.", out);
	if (f->count == 0)
		return true;
	findingssort(f);
	bufstr(out, "<ol class=\"findings\">\n");
	for (size_t i = 0; i < f->count; i++)
		sectionfinding(p, &f->p[i], "time", NULL, out);
	bufstr(out, "</ol>\n");
	return true;
}

bool
sectiongpus(struct webpage *p, struct buf *out)
{
	struct tableview states = sheetfor(pivotstates, NULL), view = sheetfor(tablewrite, NULL);

	if (p->whole.busy.count == 0 && p->whole.states.count == 0)
		return false;
	if (p->whole.states.count > 0)
		statetablestates(&p->whole.states, &states, ROWS, true, out);
	else
		putsentence("The stream has no states: nst-state before nst-page says what "
		    "each GPU did at every moment, and why it did nothing.", out);
	view.title = "GPUs, over the whole time";
	putgpus(p, &view, out);
	return true;
}

bool
sectionuse(struct webpage *p, struct buf *out)
{
	struct tableview view = sheetfor(pictureusage, &p->whole.busy);
	struct accumulator parts = { .clip = &p->whole.clip, .bins = PARTS };

	if (p->whole.busy.count == 0)
		return false;
	accumulatorfinal(&parts);
	busytablewrite(&p->whole.busy, &parts, &view, out);
	return true;
}

bool
sectionidle(struct webpage *p, struct buf *out)
{
	const struct statetable *d = &p->whole.states;
	struct tableview view = sheetfor(pivotwrite, NULL);

	if (p->whole.busy.count == 0 && d->count == 0)
		return false;
	if (d->count == 0) {
		putsentence("The stream has no states of GPUs, which nst-state adds.", out);
	} else if (d->causecount == 0) {
		putsentence("No GPU was idle between its first and its last event.", out);
	} else {
		statetablecauses(d, &view, ROWS, true, out);
		statetablecauses(d, &view, ROWS, false, out);
	}
	edgeswrite(&p->edges, out);
	return true;
}

/* A table of groups: the type of its rows, and its columns up to -1. */
struct wanted {
	enum event_type type;
	const char *title;
	const int *columns;
};

/* The percentiles in all sums: 90 and 99. */
enum { P90 = STATISTIC_END, P99 };

/* Drops the rows without a wait. No groups may have been spilled. */
static void
keepwaited(struct grouprows *rows)
{
	size_t count = 0;

	for (size_t i = 0; i < rows->count; i++)
		if (groupsum(&rows->tally->groups, rows->p[i].group, SUM_WAITS) > 0)
			rows->p[count++] = rows->p[i];
	rows->count = count;
}

/* Writes a table of the rows of one type, all of them or those with a wait, or adds it to joined if
 * that is not NULL. Returns false if there is no row. */
static bool
puttable(const struct sum *s, const struct grouprows *rows, const struct wanted *w, bool waited,
    struct pivotgroups *joined, struct buf *out)
{
	struct grouprows some;
	struct column columns[STATISTIC_END];
	struct tableview view = sheetfor(tablewrite, NULL);

	grouprowschoose(&some, rows, EVTYPE(w->type));
	if (waited)
		keepwaited(&some);
	grouprowsmost(&some, ROWS);
	for (; w->columns[view.count] >= 0; view.count++) {
		int what = w->columns[view.count];
		const struct percentile *percentiles = s->grouptable.percentiles;

		columns[view.count] = statisticcolumn(
		    what, what >= STATISTIC_END ? percentiles[what - STATISTIC_END].title : NULL);
	}
	view.title = w->title;
	view.columns = columns;
	view.rows = some.count < ROWS ? some.count : ROWS;
	view.allrows = some.count;
	view.arg = &some;
	view.writearg = (void *)evtypename(w->type);
	if (some.count > 0 && joined)
		pivotadd(joined, &view, evtypename(w->type));
	else if (some.count > 0)
		tablewrite(&view, out);
	grouprowschosenfree(&some);
	return some.count > 0;
}

/* Makes the rows of a sum; totalsfree frees them. */
static void
rowsof(struct sum *s, struct grouprows *rows)
{
	struct rowoptions ask = { .aside = UINT32_MAX, .most = ROWS };

	grouptablerows(&s->grouptable, rows, &s->tally, ask);
}

/* Writes the tables of a sum for which a type is wanted, all rows of them or those with a wait;
 * false if all are empty. key and join are of tables that may be joined, or NULL: join writes them
 * as one, or returns false. */
static bool
puttables(struct sum *s, const struct wanted *wanted, size_t count, bool waited, const char *key,
    bool (*join)(const struct pivotgroups *, struct buf *), struct buf *out)
{
	struct pivotgroups joined = { .key = key };
	struct grouprows rows;
	bool any = false, done;

	rowsof(s, &rows);
	for (size_t i = 0; join && i < count; i++)
		any |= puttable(s, &rows, &wanted[i], waited, &joined, out);
	done = any && join(&joined, out);
	for (size_t i = 0; !done && i < count; i++)
		any |= puttable(s, &rows, &wanted[i], waited, NULL, out);
	pivotfree(&joined);
	grouprowsfree(&rows);
	return any;
}

/* Returns the rows of the summary, which are made once, since that removes spilled groups. */
static const struct grouprows *
wholerows(struct webpage *p)
{
	if (!p->wholerows.tally)
		rowsof(&p->whole, &p->wholerows);
	return &p->wholerows;
}

/* Writes count tables of the summary; false if all are empty. */
static bool
putwhole(struct webpage *p, const struct wanted *wanted, size_t count, struct buf *out)
{
	bool any = false;

	for (size_t i = 0; i < count; i++)
		any |= puttable(&p->whole, wholerows(p), &wanted[i], false, NULL, out);
	return any;
}

static const int kernelcolumns[] = { BY_NAME, BY_WORK, STATISTIC_COUNT, STATISTIC_TOTAL,
	STATISTIC_SHARE, STATISTIC_MEAN, STATISTIC_MEDIAN, P90, P99, STATISTIC_MIN, STATISTIC_MAX,
	STATISTIC_WAIT, STATISTIC_TRANSFER, -1 };
static const int copycolumns[] = { BY_NAME, BY_WORK, STATISTIC_COUNT, STATISTIC_TOTAL,
	STATISTIC_SHARE, STATISTIC_MEAN, STATISTIC_MAX, STATISTIC_BYTES, STATISTIC_RATE, -1 };
static const int callcolumns[] = { BY_NAME, STATISTIC_COUNT, STATISTIC_TOTAL, STATISTIC_SHARE,
	STATISTIC_MEAN, STATISTIC_MEDIAN, P90, P99, STATISTIC_MIN, STATISTIC_MAX, -1 };
static const int samplecolumns[] = { BY_NAME, STATISTIC_COUNT, -1 };
static const int projectedcolumns[] = { BY_NAME, STATISTIC_COUNT, STATISTIC_TOTAL, STATISTIC_SHARE,
	STATISTIC_MEAN, P90, STATISTIC_MAX, STATISTIC_KERNELS, STATISTIC_KERNEL_TIME,
	STATISTIC_RANGE_TIME, -1 };
static const int rangecolumns[] = { BY_NAME, STATISTIC_COUNT, STATISTIC_TOTAL, STATISTIC_SELF,
	STATISTIC_SHARE, STATISTIC_MEAN, P90, STATISTIC_MAX, -1 };

bool
sectionkernels(struct webpage *p, struct buf *out)
{
	static const struct wanted wanted[] = {
		{ TYPE_KERNEL, "kernels", kernelcolumns },
		{ TYPE_GRAPH, "CUDA graphs, traced as a whole", kernelcolumns },
	};

	return putwhole(p, wanted, sizeof(wanted) / sizeof(*wanted), out);
}

bool
sectionmemory(struct webpage *p, struct buf *out)
{
	static const struct wanted wanted[] = {
		{ TYPE_MEMCPY, "copies", copycolumns },
		{ TYPE_MEMSET, "memory set", copycolumns },
		{ TYPE_DECOMPRESS, "decompression", copycolumns },
		{ TYPE_UM_FAULT, "page faults of unified memory", callcolumns },
	};

	return putwhole(p, wanted, sizeof(wanted) / sizeof(*wanted), out);
}

bool
sectioncalls(struct webpage *p, struct buf *out)
{
	static const struct wanted wanted[] = {
		{ TYPE_CUDA_API, "CUDA calls", callcolumns },
		{ TYPE_CUDA_SYNC, "waits of CUDA calls for the GPU", callcolumns },
		{ TYPE_HOST_CALLBACK, "host functions in streams", callcolumns },
		{ TYPE_JIT, "compilation at run time", callcolumns },
		{ TYPE_CUBLAS, "calls of cuBLAS", callcolumns },
		{ TYPE_CUDNN, "calls of cuDNN", callcolumns },
		{ TYPE_MPI, "MPI calls", callcolumns },
		{ TYPE_UCX, "UCX calls", callcolumns },
		{ TYPE_OPENACC, "OpenACC", callcolumns },
		{ TYPE_OPENMP, "OpenMP", callcolumns },
		{ TYPE_NVVIDEO, "calls of the video engines", callcolumns },
		{ TYPE_OPENGL, "OpenGL calls", callcolumns },
		{ TYPE_VULKAN, "Vulkan calls", callcolumns },
		{ TYPE_DX12, "Direct3D 12 calls", callcolumns },
		{ TYPE_D3D11, "Direct3D 11 calls", callcolumns },
	};

	return putwhole(p, wanted, sizeof(wanted) / sizeof(*wanted), out);
}

bool
sectionhost(struct webpage *p, struct buf *out)
{
	static const struct wanted wanted[] = {
		{ TYPE_OSRT, "calls of the operating system", callcolumns },
		{ TYPE_SYSCALL, "system calls", callcolumns },
		{ TYPE_FILE_ACCESS, "file accesses", callcolumns },
		{ TYPE_OVERHEAD, "overhead of the profiler", callcolumns },
		{ TYPE_SAMPLE, "samples of the CPU", samplecolumns },
	};

	return putwhole(p, wanted, sizeof(wanted) / sizeof(*wanted), out);
}

bool
sectionranges(struct webpage *p, struct buf *out)
{
	static const struct wanted projected[] = {
		{ TYPE_NVTX_KERNEL, "ranges by their time on the GPU", projectedcolumns },
	};
	static const struct wanted ranges[] = {
		{ TYPE_NVTX, "ranges by their time on the CPU", rangecolumns },
	};

	bool onhost = false, ongpu;
	struct buf host = { 0 };

	flamewrite(&p->fold, out);
	onhost = putwhole(p, ranges, 1, &host);
	ongpu = putwhole(p, projected, 1, out);
	if (!ongpu && onhost)
		putsentence(p->about.info.linked ? "The stream has no range with a time on a GPU."
		                            : "The stream has no times of ranges on GPUs, which "
		                              "nst-link adds.", out);
	bufspan(out, bufall(&host));
	free(host.p);
	return ongpu || onhost;
}

static const int stepcolumns[] = { BY_DEVICE, STATISTIC_COUNT, STATISTIC_TOTAL, STATISTIC_MEAN,
	STATISTIC_MEDIAN, P90, P99, STATISTIC_MIN, STATISTIC_MAX, STATISTIC_STDDEV,
	STATISTIC_SLOWEST, -1 };

/* Writes the first rows of a table of counters. */
static void
putcounters(const struct tableview *s, struct buf *out)
{
	struct tableview view = *s;

	view.title = "counters";
	view.allrows = s->rows;
	view.rows = s->rows < ROWS ? s->rows : ROWS;
	view.writearg = NULL;
	tablewrite(&view, out);
}

bool
sectioncounters(struct webpage *p, struct buf *out)
{
	struct tableview view = sheetfor(putcounters, NULL);

	if (p->counters.counters.count == 0)
		return false;
	if (p->counters.counters.unordered)
		putsentence("The values of counters are not in order of ts: "
		    "sort -s -t: -k2,2n orders a stream.", out);
	else
		countertablewrite(&p->counters.counters, &view, 0, out);
	return true;
}

static const struct wanted stepsums[] = {
	{ TYPE_KERNEL, "kernels by step: their time in each", stepcolumns },
	{ TYPE_GRAPH, "CUDA graphs by step", stepcolumns },
	{ TYPE_MEMCPY, "copies by step", stepcolumns },
	{ TYPE_NVTX_KERNEL, "ranges on the GPU by step", stepcolumns },
	{ TYPE_NVTX, "ranges on the CPU by step", stepcolumns },
	{ TYPE_CUDA_API, "CUDA calls by step", stepcolumns },
	{ TYPE_MPI, "MPI calls by step", stepcolumns },
};

/* Returns the set of types of count tables. */
static uint64_t
wantedtypes(const struct wanted *wanted, size_t count)
{
	uint64_t types = 0;

	for (size_t i = 0; i < count; i++)
		types |= EVTYPE(wanted[i].type);
	return types;
}

uint64_t
sectionsteptypes(void)
{
	return wantedtypes(stepsums, sizeof(stepsums) / sizeof(*stepsums));
}

bool
sectionsteps(struct webpage *p, struct buf *out)
{
	struct stepspicture picture = { .busy = &p->whole.busy,
		.origin = p->trace.perfetto.draw.origin };
	struct tableview chart = sheetfor(picturesteps, &picture);
	struct tableview view = sheetfor(pivotsteps, NULL);
	wide median;

	if (p->whole.states.hassteps)
		statetablestates(&p->whole.states, &chart, ROWS, false, out);
	if (!puttables(&p->steps, stepsums, sizeof(stepsums) / sizeof(*stepsums), false, "device",
		pivotbydevice, out)) {
		putsentence("No event belongs to a step: nst-step before nst-state and nst-page "
		    "says which do.", out);
		return !p->about.info.steps && p->whole.busy.count > 0;
	}
	if (pacemedian(&p->pace, &median)) {
		bufstr(out, "<p>On the CPU, a step begins ");
		formattime(out, median * 1000);
		bufstr(out, " after the one before, in the median.</p>\n");
	}
	if (p->whole.states.hassteps)
		statetablestates(&p->whole.states, &view, ROWS, false, out);
	return true;
}

/* Returns true if the stream knows the rank of some process. */
static bool
isranked(const struct about *a)
{
	for (size_t i = 0; i < a->ids.count; i++)
		if (a->ids.infos[i].hasrank)
			return true;
	return false;
}

/* Writes a cell of the table of merged captures. */
static void
sectionputmember(struct about *a, struct span object, const char *key, const char *type,
    struct buf *out)
{
	struct span value = jsonmember(object, key, &a->stack);
	int64_t number;

	if (jsonint(value, &number) && strcmp(type, "text") != 0) {
		tablenumber(strcmp(type, "time") == 0 ? COLUMN_TIME : COLUMN_INTEGER,
		    cellwhole(number), out);
	} else {
		bufstr(out, "<td>");
		htmltext(out, jsonisstring(value) ? jsontext(value, &a->scratch)
		                                  : (struct span){ "", 0 });
		bufstr(out, "</td>");
	}
}

/* Writes the table of merged captures, if the stream was merged from several. */
static void
putmerged(struct about *a, struct buf *out)
{
	static const char *const members[][2] = { { "name", "text" }, { "rank", "number" },
		{ "host", "number" }, { "offset", "time" }, { "origin", "time" },
		{ "drift", "number" }, { "by", "text" } };
	enum { MEMBERS = sizeof(members) / sizeof(*members) };
	struct buf stack = { 0 };
	struct span item;
	struct json j;

	if (a->source.merged.n == 0)
		return;
	bufstr(out, "<table class=\"data\"><caption>streams that were merged</caption><thead><tr>");
	for (int i = 0; i < MEMBERS; i++)
		bufprintf(out, "<th scope=\"col\" data-type=\"%s\">%s</th>", members[i][1],
		    members[i][0]);
	bufstr(out, "</tr></thead><tbody>\n");
	jsonopen(&j, a->source.merged.p, &stack);
	while (jsonitem(&j, &item) > 0) {
		if (*item.p != '{')
			continue;
		bufstr(out, "<tr>");
		for (int i = 0; i < MEMBERS; i++)
			sectionputmember(a, item, members[i][0], members[i][1], out);
		bufstr(out, "</tr>\n");
	}
	bufstr(out, "</tbody></table>\n");
	free(stack.p);
}

static const int rankcolumns[] = { BY_RANK, STATISTIC_COUNT, STATISTIC_TOTAL, STATISTIC_MEAN,
	STATISTIC_MEDIAN, STATISTIC_MAX, STATISTIC_WAIT, STATISTIC_TRANSFER, -1 };
static const int waitcolumns[] = { BY_RANK, BY_LAST, STATISTIC_COUNT, STATISTIC_WAIT,
	STATISTIC_TRANSFER, -1 };

static const struct wanted ranksums[] = {
	{ TYPE_KERNEL, "kernels by rank", rankcolumns },
	{ TYPE_GRAPH, "CUDA graphs by rank", rankcolumns },
	{ TYPE_MEMCPY, "copies by rank", rankcolumns },
	{ TYPE_MPI, "MPI calls by rank", rankcolumns },
	{ TYPE_CUDA_API, "CUDA calls by rank", rankcolumns },
};

uint64_t
sectionranktypes(void)
{
	return wantedtypes(ranksums, sizeof(ranksums) / sizeof(*ranksums));
}

bool
sectionranks(struct webpage *p, struct buf *out)
{
	static const struct wanted waits[] = {
		{ TYPE_KERNEL, "kernels of collectives: for whom each rank waited", waitcolumns },
		{ TYPE_MPI, "MPI calls of collectives: for whom each rank waited", waitcolumns },
	};

	struct tableview view = sheetfor(tablewrite, NULL);
	size_t before = out->n;

	putmerged(&p->about, out);
	ranktablewrite(&p->whole.ranks, &view, out);
	waitmapwrite(&p->waitmap, &p->about.ids, p->trace.perfetto.draw.origin, out);
	if (!isranked(&p->about))
		return out->n > before;
	puttables(&p->ranks, ranksums, sizeof(ranksums) / sizeof(*ranksums), false, "rank",
	    pivotbyrank, out);
	if (!puttables(&p->waits, waits, sizeof(waits) / sizeof(*waits), true, NULL, NULL, out))
		putsentence("How long ranks waited for each other is not known: nst-skew before "
		    "nst-page finds it.", out);
	return true;
}

/* Returns the sum of a column over a table of GPUs. */
static wide
columnsum(const struct tableview *s, const char *title)
{
	const struct column *c = tablecolumn(s, title);
	wide sum = 0;

	for (size_t row = 0; c && row < s->rows; row++)
		sum += c->cell(s->arg, row, c).number;
	return sum;
}

/* Appends the sums over a table of GPUs. */
static void
putsums(const struct tableview *s, struct buf *out)
{
	static const char *const titles[] = { "busy", "idle", "before", "after",
		"compute", "copies", "comm" };

	for (size_t i = 0; i < sizeof(titles) / sizeof(*titles); i++) {
		bufprintf(out, ",\"%s\":", titles[i]);
		formatwhole(out, columnsum(s, titles[i]), false);
	}
	bufstr(out, ",\"exposed\":");
	formatwhole(out, columnsum(s, "comm") - columnsum(s, "comm_overlap"), false);
}

/* The causes of idle time, and the members of the figures with the time of each. */
static const struct {
	const char *cause, *key;
} idlecauses[] = {
	{ "host", "idle_host" },
	{ "device", "idle_device" },
	{ "launch", "idle_launch" },
	{ "launch latency", "idle_launch_latency" },
	{ "profiler", "idle_profiler" },
	{ "short", "idle_short" },
	{ "unknown", "idle_unknown" },
};

/* Appends the idle time of all GPUs by cause, from the table of causes. */
static void
putidlefigures(const struct tableview *s, struct buf *out)
{
	const struct column *cause = tablecolumn(s, "cause"), *idle = tablecolumn(s, "idle");

	for (size_t i = 0; i < sizeof(idlecauses) / sizeof(*idlecauses); i++) {
		bool any = false;
		wide sum = 0;

		for (size_t row = 0; row < s->rows; row++) {
			struct tablecell name = cause->cell(s->arg, row, cause);

			if (!spanis(name.text, idlecauses[i].cause))
				continue;
			any = true;
			sum += idle->cell(s->arg, row, idle).number;
		}
		if (!any)
			continue;
		bufprintf(out, ",\"%s\":", idlecauses[i].key);
		formatwhole(out, sum, false);
	}
}

/* Appends the number of findings and the one that costs most, if nst-advise looked for them. */
static void
putfindingfigures(const struct findings *f, struct buf *out)
{
	if (!f->advised && f->count == 0)
		return;
	bufprintf(out, ",\"findings\":%zu", f->count);
	if (f->count == 0)
		return;
	bufstr(out, ",\"finding\":");
	htmljson(out, spanof(f->p[0].sentence));
}

void
sectionfigures(struct webpage *p, struct buf *out)
{
	struct tableview view = sheetfor(putsums, NULL);
	struct accumulator whole = { .clip = &p->whole.clip };
	const struct grouprows *rows = wholerows(p);
	wide median;
	int64_t low, high;

	busytablewrite(&p->whole.busy, &whole, &view, out);
	bufstr(out, ",\"kernels\":");
	formatwhole(out, grouprowsevents(rows, EVTYPE(TYPE_KERNEL)), false);
	bufstr(out, ",\"kernel_time\":");
	formatwhole(out, grouprowstime(rows, EVTYPE(TYPE_KERNEL)), false);
	if (pacemedian(&p->pace, &median)) {
		bufstr(out, ",\"median_step\":");
		formatwhole(out, median, false);
	}
	if (paceinterval(&p->pace, &low, &high))
		bufprintf(out, ",\"median_step_low\":%lld,\"median_step_high\":%lld",
		    (long long)low, (long long)high);
	if (p->whole.states.causecount > 0) {
		view = sheetfor(putidlefigures, NULL);
		statetablecauses(&p->whole.states, &view, ROWS, true, out);
	}
	putfindingfigures(&p->findings, out);
}
