/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "crew.h"
#include "err.h"
#include "merge.h"
#include "out.h"
#include "piece.h"

/* How many rows a slice has, about: enough that starting on one costs little, few enough to be kept
 * until it is its turn. */
enum { SLICE = 16384 };

/* A reader that runs ahead of its turn keeps so many bytes, then waits. */
enum { AHEAD = 4 << 20 };

struct member {
	struct crew *crew;
	pthread_t thread;
	struct reader reader;
	size_t slice;    /* that it is at */
	struct buf made; /* records of the slice, not yet written */
	bool delivering; /* they are being written: some may be already */
};

/* What the members share. */
struct crew {
	struct member *members;
	unsigned count;
	pthread_mutex_t mutex;
	pthread_cond_t turned;
	size_t turn; /* the part to be looked through, or the slice to be written next */
	struct part *parts;
	size_t partcount;
	int64_t *slices;
	const struct runs *runs;
	struct reader *first; /* this and the rest belong to the member whose turn it is */
	struct progress *progress;
	struct buf *out;
	struct written written;
};

static _Thread_local struct member *self;

struct crew *
crewopen(const char *path, const struct wanted *wanted, unsigned readers)
{
	struct crew *crew = xmalloc(sizeof(*crew));

	*crew = (struct crew){
		.members = xreallocarray(NULL, readers, sizeof(*crew->members)), .count = readers,
		.mutex = PTHREAD_MUTEX_INITIALIZER, .turned = PTHREAD_COND_INITIALIZER,
	};
	errquiet(true); /* what is wrong with the file was said when it was opened the first time */
	for (unsigned i = 0; i < readers; i++) {
		crew->members[i] = (struct member){ .crew = crew, .slice = i };
		readeropen(&crew->members[i].reader, path, wanted);
		crew->members[i].reader.meta.adopted = true;
		crew->members[i].reader.writer.out = &crew->members[i].made;
	}
	errquiet(false);
	return crew;
}

/* Lets all members work, each on a thread, and waits for them. Nobody's turn comes before all are
 * there: what ends the program here would else write with them. */
static void
together(struct crew *crew, void *(*work)(void *))
{
	crew->turn = 0;
	pthread_mutex_lock(&crew->mutex);
	for (unsigned i = 0; i < crew->count; i++) {
		errno = pthread_create(&crew->members[i].thread, NULL, work, &crew->members[i]);
		if (errno != 0)
			die("cannot start a thread:");
	}
	pthread_mutex_unlock(&crew->mutex);
	for (unsigned i = 0; i < crew->count; i++)
		pthread_join(crew->members[i].thread, NULL);
}

/* Looks through parts of tables as long as there are some. */
static void *
find(void *arg)
{
	struct member *m = arg;
	struct crew *crew = m->crew;
	struct part *part;

	do {
		pthread_mutex_lock(&crew->mutex);
		part = crew->turn < crew->partcount ? &crew->parts[crew->turn++] : NULL;
		pthread_mutex_unlock(&crew->mutex);
		if (part)
			partfind(part, &m->reader.tables[part->table]);
	} while (part);
	return NULL;
}

void
crewruns(struct crew *crew, struct runs *runs)
{
	const struct reader *r = &crew->members[0].reader;

	crew->slices =
	    pieceslices(r->tables, r->count, SLICE, runs->wanted->from, &runs->slicecount);
	runs->slices = crew->slices;
	crew->parts = partsmake(r->tables, r->count, runs, crew->count, &crew->partcount);
	together(crew, find);
	partsjoin(crew->parts, crew->partcount, runs);
}

static void
await(struct member *m)
{
	struct crew *crew = m->crew;

	pthread_mutex_lock(&crew->mutex);
	while (crew->turn != m->slice)
		pthread_cond_wait(&crew->turned, &crew->mutex);
	pthread_mutex_unlock(&crew->mutex);
}

/* Writes what a member made, once it is its turn. */
static void
deliver(struct member *m)
{
	struct crew *crew = m->crew;

	await(m);
	m->delivering = true;
	metaadopt(&crew->first->meta, &m->reader.meta, &m->made, crew->out);
	outcheck(crew->out);
	m->delivering = false;
}

static void
next(struct crew *crew)
{
	pthread_mutex_lock(&crew->mutex);
	crew->turn++;
	pthread_cond_broadcast(&crew->turned);
	pthread_mutex_unlock(&crew->mutex);
}

/* Before a member ends the program, the whole records that it made are written. */
static void
rescue(void)
{
	if (self && !self->delivering) {
		outwhole(&self->made);
		deliver(self);
	}
	outrescue();
}

/* Makes and writes the records of a member's slices. */
static void *
work(void *arg)
{
	struct member *m = self = arg;
	struct crew *crew = m->crew;
	struct merge merge;

	readernames(&m->reader, crew->runs);
	mergeopen(&merge, &m->reader.profile, crew->runs, m->reader.tables);
	for (; m->slice <= crew->runs->slicecount; m->slice += crew->count) {
		uint64_t before = merge.written;

		mergestart(&merge, m->slice);
		while (mergenext(&merge, &m->reader.writer))
			if (m->made.n >= AHEAD)
				deliver(m);
		deliver(m);
		crew->written.rows += merge.written - before;
		if (merge.written > before)
			crew->written.latest = merge.latest;
		progressupdate(crew->progress, crew->written.rows);
		next(crew);
	}
	mergeclose(&merge);
	return NULL;
}

struct written
crewrun(struct crew *crew, struct reader *first, const struct runs *runs, struct progress *progress,
    struct buf *out)
{
	crew->first = first;
	crew->runs = runs;
	crew->progress = progress;
	crew->out = out;
	errrescue(rescue);
	together(crew, work);
	return crew->written;
}

void
crewcount(struct crew *crew, struct reader *first)
{
	for (unsigned i = 0; i < crew->count; i++)
		for (size_t j = 0; j < first->count; j++)
			tableadd(&first->tables[j], &crew->members[i].reader.tables[j]);
}

void
crewclose(struct crew *crew)
{
	for (unsigned i = 0; i < crew->count; i++) {
		readerclose(&crew->members[i].reader);
		free(crew->members[i].made.p);
	}
	free(crew->members);
	free(crew->slices);
	free(crew);
}
