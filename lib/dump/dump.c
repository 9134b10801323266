/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <unistd.h>

#include "base/thread.h"
#include "dump.h"
#include "dump/facts/unread.h"
#include "dump/order/runindex.h"
#include "io/out.h"
#include "program/progress.h"
#include "stream/record.h"
#include "worker.h"

/* The rows that one worker takes from the merge at a time; they stay in the processor cache. */
enum { BATCH = 256 };

/* Returns the number of workers if the user names none: one for a window, however large it is, and
 * where the tools have no processor left for another one. */
static unsigned
usualworkers(const struct source *s, const struct dumping *asked, const struct wanted *wanted)
{
	if (windowed(wanted) || asked->linked ||
	    (asked->to && threadcores() < asked->to->threads + 2))
		return 1;
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): readeropen sets the source */
	return sourcethreads(s->bytes);
}

/* With more runs than this, each worker reads nearly all pages of the file, so that two are no
 * faster than one and take twice its processor time: measured with some tens of runs, and 600. */
enum { RUNS_SHARED = 256 };

/* Returns true if one worker is as fast as several, because there are many runs. */
static bool
bestalone(const struct found *found, size_t count)
{
	size_t runs = 0;

	for (size_t i = 0; i < count; i++)
		runs += found[i].count;
	return runs > RUNS_SHARED;
}

/* Makes room for the next record: writes a full block, or gives a full batch. */
static inline void
nextrecord(struct reader *r, struct batchsink *to)
{
	if (to) {
		r->writer.batch = to->next(to);
		r->writer.out = &r->writer.batch->text;
	} else {
		outcheck(r->writer.out);
	}
}

/* Writes all rows of a merge, or hands them over. */
static struct written
dumpwriterows(struct reader *r, struct merge *merge, struct progress *progress,
    struct batchsink *to)
{
	struct spot spots[BATCH];
	struct written written = { 0 };
	size_t rows;

	while ((rows = mergenext(merge, spots, BATCH)) > 0)
		for (size_t i = 0; i < rows; i++) {
			nextrecord(r, to);
			readerwrite(r, &spots[i]);
			progressupdate(progress, ++written.rows);
		}
	written.latest = written.rows > 0 ? r->latest : 0;
	return written;
}

/* Prints which events the dump lacks. Returns FAILED if the profile is damaged. */
static enum status
report(const struct reader *r, bool everything)
{
	enum status status = DONE;

	for (size_t i = 0; i < r->count; i++) {
		const struct table *t = &r->tables[i];

		if (tablereport(t))
			status = FAILED;
		if (everything && t->flaws.strays > 0)
			warn("%s: not dumped: %s, %llu rows of unknown kinds",
			    r->source->path, t->name, (unsigned long long)t->flaws.strays);
	}
	if (everything && !r->source->trace)
		unreadwarn(r->source);
	if (r->source->ops->report && r->source->ops->report(r->source, everything))
		status = FAILED;
	return status;
}

/* Adds up the rows of all tables. */
static struct found
total(const struct found *found, size_t count)
{
	struct found all = { 0 };

	for (size_t i = 0; i < count; i++) {
		if (found[i].rows > 0 && (all.rows == 0 || found[i].first < all.first))
			all.first = found[i].first;
		all.rows += found[i].rows;
		if (found[i].latest.known &&
		    (!all.latest.known || found[i].latest.ts > all.latest.ts))
			all.latest = found[i].latest;
	}
	return all;
}

/* Returns the span of time of events of some types in the whole profile. */
static struct timespan
extentof(const char *path, const struct reader *another, uint64_t types)
{
	struct wanted all = {
		.types = types, .style = "short", .from = INT64_MIN, .to = INT64_MAX
	};
	struct timespan timespan = { 0 };
	struct reader reader;

	errquiet(true); /* the open for the dump prints the warnings */
	readeropen(&reader, path, another, &all, NULL);
	errquiet(false);
	runsextent(&timespan, reader.tables, reader.count);
	readerclose(&reader);
	return timespan;
}

/* Returns true if a window depends on the first or the last event. */
static bool
relative(const struct window *w)
{
	return w->from.of > MOMENT_CLOCK || w->to.of > MOMENT_CLOCK;
}

/* Computes the window on the clock of the profile. A relative window does not depend on which of
 * the usual types are wanted. */
static void
placewindow(const char *path, const struct reader *reader, struct wanted *wanted)
{
	const struct window *w = &wanted->window;
	struct timespan x = { 0 };

	if (relative(w))
		x = extentof(path, reader, wanted->types | schemausual());
	wanted->from = momentresolve(w->from, x.first, x.last, INT64_MIN);
	wanted->to = momentresolve(w->to, x.first, x.last, INT64_MAX);
}

/* Prints that a window is empty, and the span of time of the profile; or, if other events are in
 * the window, of the types that are wanted. */
static void
sayempty(const char *path, const struct reader *reader, const struct wanted *wanted)
{
	struct timespan x = extentof(path, reader, wanted->types | schemausual());
	struct buf text = { 0 };

	if (!x.begun)
		return;
	if (wanted->types == schemausual() ||
	    !evoverlaps(x.first, x.last, wanted->from, wanted->to)) {
		windowempty(reader->source->path, x.first, x.last);
		return;
	}
	x = extentof(path, reader, wanted->types);
	if (!x.begun)
		return;
	windowtime(&text, x.first);
	bufstr(&text, " to ");
	windowtime(&text, x.last);
	bufchar(&text, '\0');
	warn("%s: no event of these types touches the window: they run from %s",
	    reader->source->path, text.p);
	free(text.p);
}

/* A dump that has begun. */
struct begun {
	const struct dumping *asked;
	struct wanted wanted;
	struct reader reader;
	unsigned count;          /* of workers */
	struct workers *workers; /* NULL for one */
	struct found *found;
	struct linkwindow linkwindow; /* if wanted.linked */
	bool scattered; /* the source has to be opened again, imported */
};

/* Lets the source decide how many blocks stay in memory; returns false if it has to be imported. */
static bool
keepblocks(const struct begun *d)
{
	struct source *source = d->reader.source;
	struct piece *pieces;
	size_t n = 0;
	bool kept;

	for (size_t i = 0; i < d->reader.count; i++) {
		if (d->found[i].lost)
			return false;
		n += d->found[i].piececount;
	}
	pieces = xreallocarray(NULL, n + 1, sizeof(*pieces));
	n = 0;
	for (size_t i = 0; i < d->reader.count; i++)
		for (size_t j = 0; j < d->found[i].piececount; j++)
			pieces[n++] = d->found[i].pieces[j];
	kept = source->ops->keep(source, pieces, n, d->count > 1 ? d->count : 0);
	free(pieces);
	return kept;
}

/* Makes the passes over all tables, by one worker. */
static void
findruns(struct begun *d)
{
	struct reader *r = &d->reader;

	runsfindapart(d->found, r->tables, r->count, &d->wanted);
	for (size_t i = 0; i < r->count; i++)
		if (r->tables[i].rows->blockbits == 0)
			runsfind(&d->found[i], &r->tables[i], &d->wanted);
}

/* Returns true if all tables can be scanned. */
static bool
scannable(const struct reader *r)
{
	for (size_t i = 0; i < r->count; i++)
		if (!r->tables[i].rows->passall)
			return false;
	return true;
}

/* Makes the passes for a window behind nst-link. */
static void
findlinked(struct begun *d)
{
	struct reader *r = &d->reader, second;
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): readeropen sets the source */
	bool two = sourcethreads(r->source->bytes) > 1;

	if (!scannable(r)) {
		findruns(d);
		return;
	}
	if (two) {
		errquiet(true); /* the first open printed the warnings */
		readeropen(&second, d->asked->path, r, &d->wanted, NULL);
		errquiet(false);
	}
	d->wanted.linked = linkwindowfind(&d->linkwindow, d->asked->linked, r->tables,
	    two ? second.tables : NULL, d->found, r->count, &d->wanted);
	if (two)
		readerclose(&second);
	if (!d->wanted.linked)
		findruns(d);
}

/* Opens the profile and makes all passes. */
static void
dumpbegin(struct begun *d)
{
	const char *path = d->asked->path;
	struct reader *r = &d->reader;
	struct runindex index;
	bool placed = !relative(&d->wanted.window);

	if (placed)
		placewindow(path, NULL, &d->wanted);
	runindexopen(&index, &d->wanted);
	readeropen(r, path, NULL, &d->wanted, placed ? &index.observer : NULL);
	if (!placed)
		placewindow(path, r, &d->wanted);
	d->count = d->asked->workers;
	if (d->count == 0)
		d->count = usualworkers(r->source, d->asked, &d->wanted);
	d->found = xzalloc(r->count, sizeof(*d->found));
	runindexmove(&index, r->tables, r->count, d->found);
	runindexclose(&index);
	if (d->count > 1) {
		d->workers = workersopen(path, r, &d->wanted, d->count);
		workersfind(d->workers, d->found);
	} else if (d->asked->linked) {
		findlinked(d);
	} else {
		findruns(d);
	}
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the same */
	if (r->source->ops->keep && !d->wanted.imported)
		d->scattered = !keepblocks(d);
}

static void
dumpend(struct begun *d)
{
	if (d->workers)
		workersclose(d->workers);
	d->workers = NULL;
	for (size_t i = 0; i < d->reader.count; i++)
		foundfree(&d->found[i]);
	free(d->found);
	linkwindowfree(&d->linkwindow, d->reader.count);
	readerclose(&d->reader);
}

/* Writes the end record. It has the events that are always skipped only if --type was not given. */
static void
dumpfinal(struct begun *d, const struct written *written)
{
	struct source *source = d->reader.source;
	struct skipped skipped = { .room = 0 };
	struct buf object = { 0 }, list = { 0 };

	if (d->asked->wanted.types == 0) {
		if (!source->trace)
			unreadskipped(source, &skipped);
		if (source->ops->skipped)
			source->ops->skipped(source, &skipped);
	}
	skippedobject(&skipped, &object);
	skippedlist(&skipped, &list);
	if (list.n > 0)
		errnote("%s: not dumped: %.*s", source->path, (int)list.n, list.p);
	recordfinal(d->reader.writer.out,
	    &(struct streamend){ written->latest, false, { object.p, object.n } },
	    written->rows + d->reader.meta.records);
	skippedfree(&skipped);
	free(object.p);
	free(list.p);
}

/* Writes the header. In a window behind nst-link it is that of the whole profile. */
static void
writeheader(struct begun *d, struct buf *out, int64_t first)
{
	struct wanted wanted = d->wanted;

	if (wanted.linked) {
		first = d->linkwindow.first;
		wanted.from = INT64_MIN;
		wanted.to = INT64_MAX;
	}
	metaheader(&d->reader.meta, out, first, &wanted);
}

/* Writes the stream, by the workers or not. Returns false if it has no events. */
static bool
writestream(struct begun *d, bool alone, struct buf *out)
{
	const struct dumping *asked = d->asked;
	struct progress progress = { .next = UINT64_MAX };
	struct reader *r = &d->reader;
	struct found all = total(d->found, r->count);
	struct written written;
	struct merge merge;

	readerready(r, d->found);
	mergeopen(&merge, r->tables, d->found, r->count, &d->wanted);
	if (asked->progress)
		progressstart(&progress, r->source->path, all.rows);
	writeheader(d, out, all.first);
	r->writer.out = out;
	if (d->workers && !alone)
		written = workersrun(d->workers, &merge, d->found, &progress, out, asked->to);
	else
		written = dumpwriterows(r, &merge, &progress, asked->to);
	progressend(&progress);
	if (written.rows != all.rows)
		die("%s: %llu events were found and %llu read: the file changed while it was read",
		    r->source->path, (unsigned long long)all.rows,
		    (unsigned long long)written.rows);
	if (all.latest.known)
		written.latest = all.latest.ts;
	nextrecord(r, asked->to);
	dumpfinal(d, &written);
	mergeclose(&merge);
	return all.rows > 0;
}

/* Writes the stream to standard output, or gives it to the sink. */
static enum status
writeall(struct begun *d, bool *any)
{
	bool alone = d->asked->workers == 0 && bestalone(d->found, d->reader.count);
	struct batchsink *to = d->asked->to;
	struct buf out = { 0 };

	if (to) {
		*any = writestream(d, alone, &to->next(to)->text);
		return to->end(to);
	}
	outpipe(STDOUT_FILENO);
	outsetpending(&out, NULL, NULL);
	*any = writestream(d, alone, &out);
	d->reader.writer.out = NULL;
	return outend(&out) ? DONE : FAILED;
}

enum status
dump(const struct dumping *asked)
{
	struct begun d = { .asked = asked, .wanted = asked->wanted };
	enum status status;
	bool any;

	d.wanted.readers = asked->workers;
	d.wanted.shows = asked->progress;
	if (d.wanted.types == 0)
		d.wanted.types = schemausual();
	dumpbegin(&d);
	if (d.scattered) {
		dumpend(&d);
		d.wanted.imported = true;
		errquiet(true); /* the warnings were printed */
		dumpbegin(&d);
		errquiet(false);
	}
	status = writeall(&d, &any);
	if (d.workers)
		workersflaws(d.workers);
	if (status == DONE)
		status = report(&d.reader, asked->wanted.types == 0);
	if (status != FAILED && windowed(&d.wanted) && !d.wanted.linked && !any)
		sayempty(asked->path, &d.reader, &d.wanted);
	dumpend(&d);
	return status;
}
