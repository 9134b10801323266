/* SPDX-License-Identifier: MIT */
/* Writes events as Kineto has them. */
#include "base/json.h"
#include "chrome.h"
#include "draw/occupancy.h"
#include "gpu/groupname.h"
#include "kineto.h"
#include "kinetoname.h"
#include "stream/record.h"

/* The threads of a warp of NVIDIA, and of the largest block. */
enum { WARP = 32, MOST_THREADS = 1024 };

/* The name of PyTorch's allocations, from nst-dump of a trace. */
static const char memoryname[] = "\"Memory of PyTorch\"";

/* Writes an integer argument that Kineto computes, unless the event has it already. */
static void
kinetocomputed(struct kineto *k, const char *name, int64_t v)
{
	if (!kinetoargshas(&k->args, name))
		kinetointeger(k, name, v);
}

/* Writes the External id of a call or of work. The events of a trace of PyTorch have their ids
 * already. */
static void
kinetoexternal(struct kineto *k, int64_t external)
{
	if (external > 0 && k->capture.n == 0)
		kinetocomputed(k, "External id", external);
}

/* Writes an integer argument of a key of the event, if it has the key. */
static void
kinetotop(struct kineto *k, const struct event *ev, enum event_key key, const char *name)
{
	kinetoargstake(&k->args, name);
	if (evhas(ev, key))
		kinetointeger(k, name, ev->number[key]);
}

/* Returns the product of the three numbers of a dimension, 0 if the event lacks it. */
static double
kinetoproduct(struct kineto *k, const char *name)
{
	const struct kinetoarg *arg = kinetoargsfind(&k->args, name);
	double product = 1;
	int64_t v;
	struct span value;
	struct json j;

	if (!arg || *arg->value.p != '[')
		return 0;
	jsonopen(&j, arg->value.p, &k->stack);
	while (jsonitem(&j, &value) > 0)
		product *= jsonint(value, &v) ? (double)v : 0;
	return product;
}

/* Moves an argument to Kineto's name. */
static void
kinetorename(struct kineto *k, const char *ours, const char *name)
{
	struct span value = kinetoargstake(&k->args, ours);

	if (value.n == 0)
		return;
	kinetokey(k, name);
	jsonclean(&k->out, value);
}

static void
kinetorest(struct kineto *k)
{
	kinetoargsrest(&k->args, &k->out);
	kinetofinish(k);
}

/* Returns the name of an event as JSON string contents. */
static struct span
kinetoname(const struct event *ev)
{
	struct span name = ev->value[KEY_NAME];

	if (!evhas(ev, KEY_NAME) || !jsonisstring(name))
		return spanof("(no name)");
	return (struct span){ name.p + 1, name.n - 2 };
}

/* Returns the track of an event: the stream of a device, or a thread. */
static struct kinetotrack
kinetotrackof(const struct event *ev, bool gpu)
{
	struct kinetotrack track = { -1, evnumber(ev, KEY_TID) };

	if (gpu) {
		track.device = evnumber(ev, KEY_DEVICE);
		track.tid = evhas(ev, KEY_STREAM) ? ev->number[KEY_STREAM] : -1;
	}
	return track;
}

/* Writes the arrow from a call to its work: its begin only for the first work, as graphs have
 * many kernels. */
static void
kinetoarrow(struct kineto *k, const struct event *ev, bool first)
{
	struct kinetotrack track = kinetotrackof(ev, true);
	struct launch launch;

	if (!evlaunch(ev, &launch) || !launch.hastid)
		return;
	for (int begin = first; begin >= 0; begin--) {
		kinetobegin(k, begin ? 's' : 'f', "ac2g", spanof("ac2g"));
		bufstr(&k->out, ",\"id\":");
		bufint(&k->out, ev->number[KEY_CORR]);
		if (begin) {
			kinetoplace(k, (struct kinetotrack){ -1, launch.tid }, launch.ts, -1);
		} else {
			bufstr(&k->out, ",\"bp\":\"e\"");
			kinetoplace(k, track, ev->number[KEY_TS], -1);
		}
		k->out.n -= strlen(",\"args\":{");
		bufchar(&k->out, '}');
		k->complete = k->out.n;
	}
}

/* Writes the arguments that all work of a GPU has. */
static void
kinetoworkargs(struct kineto *k, const struct event *ev)
{
	kinetoexternal(k, kinetolinkswork(&k->links, ev));
	kinetotop(k, ev, KEY_DEVICE, "device");
	kinetotop(k, ev, KEY_CONTEXT, "context");
	kinetotop(k, ev, KEY_STREAM, "stream");
	kinetotop(k, ev, KEY_CORR, "correlation");
}

/* Writes the bytes of a copy or fill, and their rate. */
static void
kinetobytes(struct kineto *k, const struct event *ev)
{
	int64_t bytes, dur = evnumber(ev, KEY_DUR);

	if (!kinetoargsint(&k->args, "bytes", &bytes))
		return;
	kinetointeger(k, "bytes", bytes);
	if (dur <= 0 || kinetoargshas(&k->args, "memory bandwidth (GB/s)"))
		return;
	kinetokey(k, "memory bandwidth (GB/s)");
	jsondouble(&k->out, (double)bytes / (double)dur);
}

/* Writes the blocks and warps of a kernel for each multiprocessor of its GPU, and the occupancy.
 * shared is the shared memory of a block, bytes. A trace of PyTorch has them already, except for
 * AMD, whose warps are of another size. */
static void
kinetoputload(struct kineto *k, const struct event *ev, int64_t shared)
{
	const struct kinetodevice *d = kinetodeviceof(k, evnumber(ev, KEY_DEVICE));
	double blocks = kinetoproduct(k, "grid"), threads = kinetoproduct(k, "block");
	struct kernelresources resources = { .threads = (int64_t)threads, .shared = shared };
	int percent;

	if (k->capture.n > 0 || !d || d->sms <= 0 || blocks <= 0 || threads <= 0 ||
	    kinetoargshas(&k->args, "blocks per SM"))
		return;
	blocks /= (double)d->sms;
	kinetokey(k, "blocks per SM");
	jsondouble(&k->out, blocks);
	kinetokey(k, "warps per SM");
	jsondouble(&k->out, blocks * threads / WARP);
	if (!kinetoargsint(&k->args, "registers", &resources.registers) || threads > MOST_THREADS)
		return;
	percent = occupancyachieved(d->chip, &resources, blocks);
	if (percent >= 0)
		kinetocomputed(k, "est. achieved occupancy %", percent);
}

/* Writes the arguments that Kineto has of a kernel. */
static void
kinetokernelargs(struct kineto *k, const struct event *ev)
{
	int64_t fixed = 0, dynamic = 0, shared = 0;
	bool any;

	if (k->capture.n == 0)
		kinetocomputed(k, "queued", 0);
	kinetorename(k, "registers", "registers per thread");
	kinetoargsint(&k->args, "shared", &shared);
	kinetorename(k, "shared", "shared memory");
	any = kinetoargsint(&k->args, "shared_static", &fixed);
	any = kinetoargsint(&k->args, "shared_dynamic", &dynamic) || any;
	if (any) {
		kinetocomputed(k, "shared memory", addsat(fixed, dynamic));
		kinetointeger(k, "shared_static", fixed);
		kinetointeger(k, "shared_dynamic", dynamic);
	}
	kinetoputload(k, ev, any ? addsat(fixed, dynamic) : shared);
	kinetorename(k, "grid", "grid");
	kinetorename(k, "block", "block");
}

/* Sets k->name to Kineto's name of a copy or fill, from its args. Takes them if the name has
 * them. */
static struct span
kinetomemoryname(struct kineto *k, const struct event *ev)
{
	struct kinetoargs *a = &k->args;

	k->name.n = 0;
	if (ev->type == TYPE_MEMCPY) {
		struct kinetoargs before = *a;

		if (kinetocopyname(&k->name, kinetoargstext(a, "kind"),
		        kinetoargstext(a, "src_kind"), kinetoargstext(a, "dst_kind")))
			return bufall(&k->name);
		for (size_t i = 0; i < before.count; i++)
			a->p[i].taken = false;
		return kinetoname(ev);
	}
	bufstr(&k->name, "Memset");
	if (kinetoargshas(a, "kind")) {
		bufstr(&k->name, " (");
		bufspan(&k->name, kinetoargstext(a, "kind"));
		bufchar(&k->name, ')');
	}
	return bufall(&k->name);
}

/* Returns the name of a kernel: demangled, if the stream has that name. */
static struct span
kinetokernelname(struct kineto *k, const struct event *ev)
{
	struct span demangled = kinetoargstext(&k->args, "demangled");

	return demangled.n > 0 ? demangled : kinetoname(ev);
}

/* Writes work of a GPU. */
static void
kinetoputwork(struct kineto *k, const struct event *ev)
{
	bool memory = ev->type == TYPE_MEMCPY || ev->type == TYPE_MEMSET, first;

	k->graphs += ev->type == TYPE_GRAPH;
	kinetobegin(k, 'X',
	    ev->type == TYPE_MEMCPY       ? "gpu_memcpy"
	        : ev->type == TYPE_MEMSET ? "gpu_memset"
	                                  : "kernel",
	    memory ? kinetomemoryname(k, ev) : kinetokernelname(k, ev));
	kinetoplace(k, kinetotrackof(ev, true), ev->number[KEY_TS], evnumber(ev, KEY_DUR));
	kinetoworkargs(k, ev);
	if (ev->type == TYPE_KERNEL)
		kinetokernelargs(k, ev);
	else
		kinetobytes(k, ev);
	kinetorest(k);
	if (kinetolinksarrow(&k->links, ev, &first))
		kinetoarrow(k, ev, first);
}

/* Keeps where a CUDA event was recorded, for the waits for it. */
static void
kinetoputrecord(struct kineto *k, const struct event *ev)
{
	int64_t event;

	if (k->sync && kinetoargsint(&k->args, "event", &event))
		kinetolinksrecord(&k->links, ev, event);
	else
		k->skipped[ev->type]++;
}

/* Writes the CUDA event of a wait, and where it was recorded. */
static void
kinetowaitargs(struct kineto *k, const struct event *ev)
{
	const struct kinetorecord *record;
	int64_t event;

	if (!kinetoargsint(&k->args, "event", &event))
		return;
	record = kinetolinksrecorded(&k->links, ev, event);
	if (record && record->stream >= 0)
		kinetocomputed(k, "wait_on_stream", record->stream);
	if (record && record->corr >= 0)
		kinetocomputed(k, "wait_on_cuda_event_record_corr_id", record->corr);
	kinetointeger(k, "wait_on_cuda_event_id", event);
}

/* Writes a wait. Those for events and contexts have no stream, which Kineto calls -1. */
static void
kinetoputsync(struct kineto *k, const struct event *ev)
{
	struct span name = kinetosyncname(kinetoname(ev));
	struct kinetotrack track = kinetotrackof(ev, true);

	if (!k->sync) {
		k->skipped[ev->type]++;
		return;
	}
	kinetobegin(k, 'X', "cuda_sync", name);
	kinetoplace(k, track, ev->number[KEY_TS], evnumber(ev, KEY_DUR));
	kinetoargstake(&k->args, "cuda_sync_kind");
	kinetokey(k, "cuda_sync_kind");
	bufchar(&k->out, '"');
	jsonclean(&k->out, name);
	bufchar(&k->out, '"');
	kinetoworkargs(k, ev);
	if (!evhas(ev, KEY_STREAM))
		kinetointeger(k, "stream", -1);
	kinetowaitargs(k, ev);
	kinetorest(k);
}

/* Keeps an event that never ends for the end of the trace. Returns false for others. */
static bool
kinetokeepopen(struct kineto *k, const struct event *ev, int64_t external)
{
	if (!evisopen(ev))
		return false;
	recordkeep(&k->open, ev);
	GROW(k->openids, k->openroom, k->opencount + 1);
	k->openids[k->opencount++] = external;
	return true;
}

/* Writes a call. */
static void
kinetowritecall(struct kineto *k, const struct event *ev, int64_t external, int64_t dur)
{
	struct span name = groupnamecall(kinetoname(ev));

	kinetobegin(k, 'X', kinetocallcategory(name), name);
	kinetoplace(k, kinetotrackof(ev, false), ev->number[KEY_TS], dur);
	kinetoexternal(k, external);
	if (k->capture.n == 0 && kinetocallnumber(name) >= 0)
		kinetocomputed(k, "cbid", kinetocallnumber(name));
	kinetotop(k, ev, KEY_CORR, "correlation");
	kinetorest(k);
}

static void
kinetoputcall(struct kineto *k, const struct event *ev)
{
	int64_t external = kinetolinkscall(&k->links, ev);

	if (!kinetokeepopen(k, ev, external))
		kinetowritecall(k, ev, external, evnumber(ev, KEY_DUR));
}

/* Writes a number that PyTorch appended to a name: digits. */
static void
kinetodigits(struct kineto *k, const char *name, struct span digits)
{
	if (digits.n == 0 || kinetoargshas(&k->args, name))
		return;
	kinetokey(k, name);
	bufspan(&k->out, digits);
}

/* Writes the sizes of an operator's inputs and where they come from. */
static void
kinetolists(struct kineto *k, const struct kinetorange *r)
{
	if (r->sizes.n > 0 && !kinetoargshas(&k->args, "Input Dims")) {
		kinetokey(k, "Input Dims");
		bufspan(&k->out, r->sizes);
	}
	if (r->inputs.n > 0 && !kinetoargshas(&k->args, "input_op_ids")) {
		kinetokey(k, "input_op_ids");
		bufchar(&k->out, '"');
		bufspan(&k->out, r->inputs);
		bufchar(&k->out, '"');
	}
}

/* Returns the domain of a range as JSON string contents; empty if it has none. */
static struct span
kinetodomain(const struct event *ev)
{
	struct span domain = ev->value[KEY_DOMAIN];

	if (!evhas(ev, KEY_DOMAIN) || !jsonisstring(domain))
		return (struct span){ NULL, 0 };
	return (struct span){ domain.p + 1, domain.n - 2 };
}

/* Writes a range or a mark, without its end. */
static void
kinetorangeargs(
    struct kineto *k, const struct event *ev, const struct kinetorange *r, int64_t external)
{
	if (external > 0)
		kinetointeger(k, "External id", external);
	kinetodigits(k, "Sequence number", r->seq);
	kinetodigits(k, "op_id", r->op_id);
	kinetolists(k, r);
	if (!r->owndomain && kinetodomain(ev).n > 0) {
		kinetokey(k, "domain");
		jsonclean(&k->out, ev->value[KEY_DOMAIN]);
	}
	kinetorest(k);
}

static void
kinetoputrange(struct kineto *k, const struct event *ev)
{
	struct kinetorange r;
	int64_t external = 0;

	if (!evhas(ev, KEY_DUR) && !evisopen(ev)) {
		k->skipped[ev->type]++;
		return;
	}
	kinetorangeread(&r, kinetoname(ev), kinetodomain(ev));
	k->hassteps = k->hassteps ||
	    (r.name.n > 13 && memcmp(r.name.p, "ProfilerStep#", 13) == 0);
	if (strcmp(r.category, "python_function") != 0) {
		if (!kinetoargsint(&k->args, "External id", &external))
			external = kinetolinksnew(&k->links);
		kinetolinksopen(&k->links, ev, external,
		    strcmp(r.category, "cpu_op") == 0 ? (struct span){ NULL, 0 } : r.name);
	}
	if (kinetokeepopen(k, ev, external))
		return;
	kinetobegin(k, 'X', r.category, r.name);
	kinetoplace(k, kinetotrackof(ev, false), ev->number[KEY_TS], evnumber(ev, KEY_DUR));
	kinetorangeargs(k, ev, &r, external);
}

static void
kinetoputmark(struct kineto *k, const struct event *ev)
{
	struct kinetorange r;

	kinetorangeread(&r, kinetoname(ev), kinetodomain(ev));
	kinetobegin(k, 'i', "cpu_instant_event", kinetoname(ev));
	bufstr(&k->out, ",\"s\":\"t\"");
	kinetoplace(k, kinetotrackof(ev, false), ev->number[KEY_TS], -1);
	kinetorangeargs(k, ev, &(struct kinetorange){ .owndomain = r.owndomain }, 0);
}

/* Writes overhead. Its correlation id has another name: HTA takes each event with "correlation" for
 * the call or the work of that number. */
static void
kinetoputoverhead(struct kineto *k, const struct event *ev)
{
	kinetobegin(k, 'X', "overhead", kinetoname(ev));
	kinetoplace(k, kinetotrackof(ev, false), ev->number[KEY_TS], evnumber(ev, KEY_DUR));
	kinetotop(k, ev, KEY_CORR, "corr");
	kinetorest(k);
}

/* Writes an allocation of PyTorch. */
static void
kinetoputmemory(struct kineto *k, const struct event *ev)
{
	if (!spanis(ev->value[KEY_NAME], memoryname) || !evhas(ev, KEY_VALUE)) {
		k->skipped[ev->type]++;
		return;
	}
	kinetobegin(k, 'i', "cpu_instant_event", spanof("[memory]"));
	bufstr(&k->out, ",\"s\":\"t\"");
	kinetoplace(k, kinetotrackof(ev, false), ev->number[KEY_TS], -1);
	kinetoargstake(&k->args, "unit");
	kinetokey(k, "Total Allocated");
	jsonclean(&k->out, ev->value[KEY_VALUE]);
	kinetorename(k, "reserved", "Total Reserved");
	kinetorename(k, "bytes", "Bytes");
	kinetorename(k, "address", "Addr");
	kinetotop(k, ev, KEY_DEVICE, "Device Id");
	if (!evhas(ev, KEY_DEVICE))
		kinetointeger(k, "Device Id", -1);
	kinetorest(k);
}

/* The types that Kineto has. */
static const struct {
	enum event_type type;
	void (*put)(struct kineto *, const struct event *);
} types[] = {
	{ TYPE_KERNEL, kinetoputwork },
	{ TYPE_GRAPH, kinetoputwork },
	{ TYPE_DECOMPRESS, kinetoputwork },
	{ TYPE_MEMCPY, kinetoputwork },
	{ TYPE_MEMSET, kinetoputwork },
	{ TYPE_CUDA_API, kinetoputcall },
	{ TYPE_CUDA_SYNC, kinetoputsync },
	{ TYPE_CUDA_EVENT, kinetoputrecord },
	{ TYPE_NVTX, kinetoputrange },
	{ TYPE_NVTX_MARK, kinetoputmark },
	{ TYPE_OVERHEAD, kinetoputoverhead },
	{ TYPE_GPU_MEMORY, kinetoputmemory },
	{ TYPE_CPU_METRIC, kinetoputmemory },
};

void
kinetoput(struct kineto *k, const struct event *ev)
{
	if (evend(ev) > k->end)
		k->end = evend(ev);
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		if (types[i].type != ev->type)
			continue;
		kinetosteps(k, ev);
		kinetoargsread(&k->args, ev);
		types[i].put(k, ev);
		return;
	}
	k->skipped[ev->type]++;
}

/* Writes a range or a call that never ends. */
static void
kinetowriteopen(struct kineto *k, const struct event *ev, int64_t external)
{
	int64_t dur = subsat(k->end, ev->number[KEY_TS]);
	struct kinetorange r;

	kinetoargsread(&k->args, ev);
	if (ev->type == TYPE_CUDA_API) {
		kinetowritecall(k, ev, external, dur);
		return;
	}
	kinetorangeread(&r, kinetoname(ev), kinetodomain(ev));
	kinetobegin(k, 'X', r.category, r.name);
	kinetoplace(k, kinetotrackof(ev, false), ev->number[KEY_TS], dur);
	kinetoargstake(&k->args, "open");
	kinetokey(k, "open");
	bufstr(&k->out, "true");
	kinetoargstake(&k->args, "External id");
	kinetorangeargs(k, ev, &r, external);
}

void
kinetoputopen(struct kineto *k)
{
	struct event ev = { 0 };
	struct parseerror error;
	const int64_t *id = k->openids;

	jsonpad(&k->open);
	for (size_t at = 0; at < k->open.n; at += ev.line.n + 1) {
		evparse(&ev, spanof(k->open.p + at), KINETO_KEYS, &k->stack, &error);
		kinetowriteopen(k, &ev, *id++);
	}
}
