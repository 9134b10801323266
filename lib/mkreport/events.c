/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "encode.h"
#include "feed.h"
#include "maker.h"

/* Fields of events that no column is. */
enum { EVENT_TYPE = 1, CALL_CLASS = 6 };
enum { SAMPLE_COUNTER = 5, COUNTER_KIND = 1, COUNTER_VALUE = 2, CYCLES = 1 };
enum { PROCESS_FOLDER = 8, PROCESS_ARGUMENT = 9, PROCESS_ENVIRONMENT = 13 };

/* What an event has besides columns of its table: a class, frames, a counter, secrets. */
static void
extras(struct maker *m, const struct repeventdef *kind, const struct feed *feed)
{
	struct buf *out = &m->event;
	size_t open;

	if (kind->payload == M_CALL && repcolfind(feed->table, "eventClass") == REP_NONE)
		protouint(out, CALL_CLASS, strtoull(kind->classes, NULL, 10));
	if (kind->payload == M_SAMPLE) {
		open = protoopen(out, SAMPLE_COUNTER);
		protouint(out, COUNTER_KIND, CYCLES);
		protouint(out, COUNTER_VALUE,
		    (uint64_t)encodeint(feed->table, &feed->row, "cpuCycles", 0));
		protoclose(out, open);
	}
	if (kind->payload == M_PROCESS) {
		makercaptured(m, out, PROCESS_FOLDER, "PROCESS_0:WORKING_DIR");
		makercaptured(m, out, PROCESS_ARGUMENT, "PROCESS_0:ARGUMENT");
		if (m->environment >= 0)
			protouint(out, PROCESS_ENVIRONMENT, (uint64_t)m->environment);
	}
}

/* Tables with the frames of events, read by the number of a call chain. */
struct chains {
	const char *table, *of, *number; /* the table of events, and its column with that */
	struct feed feed;
	const struct repeventdef *kind;
};

/* Adds the frames of an event. */
static void
frames(struct maker *m, struct chains *chains, const struct feed *feed)
{
	for (; chains->table; chains++) {
		if (!chains->kind || strcmp(chains->of, feed->table->def->name) != 0)
			continue;
		feedbind(&chains->feed, encodeint(feed->table, &feed->row, chains->number, 0));
		while (feednext(&chains->feed)) {
			size_t open = protoopen(&m->event, chains->kind->field);

			encode(&m->event, &m->schema, chains->feed.table, &chains->feed.row,
			    M_FRAME);
			protoclose(&m->event, open);
		}
	}
}

/* Writes a row as an event. */
static void
putevent(struct maker *m, struct chains *chains, const struct feed *feed)
{
	const struct repeventdef *kind = encodekind(feed->table, &feed->row);
	size_t open;

	if (!kind) {
		m->strange++;
		return;
	}
	m->event.n = 0;
	protouint(&m->event, EVENT_TYPE, encodetype(kind, feed->table, &feed->row));
	open = protoopen(&m->event, repmessagedefs[kind->payload].field);
	encode(&m->event, &m->schema, feed->table, &feed->row, kind->payload);
	extras(m, kind, feed);
	frames(m, chains, feed);
	protoclose(&m->event, open);
	boxevent(&m->box, bufall(&m->event));
}

/* Whether a table's rows are events of their own: not parts of others, or made of them. */
static bool
eventswhole(const struct reptable *table)
{
	for (const struct repeventdef *e = repeventdefs; e->payload != M_NONE; e++)
		if (e->table && strcmp(e->table, table->def->name) == 0 &&
		    (e->rowper == PER_EVENT || e->rowper == PER_NAME))
			return true;
	return false;
}

static void
openchains(struct maker *m, struct chains *chains)
{
	for (; chains->table; chains++) {
		size_t table = reptablefind(&m->schema, chains->table);

		if (!feedhas(m->db, chains->table) || table == REP_NONE)
			continue;
		feedopen(&chains->feed, m->db, &m->schema.tables[table],
		    "WHERE id = ?1 ORDER BY stackDepth");
		for (const struct repeventdef *e = repeventdefs; e->payload != M_NONE; e++)
			if (e->table && strcmp(e->table, chains->table) == 0 && !chains->kind)
				chains->kind = e;
	}
}

void
makerevents(struct maker *m)
{
	struct chains chains[] = {
		{ .table = "SAMPLING_CALLCHAINS", .of = "COMPOSITE_EVENTS", .number = "id" },
		{ .table = "OSRT_CALLCHAINS", .of = "OSRT_API", .number = "callchainId" },
		{ .table = NULL },
	};
	struct feed feeds[REP_TABLES];
	size_t count = 0;

	openchains(m, chains);
	for (size_t i = 0; i < m->schema.count; i++) {
		const struct reptable *table = &m->schema.tables[i];

		if (!table->exists || !eventswhole(table) || !feedhas(m->db, table->def->name))
			continue;
		feedopen(&feeds[count], m->db, table, "ORDER BY rowid");
		if (feednext(&feeds[count]))
			count++;
		else
			feedclose(&feeds[count]);
	}
	while (count > 0) {
		size_t first = 0;

		for (size_t i = 1; i < count; i++)
			if (feeds[i].time < feeds[first].time)
				first = i;
		putevent(m, chains, &feeds[first]);
		if (feednext(&feeds[first]))
			continue;
		feedclose(&feeds[first]);
		memmove(&feeds[first], &feeds[first + 1], (--count - first) * sizeof(*feeds));
	}
	for (struct chains *c = chains; c->table; c++)
		if (c->kind)
			feedclose(&c->feed);
}
