/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "fields.h"
#include "pagerows.h"

/* Types of the pages of tables, offsets in their headers, and lengths of these. */
enum {
	INTERIOR = 5,
	LEAF = 13,
	AT_CELLS = 3,
	AT_RIGHT = 8,
	LEAF_HEADER = 8,
	INTERIOR_HEADER = 12
};

/* The greatest depth of a tree, as in SQLite. */
enum { LEVELS = 20 };

/* The low bits of a place are the index of the cell, the others that of the leaf. */
enum { CELL_BITS = 16 };

/* A list of page numbers. */
struct list {
	uint32_t *pages;
	size_t count, room;
};

/* A leaf in the cache of pages. */
struct leaf {
	const unsigned char *page;
	uint64_t version; /* of the pages; it is in the cache while this is the same */
	uint64_t number;  /* index in the list of leaves */
	unsigned cells;
	/* The least offset of a cell, and by how much others may be greater. */
	size_t least, range;
};

/* The leaves that are remembered: the runs of a table are on as many. A power of two. */
enum { LEAVES = 16 };

struct pagerows {
	struct sqlite *sqlite;
	size_t usable; /* bytes of a page */
	struct leaf recent[LEAVES]; /* by the lowest bits of their numbers */
	const struct rowsof *of;
	struct list leaves;      /* in order */
	struct fields times, all; /* of struct rowtimes, and of a row */
	int timed;                /* number of columns in times */
};

/* Returns the number in two bytes. */
static inline uint32_t
bigendian16(const unsigned char *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return be16toh(v);
}

static uint32_t
bigendian(const unsigned char *p, int n)
{
	uint32_t v = 0;

	while (n-- > 0)
		v = v << 8 | *p++;
	return v;
}

/* Returns a page of the table; NULL if there is none. */
static const unsigned char *
getpage(const struct pagerows *w, uint32_t number)
{
	const unsigned char *page = pageget(&w->sqlite->pages, number);

	if (!page && w->sqlite->pages.failed)
		die("%s: %s: %s", w->sqlite->source.path, w->of->table,
		    sqlite3_errstr(w->sqlite->pages.failed));
	return page;
}

/* Returns true if a cell of an interior page may be at an offset: between the header and the
 * end. */
static bool
cellfits(const struct pagerows *w, unsigned cells, size_t at)
{
	return at >= INTERIOR_HEADER + 2 * cells && at + 4 <= w->usable;
}

/* Adds the children of an interior page. Returns false if SQLite would not accept the page. */
static bool
children(const struct pagerows *w, const unsigned char *page, struct list *to)
{
	unsigned cells = bigendian(page + AT_CELLS, 2);
	const unsigned char *p;
	uint64_t key;

	if (page[0] != INTERIOR || cells == 0 || INTERIOR_HEADER + 2 * cells > w->usable ||
	    to->count + cells >= w->sqlite->pages.pages)
		return false;
	to->pages = xgrow(to->pages, &to->room, to->count + cells + 1, sizeof(*to->pages));
	for (unsigned i = 0; i < cells; i++) {
		p = page + bigendian16(page + INTERIOR_HEADER + 2 * (size_t)i);
		if (!cellfits(w, cells, (size_t)(p - page)) ||
		    varint(p + 4, &key) > page + w->sqlite->pages.usable)
			return false;
		to->pages[to->count++] = bigendian(p, 4);
	}
	to->pages[to->count++] = bigendian(page + AT_RIGHT, 4);
	return true;
}

/* Finds the leaves of the tree, level by level. Returns false if SQLite would not accept it. */
static bool
findleaves(struct pagerows *w, uint32_t root)
{
	struct list *list = &w->leaves;

	GROW(list->pages, list->room, 1);
	list->pages[list->count++] = root;
	for (int level = 0; level < LEVELS; level++) {
		const unsigned char *page = getpage(w, list->pages[0]);
		struct list below = { 0 };
		bool good = true;

		if (!page || page[0] == LEAF)
			return page != NULL;
		for (size_t i = 0; i < list->count && good; i++) {
			page = getpage(w, list->pages[i]);
			good = page && children(w, page, &below);
		}
		free(list->pages);
		*list = below;
		if (!good || list->count == 0)
			return false;
	}
	return false;
}

/* Sets the bytes of a record that are in a page, of which some bytes are left, if the record
 * continues on other pages. Returns false if they do not fit the page. */
static bool
partly(const struct pagerows *w, struct payload *r, size_t left)
{
	size_t least = (w->usable - 12) * 32 / 255 - 23,
	       some = least + (r->total - least) % (w->usable - 4);

	r->local = some <= w->usable - 35 ? some : least;
	return r->local + 4 <= left; /* an overflow page number follows */
}

/* Returns the end of a varint of one to nine bytes, which may all be read. */
static inline const unsigned char *
varintend(const unsigned char *p)
{
	uint64_t v;

	if (p[0] < 0x80)
		return p + 1;
	if (p[1] < 0x80)
		return p + 2;
	return p[2] < 0x80 ? p + 3 : varintlong(p, &v);
}

/* Decodes the header of a cell, with the row number unless id is NULL. Returns false if the cell
 * does not fit the page. */
static inline __attribute__((always_inline)) bool
recordat(const struct pagerows *w, const struct leaf *leaf, size_t cell, struct payload *r,
    int64_t *id)
{
	const unsigned char *end = leaf->page + w->usable, *p;
	size_t at = bigendian16(leaf->page + LEAF_HEADER + 2 * cell);
	uint64_t total, number;

	if (at - leaf->least > leaf->range)
		return false;
	r->key = varint(leaf->page + at, &total);
	p = id ? varint(r->key, &number) : varintend(r->key);
	if (id)
		*id = (int64_t)number;
	r->p = p;
	r->local = r->total = (size_t)total;
	if (total <= w->usable - 35)
		return p + total <= end;
	return total <= INT32_MAX && p <= end && partly(w, r, (size_t)(end - p));
}

/* The slow half of leafat: gets a leaf from the cache of pages. */
static const struct leaf *
getleaf(struct pagerows *w, struct leaf *leaf, size_t number)
{
	const unsigned char *page = getpage(w, w->leaves.pages[number]);
	unsigned cells;

	if (!page || page[0] != LEAF)
		return NULL;
	cells = bigendian(page + AT_CELLS, 2);
	/* Only the root may be empty. */
	if ((cells == 0 && w->leaves.count > 1) || LEAF_HEADER + 2 * cells > w->usable)
		return NULL;
	*leaf = (struct leaf){ page, w->sqlite->pages.version, number, cells,
		.least = LEAF_HEADER + 2 * (size_t)cells };
	if (leaf->least + 4 <= w->usable)
		leaf->range = w->usable - 4 - leaf->least;
	else
		leaf->least = w->usable; /* where no cell is */
	return leaf;
}

/* Returns a leaf by its index, valid until the next call; NULL if SQLite would not accept it. */
static inline const struct leaf *
leafat(struct pagerows *w, size_t number)
{
	struct leaf *leaf = &w->recent[number % LEAVES];

	if (leaf->number == number && leaf->version == w->sqlite->pages.version)
		return leaf;
	return getleaf(w, leaf, number);
}

/* Decodes the times of the row in a cell; cells of columns that are not there become NULL. */
static inline bool
pagerowstimes(struct pagerows *w, const struct leaf *leaf, uint64_t place, struct rowtimes *times,
    int64_t *rowid)
{
	struct payload r;

	if (!recordat(w, leaf, place & ((1 << CELL_BITS) - 1), &r, rowid) ||
	    !fieldstimes(&w->times, r, times->cells))
		return false;
	times->place = place;
	times->next = place + 1;
	return true;
}

/* Decodes the times of rows in a leaf, from the row in a cell on, while they are integers and there
 * is room. If "ordered", *last is the number of the row before, and rows have to be in the order of
 * their numbers. */
static inline __attribute__((always_inline)) void
leafspans(struct pagerows *w, const struct leaf *leaf, uint64_t cell, bool ordered, int64_t *last,
    struct rowspans *spans)
{
	uint64_t room = leaf->cells - cell;
	struct rowspan *span = spans->list, *end = span + (room < ROW_SPANS ? room : ROW_SPANS);
	int64_t before = ordered ? *last : 0, id = 0;

	spans->place = leaf->number << CELL_BITS | cell;
	spans->step = 1;
	for (; span < end; span++, cell++) {
		struct payload r;

		if (!recordat(w, leaf, cell, &r, ordered ? &id : NULL) ||
		    (ordered && id <= before) ||
		    !fieldsspan(&w->times, &r, span))
			break;
		before = id;
	}
	spans->count = (size_t)(span - spans->list);
	if (ordered)
		*last = before;
}

/* Gives the times of the rows in a leaf to a pass: of many rows at once, if there is such a
 * function. *last is the number of the row before, and *first is true if there is none. */
static bool
passleaftimes(struct pagerows *w, const struct leaf *leaf, int64_t *last, bool *first,
    void (*look)(void *arg, const struct rowtimes *times),
    void (*many)(void *arg, const struct rowspans *spans), void *arg)
{
	struct rowtimes times = { .cells = { { 0 } } };
	struct rowspans spans;
	int64_t rowid;

	for (uint64_t i = 0; i < leaf->cells;) {
		if (many && !*first) {
			leafspans(w, leaf, i, true, last, &spans);
			if (spans.count > 0)
				many(arg, &spans);
			i += spans.count;
			if (i == leaf->cells || spans.count == ROW_SPANS)
				continue;
		}
		if (!pagerowstimes(w, leaf, leaf->number << CELL_BITS | i, &times, &rowid) ||
		    (!*first && rowid <= *last))
			return false;
		*last = rowid;
		*first = false;
		look(arg, &times);
		i++;
	}
	return true;
}

bool
pagerowspassspans(struct pagerows *w, void (*look)(void *arg, const struct rowtimes *times),
    void (*many)(void *arg, const struct rowspans *spans), void *arg)
{
	int64_t last = INT64_MIN;
	bool first = true;

	for (uint64_t i = 0; i < w->leaves.count; i++) {
		const struct leaf *leaf = leafat(w, i);

		if (!leaf || !passleaftimes(w, leaf, &last, &first, look, many, arg))
			return false;
	}
	return true;
}

bool
pagerowspass(struct pagerows *w, void (*look)(void *arg, const struct rowtimes *times), void *arg)
{
	return pagerowspassspans(w, look, NULL, arg);
}

bool
pagerowsspans(struct pagerows *w, uint64_t place, struct rowspans *spans)
{
	uint64_t number = place >> CELL_BITS, cell = place & ((1 << CELL_BITS) - 1);
	const struct leaf *leaf;

	if (number >= w->leaves.count || !(leaf = leafat(w, number)) || cell >= leaf->cells)
		return false;
	leafspans(w, leaf, cell, false, NULL, spans);
	return spans->count > 0;
}

/* Decodes all columns of the rows in a leaf. *last is the number of the row before, and *first is
 * true if there is none. */
static bool
passleaf(struct pagerows *w, const struct leaf *leaf, struct row *row, int64_t *last, bool *first,
    void (*each)(void *arg, uint64_t place, struct row *row), void *arg)
{
	struct payload r;
	int64_t id;

	for (unsigned i = 0; i < leaf->cells; i++) {
		if (!recordat(w, leaf, i, &r, &id) || (!*first && id <= *last) ||
		    !fieldstake(&w->all, &r, row))
			return false;
		*last = id;
		*first = false;
		each(arg, leaf->number << CELL_BITS | i, row);
	}
	return true;
}

bool
pagerowspassall(struct pagerows *w,
    void (*each)(void *arg, uint64_t place, struct row *row), void *arg)
{
	struct row row = { 0 };
	int64_t last = INT64_MIN;
	bool first = true, good = true;

	for (uint64_t i = 0; good && i < w->leaves.count; i++) {
		const struct leaf *leaf = leafat(w, i);

		good = leaf && passleaf(w, leaf, &row, &last, &first, each, arg);
	}
	rowfree(&row);
	return good;
}

/* Ends the program: the pages are not those of the pass. */
static void __attribute__((noreturn))
changed(const struct pagerows *w)
{
	die("%s: %s: the file changed while it was read", w->sqlite->source.path, w->of->table);
}

bool
pagerowsat(struct pagerows *w, uint64_t place, struct rowtimes *times)
{
	uint64_t number = place >> CELL_BITS, cell = place & ((1 << CELL_BITS) - 1);
	int64_t rowid;

	times->cells[ROW_STOP].type = times->cells[ROW_CLASS].type = CELL_NULL;
	for (; number < w->leaves.count; number++, cell = 0) {
		const struct leaf *leaf = leafat(w, number);

		if (!leaf)
			changed(w);
		if (cell >= leaf->cells)
			continue;
		if (!pagerowstimes(w, leaf, number << CELL_BITS | cell, times, &rowid))
			changed(w);
		/* Prefetches the next record of this run: hundreds of other runs are merged before
		 * it is needed. */
		if (cell + 1 < leaf->cells)
			__builtin_prefetch(leaf->page +
			    bigendian16(leaf->page + LEAF_HEADER + 2 * (cell + 1)));
		return true;
	}
	return false;
}

bool
pagerowstake(struct pagerows *w, uint64_t place, struct row *row)
{
	const struct leaf *leaf = leafat(w, place >> CELL_BITS);
	struct payload r;

	if (!leaf || !recordat(w, leaf, place & ((1 << CELL_BITS) - 1), &r, NULL))
		changed(w);
	return fieldstake(&w->all, &r, row);
}

int64_t
pagerowsid(struct pagerows *w, uint64_t place)
{
	const struct leaf *leaf = leafat(w, place >> CELL_BITS);
	struct payload r;
	int64_t id;

	if (!leaf || !recordat(w, leaf, place & ((1 << CELL_BITS) - 1), &r, &id))
		changed(w);
	return id;
}

/* Returns true if a column with this declared type stores floating-point numbers as integers, by
 * SQLite's rules for affinity. */
static bool
isreal(const char *type)
{
	static const char *const others[] = { "INT", "CHAR", "CLOB", "TEXT", "BLOB" };

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (strcasestr(type, others[i]))
			return false;
	return strcasestr(type, "REAL") || strcasestr(type, "FLOA") || strcasestr(type, "DOUB");
}

/* Adds a column of the table to the fields, if it is read. */
static void
addcolumn(struct pagerows *w, struct span name, struct special *column)
{
	int times[ROW_SPARE] = { 0, w->of->stop, w->of->class };

	for (uint32_t i = 0; i < w->of->columns->used; i++) {
		if (!spansame(stringat(w->of->columns, i), name))
			continue;
		column->cell = i;
		fieldsadd(&w->all, column);
		for (uint32_t j = 0; j < ROW_SPARE; j++)
			if (times[j] == (int)i) {
				column->cell = j;
				fieldsadd(&w->times, column);
				w->timed++;
			}
	}
}

/* Returns true if there is an index for the primary key of the table. */
static bool
haskeyindex(const struct pagerows *w)
{
	sqlite3_stmt *st = sqlitequery(w->sqlite,
	    "SELECT 1 FROM pragma_index_list(?1, 'main') WHERE origin = 'pk'");
	bool has;

	sqlite3_bind_text(st, 1, w->of->table, -1, SQLITE_STATIC);
	has = sqlitestep(w->sqlite, st, w->of->table);
	sqlite3_finalize(st);
	return has;
}

/* Finds the index of each column in a record. */
static void
findcolumns(struct pagerows *w)
{
	enum { NUMBER, NAME, TYPE, DEFAULT = 4, KEY };
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	bufprintf(&sql, "PRAGMA main.table_xinfo([%s])", w->of->table);
	st = sqlitequery(w->sqlite, sql.p);
	while (sqlitestep(w->sqlite, st, w->of->table)) {
		struct special column = { .field = (size_t)sqlite3_column_int(st, NUMBER),
			.real = isreal(sqlitetext(w->sqlite, st, TYPE).p),
			.defaulted = sqlite3_column_type(st, DEFAULT) != SQLITE_NULL };

		/* The only column of a primary key is another name of the row number, unless
		 * there is an index for it. */
		column.rowid = sqlite3_column_int(st, KEY) && !haskeyindex(w);
		addcolumn(w, sqlitetext(w->sqlite, st, NAME), &column);
	}
	sqlite3_finalize(st);
	free(sql.p);
}

/* Returns true if the table has a shadow. */
static bool
hasshadow(const struct pagerows *w)
{
	int rc = sqlite3_table_column_metadata(w->sqlite->db, "temp", w->of->table, NULL, NULL,
	    NULL, NULL, NULL, NULL);

	if (rc != SQLITE_OK && rc != SQLITE_ERROR)
		sqlitedie(w->sqlite, w->of->table);
	return rc == SQLITE_OK;
}

/* Returns the root page of the table; 0 if it has a shadow. A table without row numbers has a root
 * that findleaves refuses. */
static uint32_t
findroot(const struct pagerows *w)
{
	int64_t root = hasshadow(w) ? 0 : sqliteroot(w->sqlite, w->of->table);

	/* The first page begins with the header of the file. */
	return root > 1 && root <= UINT32_MAX ? (uint32_t)root : 0;
}

struct pagerows *
pagerowsopen(struct sqlite *p, const struct rowsof *of)
{
	struct pagerows *w;
	uint32_t root;

	if (!p->pages.file)
		return NULL;
	w = xmalloc(sizeof(*w));
	*w = (struct pagerows){ .sqlite = p, .usable = p->pages.usable, .of = of,
		.times.spare = ROW_SPARE, .times.times = true, .all.spare = of->columns->used };
	for (uint32_t i = 0; i < of->columns->used; i++) /* expressions add texts to a row */
		w->all.copies = w->all.copies || stringat(of->columns, i).p[0] == '(';
	findcolumns(w);
	root = findroot(w);
	/* All times have to be columns. */
	if (root > 0 && w->timed == 1 + (of->stop >= 0) + (of->class >= 0) && findleaves(w, root))
		return w;
	pagerowsclose(w);
	return NULL;
}

void
pagerowsclose(struct pagerows *w)
{
	if (!w)
		return;
	free(w->leaves.pages);
	fieldsfree(&w->times);
	fieldsfree(&w->all);
	free(w);
}
