/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "json.h"
#include "track.h"

/* What a track is of: a stream or another lane of a GPU, one kind of event of a thread, or either
 * of the last two, as the event says. */
enum place { ON_STREAM, ON_GPU, ON_THREAD, ON_EITHER };

/* How the events of a type are drawn. Ranks order the tracks of one thread. */
static const struct drawn {
	enum place place;
	int rank;
	const char *name;   /* of the kind */
	const char *label;  /* nsys2json's, before the thread's number */
	const char *series; /* of a counter: the args that tell its series apart */
} drawn[] = {
	[TYPE_NVTX] = { ON_THREAD, 1, "NVTX", "NVTX Thread", NULL },
	[TYPE_NVTX_MARK] = { ON_THREAD, 1, "NVTX", "NVTX Thread", NULL },
	[TYPE_NVTX_KERNEL] = { ON_GPU, 0, "NVTX", "NVTX Kernel Thread", NULL },
	[TYPE_CALL_KERNEL] = { ON_GPU, 10, "Calls", "Call Kernel Thread", NULL },
	[TYPE_CUDA_API] = { ON_THREAD, 2, "CUDA API", "CUDA API Thread", NULL },
	[TYPE_CUDA_SYNC] = { ON_THREAD, 3, "CUDA synchronization", "CUDA Sync Thread", NULL },
	[TYPE_GRAPH_CREATE] = { ON_THREAD, 4, "CUDA graphs", "CUDA Graph Thread", NULL },
	[TYPE_GRAPH_NODE] = { ON_THREAD, 4, "CUDA graphs", "CUDA Graph Thread", NULL },
	[TYPE_HOST_CALLBACK] = { ON_THREAD, 5, "CUDA host callbacks", "CUDA Callback Thread",
	    NULL },
	[TYPE_JIT] = { ON_THREAD, 6, "JIT compilation", "JIT Thread", NULL },
	[TYPE_OVERHEAD] = { ON_THREAD, 7, "Overhead", "Overhead Thread", NULL },
	[TYPE_CUDNN] = { ON_THREAD, 8, "cuDNN", "cuDNN Thread", NULL },
	[TYPE_CUBLAS] = { ON_THREAD, 9, "cuBLAS", "cuBLAS Thread", NULL },
	[TYPE_OPENACC] = { ON_THREAD, 10, "OpenACC", "OpenACC Thread", NULL },
	[TYPE_OPENMP] = { ON_THREAD, 11, "OpenMP", "OpenMP Thread", NULL },
	[TYPE_MPI] = { ON_THREAD, 12, "MPI", "MPI Thread", NULL },
	[TYPE_UCX] = { ON_THREAD, 13, "UCX", "UCX Thread", NULL },
	[TYPE_OPENGL] = { ON_THREAD, 14, "OpenGL", "OpenGL Thread", NULL },
	[TYPE_VULKAN] = { ON_THREAD, 15, "Vulkan", "Vulkan Thread", NULL },
	[TYPE_DX12] = { ON_THREAD, 16, "DX12", "DX12 Thread", NULL },
	[TYPE_D3D11] = { ON_THREAD, 17, "D3D11", "D3D11 Thread", NULL },
	[TYPE_DXGI] = { ON_THREAD, 18, "DXGI", "DXGI Thread", NULL },
	[TYPE_NVAPI] = { ON_THREAD, 19, "NVAPI", "NVAPI Thread", NULL },
	[TYPE_SLI] = { ON_THREAD, 20, "SLI", "SLI Thread", NULL },
	[TYPE_NVVIDEO] = { ON_THREAD, 21, "Video", "Video Thread", NULL },
	[TYPE_UM_FAULT] = { ON_EITHER, 22, "Page faults", "Page Fault Thread", NULL },
	[TYPE_OSRT] = { ON_THREAD, 23, "OS runtime", "OS RT Thread", NULL },
	[TYPE_FILE_ACCESS] = { ON_THREAD, 24, "File accesses", "File Thread", NULL },
	[TYPE_SYSCALL] = { ON_THREAD, 25, "System calls", "Syscall Thread", NULL },
	[TYPE_SCHED] = { ON_THREAD, 26, "Scheduling", "Sched Thread", NULL },
	[TYPE_SAMPLE] = { ON_THREAD, 27, "Samples", "Sample Thread", NULL },
	[TYPE_DIAGNOSTIC] = { ON_THREAD, 28, "Diagnostics", "Diagnostic Thread", NULL },
	[TYPE_NIC_EVENT] = { ON_THREAD, 29, "Network", "Network Thread", NULL },
	[TYPE_GENERIC] = { ON_THREAD, 30, "Generic events", "Generic Thread", NULL },
	[TYPE_ETW] = { ON_THREAD, 31, "ETW", "ETW Thread", NULL },
	[TYPE_GRAPH] = { ON_STREAM, 0, NULL, NULL, NULL },
	[TYPE_KERNEL] = { ON_STREAM, 0, NULL, NULL, NULL },
	[TYPE_MEMCPY] = { ON_STREAM, 0, NULL, NULL, NULL },
	[TYPE_MEMSET] = { ON_STREAM, 0, NULL, NULL, NULL },
	[TYPE_DECOMPRESS] = { ON_STREAM, 0, NULL, NULL, NULL },
	[TYPE_HOST_LAUNCH] = { ON_STREAM, 0, NULL, NULL, NULL },
	[TYPE_CUDA_EVENT] = { ON_STREAM, 0, NULL, NULL, NULL },
	[TYPE_BLOCK] = { ON_GPU, 1, "Blocks and warps", "Block Thread", NULL },
	[TYPE_CONTEXT_SWITCH] = { ON_GPU, 2, "Contexts", "Context Thread", NULL },
	[TYPE_OPENGL_GPU] = { ON_GPU, 3, "OpenGL", "OpenGL GPU Thread", NULL },
	[TYPE_VULKAN_GPU] = { ON_GPU, 4, "Vulkan", "Vulkan GPU Thread", NULL },
	[TYPE_DX12_GPU] = { ON_GPU, 5, "DX12", "DX12 GPU Thread", NULL },
	[TYPE_VIDEO_GPU] = { ON_GPU, 6, "Video engines", "Video GPU Thread", NULL },
	[TYPE_GPU_METRIC] = { ON_EITHER, 7, "Metrics", "Metric Thread", "" },
	[TYPE_GPU_MEMORY] = { ON_EITHER, 8, "Memory", "Memory Thread", "" },
	[TYPE_GPU_POOL] = { ON_EITHER, 9, "Memory pools", "Memory Pool Thread", "pool" },
	[TYPE_SOC_METRIC] = { ON_THREAD, 32, "Metrics", "Metric Thread", "cluster raw" },
	[TYPE_CPU_METRIC] = { ON_THREAD, 32, "Metrics", "Metric Thread", "component cpu" },
	[TYPE_NIC_METRIC] = { ON_THREAD, 32, "Metrics", "Metric Thread", "nic switch port" },
	[TYPE_OTHER] = { ON_EITHER, 33, "Other", "Thread", NULL },
};

/* Pids of our own are above those of Linux. */
enum { OWN_PIDS = 1 << 30, DEVICES = 1 << 20 };

/* What a key of layout.known is about. */
enum subject { A_PROCESS = 'p', A_THREAD = 't', A_DEFAULT_STREAM = 's' };

/* What a key of layout.gpus is about. */
enum { A_DEVICE = 'd', A_DEVICE_OF_ANY = 'a', A_GPU = 'g' };

static struct mapkey
knownkey(enum subject subject, const struct event *ev)
{
	uint64_t pid = (uint64_t)evnumber(ev, KEY_PID);

	switch (subject) {
	case A_THREAD:
		return (struct mapkey){ pid << 8 | subject, (uint64_t)evnumber(ev, KEY_TID) };
	case A_DEFAULT_STREAM:
		return (struct mapkey){ pid << 8 | subject,
			(uint64_t)evnumber(ev, KEY_CONTEXT) << 32 ^
			    (uint64_t)evnumber(ev, KEY_STREAM) };
	default:
		return (struct mapkey){ pid << 8 | subject, 0 };
	}
}

/* Keeps a JSON string for a viewer's name. */
static uint32_t
keeptext(struct layout *l, struct span quoted)
{
	return nameput(&l->text,
	    jsonisstring(quoted) ? (struct span){ quoted.p + 1, quoted.n - 2 }
	                         : (struct span){ "", 0 });
}

/* The identity that a text stands for, made when it is new. */
static uint32_t
identityof(struct layout *l, struct span text, int64_t number, struct span name)
{
	size_t before = l->identities.used;
	uint32_t id = nameput(&l->identities, text);

	if (l->identities.used > before) {
		GROW(l->machine, l->machineroom, l->identities.used);
		l->machine[id] = (struct gpu){ number, keeptext(l, name) };
	}
	return id;
}

/* A GPU of which only its number is known. */
static uint32_t
bynumberalone(struct layout *l, int64_t number)
{
	struct buf text = { 0 };
	uint32_t id;

	bufprintf(&text, "#%lld", (long long)number);
	id = identityof(l, bufall(&text), number, (struct span){ NULL, 0 });
	free(text.p);
	return id;
}

static struct mapkey
gpukey(int subject, int64_t pid, int64_t number)
{
	return (struct mapkey){ (uint64_t)pid << 8 | (unsigned)subject, (uint64_t)number };
}

static uint32_t
learngpu(struct layout *l, struct mapkey key, uint32_t identity)
{
	bool fresh;

	return *mapput(&l->gpus, key, &fresh) = identity;
}

/* Learns which GPU a process calls by a number, or which one has a number in the profile. A uuid of
 * zeros is none. */
static void
learndevice(struct layout *l, const struct event *ev)
{
	struct span uuid = evarg(ev, "uuid"), bus = evarg(ev, "bus"),
	            name = evarg(ev, "name");
	int64_t number = evnumber(ev, evhas(ev, KEY_GPU) ? KEY_GPU : KEY_DEVICE);
	bool numbered = jsonint(evarg(ev, "gpu"), &number) || evhas(ev, KEY_GPU);
	int64_t shown = number;
	uint32_t identity;

	jsonint(evarg(ev, "ordinal"), &shown);

	if (jsonisstring(uuid) && strspn(uuid.p, "\"0-") < uuid.n)
		identity = identityof(l, uuid, shown, name);
	else if (jsonisstring(bus) && bus.n > 2)
		identity = identityof(l, bus, shown, name);
	else if (numbered || jsonisstring(name))
		identity = bynumberalone(l, shown);
	else
		return;
	if (l->machine[identity].name == keeptext(l, (struct span){ NULL, 0 }))
		l->machine[identity].name = keeptext(l, name);
	if (numbered)
		learngpu(l, gpukey(A_GPU, 0, number), identity);
	if (!evhas(ev, KEY_DEVICE))
		return;
	learngpu(l, gpukey(A_DEVICE, evnumber(ev, KEY_PID), evnumber(ev, KEY_DEVICE)), identity);
	if (!mapget(&l->gpus, gpukey(A_DEVICE_OF_ANY, 0, evnumber(ev, KEY_DEVICE))))
		learngpu(l, gpukey(A_DEVICE_OF_ANY, 0, evnumber(ev, KEY_DEVICE)), identity);
}

/* The GPU of an event that is drawn with one; where nobody told, as another process calls it, else
 * by its number. An event may not say: UINT32_MAX. */
static uint32_t
gpuof(struct layout *l, const struct event *ev)
{
	enum event_key key = evhas(ev, KEY_GPU) ? KEY_GPU : KEY_DEVICE;
	int64_t number = evnumber(ev, key);
	struct mapkey own = key == KEY_GPU ? gpukey(A_GPU, 0, number)
	                                   : gpukey(A_DEVICE, evnumber(ev, KEY_PID), number);
	uint32_t *identity = mapget(&l->gpus, own);

	if (!evhas(ev, key) && drawn[ev->type].place != ON_STREAM && ev->type != TYPE_NVTX_KERNEL)
		return UINT32_MAX;
	if (!identity && key == KEY_DEVICE)
		identity = mapget(&l->gpus, gpukey(A_DEVICE_OF_ANY, 0, number));
	return identity ? *identity : learngpu(l, own, bynumberalone(l, number));
}

void
layoutmeta(struct layout *l, const struct event *ev)
{
	struct span what = ev->value[KEY_NAME], name = evarg(ev, "name");
	enum subject subject;
	bool fresh;
	uint32_t *id;

	if (!evhas(ev, KEY_NAME))
		return;
	if (spanis(what, "\"device\"")) {
		learndevice(l, ev);
		return;
	}
	if (spanis(what, "\"process\""))
		subject = A_PROCESS;
	else if (spanis(what, "\"thread\""))
		subject = A_THREAD;
	else if (spanis(what, "\"stream\"") && spanis(evarg(ev, "default"), "true"))
		subject = A_DEFAULT_STREAM;
	else
		return;
	if (!jsonisstring(name) && subject != A_DEFAULT_STREAM)
		return;
	id = mapput(&l->known, knownkey(subject, ev), &fresh);
	*id = keeptext(l, name);
}

/* What meta records said about a subject of the event; no bytes when nothing. */
static struct span
known(const struct layout *l, enum subject subject, const struct event *ev)
{
	const uint32_t *id = mapget(&l->known, knownkey(subject, ev));

	return id ? nameget(&l->text, *id) : (struct span){ NULL, 0 };
}

/* Where an event goes. */
static enum place
placeof(const struct event *ev)
{
	enum place place = drawn[ev->type].place;

	if (place == ON_EITHER)
		place = (evhas(ev, KEY_DEVICE) || evhas(ev, KEY_GPU)) && !evhas(ev, KEY_TID)
		    ? ON_GPU
		    : ON_THREAD;
	return place;
}

bool
layoutgpu(const struct event *ev)
{
	return placeof(ev) != ON_THREAD;
}

/* Names a new group of a GPU. */
static void
namegpu(struct layout *l, struct trackgroup *g, uint32_t identity)
{
	struct span name = { NULL, 0 };

	if (identity == UINT32_MAX) {
		bufstr(&g->name, "GPU");
		return;
	}
	name = nameget(&l->text, l->machine[identity].name);
	g->id = l->machine[identity].number;
	bufprintf(&g->name, "GPU %lld%s", (long long)g->id, name.n > 0 ? " \xC2\xB7 " : "");
	bufspan(&g->name, name);
	if (g->id < 0 || g->id >= DEVICES)
		return;
	for (struct trackgroup *other = l->groups; other < g; other++)
		if (other->pid == OWN_PIDS + g->id)
			return;
	g->pid = OWN_PIDS + g->id;
}

/* Whether an event of ours is of no process: it is about the machine. */
static bool
ofmachine(const struct event *ev)
{
	return !evhas(ev, KEY_PID) &&
	    (evfamily(ev->type) == FAMILY_COUNTER || ev->type == TYPE_DIAGNOSTIC ||
	        ev->type == TYPE_NIC_EVENT);
}

/* The number of the group of an event, made when it is new. */
static uint32_t
groupof(struct layout *l, const struct event *ev)
{
	bool gpu = layoutgpu(ev);
	uint32_t identity = gpu ? gpuof(l, ev) : 0;
	int64_t id = gpu    ? identity
	    : ofmachine(ev) ? -1
	                    : evnumber(ev, KEY_PID),
	        key[2] = { gpu, id };
	size_t before = l->groupkeys.used;
	uint32_t number = nameput(&l->groupkeys, (struct span){ (const char *)key, sizeof(key) });
	struct span name;
	struct trackgroup *g;

	if (l->groupkeys.used == before)
		return number;
	GROW(l->groups, l->groupsroom, number + (size_t)1);
	g = &l->groups[number];
	*g = (struct trackgroup){ .gpu = gpu, .id = id, .pid = OWN_PIDS + DEVICES + number };
	if (gpu) {
		namegpu(l, g, identity);
		return number;
	}
	name = known(l, A_PROCESS, ev);
	if (id > 0 && id < OWN_PIDS)
		g->pid = id;
	bufspan(&g->name,
	    name.p              ? name
	        : ofmachine(ev) ? (struct span){ "System", 6 }
	                        : (struct span){ "Process", 7 });
	return number;
}

/* Whether the event is a migration of unified memory, which runs on no stream. */
static bool
migration(const struct event *ev)
{
	return ev->type == TYPE_MEMCPY && evhas(ev, KEY_CONTEXT) &&
	    evnumber(ev, KEY_CONTEXT) == 0 && evnumber(ev, KEY_STREAM) == 0;
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
		if (placeof(ev) == ON_GPU && !evhas(ev, KEY_TID) && ev->type != TYPE_OTHER)
			putwho(text, known(l, A_PROCESS, ev), ev, KEY_PID);
		else
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

	GROW(l->tracks, l->tracksroom, l->count);
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
	else if (place == ON_GPU && ev->type != TYPE_NVTX_KERNEL)
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
		GROW(way->tracks, way->room, way->count + 1);
		way->tracks[way->count] =
		    addtrack(l, ev, way->count > 0 ? way->tracks[0] : 0, (uint32_t)way->count);
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
		place,
		drawn[ev->type].rank,
		evnumber(ev, KEY_PID),
		!stream && evhas(ev, KEY_TID),
		evnumber(ev, stream ? KEY_CONTEXT : KEY_TID),
		stream ? evnumber(ev, KEY_STREAM) : 0,
		layoutgpu(ev) ? gpuof(l, ev) : ofmachine(ev),
	};

	key = nameput(&l->keys, (struct span){ (const char *)id, sizeof(id) });
	if (l->keys.used > before) {
		GROW(l->ways, l->waysroom, l->keys.used);
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

/* The lane where the slices of an NVTX domain begin to look for room: where it first had to go when
 * it crossed another. NULL for other events. */
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
	number = nameput(&l->crossers, bufall(&id));
	free(id.p);
	if (l->crossers.used > before) {
		GROW(l->first, l->firstroom, l->crossers.used);
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
	const struct trackgroup *x = *(struct trackgroup *const *)a, *y = *(struct trackgroup *const *)b;
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
	struct trackgroup **groups = xreallocarray(NULL, l->groupkeys.used, sizeof(*groups));
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
layoutseries(const struct layout *l, const struct event *ev, struct buf *out)
{
	struct span name = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ "\"\"", 2 };
	const char *args = drawn[ev->type].series;

	bufmem(out, name.p, name.n - 1);
	for (size_t n; args && *args; args += n + (args[n] == ' ')) {
		struct buf arg = { 0 };
		struct span value;

		n = strcspn(args, " ");
		bufprintf(&arg, "%.*s", (int)n, args);
		value = evarg(ev, arg.p);
		if (value.n > 0 && jsonisstring(value))
			value = (struct span){ value.p + 1, value.n - 2 };
		if (value.n > 0 && !jsonisstring(evarg(ev, arg.p)))
			bufprintf(out, " \xC2\xB7 %s ", arg.p);
		else if (value.n > 0)
			bufstr(out, " \xC2\xB7 ");
		bufspan(out, value);
		free(arg.p);
	}
	if (evhas(ev, KEY_CONTEXT))
		bufprintf(out, " \xC2\xB7 context %lld", (long long)evnumber(ev, KEY_CONTEXT));
	if (layoutgpu(ev))
		putwho(out, known(l, A_PROCESS, ev), ev, KEY_PID);
	bufchar(out, '"');
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
	namesfree(&l->identities);
	mapfree(&l->known);
	mapfree(&l->gpus);
	free(l->machine);
	*l = (struct layout){ 0 };
}
