/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdlib.h>

#include "crew.h"
#include "err.h"
#include "merge.h"
#include "out.h"

/* A reader that runs ahead of its turn keeps so many bytes, then waits. */
enum { AHEAD = 8 << 20 };

/* What the members share. Only the one whose slice it is touches out, first and tally. */
struct crew {
	pthread_mutex_t mutex;
	pthread_cond_t turned;
	size_t turn; /* the slice to be written next */
	struct reader *first;
	const struct runs *runs;
	unsigned readers;
	struct buf *out;
	struct tally tally;
};

struct member {
	struct crew *crew;
	pthread_t thread;
	size_t slice; /* that it is at */
	struct reader reader;
	struct buf made; /* records of the slice, not yet written */
};

static _Thread_local struct member *self;

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
	metaadopt(&crew->first->meta, &m->reader.meta, &m->made, crew->out);
	outcheck(crew->out);
}

static void
pass(struct member *m)
{
	struct crew *crew = m->crew;

	pthread_mutex_lock(&crew->mutex);
	crew->turn++;
	pthread_cond_broadcast(&crew->turned);
	pthread_mutex_unlock(&crew->mutex);
}

/* Before a member ends the program, what comes before its last record is written. */
static void
rescue(void)
{
	if (self)
		deliver(self);
	outrescue();
}

static void *
work(void *arg)
{
	struct member *m = self = arg;
	struct crew *crew = m->crew;
	struct merge merge;

	metanvtx(&m->reader.meta, crew->runs->names, crew->runs->namecount);
	mergeopen(&merge, &m->reader.profile, crew->runs, m->reader.tables);
	for (; m->slice <= crew->runs->slicecount; m->slice += crew->readers) {
		uint64_t before = merge.written;

		mergestart(&merge, m->slice);
		while (mergenext(&merge, &m->reader.meta, &m->made))
			if (m->made.n >= AHEAD)
				deliver(m);
		deliver(m);
		crew->tally.rows += merge.written - before;
		if (merge.written > before)
			crew->tally.latest = merge.latest;
		pass(m);
	}
	mergeclose(&merge);
	return NULL;
}

struct tally
crewrun(struct reader *first, const struct runs *runs, unsigned readers, struct buf *out)
{
	struct crew crew = {
		.mutex = PTHREAD_MUTEX_INITIALIZER, .turned = PTHREAD_COND_INITIALIZER, .first = first, .runs = runs, .readers = readers, .out = out,
	};
	struct member *members = xreallocarray(NULL, readers, sizeof(*members));

	for (unsigned i = 0; i < readers; i++) {
		members[i] = (struct member){ .crew = &crew, .slice = i };
		readeropen(&members[i].reader, first->profile.path, runs->wanted);
		members[i].reader.meta.unnamed = first->meta.unnamed;
		members[i].reader.meta.adopted = true;
	}
	errrescue(rescue);
	for (unsigned i = 0; i < readers; i++)
		if (pthread_create(&members[i].thread, NULL, work, &members[i]) != 0)
			die("cannot start a thread");
	for (unsigned i = 0; i < readers; i++) {
		pthread_join(members[i].thread, NULL);
		for (size_t j = 0; j < first->count; j++)
			tableadd(&first->tables[j], &members[i].reader.tables[j]);
		readerclose(&members[i].reader);
		free(members[i].made.p);
	}
	free(members);
	return crew.tally;
}
