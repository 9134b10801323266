/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/err.h"
#include "messagesdoc.h"
#include "repschema.h"

static const char *const kinds[] = {
	[V_NONE] = "null",
	[V_INT] = "integer",
	[V_ZERO] = "integer, 0 if absent",
	[V_STRING] = "string",
	[V_CAPTURED] = "secret string",
	[V_TEXT] = "text",
	[V_NAME] = "text, null if empty",
	[V_SECRET] = "secret text",
	[V_STRINGTEXT] = "text of string",
	[V_STOP] = "time, null if huge",
	[V_PID] = "process of thread",
	[V_NUMBER] = "number of row",
	[V_ORDER] = "number of row, from 0",
	[V_CHAIN] = "number of call chain",
	[V_DEPTH] = "place in call chain",
	[V_CYCLES] = "counter of kind 1",
	[V_CONST] = "constant",
	[V_BRACKETS] = "constant []",
	[V_EMPTY] = "empty text",
	[V_PATH] = "made-up name",
	[V_FACT] = "fact of session",
	[V_MACHINE] = "number of machine",
	[V_PROPERTY] = "name of property",
	[V_METRIC] = "counter",
};

static const char *const trusts[] = {
	[TRUST_PROVEN] = "proven",
	[TRUST_ZERO] = "proven for 0",
	[TRUST_LIKELY] = "likely",
};

/* The places of info tables, up to the field with the rows. */
static const char *const places[] = {
	[FROM_EVENTS] = "",
	[FROM_STRINGS] = "strings block f1",
	[FROM_STREAMED] = "strings block f2",
	[FROM_THREADS] = "thread names f1",
	[FROM_TARGET] = "target f",
	[FROM_DEVICES] = "target f1.f2.f",
	[FROM_PROPERTIES] = "header f1.f2.f1",
	[FROM_NICS] = "header f1.f2.f1, of 910 f2.f1",
	[FROM_SESSION] = "header",
	[FROM_METRICS] = "chunk header f14.f3",
};

static void
putversion(struct buf *out, uint32_t version)
{
	bufprintf(out, "%u.%u", version / 10000, version / 100 % 100);
	if (version % 100 > 0)
		bufprintf(out, ".%u", version % 100);
}

/* Appends the versions that have both a table and its column. */
static void
putversions(struct buf *out, const struct reptabledef *t, const struct repcoldef *c)
{
	uint32_t since = c->since > t->since ? c->since : t->since;
	uint32_t until = c->until < t->until ? c->until : t->until;

	if (since == 0 && until == REP_EVER)
		bufstr(out, "all");
	if (since > 0) {
		bufstr(out, "from ");
		putversion(out, since);
	}
	if (until < REP_EVER) {
		bufstr(out, since > 0 ? " before " : "before ");
		putversion(out, until);
	}
}

/* Appends the path of fields from an event to a message. */
static void /* NOLINTNEXTLINE(misc-no-recursion): as deep as the table is */
putpath(struct buf *out, enum repmessage m)
{
	if (m == M_NONE || m >= M_EVENT_MESSAGES)
		return;
	putpath(out, repmessagedefs[m].parent);
	bufprintf(out, "f%u.", repmessagedefs[m].field);
}

/* Appends the field with the messages that are rows of a table. */
static void
putfield(struct buf *out, const struct reptabledef *t)
{
	for (const struct repcoldef *c = t->columns; c->name; c++)
		if (c->message != M_NONE) {
			bufprintf(out, "%u", repmessagedefs[c->message].field);
			return;
		}
}

/* Appends the place of a table's rows. For events: their types, classes and required fields. */
static void
putwhere(struct buf *out, const struct reptabledef *t)
{
	const char *between = "";

	bufstr(out, places[t->from]);
	if (t->from == FROM_TARGET || t->from == FROM_DEVICES)
		putfield(out, t);
	for (const struct repeventdef *e = repeventdefs; e->payload != M_NONE; e++) {
		if (!e->table || strcmp(e->table, t->name) != 0)
			continue;
		bufprintf(out, "%s%s", between, e->types ? e->types : "generic");
		if (e->classes)
			bufprintf(out, " class %s", e->classes);
		if (e->requires != M_NONE)
			bufprintf(out, " with f%u", repmessagedefs[e->requires].field);
		if (e->rowper == PER_FRAME)
			bufprintf(out, " f%u.f%u", repmessagedefs[e->payload].field, e->field);
		between = "; ";
	}
}

/* Returns how well a table is known, by its events. */
static enum reptrust
trusted(const struct reptabledef *t)
{
	enum reptrust trust = t->from == FROM_METRICS ? TRUST_LIKELY : TRUST_PROVEN;

	for (const struct repeventdef *e = repeventdefs; e->payload != M_NONE; e++)
		if (e->table && strcmp(e->table, t->name) == 0) {
			if (e->trust == TRUST_PROVEN)
				return TRUST_PROVEN;
			trust = e->trust;
		}
	return trust;
}

void
repmessagesdoc(struct buf *out)
{
	for (const struct reptabledef *t = reptabledefs; t->name; t++)
		for (const struct repcoldef *c = t->columns; c->name; c++) {
			enum reptrust trust = trusted(t);

			bufprintf(out, "%s\t%s\t%s\t", t->name, c->name, repdecls[c->decl]);
			putversions(out, t, c);
			bufchar(out, '\t');
			putwhere(out, t);
			bufchar(out, '\t');
			if (repisnumber(c->kind) || repisbytes(c->kind)) {
				putpath(out, c->message);
				bufprintf(out, "f%u", c->field);
			}
			bufprintf(out, "\t%s\t%s\t%s\n", kinds[c->kind],
			    trusts[trust == TRUST_PROVEN ? c->trust : trust],
			    c->seen ? c->seen : t->seen);
		}
}

static int
describefault(const char *table, const char *column, const char *what)
{
	warn("messages: %s: %s: %s", table, column ? column : "-", what);
	return 1;
}

static bool
tableknown(const char *name)
{
	for (const struct reptabledef *t = reptabledefs; t->name; t++)
		if (strcmp(t->name, name) == 0)
			return true;
	return false;
}

/* Checks a column, and compares it with the columns before it. */
static int
checkcolumn(const struct reptabledef *t, const struct repcoldef *c)
{
	bool field = repisnumber(c->kind) || repisbytes(c->kind);
	int faults = 0, same = 0;

	if (field != (c->message != M_NONE && c->kind != V_METRIC))
		faults += describefault(t->name, c->name, "a field of no message, or none of one");
	if (field && (c->field == 0 || c->field >= 64))
		faults += describefault(t->name, c->name, "a field that is not looked at");
	if (c->since >= c->until)
		faults += describefault(t->name, c->name, "no version has it");
	if (c->trust != TRUST_PROVEN && !c->seen)
		faults += describefault(t->name, c->name, "no reason to believe it");
	for (const struct repcoldef *d = t->columns; d < c; d++) {
		bool meet = d->since < c->until && c->since < d->until;

		if (strcmp(d->name, c->name) != 0)
			continue;
		same += meet;
		if (meet && strcmp(d->name, (c - 1)->name) != 0)
			faults += describefault(t->name, c->name,
			    "alternatives that are no neighbours");
		if (meet && d->decl != c->decl)
			faults += describefault(t->name, c->name, "declared in two ways");
	}
	if (same > 1)
		faults += describefault(t->name, c->name, "too many alternatives");
	return faults;
}

static int
checkevent(const struct repeventdef *e)
{
	const char *name = e->what ? e->what : "-";
	uint64_t classes[REP_CLASSES];
	size_t n = repparsenumbers(e->classes, classes, REP_CLASSES);
	int faults = 0;

	if (!e->what)
		faults += describefault("events", e->table, "without a name");
	if (e->table && !tableknown(e->table))
		faults += describefault("events", name, "rows of a table that is not known");
	if ((e->payload == M_CALL) != (e->classes != NULL))
		faults += describefault("events", name, "classes of no call, or none of one");
	for (size_t i = 0; i < n; i++)
		if (classes[i] >= 128)
			faults += describefault("events", name, "a class that is not looked at");
	if ((e->rowper == PER_FRAME) != (e->field != 0))
		faults += describefault("events", name, "frames without a field");
	return faults;
}

int
repmessagescheck(void)
{
	size_t tables = 0, count = 0;
	int faults = 0;

	for (const struct reptabledef *t = reptabledefs; t->name; t++, tables++) {
		if (!t->seen)
			faults += describefault(t->name, NULL, "without a source");
		for (const struct reptabledef *u = reptabledefs; u < t; u++)
			if (strcmp(t->name, u->name) == 0)
				faults += describefault(t->name, NULL, "there twice");
		for (const struct repcoldef *c = t->columns; c->name; c++)
			faults += checkcolumn(t, c);
	}
	for (const struct repeventdef *e = repeventdefs; e->payload != M_NONE; e++, count++)
		faults += checkevent(e);
	if (tables > REP_TABLES || count > REP_EVENTS)
		faults += describefault("-", NULL, "too many tables or events");
	return faults;
}
