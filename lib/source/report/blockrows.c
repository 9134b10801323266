/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "blockcache.h"
#include "blockrows.h"

_Static_assert(TIMES == (int)ROW_SPARE, "the times of a row");
_Static_assert((int)REP_BLOCK <= 1 << (int)EVENT_BITS, "an event has a place");
_Static_assert(REP_BLOCKS - 1 <= UINT64_MAX >> (EVENT_BITS + PART_BITS), "and so has a block");

struct blockrows {
	struct profile *profile;
	const struct rowsof *of;
	struct blockcache *cache;
	size_t form;
	const char *times[TIMES]; /* "" for none */
};

/* Tells the cache of the columns. */
static void
bind(struct blockrows *b)
{
	const struct reptable *f = &b->cache->report->rep.schema.tables[b->form];
	struct timecolumns times = { { 0, b->of->stop, b->of->class } };
	size_t count = b->of->columns->used;
	char **names = xreallocarray(NULL, count, sizeof(*names));

	for (uint32_t i = 0; i < count; i++) {
		struct span name = stringat(b->of->columns, i);

		names[i] = xmalloc(name.n + 1);
		memcpy(names[i], name.p, name.n);
		names[i][name.n] = '\0';
	}
	for (int i = 0; i < TIMES; i++) {
		size_t col = times.columns[i] < 0 ? REP_NONE
		                                  : repcolfind(f, names[times.columns[i]]);

		b->times[i] = col == REP_NONE ? "" : f->cols[col].name;
	}
	blockcachebind(b->cache, b->form, (const char *const *)names, count, &times);
	for (size_t i = 0; i < count; i++)
		free(names[i]);
	free(names);
}

struct blockrows *
blockrowsopen(struct profile *p, const struct rowsof *of)
{
	struct reportindex *g = p->copy ? p->copy->report : NULL;
	size_t form = g ? reportindexform(g, of->table) : REP_NONE;
	struct blockrows *b;

	if (form == REP_NONE)
		return NULL;
	b = xmalloc(sizeof(*b));
	*b = (struct blockrows){
		.profile = p, .of = of, .cache = &p->blocks, .form = form
	};
	bind(b);
	return b;
}

void
blockrowsclose(struct blockrows *b)
{
	free(b);
}

void
blockrowspass(const struct blockrowslook *looks, size_t count)
{
	const struct reportindex *g = looks[0].blocks->cache->report;
	const struct blockrowslook *byform[REP_TABLES] = { NULL };
	struct repcoverage tally;
	struct places places;
	struct repcursor c;

	repcoverageopen(&tally, &g->rep.schema);
	repcursoropen(&c, &g->rep, &tally);
	for (size_t i = 0; i < count; i++) {
		byform[looks[i].blocks->form] = &looks[i];
		blockreadertimes(&c, looks[i].blocks->form, looks[i].blocks->times);
	}
	for (size_t i = 0; i < g->rep.file.count; i++) {
		placesbegin(&places, i);
		repcursorload(&c, i, NULL);
		while (repcursornext(&c)) {
			const struct blockrowslook *l = byform[c.table];
			struct rowtimes times = { .place = placenext(&places, &c) };

			for (int j = 0; j < TIMES; j++)
				times.cells[j] = c.row.cells[j];
			l->look(l->arg, &times);
		}
	}
	repcursorclose(&c);
	repcoveragefree(&tally);
}

/* The event of a place, and the counter. */
static size_t
eventof(uint64_t place)
{
	return place >> PART_BITS & ((1U << EVENT_BITS) - 1);
}

static uint64_t
partof(uint64_t place)
{
	return place & ((1U << PART_BITS) - 1);
}

bool
blockrowsat(struct blockrows *b, uint64_t place, struct rowtimes *times)
{
	uint64_t block = blockofplace(place), part = partof(place);
	size_t event = eventof(place);
	const struct blockentry *next;

	for (;;) {
		const struct packedblock *rows = blockcacheget(b->cache, block);
		const char *kept;

		for (; (kept = packedblockrow(rows, b->form, event)); event++, part = 0) {
			struct packedevent of;

			if (part > 0 && (!packedevent(kept, &of) || part >= of.parts))
				continue;
			packedrowcells(kept, times->cells, TIMES);
			times->place = blockplace(block, event, part);
			times->next = times->place + 1;
			return true;
		}
		next = reportindexfind(b->cache->report, b->form, block + 1);
		if (!next)
			return false;
		block = next->block;
		event = part = 0;
	}
}

/* Ends the program: a row is not where it was. */
static void __attribute__((noreturn))
gone(const struct blockrows *b)
{
	die("%s: %s: a row is gone: the file changed while it was read", b->profile->path,
	    b->of->table);
}

/* The row at a place, packed. */
static const char *
rowat(struct blockrows *b, uint64_t place)
{
	const char *kept = packedblockrow(blockcacheget(b->cache, blockofplace(place)), b->form,
	    eventof(place));

	if (!kept)
		gone(b);
	return kept;
}

void
blockrowstake(struct blockrows *b, uint64_t place, struct row *row)
{
	blockrowsgive(b, &(struct spot){ .place = place, .kept = rowat(b, place) }, row);
}

const char *
blockrowshold(struct blockrows *b, uint64_t place)
{
	const char *kept = rowat(b, place);

	blockcachehold(b->cache, blockofplace(place));
	return kept;
}

void
blockrowsgive(struct blockrows *b, const struct spot *spot, struct row *row)
{
	if (!blockreadertake(&b->cache->blockreader, b->form, spot->kept, blockofplace(spot->place),
	        partof(spot->place), row))
		gone(b);
}
