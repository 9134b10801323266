/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "countertable.h"

struct sample {
	int64_t ts; /* ns */
	double value;
};

/* A counter. */
struct counterrow {
	enum event_type order;             /* of rows */
	uint32_t type, name, source, unit; /* texts */
	unsigned has;                /* bits of the keys that it has */
	int64_t gpu, device, pid, context;
	struct sample *samples;
	size_t count, room;
	double mean; /* set by countermeasure, which sorts the samples by value */
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

/* Makes the row of a counter; t->scratch is its source. */
static void
countermake(struct countertable *t, const struct event *ev)
{
	static const unsigned want = COUNTERTABLE_KEYS;

	GROW(t->rows, t->room, t->count + 1);
	t->rows[t->count++] = (struct counterrow){
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

/* Returns the row of an event's counter; makes it if it is new. */
static struct counterrow *
counterof(struct countertable *t, const struct event *ev)
{
	int64_t id[] = { ev->type, (int64_t)(ev->has & COUNTERTABLE_KEYS), evnumber(ev, KEY_PID),
		evnumber(ev, KEY_GPU), evnumber(ev, KEY_DEVICE), evnumber(ev, KEY_CONTEXT) };
	uint32_t row;

	t->key.n = 0;
	bufmem(&t->key, (const char *)id, sizeof(id));
	bufspan(&t->key, counterstring(ev, KEY_TYPE));
	bufspan(&t->key, counterstring(ev, KEY_NAME));
	countersource(t, ev);
	bufspan(&t->key, bufall(&t->scratch));
	row = stringintern(&t->known, bufall(&t->key));
	if (row == t->count)
		countermake(t, ev);
	return &t->rows[row];
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
	struct counterrow *row;

	if (evhas(ev, KEY_DUR) || !evhas(ev, KEY_VALUE) ||
	    !countervalue(ev->value[KEY_VALUE], &sample.value))
		return;
	row = counterof(t, ev);
	if (row->count > 0)
		evchecksorted(ev, row->samples[row->count - 1].ts);
	GROW(row->samples, row->room, row->count + 1);
	row->samples[row->count++] = sample;
}

static int
byvalue(const void *a, const void *b)
{
	const struct sample *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* Drops the values outside the window, computes the mean of the others and sorts them. */
static void
countermeasure(struct counterrow *r, int64_t from, int64_t to)
{
	long double sum = 0, weighted = 0, time = 0;
	size_t count = 0;

	for (size_t i = 0; i < r->count; i++)
		if (evoverlaps(r->samples[i].ts, r->samples[i].ts, from, to))
			r->samples[count++] = r->samples[i];
	r->count = count;
	for (size_t i = 0; i < count; i++) {
		sum += r->samples[i].value;
		if (i + 1 == count)
			break;
		weighted += (long double)r->samples[i].value *
		    (long double)(r->samples[i + 1].ts - r->samples[i].ts);
		time += (long double)(r->samples[i + 1].ts - r->samples[i].ts);
	}
	if (count == 0)
		return;
	r->mean = (double)(time > 0 ? weighted / time : sum / (long double)count);
	qsort(r->samples, count, sizeof(*r->samples), byvalue);
}

/* Returns a percentile, on the line between the two nearest values. */
static double
counterpercentile(const struct counterrow *r, int percent)
{
	size_t scaled = (r->count - 1) * (size_t)percent, at = scaled / 100;
	double low = r->samples[at].value;

	if (scaled % 100 == 0)
		return low;
	return low + (r->samples[at + 1].value - low) * (double)(scaled % 100) / 100;
}

/* Returns a number as a cell with three decimals. */
static struct tablecell
numbercell(double value)
{
	return cellratio((wide)roundl((long double)value * 1000), 1000);
}

enum { TYPE, NAME, SOURCE, GPU, DEVICE, PID, CONTEXT, UNIT, COUNT, MEAN, MIN, MAX, P50, P95, P99 };

static struct tablecell
countertextcell(const struct countertable *t, uint32_t text)
{
	struct span s = stringat(&t->texts, text);

	return s.n > 0 ? celltext(s) : (struct tablecell){ 0 };
}

static struct tablecell
counterkeycell(const struct counterrow *r, enum event_key key, int64_t number)
{
	return r->has & EVKEY(key) ? cellwhole(number) : (struct tablecell){ 0 };
}

static struct tablecell
counteridcell(const void *arg, size_t row, const struct column *column)
{
	const struct countertable *t = arg;
	const struct counterrow *r = &t->rows[row];

	switch (column->id) {
	case TYPE:
		return countertextcell(t, r->type);
	case NAME:
		return countertextcell(t, r->name);
	case SOURCE:
		return countertextcell(t, r->source);
	case GPU:
		return counterkeycell(r, KEY_GPU, r->gpu);
	case DEVICE:
		return counterkeycell(r, KEY_DEVICE, r->device);
	case PID:
		return counterkeycell(r, KEY_PID, r->pid);
	case CONTEXT:
		return counterkeycell(r, KEY_CONTEXT, r->context);
	default:
		return countertextcell(t, r->unit);
	}
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
		return numbercell(r->samples[0].value);
	case MAX:
		return numbercell(r->samples[r->count - 1].value);
	case P50:
		return numbercell(counterpercentile(r, 50));
	case P95:
		return numbercell(counterpercentile(r, 95));
	default:
		return numbercell(counterpercentile(r, 99));
	}
}

static const struct column columns[] = {
	{ "type", COLUMN_TEXT, counteridcell, TYPE, 0 },
	{ "name", COLUMN_TEXT, counteridcell, NAME, 0 },
	{ "source", COLUMN_TEXT, counteridcell, SOURCE, 0 },
	{ "gpu", COLUMN_INTEGER, counteridcell, GPU, 0 },
	{ "device", COLUMN_INTEGER, counteridcell, DEVICE, 0 },
	{ "pid", COLUMN_INTEGER, counteridcell, PID, 0 },
	{ "context", COLUMN_INTEGER, counteridcell, CONTEXT, 4 },
	{ "unit", COLUMN_TEXT, counteridcell, UNIT, 5 },
	{ "count", COLUMN_INTEGER, counterstatcell, COUNT, 0 },
	{ "mean", COLUMN_DECIMAL, counterstatcell, MEAN, 0 },
	{ "min", COLUMN_DECIMAL, counterstatcell, MIN, 3 },
	{ "max", COLUMN_DECIMAL, counterstatcell, MAX, 0 },
	{ "p50", COLUMN_DECIMAL, counterstatcell, P50, 1 },
	{ "p95", COLUMN_DECIMAL, counterstatcell, P95, 2 },
	{ "p99", COLUMN_DECIMAL, counterstatcell, P99, 3 },
};

enum { COLUMNS = sizeof(columns) / sizeof(*columns) };

void
countertablenotadditive(struct buf *out)
{
	bufchar(out, '[');
	for (size_t i = MEAN; i < COLUMNS; i++)
		bufprintf(out, "%s\"%s\"", i > MEAN ? "," : "", columns[i].title);
	bufchar(out, ']');
}

static int
comparenumber(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* By type, GPU, process and context; counters of one place remain in order of appearance. */
static int
byplace(const void *a, const void *b)
{
	const struct counterrow *x = a, *y = b;
	int order = comparenumber(x->order, y->order);

	order = order ? order : comparenumber(x->gpu, y->gpu);
	order = order ? order : comparenumber(x->pid, y->pid);
	order = order ? order : comparenumber(x->device, y->device);
	order = order ? order : comparenumber(x->context, y->context);
	order = order ? order : comparenumber(x->name, y->name);
	order = order ? order : comparenumber(x->source, y->source);
	return order ? order : comparenumber(x->type, y->type);
}

size_t
countertablewrite(struct countertable *t, const struct tableview *s, struct buf *out)
{
	struct tableview view = *s;
	size_t count = 0;

	for (size_t i = 0; i < t->count; i++)
		countermeasure(&t->rows[i], clipfrom(t->clip), clipto(t->clip));
	for (size_t i = 0; i < t->count; i++)
		if (t->rows[i].count > 0)
			t->rows[count++] = t->rows[i];
		else
			free(t->rows[i].samples);
	t->count = count;
	if (count > 0)
		qsort(t->rows, count, sizeof(*t->rows), byplace);
	view.columns = columns;
	view.count = COLUMNS;
	view.rows = count;
	view.arg = t;
	if (count > 0 || s->format != TABLE_TEXT)
		tableviewwrite(&view, out);
	return count;
}

void
countertablefree(struct countertable *t)
{
	for (size_t i = 0; i < t->count; i++)
		free(t->rows[i].samples);
	free(t->rows);
	stringtablefree(&t->texts);
	stringtablefree(&t->known);
	free(t->key.p);
	free(t->scratch.p);
	*t = (struct countertable){ 0 };
}
