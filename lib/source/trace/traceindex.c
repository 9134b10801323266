/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "io/out.h"
#include "io/tempfile.h"
#include "traceindex.h"

_Static_assert(sizeof(struct traceentry) == 32, "an entry takes 32 bytes");

/* The number of entries in a window, and of those that a merge reads from a run at once. */
enum { WINDOW = 4096 };

/* Shorter sequences are sorted by insertion. */
enum { SHORT = 16 };

/* Returns true if entry a is after entry b in the order of the stream: of two with one start the
 * longer one is first, then the one that is first in the file. */
static inline bool
traceafter(const struct traceentry *a, const struct traceentry *b)
{
	if (a->ts != b->ts)
		return a->ts > b->ts;
	if (a->end != b->end && (a->end == TRACE_OPEN || b->end == TRACE_OPEN))
		return b->end == TRACE_OPEN;
	if (a->at == b->at)
		return a->end > b->end; /* series of a counter */
	return a->end != b->end ? a->end < b->end : a->at > b->at;
}

/* Sorts entries by insertion. */
static void
traceinsert(struct traceentry *p, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct traceentry e = p[i];
		size_t j = i;

		for (; j > 0 && traceafter(&p[j - 1], &e); j--)
			p[j] = p[j - 1];
		p[j] = e;
	}
}

/* Returns the length of the sequence in order that begins at p; a short one is extended by
 * sorting. */
static size_t
tracenatural(struct traceentry *p, size_t n)
{
	size_t k = 1;

	while (k < n && !traceafter(&p[k - 1], &p[k]))
		k++;
	if (k >= SHORT || k == n)
		return k;
	k = n < SHORT ? n : SHORT;
	traceinsert(p, k);
	return k;
}

/* Merges the sorted sequences [0, middle) and [middle, n) of from into to. */
static void
tracemerge(const struct traceentry *from, size_t middle, size_t n, struct traceentry *to)
{
	size_t i = 0, j = middle;

	while (i < middle && j < n)
		*to++ = traceafter(&from[i], &from[j]) ? from[j++] : from[i++];
	memcpy(to, from + i, (middle - i) * sizeof(*to));
	memcpy(to + (middle - i), from + j, (n - j) * sizeof(*to));
}

/* Merges neighbours of the sequences that begin at starts. Returns the number of sequences left;
 * starts has one element more, the end of the last sequence. */
static size_t
tracemergepairs(const struct traceentry *from, struct traceentry *to, size_t *starts, size_t count)
{
	size_t left = 0;

	for (size_t i = 0; i < count; i += 2) {
		size_t first = starts[i], last = starts[i + 2 <= count ? i + 2 : count];
		size_t middle = starts[i + 1];

		tracemerge(from + first, middle - first, last - first, to + first);
		starts[left++] = first;
	}
	starts[left] = starts[count];
	return left;
}

/* Sorts the entries of a table: a natural merge sort. */
static void
tracesort(struct tracearray *a)
{
	struct traceentry *spare;
	size_t *starts = NULL, count = 0, room = 0;

	for (size_t at = 0; at < a->count; count++) {
		GROW(starts, room, count + 2);
		starts[count] = at;
		at += tracenatural(a->p + at, a->count - at);
	}
	if (count > 1) {
		starts[count] = a->count;
		spare = xreallocarray(NULL, a->count, sizeof(*spare));
		a->room = a->count;
		while (count > 1) {
			struct traceentry *sorted = spare;

			count = tracemergepairs(a->p, spare, starts, count);
			spare = a->p;
			a->p = sorted;
		}
		free(spare);
	}
	free(starts);
}

/* Appends entries to the temporary file. */
static void
tracewrite(struct traceindex *x, const struct traceentry *p, size_t n)
{
	struct buf bytes = { .p = (char *)p, .n = n * sizeof(*p) };

	if (!x->spilled)
		x->fd = tempfileopen();
	x->spilled = true;
	if (n > 0 && !outwriteto(x->fd, &bytes))
		die("%s: temporary file (TMPDIR):", x->name);
	x->written += n;
}

/* Sorts the entries in memory, moves them to the temporary file, and frees the memory. */
static void
tracespill(struct traceindex *x)
{
	for (unsigned i = 0; i < TRACE_TABLES; i++) {
		struct tracearray *a = &x->tables[i];

		if (a->count == 0)
			continue;
		tracesort(a);
		GROW(x->runs, x->runroom, x->runcount + 1);
		x->runs[x->runcount++] = (struct tracerun){ i, x->written, a->count };
		tracewrite(x, a->p, a->count);
		free(a->p);
		*a = (struct tracearray){ .total = a->total };
	}
}

/* Returns the bytes that the entries take, with the memory that sorting them needs. */
static size_t
tracebytes(const struct traceindex *x)
{
	size_t all = 0, largest = 0;

	for (unsigned i = 0; i < TRACE_TABLES; i++) {
		size_t room = x->tables[i].room;

		all += room;
		largest = room > largest ? room : largest;
	}
	return (all + largest) * sizeof(struct traceentry);
}

void
traceindexadd(struct traceindex *x, unsigned table, struct traceentry entry)
{
	struct tracearray *a = &x->tables[table];

	/* The array grows by half, and then it is copied. */
	if (a->count == a->room && a->room > WINDOW &&
	    tracebytes(x) + a->room * 3 / 2 * sizeof(entry) > x->most)
		tracespill(x);
	GROW(a->p, a->room, a->count + 1);
	a->p[a->count++] = entry;
	a->total++;
}

/* Reads entries from the temporary file. */
static void
traceread(const struct traceindex *x, struct traceentry *p, size_t n, uint64_t at)
{
	char *to = (char *)p;
	size_t left = n * sizeof(*p);
	off_t from = (off_t)(at * sizeof(*p));

	while (left > 0) {
		ssize_t some = pread(x->fd, to, left, from);

		if (some < 0 && errno == EINTR)
			continue;
		if (some <= 0)
			die("%s: temporary file (TMPDIR):%s", x->name, some ? "" : " cut off");
		to += some;
		from += some;
		left -= (size_t)some;
	}
}

/* A run that is merged. */
struct tracecursor {
	uint64_t at, left; /* entries of the file that were not read */
	struct traceentry *p;
	size_t next, count;
};

/* Returns the next entry of a run, which has one. */
static inline const struct traceentry *
tracecurrent(const struct tracecursor *c)
{
	return &c->p[c->next];
}

/* Reads the next entries of a run if it has none in memory. Returns false behind the last one. */
static bool
tracemore(const struct traceindex *x, struct tracecursor *c)
{
	if (c->next == c->count) {
		c->count = c->left < WINDOW ? (size_t)c->left : WINDOW;
		c->next = 0;
		if (c->count == 0)
			return false;
		traceread(x, c->p, c->count, c->at);
		c->at += c->count;
		c->left -= c->count;
	}
	return true;
}

/* Puts a cursor at an index of the heap, whose root has the first entry. */
static void
tracesink(struct tracecursor **heap, size_t count, size_t at)
{
	struct tracecursor *c = heap[at];
	const struct traceentry *e = tracecurrent(c);

	for (size_t child; (child = at * 2 + 1) < count; at = child) {
		if (child + 1 < count &&
		    traceafter(tracecurrent(heap[child]), tracecurrent(heap[child + 1])))
			child++;
		if (!traceafter(e, tracecurrent(heap[child])))
			break;
		heap[at] = heap[child];
	}
	heap[at] = c;
}

/* Merges cursors into the file. */
static void
tracemergeall(struct traceindex *x, struct tracecursor **heap, size_t count)
{
	struct traceentry *out = xreallocarray(NULL, WINDOW, sizeof(*out));
	size_t n = 0;

	for (size_t i = count / 2; i-- > 0;)
		tracesink(heap, count, i);
	while (count > 0) {
		out[n++] = *tracecurrent(heap[0]);
		if (n == WINDOW) {
			tracewrite(x, out, n);
			n = 0;
		}
		heap[0]->next++;
		if (!tracemore(x, heap[0]))
			heap[0] = heap[--count];
		if (count > 0)
			tracesink(heap, count, 0);
	}
	tracewrite(x, out, n);
	free(out);
}

/* Merges the runs of a table. */
static void
tracemergetable(struct traceindex *x, unsigned table)
{
	struct tracecursor *all = xzalloc(x->runcount, sizeof(*all));
	struct tracecursor **heap = xreallocarray(NULL, x->runcount, sizeof(struct tracecursor *));
	size_t count = 0;

	for (size_t i = 0; i < x->runcount; i++) {
		if (x->runs[i].table != table)
			continue;
		all[count] = (struct tracecursor){ .at = x->runs[i].at,
			.left = x->runs[i].count,
			.p = xreallocarray(NULL, WINDOW, sizeof(*all->p)) };
		heap[count] = &all[count];
		tracemore(x, heap[count]);
		count++;
	}
	x->tables[table].at = x->written;
	tracemergeall(x, heap, count);
	for (size_t i = 0; i < x->runcount; i++)
		free(all[i].p);
	free(all);
	free(heap);
}

void
traceindexsort(struct traceindex *x)
{
	if (x->spilled) {
		tracespill(x);
		for (unsigned i = 0; i < TRACE_TABLES; i++)
			if (x->tables[i].total > 0)
				tracemergetable(x, i);
		return;
	}
	for (unsigned i = 0; i < TRACE_TABLES; i++)
		tracesort(&x->tables[i]);
}

void
traceindexfree(struct traceindex *x)
{
	for (unsigned i = 0; i < TRACE_TABLES; i++)
		free(x->tables[i].p);
	free(x->runs);
	if (x->spilled)
		close(x->fd);
}

const struct traceentry *
traceindexat(const struct traceindex *x, unsigned table, struct tracewindow *w, uint64_t place)
{
	const struct tracearray *a = &x->tables[table];

	if (place >= a->total)
		return NULL;
	if (!x->spilled)
		return &a->p[place];
	if (place < w->first || place >= w->first + w->count) {
		if (!w->p)
			w->p = xreallocarray(NULL, WINDOW, sizeof(*w->p));
		w->first = place;
		w->count = a->total - place < WINDOW ? a->total - place : WINDOW;
		traceread(x, w->p, (size_t)w->count, a->at + place);
	}
	return &w->p[place - w->first];
}
