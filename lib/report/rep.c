/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "rep.h"
#include "wire.h"

/* Fields of the chunk header with the layouts of generic events. */
enum { CHUNK_SOURCE = 13, SOURCE_TYPES = 1, SOURCE_NAME = 3 };
enum { CHUNK_TYPE = 14, TYPE_ID = 1, TYPE_TITLE = 2, TYPE_COUNTER = 3 };
enum { COUNTER_NAME = 1, COUNTER_AT = 2, COUNTER_SIZE = 3 };

/* Fields on the path to the options of the capture; see nst-report(5). */
enum { HEADER_MACHINE = 1, MACHINE_PROPERTIES = 2, PROPERTY_NUMBER = 1, PROPERTY_VALUE = 2 };
enum { HEADER_OPTIONS = 2, OPTIONS_PROCESS = 26, OPTION_COMMAND = 10, OPTION_ARGUMENT = 11 };
enum { OPTION_VARIABLE = 30, VARIABLE_NAME = 1, VARIABLE_VALUE = 2, UI_COMMAND = 25 };
enum { ENVIRONMENT = 610, COMMAND_LINE = 170 };

/* The field with the content of a captured stream. */
enum { STREAMED_CONTENT = 3 };

/* The source of a type of generic events: the upper half of its number. */
#define SOURCE_OF(type) ((type) >> 32 << 32)

/* Limits. A GPU has one type with some dozens of counters. */
enum { MOST_SOURCES = 64, MOST_LAYOUTS = 1024, MOST_COUNTERS = 1 << 16 };

/* Finds the sources that are GPU metrics. Returns their number. */
static size_t
gpusources(const struct rep *r, uint64_t sources[MOST_SOURCES])
{
	struct wire w = wireopen(bufall(&r->file.chunk));
	struct wirefield f;
	size_t count = 0;

	while (wirenext(&w, &f) && count < MOST_SOURCES) {
		struct span name = { NULL, 0 };

		if (f.number == CHUNK_SOURCE && f.type == WIRE_BYTES)
			name = repstring(
			    &r->strings, wireuint(f.bytes, SOURCE_NAME, REP_NOSTRING));
		if (name.p && spanis(name, "GpuMetrics"))
			sources[count++] = wireuint(f.bytes, SOURCE_TYPES, 0);
	}
	return count;
}

/* Reads the counters of a type. */
static void
counters(struct rep *r, struct repmetriclayout *layout, struct span type)
{
	struct wire w = wireopen(type);
	struct wirefield f;

	layout->first = r->countercount;
	while (wirenext(&w, &f)) {
		struct repmetriccounter c;
		uint64_t at, n;

		if (f.number != TYPE_COUNTER || f.type != WIRE_BYTES)
			continue;
		at = wireuint(f.bytes, COUNTER_AT, 0);
		n = wireuint(f.bytes, COUNTER_SIZE, 0);
		if (n == 0 || n > 8 || at > REP_BLOCK || r->countercount == MOST_COUNTERS)
			repfilebad(&r->file, r->file.size, "counters that no GPU has");
		c = (struct repmetriccounter){
			wireuint(f.bytes, COUNTER_NAME, REP_NOSTRING), (size_t)at, (size_t)n
		};
		GROW(r->counters, r->counterroom, r->countercount + 1);
		r->counters[r->countercount++] = c;
		layout->size += c.n;
		if (layout->need < c.at + c.n)
			layout->need = c.at + c.n;
	}
	layout->count = r->countercount - layout->first;
}

/* Reads the layouts of GPU metrics from the chunk header. */
static void
layouts(struct rep *r)
{
	struct wire w = wireopen(bufall(&r->file.chunk));
	struct wirefield f;
	uint64_t sources[MOST_SOURCES];
	size_t count = gpusources(r, sources);

	while (wirenext(&w, &f)) {
		struct repmetriclayout layout = { 0 };
		bool gpu = false, fresh;

		if (f.number != CHUNK_TYPE || f.type != WIRE_BYTES)
			continue;
		layout.type = wireuint(f.bytes, TYPE_ID, 0);
		layout.name = wireuint(f.bytes, TYPE_TITLE, REP_NOSTRING);
		for (size_t i = 0; i < count; i++)
			gpu = gpu || sources[i] == SOURCE_OF(layout.type);
		if (!gpu || repmetriclayout(r, layout.type))
			continue;
		if (r->layoutcount == MOST_LAYOUTS)
			repfilebad(&r->file, r->file.size, "more GPUs than a machine has");
		counters(r, &layout, f.bytes);
		GROW(r->layouts, r->layoutroom, r->layoutcount + 1);
		*mapput(&r->layoutmap, (struct mapkey){ layout.type, 0 }, &fresh) =
		    (uint32_t)r->layoutcount;
		r->layouts[r->layoutcount++] = layout;
	}
}

const struct repmetriclayout *
repmetriclayout(const struct rep *r, uint64_t type)
{
	const uint32_t *number = mapget(&r->layoutmap, (struct mapkey){ type, 0 });

	return number ? &r->layouts[*number] : NULL;
}

/* Ends the program unless two numbers are equal. */
static void
agree(const struct rep *r, const char *what, uint64_t said, uint64_t read)
{
	if (said != read)
		die("%s: malformed: %llu %s where its header says %llu", r->file.path,
		    (unsigned long long)read, what, (unsigned long long)said);
}

/* Returns the number of thread names. */
static uint64_t
threads(const struct rep *r)
{
	struct wire w = wireopen(bufall(&r->file.threads));
	struct wirefield f;
	uint64_t count = 0;

	while (wirenext(&w, &f))
		count += f.number == repmessagedefs[M_THREAD].field && f.type == WIRE_BYTES;
	return count;
}

void
repopen(struct rep *r, const char *path, bool proven)
{
	struct repsearch opens = { (const char *const[]){ "open", "open64" }, r->opens, 2 };

	*r = (struct rep){ .opens = { 0 } };
	repfileopen(&r->file, path);
	repsessionopen(&r->session, &r->file);
	repschemamake(&r->schema, r->session.version, proven);
	repstringsopen(&r->strings, &r->file, &opens);
	agree(r, "strings", r->session.strings, r->strings.count);
	agree(r, "thread names", r->session.threads, threads(r));
	layouts(r);
}

void
repclose(struct rep *r)
{
	repstringsclose(&r->strings);
	repschemafree(&r->schema);
	repsessionclose(&r->session);
	repfileclose(&r->file);
	mapfree(&r->layoutmap);
	free(r->layouts);
	free(r->counters);
}

void
rephidecaptured(const struct rep *r, struct repcoverage *t)
{
	struct wire w = wireopen(r->strings.rest);
	struct wirefield f;

	while (wirenext(&w, &f))
		if (f.number == repmessagedefs[M_STREAMED].field && f.type == WIRE_BYTES) {
			uint64_t id = wireuint(f.bytes, STREAMED_CONTENT, REP_NOSTRING);

			if (id < r->strings.count)
				repcoveragehide(t, id);
		}
}

void
repcheckcounts(const struct rep *r, const struct repcoverage *t)
{
	agree(r, "events", r->session.events, t->events);
	agree(r, "generic events", r->session.generic, t->generic);
}

/* The callback of repsecrets(). */
struct secretsink {
	void (*each)(void *arg, struct span text);
	void *arg;
	struct buf text;
};

static void
repsecret(struct secretsink *t, struct span text)
{
	if (text.n > 0)
		t->each(t->arg, text);
}

/* Passes on an environment variable. */
static void
variable(struct secretsink *t, struct span message)
{
	struct span name = wirebytes(message, VARIABLE_NAME),
	            value = wirebytes(message, VARIABLE_VALUE);

	for (int quoted = 0; quoted < 2; quoted++) {
		t->text.n = 0;
		bufspan(&t->text, name);
		bufstr(&t->text, quoted ? "=\"" : "=");
		bufspan(&t->text, value);
		bufstr(&t->text, quoted ? "\"" : "");
		repsecret(t, bufall(&t->text));
	}
}

/* Passes on the secrets of a process: its environment and, if it has arguments, its command
 * line. */
static void
process(struct secretsink *t, struct span message)
{
	struct wire w = wireopen(message);
	struct buf line = { 0 };
	struct wirefield f;
	bool arguments = false;

	bufspan(&line, wirebytes(message, OPTION_COMMAND));
	while (wirenext(&w, &f)) {
		if (f.number == OPTION_VARIABLE && f.type == WIRE_BYTES)
			variable(t, f.bytes);
		if (f.number != OPTION_ARGUMENT || f.type != WIRE_BYTES)
			continue;
		bufchar(&line, ' ');
		bufspan(&line, f.bytes);
		arguments = true;
	}
	if (arguments)
		repsecret(t, bufall(&line));
	free(line.p);
}

void
repsecrets(const struct rep *r, void (*each)(void *arg, struct span text), void *arg)
{
	struct span header = bufall(&r->file.header);
	struct secretsink t = { .each = each, .arg = arg };
	struct wire w = wireopen(wirebytes(header, HEADER_OPTIONS));
	struct wirefield f;

	while (wirenext(&w, &f))
		if (f.number == OPTIONS_PROCESS && f.type == WIRE_BYTES)
			process(&t, f.bytes);
	w = wireopen(wirebytes(wirebytes(header, HEADER_MACHINE), MACHINE_PROPERTIES));
	while (wirenext(&w, &f)) {
		uint64_t number = f.type == WIRE_BYTES ? wireuint(f.bytes, PROPERTY_NUMBER, 0) : 0;

		if (number == ENVIRONMENT || number == COMMAND_LINE)
			repsecret(&t, wirebytes(f.bytes, PROPERTY_VALUE));
	}
	repsecret(&t, wirebytes(bufall(&r->file.ui), UI_COMMAND));
	free(t.text.p);
}

/* Returns the first field of a message that has a number and bytes, or an empty one. */
static struct span
firstbytes(struct span message, uint32_t number)
{
	struct wire w = wireopen(message);
	struct wirefield f;

	while (wirenext(&w, &f))
		if (f.number == number && f.type == WIRE_BYTES)
			return f.bytes;
	return (struct span){ NULL, 0 };
}

struct span
repcommand(const struct rep *r, struct span *argument)
{
	struct span options = wirebytes(bufall(&r->file.header), HEADER_OPTIONS);
	struct span launched = firstbytes(options, OPTIONS_PROCESS);

	*argument = firstbytes(launched, OPTION_ARGUMENT);
	return wirebytes(launched, OPTION_COMMAND);
}
