/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "countertable.h"

/* The integer keys that tell counters apart. */
#define COUNTER_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_GPU) | EVKEY(KEY_DEVICE) | EVKEY(KEY_CONTEXT))

struct sample {
	int64_t ts; /* ns */
	double value;
};

/* The number of launches that a stream of CUDA holds; a call that launches more waits. */
enum { QUEUE_LIMIT = 1024 };

/* A counter. */
struct counter {
	enum event_type order;             /* of rows */
	uint32_t type, name, source, unit; /* texts */
	unsigned has;                /* bits of the keys that it has */
	int64_t gpu, device, pid, context;
	bool placed;    /* it is of a GPU */
	uint32_t place; /* in counterspans */
	struct sample *samples;
	size_t count, room;
};

/* A row: the values of a counter, or those inside the spans of a group or in a bin. */
struct counterrow {
	size_t counter;
	int64_t group; /* of counterspans, or a bin */
	size_t count;
	double mean, min, max, percentiles[3];
	double changemean; /* of the values, each of which counts once */
	wide full;         /* ns with QUEUE_LIMIT or more launches in the queue */
};

/* The args that tell counters of one name apart. */
static const struct {
	enum event_type type;
	const char *args[4];
} sources[] = {
	{ TYPE_GPU_POOL, { "pool" } },
	{ TYPE_SOC_METRIC, { "cluster", "raw" } },
	{ TYPE_CPU_METRIC, { "component", "cpu" } },
	{ TYPE_NIC_METRIC, { "nic", "switch", "port" } },
};

/* Sets t->scratch to these args: "nic mlx5_0, port 1". */
static void
countersource(struct countertable *t, const struct event *ev)
{
	struct buf text = { 0 };

	t->scratch.n = 0;
	for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++)
		for (int j = 0; sources[i].type == ev->type && j < 4 && sources[i].args[j]; j++) {
			struct span value = evarg(ev, sources[i].args[j]);

			if (value.n == 0)
				continue;
			bufprintf(
			    &t->scratch, "%s%s ", t->scratch.n > 0 ? ", " : "", sources[i].args[j]);
			bufspan(&t->scratch, jsonisstring(value) ? jsontext(value, &text) : value);
		}
	free(text.p);
}

/* Interns the value of a string, empty if it is none. */
static uint32_t
countertext(struct countertable *t, struct span json)
{
	struct buf text = { 0 };
	uint32_t id = stringintern(
	    &t->texts, jsonisstring(json) ? jsontext(json, &text) : (struct span){ "", 0 });

	free(text.p);
	return id;
}

/* Returns the JSON of a string key, empty if the event lacks it. */
static struct span
counterstring(const struct event *ev, enum event_key key)
{
	return evhas(ev, key) ? ev->value[key] : (struct span){ "", 0 };
}

/* Makes a counter; t->scratch is its source. */
static void
countermake(struct countertable *t, const struct event *ev)
{
	static const unsigned want = COUNTER_KEYS;
	uint32_t place = 0;
	bool placed = counterspansplace(&t->spans, ev, &place);

	GROW(t->counters, t->room, t->count + 1);
	t->counters[t->count++] = (struct counter){
		.placed = placed,
		.place = place,
		.order = ev->type,
		.type = countertext(t, counterstring(ev, KEY_TYPE)),
		.name = countertext(t, counterstring(ev, KEY_NAME)),
		.source = stringintern(&t->texts, bufall(&t->scratch)),
		.unit = countertext(t, evarg(ev, "unit")),
		.has = ev->has & want,
		.gpu = evnumber(ev, KEY_GPU),
		.device = evnumber(ev, KEY_DEVICE),
		.pid = evnumber(ev, KEY_PID),
		.context = evnumber(ev, KEY_CONTEXT),
	};
}

/* Returns the counter of an event; makes it if it is new. */
static struct counter *
counterof(struct countertable *t, const struct event *ev)
{
	int64_t id[] = { ev->type, (int64_t)(ev->has & COUNTER_KEYS), evnumber(ev, KEY_PID),
		evnumber(ev, KEY_GPU), evnumber(ev, KEY_DEVICE), evnumber(ev, KEY_CONTEXT) };
	uint32_t counter;

	t->key.n = 0;
	bufmem(&t->key, (const char *)id, sizeof(id));
	bufspan(&t->key, counterstring(ev, KEY_TYPE));
	bufspan(&t->key, counterstring(ev, KEY_NAME));
	countersource(t, ev);
	bufspan(&t->key, bufall(&t->scratch));
	counter = stringintern(&t->known, bufall(&t->key));
	if (counter == t->count)
		countermake(t, ev);
	return &t->counters[counter];
}

/* Reads a number; returns false if the value is none. */
static bool
countervalue(struct span json, double *value)
{
	char text[64];

	if (json.n == 0 || json.n >= sizeof(text) || !strchr("-0123456789", json.p[0]))
		return false;
	memcpy(text, json.p, json.n);
	text[json.n] = '\0';
	*value = strtod(text, NULL);
	return isfinite(*value);
}

void
countertableevent(struct countertable *t, const struct event *ev)
{
	struct sample sample = { .ts = ev->number[KEY_TS] };
	struct counter *counter;

	if (t->spans.kind != COUNTERSPAN_NONE)
		counterspansevent(&t->spans, ev);
	if (evhas(ev, KEY_DUR) || !evhas(ev, KEY_VALUE) ||
	    !countervalue(ev->value[KEY_VALUE], &sample.value))
		return;
	counter = counterof(t, ev);
	if (counter->count > 0 && t->lenient)
		t->unordered |= sample.ts < counter->samples[counter->count - 1].ts;
	else if (counter->count > 0)
		evchecksorted(ev, counter->samples[counter->count - 1].ts);
	GROW(counter->samples, counter->room, counter->count + 1);
	counter->samples[counter->count++] = sample;
}

static int
byvalue(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Drops the values outside the window. */
static void
countercut(struct counter *c, int64_t from, int64_t to)
{
	size_t count = 0;

	for (size_t i = 0; i < c->count; i++)
		if (evoverlaps(c->samples[i].ts, c->samples[i].ts, from, to))
			c->samples[count++] = c->samples[i];
	c->count = count;
}

/* Returns the index of the first value at or after a time, ns. */
static size_t
counterat(const struct counter *c, int64_t ts)
{
	size_t low = 0, high = c->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c->samples[middle].ts < ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Adds the values of a counter from a time up to another, ns. Each counts until the next one of the
 * counter, but not beyond that time. */
static void
countergather(struct countertable *t, const struct counter *c, int64_t from, int64_t to)
{
	for (size_t i = counterat(c, from); i < c->count && c->samples[i].ts < to; i++) {
		const struct sample *sample = &c->samples[i];
		int64_t end = i + 1 < c->count ? sample[1].ts : sample->ts;
		long double time = (long double)(end < to ? end : to) - (long double)sample->ts;

		GROW(t->values, t->valueroom, t->valuecount + 1);
		t->values[t->valuecount++] = sample->value;
		t->weighted += (long double)sample->value * time;
		t->time += time;
		t->sum += (long double)sample->value;
		if (sample->value >= QUEUE_LIMIT)
			t->full += (wide)(end < to ? end : to) - sample->ts;
	}
}

/* Returns a percentile of sorted values, on the line between the two nearest ones. */
static double
counterpercentile(const double *values, size_t count, int percent)
{
	size_t scaled = (count - 1) * (size_t)percent, at = scaled / 100;

	if (scaled % 100 == 0)
		return values[at];
	return values[at] + (values[at + 1] - values[at]) * (double)(scaled % 100) / 100;
}

/* Makes a row of the values that were gathered, unless there are none. */
static void
counterput(struct countertable *t, size_t counter, int64_t group)
{
	static const int percents[] = { 50, 95, 99 };
	double *values = t->values;
	size_t n = t->valuecount;
	struct counterrow row = { .counter = counter, .group = group, .count = n };

	if (n > 0) {
		row.mean = (double)(t->time > 0 ? t->weighted / t->time : t->sum / (long double)n);
		qsort(values, n, sizeof(*values), byvalue);
		row.changemean = (double)(t->sum / (long double)n);
		row.full = t->full;
		row.min = values[0];
		row.max = values[n - 1];
		for (int i = 0; i < 3; i++)
			row.percentiles[i] = counterpercentile(values, n, percents[i]);
		GROW(t->rows, t->rowroom, t->rowcount + 1);
		t->rows[t->rowcount++] = row;
	}
	t->valuecount = 0;
	t->weighted = t->time = t->sum = 0;
	t->full = 0;
}

/* Makes the rows of a counter by spans. */
static void
counterbyspans(struct countertable *t, size_t counter)
{
	const struct counter *c = &t->counters[counter];
	const struct counterspan *spans = t->spans.spans;

	for (size_t i = counterspansfirst(&t->spans, c->place);
	     i < t->spans.count && spans[i].place == c->place; i++) {
		countergather(t, c, spans[i].from, spans[i].to);
		if (i + 1 == t->spans.count || spans[i + 1].place != c->place ||
		    spans[i + 1].group != spans[i].group)
			counterput(t, counter, spans[i].group);
	}
}

/* Makes the rows of a counter by bins. The first and the last one hold the values outside the span,
 * too, as those of other tables do. */
static void
counterbybins(struct countertable *t, size_t counter)
{
	const struct accumulator *a = t->accumulator;

	for (size_t bin = 0; bin < a->bins; bin++) {
		int64_t from = bin > 0 ? accumulatorbin(a, bin) : INT64_MIN;
		int64_t to = bin + 1 < a->bins ? accumulatorbin(a, bin + 1) : INT64_MAX;

		countergather(t, &t->counters[counter], from, to);
		counterput(t, counter, (int64_t)bin);
	}
}

/* Makes the rows of a counter. */
static void
counterrows(struct countertable *t, size_t counter)
{
	struct counter *c = &t->counters[counter];

	countercut(c, clipfrom(t->accumulator->clip), clipto(t->accumulator->clip));
	if (t->accumulator->bins > 0) {
		counterbybins(t, counter);
	} else if (t->spans.kind == COUNTERSPAN_NONE) {
		countergather(t, c, INT64_MIN, INT64_MAX);
		counterput(t, counter, 0);
	} else if (c->placed) {
		counterbyspans(t, counter);
	} else {
		t->unplaced += c->count > 0;
	}
}

/* Returns a number as a cell with three decimals. */
static struct tablecell
numbercell(double value)
{
	return cellratio((wide)roundl((long double)value * 1000), 1000);
}

enum {
	TYPE,
	NAME,
	SOURCE,
	GPU,
	DEVICE,
	PID,
	CONTEXT,
	KERNEL,
	RANGE,
	STEP,
	BIN,
	UNIT,
	COUNT,
	MEAN,
	MIN,
	MAX,
	P50,
	P95,
	P99,
	CHANGE_MEAN,
	FULL_TIME
};

static struct tablecell
countertextcell(const struct countertable *t, uint32_t text)
{
	struct span s = stringat(&t->texts, text);

	return s.n > 0 ? celltext(s) : (struct tablecell){ 0 };
}

static struct tablecell
counterkeycell(const struct counter *c, enum event_key key, int64_t number)
{
	return c->has & EVKEY(key) ? cellwhole(number) : (struct tablecell){ 0 };
}

static struct tablecell
counteridcell(const void *arg, size_t row, const struct column *column)
{
	const struct countertable *t = arg;
	const struct counter *c = &t->counters[t->rows[row].counter];

	switch (column->id) {
	case TYPE:
		return countertextcell(t, c->type);
	case NAME:
		return countertextcell(t, c->name);
	case SOURCE:
		return countertextcell(t, c->source);
	case GPU:
		return counterkeycell(c, KEY_GPU, c->gpu);
	case DEVICE:
		return counterkeycell(c, KEY_DEVICE, c->device);
	case PID:
		return counterkeycell(c, KEY_PID, c->pid);
	case CONTEXT:
		return counterkeycell(c, KEY_CONTEXT, c->context);
	default:
		return countertextcell(t, c->unit);
	}
}

static struct tablecell
countergroupcell(const void *arg, size_t row, const struct column *column)
{
	const struct countertable *t = arg;
	int64_t group = t->rows[row].group;

	if (column->id == BIN)
		return cellwhole(accumulatorbin(t->accumulator, (size_t)group));
	if (column->id == STEP)
		return cellwhole(t->spans.steps[group]);
	return celltext(stringat(&t->spans.names, (uint32_t)group));
}

static struct tablecell
counterstatcell(const void *arg, size_t row, const struct column *column)
{
	const struct counterrow *r = &((const struct countertable *)arg)->rows[row];

	switch (column->id) {
	case COUNT:
		return cellwhole((wide)r->count);
	case MEAN:
		return numbercell(r->mean);
	case MIN:
		return numbercell(r->min);
	case MAX:
		return numbercell(r->max);
	default:
		return numbercell(r->percentiles[column->id - P50]);
	}
}

/* The cells of columns that only the queues of streams have. */
static struct tablecell
counterqueuecell(const void *arg, size_t row, const struct column *column)
{
	const struct countertable *t = arg;
	const struct counterrow *r = &t->rows[row];

	if (t->counters[r->counter].order != TYPE_GPU_QUEUE)
		return (struct tablecell){ 0 };
	return column->id == FULL_TIME ? cellwhole(r->full) : numbercell(r->changemean);
}

static const struct column columns[] = {
	{ "type", COLUMN_TEXT, counteridcell, TYPE, 0 },
	{ "name", COLUMN_TEXT, counteridcell, NAME, 0 },
	{ "source", COLUMN_TEXT, counteridcell, SOURCE, 0 },
	{ "gpu", COLUMN_INTEGER, counteridcell, GPU, 0 },
	{ "device", COLUMN_INTEGER, counteridcell, DEVICE, 0 },
	{ "pid", COLUMN_INTEGER, counteridcell, PID, 0 },
	{ "context", COLUMN_INTEGER, counteridcell, CONTEXT, 4 },
	{ "kernel", COLUMN_TEXT, countergroupcell, KERNEL, 0 },
	{ "nvtx", COLUMN_TEXT, countergroupcell, RANGE, 0 },
	{ "step", COLUMN_INTEGER, countergroupcell, STEP, 0 },
	{ "bin", COLUMN_TIME, countergroupcell, BIN, 0 },
	{ "unit", COLUMN_TEXT, counteridcell, UNIT, 5 },
	{ "count", COLUMN_INTEGER, counterstatcell, COUNT, 0 },
	{ "mean", COLUMN_DECIMAL, counterstatcell, MEAN, 0 },
	{ "min", COLUMN_DECIMAL, counterstatcell, MIN, 3 },
	{ "max", COLUMN_DECIMAL, counterstatcell, MAX, 0 },
	{ "p50", COLUMN_DECIMAL, counterstatcell, P50, 1 },
	{ "p95", COLUMN_DECIMAL, counterstatcell, P95, 2 },
	{ "p99", COLUMN_DECIMAL, counterstatcell, P99, 3 },
	{ "change_mean", COLUMN_DECIMAL, counterqueuecell, CHANGE_MEAN, 2 },
	{ "full_time", COLUMN_TIME, counterqueuecell, FULL_TIME, 2 },
};

enum { COLUMNS = sizeof(columns) / sizeof(*columns) };

void
countertablenotadditive(const struct countertable *t, struct buf *out)
{
	size_t first = t->spans.kind == COUNTERSPAN_NONE ? MEAN : COUNT;

	bufchar(out, '[');
	for (size_t i = first; i <= CHANGE_MEAN; i++)
		bufprintf(out, "%s\"%s\"", i > first ? "," : "", columns[i].title);
	bufchar(out, ']');
}

static int
comparenumber(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* By type, GPU, process and context; counters of one place remain in order of appearance. */
static int
comparecounters(const struct counter *x, const struct counter *y)
{
	int order = comparenumber(x->order, y->order);

	order = order ? order : comparenumber(x->gpu, y->gpu);
	order = order ? order : comparenumber(x->pid, y->pid);
	order = order ? order : comparenumber(x->device, y->device);
	order = order ? order : comparenumber(x->context, y->context);
	order = order ? order : comparenumber(x->name, y->name);
	order = order ? order : comparenumber(x->source, y->source);
	return order ? order : comparenumber(x->type, y->type);
}

/* By counter, then by step or bin, or kernels and ranges with the most values first. */
static int
byplace(const void *a, const void *b, void *arg)
{
	const struct counterrow *x = a, *y = b;
	const struct countertable *t = arg;
	int order = comparecounters(&t->counters[x->counter], &t->counters[y->counter]);
	bool named = t->spans.kind == COUNTERSPAN_KERNEL || t->spans.kind == COUNTERSPAN_RANGE;

	if (order)
		return order;
	if (t->spans.kind == COUNTERSPAN_STEP)
		return comparenumber(t->spans.steps[x->group], t->spans.steps[y->group]);
	if (named && x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return comparenumber(x->group, y->group);
}

/* Keeps the first rows of each counter; 0 keeps all. */
static void
countertop(struct countertable *t, size_t top)
{
	size_t count = 0, before = 0;

	for (size_t i = 0; i < t->rowcount && top > 0; i++) {
		before = i > 0 && t->rows[i].counter == t->rows[i - 1].counter ? before + 1 : 0;
		if (before < top)
			t->rows[count++] = t->rows[i];
	}
	t->rowcount = top > 0 ? count : t->rowcount;
}

/* Returns true if there is a row of a stream's queue. */
static bool
counterqueues(const struct countertable *t)
{
	for (size_t i = 0; i < t->rowcount; i++)
		if (t->counters[t->rows[i].counter].order == TYPE_GPU_QUEUE)
			return true;
	return false;
}

/* Sets the columns of the table; returns their number. */
static size_t
countercolumns(const struct countertable *t, struct column *p)
{
	static const int column[] = { [COUNTERSPAN_KERNEL] = KERNEL,
		[COUNTERSPAN_RANGE] = RANGE,
		[COUNTERSPAN_STEP] = STEP };
	int group = t->accumulator->bins > 0 ? BIN : column[t->spans.kind];
	int last = counterqueues(t) ? FULL_TIME : P99;
	size_t count = 0;

	for (int i = 0; i <= last; i++)
		if (i < KERNEL || i > BIN || i == group)
			p[count++] = columns[i];
	return count;
}

size_t
countertablewrite(
    struct countertable *t, const struct tableview *s, size_t top, struct buf *out)
{
	struct tableview view = *s;
	struct column some[COLUMNS];

	counterspansunite(&t->spans);
	for (size_t i = 0; i < t->count; i++)
		counterrows(t, i);
	if (t->rowcount > 0)
		qsort_r(t->rows, t->rowcount, sizeof(*t->rows), byplace, t);
	countertop(t, top);
	view.columns = some;
	view.count = countercolumns(t, some);
	view.rows = t->rowcount;
	view.arg = t;
	if (t->rowcount > 0 || s->format != TABLE_TEXT)
		tableviewwrite(&view, out);
	return t->rowcount;
}

void
countertablefree(struct countertable *t)
{
	for (size_t i = 0; i < t->count; i++)
		free(t->counters[i].samples);
	free(t->counters);
	free(t->rows);
	free(t->values);
	counterspansfree(&t->spans);
	stringtablefree(&t->texts);
	stringtablefree(&t->known);
	free(t->key.p);
	free(t->scratch.p);
	*t = (struct countertable){ 0 };
}
