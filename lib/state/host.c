/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "host.h"

/* A range that goes on. */
struct openrange {
	int64_t end; /* ns */
	uint32_t name;
};

/* How long a thread was in something, in the window of a turn. */
struct vote {
	uint64_t turn;
	int64_t time; /* ns */
};

static struct thread *
hostthreadof(struct host *h, int64_t pid, int64_t tid)
{
	bool fresh;
	uint32_t *number =
	    mapput(&h->threadids, (struct mapkey){ (uint64_t)pid, (uint64_t)tid }, &fresh);

	if (fresh) {
		*number = (uint32_t)h->count;
		GROW(h->threads, h->room, h->count + 1);
		h->threads[h->count++] = (struct thread){
			.tid = tid,
			.upto = INT64_MIN,
			.name = NO_NAME,
		};
	}
	return &h->threads[*number];
}

/* The time that the profiler took from a process. */
static struct timeline *
overheadof(struct host *h, int64_t pid)
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

/* Gives a name its number among those that stay. */
static void
rename1(const struct stringtable *from, struct stringtable *to, uint32_t *name)
{
	if (*name != NO_NAME)
		*name = stringintern(to, stringat(from, *name));
}

static void
renameline(const struct stringtable *from, struct stringtable *to, struct timeline *t)
{
	for (size_t i = 0; i < t->count; i++)
		rename1(from, to, &timelineat(t, i)->name);
}

/* Forgets the names that nothing has any more. */
static void
sortout(struct host *h)
{
	struct stringtable names = { 0 };

	for (size_t i = 0; i < h->count; i++) {
		struct thread *t = &h->threads[i];

		for (int layer = 0; layer < LAYER_COUNT; layer++)
			renameline(&h->names, &names, &t->lines[layer]);
		for (size_t j = 0; j < t->opens; j++)
			rename1(&h->names, &names, &t->open[j].name);
		rename1(&h->names, &names, &t->name);
	}
	for (size_t i = 0; i < h->processes; i++)
		renameline(&h->names, &names, &h->overheads[i]);
	stringtablefree(&h->names);
	h->names = names;
	h->turn++;
}

enum { NAMES_LEAST = 1 << 20 }; /* bytes of names that are not worth sorting out */

static uint32_t
hostnameof(struct host *h, struct span quoted)
{
	if (h->names.text.n > h->namesmost && h->names.text.n > NAMES_LEAST) {
		sortout(h);
		h->namesmost = 2 * h->names.text.n;
	}
	return stringintern(&h->names, quoted);
}

/* The name of an event, as it stands in it. */
static uint32_t
nameofevent(struct host *h, const struct event *ev)
{
	return hostnameof(h, evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ "\"\"",
	    2 });
}

/* Writes down the innermost ranges of a thread up to a time, ns. */
static void
hostsettle(const struct host *h, struct thread *t, int64_t upto)
{
	while (t->opens > 0 && t->upto < upto) {
		const struct openrange *top = &t->open[t->opens - 1];
		int64_t end = top->end < upto ? top->end : upto;

		if (top->end <= t->upto) {
			t->opens--;
			continue;
		}
		timelineadd(&t->lines[LAYER_RANGE], (struct stretch){ t->upto, end, top->name },
		    h->horizon);
		t->upto = end;
	}
	if (upto > t->upto)
		t->upto = upto;
}

static void
hostaddrange(struct host *h, const struct event *ev)
{
	int64_t end = evisopen(ev) ? INT64_MAX : evend(ev);
	uint32_t name;
	struct thread *t;

	if (end <= ev->number[KEY_TS] ||
	    (evhas(ev, KEY_ENDTID) && ev->number[KEY_ENDTID] != evnumber(ev, KEY_TID)))
		return;
	name = nameofevent(h, ev);
	t = hostthreadof(h, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID));
	hostsettle(h, t, ev->number[KEY_TS]);
	GROW(t->open, t->opensroom, t->opens + 1);
	t->open[t->opens++] = (struct openrange){ end, name };
}

/* Whether the time of an overhead is the profiler's, and not that of CUDA, which it measured. */
static bool
ofprofiler(const struct event *ev)
{
	static const char cuda[] = "(CUDA)\"";
	struct span kind = evarg(ev, "kind");

	return kind.n < sizeof(cuda) - 1 ||
	    memcmp(kind.p + kind.n - (sizeof(cuda) - 1), cuda, sizeof(cuda) - 1) != 0;
}

static void
addcall(struct host *h, enum layer layer, const struct event *ev)
{
	struct stretch s = { ev->number[KEY_TS], evend(ev), 0 };

	if (s.to <= s.from)
		return;
	s.name = nameofevent(h, ev);
	timelineadd(&hostthreadof(h, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID))->lines[layer], s,
	    h->horizon);
}

static void
addoverhead(struct host *h, const struct event *ev)
{
	struct stretch s = { ev->number[KEY_TS], evend(ev), 0 };

	if (s.to <= s.from || !ofprofiler(ev))
		return;
	s.name = nameofevent(h, ev);
	timelineadd(overheadof(h, evnumber(ev, KEY_PID)), s, h->horizon);
}

/* Takes the name of a thread. */
static void
addmeta(struct host *h, const struct event *ev)
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
hostevent(struct host *h, const struct event *ev)
{
	switch (ev->type) {
	case TYPE_META:
		addmeta(h, ev);
		break;
	case TYPE_NVTX:
		hostaddrange(h, ev);
		break;
	case TYPE_CUDA_API:
		h->calls = true;
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

/* Begins a turn of votes. */
static void
newturn(struct host *h)
{
	size_t before = h->votesroom;

	h->turn++;
	h->voteds = 0;
	GROW(h->votes, h->votesroom, h->names.used * LAYER_COUNT);
	for (size_t i = before; i < h->votesroom; i++)
		h->votes[i].turn = 0;
}

static void
vote(struct host *h, enum layer layer, uint32_t name, int64_t time)
{
	uint32_t number = name * LAYER_COUNT + layer;
	struct vote *v = &h->votes[number];

	if (v->turn != h->turn) {
		*v = (struct vote){ .turn = h->turn };
		GROW(h->voted, h->votedsroom, h->voteds + 1);
		h->voted[h->voteds++] = number;
	}
	v->time = addsat(v->time, time);
}

/* The stretches of a thread that come next, of each layer; NULL where there is none. */
struct nexts {
	size_t at[LAYER_COUNT];
	const struct stretch *p[LAYER_COUNT];
};

/* The layer that a thread is in at a time, or LAYER_COUNT; *end becomes where that changes, if
 * that is sooner. */
static int
layerat(const struct nexts *next, int64_t at, int64_t *end)
{
	for (int layer = 0; layer < LAYER_COUNT; layer++) {
		const struct stretch *s = next->p[layer];

		if (s && s->from <= at) {
			*end = s->to < *end ? s->to : *end;
			return layer;
		}
		if (s && s->from < *end)
			*end = s->from;
	}
	return LAYER_COUNT;
}

/* Lets what a thread was in vote, for the time of each: the first layer that it was in at a moment.
 * Returns the time in none of the calls; *idle is that in no range either. */
static int64_t
voteall(struct host *h, const struct thread *t, int64_t from, int64_t to, int64_t *idle)
{
	struct nexts next;
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
			vote(h, (enum layer)layer, next.p[layer]->name, time);
		else
			*idle = addsat(*idle, time);
		none = layer >= LAYER_RANGE ? addsat(none, time) : none;
		from = end;
	}
	return none;
}

/* The winner among the calls, or among the ranges: a number of a vote, or NO_NAME when there is
 * none with more than so much time, of several the first. */
static uint32_t
winner(const struct host *h, bool ranges, int64_t least)
{
	uint32_t won = NO_NAME;

	for (size_t i = 0; i < h->voteds; i++) {
		uint32_t number = h->voted[i];

		if ((number % LAYER_COUNT == LAYER_RANGE) == ranges &&
		    h->votes[number].time > least) {
			won = number;
			least = h->votes[number].time;
		}
	}
	return won;
}

/* A name without the version of the interface, as exports have it: "cudaMalloc_v3020". */
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

/* What kind of call of CUDA has a name. */
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

/* Sets what is to blame to the winner of a vote. */
static void
blamevote(const struct host *h, uint32_t number, struct blame *blame)
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
blamethread(const struct host *h, const struct thread *t, struct blame *blame)
{
	blame->kind = "thread";
	if (t->name != NO_NAME)
		bufspan(&blame->what, stringat(&h->names, t->name));
	else
		bufprintf(&blame->what, "\"thread %lld\"", (long long)t->tid);
}

/* Where a window begins that begins at a time, ns, as far as a line still knows. */
static int64_t
remembered(const struct timeline *t, int64_t from)
{
	return t->iscut && t->cut > from ? t->cut : from;
}

/* Blames the profiler if it took half of the time. */
static bool
blameprofiler(struct host *h, int64_t pid, int64_t from, int64_t to, struct blame *blame)
{
	const struct timeline *line = overheadof(h, pid);
	int64_t time = 0;
	uint32_t won;

	newturn(h);
	for (size_t i = timelinefind(line, from); i < line->count; i++) {
		const struct stretch *s = timelineat(line, i);
		int64_t begin = s->from > from ? s->from : from;
		int64_t end = s->to < to ? s->to : to;

		if (s->from >= to)
			break;
		vote(h, LAYER_CUDA, s->name, subsat(end, begin));
		time = addsat(time, subsat(end, begin));
	}
	won = winner(h, false, 0);
	if (won == NO_NAME || time < subsat(subsat(to, from), time))
		return false;
	blame->cause = "profiler";
	bufspan(&blame->what, stringat(&h->names, won / LAYER_COUNT));
	return true;
}

void
hostblame(struct host *h, int64_t pid, const struct launch *launch, int64_t from, int64_t to,
    struct blame *blame)
{
	int64_t begin = remembered(overheadof(h, pid), from), none, idle;
	struct thread *t = launch->threaded ? hostthreadof(h, pid, launch->tid) : NULL;
	uint32_t won;

	blame->cause = "host";
	for (int layer = 0; t && layer < LAYER_COUNT; layer++)
		begin = remembered(&t->lines[layer], begin);
	h->shortened += begin > from;
	if (begin < to && blameprofiler(h, pid, begin, to, blame))
		return;
	blame->threaded = launch->threaded;
	blame->tid = launch->tid;
	if (begin >= to || !t)
		return;
	hostsettle(h, t, to);
	newturn(h);
	none = voteall(h, t, begin, to, &idle);
	won = winner(h, false, none - 1);
	if (won == NO_NAME)
		won = winner(h, true, idle - 1);
	if (won != NO_NAME)
		blamevote(h, won, blame);
	else
		blamethread(h, t, blame);
}

void
hostfree(struct host *h)
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
	free(h->votes);
	free(h->voted);
	*h = (struct host){ 0 };
}
