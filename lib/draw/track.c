/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "rowkind.h"
#include "title.h"
#include "track.h"

/* Names of threads that the profiler starts in a process begin so. */
static const char *const profilers[] = { "[NSys", "CUPTI worker", "*2CommsProcesso" };

/* Pids of our own are above those of Linux, which are at most 1 << 22. */
enum { OWN_PIDS = 1 << 23, DEVICES = 1 << 20 };

/* The lanes of a row of the stream. */
struct way {
	struct lanes lanes;
	uint32_t *tracks; /* by lane */
	size_t count, room;
};

static bool
trackstarts(struct span s, const char *text)
{
	size_t n = strlen(text);

	return s.n >= n && memcmp(s.p, text, n) == 0;
}

/* The number of a key of so many integers; fresh says whether it is new. */
static uint32_t
tracknumberof(struct names *names, const int64_t *key, size_t count, bool *fresh)
{
	size_t before = names->used;
	uint32_t n =
	    nameput(names, (struct span){ (const char *)key, count * sizeof(*key) });

	*fresh = names->used > before;
	return n;
}

void
layoutmeta(struct layout *l, const struct event *ev)
{
	knownmeta(&l->known, ev);
	memset(l->recent, 0, sizeof(l->recent)); /* GPUs may have got other names */
}

bool
layoutgpu(const struct event *ev)
{
	return rowkindplace(ev) != ON_THREAD;
}

bool
layoutwork(const struct track *t)
{
	return t->stream;
}

/* Whether an event of ours is of no process: it is about the machine. */
static bool
ofmachine(const struct event *ev)
{
	return !evhas(ev, KEY_PID) &&
	    (evfamily(ev->type) == FAMILY_COUNTER || ev->type == TYPE_DIAGNOSTIC ||
	        ev->type == TYPE_NIC_EVENT);
}

/* The number of a group, made when it is new. */
static uint32_t
groupby(struct layout *l, enum groupkind kind, int64_t id)
{
	int64_t key[] = { kind, id };
	bool fresh;
	uint32_t number = tracknumberof(&l->groupkeys, key, 2, &fresh);
	struct trackgroup *g;

	if (!fresh)
		return number;
	GROW(l->groups, l->groupsroom, number + (size_t)1);
	g = &l->groups[number];
	*g = (struct trackgroup){ .kind = kind, .id = id, .pid = OWN_PIDS + DEVICES + number,
		.gpu = UINT32_MAX, .profiler = NO_BRANCH, .user = INT64_MIN };
	if (kind == GROUP_PROCESS && id > 0 && id < OWN_PIDS)
		g->pid = id;
	titlegroup(l, g);
	if (kind == GROUP_SYSTEM)
		bufstr(&g->label, "System");
	return number;
}

/* The number of a GPU's group. */
static uint32_t
groupofgpu(struct layout *l, uint32_t identity)
{
	size_t before = l->groupkeys.used;
	uint32_t number = groupby(l, GROUP_GPU, identity);
	struct trackgroup *g = &l->groups[number];

	if (l->groupkeys.used == before)
		return number;
	if (identity == UINT32_MAX) {
		g->id = INT64_MAX;
		bufstr(&g->label, "GPU");
		return number;
	}
	g->gpu = identity;
	g->id = l->known.machine[identity].number;
	titlegpu(l, g);
	if (g->id < 0 || g->id >= DEVICES)
		return number;
	for (struct trackgroup *other = l->groups; other < g; other++)
		if (other->pid == OWN_PIDS + g->id)
			return number;
	g->pid = OWN_PIDS + g->id;
	return number;
}

/* The GPU of an event that is drawn with one. */
static uint32_t
gpuof(struct layout *l, const struct event *ev)
{
	return knowngpu(&l->known, ev,
	    rowkindplace(ev) == ON_STREAM || ev->type == TYPE_NVTX_KERNEL ||
	        ev->type == TYPE_CALL_KERNEL || ev->type == TYPE_GPU_STATE);
}

uint32_t
layoutgroup(struct layout *l, const struct event *ev)
{
	if (layoutgpu(ev))
		return groupofgpu(l, gpuof(l, ev));
	return ofmachine(ev) ? layoutsystem(l) : groupby(l, GROUP_PROCESS, evnumber(ev, KEY_PID));
}

uint32_t
layoutsystem(struct layout *l)
{
	return groupby(l, GROUP_SYSTEM, 0);
}

/* The number of a branch, made when it is new. */
static uint32_t
branchby(struct layout *l, uint32_t group, bool profiler, int64_t tid)
{
	int64_t key[] = { group, profiler, tid };
	bool fresh;
	uint32_t number = tracknumberof(&l->branchkeys, key, 3, &fresh);

	if (fresh) {
		GROW(l->branches, l->branchesroom, number + (size_t)1);
		l->branches[number] = (struct branch){
			.group = group, .profiler = profiler, .parent = NO_BRANCH, .tid = tid,
		};
		titlebranch(l, &l->branches[number]);
		if (profiler)
			l->groups[group].profiler = number;
	}
	return number;
}

/* Whether the profiler started a thread. */
static bool
isprofilers(const struct layout *l, int64_t pid, int64_t tid)
{
	struct span name = knownthread(&l->known, pid, tid);

	for (size_t i = 0; i < sizeof(profilers) / sizeof(*profilers); i++)
		if (trackstarts(name, profilers[i]))
			return true;
	return false;
}

/* The branch of an event that is drawn with a process. */
static uint32_t
branchof(struct layout *l, const struct event *ev, uint32_t group, unsigned row)
{
	bool own = row >= ROW_OVERHEAD, started;
	uint32_t profiler, thread;
	int64_t pid = evnumber(ev, KEY_PID), tid = evnumber(ev, KEY_TID);

	if (l->groups[group].kind != GROUP_PROCESS || (!own && !evhas(ev, KEY_TID)))
		return NO_BRANCH;
	started = rowkindthread(ev, row) && isprofilers(l, pid, tid);
	if (!own && !started)
		return branchby(l, group, false, tid);
	profiler = branchby(l, group, true, 0);
	if (!started)
		return profiler;
	thread = branchby(l, group, false, tid);
	l->branches[thread].parent = profiler;
	return thread;
}

/* Adds a track for an event. */
static uint32_t
addtrack(struct layout *l, const struct event *ev, uint32_t base, uint32_t lane)
{
	bool stream = rowkindplace(ev) == ON_STREAM;
	uint32_t number = (uint32_t)l->count++, group = layoutgroup(l, ev);
	unsigned row = rowkindof(ev);
	struct trackgroup *g = &l->groups[group];
	struct track *t;

	GROW(l->tracks, l->tracksroom, l->count);
	t = &l->tracks[number];
	*t = (struct track){
		.group = group,
		.branch = branchof(l, ev, group, row),
		.tid = number + (int64_t)1,
		.base = lane > 0 ? base : number,
		.lane = lane,
		.row = row,
		.stream = stream,
		.processed = evhas(ev, KEY_PID),
		.threaded = !stream && rowkindthread(ev, row),
		.pid = evnumber(ev, KEY_PID),
		.number = stream ? evnumber(ev, KEY_STREAM)
		    : rowkindthread(ev, row) ? evnumber(ev, KEY_TID) : 0,
		.context = stream ? evnumber(ev, KEY_CONTEXT) : 0,
	};
	if (t->tid == g->pid)
		t->tid += OWN_PIDS;
	if (g->kind == GROUP_GPU && t->processed) {
		g->shared = g->shared || (g->user != INT64_MIN && g->user != t->pid);
		g->user = t->pid;
	}
	titletrack(l, t, 0);
	return number;
}

/* The track of a lane, made when it is new. */
static uint32_t
trackof(struct layout *l, const struct event *ev, struct way *way, size_t lane)
{
	while (way->count <= lane) {
		GROW(way->tracks, way->room, way->count + 1);
		way->tracks[way->count] =
		    addtrack(l, ev, way->count > 0 ? way->tracks[0] : 0, (uint32_t)way->count);
		way->count++;
	}
	return way->tracks[lane];
}

/* The number of an event's way, made when it is new. */
static uint32_t
trackkeyof(struct layout *l, const struct event *ev)
{
	enum drawplace place = rowkindplace(ev);
	unsigned row = rowkindof(ev);
	bool stream = place == ON_STREAM, thread = !stream && rowkindthread(ev, row), fresh;
	int64_t id[] = {
		place,
		row,
		evnumber(ev, KEY_PID),
		thread,
		stream ? evnumber(ev, KEY_CONTEXT) : thread ? evnumber(ev, KEY_TID) : 0,
		stream ? evnumber(ev, KEY_STREAM) : 0,
		layoutgpu(ev) ? gpuof(l, ev) : ofmachine(ev),
	};
	uint32_t key = tracknumberof(&l->keys, id, sizeof(id) / sizeof(*id), &fresh);

	if (fresh) {
		GROW(l->ways, l->waysroom, l->keys.used);
		l->ways[key] = (struct way){ 0 };
	}
	return key;
}

/* The same, with a look at the latest first. */
static uint32_t
wayof(struct layout *l, const struct event *ev)
{
	int64_t id[] = { evnumber(ev, KEY_PID), evnumber(ev, KEY_TID), evnumber(ev, KEY_DEVICE),
		evnumber(ev, KEY_GPU), evnumber(ev, KEY_CONTEXT), evnumber(ev, KEY_STREAM) };
	unsigned has = (ev->has & LAYOUT_KEYS) | EVKEY(KEY_TS);
	uint64_t place = (uint64_t)id[0] + (uint64_t)id[1] + (uint64_t)id[5];
	struct wayrecent *r = &l->recent[ev->type][place % RECENT_WAYS];
	int64_t other = r->has ^ has;

	for (size_t i = 0; i < sizeof(id) / sizeof(*id); i++)
		other |= r->id[i] ^ id[i];
	if (other) {
		r->way = trackkeyof(l, ev);
		r->has = has;
		memcpy(r->id, id, sizeof(id));
	}
	return r->way;
}

uint32_t
layouttrack(struct layout *l, const struct event *ev)
{
	uint32_t key = wayof(l, ev), number = trackof(l, ev, &l->ways[key], 0);

	l->tracks[number].events++;
	return number;
}

/* The lane where the slices of an NVTX domain begin to look for room: where it first had to go when
 * it crossed another. NULL for other events. */
static size_t *
domainlane(struct layout *l, const struct event *ev, uint32_t key)
{
	size_t before = l->crossers.used;
	uint32_t number;

	if (!evhas(ev, KEY_DOMAIN))
		return NULL;
	l->scratch.n = 0;
	bufmem(&l->scratch, (const char *)&key, sizeof(key));
	bufspan(&l->scratch, ev->value[KEY_DOMAIN]);
	number = nameput(&l->crossers, bufall(&l->scratch));
	if (l->crossers.used > before) {
		GROW(l->first, l->firstroom, l->crossers.used);
		l->first[number] = 0;
	}
	return &l->first[number];
}

uint32_t
layoutslice(struct layout *l, const struct event *ev, int64_t ts, int64_t end)
{
	uint32_t key = wayof(l, ev), number;
	size_t *domain = domainlane(l, ev, key), lane;
	bool crossed;

	lane = lanesput(&l->ways[key].lanes, domain ? *domain : 0, ts, end, &crossed);
	if (domain && crossed && *domain == 0)
		*domain = lane;
	number = trackof(l, ev, &l->ways[key], lane);
	l->tracks[number].events++;
	if (end < INT64_MAX)
		l->tracks[number].busy = addsat(l->tracks[number].busy, subsat(end, ts));
	return number;
}

void
layoutfree(struct layout *l)
{
	for (size_t i = 0; i < l->count; i++) {
		free(l->tracks[i].label.p);
		free(l->tracks[i].told.p);
	}
	for (size_t i = 0; i < l->keys.used; i++) {
		lanesfree(&l->ways[i].lanes);
		free(l->ways[i].tracks);
	}
	for (size_t i = 0; i < l->groupkeys.used; i++) {
		free(l->groups[i].label.p);
		free(l->groups[i].told.p);
	}
	for (size_t i = 0; i < l->branchkeys.used; i++)
		free(l->branches[i].label.p);
	free(l->tracks);
	free(l->groups);
	free(l->branches);
	free(l->series);
	free(l->ways);
	free(l->first);
	free(l->scratch.p);
	namesfree(&l->keys);
	namesfree(&l->crossers);
	namesfree(&l->groupkeys);
	namesfree(&l->branchkeys);
	namesfree(&l->serieskeys);
	namesfree(&l->serieslabels);
	namesfree(&l->unitnames);
	knownfree(&l->known);
	*l = (struct layout){ 0 };
}
