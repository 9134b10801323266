/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "hostactivity.h"

struct openrange {
	int64_t end; /* ns */
	uint32_t name;
};

/* A call or a range. */
struct hostinterval {
	int64_t ts, end; /* ns */
	int64_t pid, tid;
	size_t name, n;  /* where its name is in hostactivity.lognames, and its bytes */
	enum layer layer;
};

/* Intervals in the log, and bytes of their names after which the log is emptied. */
enum { HOST_LOG_MAX = 2048, HOST_LOG_NAMES = 1 << 18 };

/* Time of one activity in the queried window. It is 0 unless the generation is the current one. */
struct timetotal {
	uint64_t generation;
	int64_t time; /* ns */
};

static struct thread *
hostthreadof(struct hostactivity *h, int64_t pid, int64_t tid)
{
	struct mapkey key = { (uint64_t)pid, (uint64_t)tid };
	uint32_t *number;
	bool fresh;

	if (h->count > 0 && key.a == h->lastkey.a && key.b == h->lastkey.b)
		return &h->threads[h->last];
	number = mapput(&h->threadids, key, &fresh);
	if (fresh) {
		*number = (uint32_t)h->count;
		GROW(h->threads, h->room, h->count + 1);
		h->threads[h->count++] = (struct thread){
			.tid = tid,
			.rangesupto = INT64_MIN,
			.name = NO_NAME,
		};
	}
	h->lastkey = key;
	h->last = *number;
	return &h->threads[*number];
}

void
hosthorizon(struct hostactivity *h, int64_t horizon)
{
	h->horizon = horizon;
	if (!h->hashorizon || horizon > h->forgotten)
		h->forgotten = horizon;
	h->hashorizon = true;
}

static int64_t
horizonof(const struct hostactivity *h)
{
	return h->hashorizon ? h->horizon : INT64_MIN;
}

/* Returns the timeline of profiler overhead in a process. */
static struct timeline *
overheadof(struct hostactivity *h, int64_t pid)
{
	bool fresh;
	uint32_t *number = mapput(&h->processids, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);

	if (fresh) {
		*number = (uint32_t)h->processes;
		GROW(h->overheads, h->processesroom, h->processes + 1);
		h->overheads[h->processes++] = (struct timeline){ 0 };
	}
	return &h->overheads[*number];
}

/* Copies a name from one string table to another and updates its id. */
static void
reintern(const struct stringtable *from, struct stringtable *to, uint32_t *name)
{
	if (*name != NO_NAME)
		*name = stringintern(to, stringat(from, *name));
}

static void
reinterntimeline(const struct stringtable *from, struct stringtable *to, struct timeline *t)
{
	for (size_t i = 0; i < t->count; i++)
		reintern(from, to, &timelineat(t, i)->name);
}

/* Removes unused names: interns those in use in a new table. */
static void
collectnames(struct hostactivity *h)
{
	struct stringtable names = { 0 };

	for (size_t i = 0; i < h->count; i++) {
		struct thread *t = &h->threads[i];

		for (int layer = 0; layer < LAYER_COUNT; layer++)
			reinterntimeline(&h->names, &names, &t->lines[layer]);
		for (size_t j = 0; j < t->opencount; j++)
			reintern(&h->names, &names, &t->open[j].name);
		reintern(&h->names, &names, &t->name);
	}
	for (size_t i = 0; i < h->processes; i++)
		reinterntimeline(&h->names, &names, &h->overheads[i]);
	stringtablefree(&h->names);
	h->names = names;
	h->generation++;
}

enum { NAMES_COLLECT_MIN = 1 << 20 }; /* bytes of names; smaller tables are not worth the work */

static uint32_t
hostnameof(struct hostactivity *h, struct span quoted)
{
	if (h->names.text.n > h->namesmax && h->names.text.n > NAMES_COLLECT_MIN) {
		collectnames(h);
		h->namesmax = 2 * h->names.text.n;
	}
	return stringintern(&h->names, quoted);
}

/* Returns an event's name as JSON. */
static struct span
nameofevent(const struct event *ev)
{
	return evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ "\"\"", 2 };
}

/* Completes the thread's timeline of innermost ranges up to a time, ns. */
static void
completeranges(const struct hostactivity *h, struct thread *t, int64_t upto)
{
	while (t->opencount > 0 && t->rangesupto < upto) {
		const struct openrange *top = &t->open[t->opencount - 1];
		int64_t end = top->end < upto ? top->end : upto;

		if (top->end <= t->rangesupto) {
			t->opencount--;
			continue;
		}
		timelineadd(&t->lines[LAYER_RANGE],
		    (struct namedinterval){ t->rangesupto, end, top->name }, horizonof(h));
		t->rangesupto = end;
	}
	if (upto > t->rangesupto)
		t->rangesupto = upto;
}

/* Adds a call or a range to the timelines of its thread. */
static void
hostadd(struct hostactivity *h, const struct hostinterval *one, struct span text)
{
	uint32_t name = hostnameof(h, text);
	struct thread *t = hostthreadof(h, one->pid, one->tid);

	if (one->layer == LAYER_RANGE) {
		completeranges(h, t, one->ts);
		GROW(t->open, t->openroom, t->opencount + 1);
		t->open[t->opencount++] = (struct openrange){ one->end, name };
	} else {
		timelineadd(&t->lines[one->layer],
		    (struct namedinterval){ one->ts, one->end, name }, horizonof(h));
	}
}

/* Adds the intervals of the log to the timelines, but for those before the horizon. A full timeline
 * would drop these first, so that it keeps the same intervals after the horizon without them. */
static void
hostemptylog(struct hostactivity *h)
{
	for (size_t i = 0; i < h->logcount; i++) {
		const struct hostinterval *one = &h->log[i];

		if (one->end > h->horizon)
			hostadd(h, one, (struct span){ h->lognames.p + one->name, one->n });
	}
	h->logcount = 0;
	h->lognames.n = 0;
}

/* Reads a call or a range that ends at a time, ns. */
static void
hostread(struct hostactivity *h, enum layer layer, const struct event *ev, int64_t end)
{
	struct hostinterval one = { ev->number[KEY_TS], end, evnumber(ev, KEY_PID),
		evnumber(ev, KEY_TID), h->lognames.n, 0, layer };
	struct span name = nameofevent(ev);

	if (end <= one.ts)
		return;
	if (!h->hashorizon) {
		hostadd(h, &one, name);
		return;
	}
	if (!h->log)
		h->log = xreallocarray(NULL, HOST_LOG_MAX, sizeof(*h->log));
	one.n = name.n;
	h->log[h->logcount++] = one;
	bufspan(&h->lognames, name);
	if (h->logcount == HOST_LOG_MAX || h->lognames.n > HOST_LOG_NAMES)
		hostemptylog(h);
}

static void
hostaddrange(struct hostactivity *h, const struct event *ev)
{
	h->intervals++;
	if (!evhas(ev, KEY_ENDTID) || ev->number[KEY_ENDTID] == evnumber(ev, KEY_TID))
		hostread(h, LAYER_RANGE, ev, evisopen(ev) ? INT64_MAX : evend(ev));
}

static bool
endswith(struct span text, const char *end)
{
	size_t n = strlen(end);

	return text.n >= n && memcmp(text.p + text.n - n, end, n) == 0;
}

/* Returns true for overhead of the profiler, false for overhead of CUDA itself, which the profiler
 * only measured. The kind decides; if it is of neither (nsys 2025.5.1 leaves it undefined), the
 * origin does. */
static bool
isprofilertime(const struct event *ev)
{
	struct span kind = evarg(ev, "kind");

	if (endswith(kind, "(CUDA)\""))
		return false;
	return endswith(kind, "(Profiler)\"") || !spanis(evarg(ev, "origin"), "\"CUDA\"");
}

static void
addcall(struct hostactivity *h, enum layer layer, const struct event *ev)
{
	h->intervals += evend(ev) > ev->number[KEY_TS];
	hostread(h, layer, ev, evend(ev));
}

static void
addoverhead(struct hostactivity *h, const struct event *ev)
{
	struct namedinterval s = { ev->number[KEY_TS], evend(ev), 0 };

	if (s.to <= s.from || !isprofilertime(ev))
		return;
	h->intervals++;
	s.name = hostnameof(h, nameofevent(ev));
	timelineadd(overheadof(h, evnumber(ev, KEY_PID)), s, horizonof(h));
}

static void
addmeta(struct hostactivity *h, const struct event *ev)
{
	struct span name = evarg(ev, "name");
	uint32_t number;

	if (!evhas(ev, KEY_NAME) || !spanis(ev->value[KEY_NAME], "\"thread\"") ||
	    !jsonisstring(name) || name.n == 2)
		return;
	number = hostnameof(h, name);
	hostthreadof(h, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID))->name = number;
}

void
hostevent(struct hostactivity *h, const struct event *ev)
{
	switch (ev->type) {
	case TYPE_META:
		addmeta(h, ev);
		break;
	case TYPE_NVTX:
		hostaddrange(h, ev);
		break;
	case TYPE_CUDA_API:
		h->hascudacalls = true;
		addcall(h, LAYER_CUDA, ev);
		break;
	case TYPE_MPI:
	case TYPE_UCX:
		addcall(h, LAYER_LIBRARY, ev);
		break;
	case TYPE_OSRT:
	case TYPE_SYSCALL:
		addcall(h, LAYER_OS, ev);
		break;
	case TYPE_OVERHEAD:
		addoverhead(h, ev);
		break;
	default:
		break;
	}
}

/* Sets all totals to 0. */
static void
resettotals(struct hostactivity *h)
{
	size_t before = h->totalsroom;

	h->generation++;
	h->touchedcount = 0;
	GROW(h->totals, h->totalsroom, h->names.used * LAYER_COUNT);
	for (size_t i = before; i < h->totalsroom; i++)
		h->totals[i].generation = 0;
}

static void
addtotal(struct hostactivity *h, enum layer layer, uint32_t name, int64_t time)
{
	uint32_t number = name * LAYER_COUNT + layer;
	struct timetotal *v = &h->totals[number];

	if (v->generation != h->generation) {
		*v = (struct timetotal){ .generation = h->generation };
		GROW(h->touched, h->touchedroom, h->touchedcount + 1);
		h->touched[h->touchedcount++] = number;
	}
	v->time = addsat(v->time, time);
}

/* For each layer, the interval of a thread at or after the current time, with its index; NULL if
 * there is none. */
struct cursors {
	size_t at[LAYER_COUNT];
	const struct namedinterval *p[LAYER_COUNT];
};

/* Returns the layer that has precedence at a time, or LAYER_COUNT if no layer is active. Lowers
 * *end to the next change. */
static int
layerat(const struct cursors *next, int64_t at, int64_t *end)
{
	for (int layer = 0; layer < LAYER_COUNT; layer++) {
		const struct namedinterval *s = next->p[layer];

		if (s && s->from <= at) {
			*end = s->to < *end ? s->to : *end;
			return layer;
		}
		if (s && s->from < *end)
			*end = s->from;
	}
	return LAYER_COUNT;
}

/* Adds each moment of the window to the total of the activity with precedence. Returns the time
 * outside calls; stores in *idle the part of it outside ranges, too. */
static int64_t
totalactivity(
    struct hostactivity *h, const struct thread *t, int64_t from, int64_t to, int64_t *idle)
{
	struct cursors next;
	int64_t none = 0;

	*idle = 0;
	for (int layer = 0; layer < LAYER_COUNT; layer++)
		next.at[layer] = timelinefind(&t->lines[layer], from);
	while (from < to) {
		int64_t end = to, time;
		int layer;

		for (layer = 0; layer < LAYER_COUNT; layer++) {
			const struct timeline *line = &t->lines[layer];
			size_t *at = &next.at[layer];

			while (*at < line->count && timelineat(line, *at)->to <= from)
				++*at;
			next.p[layer] = *at < line->count ? timelineat(line, *at) : NULL;
		}
		layer = layerat(&next, from, &end);
		time = subsat(end, from);
		if (layer < LAYER_COUNT)
			addtotal(h, (enum layer)layer, next.p[layer]->name, time);
		else
			*idle = addsat(*idle, time);
		none = layer >= LAYER_RANGE ? addsat(none, time) : none;
		from = end;
	}
	return none;
}

/* Returns the index of the largest total among the ranges, or among the calls. Returns NO_NAME if
 * none is greater than least. Of equal totals, the first one touched wins. */
static uint32_t
largesttotal(const struct hostactivity *h, bool ranges, int64_t least)
{
	uint32_t won = NO_NAME;

	for (size_t i = 0; i < h->touchedcount; i++) {
		uint32_t number = h->touched[i];

		if ((number % LAYER_COUNT == LAYER_RANGE) == ranges &&
		    h->totals[number].time > least) {
			won = number;
			least = h->totals[number].time;
		}
	}
	return won;
}

/* Removes the version of the interface from a quoted name, and the closing quote:
 * "cudaMalloc_v3020" becomes "cudaMalloc. */
static struct span
unversioned(struct span quoted)
{
	size_t n = quoted.n - 1, end;

	if (n > 5 &&
	    (memcmp(quoted.p + n - 5, "_ptsz", 5) == 0 ||
	        memcmp(quoted.p + n - 5, "_ptds", 5) == 0))
		n -= 5;
	if (n + 1 < quoted.n)
		quoted.n = n + 1;
	for (end = n; end > 1 && quoted.p[end - 1] >= '0' && quoted.p[end - 1] <= '9';)
		end--;
	if (end < n && end > 3 && quoted.p[end - 1] == 'v' && quoted.p[end - 2] == '_')
		return (struct span){ quoted.p, end - 2 };
	return (struct span){ quoted.p, quoted.n - 1 };
}

static bool
contains(struct span text, const char *word)
{
	return memmem(text.p, text.n, word, strlen(word)) != NULL;
}

/* Returns the kind of a CUDA call by its name. */
static const char *
kindofcall(struct span name)
{
	static const struct {
		const char *word, *kind;
	} words[] = {
		{ "Synchronize", "sync" },
		{ "Memcpy", "copy" },
		{ "Memset", "copy" },
		{ "Prefetch", "copy" },
		{ "Alloc", "alloc" },
		{ "alloc", "alloc" },
		{ "Free", "alloc" },
		{ "Register", "alloc" },
		{ "MemCreate", "alloc" },
		{ "MemRelease", "alloc" },
		{ "MemMap", "alloc" },
		{ "MemUnmap", "alloc" },
		{ "MemAddress", "alloc" },
		{ "MemSetAccess", "alloc" },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (contains(name, words[i].word))
			return words[i].kind;
	return "cuda";
}

void
hostcall(struct span name, struct blame *blame)
{
	if (name.n == 0)
		return;
	bufspan(&blame->what, unversioned(name));
	bufchar(&blame->what, '"');
}

/* Blames the activity of a total. */
static void
blametotal(const struct hostactivity *h, uint32_t number, struct blame *blame)
{
	enum layer layer = (enum layer)(number % LAYER_COUNT);
	struct span name = stringat(&h->names, number / LAYER_COUNT);

	if (layer == LAYER_CUDA) {
		hostcall(name, blame);
		blame->kind = kindofcall(name);
		return;
	}
	blame->kind = layer == LAYER_RANGE ? "range" : layer == LAYER_OS ? "os" : "library";
	bufspan(&blame->what, name);
}

static void
blamethread(const struct hostactivity *h, const struct thread *t, struct blame *blame)
{
	blame->kind = "thread";
	if (t->name != NO_NAME)
		bufspan(&blame->what, stringat(&h->names, t->name));
	else
		bufprintf(&blame->what, "\"thread %lld\"", (long long)t->tid);
}

/* Returns the earliest time from which a timeline is complete: from, or later if intervals were
 * lost. */
static int64_t
knownfrom(const struct timeline *t, int64_t from)
{
	return t->haslost && t->lostuntil > from ? t->lostuntil : from;
}

/* Blames the profiler if it took at least half of the time. Returns true if so. */
static bool
blameprofiler(struct hostactivity *h, int64_t pid, int64_t from, int64_t to, struct blame *blame)
{
	const struct timeline *line = overheadof(h, pid);
	int64_t time = 0;
	uint32_t won;

	resettotals(h);
	for (size_t i = timelinefind(line, from); i < line->count; i++) {
		const struct namedinterval *s = timelineat(line, i);
		int64_t begin = s->from > from ? s->from : from;
		int64_t end = s->to < to ? s->to : to;

		if (s->from >= to)
			break;
		addtotal(h, LAYER_CUDA, s->name, subsat(end, begin));
		time = addsat(time, subsat(end, begin));
	}
	won = largesttotal(h, false, 0);
	if (won == NO_NAME || time < subsat(subsat(to, from), time))
		return false;
	blame->cause = "profiler";
	bufspan(&blame->what, stringat(&h->names, won / LAYER_COUNT));
	return true;
}

void
hostblame(struct hostactivity *h, int64_t pid, const struct launch *launch, int64_t from,
    int64_t to, struct blame *blame)
{
	int64_t begin, none, idle;
	struct thread *t;
	uint32_t won;

	blame->cause = "host";
	blame->hastid = launch->hastid;
	blame->tid = launch->tid;
	if (h->hashorizon && from < h->forgotten)
		return;
	hostemptylog(h);
	t = launch->hastid ? hostthreadof(h, pid, launch->tid) : NULL;
	begin = knownfrom(overheadof(h, pid), from);
	for (int layer = 0; t && layer < LAYER_COUNT; layer++)
		begin = knownfrom(&t->lines[layer], begin);
	h->truncated += begin > from;
	if (begin < to && blameprofiler(h, pid, begin, to, blame)) {
		blame->hastid = false;
		return;
	}
	if (begin >= to || !t)
		return;
	completeranges(h, t, to);
	resettotals(h);
	none = totalactivity(h, t, begin, to, &idle);
	won = largesttotal(h, false, none - 1);
	if (won == NO_NAME)
		won = largesttotal(h, true, idle - 1);
	if (won != NO_NAME)
		blametotal(h, won, blame);
	else
		blamethread(h, t, blame);
}

void
hostfree(struct hostactivity *h)
{
	for (size_t i = 0; i < h->count; i++) {
		for (int layer = 0; layer < LAYER_COUNT; layer++)
			timelinefree(&h->threads[i].lines[layer]);
		free(h->threads[i].open);
	}
	for (size_t i = 0; i < h->processes; i++)
		timelinefree(&h->overheads[i]);
	mapfree(&h->threadids);
	mapfree(&h->processids);
	stringtablefree(&h->names);
	free(h->threads);
	free(h->overheads);
	free(h->totals);
	free(h->touched);
	free(h->log);
	free(h->lognames.p);
	*h = (struct hostactivity){ 0 };
}
