/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "blockcache.h"
#include "blockplace.h"
#include "blockrows.h"
#include "source/sqlite/compute.h"

_Static_assert((int)REP_BLOCK <= 1 << (int)EVENT_BITS, "an event has a place");
_Static_assert(REP_BLOCKS - 1 <= UINT64_MAX >> PLACE_BITS, "a block has a place");
_Static_assert((int)REP_TABLES <= (int)SOURCE_TABLES, "an observer can see all tables");

struct blockrows {
	struct rows rows;
	const char *path; /* for messages */
	const struct rowsof *of;
	struct blockcache *cache;
	struct compute *compute;
	const char *times[ROW_TIMES]; /* columns; "" for none */
};

/* Tells the cache which columns are read. */
static void
bind(struct blockrows *b)
{
	const struct reptable *f = &b->cache->report->rep.schema.tables[b->rows.number];
	struct timecolumns times = { { 0, b->of->stop, b->of->class } };
	size_t count = b->of->columns->used;
	char **names = xreallocarray(NULL, count, sizeof(*names));

	for (uint32_t i = 0; i < count; i++) {
		struct span name = stringat(b->of->columns, i);

		names[i] = xmalloc(name.n + 1);
		memcpy(names[i], name.p, name.n);
		names[i][name.n] = '\0';
	}
	for (int i = 0; i < ROW_TIMES; i++) {
		size_t col = times.columns[i] < 0 ? REP_NONE
		                                  : repcolfind(f, names[times.columns[i]]);

		b->times[i] = col == REP_NONE ? "" : f->cols[col].name;
	}
	blockcachebind(b->cache, b->rows.number, (const char *const *)names, count, &times);
	for (size_t i = 0; i < count; i++)
		free(names[i]);
	free(names);
}

void
blockrowspasses(const struct rowspass *list, size_t count)
{
	const struct reportindex *g = ((struct blockrows *)list[0].rows)->cache->report;
	const struct rowspass *byform[REP_TABLES] = { NULL };
	struct repcoverage tally;
	struct places places;
	struct repcursor c;

	repcoverageopen(&tally, &g->rep.schema);
	repcursoropen(&c, &g->rep, &tally);
	for (size_t i = 0; i < count; i++) {
		const struct blockrows *b = (struct blockrows *)list[i].rows;

		byform[b->rows.number] = &list[i];
		blockreadertimes(&c, b->rows.number, b->times);
	}
	for (size_t i = 0; i < g->rep.file.count; i++) {
		placesbegin(&places, i);
		repcursorload(&c, i, NULL);
		while (repcursornext(&c)) {
			const struct rowspass *l = byform[c.table];
			struct rowtimes times = { .place = placenext(&places, &c) };

			for (int j = 0; j < ROW_TIMES; j++)
				times.cells[j] = c.row.cells[j];
			l->each(l->arg, &times);
		}
	}
	repcursorclose(&c);
	repcoveragefree(&tally);
}

/* Returns the event of a place. */
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

static bool
blockrowsat(struct rows *rows, uint64_t place, struct rowtimes *times)
{
	struct blockrows *b = (struct blockrows *)rows;
	uint64_t block = blockofplace(place), part = partof(place);
	size_t event = eventof(place);
	const struct blockentry *next;

	for (;;) {
		const struct packedblock *in = blockcacheget(b->cache, block);
		const char *packed;

		for (; (packed = packedblockrow(in, b->rows.number, event)); event++, part = 0) {
			struct packedevent of;

			if (part > 0 && (!packedevent(packed, &of) || part >= of.parts))
				continue;
			packedrowcells(packed, times->cells, ROW_TIMES);
			times->place = blockplace(block, event, part);
			times->next = times->place + 1;
			return true;
		}
		next = reportindexfind(b->cache->report, b->rows.number, block + 1);
		if (!next)
			return false;
		block = next->block;
		event = part = 0;
	}
}

/* Ends the program: a block has other rows than in the pass. */
static void __attribute__((noreturn))
gone(const struct blockrows *b)
{
	die("%s: %s: a row is gone: the file changed while it was read", b->path,
	    b->of->table);
}

/* Returns the packed row at a place. */
static const char *
rowat(struct blockrows *b, uint64_t place)
{
	const char *packed = packedblockrow(blockcacheget(b->cache, blockofplace(place)),
	    b->rows.number,
	    eventof(place));

	if (!packed)
		gone(b);
	return packed;
}

/* Decodes a packed row, which may be in the cache of another worker. */
static void
blockrowsdecode(struct rows *rows, uint64_t place, const char *held, struct row *row)
{
	struct blockrows *b = (struct blockrows *)rows;

	if (!blockreadertake(&b->cache->reader, rows->number, held, blockofplace(place),
	        partof(place), row))
		gone(b);
	if (b->compute) {
		computerow(b->compute, row);
		row->shape = 0; /* results may have any type */
	}
}

static void
blockrowstake(struct rows *rows, uint64_t place, struct row *row)
{
	blockrowsdecode(rows, place, rowat((struct blockrows *)rows, place), row);
}

static const char *
blockrowshold(struct rows *rows, uint64_t place)
{
	struct blockrows *b = (struct blockrows *)rows;
	const char *packed = rowat(b, place);

	blockcachehold(b->cache, blockofplace(place));
	return packed;
}

static bool
blockrowspass(
    struct rows *rows, void (*each)(void *arg, const struct rowtimes *times), void *arg)
{
	blockrowspasses(&(struct rowspass){ rows, each, arg }, 1);
	return true;
}

static void
blockrowsclose(struct rows *rows)
{
	struct blockrows *b = (struct blockrows *)rows;

	computeclose(b->compute);
	free(b);
}

struct rows *
blockrowsopen(struct reportsource *r, const struct rowsof *of)
{
	size_t form = reportindexform(r->index, of->table);
	struct blockrows *b;

	if (form == REP_NONE)
		return NULL;
	b = xmalloc(sizeof(*b));
	*b = (struct blockrows){
		.rows = {
			.close = blockrowsclose,
			.pass = blockrowspass,
			.at = blockrowsat,
			.take = blockrowstake,
			.hold = blockrowshold,
			.decode = blockrowsdecode,
			.blockbits = PLACE_BITS,
			.number = form,
		},
		.path = r->sqlite.source.path,
		.of = of,
		.cache = &r->blocks,
		.compute = computeopen(&r->sqlite, of->table, of->columns),
	};
	bind(b);
	return &b->rows;
}
