/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/ordered.h"
#include "io/out.h"
#include "worker.h"

/* BATCH is the number of rows in a batch. A worker with AHEAD bytes of records waits for its turn
 * to write them. MUCH bytes or more are written from the worker's buffer without a copy. */
enum { BATCH = 2048, AHEAD = 4 << 20, MUCH = 192 << 10 };

struct worker {
	struct workers *all;
	struct reader reader;
	uint64_t batch;  /* the number of its current batch */
	struct spot *spots;
	struct batch made; /* records of the batch, not yet written; a sink gets the notes, too */
	bool delivering; /* the records are being written: some may be already */
};

/* What the workers share. Items of the ordered work are tables in the pass, then batches. Members
 * from written on belong to the worker that delivers. */
struct workers {
	const char *path;
	struct worker *list;
	unsigned count;
	struct ordered ordered;
	const struct wanted *wanted;
	struct found *found;
	struct merge *merge;
	struct reader *first;
	struct progress *progress;
	struct buf *out;
	struct written written;
};

static _Thread_local struct worker *self;
static struct batchsink *sink; /* takes the records of all workers, or NULL */

/* Calls work in all workers and waits for them. */
static void
workertogether(struct workers *all, void (*work)(void *arg, unsigned worker))
{
	orderedopen(&all->ordered);
	errno = orderedrun(&all->ordered, all->count, work, all);
	if (errno != 0)
		die("cannot start a thread:");
	orderedclose(&all->ordered);
}

/* Opens the reader of a worker. */
static void
workeropen(void *arg, unsigned worker)
{
	struct workers *all = arg;
	struct worker *w = &all->list[worker];

	errquiet(true); /* the first open printed the warnings */
	readeropen(&w->reader, all->path, all->first, all->wanted, NULL);
	errquiet(false);
	w->reader.meta.adopted = true;
	w->reader.writer.out = &w->made.text;
}

struct workers *
workersopen(const char *path, struct reader *first, const struct wanted *wanted, unsigned count)
{
	struct workers *all = xmalloc(sizeof(*all));

	*all = (struct workers){
		.path = path,
		.list = xzalloc(count, sizeof(*all->list)),
		.count = count,
		.wanted = wanted,
		.first = first,
	};
	for (unsigned i = 0; i < count; i++) {
		struct worker *w = &all->list[i];

		w->all = all;
		w->spots = xreallocarray(NULL, BATCH, sizeof(*w->spots));
	}
	workertogether(all, workeropen);
	return all;
}

/* Makes the pass over the tables: first those in a report's blocks, all at once, as item 0, then
 * each of the others. Their results have no order, so nothing is delivered. */
static void
workerfind(void *arg, unsigned worker)
{
	struct workers *all = arg;
	struct reader *r = &all->list[worker].reader;

	for (;;) {
		size_t taken = (size_t)orderedtake(&all->ordered);

		orderedtaken(&all->ordered);
		if (taken > r->count)
			return;
		if (taken == 0)
			runsfindapart(all->found, r->tables, r->count, all->wanted);
		else if (r->tables[taken - 1].rows->blockbits == 0)
			runsfind(&all->found[taken - 1], &r->tables[taken - 1], all->wanted);
	}
}

void
workersfind(struct workers *all, struct found *found)
{
	all->found = found;
	workertogether(all, workerfind);
}

/* Waits for the turn of a worker's batch and writes the records that it has made. */
static void
deliver(struct worker *w)
{
	struct workers *all = w->all;

	orderedawait(&all->ordered, w->batch);
	w->delivering = true;
	if (sink) {
		batchlines(&w->made);
		metaadoptbatch(&all->first->meta, &w->reader.meta, &w->made);
		sink->give(sink, &w->made);
	} else if (w->reader.meta.markcount == 0 && w->made.text.n >= MUCH) {
		outwrite(all->out);
		outwrite(&w->made.text);
	} else {
		metaadopt(&all->first->meta, &w->reader.meta, &w->made.text, all->out);
		outcheck(all->out);
	}
	w->delivering = false;
}

/* Before a worker ends the program, the whole records that it made are written. */
static void
workerflushfailed(void)
{
	if (self && !self->delivering) {
		outcutpartial(&self->made.text);
		deliver(self);
	}
	if (sink)
		sink->fail(sink);
	else
		outflushfailed();
}

/* Makes and writes the records of a batch. */
static void
writebatch(struct worker *w, size_t rows)
{
	struct workers *all = w->all;

	for (size_t i = 0; i < rows; i++) {
		readerwrite(&w->reader, &w->spots[i]);
		if (w->made.text.n >= AHEAD)
			deliver(w);
	}
	deliver(w);
	all->written.rows += rows;
	all->written.latest = w->reader.latest;
	progressupdate(all->progress, all->written.rows);
	ordereddone(&all->ordered);
}

/* Takes the next batch from the merge, and holds the rows that the merge has read already. Returns
 * the number of rows. A batch with rows in many blocks is short, since these blocks stay in the
 * cache until it is written. */
static size_t
workertake(struct worker *w)
{
	struct workers *all = w->all;
	struct source *source = all->first->source;
	size_t rows = 0;

	if (!source->ops->batch)
		return mergenext(all->merge, w->spots, BATCH);
	source->ops->batch(source, w->batch, ordereddelivered(&all->ordered));
	while (rows < BATCH && !source->ops->full(source)) {
		struct spot *s = &w->spots[rows];
		struct rows *of;

		if (mergenext(all->merge, s, 1) == 0)
			break;
		of = all->first->tables[s->table].rows;
		s->held = of->hold ? of->hold(of, s->place) : NULL;
		rows++;
	}
	return rows;
}

/* Prefetches a block of a report for the merge. */
static void
workerprefetch(struct workers *all)
{
	struct source *source = all->first->source;
	bool some;

	if (!source->ops->wantsprefetch || all->count == 1)
		return;
	orderedlock(&all->ordered);
	some = source->ops->wantsprefetch(source);
	orderedtaken(&all->ordered);
	if (some)
		source->ops->prefetch(source);
}

/* Writes batches while the merge has rows. */
static void
workerwork(void *arg, unsigned worker)
{
	struct workers *all = arg;
	struct worker *w = self = &all->list[worker];
	size_t rows;

	do {
		w->batch = orderedtake(&all->ordered);
		rows = workertake(w);
		orderedtaken(&all->ordered);
		if (rows > 0) {
			writebatch(w, rows);
			workerprefetch(all);
		}
	} while (rows > 0);
	self = NULL;
}

struct written
workersrun(struct workers *all, struct merge *merge, const struct found *found,
    struct progress *progress, struct buf *out, struct batchsink *to)
{
	all->merge = merge;
	all->progress = progress;
	all->out = out;
	sink = to;
	for (unsigned i = 0; i < all->count; i++) {
		struct worker *w = &all->list[i];

		w->reader.writer.batch = to ? &w->made : NULL;
		readerready(&w->reader, found);
	}
	errsetflush(workerflushfailed);
	workertogether(all, workerwork);
	return all->written;
}

void
workersflaws(const struct workers *all)
{
	for (unsigned i = 0; i < all->count; i++)
		for (size_t j = 0; j < all->first->count; j++)
			tableadd(&all->first->tables[j], &all->list[i].reader.tables[j]);
}

void
workersclose(struct workers *all)
{
	for (unsigned i = 0; i < all->count; i++) {
		readerclose(&all->list[i].reader);
		free(all->list[i].spots);
		batchfree(&all->list[i].made);
	}
	free(all->list);
	free(all);
}
