/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/escape.h"
#include "busytable.h"
#include "io/out.h"
#include "histogram.h"
#include "sum.h"
#include "sum/nsys/nsysnames.h"
#include "table/format.h"

/* The first types of a summary; the others follow. */
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

/* TOP is the number of rows of each type in a summary. */
enum { ORDER = sizeof(order) / sizeof(*order), TOP = 10 };

static void
sumheader(struct stage *stage, struct event *ev)
{
	struct sum *s = (struct sum *)stage;

	clipheader(&s->clip, ev);
	tablesourceheader(&s->source, ev);
	groupnamerheader(&s->namer, ev);
}

/* Gives up the tables of the profile and its GPUs if a GPU event is out of order: rows do not need
 * the order. A summary ends the program instead. */
static void
sumcheckorder(struct sum *s, const struct event *ev)
{
	if (!s->profiled || s->summary || evfamily(ev->type) != FAMILY_GPU || !s->busy.begun ||
	    ev->number[KEY_TS] >= s->busy.latest)
		return;
	s->profiled = false;
	s->unsorted = true;
}

static void
sumevent(struct stage *stage, struct event *ev)
{
	struct sum *s = (struct sum *)stage;
	int64_t ts = ev->number[KEY_TS];

	if (evfamily(ev->type) == FAMILY_CONTROL) {
		if (s->identified)
			identitylearn(&s->ids, ev);
		if (s->profiled && ev->type == TYPE_META)
			busytimemeta(&s->busy, ev);
		else if (s->counted && ev->type == TYPE_META)
			counterspansmeta(&s->counters.spans, ev);
		else if (s->collector && ev->type == TYPE_META)
			metanamesmeta(&s->metanames, ev);
		return;
	}
	s->workclassifier.classified = false;
	clipevent(&s->clip, ev);
	s->overflowing += evnumber(ev, KEY_DUR) > 0 && (wide)ts + ev->number[KEY_DUR] > INT64_MAX;
	sumcheckorder(s, ev);
	if (s->profiled)
		busytimeevent(&s->busy, ev);
	if (s->profiled && !s->stateless && ev->type == TYPE_GPU_STATE)
		statetableevent(&s->states, ev);
	if (s->profiled && !s->rankless && (ev->type == TYPE_COLLECTIVE || keyofcollective(ev)))
		ranktableevent(&s->ranks, ev);
	s->graphs += ev->type == TYPE_GRAPH;
	s->ranged |= (s->args.ranged || s->tally.groups.by & 1u << BY_NVTX) && evhas(ev, KEY_NVTX);
	if (s->counted)
		countertableevent(&s->counters, ev);
	else if (!s->collector)
		tallyevent(&s->tally, ev);
	else if (s->statsreport->types & EVTYPE(ev->type))
		s->collector->event(s->collector, ev);
}

static void
sumfinish(struct stage *stage)
{
	(void)stage; /* an end record may follow, so sumwrite does the work */
}

static void
sumend(struct stage *stage, const struct streamend *end)
{
	struct sum *s = (struct sum *)stage;

	if (s->clip.seen)
		tracespanlatest(&s->clip.span, end->latest);
}

/* Writes some of the rows. In the text format of a summary the values that all of them share are in
 * the title above. */
static void
putrows(struct sum *s, const struct grouprows *rows, size_t first, size_t count)
{
	bool astext = s->format == TABLE_TEXT;
	unsigned hidden = astext && s->summary ? 1u << BY_TYPE | 1u << BY_WORK | 1u << BY_BIN : 0;
	struct grouprows some = *rows;
	struct tableview view = s->view;
	struct column *columns =
	    grouptablecolumns(&s->grouptable, &s->tally.groups, astext, hidden, &view.count);

	some.start += first;
	some.count = count;
	view.columns = columns;
	view.rows = count;
	view.arg = &some;
	tableviewwrite(&view, &s->out);
	free(columns);
}

/* Writes the title above the rows of a type; shown is their number. */
static void
putheading(struct sum *s, const struct grouprows *rows, size_t first, size_t shown)
{
	const struct grouprow *row = grouprowsat(rows, first);
	const struct rowsection *section = grouprowssection(rows, row);
	size_t count = grouprowsinsection(rows, section);
	const struct groups *g = &s->tally.groups;
	struct value work = groupvalue(g, row->group, BY_WORK);
	struct span name = spanof("without a type");

	if (section->type != UINT32_MAX)
		name = stringat(&g->names, section->type);
	bufchar(&s->out, '\n');
	escapetext(&s->out, name);
	if (section->rank & 1) {
		bufstr(&s->out, ", ");
		bufspan(&s->out, stringat(&g->names, (uint32_t)work.number));
	}
	if (s->tally.accumulator.bins > 0) {
		bufstr(&s->out, ", from ");
		formattime(
		    &s->out, (wide)accumulatorbin(&s->tally.accumulator, section->bin) * 1000);
	}
	if (shown < count)
		bufprintf(&s->out, ", the first %zu of %zu", shown, count);
	bufstr(&s->out, ":\n");
}

/* Writes the first rows of each type. */
static void
puttypes(struct sum *s, struct grouprows *rows)
{
	grouprowstopsections(rows, s->grouptable.top);
	for (size_t i = 0, next; i < rows->count; i = next) {
		size_t place = grouprowssection(rows, grouprowsat(rows, i))->order;

		for (next = i; next < rows->count; next++)
			if (grouprowssection(rows, grouprowsat(rows, next))->order != place)
				break;
		if (s->format == TABLE_TEXT)
			putheading(s, rows, i, next - i);
		putrows(s, rows, i, next - i);
	}
}

/* Writes the numbers of events without a duration, by reason; nothing if there are none. below is
 * true if a table is above. */
static void
putnodurations(struct sum *s, bool below)
{
	const struct eventcounts *c = &s->tally.accumulator.counts;
	const struct {
		uint64_t count;
		const char *what;
	} nodurations[] = {
		{ c->instants, "instants" },
		{ c->counters, "counters" },
		{ c->open, "ranges never closed" },
	};
	const char *before = &"\nWithout a duration, and not added up: "[!below];

	for (size_t i = 0; i < sizeof(nodurations) / sizeof(*nodurations); i++)
		if (nodurations[i].count > 0) {
			bufstr(&s->out, before);
			bufstr(&s->out, nodurations[i].what);
			bufchar(&s->out, ' ');
			bufuint(&s->out, nodurations[i].count);
			before = ", ";
		}
	if (*before == ',')
		bufstr(&s->out, c->counters > 0 ? "; --by counter has the counters\n" : "\n");
}

/* Writes the titles of omitted columns. */
static void
putomitted(struct sum *s)
{
	if (s->omitted.n == 0)
		return;
	bufstr(&s->out, "\nNot shown, as the line is too short: ");
	bufspan(&s->out, bufall(&s->omitted));
	bufchar(&s->out, '\n');
}

enum { LENGTH, FROM, TO, EVENTS, INSTANTS, COUNTERS, OPEN };

static struct tablecell
profilecell(const void *arg, size_t row, const struct column *column)
{
	const struct sum *s = arg;
	const struct eventcounts *c = &s->tally.accumulator.counts;
	int64_t from = clipstart(&s->clip), to = clipend(&s->clip);
	const wide numbers[] = {
		[LENGTH] = (wide)to - from,
		[FROM] = from,
		[TO] = to,
		[EVENTS] = c->events,
		[INSTANTS] = c->instants,
		[COUNTERS] = c->counters,
		[OPEN] = c->open,
	};

	(void)row;
	return cellwhole(numbers[column->id]);
}

/* Writes tables of the profile, its GPUs and its ranks. */
static void
putprofile(struct sum *s)
{
	static const struct column profile[] = {
		{ "span", COLUMN_TIME, profilecell, LENGTH, 0 },
		{ "from", COLUMN_TIME, profilecell, FROM, 0 },
		{ "to", COLUMN_TIME, profilecell, TO, 0 },
		{ "events", COLUMN_INTEGER, profilecell, EVENTS, 0 },
		{ "instants", COLUMN_INTEGER, profilecell, INSTANTS, 0 },
		{ "counters", COLUMN_INTEGER, profilecell, COUNTERS, 0 },
		{ "open", COLUMN_INTEGER, profilecell, OPEN, 0 },
	};
	struct tableview view = s->view;

	view.columns = profile;
	view.count = sizeof(profile) / sizeof(*profile);
	view.rows = 1;
	view.arg = s;
	tableviewwrite(&view, &s->out);
	busytablewrite(&s->busy, &s->tally.accumulator, &view, &s->out);
	statetablewrite(&s->states, &view, s->grouptable.top, &s->out);
	ranktablewrite(&s->ranks, &view, &s->out);
}

/* Compares two lists of decimal numbers, separated by spaces: "9 2" is before "10 1". */
static int
comparenumbers(struct span a, struct span b)
{
	size_t i = 0, j = 0;

	while (i < a.n && j < b.n) {
		int64_t x = 0, y = 0;

		for (; i < a.n && a.p[i] == ' '; i++)
			;
		for (; j < b.n && b.p[j] == ' '; j++)
			;
		for (; i < a.n && a.p[i] != ' '; i++)
			x = x * 10 + (a.p[i] - '0');
		for (; j < b.n && b.p[j] != ' '; j++)
			y = y * 10 + (b.p[j] - '0');
		if (x != y)
			return x < y ? -1 : 1;
	}
	return (i < a.n) - (j < b.n);
}

/* By the numbers in two labels, then by name. */
static int
bylabels(const struct grouprows *rows, const struct grouprow *x, const struct grouprow *y,
    const void *arg)
{
	const struct groups *g = &rows->tally->groups;
	int found = 0;

	(void)arg;
	for (int i = 0; i < 2 && found == 0; i++) {
		struct value a = groupvalue(g, x->group, BY_LABEL1 + i);
		struct value b = groupvalue(g, y->group, BY_LABEL1 + i);

		if (!a.given || !b.given)
			found = a.given - b.given;
		else
			found = comparenumbers(stringat(&g->names, (uint32_t)a.number),
			    stringat(&g->names, (uint32_t)b.number));
	}
	return found != 0 ? found : statisticcompare(rows, x, y, BY_NAME, false);
}

/* Writes a stats report whose rows are groups. */
static void
putstatsreport(struct sum *s, struct grouprows *rows)
{
	struct tableview view = s->view;
	struct column columns[STATISTIC_END];
	size_t top = s->args.rows;

	if (s->statsreport->order == ORDER_LABELS)
		grouprowssort(rows, bylabels, NULL);
	for (size_t i = 0; i < s->statsreport->count; i++)
		columns[i] = statisticcolumn(
		    s->statsreport->headings[i].id, s->statsreport->headings[i].title);
	view.columns = columns;
	view.count = s->statsreport->count;
	view.rows = top > 0 && top < rows->count ? top : rows->count;
	view.arg = rows;
	s->rows = view.rows;
	if (view.rows > 0)
		tableviewwrite(&view, &s->out);
}

/* Writes the table of groups. */
static void
puttable(struct sum *s, struct grouprows *rows)
{
	size_t count = rows->count;
	bool shown = rows->count > 0 || s->format != TABLE_TEXT ||
	    s->tally.accumulator.counts.counters == 0;

	if (s->grouptable.top > 0)
		grouprowstop(rows, s->grouptable.top);
	if (s->histogram)
		s->rows = histogramwrite(rows, &s->view, s->memory, &s->out);
	else if (shown)
		putrows(s, rows, 0, rows->count);
	if (s->format != TABLE_TEXT)
		return;
	if (rows->count < count)
		bufprintf(&s->out, "\n%zu rows of %zu\n", rows->count, count);
	putnodurations(s, shown);
}

/* Writes all tables. */
static void
puttables(struct sum *s)
{
	struct stringtable *names = &s->tally.groups.names;
	uint32_t first[ORDER];
	struct rowoptions options = { .first = first,
		.firstcount = s->summary ? ORDER : 0,
		.most = s->summary ? s->grouptable.top : 0 };
	struct grouprows rows;

	options.aside = stringintern(names, spanof(workkindname(WORK_COMM)));
	for (int i = 0; i < ORDER; i++)
		first[i] = stringintern(names, spanof(evtypename(order[i])));
	if (s->histogram)
		options.edges = histogramedges(&options.bins);
	options.sums = s->statsreport;
	options.byname = s->statsreport && s->statsreport->order == ORDER_NAME;
	grouptablerows(&s->grouptable, &rows, &s->tally, options);
	if (s->statsreport)
		putstatsreport(s, &rows);
	else if (s->format == TABLE_JSON && !s->view.write)
		tablerecordwrite(s, &s->out);
	if (s->profiled &&
	    (s->tally.accumulator.counts.events > 0 || clipend(&s->clip) > clipstart(&s->clip)))
		putprofile(s);
	if (s->summary)
		puttypes(s, &rows);
	else if (!s->statsreport)
		puttable(s, &rows);
	putomitted(s);
	grouprowsfree(&rows);
}

/* Writes the table of counters. */
static void
putcounters(struct sum *s)
{
	if (s->format == TABLE_JSON)
		tablerecordwrite(s, &s->out);
	s->rows = countertablewrite(
	    &s->counters, &s->view, s->grouptable.top, &s->out);
	putomitted(s);
}

/* Warns that a stats report has no rows, and explains why. */
static void
warnnorows(const struct sum *s, const char *name)
{
	const struct statsreport *r = s->statsreport;

	if (r->rule)
		warn("%s: %s found nothing", name, r->name);
	else if (r->linked)
		warn("%s: it has no %s data that nst-link has linked, and so no %s", name, r->data,
		    r->name);
	else
		warn("%s: it has no %s data, and so no %s", name, r->data, r->name);
}

/* Prints warnings about the table of counters. */
static void
warncounters(const struct sum *s, const char *name)
{
	static const char *const spans[] = {
		[COUNTERSPAN_KERNEL] = "--by counter,kernel: no kernels",
		[COUNTERSPAN_RANGE] = "--by counter,nvtx: no ranges on a GPU, which nst-link adds",
		[COUNTERSPAN_STEP] = "--by counter,step: no steps on a GPU, which nst-step adds",
	};
	const struct countertable *t = &s->counters;
	const char *where = s->clip.narrow ? " in the window" : "";

	if (t->spans.kind != COUNTERSPAN_NONE && t->count > 0 && t->spans.count == 0)
		warn("%s: %s", name, spans[t->spans.kind]);
	else if (s->rows == 0 && t->spans.kind != COUNTERSPAN_NONE && t->count > 0)
		warn("%s: no counter of a GPU has a value inside them%s", name, where);
	else if (s->rows == 0)
		warn("%s: it has no counters%s", name, where);
	if (t->unplaced > 0)
		warn("%s: left out %zu counters of no GPU", name, t->unplaced);
}

/* Returns the reason why events have no ranges, for a message. */
static const char *
whyunranged(const struct streaminfo *info)
{
	if (!info->linked)
		return ", which nst-link adds: the stream is not linked";
	if (info->filtered.without & EVTYPE(TYPE_NVTX))
		return ": ranges were filtered out; filter behind nst-link";
	return "";
}

void
sumwarn(const struct sum *s, const char *name)
{
	const struct accumulator *f = &s->tally.accumulator;

	for (size_t i = 0; i < s->tally.patterncount; i++)
		if (!s->tally.patterns[i].matched)
			warn("--event: no name matches '%s'", s->tally.patterns[i].pattern.source);
	if (!s->clip.seen)
		warn("%s: it has no event", name);
	else if (f->counts.events == 0 && !s->tally.types && !s->statsreport && !s->counted)
		windowempty(name, s->clip.span.all.first, s->clip.span.all.last);
	if (s->statsreport && s->graphs > 0 && s->statsreport->types & EVTYPE(TYPE_KERNEL) &&
	    !(s->statsreport->types & EVTYPE(TYPE_GRAPH)))
		warn("%llu graph launches were traced as a whole: their kernels are not in %s",
		    (unsigned long long)s->graphs, s->statsreport->name);
	if (s->args.ranged && !s->ranged)
		warn("nvtx-name: no event has ranges around its launch, which nst-link adds");
	if (s->tally.groups.by & 1u << BY_NVTX && !s->counted && !s->ranged && f->counts.events > 0)
		warn("%s: --by nvtx: no event has ranges around its launch%s", name,
		    whyunranged(&s->clip.span.info));
	else if (f->counts.events > 0)
		enclosingwarn(&s->tally.nvtx, keys[BY_NVTX].name);
	if (f->counts.events > 0)
		enclosingwarn(&s->tally.captured, keys[BY_CAPTURED].name);
	if (s->format != TABLE_TEXT && !s->profiled && f->counts.counters > 0 &&
	    f->counts.events == f->counts.instants + f->counts.counters + f->counts.open)
		warn("%s: no event has a duration: --by counter has the counters", name);
	if (f->counts.events > 0)
		workpatternswarn(&s->tally.sweep.patterns, "overlap");
	if (s->named)
		groupnamerwarn(&s->namer, name);
	if (s->collector && s->collector->warn)
		s->collector->warn(s->collector);
	if (s->busy.count > 0)
		untracedwarn(&s->clip);
	if (s->clip.seen && s->busy.count > 0 && filteredwork(s->clip.span.info.filtered))
		filteredwarn(s->clip.span.info.filtered, name,
		    "the use of GPUs has only the work that is left");
	if (s->overflowing > 0)
		warn("%llu events end later than 2^63 - 1 ns: spans and shares count them up to "
		     "there",
		    (unsigned long long)s->overflowing);
	if (f->saturated)
		warn("a sum in the stream is 2^63 - 1 ns, the most it can hold: kernel_time is at "
		     "least what it says");
	if (f->prorated > 0)
		warn("%llu ranges cross an edge of the window: their kernels count in part, by the "
		     "time inside",
		    (unsigned long long)f->prorated);
	if (s->unsorted)
		warn("the events of GPUs are not in order of ts, so there are no records of the "
		     "span and of GPUs: sort -s -t: -k2,2n");
	if (s->tally.wantselftime && s->tally.selftimes.unordered)
		warn("the ranges are not in order of ts, so there is no self time: sort -s -t: "
		     "-k2,2n");
	if (s->tally.wantmessages && s->tally.messages == 0)
		warn("%s: no bus_rate: no kernel has the size of its message, which traces of "
		     "PyTorch and payloads of NCCL's ranges tell", name);
	if (s->tally.stepless > 0)
		warn("--over step: left out %llu events that belong to no step",
		    (unsigned long long)s->tally.stepless);
}

void
sumflush(struct sum *s)
{
	tallyflush(&s->tally);
	if (s->tally.selftimes.unordered)
		groupsumszeroall(&s->tally.groups.sums, SUM_RANGED);
	s->tally.spill.unranged = s->tally.selftimes.unordered;
}

/* Adds to the name in the title of a stats report which names of kernels its rows have, as "nsys
 * stats" does: cuda_gpu_kern_sum:base. */
static void
nametitle(struct sum *s)
{
	static const char *const options[] = {
		[NAMES_SHORT] = ":base",
		[NAMES_BOTH] = ":base",
		[NAMES_TEMPLATE] = ":template",
		[NAMES_DEMANGLED] = "",
		[NAMES_MANGLED] = ":mangled",
	};

	if (!s->statsreport || !(s->statsreport->options & OPTION_NAMES))
		return;
	snprintf(s->nsysname, sizeof(s->nsysname), "%s%s", s->statsreport->name,
	    options[s->clip.span.info.names]);
	s->nsys.name = s->nsysname;
}

void
sumwrite(struct sum *s, const char *name, bool failed)
{
	struct collector *writer = s->collector && s->collector->write ? s->collector : NULL;

	nametitle(s);
	if (failed && !s->clip.seen)
		return;
	if (s->collector && !writer)
		s->collector->togroups(s->collector, &s->tally.groups);
	if (!writer)
		sumflush(s);
	if (!failed) /* before the table, since a program may read both outputs as one */
		sumwarn(s, name);
	if (writer)
		s->rows = writer->write(writer);
	else if (s->counted)
		putcounters(s);
	else
		puttables(s);
	if (!failed && s->clip.seen && s->counted)
		warncounters(s, name);
	if (!failed && s->clip.seen && s->statsreport && s->rows == 0)
		warnnorows(s, name);
}

static void
sumbegin(struct stage *stage)
{
	struct sum *s = (struct sum *)stage;

	outsetpending(&s->out, NULL, NULL);
}

void
suminit(struct sum *s)
{
	*s = (struct sum){ .stage = { .begin = sumbegin,
		                   .header = sumheader,
		                   .event = sumevent,
		                   .finish = sumfinish,
		                   .end = sumend } };
	clipinit(&s->clip);
}

/* Prepares a stats report. */
static void
readystatsreport(struct sum *s)
{
	struct tally *t = &s->tally;

	t->types = s->statsreport->types;
	t->hooks = s->statsreport->hooks;
	t->kernelname = s->args.ranged ? nsysnamesranged : NULL;
	for (size_t i = 0; i < s->statsreport->count; i++)
		if (s->statsreport->headings[i].id < BY_COUNT)
			groupsby(&t->groups, (enum by)s->statsreport->headings[i].id);
	s->nsys = (struct nsysformat){ .title = s->statsreport->title,
		.name = s->statsreport->name,
		.unit = s->unit,
		.commas = s->commas,
		.uncut = s->uncut };
	s->view.nsys = &s->nsys;
	s->view.width = 0;
	s->args.clip = &s->clip;
	s->args.metanames = &s->metanames;
	s->args.view = &s->view;
	s->args.out = &s->out;
	if (s->grouptable.top > 0)
		s->args.rows = s->grouptable.top;
	if (s->statsreport->collector)
		s->collector = s->statsreport->collector(&s->args);
}

/* Prepares the sweep, if the table has a column that needs it. */
static void
readysweep(struct sum *s)
{
	struct sweep *sweep = &s->tally.sweep;

	sweep->wanted = !s->statsreport && grouptableasks(&s->grouptable, statisticswept);
	sweep->beside = !s->statsreport && grouptableasks(&s->grouptable, statisticbeside);
	sweep->patterns.workclassifier = &s->workclassifier;
	for (size_t i = 0; i < s->grouptable.besidecount; i++)
		workpatternsadd(
		    &sweep->patterns, "columns overlap", grouptablepattern(&s->grouptable, i));
	sweep->ids = &s->ids;
	sweep->workclassifier = &s->workclassifier;
}

/* Returns true if groups may be spilled: nothing else has the numbers of groups, nor reads them in
 * another order than that of the rows. */
static bool
sumspills(const struct sum *s)
{
	const struct tally *t = &s->tally;

	if (s->collector || (s->statsreport && s->statsreport->order == ORDER_LABELS))
		return false;
	return !t->sweep.wanted;
}

void
sumready(struct sum *s)
{
	struct tally *t = &s->tally;

	s->view =
	    (struct tableview){ .format = s->format, .width = s->width, .omitted = &s->omitted };
	if (s->statsreport) {
		readystatsreport(s);
	} else if (t->groups.depth == 0) {
		groupsby(&t->groups, BY_TYPE);
		if (s->summary)
			groupsby(&t->groups, BY_WORK);
		groupsby(&t->groups, BY_NAME);
	}
	grouptableready(&s->grouptable);
	t->groups.workclassifier = &s->workclassifier;
	t->groups.ids = &s->ids;
	t->groups.namer = s->statsreport ? NULL : &s->namer;
	s->profiled |= s->summary;
	readysweep(s);
	s->identified = s->profiled || t->sweep.wanted ||
	    t->groups.by & (1u << BY_RANK | 1u << BY_HOST);
	t->groups.subgroupkey = t->perstep ? BY_STEP : t->accumulator.bins > 0 ? BY_BIN : BY_COUNT;
	t->calls = !s->statsreport && !t->plain;
	t->hostparts.wanted =
	    !s->statsreport && grouptableasks(&s->grouptable, statistichost);
	t->wantmessages =
	    !s->statsreport && grouptableasks(&s->grouptable, statisticmessage);
	t->wantselftime =
	    !s->statsreport && !t->plain && grouptablewants(&s->grouptable, STATISTIC_SELF);
	t->spill.limit = sumspills(s) ? s->memory : 0;
	t->spill.steps.most = s->grouptable.skip > 0 ? s->grouptable.skip + 1 : 0;
	clipready(&s->clip);
	tallyready(t, &s->clip);
	s->busy.clip = s->states.clip = s->ranks.clip = &s->clip;
	s->busy.workclassifier = &s->workclassifier;
	s->busy.identitytable = &s->ids;
	s->states.ids = s->ranks.ids = &s->ids;
	s->states.namer = &s->namer;
	s->counters.accumulator = &t->accumulator;
	s->counters.spans.namer = &s->namer;
	s->busy.keepintervals = t->accumulator.bins > 0;
	s->busy.intervals.limit = s->memory / 16;
	if (s->summary && s->grouptable.top == 0)
		s->grouptable.top = TOP;
	s->stage.want = tallywant(t) | CLIP_KEYS;
	if (s->profiled)
		s->stage.want |= BUSYTIME_KEYS | STATETABLE_KEYS;
	if (s->counted)
		s->stage.want |= COUNTERTABLE_KEYS;
	if (s->collector)
		s->stage.want |= s->collector->want | METANAMES_KEYS;
}

void
sumfree(struct sum *s)
{
	tablesourcefree(&s->source);
	grouptablefree(&s->grouptable);
	tallyfree(&s->tally);
	busytimefree(&s->busy);
	statetablefree(&s->states);
	ranktablefree(&s->ranks);
	countertablefree(&s->counters);
	workclassifierfree(&s->workclassifier);
	groupnamerfree(&s->namer);
	identitytablefree(&s->ids);
	if (s->collector)
		s->collector->free(s->collector);
	metanamesfree(&s->metanames);
	free(s->omitted.p);
}
