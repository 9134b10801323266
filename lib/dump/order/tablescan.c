/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "tablescan.h"

/* Most rows have the identity of a recent row: a direct-mapped cache of them. */
enum { CACHE_BITS = 9 };

/* The ids of a row, in the order of the columns, and its identity. */
struct cachedids {
	int64_t ids[ROLES];
	unsigned has;      /* a bit for each id that is not NULL */
	uint32_t identity; /* 0 if the slot is free */
};

/* The columns that are read, and the indices of some of them. */
struct scancolumns {
	struct stringtable names; /* the start is the first */
	struct rowsof of;
	int id[ROLES];
	int64_t mask[ROLES]; /* the bits of an id that count */
	int ids;
	int process, corr;   /* of the join; -1 without one */
};

struct scanning {
	struct tablescan *scan;
	struct scancolumns columns;
	struct pass pass;
	struct joining join;
	bool odd; /* a row has a time or id of a wrong type */
	size_t row;           /* number of rows read */
	struct map map;
	uint32_t count;       /* of identities */
	struct cachedids cache[1 << CACHE_BITS], *latest;
};

/* Returns the identity of rows with these ids: the same number for the same. */
static uint32_t
numberof(struct scanning *s, const struct cachedids *ids)
{
	uint32_t identity = 0;

	/* a table without ids has one identity */
	for (int i = 0; i < s->columns.ids || i == 0; i++) {
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

/* Returns the hash of ids. */
static uint64_t
idshash(const struct cachedids *ids, int count)
{
	uint64_t hash = 0;

	for (int i = 0; i < count; i++) {
		hash = mapspread(hash ^ (uint64_t)ids->ids[i]);
		hash ^= hash >> 32;
	}
	return hash;
}

static bool
isodd(const struct cell *cell)
{
	return cell->type != CELL_INT && cell->type != CELL_NULL;
}

/* Returns the identity of a row. */
static uint32_t
identityof(struct scanning *s, const struct cell *cells)
{
	const struct scancolumns *c = &s->columns;
	struct cachedids ids = { .has = 0 }, *slot = s->latest;
	bool same = true;

	for (int i = 0; i < c->ids; i++) {
		const struct cell *cell = &cells[c->id[i]];

		ids.ids[i] = cell->number & c->mask[i]; /* 0 for NULL */
		ids.has |= (unsigned)(cell->type == CELL_INT) << i;
		s->odd |= isodd(cell);
		same = same && ids.ids[i] == slot->ids[i];
	}
	if (same && slot->has == ids.has && slot->identity > 0)
		return slot->identity;
	slot = &s->cache[idshash(&ids, c->ids) & ((1 << CACHE_BITS) - 1)];
	if (slot->identity == 0 || slot->has != ids.has ||
	    memcmp(slot->ids, ids.ids, sizeof(ids.ids)) != 0) {
		ids.identity = numberof(s, &ids);
		*slot = ids;
	}
	s->latest = slot;
	return slot->identity;
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

/* Notes the latest start and end of all rows. */
static void
notelatest(struct found *f, uint64_t place, const struct when *when)
{
	int64_t end = addsat(when->ts, when->span < 0 ? 0 : when->span);

	if (!f->latest.known || when->ts > f->latest.ts)
		f->latest.ts = when->ts;
	if (!f->latest.known || end > f->latest.end) {
		f->latest.end = end;
		f->latest.place = place;
		f->latest.when = *when;
	}
	f->latest.known = true;
}

/* Adds a row to the last chunk, or begins one. */
static struct chunk *
addtochunk(struct scanning *s, uint64_t place)
{
	struct tablescan *scan = s->scan;
	struct chunk *chunk;

	if (s->row++ % CHUNK_ROWS == 0) {
		GROW(scan->chunks, scan->chunkroom, scan->chunkcount + 1);
		scan->chunks[scan->chunkcount++] = (struct chunk){ .first = place };
	}
	chunk = &scan->chunks[scan->chunkcount - 1];
	chunk->last = place;
	return chunk;
}

static void
scanrow(void *arg, uint64_t place, struct row *row)
{
	static const struct cell none = { .type = CELL_NULL };
	struct scanning *s = arg;
	const struct scancolumns *c = &s->columns;
	const struct cell *cells = row->cells;
	const struct cell times[ROW_TIMES] = {
		[ROW_START] = cells[0],
		[ROW_STOP] = c->of.stop < 0 ? none : cells[c->of.stop],
		[ROW_CLASS] = c->of.class < 0 ? none : cells[c->of.class],
	};
	struct chunk *chunk = addtochunk(s, place);
	uint32_t identity;
	struct when when;

	s->odd |= isodd(&times[ROW_STOP]);
	if (!passtimes(&s->pass, place, times, &when) || s->count > IDENTITIES_MAX)
		return;
	identity = identityof(s, cells);
	timespanadd(&chunk->timespan, when.ts, whenend(&when));
	notelatest(s->pass.found, place, &when);
	notefirst(s->scan, identity, place, &when);
	if (c->corr >= 0) {
		s->odd |= isodd(&cells[c->corr]);
		joiningrow(&s->join, &cells[c->process], &cells[c->corr], &when);
	}
}

/* Returns the index of a column of the table among the columns that are read; -1 for none. */
static int
scancolumn(struct scancolumns *c, const struct table *t, int column)
{
	if (column < 0)
		return -1;
	return (int)stringintern(&c->names, stringat(&t->columns, (uint32_t)column));
}

/* Adds a column with an id, or its bits. */
static void
addidcolumn(struct scancolumns *c, const struct table *t, int column, int64_t mask)
{
	int index = scancolumn(c, t, column), i = 0;

	while (i < c->ids && c->id[i] != index)
		i++;
	c->mask[i] = i < c->ids ? c->mask[i] | mask : mask;
	c->id[i] = index;
	c->ids += i == c->ids;
}

/* Finds the columns that metaneed (dump/facts/meta.h) looks at. Returns false if more columns have
 * ids than there are roles. */
static bool
findidcolumns(struct scancolumns *c, const struct table *t)
{
	for (size_t i = 0; i < t->count; i++)
		for (int role = ROLE_NONE + 1; role < ROLES; role++) {
			int column = t->plans[i].roles[role].column;

			if (role == ROLE_CATEGORY || !t->plans[i].wanted || column < 0)
				continue;
			if (c->ids == ROLES)
				return false;
			addidcolumn(c, t, column, t->plans[i].roles[role].mask);
		}
	return true;
}

/* Finds the columns to be read. Returns false if that is not possible. */
static bool
findcolumns(struct scanning *s, const struct table *t, bool joins)
{
	struct scancolumns *c = &s->columns;

	c->of = (struct rowsof){ t->name, &c->names, -1, -1 };
	scancolumn(c, t, 0);
	c->of.stop = scancolumn(c, t, t->stop);
	c->of.class = scancolumn(c, t, t->class);
	c->process = joins ? scancolumn(c, t, s->join.id) : -1;
	c->corr = joins ? scancolumn(c, t, s->join.corr) : -1;
	/* a call or a GPU row without any process is none that nsys writes */
	return (!joins || c->process >= 0) && findidcolumns(c, t);
}

/* Reads the columns of all rows. */
static bool
readall(struct scanning *s, const struct table *t)
{
	struct rows *rows = t->source->ops->rows(t->source, &s->columns.of);
	/* the places are those of t->rows in the same mode only */
	bool good = rows->mode == t->rows->mode && rows->passall(rows, scanrow, s);

	rowsclose(rows);
	return good && s->count <= IDENTITIES_MAX && !s->odd;
}

bool
tablescan(struct tablescan *scan, struct table *t, struct found *found, struct flights *flights)
{
	/* nothing is inside this window */
	static const struct wanted nothing = { .from = INT64_MAX, .to = INT64_MIN };
	struct scanning *s = xzalloc(1, sizeof(*s));
	bool good;

	*scan = (struct tablescan){ .count = 0 };
	s->scan = scan;
	s->latest = s->cache;
	s->pass = passopen(found, t, &nothing, 0);
	good = findcolumns(s, t, joiningbegin(&s->join, flights, t)) && readall(s, t);
	mapfree(&s->map);
	stringtablefree(&s->columns.names);
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
