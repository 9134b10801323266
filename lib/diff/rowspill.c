/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/sortkey.h"
#include "rowspill.h"

/* The rows that are loaded at once. */
enum { WINDOW = 1024 };

/* The part of the limit that the sort takes. */
enum { SORT_PART = 2 };

struct rowspill {
	struct runtotals *totals;
	struct spillfile deferred;
	struct recordsort sort;
	struct spillreader deferredreader;
	bool reading;
	struct buf key;

	struct spillfile sorted;
	uint64_t *starts; /* by number of the window: its position in the file */
	size_t startsroom, count;
	struct spillreader reader; /* at the window after the loaded one */
	struct diffrow *window;
	size_t loaded; /* number of the window, plus one; 0 for none */
};

struct rowspill *
rowspillmake(struct runtotals *totals)
{
	struct rowspill *x = xzalloc(1, sizeof(*x));

	x->totals = totals;
	x->sort.memory = totals->spill.limit / SORT_PART;
	return x;
}

static struct span
rowbytes(const struct diffrow *row)
{
	/* It has no padding: its bytes are all written. */
	_Static_assert(sizeof(*row) == 112, "a row has no padding");
	return (struct span){ (const char *)row, sizeof(*row) };
}

void
rowspilldefer(struct rowspill *x, const struct diffrow *row)
{
	spillfileadd(&x->deferred, rowbytes(row), stringat(&x->totals->groups, row->group));
}

/* Loads a row from its bytes, which the text of its group follows. */
static void
loadrow(struct rowspill *x, struct span bytes, struct diffrow *row)
{
	struct span text = { bytes.p + sizeof(*row), bytes.n - sizeof(*row) };

	memcpy(row, bytes.p, sizeof(*row));
	row->group = stringintern(&x->totals->groups, text);
}

bool
rowspillread(struct rowspill *x, struct diffrow *row)
{
	struct span bytes;

	if (!x->reading) {
		spillfileflush(&x->deferred);
		x->deferredreader =
		    (struct spillreader){ .file = &x->deferred, .end = x->deferred.written };
		x->reading = true;
	}
	if (!spillfileread(&x->deferredreader, &bytes))
		return false;
	totalsgroupsclear(x->totals);
	loadrow(x, bytes, row);
	return true;
}

/* Appends what rows are in descending order of: doubles that are not negative are ordered like
 * their bits. */
static void
putmagnitude(struct buf *key, const struct diffrow *row)
{
	union {
		double number;
		uint64_t word;
	} effect = { .number = fabs(row->effect) };

	sortkeyuint(key, effect.word);
	sortkeywide(key, row->total[SIDE_OLD] + row->total[SIDE_NEW]);
}

void
rowspilladd(struct rowspill *x, const struct diffrow *row)
{
	x->key.n = 0;
	putmagnitude(&x->key, row);
	sortkeyreverse(&x->key, 0);
	bufspan(&x->key, stringat(&x->totals->groups, row->group));
	recordsortadd(&x->sort, bufall(&x->key), 0, rowbytes(row));
}

size_t
rowspillsort(struct rowspill *x)
{
	size_t magnitude;
	struct span key, bytes;

	spillfilefree(&x->deferred);
	x->key.n = 0;
	putmagnitude(&x->key, &(struct diffrow){ .group = 0 });
	magnitude = x->key.n;
	recordsortread(&x->sort);
	for (; recordsortnext(&x->sort, &key, &bytes); x->count++) {
		struct span text = { key.p + magnitude, key.n - magnitude };

		if (x->count % WINDOW == 0) {
			GROW(x->starts, x->startsroom, x->count / WINDOW + 1);
			x->starts[x->count / WINDOW] = spillfileend(&x->sorted);
		}
		spillfileadd(&x->sorted, bytes, text);
	}
	recordsortfree(&x->sort);
	spillfileflush(&x->sorted);
	return x->count;
}

/* Loads a window of rows. */
static void
loadwindow(struct rowspill *x, size_t window)
{
	struct spillreader *r = &x->reader;
	struct span bytes;

	totalsgroupsclear(x->totals);
	if (!x->window)
		x->window = xzalloc(WINDOW, sizeof(*x->window));
	if (x->loaded != window || window == 0) { /* else the reader is there */
		free(r->p);
		*r = (struct spillreader){
			.file = &x->sorted, .at = x->starts[window], .end = x->sorted.written
		};
	}
	for (size_t i = 0; i < WINDOW && spillfileread(r, &bytes); i++)
		loadrow(x, bytes, &x->window[i]);
	x->loaded = window + 1;
}

const struct diffrow *
rowspillat(struct rowspill *x, size_t index)
{
	if (x->loaded != index / WINDOW + 1)
		loadwindow(x, index / WINDOW);
	return &x->window[index % WINDOW];
}

void
rowspillfree(struct rowspill *x)
{
	if (!x)
		return;
	spillfilefree(&x->deferred);
	spillfilefree(&x->sorted);
	recordsortfree(&x->sort);
	free(x->deferredreader.p);
	free(x->reader.p);
	free(x->key.p);
	free(x->starts);
	free(x->window);
	free(x);
}
