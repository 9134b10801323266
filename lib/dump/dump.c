/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <unistd.h>

#include "dump.h"
#include "dump/facts/unread.h"
#include "dump/order/runindex.h"
#include "io/out.h"
#include "program/progress.h"
#include "source/report/fallback.h"
#include "stream/record.h"
#include "worker.h"

/* One worker takes so many rows in order at a time; what it has read of them stays near. */
enum { BATCH = 256 };

/* How many workers a profile gets when nobody says: one for a window, however large it is. */
static unsigned
usualworkers(const struct profile *p, const struct wanted *wanted)
{
	return windowed(wanted) ? 1 : workersusual(p->bytes);
}

/* With more runs than this each worker reads nearly all pages of its own, so that two write no
 * sooner than one, and take twice its time: measured with 600, and some tens. */
enum { RUNS_SHARED = 256 };

/* Whether so much was found in so many tables that one writes it as fast as several. */
static bool
bestalone(const struct found *found, size_t count)
{
	size_t runs = 0;

	for (size_t i = 0; i < count; i++)
		runs += found[i].count;
	return runs > RUNS_SHARED;
}

/* Makes room for the next record: what is a block is written, or a batch handed over. */
static inline void
nextrecord(struct reader *r, struct handover *to)
{
	if (to) {
		r->writer.batch = handovergive(to);
		r->writer.out = &r->writer.batch->text;
	} else {
		outcheck(r->writer.out);
	}
}

/* Writes all rows of a merge, or hands them over. */
static struct written
dumpwriterows(struct reader *r, struct merge *merge, struct progress *progress, struct handover *to)
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

/* Says what of the tables was left out; FAILED when it should not have been there. */
static enum status
report(const struct reader *r, bool everything)
{
	enum status status = DONE;

	for (size_t i = 0; i < r->count; i++) {
		const struct table *t = &r->tables[i];

		if (tablereport(t))
			status = FAILED;
		if (everything && t->flaws.strays > 0)
			warn("%s: not dumped: %s, %llu rows of kinds that are not known",
			    r->profile.path, t->name, (unsigned long long)t->flaws.strays);
	}
	if (everything)
		unreadsay(&r->profile);
	if (r->profile.copy && copyreport(r->profile.copy, r->profile.path, everything))
		status = FAILED;
	return status;
}

/* Adds up what was found in all tables. */
static struct found
total(const struct found *found, size_t count)
{
	struct found all = { 0 };

	for (size_t i = 0; i < count; i++) {
		if (found[i].rows > 0 && (all.rows == 0 || found[i].first < all.first))
			all.first = found[i].first;
		all.rows += found[i].rows;
	}
	return all;
}

/* From when to when the events of some types last, in the whole profile. */
static struct timespan
extentof(const char *path, const struct reader *another, uint64_t types)
{
	struct wanted all = {
		.types = types, .style = "short", .from = INT64_MIN, .to = INT64_MAX
	};
	struct timespan timespan = { 0 };
	struct reader reader;

	errquiet(true); /* what is wrong with the file is said when it is opened for the dump */
	readeropen(&reader, path, another, &all, NULL);
	errquiet(false);
	runsextent(&timespan, reader.tables, reader.count);
	readerclose(&reader);
	return timespan;
}

/* Whether a window is known only once the profile is. */
static bool
relative(const struct window *w)
{
	return w->from.of > MOMENT_CLOCK || w->to.of > MOMENT_CLOCK;
}

/* Puts the window onto the profile's clock. Where a profile begins and ends does not depend on the
 * types asked for. */
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

/* Says that a window is empty, and what there is instead: in the profile, or where that has
 * something in the window, of the types asked for. */
static void
sayempty(const char *path, const struct reader *reader, const struct wanted *wanted)
{
	struct timespan x = extentof(path, reader, wanted->types | schemausual());
	struct buf text = { 0 };

	if (!x.begun)
		return;
	if (wanted->types == schemausual() ||
	    !evoverlaps(x.first, x.last, wanted->from, wanted->to)) {
		windowempty(reader->profile.path, x.first, x.last);
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
	    reader->profile.path, text.p);
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
	bool scattered; /* it is a report that has to be imported */
};

/* Opens the profile and looks at the times of all rows. */
static void
dumpbegin(struct begun *d)
{
	const char *path = d->asked->path;
	struct reader *r = &d->reader;
	struct reportindex *report;
	struct runindex sketch;
	bool placed = !relative(&d->wanted.window);

	if (placed)
		placewindow(path, NULL, &d->wanted);
	runindexopen(&sketch, &d->wanted);
	readeropen(r, path, NULL, &d->wanted, placed ? &sketch.watch : NULL);
	if (!placed)
		placewindow(path, r, &d->wanted);
	d->count = d->asked->workers;
	if (d->count == 0)
		d->count = d->asked->to ? 1 : usualworkers(&r->profile, &d->wanted);
	d->found = xzalloc(r->count, sizeof(*d->found));
	runindexmove(&sketch, r, d->found);
	runindexclose(&sketch);
	if (d->count > 1) {
		d->workers = workersopen(path, r, &d->wanted, d->count);
		workersfind(d->workers, &d->wanted, d->found);
	} else {
		runsfindapart(d->found, r->tables, r->count, &d->wanted);
		for (size_t i = 0; i < r->count; i++)
			if (!rowsapart(r->tables[i].rows))
				runsfind(&d->found[i], &r->tables[i], &d->wanted);
	}
	report = r->profile.copy ? r->profile.copy->report : NULL;
	if (report && !d->wanted.imported) {
		report->keep =
		    fallbackblocks(report, d->found, r->count, d->count > 1 ? d->count : 0);
		d->scattered = report->keep == 0;
	}
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
	readerclose(&d->reader);
}

/* Writes the stream of what was found, alone or by the workers that there are, or hands it over;
 * false when that was nothing. */
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
		progressstart(&progress, r->profile.path, all.rows);
	metaheader(&r->meta, out, all.first, &d->wanted);
	r->writer.out = out;
	if (d->workers && !alone)
		written = workersrun(d->workers, &merge, d->found, r, &progress, out);
	else
		written = dumpwriterows(r, &merge, &progress, asked->to);
	progressend(&progress);
	if (written.rows != all.rows)
		die("%s: %llu events were found and %llu read: the file changed while it was read",
		    r->profile.path, (unsigned long long)all.rows,
		    (unsigned long long)written.rows);
	recordfinal(r->writer.out, written.latest, written.rows + r->meta.records, false);
	mergeclose(&merge);
	return all.rows > 0;
}

/* Writes all that was found: by the workers, unless one is as fast. */
static enum status
writeall(struct begun *d, bool *any)
{
	bool alone = d->asked->workers == 0 && bestalone(d->found, d->reader.count);
	struct handover *to = d->asked->to;
	struct buf out = { 0 };

	if (to) {
		*any = writestream(d, true, &handovergive(to)->text);
		return handoverend(to);
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
		errquiet(true); /* what is wrong with the file was said */
		dumpbegin(&d);
		errquiet(false);
	}
	status = writeall(&d, &any);
	if (d.workers)
		workersflaws(d.workers, &d.reader);
	if (status == DONE)
		status = report(&d.reader, asked->wanted.types == 0);
	if (status != FAILED && windowed(&d.wanted) && !any)
		sayempty(asked->path, &d.reader, &d.wanted);
	dumpend(&d);
	return status;
}
