/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "base/radix.h"
#include "base/sortkey.h"
#include "recordsort.h"

/* The most runs that are merged at once; more are first merged into one. */
enum { RUNS_MOST = 256 };

/* How many records ahead a loop over the sorted records fetches them into the cache. */
enum { PREFETCH = 8 };

/* The bytes that a merge reads from a run at once. */
enum { BLOCK_LEAST = 1 << 12, BLOCK_MOST = 1 << 18 };

/* The records in memory below which none are dropped, and the most prefixes with a cut. */
enum { DROP_LEAST = 1 << 12, CUTS_MOST = 64 };

/* The place of a record in recordsort.bytes, and the first eight bytes of its key as a number, most
 * significant first. */
struct recordplace {
	uint64_t head;
	uint64_t at;
};

/* The most bytes of the lengths of a record. */
enum { LENGTHS_MOST = 3 * PROTO_VARINT_BYTES };

/* A record. Three lengths as varints are first: of the key, its prefix, and the value. */
struct recordview {
	const char *start;         /* of the lengths */
	const char *p;             /* the key, and behind it the value */
	size_t key, prefix, value; /* bytes */
};

/* A prefix with as many records as keep allows, and the key of the last of them. */
struct recordcut {
	struct buf key;
	size_t prefix;
};

/* A reader of a run, and its current record. */
struct recordcursor {
	struct spillreader reader;
	struct recordview view;
	uint64_t head; /* the first eight bytes of its key, as in recordplace */
};

size_t
recordsortlimit(void)
{
	const char *text = getenv("NST_SORT_MEMORY");
	long long n = text ? strtoll(text, NULL, 10) : 0;

	return n > 0 ? (size_t)n : RECORDSORT_LIMIT;
}

static struct recordview
viewat(const char *p)
{
	struct recordview v = { .start = p };
	uint64_t key, prefix, value;

	p = protoread(p, &key);
	p = protoread(p, &prefix);
	v.p = protoread(p, &value);
	v.key = (size_t)key;
	v.prefix = (size_t)prefix;
	v.value = (size_t)value;
	return v;
}

/* Returns the whole record, with its lengths. */
static struct span
wholeof(const struct recordview *v)
{
	return (struct span){ v->start, (size_t)(v->p - v->start) + v->key + v->value };
}

static int
comparekeys(const struct recordview *a, const struct recordview *b)
{
	int order = memcmp(a->p, b->p, a->key < b->key ? a->key : b->key);

	return order != 0 ? order : (a->key > b->key) - (a->key < b->key);
}

static int
recordbykey(const void *a, const void *b, void *arg)
{
	const struct recordplace *x = a, *y = b;
	const struct recordsort *s = arg;
	struct recordview v = viewat(s->bytes.p + x->at), w = viewat(s->bytes.p + y->at);

	return comparekeys(&v, &w);
}

static uint64_t
headof(struct span key)
{
	uint64_t head = 0;

	if (key.n >= sizeof(head))
		return sortkeygetuint(key.p);
	for (size_t i = 0; i < sizeof(head); i++)
		head = head << 8 | (i < key.n ? (unsigned char)key.p[i] : 0);
	return head;
}

/* Returns true if a record is beyond those that keep allows; records must be passed in order. */
static bool
beyond(struct recordsort *s, const struct recordview *v)
{
	struct span prefix = { v->p, v->prefix };

	if (s->keep == 0)
		return false;
	if (s->same == 0 || !spansame(prefix, bufall(&s->prefix))) {
		s->prefix.n = 0;
		bufspan(&s->prefix, prefix);
		s->same = 0;
	}
	return s->same++ >= s->keep;
}

/* Returns the cut of a prefix, or NULL if it has none. */
static struct recordcut *
cutof(const struct recordsort *s, struct span prefix)
{
	for (size_t i = 0; i < s->cutcount; i++)
		if (spansame((struct span){ s->cuts[i].key.p, s->cuts[i].prefix }, prefix))
			return &s->cuts[i];
	return NULL;
}

/* Makes a record the last one that keep allows with its prefix. */
static void
cutat(struct recordsort *s, const struct recordview *v)
{
	struct recordcut *cut = cutof(s, (struct span){ v->p, v->prefix });

	if (!cut) {
		if (s->cutcount == CUTS_MOST)
			return;
		GROW(s->cuts, s->cutroom, s->cutcount + 1);
		cut = &s->cuts[s->cutcount++];
		*cut = (struct recordcut){ .prefix = v->prefix };
	}
	cut->key.n = 0;
	bufmem(&cut->key, v->p, v->key);
}

bool
recordsortdrops(const struct recordsort *s, struct span key, size_t prefix)
{
	const struct recordcut *cut = cutof(s, (struct span){ key.p, prefix });
	struct recordview v = { .p = key.p, .key = key.n }, last;

	if (!cut)
		return false;
	last = (struct recordview){ .p = cut->key.p, .key = cut->key.n };
	return comparekeys(&v, &last) >= 0;
}

/* Removes the records in memory beyond those that keep allows. They must be sorted. */
static void
recorddrop(struct recordsort *s)
{
	struct buf kept = { 0 };
	size_t count = 0;

	s->same = 0;
	for (size_t i = 0; i < s->count; i++) {
		struct recordview v = viewat(s->bytes.p + s->places[i].at);

		if (beyond(s, &v))
			continue;
		if (s->same == s->keep)
			cutat(s, &v);
		s->places[count] = s->places[i];
		s->places[count++].at = kept.n;
		bufspan(&kept, wholeof(&v));
	}
	free(s->bytes.p);
	s->bytes = kept;
	s->count = count;
	s->same = 0;
}

/* Returns the least significant byte that heads must be sorted by, from the counts of their bytes;
 * byte 0 is the least significant one. The upper bytes of random heads tell nearly all of them
 * apart: up to one in PAIRS may be equal in these bytes. */
static unsigned
leastbyte(radixcounts *counts, size_t count)
{
	enum { PAIRS = 16 };
	double same = (double)count * PAIRS; /* an estimate of the heads that are equal, at most */
	unsigned byte = sizeof(uint64_t);

	while (byte > 0 && same > 1) {
		size_t most = 0;

		byte--;
		for (unsigned value = 0; value < 256; value++)
			most = counts[byte][value] > most ? counts[byte][value] : most;
		same *= (double)most / (double)count;
	}
	return byte;
}

/* Sorts places by their heads, by one byte after the other. other has room for as many. Returns the
 * mask of the bits that they are sorted by. */
static uint64_t
orderheads(struct recordplace *places, size_t count, struct recordplace *other)
{
	radixcounts *counts = xzalloc(sizeof(uint64_t), sizeof(*counts));
	struct recordplace *from = places, *to = other;
	unsigned least;

	for (size_t i = 0; i < count; i++)
		for (unsigned byte = 0; byte < sizeof(uint64_t); byte++)
			counts[byte][from[i].head >> 8 * byte & 0xFF]++;
	least = leastbyte(counts, count);
	for (unsigned byte = least; byte < sizeof(uint64_t); byte++) {
		struct recordplace *swap = from;

		if (!radixoffsets(counts[byte], count))
			continue;
		for (size_t i = 0; i < count; i++)
			to[counts[byte][from[i].head >> 8 * byte & 0xFF]++] = from[i];
		from = to;
		to = swap;
	}
	free(counts);
	if (from != places)
		memcpy(places, from, count * sizeof(*places));
	return UINT64_MAX << 8 * least;
}

/* The numbers of records up to which insertion sort is faster, and comparing keys is; and the most
 * times that records with the same eight bytes are sorted by the next eight. */
enum { FEW = 8, SOME = 64, DEEPEST = 64 };

/* Sorts a few records by their keys. */
static void
orderfew(struct recordsort *s, struct recordplace *places, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		struct recordplace place = places[i];
		size_t at = i;

		for (; at > 0 && recordbykey(&places[at - 1], &place, s) > 0; at--)
			places[at] = places[at - 1];
		places[at] = place;
	}
}

/* Sets the heads of places to the part of the keys from a byte on. Returns false if all keys end
 * before it. */
static bool
setheads(const struct recordsort *s, struct recordplace *places, size_t count, size_t from)
{
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		struct recordview v;
		size_t skip;

		if (i + PREFETCH < count)
			__builtin_prefetch(s->bytes.p + places[i + PREFETCH].at);
		v = viewat(s->bytes.p + places[i].at);
		skip = v.key < from ? v.key : from;
		places[i].head = headof((struct span){ v.p + skip, v.key - skip });
		any = any || v.key > from;
	}
	return any;
}

/* Returns true if all heads are the same. */
static bool
sameheads(const struct recordplace *places, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (places[i].head != places[0].head)
			return false;
	return true;
}

/* Sorts places whose keys are equal before the byte depth * 8, where their heads begin. Comparing
 * keys, for each pair, would wait for the memory of their records. other has room for as many.
 * Changes no head. */
/* The depth is at most DEEPEST, with at most eight calls each. */
/* NOLINTBEGIN(misc-no-recursion) */
static void
orderplaces(struct recordsort *s, struct recordplace *places, size_t count, unsigned depth,
    struct recordplace *other)
{
	uint64_t sorted, head;
	size_t same;

	if (count <= FEW) {
		orderfew(s, places, count);
		return;
	}
	if (count <= SOME || depth == DEEPEST) {
		qsort_r(places, count, sizeof(*places), recordbykey, s);
		return;
	}
	sorted = orderheads(places, count, other);
	for (size_t i = 0; i < count; i += same) {
		struct recordplace *some = places + i;

		for (same = 1; i + same < count && !((some[same].head ^ some->head) & sorted);)
			same++;
		head = some->head;
		if (same == 1)
			continue;
		if (same <= SOME || !sameheads(some, same)) {
			orderplaces(s, some, same, depth, other);
			continue;
		}
		if (setheads(s, some, same, (depth + 1) * sizeof(head)))
			orderplaces(s, some, same, depth + 1, other);
		else
			qsort_r(some, same, sizeof(*some), recordbykey, s);
		for (size_t j = 0; j < same; j++)
			some[j].head = head;
	}
}
/* NOLINTEND(misc-no-recursion) */

/* Sorts the records in memory. */
static void
recordorder(struct recordsort *s)
{
	struct recordplace *other = xreallocarray(NULL, s->count + 1, sizeof(*other));

	orderplaces(s, s->places, s->count, 0, other);
	free(other);
}

/* Appends the sorted records in memory to the file as a run. */
static void
recordspill(struct recordsort *s)
{
	GROW(s->runs, s->runroom, s->runcount + 1);
	s->runs[s->runcount++] = spillfileend(&s->file);
	for (size_t i = 0; i < s->count; i++) {
		struct recordview v = viewat(s->bytes.p + s->places[i].at);

		if (i + PREFETCH < s->count) /* the records are anywhere in the memory */
			__builtin_prefetch(s->bytes.p + s->places[i + PREFETCH].at);
		spillfileadd(&s->file, wholeof(&v), (struct span){ NULL, 0 });
	}
	s->count = 0;
	s->bytes.n = 0;
}

/* Reads the next record of a run; returns false at its end. */
static bool
cursornext(struct recordcursor *c)
{
	struct span record;

	if (!spillfileread(&c->reader, &record))
		return false;
	c->view = viewat(record.p);
	c->head = headof((struct span){ c->view.p, c->view.key });
	return true;
}

/* Returns true if the record of a cursor must precede that of another. */
static inline bool
cursorless(const struct recordcursor *a, const struct recordcursor *b)
{
	return a->head != b->head ? a->head < b->head : comparekeys(&a->view, &b->view) < 0;
}

/* Puts a cursor at an index of the heap into its place. */
static void
recordsink(struct recordcursor **heap, size_t count, size_t at)
{
	struct recordcursor *c = heap[at];

	for (size_t child; (child = at * 2 + 1) < count; at = child) {
		child += child + 1 < count && cursorless(heap[child + 1], heap[child]);
		if (!cursorless(heap[child], c))
			break;
		heap[at] = heap[child];
	}
	heap[at] = c;
}

/* Opens a cursor for each run. */
static void
mergebegin(struct recordsort *s)
{
	size_t block = s->memory / s->runcount;

	block = block < BLOCK_LEAST ? BLOCK_LEAST : block > BLOCK_MOST ? BLOCK_MOST : block;
	spillfileflush(&s->file);
	s->cursors = xzalloc(s->runcount, sizeof(*s->cursors));
	s->heap = xreallocarray(NULL, s->runcount, sizeof(struct recordcursor *));
	s->heapcount = 0;
	for (size_t i = 0; i < s->runcount; i++) {
		struct recordcursor *c = &s->cursors[i];

		c->reader = (struct spillreader){ .file = &s->file,
			.at = s->runs[i],
			.end = i + 1 < s->runcount ? s->runs[i + 1] : s->file.written,
			.block = block };
		if (cursornext(c))
			s->heap[s->heapcount++] = c;
	}
	for (size_t i = s->heapcount / 2; i-- > 0;)
		recordsink(s->heap, s->heapcount, i);
}

static void
mergeend(struct recordsort *s)
{
	for (size_t i = 0; i < s->runcount && s->cursors; i++)
		free(s->cursors[i].reader.p);
	free(s->cursors);
	free(s->heap);
	s->cursors = NULL;
	s->heap = NULL;
}

/* Moves the cursor of the least record on. */
static void
mergestep(struct recordsort *s)
{
	if (!cursornext(s->heap[0]))
		s->heap[0] = s->heap[--s->heapcount];
	if (s->heapcount > 1)
		recordsink(s->heap, s->heapcount, 0);
}

/* Merges all runs into one. */
static void
mergeruns(struct recordsort *s)
{
	struct spillfile merged = { 0 };

	mergebegin(s);
	s->same = 0;
	for (; s->heapcount > 0; mergestep(s))
		if (!beyond(s, &s->heap[0]->view))
			spillfileadd(&merged, wholeof(&s->heap[0]->view), (struct span){ NULL, 0 });
	mergeend(s);
	spillfilefree(&s->file);
	s->file = merged;
	s->runcount = 1;
	s->runs[0] = 0;
	s->same = 0;
}

/* Makes room in memory. */
static void
recordsortfull(struct recordsort *s)
{
	size_t before = s->bytes.n;

	recordorder(s);
	if (s->keep > 0)
		recorddrop(s);
	if (s->keep > 0 && s->bytes.n <= before / 2)
		return;
	recordspill(s);
	if (s->runcount == RUNS_MOST)
		mergeruns(s);
}

/* Drops records once there are many. If that does not help, all prefixes have few records, and it
 * is not tried again. */
static void
recordtrim(struct recordsort *s)
{
	size_t before = s->count;

	if (before < DROP_LEAST || before < s->dropat)
		return;
	recordorder(s);
	recorddrop(s);
	s->dropat = s->count > before / 2 ? SIZE_MAX : s->count * 2;
}

void
recordsortadd(struct recordsort *s, struct span key, size_t prefix, struct span value)
{
	char *p;

	if (s->keep > 0) {
		if (recordsortdrops(s, key, prefix))
			return;
		recordtrim(s);
	}
	/* Sorting takes as much memory again as the places. */
	if (s->count > 0 && s->bytes.n + key.n + value.n + s->count * 2 * sizeof(*s->places) >
	    s->memory)
		recordsortfull(s);
	GROW(s->places, s->room, s->count + 1);
	s->places[s->count++] = (struct recordplace){ headof(key), s->bytes.n };
	p = bufroom(&s->bytes, LENGTHS_MOST);
	p = protospell(protospell(protospell(p, key.n), prefix), value.n);
	s->bytes.n = (size_t)(p - s->bytes.p);
	bufspan(&s->bytes, key);
	bufspan(&s->bytes, value);
}

void
recordsortread(struct recordsort *s)
{
	recordorder(s);
	s->next = s->same = 0;
	if (s->runcount == 0)
		return;
	recordspill(s);
	free(s->bytes.p);
	free(s->places);
	s->bytes = (struct buf){ 0 };
	s->places = NULL;
	s->room = 0;
	mergebegin(s);
}

/* Sets the next record, without regard to keep; returns false at the end. */
static bool
recordnext(struct recordsort *s, struct recordview *v)
{
	if (s->runcount == 0) {
		if (s->next == s->count)
			return false;
		*v = viewat(s->bytes.p + s->places[s->next++].at);
		return true;
	}
	if (s->next++ > 0 && s->heapcount > 0)
		mergestep(s);
	if (s->heapcount > 0)
		*v = s->heap[0]->view;
	return s->heapcount > 0;
}

bool
recordsortnext(struct recordsort *s, struct span *key, struct span *value)
{
	struct recordview v;

	do {
		if (!recordnext(s, &v))
			return false;
	} while (beyond(s, &v));
	*key = (struct span){ v.p, v.key };
	*value = (struct span){ v.p + v.key, v.value };
	return true;
}

void
recordsortfree(struct recordsort *s)
{
	mergeend(s);
	spillfilefree(&s->file);
	free(s->bytes.p);
	free(s->places);
	free(s->runs);
	free(s->prefix.p);
	for (size_t i = 0; i < s->cutcount; i++)
		free(s->cuts[i].key.p);
	free(s->cuts);
	*s = (struct recordsort){ 0 };
}
