/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "base/proto.h"
#include "draw/tracklabel.h"
#include "perfetto.h"

/* Field numbers, message by message. */
enum { PACKET_STAGE = 53, PACKET_GPUS = 128 };
enum {
	STAGE_ID = 1,
	STAGE_DURATION = 2,
	STAGE_CONTEXT = 5,
	STAGE_GPU = 11,
	STAGE_QUEUE = 13,
	STAGE_STAGE = 14,
	STAGE_NAME = 17,
	STAGE_LAUNCH = 21
};
enum { LAUNCH_GRID = 1, LAUNCH_BLOCK = 2, LAUNCH_ARG = 3 };
enum { ARG_NAME = 2, ARG_INT = 3, ARG_DOUBLE = 5, ARG_STRING = 6 };
enum { INTERNED_CONTEXT = 23, INTERNED_SPECIFICATION = 24 };
enum { CONTEXT_NUMBER = 1, CONTEXT_PID = 2, CONTEXT_API = 3, API_CUDA = 4 };
enum { SPECIFICATION_NUMBER = 1, SPECIFICATION_NAME = 2, SPECIFICATION_CATEGORY = 4 };
enum { CATEGORY_COMPUTE = 2 };
enum { GPUS_GPU = 1, GPU_NAME = 1 };

/* Perfetto numbers GPUs from 0 to 255. */
enum { MOST_GPUS = 256 };

/* Ids of stages without an arrow are above those of arrows. */
#define OWN_IDS (UINT64_C(1) << 53)

bool
renders(const struct draw *d, const struct item *item)
{
	const struct track *t = &d->layout.tracks[item->track];
	int64_t gpu = d->layout.groups[t->group].id;

	return item->shape == SHAPE_SLICE && item->dur >= 0 && layoutonstream(t) && gpu >= 0 &&
	    gpu < MOST_GPUS;
}

/* Writes the name of a queue or of a kind of stage. */
static void
specify(struct render *r, uint32_t number, struct span name)
{
	size_t entry = protoopen(&r->fresh, INTERNED_SPECIFICATION);

	protouint(&r->fresh, SPECIFICATION_NUMBER, number);
	protobytes(&r->fresh, SPECIFICATION_NAME, name);
	protouint(&r->fresh, SPECIFICATION_CATEGORY, CATEGORY_COMPUTE);
	protoclose(&r->fresh, entry);
}

/* Returns the number of a queue or stage, from 1; *fresh is true if it is new. */
static uint32_t
rendernumberof(struct render *r, struct map *map, uint64_t key, bool *fresh)
{
	uint32_t *number = mapput(map, (struct mapkey){ key, 0 }, fresh);

	if (*fresh)
		*number = (uint32_t)(r->queues.used + r->stages.used);
	return *number;
}

/* Adds the name of a queue; returns false if another queue of its GPU has it. */
static bool
rendernamed(struct render *r, const struct track *t, struct span name)
{
	struct buf key = { 0 };
	size_t before = r->names.used;

	bufmem(&key, (const char *)&t->group, sizeof(t->group));
	bufspan(&key, name);
	stringintern(&r->names, bufall(&key));
	free(key.p);
	return r->names.used > before;
}

/* Writes the name of a queue, which cannot change later: its label, or a longer one if an earlier
 * queue of the GPU has that. */
static void
specifyqueue(struct render *r, uint32_t number, const struct track *t)
{
	/* The members that labels depend on: the thread that finds tracks changes others. */
	struct track named = { .group = t->group, .branch = t->branch, .domain = t->domain,
		.firstlane = t->firstlane, .rowtype = t->rowtype, .onstream = t->onstream,
		.haspid = t->haspid, .hastid = t->hastid, .pid = t->pid, .id = t->id,
		.context = t->context };

	bufspan(&named.label, bufall(&t->label));
	for (int level = 1; !rendernamed(r, t, bufall(&named.label)); level++)
		tracklabelrow(&r->draw->layout, &named, level);
	specify(r, number, bufall(&named.label));
	free(named.label.p);
}

static uint32_t
queueof(struct render *r, const struct track *t)
{
	bool fresh;
	uint32_t number = rendernumberof(r, &r->queues, t->firstlane, &fresh);

	if (fresh)
		specifyqueue(r, number, t);
	return number;
}

static uint32_t
stageof(struct render *r, const struct event *ev)
{
	bool fresh;
	uint32_t number = rendernumberof(r, &r->stages, ev->type, &fresh);

	if (fresh)
		specify(r, number, spanof(evtypename(ev->type)));
	return number;
}

static uint32_t
contextof(struct render *r, int64_t pid)
{
	bool fresh;
	uint32_t *number = mapput(&r->processes, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);
	size_t entry;

	if (!fresh)
		return *number;
	*number = (uint32_t)r->processes.used;
	entry = protoopen(&r->fresh, INTERNED_CONTEXT);
	protouint(&r->fresh, CONTEXT_NUMBER, *number);
	protouint(&r->fresh, CONTEXT_PID, (uint64_t)pid);
	protouint(&r->fresh, CONTEXT_API, API_CUDA);
	protoclose(&r->fresh, entry);
	return *number;
}

/* Writes the dimensions of a launch, a JSON array of three numbers. */
static void
putdimensions(struct render *r, unsigned field, struct span list, struct buf *scanner)
{
	struct buf *out = r->packets->out;
	struct span item;
	struct json j;
	int64_t v;
	size_t dimensions;

	if (list.n == 0 || list.p[0] != '[')
		return;
	dimensions = protoopen(out, field);
	jsonopen(&j, list.p, scanner);
	for (unsigned i = 1; i <= 3 && jsonitem(&j, &item) == 1; i++)
		if (jsonint(item, &v) && v >= 0 && v <= UINT32_MAX)
			protouint(out, i, (uint64_t)v);
	protoclose(out, dimensions);
}

/* Writes an argument of a launch: a number, else text. */
static void
renderputarg(struct render *r, struct span name, struct span value)
{
	struct buf *out = r->packets->out;
	size_t arg = protoopen(out, LAUNCH_ARG), text;
	int64_t v;

	text = protoopen(out, ARG_NAME);
	jsonutf8(out, name);
	protoclose(out, text);
	if (jsonint(value, &v)) {
		protouint(out, ARG_INT, (uint64_t)v);
	} else if (value.p[0] == '-' || (value.p[0] >= '0' && value.p[0] <= '9')) {
		protodouble(out, ARG_DOUBLE, strtod(value.p, NULL));
	} else {
		text = protoopen(out, ARG_STRING);
		if (jsonisstring(value))
			jsonutf8(out, (struct span){ value.p + 1, value.n - 2 });
		else
			jsonclean(out, value);
		protoclose(out, text);
	}
	protoclose(out, arg);
}

static void
putdrawn(struct itemformatter *f, struct span name, struct span value)
{
	struct perfetto *p = f->draw->arg;

	renderputarg(&p->render, name, value);
}

/* Writes the launch with the same args as a slice. */
static void
putlaunch(struct render *r, struct itemformatter *f, const struct item *item)
{
	struct buf *out = r->packets->out, *scanner = r->packets->stack;
	size_t launch = protoopen(out, STAGE_LAUNCH);
	struct span key, value;
	struct json j;

	putdimensions(r, LAUNCH_GRID, evarg(item->ev, "grid"), scanner);
	putdimensions(r, LAUNCH_BLOCK, evarg(item->ev, "block"), scanner);
	if (item->args.n > 0) {
		jsonopen(&j, item->args.p, scanner);
		while (jsonnext(&j, &key, &value) == 1)
			renderputarg(r, key, value);
	}
	itemargs(f, item, item->flow != 0, putdrawn);
	protoclose(out, launch);
}

/* Marks a GPU as used. */
static void
usegpu(struct render *r, int64_t gpu)
{
	while (r->gpus.n <= (size_t)gpu)
		bufchar(&r->gpus, false);
	r->gpus.p[gpu] = true;
}

void
renderput(struct render *r, struct itemformatter *f, const struct item *item)
{
	const struct layout *l = &r->draw->layout;
	const struct track *t = &l->tracks[item->track];
	struct buf *out = r->packets->out;
	uint32_t queue = queueof(r, t), stage = stageof(r, item->ev), context;
	int64_t gpu = l->groups[t->group].id;
	size_t part, name;

	usegpu(r, gpu);
	context = contextof(r, t->pid);
	packetbare(r->packets, &r->sequence, item->ts);
	part = protoopen(out, PACKET_STAGE);
	protouint(out, STAGE_ID, item->flow ? item->flow : OWN_IDS + r->own++);
	protouint(out, STAGE_DURATION, (uint64_t)item->dur);
	protouint(out, STAGE_CONTEXT, context);
	protouint(out, STAGE_GPU, (uint64_t)gpu);
	protouint(out, STAGE_QUEUE, queue);
	protouint(out, STAGE_STAGE, stage);
	name = protoopen(out, STAGE_NAME);
	jsonutf8(out, item->name);
	protoclose(out, name);
	putlaunch(r, f, item);
	protoclose(out, part);
	packetdone(r->packets, &r->fresh);
}

void
renderfinish(struct render *r)
{
	const struct layout *l = &r->draw->layout;
	struct buf *out = r->packets->out;
	size_t packet, gpus, gpu;

	if (r->gpus.n == 0)
		return;
	packet = packetopen(r->packets);
	gpus = protoopen(out, PACKET_GPUS);
	for (size_t i = 0; i < r->gpus.n; i++) {
		gpu = protoopen(out, GPUS_GPU);
		for (size_t g = 0; g < l->groupkeys.used; g++)
			if (l->groups[g].kind == GROUP_GPU && l->groups[g].id == (int64_t)i)
				protobytes(out, GPU_NAME, bufall(&l->groups[g].label));
		protoclose(out, gpu);
	}
	protoclose(out, gpus);
	protoclose(out, packet);
}

void
renderfree(struct render *r)
{
	free(r->fresh.p);
	free(r->gpus.p);
	mapfree(&r->queues);
	stringtablefree(&r->names);
	mapfree(&r->stages);
	mapfree(&r->processes);
}
