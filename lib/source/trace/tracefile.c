/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "io/filetype.h"
#include "io/in.h"
#include "io/out.h"
#include "io/tempfile.h"
#include "tracescan.h"
#include "tracetext.h"

/* The bytes for sorting if the caller names none. */
enum { MEMORY = 256 << 20 };

/* Decompresses a file into a temporary one, up to where it is truncated. */
static void
traceunpack(struct tracefile *t, int fd)
{
	struct in in = { .fd = fd };
	struct buf block = { 0 };
	ssize_t n;

	t->fd = tempfileopen();
	while ((n = infill(&in, bufroom(&block, OUT_BLOCK), OUT_BLOCK)) > 0) {
		block.n = (size_t)n;
		t->bytes += (uint64_t)n;
		if (!outwriteto(t->fd, &block))
			die("%s: temporary file (TMPDIR):", t->name);
		block.n = 0;
	}
	if (n < 0)
		inwarn(&in, t->name);
	if (n < 0 && (t->bytes == 0 || !intruncated(&in)))
		diequiet();
	t->truncated = n < 0;
	infree(&in);
	free(block.p);
	close(fd);
}

/* Finds the first thread with the same numbers as each thread. */
static void
tracesame(struct tracefile *t)
{
	struct stringtable seen = { 0 };
	uint32_t *first = xreallocarray(NULL, t->threadids.used + 1, sizeof(*first));

	for (uint32_t i = 0; i < t->threadids.used; i++) {
		const struct tracethread *thread = &t->threads[i];
		int64_t key[] = { t->processes[thread->process].pid, thread->tid };
		size_t before = seen.used;
		uint32_t id =
		    stringintern(&seen, (struct span){ (const char *)key, sizeof(key) });

		if (id == before)
			first[id] = i;
		t->threads[i].same = first[id];
	}
	stringtablefree(&seen);
	free(first);
}

/* Adds the events that have begun and never ended. */
static void
traceopenends(struct tracefile *t)
{
	for (uint32_t i = 0; i < t->threadids.used; i++)
		for (size_t j = 0; j < t->threads[i].beguncount; j++) {
			struct tracebegun *b = &t->threads[i].begun[j];

			b->entry.end = TRACE_OPEN;
			if (b->table != TABLE_NONE)
				traceindexadd(&t->index, b->table, b->entry);
		}
}

/* Finds the calls of several processes by their keys. GPU events with a key that calls of several
 * processes have belong to none. */
static void
tracelaunchers(struct tracefile *t)
{
	struct tracewindow w = { 0 };
	struct tracetext text = { 0 };
	const struct traceentry *e;
	int64_t key, corr;
	bool fresh;

	for (uint64_t i = 0; (e = traceindexat(&t->index, TABLE_CALLS, &w, i)); i++) {
		uint32_t process = t->threads[e->thread].process, *known;

		if (!tracetextkey(t, &text, e, &key, &corr))
			continue;
		known = mapput(&t->launchers, (struct mapkey){ (uint64_t)key, 0 }, &fresh);
		if (fresh) {
			*known = (uint32_t)t->callcount;
			GROW(t->calls, t->callroom, t->callcount + 1);
			t->calls[t->callcount++] =
			    (struct tracelauncher){ process, false, corr };
		} else if (t->calls[*known].process != process) {
			t->calls[*known].ambiguous = true;
		}
	}
	free(w.p);
	tracetextfree(&text);
}

struct tracefile *
tracefileopen(const struct sourcefile *f, const struct sourceoptions *options)
{
	struct tracefile *t = xzalloc(1, sizeof(*t));
	int fd = open(f->real, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		die("%s:", f->name);
	*t = (struct tracefile){ .name = f->name,
		.fd = fd,
		.bytes = f->bytes,
		.python = options->python,
		.rank = -1,
		.base = -1,
		.earliest = INT64_MAX,
		.index = { .most = options->memory ? options->memory : MEMORY, .name = f->name } };
	if (filetypecompressed((struct span){ (const char *)f->head, f->n }) != FILETYPE_OTHER) {
		t->bytes = 0;
		traceunpack(t, fd);
	}
	t->jobs = options->threads ? options->threads : sourcethreads(t->bytes);
	tracescan(t);
	traceopenends(t);
	tracesame(t);
	traceindexsort(&t->index);
	if (t->callers == CALLERS_SEVERAL)
		tracelaunchers(t);
	return t;
}

void
tracefileclose(struct tracefile *t)
{
	for (uint32_t i = 0; i < t->processids.used; i++)
		free(t->processes[i].name.p);
	for (uint32_t i = 0; i < t->threadids.used; i++) {
		free(t->threads[i].name.p);
		free(t->threads[i].begun);
	}
	for (size_t i = 0; i < t->devicecount; i++)
		free(t->devices[i].json.p);
	traceindexfree(&t->index);
	stringtablefree(&t->processids);
	stringtablefree(&t->threadids);
	stringtablefree(&t->left);
	mapfree(&t->launchers);
	free(t->calls);
	free(t->processes);
	free(t->threads);
	free(t->devices);
	free(t->leftcounts);
	free(t->key.p);
	free(t->text.p);
	free(t->facts.p);
	close(t->fd);
	free(t);
}

/* Returns true if no answer depends on the events of a category that is left out. */
static bool
leftknown(struct span category)
{
	static const char *const names[] = { "ac2g", "fwdbwd", "gpu_user_annotation", "Trace",
		"python_function", "marks of the profiler" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (spanis(category, names[i]))
			return true;
	return false;
}

void
tracefileskipped(const struct tracefile *t, struct skipped *out)
{
	for (uint32_t i = 0; i < t->left.used; i++)
		if (leftknown(stringat(&t->left, i)))
			skippedadd(out, stringat(&t->left, i), t->leftcounts[i]);
}

/* Prints the other categories of events that are left out, with the number of events. */
static void
tracesayleft(const struct tracefile *t)
{
	struct buf list = { 0 };

	for (uint32_t i = 0; i < t->left.used && list.n < 1000; i++) {
		struct span name = stringat(&t->left, i);

		if (leftknown(name))
			continue;
		bufstr(&list, list.n > 0 ? ", " : "");
		bufmem(&list, name.p, name.n < 64 ? name.n : 64);
		bufprintf(&list, " %llu", (unsigned long long)t->leftcounts[i]);
	}
	if (list.n > 0)
		warn("%s: events not dumped: %.*s", t->name, (int)list.n, list.p);
	free(list.p);
}

bool
tracefilereport(const struct tracefile *t, bool everything)
{
	if (everything)
		tracesayleft(t);
	if (t->unmatched > 0)
		warn("%s: %llu ends of events (phase E) without a beginning were left out", t->name,
		    (unsigned long long)t->unmatched);
	if (t->disordered > 0)
		warn("%s: %llu begins and ends of events (phases B and E) are earlier than the one "
		     "before on their thread: their ranges are wrong",
		    t->name, (unsigned long long)t->disordered);
	if (t->timeless > 0)
		warn("%s: %llu events have no valid time and were left out", t->name,
		    (unsigned long long)t->timeless);
	if (t->cut > 0)
		warn("%s: truncated: the trace ends at byte %llu inside an event or before its "
		     "end; the events before it were dumped",
		    t->name, (unsigned long long)t->cut);
	return t->timeless > 0 || t->disordered > 0 || t->cut > 0 || t->truncated;
}
