/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "layout.h"
#include "rowtype.h"
#include "tracklabel.h"

/* Prefixes of the names of threads that the profiler starts in a process. */
static const char *const profilerthreads[] = { "[NSys", "CUPTI worker", "*2CommsProcesso" };

/* Made-up pids start at OWN_PIDS, above those of Linux, which are at most 1 << 22. The first
 * DEVICES of them are for GPUs, by number. */
enum { OWN_PIDS = 1 << 23, DEVICES = 1 << 20 };

/* The lanes of a row, with the track of each. */
struct rowlanes {
	struct lanes lanes;
	uint32_t domain;  /* all ranges of the row are of this domain, or NO_DOMAIN */
	uint32_t *tracks; /* by number of the lane */
	size_t count, room;
};

static bool
trackstarts(struct span s, const char *text)
{
	size_t n = strlen(text);

	return s.n >= n && memcmp(s.p, text, n) == 0;
}

/* Returns the number of a key of count integers; adds it if it is new, and sets *fresh then. */
static uint32_t
keynumber(struct stringtable *names, const int64_t *key, size_t count, bool *fresh)
{
	size_t before = names->used;
	uint32_t n =
	    stringintern(names, (struct span){ (const char *)key, count * sizeof(*key) });

	*fresh = names->used > before;
	return n;
}

void
layoutmeta(struct layout *l, const struct event *ev)
{
	metadatalearn(&l->metadata, ev);
	memset(l->recentrows, 0, sizeof(l->recentrows)); /* a GPU may have another number now */
}

bool
layoutongpu(const struct event *ev)
{
	return rowtypeplacement(ev) != ON_THREAD;
}

bool
layoutonstream(const struct track *t)
{
	return t->onstream;
}

/* Returns true if an event without a process is about the machine. */
static bool
ofmachine(const struct event *ev)
{
	return !evhas(ev, KEY_PID) &&
	    (evfamily(ev->type) == FAMILY_COUNTER || ev->type == TYPE_DIAGNOSTIC ||
	        ev->type == TYPE_NIC_EVENT);
}

static const char *const systemlabels[] = {
	[SYSTEM_MACHINE] = "System",
	[SYSTEM_PATH] = "Critical path",
	[SYSTEM_RANKS] = "All ranks",
};

/* Returns the index of a group; adds it if it is new. */
static uint32_t
groupfor(struct layout *l, enum groupkind kind, int64_t id)
{
	int64_t key[] = { kind, id };
	bool fresh;
	uint32_t number = keynumber(&l->groupkeys, key, 2, &fresh);
	struct trackgroup *g;

	if (!fresh)
		return number;
	metadatachanging(&l->metadata);
	GROW(l->groups, l->groupsroom, number + (size_t)1);
	g = &l->groups[number];
	*g = (struct trackgroup){ .kind = kind, .id = id, .pid = OWN_PIDS + DEVICES + number,
		.gpu = UINT32_MAX, .profilerbranch = NO_BRANCH, .latestpid = INT64_MIN };
	if (kind == GROUP_PROCESS && id > 0 && id < OWN_PIDS)
		g->pid = id;
	tracklabelgroup(l, g);
	if (kind == GROUP_SYSTEM)
		bufstr(&g->label, systemlabels[id]);
	return number;
}

/* Returns the index of the group of a GPU, given by its index in metadata.gpus. */
static uint32_t
groupofgpu(struct layout *l, uint32_t identity)
{
	size_t before = l->groupkeys.used;
	uint32_t number = groupfor(l, GROUP_GPU, identity);
	struct trackgroup *g = &l->groups[number];

	if (l->groupkeys.used == before)
		return number;
	if (identity == UINT32_MAX) {
		g->id = INT64_MAX;
		bufstr(&g->label, "GPU");
		return number;
	}
	g->gpu = identity;
	g->id = l->metadata.gpus[identity].number;
	tracklabelgpu(l, g);
	if (g->id < 0 || g->id >= DEVICES)
		return number;
	for (struct trackgroup *other = l->groups; other < g; other++)
		if (other->pid == OWN_PIDS + g->id)
			return number;
	g->pid = OWN_PIDS + g->id;
	return number;
}

/* Returns the GPU of an event that is drawn with one, as an index in metadata.gpus. Some types
 * always have a GPU, device 0 if nothing says otherwise. */
static uint32_t
gpuof(struct layout *l, const struct event *ev)
{
	return metadatagpu(&l->metadata, ev,
	    rowtypeplacement(ev) == ON_STREAM || ev->type == TYPE_NVTX_KERNEL ||
	        ev->type == TYPE_CALL_KERNEL || ev->type == TYPE_GPU_STATE);
}

uint32_t
layoutgroup(struct layout *l, const struct event *ev)
{
	if (layoutongpu(ev))
		return groupofgpu(l, gpuof(l, ev));
	if (ev->type == TYPE_PATH)
		return groupfor(l, GROUP_SYSTEM, SYSTEM_PATH);
	if (ev->type == TYPE_COLLECTIVE && !evhas(ev, KEY_PID))
		return groupfor(l, GROUP_SYSTEM, SYSTEM_RANKS);
	return ofmachine(ev) ? layoutsystem(l) : groupfor(l, GROUP_PROCESS, evnumber(ev, KEY_PID));
}

uint32_t
layoutsystem(struct layout *l)
{
	return groupfor(l, GROUP_SYSTEM, SYSTEM_MACHINE);
}

/* Returns the index of a branch; adds it if it is new. */
static uint32_t
branchfor(struct layout *l, uint32_t group, bool profiler, int64_t tid)
{
	int64_t key[] = { group, profiler, tid };
	bool fresh;
	uint32_t number = keynumber(&l->branchkeys, key, 3, &fresh);

	if (fresh) {
		GROW(l->branches, l->branchesroom, number + (size_t)1);
		l->branches[number] = (struct branch){
			.group = group, .profiler = profiler, .parent = NO_BRANCH, .tid = tid,
		};
		tracklabelbranch(l, &l->branches[number]);
		if (profiler)
			l->groups[group].profilerbranch = number;
	}
	return number;
}

/* Returns true if the profiler started a thread, by the name of the thread. */
static bool
isprofilerthread(const struct layout *l, int64_t pid, int64_t tid)
{
	struct span name = metadatathread(&l->metadata, pid, tid);

	for (size_t i = 0; i < sizeof(profilerthreads) / sizeof(*profilerthreads); i++)
		if (trackstarts(name, profilerthreads[i]))
			return true;
	return false;
}

/* Returns the branch of an event that is drawn with a process, or NO_BRANCH. */
static uint32_t
branchof(struct layout *l, const struct event *ev, uint32_t group, unsigned rowtype)
{
	bool own = rowtype >= ROW_OVERHEAD, started;
	uint32_t profiler, thread;
	int64_t pid = evnumber(ev, KEY_PID), tid = evnumber(ev, KEY_TID);

	if (l->groups[group].kind != GROUP_PROCESS || (!own && !evhas(ev, KEY_TID)))
		return NO_BRANCH;
	started = rowtypeperthread(ev, rowtype) && isprofilerthread(l, pid, tid);
	if (!own && !started)
		return branchfor(l, group, false, tid);
	profiler = branchfor(l, group, true, 0);
	if (!started)
		return profiler;
	thread = branchfor(l, group, false, tid);
	l->branches[thread].parent = profiler;
	return thread;
}

/* Returns true if ranges of a domain nest in those of others: PyTorch's categories do. */
static bool
domainnests(struct span name)
{
	static const char *const categories[] = { "cpu_op", "user_annotation", "python_function" };

	for (size_t i = 0; i < sizeof(categories) / sizeof(*categories); i++)
		if (spanis(name, categories[i]))
			return true;
	return name.n == 0;
}

/* Returns the domain of an event that belongs to a row of its domain, or NO_DOMAIN. */
static uint32_t
rowdomain(struct layout *l, const struct event *ev)
{
	struct span name;

	if (l->onerow || !evhas(ev, KEY_DOMAIN) || !jsonisstring(ev->value[KEY_DOMAIN]) ||
	    rowtypeof(ev) != ROW_NVTX)
		return NO_DOMAIN;
	l->scratch.n = 0;
	name = jsontext(ev->value[KEY_DOMAIN], &l->scratch);
	if (domainnests(name) || (l->domainnames.used == LAYOUT_DOMAINS &&
	                             !stringisinterned(&l->domainnames, name)))
		return NO_DOMAIN;
	return stringintern(&l->domainnames, name);
}

/* Adds the track of a lane. base is the track of the row's first lane. */
static uint32_t
addtrack(struct layout *l, const struct event *ev, uint32_t base, uint32_t lane)
{
	bool stream = rowtypeplacement(ev) == ON_STREAM;
	uint32_t number = (uint32_t)l->count++, group = layoutgroup(l, ev);
	unsigned rowtype = rowtypeof(ev);
	struct trackgroup *g = &l->groups[group];
	struct track *t;

	GROW(l->tracks, l->tracksroom, l->count);
	t = &l->tracks[number];
	*t = (struct track){
		.group = group,
		.branch = branchof(l, ev, group, rowtype),
		.tid = number + (int64_t)1,
		.domain = rowdomain(l, ev),
		.firstlane = lane > 0 ? base : number,
		.lane = lane,
		.rowtype = rowtype,
		.onstream = stream,
		.haspid = evhas(ev, KEY_PID),
		.hastid = !stream && rowtypeperthread(ev, rowtype),
		.pid = evnumber(ev, KEY_PID),
		.id = stream ? evnumber(ev, KEY_STREAM)
		    : rowtypeperthread(ev, rowtype) ? evnumber(ev, KEY_TID) : 0,
		.context = stream ? evnumber(ev, KEY_CONTEXT) : 0,
	};
	if (t->tid == g->pid)
		t->tid += OWN_PIDS;
	if (g->kind == GROUP_GPU && t->haspid) {
		g->shared = g->shared || (g->latestpid != INT64_MIN && g->latestpid != t->pid);
		g->latestpid = t->pid;
	}
	tracklabelrow(l, t, 0);
	return number;
}

/* Adds the missing tracks of a row, up to that of a lane. */
static void
addtracks(struct layout *l, const struct event *ev, struct rowlanes *row, size_t lane)
{
	while (row->count <= lane) {
		metadatachanging(&l->metadata);
		GROW(row->tracks, row->room, row->count + 1);
		row->tracks[row->count] =
		    addtrack(l, ev, row->count > 0 ? row->tracks[0] : 0, (uint32_t)row->count);
		row->count++;
	}
}

/* Returns the track of a lane; adds it if it is new. */
static inline uint32_t
trackof(struct layout *l, const struct event *ev, struct rowlanes *row, size_t lane)
{
	if (row->count <= lane)
		addtracks(l, ev, row, lane);
	return row->tracks[lane];
}

/* Returns the number of an event's row; adds the row if it is new. */
static uint32_t
rowkeyof(struct layout *l, const struct event *ev, uint32_t domain)
{
	enum placement place = rowtypeplacement(ev);
	unsigned rowtype = rowtypeof(ev);
	bool stream = place == ON_STREAM, thread = !stream && rowtypeperthread(ev, rowtype), fresh;
	int64_t id[] = {
		place,
		rowtype,
		ev->type == TYPE_PATH ? 0 : evnumber(ev, KEY_PID),
		thread,
		stream ? evnumber(ev, KEY_CONTEXT) : thread ? evnumber(ev, KEY_TID) : 0,
		stream ? evnumber(ev, KEY_STREAM) : 0,
		layoutongpu(ev) ? gpuof(l, ev) : ofmachine(ev),
		domain,
	};
	uint32_t key = keynumber(&l->rowkeys, id, sizeof(id) / sizeof(*id), &fresh);

	if (fresh) {
		GROW(l->rows, l->rowsroom, l->rowkeys.used);
		l->rows[key] = (struct rowlanes){ .domain = domain };
	}
	return key;
}

/* Returns true if the entry of a cache is that of an event with these keys. */
static inline bool
isrecentrow(const struct recentrow *r, const struct event *ev, unsigned keys, uint32_t domain)
{
	if (r->has != (keys | EVKEY(KEY_TS)) || r->domain != domain)
		return false;
	for (; keys; keys &= keys - 1) {
		unsigned key = (unsigned)__builtin_ctz(keys);

		if (r->id[key - KEY_PID] != ev->number[key])
			return false;
	}
	return true;
}

/* Sets the entry of a cache. */
static void
keeprecentrow(struct layout *l, struct recentrow *r, const struct event *ev, uint32_t domain)
{
	unsigned keys = ev->has & LAYOUT_KEYS;

	r->row = rowkeyof(l, ev, domain);
	r->has = keys | EVKEY(KEY_TS);
	r->domain = domain;
	for (; keys; keys &= keys - 1) {
		unsigned key = (unsigned)__builtin_ctz(keys);

		r->id[key - KEY_PID] = ev->number[key];
	}
}

/* Returns the number of an event's row, from the cache if it is there. */
static inline uint32_t
layoutrow(struct layout *l, const struct event *ev)
{
	uint32_t domain = evhas(ev, KEY_DOMAIN) ? rowdomain(l, ev) : NO_DOMAIN;
	uint64_t place = (uint64_t)evnumber(ev, KEY_PID) + (uint64_t)evnumber(ev, KEY_TID) +
	    (uint64_t)evnumber(ev, KEY_STREAM) + domain;
	struct recentrow *r = &l->recentrows[ev->type][place % RECENT_ROWS];

	if (!isrecentrow(r, ev, ev->has & LAYOUT_KEYS, domain))
		keeprecentrow(l, r, ev, domain);
	return r->row;
}

uint32_t
layouttrack(struct layout *l, const struct event *ev)
{
	uint32_t key = layoutrow(l, ev), number = trackof(l, ev, &l->rows[key], 0);

	l->tracks[number].events++;
	return number;
}

/* Returns where the first lane of an NVTX domain is stored. The domain's ranges look for room
 * from that lane on: it is the lane of its first range that had to avoid another one. */
static size_t *
domainlane(struct layout *l, const struct event *ev, uint32_t key)
{
	size_t before = l->domains.used;
	uint32_t number;

	l->scratch.n = 0;
	bufmem(&l->scratch, (const char *)&key, sizeof(key));
	bufspan(&l->scratch, ev->value[KEY_DOMAIN]);
	number = stringintern(&l->domains, bufall(&l->scratch));
	if (l->domains.used > before) {
		GROW(l->domainlanes, l->domainlanesroom, l->domains.used);
		l->domainlanes[number] = 0;
	}
	return &l->domainlanes[number];
}

/* Returns the lane of a slice in a row with several domains. */
static size_t
domainassign(struct layout *l, const struct event *ev, uint32_t key, int64_t ts, int64_t end)
{
	size_t *domain = domainlane(l, ev, key), lane;
	bool crossed;

	lane = lanesassign(&l->rows[key].lanes, *domain, ts, end, &crossed);
	if (crossed && *domain == 0)
		*domain = lane;
	return lane;
}

uint32_t
layoutslice(struct layout *l, const struct event *ev, int64_t ts, int64_t end)
{
	uint32_t key = layoutrow(l, ev), number;
	struct rowlanes *row = &l->rows[key];
	struct track *t;
	bool crossed;
	size_t lane;

	if (evhas(ev, KEY_DOMAIN) && row->domain == NO_DOMAIN)
		lane = domainassign(l, ev, key, ts, end);
	else
		lane = lanesassign(&row->lanes, 0, ts, end, &crossed);
	number = trackof(l, ev, row, lane);
	t = &l->tracks[number];
	t->events++;
	if (end < INT64_MAX)
		t->busy = addsat(t->busy, subsat(end, ts));
	return number;
}

void
layoutfree(struct layout *l)
{
	for (size_t i = 0; i < l->count; i++) {
		free(l->tracks[i].label.p);
		free(l->tracks[i].writtenlabel.p);
	}
	for (size_t i = 0; i < l->rowkeys.used; i++) {
		lanesfree(&l->rows[i].lanes);
		free(l->rows[i].tracks);
	}
	for (size_t i = 0; i < l->groupkeys.used; i++) {
		free(l->groups[i].label.p);
		free(l->groups[i].writtenlabel.p);
	}
	for (size_t i = 0; i < l->branchkeys.used; i++)
		free(l->branches[i].label.p);
	free(l->tracks);
	free(l->groups);
	free(l->branches);
	free(l->counters);
	free(l->rows);
	free(l->domainlanes);
	free(l->scratch.p);
	stringtablefree(&l->rowkeys);
	stringtablefree(&l->domains);
	stringtablefree(&l->domainnames);
	stringtablefree(&l->groupkeys);
	stringtablefree(&l->branchkeys);
	stringtablefree(&l->counterkeys);
	stringtablefree(&l->counterlabels);
	stringtablefree(&l->unitnames);
	metadatafree(&l->metadata);
	*l = (struct layout){ 0 };
}
