/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "html.h"
#include "picture.h"
#include "sum/statetable.h"
#include "table.h"
#include "table/format.h"

/* The width of a bar and the height of a curve in SVG user units; BOTTOM is the height in
 * thousandths. */
enum { WIDE = 1000, HIGH = 100, BOTTOM = HIGH * 1000 };

/* The heights of curves and of columns of steps in pixels: low ones if there are more than a few
 * GPUs. */
enum { FEW_GPUS = 2, HIGH_CURVE = 60, LOW_CURVE = 30, HIGH_STEPS = 110, LOW_STEPS = 44 };

/* The states in the order of a bar, and the CSS class of each one's colour. */
static const struct state {
	const char *column, *class;
} states[] = {
	{ "before", "state-idle" },
	{ "compute", "state-compute" },
	{ "compute+communication", "state-both" },
	{ "communication", "state-communication" },
	{ "compute+copy", "state-both" },
	{ "compute+communication+copy", "state-both" },
	{ "communication+copy", "state-both" },
	{ "copy", "state-copy" },
	{ "idle", "state-idle" },
	{ "after", "state-idle" },
};

static const struct state works[] = {
	{ "before", "state-idle" },
	{ "busy", "state-compute" },
	{ "idle", "state-idle" },
	{ "after", "state-idle" },
};

/* A bar: the time of each state, which may be 0. */
struct bar {
	const struct state *states;
	size_t count;
	wide times[sizeof(states) / sizeof(*states)], all; /* ns */
	bool drawn[sizeof(states) / sizeof(*states)];      /* in this bar or an earlier one */
};

/* Writes the heading of a GPU. */
static void
pictureputgpu(const struct busytime *b, const struct busygpu *g, int64_t device, struct buf *out)
{
	bufprintf(out, "GPU %lld", (long long)device);
	if (!g)
		return;
	if (b->hosts.used > 1 && stringat(&b->hosts, g->host).n > 0) {
		bufstr(out, " \xC2\xB7 ");
		htmltext(out, stringat(&b->hosts, g->host));
	}
	if (stringat(&b->names, g->name).n > 0) {
		bufstr(out, " \xC2\xB7 ");
		htmltext(out, stringat(&b->names, g->name));
	}
}

/* Writes a share in percent. */
static void
putshare(wide part, wide all, struct buf *out)
{
	struct tablecell e = cellratio(part * 100, all);

	if (e.given)
		tableviewcell(out, TABLE_TEXT, COLUMN_PERCENT, &e);
	else
		bufstr(out, "0.0%");
}

static void
puttime(wide ns, struct buf *out)
{
	formattime(out, ns * 1000);
}

/* Writes the accessible description of a bar. */
static void
putwords(const struct bar *bar, struct buf *out)
{
	const char *between = "";

	for (size_t i = 0; i < bar->count; i++) {
		if (bar->times[i] == 0)
			continue;
		bufprintf(out, "%s%s ", between, bar->states[i].column);
		putshare(bar->times[i], bar->all, out);
		between = ", ";
	}
}

/* Writes the parts of a bar side by side. */
static void
putparts(const struct bar *bar, struct buf *out)
{
	wide before = 0;

	for (size_t i = 0; i < bar->count; i++) {
		wide from = widedivide(before * WIDE * 1000, bar->all), to;

		if (bar->times[i] == 0)
			continue;
		before += bar->times[i];
		to = widedivide(before * WIDE * 1000, bar->all);
		bufprintf(out, "<rect class=\"%s\" x=\"", bar->states[i].class);
		formatexact(out, from);
		bufstr(out, "\" y=\"0\" width=\"");
		formatexact(out, to - from);
		bufprintf(out, "\" height=\"40\"><title>%s ", bar->states[i].column);
		puttime(bar->times[i], out);
		bufstr(out, ", ");
		putshare(bar->times[i], bar->all, out);
		bufstr(out, "</title></rect>\n");
	}
}

/* Returns the time in which the GPU worked, ns. */
static wide
barbusy(const struct bar *bar)
{
	wide busy = 0;

	for (size_t i = 0; i < bar->count; i++)
		if (strcmp(bar->states[i].class, "state-idle") != 0)
			busy += bar->times[i];
	return busy;
}

/* Writes a bar beside the name of its GPU. */
static void
putbar(const struct bar *bar, const struct busytime *b, const struct busygpu *g, int64_t device,
    struct buf *out)
{
	bufstr(out, "<li><span>");
	pictureputgpu(b, g, device, out);
	bufstr(out, ", busy ");
	putshare(barbusy(bar), bar->all, out);
	bufstr(out, "</span>\n<svg class=\"states\" role=\"img\" aria-label=\"");
	putwords(bar, out);
	bufprintf(out,
	    "\" viewBox=\"0 0 %d 40\" preserveAspectRatio=\"none\" width=\"100%%\" "
	    "height=\"24\">\n", WIDE);
	putparts(bar, out);
	bufstr(out, "</svg></li>\n");
}

/* Writes the states of one colour that were drawn. */
static void
putcolour(const struct bar *bar, const char *class, struct buf *out)
{
	const char *between = "";

	bufprintf(out, "<li class=\"%s\">", class);
	for (size_t i = 0; i < bar->count; i++) {
		if (!bar->drawn[i] || strcmp(bar->states[i].class, class) != 0)
			continue;
		bufprintf(out, "%s%s", between, bar->states[i].column);
		between = ", ";
	}
	bufstr(out, "</li>\n");
}

/* Writes the colours that were drawn. */
static void
putlegend(const struct bar *bar, struct buf *out)
{
	bufstr(out, "<ul class=\"legend\">\n");
	for (size_t i = 0; i < bar->count; i++) {
		bool fresh = bar->drawn[i];

		for (size_t j = 0; j < i; j++)
			if (bar->drawn[j] &&
			    strcmp(bar->states[i].class, bar->states[j].class) == 0)
				fresh = false;
		if (fresh)
			putcolour(bar, bar->states[i].class, out);
	}
	bufstr(out, "</ul>\n");
}

/* The whole number in a cell; 0 if the cell is empty. */
static wide
picturewhole(const struct tableview *s, size_t row, const char *title)
{
	const struct column *c = tablecolumn(s, title);
	struct tablecell e = { 0 };

	if (c)
		e = c->cell(s->arg, row, c);
	return e.given ? e.number : 0;
}

/* Fills a bar with the times of a row. Returns false if all of them are 0. */
static bool
picturefill(struct bar *bar, const struct tableview *s, size_t row)
{
	bar->all = 0;
	for (size_t i = 0; i < bar->count; i++) {
		bar->times[i] = picturewhole(s, row, bar->states[i].column);
		bar->drawn[i] = bar->drawn[i] || bar->times[i] > 0;
		bar->all += bar->times[i];
	}
	return bar->all > 0;
}

/* Returns the GPU of a row of a state table, NULL if it is not known, and sets its number. */
static const struct busygpu *
rowgpu(const struct busytime *b, const struct tableview *s, size_t row, int64_t *device)
{
	int64_t pid;
	const uint32_t *known;

	statetablegpu(s, row, &pid, device);
	known = mapget(&b->byid, (struct mapkey){ (uint64_t)pid, (uint64_t)*device });
	return known ? &b->gpus[*known] : NULL;
}

void
picturestates(const struct tableview *s, struct buf *out)
{
	const struct busytime *b = s->writearg;
	struct bar bar = { .states = states, .count = sizeof(states) / sizeof(*states) };

	bufstr(out, "<ul class=\"bars\">\n");
	for (size_t i = 0; i < s->rows; i++) {
		int64_t device;
		const struct busygpu *gpu = rowgpu(b, s, i, &device);

		if (picturefill(&bar, s, i))
			putbar(&bar, b, gpu, device, out);
	}
	bufstr(out, "</ul>\n");
	putlegend(&bar, out);
}

/* Steps of more than SLOW_NUM / SLOW_DEN times the median are slow, as nst-advise has it. */
enum { SLOW_NUM = 3, SLOW_DEN = 2 };

/* The columns of one GPU: a run of rows of a table of states by step. */
struct steprun {
	size_t first, count;
	wide median; /* ns */
};

/* The step of a row. */
struct stepplace {
	int64_t number, begin, end; /* begin and end in ns */
};

static int
bywide(const void *a, const void *b)
{
	wide x = *(const wide *)a, y = *(const wide *)b;

	return (x > y) - (x < y);
}

static bool
samegpu(const struct tableview *s, size_t a, size_t b)
{
	int64_t pids[2], devices[2];

	statetablegpu(s, a, &pids[0], &devices[0]);
	statetablegpu(s, b, &pids[1], &devices[1]);
	return pids[0] == pids[1] && devices[0] == devices[1];
}

/* Returns the rows from first on that are steps of one GPU. times has room for all rows. */
static struct steprun
steprunat(struct bar *bar, const struct tableview *s, size_t first, wide *times)
{
	struct steprun run = { .first = first };
	struct stepplace at;

	for (size_t i = first; i < s->rows && samegpu(s, first, i) &&
	     statetablestep(s, i, &at.number, &at.begin, &at.end);
	     i++) {
		picturefill(bar, s, i);
		times[run.count++] = bar->all;
	}
	qsort(times, run.count, sizeof(*times), bywide);
	run.median = run.count > 0 ? (times[(run.count - 1) / 2] + times[run.count / 2]) / 2 : 0;
	return run;
}

/* Writes the column of a step, x units from the left. */
static void
putstep(const struct bar *bar, const struct stepplace *at, int64_t origin, size_t x, wide longest,
    struct buf *out)
{
	wide top = BOTTOM;

	bufprintf(out, "<a href=\"#time=%lld-%lld\"><title>step %lld, ",
	    (long long)subsat(at->begin, origin), (long long)subsat(at->end, origin),
	    (long long)at->number);
	puttime(bar->all, out);
	bufstr(out, ": ");
	putwords(bar, out);
	bufstr(out, "</title>\n");
	for (size_t i = 0; i < bar->count; i++) {
		wide high = widedivide(bar->times[i] * BOTTOM, longest);

		if (bar->times[i] == 0)
			continue;
		top -= high;
		bufprintf(out, "<rect class=\"%s\" x=\"%zu.05\" y=\"", bar->states[i].class, x);
		formatexact(out, top);
		bufstr(out, "\" width=\"0.9\" height=\"");
		formatexact(out, high);
		bufstr(out, "\"/>\n");
	}
	bufstr(out, "</a>\n");
}

/* Returns true if a step takes much longer than others of its GPU. */
static bool
isslow(const struct bar *bar, const struct steprun *run)
{
	return bar->all * SLOW_DEN > run->median * SLOW_NUM;
}

/* Writes what the columns of a GPU show. */
static void
putstepwords(struct bar *bar, const struct tableview *s, const struct steprun *run,
    struct buf *out)
{
	size_t slow = 0;

	for (size_t i = 0; i < run->count; i++) {
		picturefill(bar, s, run->first + i);
		slow += isslow(bar, run);
	}
	bufprintf(out, ": %zu step%s, median ", run->count, run->count > 1 ? "s" : "");
	puttime(run->median, out);
	if (slow > 0)
		bufprintf(out, ", %zu slow", slow);
}

/* Writes the columns of a GPU, with a mark above slow steps. */
static void
putsteps(struct bar *bar, const struct tableview *s, const struct steprun *run, wide longest,
    int height, struct buf *out)
{
	const struct stepspicture *picture = s->writearg;
	struct stepplace at;

	bufprintf(out,
	    "<svg class=\"steps\" role=\"group\" aria-label=\"time of steps by state\" "
	    "viewBox=\"0 -8 %zu %d\" preserveAspectRatio=\"none\" width=\"100%%\" "
	    "height=\"%d\">\n",
	    run->count, HIGH + 8, height);
	for (size_t i = 0; i < run->count; i++) {
		statetablestep(s, run->first + i, &at.number, &at.begin, &at.end);
		picturefill(bar, s, run->first + i);
		putstep(bar, &at, picture->origin, i, longest, out);
		if (isslow(bar, run))
			bufprintf(out, "<rect class=\"slow\" x=\"%zu.05\" y=\"-7\" "
			    "width=\"0.9\" height=\"4\"/>\n", i);
	}
	bufstr(out, "</svg>\n");
}

/* Returns the number of GPUs with steps, and sets the time of the longest step. */
static size_t
stepgpus(struct bar *bar, const struct tableview *s, wide *longest)
{
	struct stepplace at;
	size_t gpus = 0, last = 0;

	*longest = 1;
	for (size_t i = 0; i < s->rows; i++) {
		if (!statetablestep(s, i, &at.number, &at.begin, &at.end))
			continue;
		if (picturefill(bar, s, i) && bar->all > *longest)
			*longest = bar->all;
		gpus += gpus == 0 || !samegpu(s, last, i);
		last = i;
	}
	return gpus;
}

void
picturesteps(const struct tableview *s, struct buf *out)
{
	const struct stepspicture *picture = s->writearg;
	struct bar bar = { .states = states, .count = sizeof(states) / sizeof(*states) };
	wide *times = xreallocarray(NULL, s->rows + 1, sizeof(*times)), longest;
	size_t gpus = stepgpus(&bar, s, &longest);
	struct steprun run;

	if (gpus > 0)
		bufstr(out, "<p class=\"axis\">A column for each step, as high as the step is "
		    "long. A mark is above steps of more than 1.5 times the median of their GPU. "
		    "A click shows a step in the timeline.</p>\n<ul class=\"bars\">\n");
	for (size_t i = 0; i < s->rows; i += run.count > 0 ? run.count : 1) {
		const struct busygpu *gpu;
		int64_t device;

		run = steprunat(&bar, s, i, times);
		if (run.count == 0)
			continue;
		gpu = rowgpu(picture->busy, s, i, &device);
		bufstr(out, "<li><span>");
		pictureputgpu(picture->busy, gpu, device, out);
		putstepwords(&bar, s, &run, out);
		bufstr(out, "</span>\n");
		putsteps(&bar, s, &run, longest, gpus > FEW_GPUS ? LOW_STEPS : HIGH_STEPS, out);
		bufstr(out, "</li>\n");
	}
	if (gpus > 0) {
		bufstr(out, "</ul>\n");
		putlegend(&bar, out);
	}
	free(times);
}

void
picturebusy(const struct tableview *s, struct buf *out)
{
	const struct busytime *b = s->writearg;
	struct bar bar = { .states = works, .count = sizeof(works) / sizeof(*works) };

	bufstr(out, "<ul class=\"bars\">\n");
	for (size_t i = 0; i < s->rows; i++)
		if (picturefill(&bar, s, i))
			putbar(&bar, b, &b->gpus[i], b->gpus[i].device, out);
	bufstr(out, "</ul>\n");
	putlegend(&bar, out);
}

/* Writes the times at both ends of the axis. */
static void
putaxis(const struct tableview *s, size_t parts, struct buf *out)
{
	const struct busytime *b = s->writearg;

	wide length = (wide)clipend(b->clip) - clipstart(b->clip);

	bufstr(out, "<p class=\"axis\">From 0 to ");
	puttime(length, out);
	bufprintf(out, " of the span, as in the timeline, in %zu parts", parts);
	if (parts > 0) {
		bufstr(out, " of ");
		puttime(widedivide(length, (wide)parts), out);
	}
	bufstr(out, "; the height is 100 %.</p>\n");
}

/* Writes the curve of a GPU: use in percent, 100 at the top. */
static void
putcurve(const struct tableview *s, size_t gpu, size_t gpus, struct buf *out)
{
	const struct column *use = tablecolumn(s, "use");
	wide last = -1;

	bufprintf(out, "<path class=\"use\" d=\"M0 %d", HIGH);
	for (size_t i = gpu; use && i < s->rows; i += gpus) {
		struct tablecell e = use->cell(s->arg, i, use);
		wide at = e.given ? BOTTOM - cellthousandths(&e) : BOTTOM;

		if (at != last) {
			bufchar(out, 'V');
			formatexact(out, at);
		}
		last = at;
		bufprintf(out, "H%zu", i / gpus + 1);
	}
	bufprintf(out, "V%dZ\"/>\n", HIGH);
}

void
pictureusage(const struct tableview *s, struct buf *out)
{
	const struct busytime *b = s->writearg;
	size_t parts = b->count > 0 ? s->rows / b->count : 0;
	int height = b->count > FEW_GPUS ? LOW_CURVE : HIGH_CURVE;

	bufstr(out, "<ul class=\"uses\">\n");
	for (size_t i = 0; i < b->count; i++) {
		bufstr(out, "<li><span>");
		pictureputgpu(b, &b->gpus[i], b->gpus[i].device, out);
		bufstr(out,
		    "</span>\n<svg class=\"usage\" role=\"img\" aria-label=\"use of GPU ");
		bufint(out, b->gpus[i].device);
		bufprintf(out,
		    " over time, in percent\" viewBox=\"0 0 %zu %d\" "
		    "preserveAspectRatio=\"none\" width=\"100%%\" height=\"%d\">\n",
		    parts, HIGH, height);
		putcurve(s, i, b->count, out);
		bufstr(out, "</svg></li>\n");
	}
	bufstr(out, "</ul>\n");
	putaxis(s, parts, out);
}
