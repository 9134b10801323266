/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "format.h"
#include "out.h"
#include "sum.h"

/* The order in which a summary takes the types; others follow. */
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

/* How many rows of a type a summary shows. */
enum { ORDER = sizeof(order) / sizeof(*order), TOP = 10, COLUMNS = FIGURE_END };

static bool
projects(const struct sum *s)
{
	return s->report && s->report->projected;
}

static void
event(struct stage *stage, struct event *ev)
{
	struct sum *s = (struct sum *)stage;

	if (ev->type == TYPE_META) {
		if (s->whole)
			busymeta(&s->busy, ev);
		return;
	}
	if (s->whole)
		busyevent(&s->busy, ev);
	if (projects(s))
		projectionevent(&s->projection, ev, &s->tally.groups.names);
	else
		tallyevent(&s->tally, ev);
}

static size_t
least(size_t count, size_t top)
{
	return top > 0 && top < count ? top : count;
}

/* The columns of a table by what was asked for. People find texts of any length at the end. */
static size_t
columnsmake(const struct sum *s, struct column columns[COLUMNS])
{
	const struct groups *g = &s->tally.groups;
	bool people = s->form == FORM_TEXT;
	size_t n = 0;

	for (int late = 0; late < 2; late++) {
		for (size_t i = 0; i < g->depth; i++) {
			enum by key = g->keys[i];
			bool islong = people && keys[key].kind == KEYKIND_LONG;

			if (islong == late && !(s->whole && people && key == BY_TYPE))
				columns[n++] = figurecolumn((int)key, NULL);
		}
		for (int figure = FIGURE_BEFORE + 1; figure < FIGURE_END && !late; figure++) {
			columns[n] = figurecolumn(figure, NULL);
			n += columns[n].title != NULL;
		}
	}
	return n;
}

/* The columns of a report. */
static size_t
columnsreport(const struct report *report, struct column columns[COLUMNS])
{
	for (size_t i = 0; i < report->count; i++)
		columns[i] = figurecolumn(report->headings[i].what, report->headings[i].title);
	return report->count;
}

static void
putrows(struct sum *s, const struct totals *totals, size_t first, size_t count)
{
	struct column columns[COLUMNS];
	struct totals some = { .groups = totals->groups, .p = totals->p + first, .count = count };
	struct sheet sheet = {
		.form = s->form,
		.classic = s->report,
		.columns = columns,
		.rows = count,
		.arg = &some,
	};

	sheet.count = s->report ? columnsreport(s->report, columns) : columnsmake(s, columns);
	sheetwrite(&sheet, &s->out);
}

/* Writes what stands over the rows of one type, count of them, of which some are shown. */
static void
putheading(struct sum *s, uint32_t type, size_t count, size_t shown)
{
	struct span name = spanof("without a type");

	if (type != UINT32_MAX)
		name = nameget(&s->tally.groups.names, type);
	bufchar(&s->out, '\n');
	formattext(&s->out, name);
	if (shown < count)
		bufprintf(&s->out, ", the first %zu of %zu", shown, count);
	bufstr(&s->out, ":\n");
}

/* Writes the largest rows of each type. */
static void
puttypes(struct sum *s, const struct totals *totals)
{
	for (size_t i = 0, next; i < totals->count; i = next) {
		uint32_t type = totals->p[i].type;
		size_t shown;

		for (next = i; next < totals->count && totals->p[next].type == type; next++)
			;
		shown = least(next - i, s->top);
		if (s->form == FORM_TEXT)
			putheading(s, type, next - i, shown);
		putrows(s, totals, i, shown);
	}
}

/* Tells people what was not added up. */
static void
putuntimed(struct sum *s)
{
	const struct counts *c = &s->tally.count;
	const struct {
		uint64_t count;
		const char *what;
	} untimed[] = {
		{ c->instants, "instants" },
		{ c->counters, "counters" },
		{ c->open, "ranges never closed" },
	};
	const char *before = "\nWithout a duration, and not added up: ";

	for (size_t i = 0; i < sizeof(untimed) / sizeof(*untimed); i++)
		if (untimed[i].count > 0) {
			bufstr(&s->out, before);
			bufstr(&s->out, untimed[i].what);
			bufchar(&s->out, ' ');
			bufuint(&s->out, untimed[i].count);
			before = ", ";
		}
	if (*before == ',')
		bufchar(&s->out, '\n');
}

static void
finish(struct stage *stage)
{
	struct sum *s = (struct sum *)stage;
	struct groups *g = &s->tally.groups;
	struct totals totals;
	uint32_t first[ORDER];

	if (projects(s))
		projectionfold(&s->projection, g);
	for (int i = 0; i < ORDER; i++)
		first[i] = nameput(&g->names, spanof(evtypename(order[i])));
	groupssettle(g);
	totalsmake(&totals, g, first, s->whole ? ORDER : 0);
	if (s->whole) {
		busywrite(&s->busy, &s->tally.count, s->form, &s->out);
		puttypes(s, &totals);
	} else {
		putrows(s, &totals, 0, least(totals.count, s->top));
		if (s->form == FORM_TEXT && !s->report)
			putuntimed(s);
	}
	free(totals.p);
}

static void
begin(struct stage *stage)
{
	struct sum *s = (struct sum *)stage;

	outpending(&s->out, NULL, NULL);
}

void
suminit(struct sum *s)
{
	*s = (struct sum){ .stage = { .begin = begin, .event = event, .finish = finish } };
}

void
sumready(struct sum *s)
{
	struct tally *t = &s->tally;

	if (s->report) {
		t->types = s->report->types;
		t->rename = s->report->rename;
		groupsby(&t->groups, BY_NAME);
		if (s->report->styles)
			groupsby(&t->groups, BY_STYLE);
	} else if (t->groups.depth == 0) {
		groupsby(&t->groups, BY_TYPE);
		groupsby(&t->groups, BY_NAME);
	}
	t->calls = !s->report;
	if (s->whole && s->top == 0)
		s->top = TOP;
	for (size_t i = 0; i < t->groups.depth; i++)
		s->stage.want |= keys[t->groups.keys[i]].want;
	if (s->whole)
		s->stage.want |= BUSY_KEYS;
	if (projects(s))
		s->stage.want |= PROJECTION_KEYS;
}

void
sumfree(struct sum *s)
{
	tallyfree(&s->tally);
	busyfree(&s->busy);
	projectionfree(&s->projection);
}
