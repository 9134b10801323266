/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "json.h"
#include "track.h"

/* What a track is of: a stream or another lane of a GPU, or one kind of event of a thread. */
enum place { ON_STREAM, ON_GPU, ON_THREAD };

/* How the events of a type are drawn. Ranks order the tracks of one thread. */
static const struct drawn {
	enum place place;
	int rank;
	const char *name;  /* of the kind */
	const char *label; /* nsys2json's, before the thread's number */
} drawn[] = {
	[TYPE_NVTX] = { ON_THREAD, 1, "NVTX", "NVTX Thread" },
	[TYPE_NVTX_MARK] = { ON_THREAD, 1, "NVTX", "NVTX Thread" },
	[TYPE_NVTX_KERNEL] = { ON_GPU, 0, "NVTX", "NVTX Kernel Thread" },
	[TYPE_CUDA_API] = { ON_THREAD, 2, "CUDA API", "CUDA API Thread" },
	[TYPE_CUDA_SYNC] = { ON_THREAD, 3, "CUDA synchronization", "CUDA Sync Thread" },
	[TYPE_OSRT] = { ON_THREAD, 4, "OS runtime", "OS RT Thread" },
	[TYPE_SCHED] = { ON_THREAD, 5, "Scheduling", "Sched Thread" },
	[TYPE_GRAPH] = { ON_STREAM, 0, NULL, NULL },
	[TYPE_KERNEL] = { ON_STREAM, 0, NULL, NULL },
	[TYPE_MEMCPY] = { ON_STREAM, 0, NULL, NULL },
	[TYPE_MEMSET] = { ON_STREAM, 0, NULL, NULL },
	[TYPE_OTHER] = { ON_THREAD, 6, "Other", "Thread" },
};

/* Pids of our own are above those of Linux. */
enum { OWN_PIDS = 1 << 30, DEVICES = 1 << 20 };

/* What a key of layout.known is about. */
enum subject { A_PROCESS = 'p', A_THREAD = 't', A_DEVICE = 'd', A_DEFAULT_STREAM = 's' };

static struct mapkey
knownkey(enum subject subject, const struct event *ev)
{
	uint64_t pid = (uint64_t)evnumber(ev, KEY_PID);

	switch (subject) {
	case A_THREAD:
		return (struct mapkey){ pid << 8 | subject, (uint64_t)evnumber(ev, KEY_TID) };
	case A_DEVICE: /* of whichever process: devices are drawn once */
		return (struct mapkey){ subject, (uint64_t)evnumber(ev, KEY_DEVICE) };
	case A_DEFAULT_STREAM:
		return (struct mapkey){ pid << 8 | subject, (uint64_t)evnumber(ev, KEY_CONTEXT) << 32 ^ (uint64_t)evnumber(ev, KEY_STREAM) };
	default:
		return (struct mapkey){ pid << 8 | subject, 0 };
	}
}

void
layoutmeta(struct layout *l, const struct event *ev, struct buf *stack)
{
	struct span what = ev->value[KEY_NAME], name = evarg(ev, "name", stack);
	enum subject subject;
	bool fresh;
	uint32_t *id;

	if (!evhas(ev, KEY_NAME))
		return;
	if (spanis(what, "\"process\""))
		subject = A_PROCESS;
	else if (spanis(what, "\"thread\""))
		subject = A_THREAD;
	else if (spanis(what, "\"device\""))
		subject = A_DEVICE;
	else if (spanis(what, "\"stream\"") && spanis(evarg(ev, "default", stack), "true"))
		subject = A_DEFAULT_STREAM;
	else
		return;
	if (!jsonisstring(name) && subject != A_DEFAULT_STREAM)
		return;
	id = mapput(&l->known, knownkey(subject, ev), &fresh);
	*id = nameput(&l->text, jsonisstring(name) ? (struct span){ name.p + 1, name.n - 2 } : (struct span){ "", 0 });
}

/* What meta records said about a subject of the event; no bytes when nothing. */
static struct span
known(const struct layout *l, enum subject subject, const struct event *ev)
{
	const uint32_t *id = mapget(&l->known, knownkey(subject, ev));

	return id ? nameget(&l->text, *id) : (struct span){ NULL, 0 };
}

/* Where an event goes. Types that are not ours, counters among them, go with their device if they name one and no thread. */
static enum place
placeof(const struct event *ev)
{
	if (ev->type == TYPE_OTHER && evhas(ev, KEY_DEVICE) && !evhas(ev, KEY_TID))
		return ON_GPU;
	return drawn[ev->type].place;
}

bool
layoutgpu(const struct event *ev)
{
	return placeof(ev) != ON_THREAD;
}

/* The number of the group of an event, made when it is new. */
static uint32_t
groupof(struct layout *l, const struct event *ev)
{
	bool gpu = layoutgpu(ev);
	int64_t id = evnumber(ev, gpu ? KEY_DEVICE : KEY_PID), key[2] = { gpu, id };
	struct span name = known(l, gpu ? A_DEVICE : A_PROCESS, ev);
	size_t before = l->groupkeys.used;
	uint32_t number = nameput(&l->groupkeys, (struct span){ (const char *)key, sizeof(key) });
	struct group *g;

	if (l->groupkeys.used == before)
		return number;
	l->groups = xgrow(l->groups, &l->groupsroom, number + (size_t)1, sizeof(*l->groups));
	g = &l->groups[number];
	*g = (struct group){ .gpu = gpu, .id = id, .pid = OWN_PIDS + DEVICES + number };
	if (gpu) {
		bufprintf(&g->name, "GPU %lld%s", (long long)id, name.p ? " \xC2\xB7 " : "");
		bufspan(&g->name, name);
		if (id >= 0 && id < DEVICES)
			g->pid = OWN_PIDS + id;
	} else {
		if (id > 0 && id < OWN_PIDS)
			g->pid = id;
		bufspan(&g->name, name.p ? name : (struct span){ "Process", 7 });
	}
	return number;
}

/* Whether the event is a migration of unified memory, which runs on no stream. */
static bool
migration(const struct event *ev)
{
	return ev->type == TYPE_MEMCPY && evhas(ev, KEY_CONTEXT) && evnumber(ev, KEY_CONTEXT) == 0 && evnumber(ev, KEY_STREAM) == 0;
}

/* Writes the name and number of a process or thread. */
static void
putwho(struct buf *text, struct span name, const struct event *ev, enum event_key key)
{
	if (!evhas(ev, key))
		return;
	bufstr(text, " \xC2\xB7 ");
	bufspan(text, name);
	bufprintf(text, "%s%lld", name.n > 0 ? " " : "", (long long)evnumber(ev, key));
}

static void
trackname(const struct layout *l, const struct event *ev, struct buf *text)
{
	if (placeof(ev) != ON_STREAM) {
		bufstr(text, drawn[ev->type].name);
		putwho(text, known(l, A_THREAD, ev), ev, KEY_TID);
		return;
	}
	if (migration(ev))
		bufstr(text, "Unified memory");
	else
		bufprintf(text, "Stream %lld", (long long)evnumber(ev, KEY_STREAM));
	if (known(l, A_DEFAULT_STREAM, ev).p)
		bufstr(text, " (default)");
	putwho(text, known(l, A_PROCESS, ev), ev, KEY_PID);
}

/* Adds a track with the place in its group that the event's kind has. */
static uint32_t
addtrack(struct layout *l, const struct event *ev, uint32_t base, uint32_t lane)
{
	enum place place = placeof(ev);
	uint32_t number = (uint32_t)l->count++, group = groupof(l, ev);
	int64_t pid = evnumber(ev, KEY_PID), tid = evnumber(ev, KEY_TID);
	struct track *t;

	l->tracks = xgrow(l->tracks, &l->tracksroom, l->count, sizeof(*l->tracks));
	t = &l->tracks[number];
	*t = (struct track){ .group = group, .tid = number + (int64_t)1 };
	if (t->tid == l->groups[group].pid)
		t->tid += OWN_PIDS;
	t->sort.rank = drawn[ev->type].rank;
	t->sort.pid = pid;
	t->sort.context = place == ON_STREAM ? evnumber(ev, KEY_CONTEXT) : 0;
	t->sort.base = lane > 0 ? base : number;
	t->sort.lane = lane;
	t->sort.number = place == ON_STREAM ? evnumber(ev, KEY_STREAM) : tid;
	if (place == ON_STREAM)
		t->sort.major = migration(ev) ? 2 : 1;
	else if (place == ON_GPU && ev->type == TYPE_OTHER)
		t->sort.major = 3;
	else if (place == ON_THREAD)
		t->sort.major = tid == 0 ? 2 : tid != pid;
	trackname(l, ev, &t->name);
	if (lane > 0)
		bufprintf(&t->name, " \xC2\xB7 %lu", (unsigned long)lane + 1);
	return number;
}

/* The track of a lane, made when it is new. */
static uint32_t
trackof(struct layout *l, const struct event *ev, struct way *way, size_t lane)
{
	while (way->count <= lane) {
		way->tracks = xgrow(way->tracks, &way->room, way->count + 1, sizeof(*way->tracks));
		way->tracks[way->count] = addtrack(l, ev, way->count > 0 ? way->tracks[0] : 0, (uint32_t)way->count);
		way->count++;
	}
	return way->tracks[lane];
}

/* The number of an event's way, made when it is new. */
static uint32_t
keyof(struct layout *l, const struct event *ev)
{
	enum place place = placeof(ev);
	bool stream = place == ON_STREAM;
	size_t before = l->keys.used;
	uint32_t key;
	int64_t id[] = {
		place, drawn[ev->type].rank, evnumber(ev, KEY_PID), !stream && evhas(ev, KEY_TID), evnumber(ev, stream ? KEY_CONTEXT : KEY_TID),
		stream ? evnumber(ev, KEY_STREAM) : 0, layoutgpu(ev) ? evnumber(ev, KEY_DEVICE) : 0,
	};

	key = nameput(&l->keys, (struct span){ (const char *)id, sizeof(id) });
	if (l->keys.used > before) {
		l->ways = xgrow(l->ways, &l->waysroom, l->keys.used, sizeof(*l->ways));
		l->ways[key] = (struct way){ 0 };
	}
	return key;
}

uint32_t
layouttrack(struct layout *l, const struct event *ev)
{
	uint32_t key = keyof(l, ev);

	return trackof(l, ev, &l->ways[key], 0);
}

/* The lane where the slices of an NVTX domain begin to look for room: where it first had to go when it crossed another. NULL for other events. */
static size_t *
domainlane(struct layout *l, const struct event *ev, uint32_t key)
{
	struct buf id = { 0 };
	size_t before = l->crossers.used;
	uint32_t number;

	if (!evhas(ev, KEY_DOMAIN))
		return NULL;
	bufmem(&id, (const char *)&key, sizeof(key));
	bufspan(&id, ev->value[KEY_DOMAIN]);
	number = nameput(&l->crossers, (struct span){ id.p, id.n });
	free(id.p);
	if (l->crossers.used > before) {
		l->first = xgrow(l->first, &l->firstroom, l->crossers.used, sizeof(*l->first));
		l->first[number] = 0;
	}
	return &l->first[number];
}

uint32_t
layoutslice(struct layout *l, const struct event *ev, int64_t ts, int64_t end)
{
	uint32_t key = keyof(l, ev);
	size_t *domain = domainlane(l, ev, key), lane;
	bool crossed;

	lane = lanesput(&l->ways[key].lanes, domain ? *domain : 0, ts, end, &crossed);
	if (domain && crossed && *domain == 0)
		*domain = lane;
	return trackof(l, ev, &l->ways[key], lane);
}

static int
bynumber(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* GPUs by number, then processes by name and pid. */
static int
bygroup(const void *a, const void *b)
{
	const struct group *x = *(struct group *const *)a, *y = *(struct group *const *)b;
	size_t n = x->name.n < y->name.n ? x->name.n : y->name.n;
	int order;

	if (x->gpu != y->gpu)
		return x->gpu ? -1 : 1;
	order = x->gpu || n == 0 ? 0 : memcmp(x->name.p, y->name.p, n);
	if (order == 0 && !x->gpu)
		order = bynumber((int64_t)x->name.n, (int64_t)y->name.n);
	return order ? order : bynumber(x->id, y->id);
}

static int
bytrack(const void *a, const void *b)
{
	const struct track *x = *(struct track *const *)a, *y = *(struct track *const *)b;
	int order = bynumber(x->sort.major, y->sort.major);

	if (order == 0)
		order = bynumber(x->sort.number, y->sort.number);
	if (order == 0)
		order = bynumber(x->sort.pid, y->sort.pid);
	if (order == 0)
		order = bynumber(x->sort.rank, y->sort.rank);
	if (order == 0)
		order = bynumber(x->sort.context, y->sort.context);
	if (order == 0)
		order = bynumber(x->sort.base, y->sort.base);
	if (order == 0)
		order = bynumber(x->sort.lane, y->sort.lane);
	return order ? order : bynumber(x->tid, y->tid);
}

void
layoutrank(struct layout *l)
{
	struct group **groups = xreallocarray(NULL, l->groupkeys.used, sizeof(*groups));
	struct track **tracks = xreallocarray(NULL, l->count, sizeof(*tracks));

	for (size_t i = 0; i < l->groupkeys.used; i++)
		groups[i] = &l->groups[i];
	for (size_t i = 0; i < l->count; i++)
		tracks[i] = &l->tracks[i];
	qsort(groups, l->groupkeys.used, sizeof(*groups), bygroup);
	qsort(tracks, l->count, sizeof(*tracks), bytrack);
	for (size_t i = 0; i < l->groupkeys.used; i++)
		groups[i]->order = (int)i;
	for (size_t i = 0; i < l->count; i++) /* unique over all groups, ascending in each */
		tracks[i]->order = (int)i;
	free(groups);
	free(tracks);
}

void
layoutlabel(const struct event *ev, struct buf *out)
{
	const struct drawn *d = &drawn[ev->type];

	if (d->place == ON_STREAM)
		bufprintf(out, "Stream %lld", (long long)evnumber(ev, KEY_STREAM));
	else
		bufprintf(out, "%s %lld", d->label, (long long)evnumber(ev, KEY_TID));
}

void
layoutfree(struct layout *l)
{
	for (size_t i = 0; i < l->count; i++)
		free(l->tracks[i].name.p);
	for (size_t i = 0; i < l->keys.used; i++) {
		lanesfree(&l->ways[i].lanes);
		free(l->ways[i].tracks);
	}
	for (size_t i = 0; i < l->groupkeys.used; i++)
		free(l->groups[i].name.p);
	free(l->tracks);
	free(l->groups);
	free(l->ways);
	free(l->first);
	namesfree(&l->keys);
	namesfree(&l->crossers);
	namesfree(&l->groupkeys);
	namesfree(&l->text);
	mapfree(&l->known);
	*l = (struct layout){ 0 };
}
