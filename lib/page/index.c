/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "document.h"
#include "html.h"
#include "index.h"
#include "io/fd.h"
#include "io/in.h"
#include "io/out.h"
#include "table.h"
#include "table/tableview.h"

/* The figures of a page: member of its JSON object, title of the column, and whether a column has
 * the difference to the first page. The use has no member: it is made of others. Busy time has no
 * difference, since less of it can mean a faster run or a GPU that waits for longer. */
static const struct runfigure {
	const char *key, *title;
	enum column_kind kind;
	bool compared, rare; /* rare: no column if no page has it */
} runfigures[] = {
	{ "span", "span", COLUMN_TIME, true, false },
	{ "median_step", "median_step", COLUMN_TIME, true, true },
	{ "gpus", "gpus", COLUMN_INTEGER, false, false },
	{ "busy", "busy", COLUMN_TIME, false, false },
	{ NULL, "use", COLUMN_PERCENT, true, false },
	{ "idle", "idle", COLUMN_TIME, false, true },
	{ "idle_host", "idle_host", COLUMN_TIME, false, true },
	{ "idle_device", "idle_device", COLUMN_TIME, false, true },
	{ "idle_launch", "idle_launch", COLUMN_TIME, false, true },
	{ "idle_launch_latency", "idle_launch_latency", COLUMN_TIME, false, true },
	{ "idle_profiler", "idle_profiler", COLUMN_TIME, false, true },
	{ "idle_short", "idle_short", COLUMN_TIME, false, true },
	{ "idle_unknown", "idle_unknown", COLUMN_TIME, false, true },
	{ "exposed", "exposed", COLUMN_TIME, false, true },
	{ "compute", "compute", COLUMN_TIME, false, false },
	{ "comm", "comm", COLUMN_TIME, false, false },
	{ "copies", "copies", COLUMN_TIME, false, false },
	{ "kernels", "kernels", COLUMN_INTEGER, false, false },
	{ "kernel_time", "kernel_time", COLUMN_TIME, true, false },
	{ "events", "events", COLUMN_INTEGER, false, false },
	{ "findings", "findings", COLUMN_INTEGER, false, true },
};

enum { RUN_FIGURES = sizeof(runfigures) / sizeof(*runfigures) };

/* Places in runfigures. */
enum { RUN_SPAN = 0, RUN_STEP = 1, RUN_GPUS = 2, RUN_BUSY = 3, RUN_USE = 4, RUN_KERNELS = 17 };

/* Runs whose numbers of kernels differ by more than UNLIKE percent did other work. */
enum { UNLIKE = 10 };

struct run {
	const char *path;
	uint32_t title; /* index in texts */
	uint32_t finding; /* the same: the finding that costs most, or no text */
	bool cut;       /* the stream of the page has a window */
	bool has[RUN_FIGURES];
	int64_t values[RUN_FIGURES];
	bool measured;            /* low and high are known */
	int64_t steplow, stephigh; /* the confidence interval of the median step, ns */
};

/* The markup around the figures in a page, and a bound for their size. */
static const char before[] = "<script type=\"application/json\" id=\"figures\">";
static const char behind[] = "</script>";
enum { MOST = 1 << 16, BLOCK = 1 << 16 };

/* Reads a page up to the end of its figures, and leaves only these in text. Returns 1, 0 if there
 * are none, or -1 with errno set. */
static int
findfigures(int fd, struct buf *text)
{
	bool found = false;
	ssize_t n;

	do {
		const char *end, *at;

		n = fdread(fd, bufroom(text, BLOCK), BLOCK);
		text->n += n > 0 ? (size_t)n : 0;
		at = found || text->n == 0 ? NULL
		                           : memmem(text->p, text->n, before, sizeof(before) - 1);
		if (at) {
			found = true;
			text->n -= (size_t)(at - text->p) + sizeof(before) - 1;
			memmove(text->p, at + sizeof(before) - 1, text->n);
		} else if (!found && text->n > sizeof(before)) {
			memmove(text->p, text->p + text->n - sizeof(before), sizeof(before));
			text->n = sizeof(before);
		}
		end = found ? memmem(text->p, text->n, behind, sizeof(behind) - 1) : NULL;
		if (end) {
			text->n = (size_t)(end - text->p);
			return 1;
		}
	} while (n > 0 && (!found || text->n < MOST));
	return n < 0 ? -1 : 0;
}

/* Parses the figures of a page; false if they are not valid. */
static bool
takefigures(struct index *x, struct run *run, struct buf *text)
{
	struct buf scratch = { 0 };
	struct span object, title, version, finding;
	const char *end;

	jsonpad(text);
	object = bufall(text);
	if (object.n == 0 || object.p[0] != '{')
		return false;
	end = jsonskip(object.p, &x->stack);
	if (!end || end != object.p + object.n)
		return false;
	title = jsonmember(object, "title", &x->stack);
	version = jsonmember(object, "nst", &x->stack);
	if (!jsonisstring(title) || !jsonisstring(version))
		return false;
	run->title = stringintern(&x->texts, jsontext(title, &scratch));
	finding = jsonmember(object, "finding", &x->stack);
	run->finding = stringintern(&x->texts,
	    jsonisstring(finding) ? jsontext(finding, &scratch) : (struct span){ "", 0 });
	x->advised = x->advised || jsonisstring(finding);
	free(scratch.p);
	for (int i = 0; i < RUN_FIGURES; i++)
		run->has[i] = runfigures[i].key &&
		    jsonint(jsonmember(object, runfigures[i].key, &x->stack), &run->values[i]);
	run->has[RUN_USE] = run->has[RUN_GPUS] && run->has[RUN_BUSY];
	run->measured =
	    jsonint(jsonmember(object, "median_step_low", &x->stack), &run->steplow) &&
	    jsonint(jsonmember(object, "median_step_high", &x->stack), &run->stephigh);
	run->cut = spanis(jsonmember(object, "cut", &x->stack), "true");
	return run->has[0];
}

enum status
indexread(struct index *x, const char *path)
{
	struct run run = { .path = path };
	struct buf text = { 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC), found;
	bool good;

	if (fd < 0) {
		warn("%s:", path);
		return FAILED;
	}
	found = findfigures(fd, &text);
	if (found < 0)
		warn("%s:", path);
	close(fd);
	good = found > 0 && takefigures(x, &run, &text);
	if (found >= 0 && !good)
		warn("%s: not a page of nst-page", path);
	free(text.p);
	if (!good)
		return FAILED;
	if (run.cut)
		warn("%s: its input was truncated: its figures are of the part that was read",
		    path);
	for (int i = 0; i < RUN_FIGURES; i++)
		if (run.has[i] || !runfigures[i].rare)
			x->shown |= 1u << i;
	GROW(x->runs, x->room, x->count + 1);
	x->runs[x->count++] = run;
	return DONE;
}

/* Writes the link to a page. A path with two slashes in front would name a host in a URL. */
static void
putaddress(const char *path, struct buf *out)
{
	while (path[0] == '/' && path[1] == '/')
		path++;
	htmlpath(out, spanof(path));
}

/* like: the table is that of runs which are compared. */
static void
putheadings(const struct index *x, bool like, struct buf *out)
{
	struct buf name = { 0 };

	bufstr(out, "<tr>");
	tableheading("run", COLUMN_TEXT, out);
	tableheading("page", COLUMN_TEXT, out);
	if (x->advised)
		tableheading("finding", COLUMN_TEXT, out);
	for (int i = 0; i < RUN_FIGURES; i++) {
		const struct runfigure *f = &runfigures[i];

		if (!(x->shown & 1u << i))
			continue;
		tableheading(f->title, f->kind, out);
		name.n = 0;
		bufprintf(&name, "%s_diff", f->title);
		if (f->compared && like)
			tableheading(name.p, COLUMN_PERCENT, out);
	}
	bufstr(out, "</tr>");
	free(name.p);
}

/* Writes the rest of a cell with a number, behind "<td". */
static void
putnumber(const struct tablecell *e, enum column_kind kind, const char *sign, struct buf *out)
{
	bufstr(out, " data-value=\"");
	tableviewcell(out, TABLE_TSV, kind, e);
	bufprintf(out, "\">%s", sign);
	tableviewcell(out, TABLE_TEXT, kind, e);
	bufstr(out, "</td>");
}

static void
putcell(struct tablecell e, enum column_kind kind, struct buf *out)
{
	bufstr(out, "<td");
	if (e.given)
		putnumber(&e, kind, "", out);
	else
		bufstr(out, "></td>");
}

/* Returns the share of the span in which the GPUs of a run were busy, in percent. */
static struct tablecell
runuse(const struct run *run)
{
	wide span = (wide)run->values[RUN_SPAN] * run->values[RUN_GPUS];

	return cellratio((wide)run->values[RUN_BUSY] * 100, span);
}

/* Returns a figure of a run; a cell without a value if its page does not have it. */
static struct tablecell
runfigure(const struct run *run, int figure)
{
	if (!run->has[figure])
		return (struct tablecell){ 0 };
	return figure == RUN_USE ? runuse(run) : cellwhole(run->values[figure]);
}

/* Returns true if a run did the work of the first: on as many GPUs, with as many kernels, but for
 * UNLIKE percent of them. */
static bool
alike(const struct run *run, const struct run *first)
{
	wide more = (wide)run->values[RUN_KERNELS] - first->values[RUN_KERNELS];

	return run->values[RUN_GPUS] == first->values[RUN_GPUS] &&
	    (more < 0 ? -more : more) * 100 <= (wide)first->values[RUN_KERNELS] * UNLIKE;
}

/* The difference of a figure to the first page's, in percent of the latter; of the use, in
 * percentage points. Runs of other work are not compared. */
static struct tablecell
difference(const struct run *run, const struct run *first, int figure)
{
	struct tablecell here = runfigure(run, figure), there = runfigure(first, figure);
	wide from = first->values[figure];

	if (!here.given || !there.given || !alike(run, first))
		return (struct tablecell){ 0 };
	if (figure == RUN_USE)
		return cellratio(cellthousandths(&here) - cellthousandths(&there), 1000);
	return cellratio(((wide)run->values[figure] - from) * 100, from);
}

/* Returns the class of a difference to the first run, or NULL. Only steps are measured often enough
 * in one run to know their noise: the medians differ if their intervals do not overlap. */
static const char *
differenceclass(const struct run *run, const struct run *first, int figure)
{
	if (figure != RUN_STEP || !run->measured || !first->measured)
		return NULL;
	if (run->steplow > first->stephigh)
		return "slower";
	return run->stephigh < first->steplow ? "faster" : NULL;
}

/* Writes a difference to the first run in percent, with its sign. */
static void
putdifference(const struct run *run, const struct run *first, int figure, struct buf *out)
{
	struct tablecell e = difference(run, first, figure);
	const char *class = e.given ? differenceclass(run, first, figure) : NULL;

	bufstr(out, "<td");
	if (class)
		bufprintf(out, " class=\"%s\"", class);
	if (e.given)
		putnumber(&e, COLUMN_PERCENT, e.number > 0 ? "+" : "", out);
	else
		bufstr(out, "></td>");
}

static void
putrun(const struct index *x, const struct run *run, bool like, struct buf *out)
{
	struct span title = stringat(&x->texts, run->title);

	bufstr(out, "<tr><td class=\"run\"><a href=\"");
	putaddress(run->path, out);
	bufstr(out, "\">");
	htmltext(out, title.n > 0 ? title : spanof(run->path));
	bufstr(out, run->cut ? "</a> (cut)</td>" : "</a></td>");
	bufstr(out, "<td class=\"page\">");
	htmltext(out, spanof(run->path));
	bufstr(out, "</td>");
	if (x->advised) {
		bufstr(out, "<td class=\"sentence\">");
		htmltext(out, stringat(&x->texts, run->finding));
		bufstr(out, "</td>");
	}
	for (int i = 0; i < RUN_FIGURES; i++) {
		if (!(x->shown & 1u << i))
			continue;
		putcell(runfigure(run, i), runfigures[i].kind, out);
		if (runfigures[i].compared && like)
			putdifference(run, &x->runs[0], i, out);
	}
	bufstr(out, "</tr>\n");
}

/* Writes a table of the runs that did the work of the first, or of the others. */
static void
putruns(const struct index *x, bool like, const char *caption, struct buf *out)
{
	size_t count = 0;

	for (size_t i = 0; i < x->count; i++)
		count += alike(&x->runs[i], &x->runs[0]) == like;
	if (count == 0)
		return;
	bufprintf(out, "<table class=\"data\"><caption>%s</caption><thead>", caption);
	putheadings(x, like, out);
	bufstr(out, "</thead><tbody>\n");
	for (size_t i = 0; i < x->count; i++)
		if (alike(&x->runs[i], &x->runs[0]) == like) {
			putrun(x, &x->runs[i], like, out);
			outcheck(out);
		}
	bufstr(out, "</tbody></table>\n");
}

void
indexwrite(const struct index *x, struct span title, struct buf *out)
{
	documenthead(title, out);
	bufstr(out, "<header><h1>");
	htmltext(out, title);
	bufprintf(out, "</h1>\n<p>%zu %s, as they were named; differences are to the first, "
	    "for runs on as many GPUs with as many kernels, give or take %d %%; of the use, in "
	    "percentage points. A median step has a colour if it differs by more than noise: if "
	    "its 95 %% confidence interval does not overlap that of the first.</p>"
	    "</header>\n<main>\n<section id=\"runs\"><h2>Runs</h2>\n", x->count,
	    x->count == 1 ? "run" : "runs", UNLIKE);
	putruns(x, true, "runs", out);
	putruns(x, false, "runs of other work, which are not compared", out);
	bufstr(out, "</section>\n</main>\n");
	documentscript(out);
	bufstr(out, "</body></html>\n");
}

void
indexfree(struct index *x)
{
	free(x->runs);
	free(x->stack.p);
	stringtablefree(&x->texts);
}
