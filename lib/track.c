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

/* Pids of our own are above those of Linux; orders keep GPUs before processes, and projected ranges before streams. */
enum { OWN_PIDS = 1 << 30, PROCESSES_FIRST = 1 << 20, STREAMS_FIRST = 1 << 30, RANKS = 8 };

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

/* A member of a record's args; no bytes when it has none. */
static struct span
arg(const struct event *ev, const char *name, struct buf *stack)
{
	struct span key, value;
	struct json j;

	if (!evhas(ev, KEY_ARGS))
		return (struct span){ NULL, 0 };
	jsonopen(&j, ev->value[KEY_ARGS].p, stack);
	while (jsonnext(&j, &key, &value) > 0)
		if (spanis(key, name))
			return value;
	return (struct span){ NULL, 0 };
}

void
layoutmeta(struct layout *l, const struct event *ev, struct buf *stack)
{
	struct span what = ev->value[KEY_NAME], name = arg(ev, "name", stack);
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
	else if (spanis(what, "\"stream\"") && spanis(arg(ev, "default", stack), "true"))
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

bool
layoutgpu(const struct event *ev)
{
	return drawn[ev->type].place != ON_THREAD;
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
	*g = (struct group){ .pid = OWN_PIDS + number, .order = gpu ? id : addsat(PROCESSES_FIRST, id) };
	if (gpu) {
		bufprintf(&g->name, "GPU %lld%s", (long long)id, name.p ? " \xC2\xB7 " : "");
		bufspan(&g->name, name);
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

static void
streamname(const struct layout *l, const struct event *ev, struct buf *text)
{
	struct span process = known(l, A_PROCESS, ev);

	if (migration(ev))
		bufstr(text, "Unified memory");
	else
		bufprintf(text, "Stream %lld", (long long)evnumber(ev, KEY_STREAM));
	if (known(l, A_DEFAULT_STREAM, ev).p)
		bufstr(text, " (default)");
	if (!evhas(ev, KEY_PID))
		return;
	bufstr(text, " \xC2\xB7 ");
	bufspan(text, process);
	bufprintf(text, "%s%lld", process.n > 0 ? " " : "", (long long)evnumber(ev, KEY_PID));
}

static void
threadname(const struct layout *l, const struct event *ev, struct buf *text)
{
	struct span thread = known(l, A_THREAD, ev);

	bufstr(text, drawn[ev->type].name);
	if (!evhas(ev, KEY_TID))
		return;
	bufstr(text, " \xC2\xB7 ");
	bufspan(text, thread);
	bufprintf(text, "%s%lld", thread.n > 0 ? " " : "", (long long)evnumber(ev, KEY_TID));
}

/* The bytes that tell one track from another. */
static void
trackkey(const struct event *ev, uint32_t group, int64_t key[5])
{
	const struct drawn *d = &drawn[ev->type];

	memset(key, 0, 5 * sizeof(*key));
	key[0] = group;
	key[1] = d->place << 8 | d->rank;
	key[2] = evnumber(ev, KEY_PID);
	key[3] = evnumber(ev, d->place == ON_STREAM ? KEY_CONTEXT : KEY_TID);
	key[4] = d->place == ON_STREAM ? evnumber(ev, KEY_STREAM) : 0;
}

/* Where a track stands in its group: the main thread first, threads and streams by number, kinds by rank. */
static int64_t
order(const struct event *ev)
{
	int64_t tid = evnumber(ev, KEY_TID);

	if (drawn[ev->type].place == ON_STREAM)
		return STREAMS_FIRST + (evnumber(ev, KEY_STREAM) & 0xFFFFFF);
	return (tid == evnumber(ev, KEY_PID) ? 0 : tid & 0xFFFFFF) * RANKS + drawn[ev->type].rank;
}

struct track *
layouttrack(struct layout *l, const struct event *ev)
{
	uint32_t group = groupof(l, ev), number;
	size_t before = l->keys.used;
	struct track *t;
	int64_t key[5];

	trackkey(ev, group, key);
	number = nameput(&l->keys, (struct span){ (const char *)key, sizeof(key) });
	if (l->keys.used == before)
		return &l->tracks[number];
	l->tracks = xgrow(l->tracks, &l->tracksroom, number + (size_t)1, sizeof(*l->tracks));
	t = &l->tracks[number];
	*t = (struct track){ .group = group, .tid = number + 1, .order = order(ev) };
	if (drawn[ev->type].place == ON_STREAM)
		streamname(l, ev, &t->name);
	else
		threadname(l, ev, &t->name);
	if (t->tid == l->groups[group].pid)
		t->tid += OWN_PIDS;
	return t;
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
	for (size_t i = 0; i < l->keys.used; i++)
		free(l->tracks[i].name.p);
	for (size_t i = 0; i < l->groupkeys.used; i++)
		free(l->groups[i].name.p);
	free(l->tracks);
	free(l->groups);
	namesfree(&l->keys);
	namesfree(&l->groupkeys);
	namesfree(&l->text);
	mapfree(&l->known);
	*l = (struct layout){ 0 };
}
