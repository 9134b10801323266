/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "cache.h"
#include "err.h"

static void
readeropen(struct blockreader *r, const struct cache *c)
{
	*r = (struct blockreader){ .cache = c };
	reptallyopen(&r->tally, &c->report->rep.shape);
	repcursoropen(&r->cursor, &c->report->rep, &r->tally);
}

static void
readerclose(struct blockreader *r)
{
	repscratchfree(&r->scratch);
	repcursorclose(&r->cursor);
	reptallyfree(&r->tally);
}

void
cacheopen(struct cache *c, const struct survey *g)
{
	*c = (struct cache){ .report = g };
	readeropen(&c->reader, c);
	readeropen(&c->ahead.reader, c);
	pthread_mutex_init(&c->ahead.mutex, NULL);
	pthread_cond_init(&c->ahead.done, NULL);
}

static void
cachedfree(struct cached *b)
{
	for (size_t i = 0; i < REP_TABLES; i++)
		free(b->rows[i].list);
	free(b->kept.p);
	free(b->plain.p);
}

void
cacheclose(struct cache *c)
{
	if (!c->report)
		return;
	for (size_t i = 0; i < c->count; i++)
		cachedfree(&c->list[i]);
	cachedfree(&c->ahead.block);
	free(c->list);
	free(c->where);
	free(c->single.p);
	readerclose(&c->reader);
	readerclose(&c->ahead.reader);
	pthread_mutex_destroy(&c->ahead.mutex);
	pthread_cond_destroy(&c->ahead.done);
}

/* Makes a cursor read some columns of a table, and what its rows must not lack; there is room for
 * all of these names. */
static void
columns(struct repcursor *c, size_t form, const char **names, size_t count)
{
	const struct repform *f = &c->rep->shape.forms[form];
	size_t n = count;

	for (size_t i = 0; i < f->count; i++) {
		bool there = !repneeded(&f->cols[i]);

		for (size_t j = 0; j < n && !there; j++)
			there = strcmp(names[j], f->cols[i].name) == 0;
		if (!there)
			names[n++] = f->cols[i].name;
	}
	repcursorcolumns(c, form, names, n);
}

void
cachetimes(struct repcursor *c, size_t form, const char *const times[TIMES])
{
	const struct repform *f = &c->rep->shape.forms[form];
	const char **names = xreallocarray(NULL, TIMES + f->count, sizeof(*names));

	for (size_t i = 0; i < TIMES; i++)
		names[i] = times[i];
	columns(c, form, names, TIMES);
	free(names);
}

/* Whether a table has a column, and values for it. */
static bool
has(const struct repform *f, const char *name)
{
	size_t col = repcolfind(f, name);

	return col != REP_NOFORM &&
	    (f->cols[col].count > 1 || f->cols[col].picks[0].kind != V_NONE);
}

/* Adds a column to those that are kept. */
static void
bindcolumn(struct bound *b, const char **names, const char *name, size_t cell)
{
	if (b->kept == KEPT_CELLS)
		die("a table with more than %d columns", KEPT_CELLS);
	names[b->kept] = name;
	b->to[b->kept++] = (unsigned char)cell;
}

void
cachebind(struct cache *c, size_t form, const char *const *list, size_t count,
    const struct timed *times)
{
	const struct repform *f = &c->report->rep.shape.forms[form];
	const char **names = xreallocarray(NULL, TIMES + count + f->count, sizeof(*names));
	struct bound *b = &c->bound[form];

	*b = (struct bound){ .count = count + 1 }; /* the last one is for who is not there */
	for (size_t i = 0; i < TIMES; i++) {
		int column = times->columns[i];

		if (column < 0)
			bindcolumn(b, names, "", count);
		else
			bindcolumn(b, names, list[column], (size_t)column);
	}
	for (size_t i = 0; i < count; i++) {
		bool timed = false;

		for (size_t j = 0; j < TIMES; j++)
			timed = timed || times->columns[j] == (int)i;
		if (!timed && has(f, list[i]))
			bindcolumn(b, names, list[i], i);
	}
	columns(&c->reader.cursor, form, names, b->kept);
	columns(&c->ahead.reader.cursor, form, names, b->kept);
	free(names);
}

/* The counts before a block. */
static struct repcounts
before(const struct cache *c, size_t block)
{
	struct repcounts counts = { .chains = 0 };

	for (size_t i = 0; i < REP_TABLES; i++) {
		const struct head *head =
		    c->bound[i].count > 0 ? surveyhead(c->report, i, block) : NULL;

		if (!head || head->block != block)
			continue;
		counts.rows[i] = head->rows;
		counts.chains = head->chains;
	}
	return counts;
}

/* Keeps the row that was read; true when it is a counter, and the block has to be kept. */
static bool
keep(struct blockreader *r, struct cached *b, struct span message)
{
	struct repcursor *rows = &r->cursor;
	struct blockrows *list = &b->rows[rows->form];
	size_t at = (b->kept.n + KEPT_UNIT - 1) / KEPT_UNIT;
	struct keptevent event = { message, rows->at, 1 };

	if (at > UINT32_MAX)
		die("out of memory");
	GROW(list->list, list->room, list->count + 1);
	list->list[list->count++] = (uint32_t)at;
	b->kept.n = at * KEPT_UNIT;
	if (!rows->parts) {
		keptput(&b->kept, &rows->row, r->cache->bound[rows->form].kept, NULL);
		return false;
	}
	event.parts += (uint32_t)repcursorskip(rows);
	keptput(&b->kept, &rows->row, TIMES, &event);
	return true;
}

/* Unpacks a block and keeps its rows. */
static void
fill(struct blockreader *r, struct cached *b)
{
	const struct repfile *f = &r->cache->report->rep.file;
	struct repcounts counts = before(r->cache, b->block);
	struct span message = repfileblock(f, &f->blocks[b->block], &r->scratch);
	struct buf plain = b->plain;
	bool whole = false;

	for (size_t i = 0; i < REP_TABLES; i++)
		b->rows[i].count = 0;
	b->kept.n = 0;
	repcursoruse(&r->cursor, b->block, message, &counts);
	while (repcursornext(&r->cursor))
		whole = keep(r, b, message) || whole;
	if (!whole)
		return;
	b->plain = r->scratch.plain;
	r->scratch.plain = plain;
}

/* Takes a block that is read ahead, if it is that one, and leaves memory for the next. */
static bool
takeahead(struct cache *c, struct cached *b)
{
	struct ahead *a = &c->ahead;
	struct cached read;
	bool there;

	pthread_mutex_lock(&a->mutex);
	there = a->state != AHEAD_NONE && a->block.block == b->block;
	if (there) {
		while (a->state != AHEAD_READ)
			pthread_cond_wait(&a->done, &a->mutex);
		read = a->block;
		a->block = *b;
		a->state = AHEAD_NONE;
		*b = read;
	}
	pthread_mutex_unlock(&a->mutex);
	return there;
}

/* The place for another block: that of the block not used for longest, unless there are fewer than
 * are kept besides those held; else a new one. */
static size_t
place(struct cache *c)
{
	size_t oldest = SIZE_MAX, kept = 0;

	for (size_t i = 0; i < c->count; i++) {
		if (c->list[i].held > c->written)
			continue;
		kept++;
		if (oldest == SIZE_MAX || c->list[i].used < c->list[oldest].used)
			oldest = i;
	}
	if (kept > 0 && kept >= c->report->keep)
		return oldest;
	c->list = xreallocarray(c->list, c->count + 1, sizeof(*c->list));
	c->list[c->count] = (struct cached){ .block = SIZE_MAX };
	return c->count++;
}

void
cacheload(struct cache *c, size_t block)
{
	size_t at = place(c);
	struct cached *b = &c->list[at];

	if (!c->where)
		c->where = xzalloc(c->report->rep.file.count, sizeof(*c->where));
	if (b->block != SIZE_MAX)
		c->where[b->block] = 0;
	b->block = block;
	if (!takeahead(c, b))
		fill(&c->reader, b);
	b->held = 0;
	c->latest = block;
	c->where[block] = (uint32_t)at + 1;
}

/* The first block behind one that has rows of tables that are read; SIZE_MAX when there is none. */
static size_t
behind(const struct cache *c, size_t block)
{
	size_t first = SIZE_MAX;

	for (size_t i = 0; i < REP_TABLES; i++) {
		const struct head *head =
		    c->bound[i].count > 0 ? surveyhead(c->report, i, block + 1) : NULL;

		if (head && head->block < first)
			first = head->block;
	}
	return first;
}

bool
cachenext(struct cache *c)
{
	size_t block = c->where ? behind(c, c->latest) : SIZE_MAX;
	struct ahead *a = &c->ahead;
	bool some;

	if (block == SIZE_MAX || c->where[block] != 0)
		return false;
	pthread_mutex_lock(&a->mutex);
	some = a->state == AHEAD_NONE || (a->state == AHEAD_READ && a->block.block != block);
	if (some) {
		a->state = AHEAD_READING;
		a->block.block = block;
	}
	pthread_mutex_unlock(&a->mutex);
	return some;
}

void
cacheahead(struct cache *c)
{
	struct ahead *a = &c->ahead;

	fill(&a->reader, &a->block);
	pthread_mutex_lock(&a->mutex);
	a->state = AHEAD_READ;
	pthread_cond_broadcast(&a->done);
	pthread_mutex_unlock(&a->mutex);
}

bool
cachetake(struct cache *c, size_t form, const char *kept, size_t block, uint64_t part,
    struct row *row)
{
	const struct bound *b = &c->bound[form];
	struct keptevent event;

	if (keptevent(kept, &event)) {
		repcursoruse(&c->reader.cursor, block, event.message, NULL);
		if (!repcursorat(&c->reader.cursor, event.at, form, part))
			return false;
		c->single.n = 0;
		keptput(&c->single, &c->reader.cursor.row, b->kept, NULL);
		kept = c->single.p;
	}
	kepttake(kept, b->to, b->count, row);
	return true;
}

void
cachebatch(struct cache *c, uint64_t batch, uint64_t written)
{
	c->batch = batch;
	c->written = written;
	c->holds = 0;
}

void
cachehold(struct cache *c, size_t block)
{
	struct cached *b = &c->list[c->where[block] - 1];

	c->holds += b->held != c->batch + 1;
	b->held = c->batch + 1;
}

bool
cachefull(const struct cache *c)
{
	return c->report && c->holds >= c->report->keep;
}
