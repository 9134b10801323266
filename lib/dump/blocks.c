/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "blocks.h"
#include "cache.h"
#include "err.h"

_Static_assert(TIMES == (int)ROW_SPARE, "the times of a row");
_Static_assert((int)REP_BLOCK <= 1 << (int)AT_BITS, "an event has a place");

struct blocks {
	struct profile *profile;
	const struct rowsof *of;
	struct cache *cache;
	size_t form;
	bool numbered;           /* a column depends on what was counted before a row */
	const char *times[TIMES]; /* "" for none */
	const struct head *head; /* of the block whose rows are looked at */
	size_t at, taken;        /* the row of it looked at last, and that taken last */
};

/* Whether a column of that name depends on what was counted before a row. */
static bool
counts(const struct repform *f, const char *name)
{
	size_t col = repcolfind(f, name);

	for (size_t i = 0; col != REP_NOFORM && i < f->cols[col].count; i++)
		switch (f->cols[col].picks[i].kind) {
		case V_NUMBER:
		case V_ORDER:
		case V_CHAIN:
		case V_PATH:
			return true;
		default:
			break;
		}
	return false;
}

/* Tells the cache of the columns. */
static void
bind(struct blocks *b)
{
	const struct repform *f = &b->cache->report->rep.shape.forms[b->form];
	size_t count = b->of->columns->used;
	char **names = xreallocarray(NULL, count, sizeof(*names));
	int times[TIMES] = { 0, b->of->stop, b->of->class };

	for (uint32_t i = 0; i < count; i++) {
		struct span name = nameget(b->of->columns, i);
		size_t col;

		names[i] = xmalloc(name.n + 1);
		memcpy(names[i], name.p, name.n);
		names[i][name.n] = '\0';
		b->numbered = b->numbered || counts(f, names[i]);
		for (int j = 0; j < TIMES; j++) {
			col = times[j] == (int)i ? repcolfind(f, names[i]) : REP_NOFORM;
			if (col != REP_NOFORM)
				b->times[j] = f->cols[col].name;
		}
	}
	cachebind(b->cache, b->form, (const char *const *)names, count, b->times);
	for (size_t i = 0; i < count; i++)
		free(names[i]);
	free(names);
}

struct blocks *
blocksopen(struct profile *p, const struct rowsof *of)
{
	struct survey *g = p->copy ? p->copy->report : NULL;
	size_t form = g ? surveyform(g, of->table) : REP_NOFORM;
	struct blocks *b;

	if (form == REP_NOFORM)
		return NULL;
	b = xmalloc(sizeof(*b));
	*b = (struct blocks){
		.profile = p, .of = of, .cache = &p->blocks, .form = form, .times = { "", "", "" }
	};
	bind(b);
	return b;
}

void
blocksclose(struct blocks *b)
{
	free(b);
}

void
blockspass(const struct blocklook *looks, size_t count)
{
	const struct survey *g = looks[0].blocks->cache->report;
	const struct blocklook *byform[REP_TABLES] = { NULL };
	struct reptally tally;
	struct repcursor c;

	reptallyopen(&tally, &g->rep.shape);
	repcursoropen(&c, &g->rep, &tally);
	for (size_t i = 0; i < count; i++) {
		byform[looks[i].blocks->form] = &looks[i];
		cachetimes(&c, looks[i].blocks->form, looks[i].blocks->times);
	}
	for (size_t i = 0; i < g->rep.file.count; i++) {
		repcursorload(&c, i, NULL);
		while (repcursornext(&c)) {
			const struct blocklook *l = byform[c.form];
			struct rowtimes times = { .place = placeof(i, c.at, c.nth) };

			for (int j = 0; j < TIMES; j++)
				times.cells[j] = c.row.cells[j];
			l->look(l->arg, &times);
		}
	}
	repcursorclose(&c);
	reptallyfree(&tally);
}

/* The first row of a block whose event begins there or behind that. */
static size_t
search(const struct blockrows *rows, uint32_t at, size_t hint)
{
	size_t from = 0, to = rows->count;

	for (size_t i = hint; i < to && i < hint + 3; i++)
		if (rows->list[i].at >= at && (i == 0 || rows->list[i - 1].at < at))
			return i;
	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (rows->list[middle].at < at)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* Takes the times of a row. */
static void
timesof(const struct blockrow *row, uint64_t place, struct rowtimes *times)
{
	times->place = place;
	times->next = place + 1;
	for (unsigned i = 0; i < TIMES; i++)
		times->cells[i] = (struct cell){
			.type = row->null >> i & 1 ? CELL_NULL : CELL_INT, .number = row->v[i]
		};
}

bool
blocksat(struct blocks *b, uint64_t place, struct rowtimes *times)
{
	uint64_t block = blockof(place), part = place & ((1U << PART_BITS) - 1);
	uint32_t at = place >> PART_BITS & ((1U << AT_BITS) - 1);
	const struct heads *heads = &b->cache->report->heads[b->form];
	const struct head *head = b->head;

	if (!head || head->block != block)
		head = surveyhead(b->cache->report, b->form, block);
	for (; head && head < heads->list + heads->count; head++) {
		const struct blockrows *rows;

		if (head->block > block)
			at = part = 0;
		rows = &cacheget(b->cache, head->block, true)->rows[b->form];
		b->at = search(rows, at, b->at);
		if (b->at < rows->count && rows->list[b->at].at == at &&
		    part >= rows->list[b->at].parts) {
			b->at++;
			part = 0;
		}
		b->head = head;
		if (b->at == rows->count)
			continue;
		if (rows->list[b->at].at != at)
			part = 0;
		timesof(&rows->list[b->at], placeof(head->block, rows->list[b->at].at, part),
		    times);
		return true;
	}
	return false;
}

/* Sets the counts before a row, from which numbers follow. */
static void
count(struct blocks *b, const struct cached *block, uint32_t at, struct repcounts *counts)
{
	const struct blockrows *rows = &block->rows[b->form];
	const struct head *head = surveyhead(b->cache->report, b->form, block->block);
	size_t i = search(rows, at, 0);

	if (!head || i == rows->count)
		return;
	counts->rows[b->form] = head->rows + rows->list[i].number;
	counts->chains = head->chains + rows->list[i].chain - 1;
}

/* The row at a place, where it was kept; NULL when it was not. */
static const struct blockrow *
kept(struct blocks *b, const struct cached *cached, uint32_t at)
{
	const struct blockrows *rows = &cached->rows[b->form];

	b->taken = search(rows, at, b->taken);
	if (b->taken == rows->count || rows->list[b->taken].at != at ||
	    rows->list[b->taken].kept == NOT_KEPT)
		return NULL;
	return &rows->list[b->taken];
}

void
blockstake(struct blocks *b, uint64_t place, struct row *row)
{
	uint64_t block = blockof(place), part = place & ((1U << PART_BITS) - 1);
	uint32_t at = place >> PART_BITS & ((1U << AT_BITS) - 1);
	bool whole = b->cache->whole;
	const struct cached *cached = cacheget(b->cache, block, whole || b->numbered);
	const struct blockrow *found = whole ? kept(b, cached, at) : NULL;
	struct repcursor *c = &b->cache->rows;
	struct row other = *row;

	if (found) {
		cachetake(b->cache, cached, b->form, found->kept, row);
		return;
	}
	repcursoruse(c, block, cached->message, NULL);
	if (b->numbered)
		count(b, cached, at, &c->counts);
	if (!repcursorat(c, at, b->form, part))
		die("%s: %s: a row is gone: the file changed while it was read", b->profile->path,
		    b->of->table);
	*row = c->row;
	c->row = other;
}

bool
blockscopy(struct blocks *b, uint64_t place, struct buf *out)
{
	const struct cached *cached = cacheget(b->cache, blockof(place), true);
	const struct blockrow *found =
	    kept(b, cached, place >> PART_BITS & ((1U << AT_BITS) - 1));

	if (found)
		cachecopy(b->cache, cached, b->form, found->kept, out);
	return found;
}

void
blocksgive(const struct blocks *b, const char *copy, struct row *row)
{
	cachegive(b->cache, b->form, copy, row);
}
