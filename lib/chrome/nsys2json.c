/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "io/out.h"
#include "nsys2json.h"

/* The categories and track names of nsys2json. */
static const struct nsys2jsontype {
	enum event_type type;
	const char *category, *track;
	bool gpu; /* the track is a stream of a device, or a thread on a device */
} kinds[] = {
	{ TYPE_KERNEL, "cuda", "Stream", true },
	{ TYPE_NVTX, "nvtx", "NVTX Thread", false },
	{ TYPE_NVTX_KERNEL, "nvtx-kernel", "NVTX Kernel Thread", true },
	{ TYPE_CUDA_API, "cuda_api", "CUDA API Thread", false },
};

/* A thread or stream. text has its objects in two parts each, with a NUL after each part: the
 * names of the track go between them, which are complete only at the end. */
struct nsys2jsontrack {
	int64_t pid, device; /* the owner; GPUs have no pid */
	bool gpu;
	struct buf thread, process; /* names of both */
	struct buf text;
};

static const struct nsys2jsontype *
nsys2jsontypeof(const struct event *ev)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (kinds[i].type == ev->type)
			return evhas(ev, KEY_DUR) && !evisstartend(ev) ? &kinds[i] : NULL;
	return NULL;
}

/* Returns the track of an event; adds it if it is new. */
static struct nsys2jsontrack *
trackof(struct nsys2json *l, const struct event *ev, const struct nsys2jsontype *kind)
{
	enum event_key thread = kind->type == TYPE_KERNEL ? KEY_STREAM : KEY_TID;
	int64_t id[] = { kind->type, kind->gpu ? 0 : evnumber(ev, KEY_PID),
		kind->gpu ? evnumber(ev, KEY_DEVICE) : 0, evnumber(ev, thread) };
	size_t before = l->keys.used;
	uint32_t key = stringintern(&l->keys, (struct span){ (const char *)id, sizeof(id) });

	if (l->keys.used > before) {
		GROW(l->tracks, l->room, l->keys.used);
		l->tracks[key] =
		    (struct nsys2jsontrack){ .pid = id[1], .device = id[2], .gpu = kind->gpu };
		bufprintf(&l->tracks[key].thread, "%s %lld", kind->track, (long long)id[3]);
	}
	return &l->tracks[key];
}

/* Appends ns as a floating-point number of microseconds, with one to three decimals. */
static void
putfloat(struct buf *out, int64_t ns)
{
	uint64_t v = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;

	if (ns < 0)
		bufchar(out, '-');
	bufuint(out, v / 1000);
	bufuint(out, 1000 + v % 1000);
	out->p[out->n - 4] = '.';
	while (out->p[out->n - 1] == '0' && out->p[out->n - 2] != '.')
		out->n--;
}

static void
nsys2jsonput(struct nsys2jsontrack *t, const struct event *ev, const struct nsys2jsontype *kind)
{
	struct buf *out = &t->text;

	bufstr(out, "{\"name\":");
	jsonclean(out, evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : spanof("null"));
	bufstr(out, ",\"ph\":\"X\",\"cat\":\"");
	bufstr(out, kind->category);
	bufstr(out, "\",\"ts\":");
	putfloat(out, ev->number[KEY_TS]);
	bufstr(out, ",\"dur\":");
	putfloat(out, ev->number[KEY_DUR]);
	bufchar(out, '\0');
	bufstr(out, ",\"args\":{");
	if (kind->type == TYPE_CUDA_API && evhas(ev, KEY_CORR)) {
		bufstr(out, "\"correlationId\":");
		bufint(out, evnumber(ev, KEY_CORR));
	} else if (kind->type == TYPE_KERNEL && evhas(ev, KEY_NVTX)) {
		bufstr(out, "\"NVTXRegions\":");
		jsonclean(out, ev->value[KEY_NVTX]);
	}
	bufchar(out, '}');
	if (kind->type == TYPE_NVTX && evhas(ev, KEY_CNAME)) { /* nsys2json colors nothing else */
		bufstr(out, ",\"cname\":");
		jsonclean(out, ev->value[KEY_CNAME]);
	}
	bufstr(out, "}");
	bufchar(out, '\0');
}

static void
nsys2jsonevent(struct stage *stage, struct event *ev)
{
	struct nsys2json *l = (struct nsys2json *)stage;
	const struct nsys2jsontype *kind = nsys2jsontypeof(ev);
	bool fresh;
	uint32_t *device;

	if (ev->type == TYPE_META)
		return;
	if (!kind) {
		l->skipped[ev->type]++;
		return;
	}
	if (kind->gpu && evhas(ev, KEY_DEVICE)) {
		device = mapput(
		    &l->devices, (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID), 0 }, &fresh);
		if (fresh)
			*device = (uint32_t)evnumber(ev, KEY_DEVICE);
	}
	nsys2jsonput(trackof(l, ev, kind), ev, kind);
}

/* Returns the end of the trace. */
static const char *
tail(const struct nsys2json *l)
{
	return l->object ? "\n]}\n" : "\n]\n";
}

/* Ends the trace after the last complete object, if there is one and the buffer has room. */
static void
nsys2jsoncut(struct buf *out, void *arg)
{
	struct nsys2json *l = arg;

	out->n = l->complete;
	if (l->any && out->cap - out->n >= strlen(tail(l)))
		bufstr(out, tail(l));
}

static void
nsys2jsonbegin(struct stage *stage)
{
	struct nsys2json *l = (struct nsys2json *)stage;

	outsetpending(&l->out, nsys2jsoncut, l);
	bufstr(&l->out, l->object ? "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" : "[\n");
}

/* Names the process of a track: its device, or the first device that its process uses. */
static void
nameprocess(const struct nsys2json *l, struct nsys2jsontrack *t)
{
	const uint32_t *device =
	    t->gpu ? NULL : mapget(&l->devices, (struct mapkey){ (uint64_t)t->pid, 0 });

	if (t->gpu)
		bufprintf(&t->process, "Device %lld", (long long)t->device);
	else if (device)
		bufprintf(&t->process, "Device %lu", (unsigned long)*device);
	else
		bufprintf(&t->process, "Process %lld", (long long)t->pid);
}

static int
bytext(const struct buf *a, const struct buf *b)
{
	int order = memcmp(a->p, b->p, a->n < b->n ? a->n : b->n);

	return order ? order : (a->n > b->n) - (a->n < b->n);
}

static int
bytrack(const void *a, const void *b)
{
	const struct nsys2jsontrack *x = a, *y = b;
	int order = bytext(&x->process, &y->process);

	return order ? order : bytext(&x->thread, &y->thread);
}

/* Prints the numbers of events that were left out, by type. */
static void
warnskipped(const struct nsys2json *l)
{
	struct buf text = { 0 };

	for (int type = 0; type <= TYPE_COUNT; type++)
		if (l->skipped[type] > 0)
			bufprintf(&text, "%s%llu %s", text.n > 0 ? ", " : "",
			    (unsigned long long)l->skipped[type],
			    type == TYPE_OTHER ? "of other types" : evtypename(type));
	if (text.n > 0)
		warn("left out, since nsys2json has no place for them: %s", text.p);
	free(text.p);
}

/* Writes the objects of a track. */
static void
puttrack(struct nsys2json *l, const struct nsys2jsontrack *t)
{
	struct buf *out = &l->out;

	for (const char *p = t->text.p; p < t->text.p + t->text.n; p += strlen(p) + 1) {
		if (l->any)
			bufstr(out, ",\n");
		bufstr(out, p);
		bufstr(out, ",\"tid\":\"");
		bufspan(out, bufall(&t->thread));
		bufstr(out, "\",\"pid\":\"");
		bufspan(out, bufall(&t->process));
		bufchar(out, '"');
		p += strlen(p) + 1;
		bufstr(out, p);
		l->complete = out->n;
		l->any = true;
		if (out->n >= OUT_BLOCK) {
			outwrite(out);
			l->complete = 0;
		}
	}
}

static void
nsys2jsonfinish(struct stage *stage)
{
	struct nsys2json *l = (struct nsys2json *)stage;

	for (size_t i = 0; i < l->keys.used; i++)
		nameprocess(l, &l->tracks[i]);
	if (l->keys.used > 0)
		qsort(l->tracks, l->keys.used, sizeof(*l->tracks), bytrack);
	for (size_t i = 0; i < l->keys.used; i++)
		puttrack(l, &l->tracks[i]);
	if (l->keys.used == 0) { /* Perfetto does not recognize an empty array as a trace */
		bufstr(&l->out, "{\"ph\":\"M\",\"cat\":\"__metadata\",\"name\":\"process_name\","
		                "\"pid\":1,\"tid\":2,\"args\":{\"name\":\"no events\"}}");
		l->empty = true;
	}
	bufstr(&l->out, tail(l));
	warnskipped(l);
}

/* Ends the trace after a read error: a trace without events is not written at all. */
static void
nsys2jsonstop(struct stage *stage)
{
	struct nsys2json *l = (struct nsys2json *)stage;

	if (l->keys.used > 0)
		nsys2jsonfinish(stage);
	else
		l->out.n = 0;
}

void
nsys2jsoninit(struct nsys2json *l)
{
	*l = (struct nsys2json){
		.stage = {
			.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE) |
			    EVKEY(KEY_STREAM) | EVKEY(KEY_CORR),
			.begin = nsys2jsonbegin,
			.event = nsys2jsonevent,
			.finish = nsys2jsonfinish,
			.stop = nsys2jsonstop,
		},
	};
}

void
nsys2jsonfree(struct nsys2json *l)
{
	for (size_t i = 0; i < l->keys.used; i++) {
		free(l->tracks[i].thread.p);
		free(l->tracks[i].process.p);
		free(l->tracks[i].text.p);
	}
	free(l->tracks);
	stringtablefree(&l->keys);
	mapfree(&l->devices);
}
