/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "columnpass.h"
#include "tablescan.h"

/* Most rows have the identity of a recent row: a direct-mapped cache of them. */
enum { CACHE_BITS = 9 };

/* The columns of one pass, and the identity of their ids and of those of the passes before. */
struct cachedids {
	int64_t ids[PASS_COLUMNS];
	unsigned has; /* a bit for each id that is not NULL */
	uint32_t before, identity;
	bool used;
};

/* The columns of a table that have ids. With a join its two columns are first; a correlation id has
 * the mask 0, so that it does not tell identities apart. */
struct idcolumns {
	int column[ROLES + 2];
	int64_t mask[ROLES + 2]; /* the bits that count */
	int count;
	bool computed; /* one is an expression, which no pass computes */
};

struct scanning {
	struct tablescan *scan;
	struct table *table;
	struct pass pass;
	struct idcolumns ids;
	bool joins;
	bool odd; /* a row has a time or id of a wrong type */
	struct joining join;
	int at;               /* the first of ids that this pass reads */
	uint16_t *identities; /* of all rows, by the columns before */
	size_t row, rows, room; /* number of rows in this pass, and in all; room for identities */
	struct map map;
	uint32_t count;       /* of identities */
	struct row scratch;
	struct cachedids cache[1 << CACHE_BITS];
};

/* Returns the identity of rows with these ids: the same number for the same. */
static uint32_t
numberof(struct scanning *s, const struct cachedids *ids)
{
	uint32_t identity = ids->before;

	for (int i = 0; i < PASS_COLUMNS; i++) {
		struct mapkey key = { (uint64_t)identity << 8 | (uint64_t)i << 1 |
			    (ids->has >> i & 1),
			(uint64_t)ids->ids[i] };
		bool fresh;
		uint32_t *number = mapput(&s->map, key, &fresh);

		if (fresh)
			*number = ++s->count;
		identity = *number;
	}
	return identity;
}

/* Returns the identity of a row, of which "before" is known, by the next ids in its cells. */
static uint32_t
identityof(struct scanning *s, uint32_t before, int at, const struct cell *cells)
{
	struct cachedids ids = { .before = before }, *slot;
	uint64_t hash = before;

	for (int i = 0; i < PASS_COLUMNS && at + i < s->ids.count; i++) {
		int64_t mask = s->ids.mask[at + i];

		if (mask == 0)
			continue;
		if (cells[i].type == CELL_INT) {
			ids.ids[i] = cells[i].number & mask;
			ids.has |= 1U << i;
		}
		hash = mapspread(hash ^ (uint64_t)ids.ids[i]);
		hash ^= hash >> 32;
	}
	slot = &s->cache[hash & ((1 << CACHE_BITS) - 1)];
	if (!slot->used || slot->before != before || slot->has != ids.has ||
	    memcmp(slot->ids, ids.ids, sizeof(ids.ids)) != 0) {
		ids.identity = numberof(s, &ids);
		ids.used = true;
		*slot = ids;
	}
	return slot->identity;
}

static bool
isodd(const struct cell *cell)
{
	return cell->type != CELL_INT && cell->type != CELL_NULL;
}

/* Reads some ids of a row. */
static void
readids(void *arg, const struct rowtimes *row)
{
	struct scanning *s = arg;

	if (s->count > IDENTITIES_MAX)
		return;
	for (int i = 0; i < PASS_COLUMNS && s->at + i < s->ids.count; i++)
		s->odd |= isodd(&row->cells[i]);
	if (s->at == 0) {
		GROW(s->identities, s->room, s->row + 1);
		s->identities[s->row] = 0;
		s->rows++;
		if (s->joins)
			joiningids(&s->join, &row->cells[0], &row->cells[1]);
	}
	s->identities[s->row] =
	    (uint16_t)identityof(s, s->identities[s->row], s->at, row->cells);
	s->row++;
}

/* Returns the identity of a row whose ids are computed. */
static uint32_t
computeidentity(struct scanning *s, uint64_t place)
{
	uint32_t identity = 0;

	s->table->rows->take(s->table->rows, place, &s->scratch);
	for (int at = 0; at < s->ids.count; at += PASS_COLUMNS) {
		struct cell cells[PASS_COLUMNS];

		for (int i = 0; i < PASS_COLUMNS && at + i < s->ids.count; i++)
			cells[i] = s->scratch.cells[s->ids.column[at + i]];
		identity = identityof(s, identity, at, cells);
	}
	return identity;
}

/* Notes a wanted row if it is the first one of its identity. */
static void
notefirst(struct tablescan *scan, uint32_t identity, uint64_t place, const struct when *when)
{
	struct firstrow *first;

	GROW(scan->firsts, scan->room, identity + 1);
	while (scan->count <= identity)
		scan->firsts[scan->count++] = (struct firstrow){ .known = false };
	first = &scan->firsts[identity];
	if (!first->known || whenorder(when, &first->when) < 0)
		*first = (struct firstrow){ true, place, *when };
}

/* Adds a row to the last chunk, or begins one. */
static struct chunk *
addtochunk(struct scanning *s, uint64_t place)
{
	struct tablescan *scan = s->scan;
	struct chunk *chunk;

	if (s->row % CHUNK_ROWS == 0) {
		GROW(scan->chunks, scan->chunkroom, scan->chunkcount + 1);
		scan->chunks[scan->chunkcount++] = (struct chunk){ .first = place };
	}
	chunk = &scan->chunks[scan->chunkcount - 1];
	chunk->last = place;
	return chunk;
}

/* Reads the times of a row. */
static void
readtimes(void *arg, const struct rowtimes *row)
{
	struct scanning *s = arg;
	struct when when;
	bool wanted = tabletimes(s->table, row, &when);
	struct chunk *chunk = addtochunk(s, row->place);

	s->odd |= isodd(&row->cells[ROW_STOP]);
	passlook(&s->pass, row->place, row->cells);
	if (s->joins)
		joiningtimes(&s->join, wanted ? &when : NULL);
	if (wanted) {
		uint32_t identity = 0;

		timespanadd(&chunk->timespan, when.ts, whenend(&when));
		if (s->ids.computed)
			identity = computeidentity(s, row->place);
		else if (s->row < s->rows)
			identity = s->identities[s->row];
		notefirst(s->scan, identity, row->place, &when);
	}
	s->row++;
}

static void
addidcolumn(const struct table *t, struct idcolumns *ids, int column, int64_t mask)
{
	int i = 0;

	while (i < ids->count && ids->column[i] != column)
		i++;
	ids->mask[i] = i < ids->count ? ids->mask[i] | mask : mask;
	ids->column[i] = column;
	ids->count += i == ids->count;
	ids->computed |= stringat(&t->columns, (uint32_t)column).p[0] == '(';
}

/* Finds the columns of the join, and those that metaneed (dump/facts/meta.h) looks at. Returns
 * false if more columns have ids than there are roles. */
static bool
findidcolumns(struct scanning *s)
{
	const struct table *t = s->table;
	struct idcolumns *ids = &s->ids;

	if (s->joins) {
		addidcolumn(t, ids, s->join.id, 0);
		addidcolumn(t, ids, s->join.corr, 0);
	}
	for (size_t i = 0; i < t->count; i++)
		for (int role = ROLE_NONE + 1; role < ROLES; role++) {
			if (role == ROLE_CATEGORY || !t->plans[i].wanted ||
			    t->plans[i].roles[role].column < 0)
				continue;
			if (ids->count == ROLES + 2)
				return false;
			addidcolumn(t, ids, t->plans[i].roles[role].column,
			    t->plans[i].roles[role].mask);
		}
	return !s->joins || !ids->computed;
}

/* Reads the ids of all rows, in as many passes as they need, then the times. */
static bool
readall(struct scanning *s)
{
	bool good = findidcolumns(s);

	for (; good && !s->ids.computed && s->at < s->ids.count; s->at += PASS_COLUMNS) {
		int columns[PASS_COLUMNS] = { -1, -1, -1 };

		for (int i = 0; i < PASS_COLUMNS && s->at + i < s->ids.count; i++)
			columns[i] = s->ids.column[s->at + i];
		s->row = 0;
		good = columnpass(s->table, columns, readids, s);
	}
	s->row = 0;
	return good && s->table->rows->pass(s->table->rows, readtimes, s) &&
	    s->count <= IDENTITIES_MAX && !s->odd;
}

bool
tablescan(struct tablescan *scan, struct table *t, struct found *found, struct flights *flights,
    const struct wanted *nothing)
{
	struct scanning *s = xzalloc(1, sizeof(*s));
	bool good;

	*scan = (struct tablescan){ .count = 0 };
	s->scan = scan;
	s->table = t;
	s->pass = passopen(found, t, nothing, 0);
	s->joins = joiningbegin(&s->join, flights, t);
	/* a call or a GPU row without any process is none that nsys writes */
	good = (!s->joins || s->join.id >= 0) && readall(s);
	joiningfree(&s->join);
	mapfree(&s->map);
	free(s->identities);
	rowfree(&s->scratch);
	free(s);
	return good;
}

void
tablescanfree(struct tablescan *s)
{
	free(s->firsts);
	free(s->chunks);
	*s = (struct tablescan){ .count = 0 };
}
