/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "conversion.h"
#include "encode.h"
#include "tablereader.h"

/* Fields of events that are no column of an event table. */
enum { EVENT_TYPE = 1, CALL_CLASS = 6 };
enum { SAMPLE_COUNTER = 5, COUNTER_KIND = 1, COUNTER_VALUE = 2, CYCLES = 1 };
enum { PROCESS_FOLDER = 8, PROCESS_ARGUMENT = 9, PROCESS_ENVIRONMENT = 13 };

/* Appends the fields of an event that are no column of its table: the class of a call, the
 * counter of a sample, and the command line and environment of a process. */
static void
extras(struct conversion *m, const struct repeventdef *kind, const struct tablereader *rows)
{
	struct buf *out = &m->event;
	size_t open;

	if (kind->payload == M_CALL && repcolfind(rows->table, "eventClass") == REP_NONE)
		protouint(out, CALL_CLASS, strtoull(kind->classes, NULL, 10));
	if (kind->payload == M_SAMPLE) {
		open = protoopen(out, SAMPLE_COUNTER);
		protouint(out, COUNTER_KIND, CYCLES);
		protouint(out, COUNTER_VALUE,
		    (uint64_t)encodeint(rows->table, &rows->row, "cpuCycles", 0));
		protoclose(out, open);
	}
	if (kind->payload == M_PROCESS) {
		conversioncaptured(m, out, PROCESS_FOLDER, "PROCESS_0:WORKING_DIR");
		conversioncaptured(m, out, PROCESS_ARGUMENT, "PROCESS_0:ARGUMENT");
		if (m->environment >= 0)
			protouint(out, PROCESS_ENVIRONMENT, (uint64_t)m->environment);
	}
}

/* A table of call chains, from which the frames of events are read. Example: frames of
 * COMPOSITE_EVENTS are the rows of SAMPLING_CALLCHAINS with the event's id. */
struct chains {
	/* of: the event table; number: its column with the id of the chain */
	const char *table, *of, *number;
	struct tablereader frames;
	const struct repeventdef *kind;
};

/* Appends the frames of an event. */
static void
frames(struct conversion *m, struct chains *chains, const struct tablereader *rows)
{
	for (; chains->table; chains++) {
		if (!chains->kind || strcmp(chains->of, rows->table->def->name) != 0)
			continue;
		tablereaderbind(
		    &chains->frames, encodeint(rows->table, &rows->row, chains->number, 0));
		while (tablereadernext(&chains->frames)) {
			size_t open = protoopen(&m->event, chains->kind->field);

			encode(&m->event, &m->schema, chains->frames.table, &chains->frames.row,
			    M_FRAME);
			protoclose(&m->event, open);
		}
	}
}

/* Writes a row as an event. */
static void
putevent(struct conversion *m, struct chains *chains, const struct tablereader *rows)
{
	const struct repeventdef *kind = encodeeventdef(rows->table, &rows->row);
	size_t open;

	if (!kind) {
		m->unmatched++;
		return;
	}
	m->event.n = 0;
	protouint(&m->event, EVENT_TYPE, encodetype(kind, rows->table, &rows->row));
	open = protoopen(&m->event, repmessagedefs[kind->payload].field);
	encode(&m->event, &m->schema, rows->table, &rows->row, kind->payload);
	extras(m, kind, rows);
	frames(m, chains, rows);
	protoclose(&m->event, open);
	reportwriterevent(&m->reportwriter, bufall(&m->event));
}

/* Returns true if each row of a table is an event, rather than a part of one or derived from
 * one. */
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
openchains(struct conversion *m, struct chains *chains)
{
	for (; chains->table; chains++) {
		size_t table = reptablefind(&m->schema, chains->table);

		if (!exporthastable(m->db, chains->table) || table == REP_NONE)
			continue;
		tablereaderopen(&chains->frames, m->db, &m->schema.tables[table],
		    "WHERE id = ?1 ORDER BY stackDepth");
		for (const struct repeventdef *e = repeventdefs; e->payload != M_NONE; e++)
			if (e->table && strcmp(e->table, chains->table) == 0 && !chains->kind)
				chains->kind = e;
	}
}

void
conversionevents(struct conversion *m)
{
	struct chains chains[] = {
		{ .table = "SAMPLING_CALLCHAINS", .of = "COMPOSITE_EVENTS", .number = "id" },
		{ .table = "OSRT_CALLCHAINS", .of = "OSRT_API", .number = "callchainId" },
		{ .table = NULL },
	};
	struct tablereader readers[REP_TABLES];
	size_t count = 0;

	openchains(m, chains);
	for (size_t i = 0; i < m->schema.count; i++) {
		const struct reptable *table = &m->schema.tables[i];

		if (!table->exists || !eventswhole(table) ||
		    !exporthastable(m->db, table->def->name))
			continue;
		tablereaderopen(&readers[count], m->db, table, "ORDER BY rowid");
		if (tablereadernext(&readers[count]))
			count++;
		else
			tablereaderclose(&readers[count]);
	}
	while (count > 0) {
		size_t first = 0;

		for (size_t i = 1; i < count; i++)
			if (readers[i].time < readers[first].time)
				first = i;
		putevent(m, chains, &readers[first]);
		if (tablereadernext(&readers[first]))
			continue;
		tablereaderclose(&readers[first]);
		memmove(&readers[first], &readers[first + 1], (--count - first) * sizeof(*readers));
	}
	for (struct chains *c = chains; c->table; c++)
		if (c->kind)
			tablereaderclose(&c->frames);
}
