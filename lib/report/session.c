/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <time.h>

#include "base/err.h"
#include "session.h"
#include "wire.h"

/* Fields of the messages with session data. */
enum { UI_PRODUCT = 6 };
enum { CHUNK_EVENTS = 1, CHUNK_STRINGS = 3, CHUNK_THREADS = 5, CHUNK_GENERIC = 15 };
enum { HEADER_MACHINE = 1, HEADER_OFFSETS = 16, HEADER_START = 17, HEADER_STOP = 18 };
enum { MACHINE_NAME = 1, MACHINE_VM = 3 };
enum { OFFSETS_ONE = 1, OFFSET_FROM = 1, OFFSET_TO = 2, OFFSET_TEXT = 5 };
enum { CLOCKS_NODES = 1, CLOCKS_EDGES = 2, NODE_ID = 1, NODE_KIND = 2 };
enum { EDGE_FROM = 1, EDGE_TO = 2, EDGE_PAIR = 3, PAIR_TIMES = 1, TIMES_FROM = 1, TIMES_TO = 2 };

/* Numbers of clocks: in the offsets of reports until 2025, and in the conversions of later
 * ones. */
enum { OLD_SESSION = 1, OLD_MIDDLE = 3, OLD_UTC = 9, OLD_LOCAL = 10 };
enum { NEW_UTC = 11, NEW_LOCAL = 12 };

/* The most clocks and conversions that are read. Reports have a dozen. */
enum { MOST_CLOCKS = 64, MOST_PAIRS = 4096 };

/* The id of the machine in reports that do not contain it. */
#define FIRST_VM (UINT64_C(1) << 48)

struct span
repversion(struct span product, uint32_t *version)
{
	unsigned number[3] = { 0, 0, 0 };
	struct span text = { product.p, 0 };
	int parts = 0;

	for (; text.n < product.n; text.n++) {
		char c = product.p[text.n];

		if (c == '.')
			parts++;
		else if (!isdigit((unsigned char)c))
			break;
		else if (parts < 3 && number[parts] < 10000)
			number[parts] = number[parts] * 10 + (unsigned)(c - '0');
	}
	*version = REP_VERSION(number[0], number[1], number[2]);
	if (parts < 2 || number[0] < 2000 || number[0] > 9999 || number[1] > 99 || number[2] > 99)
		*version = 0;
	return text;
}

/* Reads the version from the name of the product. */
static void
product(struct repsession *k, const struct repfile *f)
{
	struct span name = wirebytes(bufall(&f->ui), UI_PRODUCT);

	name = repversion(name, &k->version);
	if (k->version == 0)
		repfilebad(f, f->size, "no version of nsys");
	bufspan(&k->product, name);
	*bufroom(&k->product, 1) = '\0';
}

/* Parses a decimal number, perhaps negative, modulo 2^64. */
static uint64_t
decimal(struct span text)
{
	bool minus = text.n > 0 && *text.p == '-';
	uint64_t v = 0;

	for (size_t i = minus; i < text.n && isdigit((unsigned char)text.p[i]); i++)
		v = v * 10 + (uint64_t)(text.p[i] - '0');
	return minus ? 0 - v : v;
}

/* Finds the offset that converts times between two clocks. Returns false if there is none. */
static bool
offset(const struct repsession *k, uint64_t from, uint64_t to, uint64_t *v)
{
	struct wire w = wireopen(wirebytes(k->header, HEADER_OFFSETS));
	struct wirefield f;

	while (wirenext(&w, &f)) {
		if (f.number != OFFSETS_ONE || f.type != WIRE_BYTES ||
		    wireuint(f.bytes, OFFSET_FROM, 0) != from ||
		    wireuint(f.bytes, OFFSET_TO, 0) != to)
			continue;
		*v = decimal(wirebytes(f.bytes, OFFSET_TEXT));
		return true;
	}
	return false;
}

/* Returns the number of a clock by its id, or 0. */
static uint64_t
kind(struct span nodes, struct span id)
{
	struct wire w = wireopen(nodes);
	struct wirefield f;

	for (int i = 0; i < MOST_CLOCKS && wirenext(&w, &f); i++)
		if (f.type == WIRE_BYTES && spansame(wirebytes(f.bytes, NODE_ID), id))
			return wireuint(f.bytes, NODE_KIND, 0);
	return 0;
}

/* Finds a pair of times that two clocks had at once. The first clock must be from, the second
 * must be to unless that is 0. Returns false if there is none. */
static bool
moment(const struct repfile *f, uint64_t from, uint64_t to, uint64_t times[2])
{
	struct span nodes = wirebytes(bufall(&f->clocks), CLOCKS_NODES);
	struct wire w = wireopen(wirebytes(bufall(&f->clocks), CLOCKS_EDGES));
	struct wirefield edge;

	for (int i = 0; i < MOST_PAIRS && wirenext(&w, &edge); i++) {
		struct wire pairs;
		struct wirefield pair;

		if (edge.type != WIRE_BYTES ||
		    kind(nodes, wirebytes(edge.bytes, EDGE_FROM)) != from ||
		    (to != 0 && kind(nodes, wirebytes(edge.bytes, EDGE_TO)) != to))
			continue;
		pairs = wireopen(edge.bytes);
		while (wirenext(&pairs, &pair)) {
			struct span both;

			if (pair.number != EDGE_PAIR || pair.type != WIRE_BYTES)
				continue;
			both = wirebytes(pair.bytes, PAIR_TIMES);
			times[0] = wireuint(both, TIMES_FROM, 0);
			times[1] = wireuint(both, TIMES_TO, 0);
			return true;
		}
	}
	return false;
}

/* Finds UTC and local time. The arithmetic is modulo 2^64, because offsets are differences of
 * unsigned times. */
static void
dates(struct repsession *k, const struct repfile *f)
{
	uint64_t a, b, times[2];

	if (wirebytes(k->header, HEADER_OFFSETS).p) {
		k->hasutc = offset(k, OLD_MIDDLE, OLD_UTC, &a) &&
		    offset(k, OLD_SESSION, OLD_MIDDLE, &b);
		k->utc = k->hasutc ? k->start - a - b : 0;
		k->haszone = k->hasutc && offset(k, OLD_UTC, OLD_LOCAL, &a);
		k->utcoffset = k->haszone ? 0 - a : 0;
		return;
	}
	k->hasutc = moment(f, NEW_UTC, 0, times);
	k->utc = k->hasutc ? times[0] + (k->start - times[1]) : 0;
	k->haszone = k->hasutc && moment(f, NEW_LOCAL, NEW_UTC, times);
	k->utcoffset = k->haszone ? times[0] - times[1] : 0;
}

void
repsessionopen(struct repsession *k, const struct repfile *f)
{
	struct span chunk = bufall(&f->chunk), machine;

	*k = (struct repsession){ .header = bufall(&f->header) };
	product(k, f);
	machine = wirebytes(k->header, HEADER_MACHINE);
	k->vmid = wireuint(machine, MACHINE_VM, FIRST_VM);
	k->targetname = wirebytes(machine, MACHINE_NAME);
	k->events = wireuint(chunk, CHUNK_EVENTS, 0);
	k->strings = wireuint(chunk, CHUNK_STRINGS, 0);
	k->threads = wireuint(chunk, CHUNK_THREADS, 0);
	k->generic = wireuint(chunk, CHUNK_GENERIC, 0);
	k->start = wireuint(k->header, HEADER_START, UINT64_MAX);
	k->stop = wireuint(k->header, HEADER_STOP, UINT64_MAX);
	k->hastimes = k->start != UINT64_MAX && k->stop != UINT64_MAX;
	if (k->hastimes)
		dates(k, f);
}

void
repsessionclose(struct repsession *k)
{
	free(k->product.p);
}

static void
sessionnumber(struct cell *cell, uint64_t v)
{
	*cell = (struct cell){ .type = CELL_INT, .number = (int64_t)v };
}

/* Sets a cell to a date and time, in seconds and without a time zone. */
static void
date(struct row *row, struct cell *cell, uint64_t ns)
{
	int64_t v = (int64_t)ns;
	time_t seconds = (time_t)(v / 1000000000 - (v % 1000000000 < 0));
	char text[sizeof("-2147483648-01-01T00:00:00")];
	struct tm tm;

	if (gmtime_r(&seconds, &tm) && strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm) > 0)
		rowput(row, cell, CELL_TEXT, spanof(text));
}

void
repsessionfact(const struct repsession *k, enum repsessionfact fact, struct row *row,
    struct cell *cell)
{
	*cell = (struct cell){ .type = CELL_NULL };
	switch (fact) {
	case FACT_VM:
		sessionnumber(cell, k->vmid);
		break;
	case FACT_STATION:
		if (k->targetname.p)
			rowput(row, cell, CELL_TEXT, k->targetname);
		break;
	case FACT_START:
	case FACT_CLOCK:
		if (k->hastimes)
			sessionnumber(cell, k->start);
		break;
	case FACT_STOP:
		/* NULL: in 7 of 345 pairs the export has another time than field 18 of the header,
		 * and nothing tells these reports from the others. */
		break;
	case FACT_UTC:
		if (k->hasutc)
			sessionnumber(cell, k->utc);
		break;
	case FACT_UTCTIME:
		if (k->hasutc)
			date(row, cell, k->utc);
		break;
	case FACT_LOCALTIME:
		if (k->haszone)
			date(row, cell, k->utc + k->utcoffset);
		break;
	}
}
