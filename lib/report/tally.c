/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "tally.h"

void
reptallyopen(struct reptally *t, const struct repshape *s)
{
	*t = (struct reptally){ .values = xreallocarray(NULL, s->columns, sizeof(*t->values)) };
	memset(t->values, 0, s->columns * sizeof(*t->values));
}

void
reptallyfree(struct reptally *t)
{
	free(t->secrets);
	free(t->values);
}

void
reptallyhide(struct reptally *t, uint64_t string)
{
	size_t had = t->secretroom, byte = (size_t)(string / 8);

	GROW(t->secrets, t->secretroom, byte + 1);
	memset(t->secrets + had, 0, t->secretroom - had);
	t->secrets[byte] |= (uint8_t)(1 << string % 8);
}

bool
reptallyhidden(const struct reptally *t, uint64_t string)
{
	return string / 8 < t->secretroom && t->secrets[string / 8] >> string % 8 & 1;
}

void
reptallyjudge(struct reptally *t, const struct repshape *s, const struct repcol *col,
    const struct reppick *pick, struct cell *cell)
{
	if (pick->trust == TRUST_PROVEN || (pick->trust == TRUST_ZERO && cell->number == 0))
		return;
	t->values[col->place]++;
	if (s->proven)
		*cell = (struct cell){ .type = CELL_NULL };
}

/* Notes a column that a row lacked: of several the first one of the table is told. */
static void
lacks(struct reptally *t, size_t form, const struct repcol *col)
{
	if (!t->lacked[form] || col < t->lacked[form])
		t->lacked[form] = col;
}

bool
reptallyrow(struct reptally *t, size_t form, const struct repcol *lacking)
{
	if (!lacking) {
		t->rows[form]++;
		return true;
	}
	t->lacking[form]++;
	lacks(t, form, lacking);
	return false;
}

static int
bykind(const struct repstray *a, const struct repstray *b)
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
reptallystray(struct reptally *t, const struct repstray *stray)
{
	size_t low = 0, high = t->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = bykind(&t->strays[middle], stray);

		if (order == 0) {
			t->strays[middle].count += stray->count;
			return;
		}
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == REP_STRAYS) {
		t->others += stray->count;
		return;
	}
	if (t->count == REP_STRAYS)
		t->others += t->strays[--t->count].count;
	memmove(&t->strays[low + 1], &t->strays[low], (t->count++ - low) * sizeof(*t->strays));
	t->strays[low] = *stray;
}

void
reptallyadd(struct reptally *t, const struct reptally *other, const struct repshape *s)
{
	t->events += other->events;
	t->generic += other->generic;
	t->unlaid += other->unlaid;
	t->others += other->others;
	for (size_t i = 0; i < REP_EVENTS; i++)
		t->kinds[i] += other->kinds[i];
	for (size_t i = 0; i < REP_TABLES; i++) {
		t->rows[i] += other->rows[i];
		t->lacking[i] += other->lacking[i];
		if (other->lacked[i])
			lacks(t, i, other->lacked[i]);
	}
	for (size_t i = 0; i < s->columns; i++)
		t->values[i] += other->values[i];
	for (size_t i = 0; i < other->count; i++)
		reptallystray(t, &other->strays[i]);
	for (size_t i = 0; i < other->secretroom; i++)
		for (int bit = 0; bit < 8; bit++)
			if (other->secrets[i] >> bit & 1)
				reptallyhide(t, (uint64_t)i * 8 + (uint64_t)bit);
}

/* Begins the next one of a list. */
static void
comma(struct buf *out)
{
	if (out->n > 0)
		bufstr(out, ", ");
}

static void
tallycounted(struct buf *out, const char *what, uint64_t count)
{
	comma(out);
	bufprintf(out, "%s %llu", what, (unsigned long long)count);
}

static void
stray(struct buf *out, const struct repstray *s)
{
	comma(out);
	if (s->what == STRAY_EVENT) {
		bufprintf(out, "unknown events %llu/%u", (unsigned long long)s->type, s->payload);
		if (s->class != UINT64_MAX)
			bufprintf(out, " class %llu", (unsigned long long)s->class);
	} else {
		bufprintf(out, "%s %u of %s", s->what == STRAY_FIELD ? "unknown field" : "field",
		    s->payload, repplaces[s->message].name);
	}
	bufprintf(out, " %llu", (unsigned long long)s->count);
}

/* Writes the columns with values that are not proven. */
static void
tallycolumns(const struct reptally *t, const struct repshape *s, const char *note, struct buf *out)
{
	for (size_t i = 0; i < s->count; i++)
		for (size_t j = 0; j < s->forms[i].count; j++) {
			const struct repcol *col = &s->forms[i].cols[j];

			if (t->values[col->place] == 0)
				continue;
			comma(out);
			bufprintf(out, "%s.%s %llu%s", s->forms[i].table->name, col->name,
			    (unsigned long long)t->values[col->place], note);
		}
}

void
reptallyleft(const struct reptally *t, const struct repshape *s, struct buf *out)
{
	for (size_t i = 0; repevents[i].payload != M_NONE; i++) {
		const struct repevent *e = &repevents[i];

		/* What an opened file is called is known of no event. */
		if (t->kinds[i] == 0 || !s->matches[i].left || e->each == EACH_FILE)
			continue;
		tallycounted(out, e->what, t->kinds[i]);
		if (e->table && repformfind(s, e->table) == REP_NOFORM)
			bufprintf(out, " (exports of this version have no %s)", e->table);
		else if (e->table)
			bufstr(out, " (unproven)");
	}
	if (s->proven)
		tallycolumns(t, s, " (unproven)", out);
	if (t->properties > 0)
		tallycounted(out, "properties of the system", t->properties);
	if (t->unlaid > 0)
		tallycounted(out, "generic events", t->unlaid);
	for (size_t i = 0; i < t->count; i++)
		if (t->strays[i].what != STRAY_TYPE)
			stray(out, &t->strays[i]);
	if (t->others > 0)
		tallycounted(out, "other unknown things", t->others);
}

void
reptallyunproven(const struct reptally *t, const struct repshape *s, struct buf *out)
{
	for (size_t i = 0; repevents[i].payload != M_NONE; i++)
		if (t->kinds[i] > 0 && !s->matches[i].left && repevents[i].trust == TRUST_LIKELY)
			tallycounted(out, repevents[i].what, t->kinds[i]);
	if (!s->proven)
		tallycolumns(t, s, "", out);
}

void
reptallybroken(const struct reptally *t, const struct repshape *s, struct buf *out)
{
	for (size_t i = 0; i < s->count; i++) {
		if (t->lacking[i] == 0)
			continue;
		comma(out);
		bufprintf(out, "%s %llu without %s", s->forms[i].table->name,
		    (unsigned long long)t->lacking[i], t->lacked[i]->name);
	}
	for (size_t i = 0; i < t->count; i++)
		if (t->strays[i].what == STRAY_TYPE)
			stray(out, &t->strays[i]);
}
