/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "coverage.h"

void
repcoverageopen(struct repcoverage *t, const struct repschema *s)
{
	*t = (struct repcoverage){
		.unproven = xreallocarray(NULL, s->columns, sizeof(*t->unproven))
	};
	memset(t->unproven, 0, s->columns * sizeof(*t->unproven));
}

void
repcoveragefree(struct repcoverage *t)
{
	free(t->secrets);
	free(t->unproven);
}

void
repcoveragehide(struct repcoverage *t, uint64_t string)
{
	size_t had = t->secretroom, byte = (size_t)(string / 8);

	GROW(t->secrets, t->secretroom, byte + 1);
	memset(t->secrets + had, 0, t->secretroom - had);
	t->secrets[byte] |= (uint8_t)(1 << string % 8);
}

bool
repcoveragehidden(const struct repcoverage *t, uint64_t string)
{
	return string / 8 < t->secretroom && t->secrets[string / 8] >> string % 8 & 1;
}

void
repcoveragejudge(struct repcoverage *t, const struct repschema *s, const struct repcol *col,
    const struct repsource *source, struct cell *cell)
{
	if (source->trust == TRUST_PROVEN || (source->trust == TRUST_ZERO && cell->number == 0))
		return;
	t->unproven[col->index]++;
	if (s->proven)
		*cell = (struct cell){ .type = CELL_NULL };
}

/* Notes a column that a row lacks. The first one of the table is kept. */
static void
lacks(struct repcoverage *t, size_t table, const struct repcol *col)
{
	if (!t->missingcol[table] || col < t->missingcol[table])
		t->missingcol[table] = col;
}

bool
repcoveragerow(struct repcoverage *t, size_t table, const struct repcol *lacking)
{
	if (!lacking) {
		t->rows[table]++;
		return true;
	}
	t->incomplete[table]++;
	lacks(t, table, lacking);
	return false;
}

static int
bykind(const struct repanomaly *a, const struct repanomaly *b)
{
	if (a->what != b->what)
		return a->what < b->what ? -1 : 1;
	if (a->message != b->message)
		return a->message < b->message ? -1 : 1;
	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	if (a->payload != b->payload)
		return a->payload < b->payload ? -1 : 1;
	return (a->class > b->class) - (a->class < b->class);
}

void
repcoverageanomaly(struct repcoverage *t, const struct repanomaly *anomaly)
{
	size_t low = 0, high = t->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = bykind(&t->anomalies[middle], anomaly);

		if (order == 0) {
			t->anomalies[middle].count += anomaly->count;
			return;
		}
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == REP_ANOMALIES) {
		t->moreanomalies += anomaly->count;
		return;
	}
	if (t->count == REP_ANOMALIES)
		t->moreanomalies += t->anomalies[--t->count].count;
	memmove(&t->anomalies[low + 1], &t->anomalies[low],
	    (t->count++ - low) * sizeof(*t->anomalies));
	t->anomalies[low] = *anomaly;
}

void
repcoverageadd(struct repcoverage *t, const struct repcoverage *other, const struct repschema *s)
{
	t->events += other->events;
	t->generic += other->generic;
	t->nolayout += other->nolayout;
	t->moreanomalies += other->moreanomalies;
	for (size_t i = 0; i < REP_EVENTS; i++)
		t->kinds[i] += other->kinds[i];
	for (size_t i = 0; i < REP_TABLES; i++) {
		t->rows[i] += other->rows[i];
		t->incomplete[i] += other->incomplete[i];
		if (other->missingcol[i])
			lacks(t, i, other->missingcol[i]);
	}
	for (size_t i = 0; i < s->columns; i++)
		t->unproven[i] += other->unproven[i];
	for (size_t i = 0; i < other->count; i++)
		repcoverageanomaly(t, &other->anomalies[i]);
	for (size_t i = 0; i < other->secretroom; i++)
		for (int bit = 0; bit < 8; bit++)
			if (other->secrets[i] >> bit & 1)
				repcoveragehide(t, (uint64_t)i * 8 + (uint64_t)bit);
}

/* Begins the next item of a list. */
static void
comma(struct buf *out)
{
	if (out->n > 0)
		bufstr(out, ", ");
}

static void
coveragecounted(struct buf *out, const char *what, uint64_t count)
{
	comma(out);
	bufprintf(out, "%s %llu", what, (unsigned long long)count);
}

static void
putanomaly(struct buf *out, const struct repanomaly *s)
{
	comma(out);
	if (s->what == ANOMALY_EVENT) {
		bufprintf(out, "unknown events %llu/%u", (unsigned long long)s->type, s->payload);
		if (s->class != UINT64_MAX)
			bufprintf(out, " class %llu", (unsigned long long)s->class);
	} else {
		bufprintf(out, "%s %u of %s", s->what == ANOMALY_FIELD ? "unknown field" : "field",
		    s->payload, repmessagedefs[s->message].name);
	}
	bufprintf(out, " %llu", (unsigned long long)s->count);
}

/* Appends the columns with unproven values. */
static void
coveragecolumns(const struct repcoverage *t, const struct repschema *s, struct buf *out)
{
	for (size_t i = 0; i < s->count; i++)
		for (size_t j = 0; j < s->tables[i].count; j++) {
			const struct repcol *col = &s->tables[i].cols[j];

			if (t->unproven[col->index] == 0)
				continue;
			comma(out);
			bufprintf(out, "%s.%s %llu", s->tables[i].def->name, col->name,
			    (unsigned long long)t->unproven[col->index]);
		}
}

/* Adds events, or values of a column. */
static void
coverageskip(struct skipped *out, const char *what, bool unproven, uint64_t count)
{
	char kind[160];

	snprintf(kind, sizeof(kind), "%s%s", what, unproven ? " (unproven)" : "");
	skippedadd(out, spanof(kind), count);
}

/* Returns true if a kind of events is skipped because it is unproven, and false if exports have no
 * table for it. */
static bool
coverageunproven(const struct repeventdef *e, const struct repschema *s)
{
	return e->table && reptablefind(s, e->table) != REP_NONE;
}

/* Adds the columns with unproven values, which were left out. */
static void
coverageleftout(const struct repcoverage *t, const struct repschema *s, struct skipped *out)
{
	for (size_t i = 0; i < s->count; i++)
		for (size_t j = 0; j < s->tables[i].count; j++) {
			const struct repcol *col = &s->tables[i].cols[j];
			char name[128];

			if (t->unproven[col->index] == 0)
				continue;
			snprintf(name, sizeof(name), "%s.%s", s->tables[i].def->name, col->name);
			coverageskip(out, name, true, t->unproven[col->index]);
		}
}

void
repcoverageskipped(const struct repcoverage *t, const struct repschema *s, struct skipped *out)
{
	for (size_t i = 0; repeventdefs[i].payload != M_NONE; i++) {
		const struct repeventdef *e = &repeventdefs[i];

		/* No event tells the names of opened files. */
		if (t->kinds[i] > 0 && s->events[i].skipped && e->rowper != PER_OPEN)
			coverageskip(out, e->what, coverageunproven(e, s), t->kinds[i]);
	}
	if (s->proven)
		coverageleftout(t, s, out);
	if (t->properties > 0)
		skippedadd(out, spanof("properties of the system"), t->properties);
	if (t->nolayout > 0)
		skippedadd(out, spanof("generic events"), t->nolayout);
}

void
repcoverageunknown(const struct repcoverage *t, struct buf *out)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->anomalies[i].what != ANOMALY_TYPE)
			putanomaly(out, &t->anomalies[i]);
	if (t->moreanomalies > 0)
		coveragecounted(out, "other unknown things", t->moreanomalies);
}

void
repcoverageleftout(const struct repcoverage *t, const struct repschema *s, struct buf *out)
{
	struct skipped skipped = { .room = 0 };
	struct buf unknown = { 0 };

	repcoverageskipped(t, s, &skipped);
	skippedlist(&skipped, out);
	repcoverageunknown(t, &unknown);
	if (unknown.n > 0) {
		comma(out);
		bufspan(out, bufall(&unknown));
	}
	skippedfree(&skipped);
	free(unknown.p);
}

void
repcoverageunproven(const struct repcoverage *t, const struct repschema *s, struct buf *out)
{
	for (size_t i = 0; repeventdefs[i].payload != M_NONE; i++)
		if (t->kinds[i] > 0 && !s->events[i].skipped &&
		    repeventdefs[i].trust == TRUST_LIKELY)
			coveragecounted(out, repeventdefs[i].what, t->kinds[i]);
	if (!s->proven)
		coveragecolumns(t, s, out);
}

void
repcoveragebroken(const struct repcoverage *t, const struct repschema *s, struct buf *out)
{
	for (size_t i = 0; i < s->count; i++) {
		if (t->incomplete[i] == 0)
			continue;
		comma(out);
		bufprintf(out, "%s %llu without %s", s->tables[i].def->name,
		    (unsigned long long)t->incomplete[i], t->missingcol[i]->name);
	}
	for (size_t i = 0; i < t->count; i++)
		if (t->anomalies[i].what == ANOMALY_TYPE)
			putanomaly(out, &t->anomalies[i]);
}
