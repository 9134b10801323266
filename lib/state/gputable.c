/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "gputable.h"
#include "stream/record.h"

/* Writes the keys of a GPU's records. */
static void
gpukeys(struct trackedgpu *gpu)
{
	struct buf text = { 0 };

	if (gpu->haspid)
		recordint(&text, KEY_PID, gpu->pid);
	gpu->pidend = (uint8_t)text.n;
	recordkey(&text, KEY_DEVICE);
	gpu->deviceat = (uint8_t)text.n;
	bufint(&text, gpu->device);
	gpu->keysend = (uint8_t)text.n;
	memcpy(gpu->keys, text.p, text.n);
	free(text.p);
}

/* Returns the index of a GPU, which is added if it is new. */
static uint32_t
gpufind(struct gputable *g, int64_t pid, int64_t device, bool haspid)
{
	uint32_t *number, *gpu;
	bool fresh;

	number = mapput(&g->byprocess, (struct mapkey){ (uint64_t)pid, (uint64_t)device }, &fresh);
	if (!fresh)
		return *number;
	gpu = mapput(&g->byidentity,
	    (struct mapkey){ (uint64_t)identitygpu(&g->ids, pid, device), 0 }, &fresh);
	if (fresh) {
		GROW(g->p, g->room, g->count + 1);
		g->p[g->count] = (struct trackedgpu){
			.pid = pid,
			.device = device,
			.haspid = haspid,
		};
		gpukeys(&g->p[g->count]);
		*gpu = (uint32_t)g->count++;
	}
	return *number = *gpu;
}

uint32_t
gputableget(struct gputable *g, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	size_t at = ((uint64_t)pid ^ (uint64_t)device << 1) % GPUS_RECENT;

	if (g->recent[at].number == 0 || g->recent[at].pid != pid ||
	    g->recent[at].device != device) {
		g->recent[at].number = gpufind(g, pid, device, evhas(ev, KEY_PID)) + 1;
		g->recent[at].pid = pid;
		g->recent[at].device = device;
	}
	return g->recent[at].number - 1;
}

void
gputablemeta(struct gputable *g, const struct event *ev)
{
	identitylearn(&g->ids, ev);
	if (evhas(ev, KEY_DEVICE) && evhas(ev, KEY_NAME) &&
	    spanis(ev->value[KEY_NAME], "\"device\"") && jsonisstring(evarg(ev, "uuid")))
		gputableget(g, ev);
}

void
gputablefree(struct gputable *g)
{
	mapfree(&g->byprocess);
	mapfree(&g->byidentity);
	identitytablefree(&g->ids);
	for (size_t i = 0; i < g->count; i++)
		free(g->p[i].before.what.p);
	free(g->p);
	*g = (struct gputable){ 0 };
}
