/* SPDX-License-Identifier: MIT */
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "dump.h"
#include "out.h"
#include "progress.h"
#include "record.h"
#include "unread.h"
#include "worker.h"

/* One worker takes so many rows in order at a time; what it has read of them stays near. */
enum { BATCH = 256 };

/* A profile of so many bytes is large. */
enum { LARGE = 16 << 20 };

/* How many workers a profile gets when nobody says: two are worth their start only for all of a
 * large one, and more leave no processor to the rest of a pipeline. */
static unsigned
usualworkers(const struct profile *p, const struct wanted *wanted)
{
	cpu_set_t processors;

	if (windowed(wanted) || p->bytes < LARGE ||
	    sched_getaffinity(0, sizeof(processors), &processors) != 0)
		return 1;
	return CPU_COUNT(&processors) > 1 ? 2 : 1;
}

/* Writes all rows of a merge. */
static struct written
writerows(struct reader *r, struct merge *merge, struct progress *progress, struct buf *out)
{
	struct spot spots[BATCH];
	struct written written = { 0 };
	size_t rows;

	r->writer.out = out;
	while ((rows = mergenext(merge, spots, BATCH)) > 0)
		for (size_t i = 0; i < rows; i++) {
			readerwrite(r, &spots[i]);
			outcheck(out);
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

/* Writes the stream of what was found. */
static void
writestream(struct reader *r, struct workers *workers, struct found *found,
    const struct wanted *wanted, bool shows, struct buf *out)
{
	struct progress progress = { .next = UINT64_MAX };
	struct found all = total(found, r->count);
	struct written written;
	struct merge merge;

	readerready(r, found);
	mergeopen(&merge, r->tables, found, r->count, wanted);
	if (shows)
		progressstart(&progress, all.rows);
	metaheader(&r->meta, out, all.first, wanted->hosts);
	if (workers)
		written = workersrun(workers, &merge, found, r, &progress, out);
	else
		written = writerows(r, &merge, &progress, out);
	progressend();
	if (written.rows != all.rows)
		die("%s: %llu events were found and %llu read: the file changed while it was read",
		    r->profile.path, (unsigned long long)all.rows,
		    (unsigned long long)written.rows);
	recordfinal(out, written.latest, written.rows + r->meta.records, false);
	mergeclose(&merge);
}

enum status
dump(const char *path, const struct wanted *asked, unsigned count, bool shows)
{
	struct wanted wanted = *asked;
	struct workers *workers = NULL;
	struct reader reader;
	struct found *found;
	struct buf out = { 0 };
	enum status status;

	if (wanted.types == 0)
		wanted.types = schemausual();
	readeropen(&reader, path, NULL, &wanted);
	if (count == 0)
		count = usualworkers(&reader.profile, &wanted);
	found = xzalloc(reader.count, sizeof(*found));
	if (count > 1) {
		workers = workersopen(path, &reader, &wanted, count);
		workersfind(workers, &wanted, found);
	} else {
		for (size_t i = 0; i < reader.count; i++)
			runsfind(&found[i], &reader.tables[i], &wanted);
	}
	outpipe(STDOUT_FILENO);
	outpending(&out, NULL, NULL);
	writestream(&reader, workers, found, &wanted, shows, &out);
	if (workers) {
		workersflaws(workers, &reader);
		workersclose(workers);
	}
	status = outend(&out) ? report(&reader, asked->types == 0) : FAILED;
	for (size_t i = 0; i < reader.count; i++)
		foundfree(&found[i]);
	free(found);
	readerclose(&reader);
	return status;
}
