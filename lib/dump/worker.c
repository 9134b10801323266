/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/err.h"
#include "io/out.h"
#include "worker.h"

/* How many rows a batch has, how many bytes of records a worker keeps before it waits for its turn,
 * and how many are written from where they are instead of put behind others. */
enum { BATCH = 2048, AHEAD = 4 << 20, MUCH = 192 << 10 };

struct worker {
	struct workers *all;
	pthread_t thread;
	struct reader reader;
	uint64_t batch;  /* that it has, or takes */
	struct spot *spots;
	struct buf made; /* records of the batch, not yet written */
	bool delivering; /* they are being written: some may be already */
};

/* What the workers share. */
struct workers {
	struct worker *list;
	unsigned count;
	pthread_mutex_t taking; /* of tables, or batches of the merge */
	size_t taken;
	pthread_mutex_t turning;
	pthread_cond_t turned;
	uint64_t turn; /* the batch to be written next; what follows is its worker's */
	const struct wanted *wanted;
	struct found *found;
	struct merge *merge;
	struct reader *first;
	struct progress *progress;
	struct buf *out;
	struct written written;
};

static _Thread_local struct worker *self;

struct workers *
workersopen(const char *path, const struct reader *first, const struct wanted *wanted,
    unsigned count)
{
	struct workers *all = xmalloc(sizeof(*all));

	*all = (struct workers){
		.list = xzalloc(count, sizeof(*all->list)),
		.count = count,
		.taking = PTHREAD_MUTEX_INITIALIZER,
		.turning = PTHREAD_MUTEX_INITIALIZER,
		.turned = PTHREAD_COND_INITIALIZER,
	};
	errquiet(true); /* what is wrong with the file was said when it was opened the first time */
	for (unsigned i = 0; i < count; i++) {
		struct worker *w = &all->list[i];

		w->all = all;
		readeropen(&w->reader, path, first, wanted, NULL);
		w->reader.meta.adopted = true;
		w->reader.writer.out = &w->made;
		w->spots = xreallocarray(NULL, BATCH, sizeof(*w->spots));
	}
	errquiet(false);
	return all;
}

/* Lets all workers work, each on a thread, and waits for them. Nobody takes anything before all are
 * there: what ends the program here would else write with them. */
static void
workertogether(struct workers *all, void *(*work)(void *))
{
	all->taken = 0;
	pthread_mutex_lock(&all->taking);
	for (unsigned i = 0; i < all->count; i++) {
		errno = pthread_create(&all->list[i].thread, NULL, work, &all->list[i]);
		if (errno != 0)
			die("cannot start a thread:");
	}
	pthread_mutex_unlock(&all->taking);
	for (unsigned i = 0; i < all->count; i++)
		pthread_join(all->list[i].thread, NULL);
}

/* Makes the pass over tables as long as there are some: first those of a report's blocks, at
 * once. */
static void *
workerfind(void *arg)
{
	struct worker *w = arg;
	struct workers *all = w->all;
	struct reader *r = &w->reader;
	size_t taken;

	for (;;) {
		pthread_mutex_lock(&all->taking);
		taken = all->taken++;
		pthread_mutex_unlock(&all->taking);
		if (taken > r->count)
			return NULL;
		if (taken == 0)
			runsfindapart(all->found, r->tables, r->count, all->wanted);
		else if (r->tables[taken - 1].rows->blockbits == 0)
			runsfind(&all->found[taken - 1], &r->tables[taken - 1], all->wanted);
	}
}

void
workersfind(struct workers *all, const struct wanted *wanted, struct found *found)
{
	all->wanted = wanted;
	all->found = found;
	workertogether(all, workerfind);
}

/* Waits for a worker's turn and writes what it made. */
static void
deliver(struct worker *w)
{
	struct workers *all = w->all;

	pthread_mutex_lock(&all->turning);
	while (all->turn != w->batch)
		pthread_cond_wait(&all->turned, &all->turning);
	pthread_mutex_unlock(&all->turning);
	w->delivering = true;
	if (w->reader.meta.markcount == 0 && w->made.n >= MUCH) {
		outwrite(all->out);
		outwrite(&w->made);
	} else {
		metaadopt(&all->first->meta, &w->reader.meta, &w->made, all->out);
		outcheck(all->out);
	}
	w->delivering = false;
}

/* Before a worker ends the program, the whole records that it made are written. */
static void
workerflushfailed(void)
{
	if (self && !self->delivering) {
		outcutpartial(&self->made);
		deliver(self);
	}
	outflushfailed();
}

/* Makes and writes the records of a batch. */
static void
writebatch(struct worker *w, size_t rows)
{
	struct workers *all = w->all;

	for (size_t i = 0; i < rows; i++) {
		readerwrite(&w->reader, &w->spots[i]);
		if (w->made.n >= AHEAD)
			deliver(w);
	}
	deliver(w);
	all->written.rows += rows;
	all->written.latest = w->reader.latest;
	progressupdate(all->progress, all->written.rows);
	pthread_mutex_lock(&all->turning);
	all->turn++;
	pthread_cond_broadcast(&all->turned);
	pthread_mutex_unlock(&all->turning);
}

/* How many batches are written. */
static uint64_t
written(struct workers *all)
{
	uint64_t turn;

	pthread_mutex_lock(&all->turning);
	turn = all->turn;
	pthread_mutex_unlock(&all->turning);
	return turn;
}

/* Takes the next batch, with what the merge has read of the rows anyway; returns how many rows
 * there are. Rows in many blocks make it a short one: those stay until it is written. */
static size_t
workertake(struct worker *w)
{
	struct workers *all = w->all;
	struct source *source = all->first->source;
	size_t rows = 0;

	if (source->ops->batch)
		source->ops->batch(source, w->batch, written(all));
	while (rows < BATCH && !(source->ops->full && source->ops->full(source))) {
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

/* Reads a block of a report that the merge will come to, so that it need not wait for it. */
static void
readahead(struct workers *all)
{
	struct source *source = all->first->source;
	bool some;

	if (!source->ops->wantsprefetch || all->count == 1)
		return;
	pthread_mutex_lock(&all->taking);
	some = source->ops->wantsprefetch(source);
	pthread_mutex_unlock(&all->taking);
	if (some)
		source->ops->prefetch(source);
}

/* Takes batches as long as there are some. */
static void *
workerwork(void *arg)
{
	struct worker *w = self = arg;
	struct workers *all = w->all;
	size_t rows;

	do {
		pthread_mutex_lock(&all->taking);
		w->batch = all->taken++;
		rows = workertake(w);
		pthread_mutex_unlock(&all->taking);
		if (rows > 0) {
			writebatch(w, rows);
			readahead(all);
		}
	} while (rows > 0);
	return NULL;
}

struct written
workersrun(struct workers *all, struct merge *merge, const struct found *found,
    struct reader *first, struct progress *progress, struct buf *out)
{
	all->merge = merge;
	all->first = first;
	all->progress = progress;
	all->out = out;
	for (unsigned i = 0; i < all->count; i++)
		readerready(&all->list[i].reader, found);
	errsetflush(workerflushfailed);
	workertogether(all, workerwork);
	return all->written;
}

void
workersflaws(const struct workers *all, struct reader *first)
{
	for (unsigned i = 0; i < all->count; i++)
		for (size_t j = 0; j < first->count; j++)
			tableadd(&first->tables[j], &all->list[i].reader.tables[j]);
}

void
workersclose(struct workers *all)
{
	for (unsigned i = 0; i < all->count; i++) {
		readerclose(&all->list[i].reader);
		free(all->list[i].spots);
		free(all->list[i].made.p);
	}
	free(all->list);
	free(all);
}
