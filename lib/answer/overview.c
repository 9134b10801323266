/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "answer.h"
#include "base/json.h"
#include "capturefacts.h"
#include "overview.h"
#include "table/format.h"

/* Findings and GPUs on a screen, its lines, and the lines around the rows of the tables: headings,
 * blanks, and what to type next. */
enum { FINDINGS = 3, GPUS = 2, SCREEN = 24, AROUND = 7 };

/* The fewest rows of both tables together. */
enum { BOTH_LEAST = 4 };

/* The version of the JSON object. */
enum { OVERVIEW_FORMAT = 1 };

/* The times of a GPU between the edges of the span, ns. */
struct gputimes {
	wide span, busy, compute, comm, exposed, copies;
	struct busyrest rest;
};

static struct gputimes
gputimesof(const struct answer *a, const struct busygpu *g)
{
	const struct busytime *b = &a->sum.busy;
	int64_t from = clipstart(&a->sum.clip), to = clipend(&a->sum.clip);
	struct gputimes t = { .span = (wide)to - from };

	t.busy = busytimeunion(b, &g->unions[UNION_ALL], from, to);
	t.compute = busytimeunion(b, &g->unions[UNION_COMPUTE], from, to);
	t.comm = busytimeunion(b, &g->unions[UNION_COMM], from, to);
	t.exposed = busytimeunion(b, &g->unions[UNION_COMPUTE_COMM], from, to) - t.compute;
	t.copies = busytimeunion(b, &g->unions[UNION_COPY], from, to);
	t.rest = busytimerest(b, g, from, to);
	return t;
}

/* Writes the verdict about a GPU. */
static void
gpusentence(struct answer *a, const struct busygpu *g)
{
	struct gputimes t = gputimesof(a, g);
	wide edges = t.rest.before + t.rest.after;
	char comm[96] = "";

	if (t.comm > 0)
		snprintf(comm, sizeof(comm), "communication %s (%s exposed), ",
		    answershare(t.comm, t.span), answershare(t.exposed, t.span));
	answerprose(a, "GPU %lld was busy %s of %s: compute %s, %scopies %s; idle %s%s%s.",
	    (long long)g->device, answershare(t.busy, t.span), answertime(t.span),
	    answershare(t.compute, t.span), comm, answershare(t.copies, t.span),
	    answershare(t.rest.idle, t.span), edges > 0 ? ", before and after its work " : "",
	    edges > 0 ? answershare(edges, t.span) : "");
}

/* Writes the verdict: a line for each GPU, or for the least and the most busy of many. */
static void
verdict(struct answer *a)
{
	const struct busytime *b = &a->sum.busy;
	size_t least = 0, most = 0;

	if (b->count == 0) {
		answerprose(a, "No GPU worked in %s.", answertime(answerspan(a)));
		return;
	}
	for (size_t i = 0; i < b->count; i++) {
		wide busy = gputimesof(a, &b->gpus[i]).busy;

		least = busy < gputimesof(a, &b->gpus[least]).busy ? i : least;
		most = busy > gputimesof(a, &b->gpus[most]).busy ? i : most;
	}
	if (b->count <= GPUS || a->all) {
		for (size_t i = 0; i < b->count; i++)
			gpusentence(a, &b->gpus[i]);
		return;
	}
	answerprose(a, "Of %zu GPUs these were busy most and least:", b->count);
	gpusentence(a, &b->gpus[most]);
	gpusentence(a, &b->gpus[least]);
}

/* Returns the number of lines that were written. */
static size_t
linesof(const struct answer *a)
{
	size_t lines = 0;

	for (size_t i = 0; i < a->out.n; i++)
		lines += a->out.p[i] == '\n';
	return lines;
}

/* Writes the findings, those that cost most first, as far as a screen has room beside the
 * tables. */
static void
putfindings(struct answer *a)
{
	struct findings *f = &a->findings;
	size_t count = answerrows(a, f->count, FINDINGS), i = 0;
	bool fits = a->top == 0 && !a->all;

	if (f->count == 0 && f->advised && a->sum.busy.count > 0)
		answerprose(a, "No findings: no rule of nst-advise found a cost above its "
		    "threshold.");
	if (f->count == 0)
		return;
	findingssort(f);
	bufchar(&a->out, '\n');
	for (; i < count; i++) {
		size_t before = a->out.n;

		answerprose(a, "%zu. %s", i + 1, f->p[i].sentence);
		if (fits && i > 0 && linesof(a) + 1 + AROUND + BOTH_LEAST > SCREEN) {
			a->out.n = before;
			break;
		}
	}
	if (i < f->count)
		answerprose(a, "%zu of %zu findings: nst advise %s shows all, and what to do", i,
		    f->count, a->title ? a->title : "FILE");
}

/* The tables. */
static const struct questioncolumn kernelcolumns[] = { { STATISTIC_SHARE, "of_kernels" },
	{ STATISTIC_TOTAL, "total" }, { STATISTIC_COUNT, "count" }, { STATISTIC_MEAN, "mean" },
	{ BY_NAME, "kernel" }, { 0, NULL } };
static const struct questioncolumn rangecolumns[] = { { STATISTIC_KERNEL_TIME, "kernel_time" },
	{ STATISTIC_KERNELS, "kernels" }, { STATISTIC_COUNT, "calls" }, { BY_NAME, "range" },
	{ 0, NULL } };
static const struct questioncolumn hostcolumns[] = { { STATISTIC_TOTAL, "total" },
	{ STATISTIC_COUNT, "count" }, { STATISTIC_MAX, "max" }, { BY_TYPE, "type" },
	{ BY_NAME, "name" }, { 0, NULL } };

/* Rows of some types, and the sum of their times. */
struct overviewrows {
	struct grouprows rows; /* first, as the columns of statistics require */
	wide sum;              /* ns */
};

static struct tablecell
ofkernelscell(const void *arg, size_t row, const struct column *column)
{
	const struct overviewrows *chosen = arg;

	(void)column;
	return cellratio((wide)grouprowsat(&chosen->rows, row)->sum * 100, chosen->sum);
}

/* Writes the rows of a view as an array of JSON objects. */
static void
putjsonrows(const struct tableview *view, struct buf *out)
{
	bufchar(out, '[');
	for (size_t row = 0; row < view->rows; row++) {
		const char *before = row > 0 ? ",{" : "{";

		for (size_t i = 0; i < view->count; i++) {
			const struct column *c = &view->columns[i];
			/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): set */
			struct tablecell cell = c->cell(view->arg, row, c);

			if (!cell.given)
				continue;
			bufprintf(out, "%s\"%s\":", before, c->title);
			tableviewcell(out, TABLE_JSON, c->kind, &cell);
			before = ",";
		}
		bufchar(out, '}');
	}
	bufchar(out, ']');
}

/* Writes the first rows of some types as a table; returns false if there are none. */
static bool
overviewtable(struct answer *a, const struct grouprows *rows, uint64_t types,
    const struct questioncolumn *wanted, size_t room)
{
	struct column columns[QUESTION_COLUMNS] = { 0 };
	struct tableview view = answerview(a);
	struct overviewrows chosen;

	grouprowschoose(&chosen.rows, rows, types);
	chosen.sum = grouprowstime(rows, types);
	if (wanted == rangecolumns)
		statisticsort(&chosen.rows, STATISTIC_KERNEL_TIME, false);
	for (; wanted[view.count].title; view.count++)
		columns[view.count] =
		    statisticcolumn(wanted[view.count].id, wanted[view.count].title);
	if (wanted == kernelcolumns)
		columns[0].cell = ofkernelscell;
	view.columns = columns;
	view.rows = answerrows(a, chosen.rows.count, room);
	view.arg = &chosen;
	grouprowsmost(&chosen.rows, view.rows);
	if (a->format == TABLE_JSON) {
		putjsonrows(&view, &a->out);
	} else if (view.rows > 0) {
		if (a->format == TABLE_TEXT)
			bufchar(&a->out, '\n');
		tableviewwrite(&view, &a->out);
	}
	grouprowschosenfree(&chosen.rows);
	return view.rows > 0;
}

/* Appends a member of an object that is a text; nothing if that is empty. */
static void
putmember(struct buf *out, const char *key, struct span text)
{
	if (text.n == 0)
		return;
	bufprintf(out, ",\"%s\":", key);
	jsonstring(out, text.p, text.n);
}

/* Appends a member of an object that is a number. */
static void
putnumber(struct buf *out, const char *key, wide ns)
{
	bufprintf(out, ",\"%s\":", key);
	formatwhole(out, ns, false);
}

/* Writes the GPUs as an array of JSON objects. */
static void
putjsongpus(struct answer *a)
{
	const struct busytime *b = &a->sum.busy;
	struct buf *out = &a->out;

	bufstr(out, ",\"gpus\":[");
	for (size_t i = 0; i < b->count; i++) {
		struct gputimes t = gputimesof(a, &b->gpus[i]);

		bufprintf(out, "%s{\"device\":%lld", i > 0 ? "," : "",
		    (long long)b->gpus[i].device);
		putmember(out, "name", stringat(&b->names, b->gpus[i].name));
		putnumber(out, "busy", t.busy);
		putnumber(out, "compute", t.compute);
		putnumber(out, "communication", t.comm);
		putnumber(out, "exposed_communication", t.exposed);
		putnumber(out, "copies", t.copies);
		putnumber(out, "idle", t.rest.idle);
		putnumber(out, "before", t.rest.before);
		putnumber(out, "after", t.rest.after);
		bufchar(out, '}');
	}
	bufchar(out, ']');
}

/* Writes the answer as one JSON object, with all rows. */
static void
putjson(struct answer *a, const struct grouprows *rows)
{
	struct findings *f = &a->findings;
	struct buf *out = &a->out;
	struct capturefacts facts = capturefactsof(a);

	bufprintf(out, "{\"format\":%d", OVERVIEW_FORMAT);
	putmember(out, "title", spanof(a->title ? a->title : ""));
	putmember(out, "processes", bufall(&facts.processes));
	putmember(out, "command", bufall(&facts.command));
	putmember(out, "gpu_names", bufall(&facts.gpus));
	putmember(out, "host", bufall(&facts.hosts));
	putmember(out, "date", bufall(&facts.date));
	putmember(out, "product", bufall(&facts.product));
	putnumber(out, "from", clipstart(&a->sum.clip));
	putnumber(out, "span", answerspan(a));
	putjsongpus(a);
	bufstr(out, ",\"findings\":[");
	findingssort(f);
	for (size_t i = 0; i < f->count; i++)
		bufprintf(out, "%s%s", i > 0 ? "," : "", f->p[i].record);
	bufstr(out, "],\"kernels\":");
	overviewtable(a, rows, OVERVIEW_KERNELS, kernelcolumns, SIZE_MAX);
	bufstr(out, ",\"ranges\":");
	overviewtable(a, rows, OVERVIEW_RANGES, rangecolumns, SIZE_MAX);
	if (a->skipped.kinds.used > 0) {
		bufstr(out, ",\"skipped\":");
		skippedobject(&a->skipped, out);
	}
	bufstr(out, "}\n");
	capturefactsfree(&facts);
}

/* Returns how many rows both tables may have, so that a screen has room for them. */
static size_t
roomleft(const struct answer *a)
{
	size_t lines = linesof(a) + AROUND;

	return lines + BOTH_LEAST < SCREEN ? SCREEN - lines : BOTH_LEAST;
}

void
overviewwrite(struct answer *a, struct grouprows *rows)
{
	size_t room;

	if (a->format == TABLE_JSON) {
		putjson(a, rows);
		return;
	}
	if (a->format != TABLE_TEXT) {
		overviewtable(a, rows, OVERVIEW_KERNELS, kernelcolumns, SIZE_MAX);
		return;
	}
	capturefactssentence(a);
	verdict(a);
	putfindings(a);
	room = roomleft(a);
	if (!overviewtable(a, rows, OVERVIEW_KERNELS, kernelcolumns, room - room * 2 / 5))
		overviewtable(a, rows, 0, hostcolumns, room);
	overviewtable(a, rows, OVERVIEW_RANGES, rangecolumns, room * 2 / 5);
}
