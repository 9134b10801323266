/* SPDX-License-Identifier: MIT */
/* link/ranges.h: each thread has one index; the ranges that enclose a call, and their names, equal
 * those of a linear search. */
#include <stdlib.h>

#include "link/ranges.h"
#include "tap.h"

enum { THREADS = 40, LOOKUPS = 2000, RANGES = 60, NAME_MOST = 50 };

/* Threads of few processes, so that many share a slot of lastthreads. The second one has the pid and
 * the tid of an empty slot. */
static void
threads(struct pagepool *pool)
{
	int64_t known[THREADS][2];
	struct ranges r;
	size_t count = 0;
	int wrong = 0;

	rangesinit(&r, pool);
	for (int i = 0; i < LOOKUPS; i++) {
		int64_t pid = (int64_t)taprandom(4), tid = (int64_t)taprandom(9);
		size_t at = 0;

		if (i == 0)
			pid = 7;
		else if (i == 1)
			pid = tid = 0;
		while (at < count && (known[at][0] != pid || known[at][1] != tid))
			at++;
		if (at == count) {
			known[count][0] = pid;
			known[count++][1] = tid;
		}
		wrong += rangesthread(&r, pid, tid) != at || rangespid(&r, (uint32_t)at) != pid ||
		    rangestid(&r, (uint32_t)at) != tid;
	}
	ok(wrong == 0 && count > 30, "%zu threads have one index each", count);
	rangesfree(&r);
}

/* A range of the test. Its name is a quote, a letter for each byte, and a quote. */
struct opened {
	int64_t ts, end;
	char name[NAME_MOST + 2 + 16]; /* with JSON_SLACK bytes */
	size_t n;
};

static void
openone(struct ranges *r, uint32_t thread, struct opened *o, int64_t ts, int64_t dur)
{
	struct event ev = { .has = EVKEY(KEY_TS) | EVKEY(KEY_DUR) | EVKEY(KEY_NAME),
		.type = TYPE_NVTX };

	*o = (struct opened){ .ts = ts, .end = ts + dur, .n = 2 + taprandom(NAME_MOST) };
	o->name[0] = o->name[o->n - 1] = '"';
	for (size_t i = 1; i + 1 < o->n; i++)
		o->name[i] = (char)('a' + taprandom(26));
	ev.number[KEY_TS] = ts;
	ev.number[KEY_DUR] = dur;
	ev.value[KEY_NAME] = (struct span){ o->name, o->n };
	rangesopen(r, thread, &ev);
}

/* Returns the number of opened ranges around an interval whose names are not in the path at their
 * place; they are by start, then by the end. */
static size_t
missing(const struct ranges *r, const struct opened *opened, size_t count, const struct path *path,
    int64_t ts, int64_t end)
{
	size_t wrong = 0, around = 0;

	for (size_t i = 0; i < count; i++) {
		bool found = false;

		if (opened[i].ts > ts || opened[i].end < end)
			continue;
		around++;
		for (size_t j = 0; j < path->count && !found; j++)
			found = spansame(
			    pagedstring(&r->names, rangeat(r, path->p[j])->name),
			    (struct span){ opened[i].name, opened[i].n });
		wrong += !found;
	}
	return wrong + (around != path->count);
}

/* Ranges that nest, or cross if that is set, and a call now and then. */
static size_t
randomranges(struct pagepool *pool, bool cross)
{
	struct opened *opened = calloc(RANGES, sizeof(*opened));
	struct ranges r;
	struct path path = { 0 };
	int64_t ts = 0;
	size_t wrong = 0;
	uint32_t thread;

	if (!opened)
		exit(99);
	rangesinit(&r, pool);
	thread = rangesthread(&r, 0, 0);
	for (size_t i = 0; i < RANGES; i++) {
		int64_t longest = 1000 - ts % 1000, dur = (int64_t)taprandom(2000);
		int64_t end;

		ts += (int64_t)taprandom(40);
		openone(&r, thread, &opened[i], ts, cross ? dur : dur % longest);
		ts++;
		end = ts + (int64_t)taprandom(30);
		path.count = 0;
		rangespath(&r, rangesenclosing(&r, thread, ts, end), &path);
		wrong += missing(&r, opened, i + 1, &path, ts, end);
	}
	wrong += !rangesalone(&r, thread);
	(void)rangesthread(&r, 0, 1);
	wrong += !rangesalone(&r, thread);
	openone(&r, rangesthread(&r, 0, 1), &opened[0], ts, 5);
	wrong += rangesalone(&r, thread);
	rangesfree(&r);
	free(path.p);
	free(opened);
	return wrong;
}

int
main(void)
{
	struct pagepool pool = { .limit = SIZE_MAX };
	size_t wrong = 0;

	threads(&pool);
	for (int i = 0; i < 200; i++)
		wrong += randomranges(&pool, false) + randomranges(&pool, true);
	ok(wrong == 0, "the ranges around a call, and their names");
	pagepoolfree(&pool);
	return tapend();
}
