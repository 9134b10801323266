/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "gpu.h"
#include "json.h"

/* The GPU that a process knows by a number; id tells GPUs apart. */
static uint32_t
known(struct allgpus *g, const struct event *ev, struct span id)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	size_t ids = g->ids.used;
	uint32_t *number, name;
	bool fresh;

	number = mapput(&g->known, (struct mapkey){ (uint64_t)pid, (uint64_t)device }, &fresh);
	if (!fresh)
		return *number;
	name = nameput(&g->ids, id);
	if (g->ids.used > ids) {
		GROW(g->byid, g->byidroom, g->ids.used);
		GROW(g->p, g->room, g->count + 1);
		g->p[g->count] = (struct onegpu){
			.pid = pid,
			.device = device,
			.ofprocess = evhas(ev, KEY_PID),
		};
		g->byid[name] = (uint32_t)g->count++;
	}
	return *number = g->byid[name];
}

void
gpusmeta(struct allgpus *g, const struct event *ev)
{
	struct span uuid = evarg(ev, "uuid");

	if (evhas(ev, KEY_DEVICE) && evhas(ev, KEY_NAME) &&
	    spanis(ev->value[KEY_NAME], "\"device\"") && jsonisstring(uuid))
		known(g, ev, uuid);
}

uint32_t
gpusof(struct allgpus *g, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	const uint32_t *number =
	    mapget(&g->known, (struct mapkey){ (uint64_t)pid, (uint64_t)device });
	struct buf id = { 0 };
	uint32_t made;

	if (number)
		return *number;
	bufint(&id, device);
	made = known(g, ev, bufall(&id));
	free(id.p);
	return made;
}

void
gpusfree(struct allgpus *g)
{
	mapfree(&g->known);
	namesfree(&g->ids);
	free(g->p);
	free(g->byid);
	*g = (struct allgpus){ 0 };
}
