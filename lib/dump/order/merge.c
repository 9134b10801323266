/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "merge.h"

/* A row of a run. */
struct step {
	struct when when;
	uint64_t place;
};

/* Reads a run, one row ahead, so that it sees ties. A cursor whose next row is in a block that may
 * not be in memory knows only its start: the block is read once the row is the earliest. */
struct cursor {
	size_t table;
	struct sorter *sorter; /* gives the rows of a table instead of a run; or NULL */
	uint64_t next, last;   /* places: of the next row or before it, and of the last row */
	const struct piece *piece; /* whose rows are read; NULL without blocks */
	bool asleep;           /* of the row "now" only ts is known */
	bool unread;           /* of the row "ahead" only ts is known: it is in another block */
	bool ended;            /* the last row was read */
	bool single;           /* the row is outside of the window */
	struct step now, ahead;
	bool more;             /* there is a row ahead */
	struct rowspans *spans; /* the times of rows from "next" on; NULL to read them one by one */
	size_t span;           /* the index of the next one */
	struct step *ties;     /* sorted */
	size_t tie, tiecount, tieroom;
};

/* More cursors have no times of several rows: their memory would be too large. */
enum { CURSORS_AHEAD = 512 };

/* A cursor in the heap, with the start of its row: most comparisons need only that. */
struct place {
	int64_t ts; /* ns */
	size_t cursor;
};

static int
mergebyorder(const void *a, const void *b)
{
	const struct step *x = a, *y = b;
	int order = whenorder(&x->when, &y->when);

	return order ? order : (x->place > y->place) - (x->place < y->place);
}

/* Returns true if a row is wanted, and when it happened. */
static inline bool
wantspan(const struct merge *m, const struct table *t, bool single, const struct rowspan *span,
    struct when *when)
{
	const struct plan *plan = tablespanplan(t, span);
	struct rowtimes times;

	if (plan && plan->spans && span->start > 0 && span->stop >= span->start) {
		*when = (struct when){ span->start, span->stop - span->start, false, false };
	} else {
		tablespancells(span, times.cells);
		if (!tabletimes(t, &times, when))
			return false;
	}
	return single || tableinside(m->wanted, when);
}

/* Finds the next row of a run that is wanted among those whose times were read. Returns false if
 * there is none among them; then c->next is behind them. */
static inline bool
spanahead(const struct merge *m, struct cursor *c, const struct table *t)
{
	const struct rowspans *spans = c->spans;

	while (c->span < spans->count && !c->ended) {
		uint64_t place = spans->place + c->span * spans->step;
		const struct rowspan *span = &spans->list[c->span++];

		c->next = place + spans->step;
		c->ended = place >= c->last;
		c->ahead.place = place;
		if (place <= c->last && wantspan(m, t, c->single, span, &c->ahead.when))
			return true;
	}
	return false;
}

/* Reads the times of rows from c->next on. Returns false if there are none at hand. */
static bool
readspans(struct cursor *c, struct table *t)
{
	if (!c->spans || c->ended)
		return false;
	c->span = 0;
	if (t->rows->spans(t->rows, c->next, c->spans))
		return true;
	c->spans->count = 0;
	return false;
}

/* The slow half of lookahead. */
static __attribute__((noinline)) void
lookaheadcareful(const struct merge *m, struct cursor *c)
{
	struct table *t = &m->tables[c->table];
	struct rowtimes times;

	c->more = c->unread = false;
	if (c->piece && !c->ended && c->next > c->piece->last) {
		c->piece++;
		c->next = c->piece->first;
		c->ahead.when.ts = c->piece->from;
		c->more = c->unread = true;
		return;
	}
	while (readspans(c, t))
		if (spanahead(m, c, t)) {
			c->more = true;
			return;
		}
	while (!c->ended && t->rows->at(t->rows, c->next, &times) && times.place <= c->last) {
		c->next = times.next;
		c->ended = times.place == c->last;
		c->ahead.place = times.place;
		if (tabletimes(t, &times, &c->ahead.when) &&
		    (c->single || tableinside(m->wanted, &c->ahead.when))) {
			c->more = true;
			return;
		}
	}
}

/* Finds the next row of a run that is wanted. */
static inline void
lookahead(const struct merge *m, struct cursor *c)
{
	if (c->spans && spanahead(m, c, &m->tables[c->table])) {
		c->more = true;
		c->unread = false;
		return;
	}
	lookaheadcareful(m, c);
}

static void
addtie(struct cursor *c, const struct step *step)
{
	GROW(c->ties, c->tieroom, c->tiecount + 1);
	c->ties[c->tiecount++] = *step;
}

/* Returns true if the row "ahead" has the start of the row "now"; then it was read. */
static inline bool
tied(const struct merge *m, struct cursor *c)
{
	if (!c->more || c->ahead.when.ts != c->now.when.ts)
		return false;
	if (!c->unread)
		return true;
	lookahead(m, c);
	return c->more && c->ahead.when.ts == c->now.when.ts;
}

/* Sorts the ties of the row "now". */
static void
gather(const struct merge *m, struct cursor *c)
{
	addtie(c, &c->now);
	while (tied(m, c)) {
		addtie(c, &c->ahead);
		lookahead(m, c);
	}
	qsort(c->ties, c->tiecount, sizeof(*c->ties), mergebyorder);
	c->now = c->ties[0];
}

/* Ends the program: the rows are not those of the pass. */
static void __attribute__((noreturn))
disorder(const struct merge *m, const struct cursor *c)
{
	die("%s: %s: the rows are no longer in order: the file changed while it was read",
	    m->tables[c->table].source->path, m->tables[c->table].name);
}

/* Reads the next row of a sorted table. */
static bool
nextsorted(struct sorter *s, struct step *step)
{
	int64_t keys[SORTER_KEYS];

	if (!s->next(s, keys))
		return false;
	step->when = (struct when){ .ts = keys[0], .open = !keys[1], .span = -keys[2] };
	step->place = keyplace(keys[3]);
	return true;
}

/* Moves a cursor to its next row. It falls asleep if that is in another block. Returns false after
 * the last row. */
static bool
mergeadvance(const struct merge *m, struct cursor *c)
{
	struct when last = c->now.when;

	if (c->sorter)
		return nextsorted(c->sorter, &c->now);
	if (c->tie + 1 < c->tiecount) {
		c->now = c->ties[++c->tie];
		return true;
	}
	c->tie = c->tiecount = 0;
	if (!c->more)
		return false;
	c->now = c->ahead;
	c->asleep = c->unread;
	if (c->asleep)
		return true;
	lookahead(m, c);
	if (tied(m, c))
		gather(m, c);
	if (c->now.when.ts < last.ts)
		disorder(m, c);
	return true;
}

/* Returns true if cursor a is before cursor b: by their rows, then by table and run. A cursor that
 * is asleep is first, so that it is woken before its row is compared. */
static bool
mergebefore(const struct merge *m, const struct place *a, const struct place *b)
{
	const struct cursor *x = &m->cursors[a->cursor], *y = &m->cursors[b->cursor];
	int order;

	if (a->ts != b->ts)
		return a->ts < b->ts;
	if (x->asleep || y->asleep)
		return x->asleep;
	order = whenorder(&x->now.when, &y->now.when);
	return order < 0 || (order == 0 && a->cursor < b->cursor);
}

/* Puts a cursor at an index of the heap and restores the heap below it (sift down). */
static void
sink(struct merge *m, size_t at, size_t cursor)
{
	struct place place = { m->cursors[cursor].now.when.ts, cursor };

	for (size_t child; (child = at * 2 + 1) < m->heaped; at = child) {
		if (child + 1 < m->heaped && mergebefore(m, &m->heap[child + 1], &m->heap[child]))
			child++;
		if (mergebefore(m, &place, &m->heap[child]))
			break;
		m->heap[at] = m->heap[child];
	}
	m->heap[at] = place;
}

/* Returns the earliest start of the rows of all cursors but that at the root of the heap. */
static inline int64_t
otherstart(const struct merge *m)
{
	int64_t ts = m->heaped > 1 ? m->heap[1].ts : INT64_MAX;

	return m->heaped > 2 && m->heap[2].ts < ts ? m->heap[2].ts : ts;
}

/* Returns true if a row starts after a time, not before 0, and mergeadvance would neither skip it
 * nor sort ties. */
static inline bool
plainspan(const struct merge *m, const struct table *t, const struct rowspan *span, int64_t after)
{
	const struct plan *plan = tablespanplan(t, span);

	return plan && plan->spans && span->start > after && span->stop >= span->start &&
	    (m->all || evoverlaps(span->start, span->stop, m->wanted->from, m->wanted->to));
}

/* Sets a step to a row whose times were read; it has an end. */
static inline void
setstep(struct step *step, const struct rowspans *spans, size_t i)
{
	const struct rowspan *span = &spans->list[i];

	step->when = (struct when){ span->start, span->stop - span->start, false, false };
	step->place = spans->place + i * spans->step;
}

/* Gives rows of the cursor at the root of the heap and advances it, while its row is before those
 * of other cursors, which start at "others" or later. It does what mergeadvance does, but only for
 * rows whose times were read and that need few checks. Returns the number of rows, up to room. */
static size_t
mergemany(const struct merge *m, struct cursor *c, int64_t others, struct spot *spots, size_t room)
{
	const struct rowspans *spans = c->spans;
	const struct table *t = &m->tables[c->table];
	uint64_t now = c->now.place, ahead = c->ahead.place, place;
	int64_t start, before = c->now.when.ts > 0 ? c->now.when.ts : 0;
	size_t count = 0;

	if (!spans || !c->more || c->unread || c->tiecount > 0 || c->ahead.when.ts <= before)
		return 0;
	start = c->ahead.when.ts;
	place = spans->place + c->span * spans->step;
	for (const struct rowspan *span = &spans->list[c->span], *end = spans->list + spans->count;
	    span < end && count < room && place < c->last && plainspan(m, t, span, start);
	    span++, place += spans->step) {
		spots[count++] = (struct spot){ c->table, now, NULL };
		now = ahead;
		ahead = place;
		before = start;
		start = span->start;
		if (before >= others)
			break;
	}
	if (count == 0)
		return 0;
	c->span += count;
	c->next = spans->place + c->span * spans->step;
	if (count == 1)
		c->now = c->ahead;
	else
		setstep(&c->now, spans, c->span - 2);
	setstep(&c->ahead, spans, c->span - 1);
	return count;
}

/* Adds a cursor. That of a run is asleep: its first row is not read before it is the earliest. */
static void
mergebegin(struct merge *m, struct cursor cursor)
{
	struct cursor *c = &m->cursors[m->count++];

	*c = cursor;
	c->asleep = !c->sorter;
	if (c->asleep || mergeadvance(m, c))
		m->heap[m->heaped++] = (struct place){ c->now.when.ts, m->count - 1 };
}

/* Reads the row of a cursor that is asleep. Returns false if there is none. */
static bool
wake(const struct merge *m, struct cursor *c)
{
	int64_t ts = c->now.when.ts;

	c->asleep = false;
	c->now.when.ts = INT64_MIN;
	lookahead(m, c);
	if (!mergeadvance(m, c))
		return false;
	if (c->now.when.ts != ts)
		disorder(m, c);
	return true;
}

void
mergeopen(struct merge *m, struct table *tables, struct found *found, size_t count,
    const struct wanted *wanted)
{
	size_t cursors = 0;
	bool ahead;

	*m = (struct merge){ .tables = tables, .wanted = wanted, .all = !windowed(wanted) };
	for (size_t i = 0; i < count; i++)
		cursors += (found[i].sorter != NULL) + found[i].count;
	ahead = cursors <= CURSORS_AHEAD;
	m->cursors = xreallocarray(NULL, cursors, sizeof(*m->cursors));
	m->heap = xreallocarray(NULL, cursors, sizeof(*m->heap));
	for (size_t i = 0; i < count; i++) {
		const struct piece *piece = found[i].pieces;

		if (found[i].sorter)
			mergebegin(m, (struct cursor){ .table = i, .sorter = found[i].sorter });
		for (size_t j = 0; j < found[i].count; j++) {
			const struct run *run = &found[i].runs[j];

			mergebegin(m,
			    (struct cursor){
			        .table = i,
			        .next = run->first,
			        .last = run->last,
			        .piece = piece,
			        .single = run->single,
			        .spans = ahead && !run->single && tables[i].rows->spans
			            ? xzalloc(1, sizeof(struct rowspans))
			            : NULL,
			        .now.when.ts = run->ts });
			while (piece && piece++->last != run->last)
				continue;
		}
	}
	for (size_t i = m->heaped / 2; i-- > 0;)
		sink(m, i, m->heap[i].cursor);
}

size_t
mergenext(struct merge *m, struct spot *spots, size_t room)
{
	size_t count = 0;

	while (m->heaped > 0 && count < room) {
		struct cursor *c = &m->cursors[m->heap[0].cursor];
		int64_t others = otherstart(m);
		size_t many = mergemany(m, c, others, spots + count, room - count);
		bool woken = many == 0 && c->asleep, more = woken ? wake(m, c) : true;

		count += many;
		if (many > 0 && c->now.when.ts < others)
			continue;
		if (many == 0 && !woken) {
			spots[count++] = (struct spot){ c->table, c->now.place, NULL };
			more = mergeadvance(m, c);
		}
		if (more)
			sink(m, 0, m->heap[0].cursor);
		else if (--m->heaped > 0)
			sink(m, 0, m->heap[m->heaped].cursor);
	}
	return count;
}

void
mergeclose(struct merge *m)
{
	for (size_t i = 0; i < m->count; i++) {
		free(m->cursors[i].ties);
		free(m->cursors[i].spans);
	}
	free(m->cursors);
	free(m->heap);
}
