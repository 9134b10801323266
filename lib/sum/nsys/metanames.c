/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "metanames.h"

void
metanamesmeta(struct metanames *l, const struct event *ev)
{
	struct span name = evarg(ev, "name");
	struct map *map = &l->threads;
	struct buf scratch = { 0 };
	enum event_key key = KEY_TID;
	bool fresh;

	if (!evhas(ev, KEY_NAME) || !jsonisstring(name))
		return;
	if (spanis(ev->value[KEY_NAME], "\"device\"")) {
		map = &l->devices;
		key = KEY_DEVICE;
	} else if (!spanis(ev->value[KEY_NAME], "\"thread\"")) {
		return;
	}
	if (evhas(ev, KEY_PID) && evhas(ev, key))
		*mapput(map,
		    (struct mapkey){ (uint64_t)ev->number[KEY_PID], (uint64_t)ev->number[key] },
		    &fresh) = stringintern(&l->names, jsontext(name, &scratch)) + 1;
	free(scratch.p);
}

static struct span
nickfind(const struct metanames *l, const struct map *map, int64_t pid, int64_t number)
{
	uint32_t *name = mapget(map, (struct mapkey){ (uint64_t)pid, (uint64_t)number });

	return name ? stringat(&l->names, *name - 1) : (struct span){ NULL, 0 };
}

struct span
metanamesthread(const struct metanames *l, int64_t pid, int64_t tid)
{
	return nickfind(l, &l->threads, pid, tid);
}

struct span
metanamesdevice(const struct metanames *l, int64_t pid, int64_t device)
{
	return nickfind(l, &l->devices, pid, device);
}

void
metanamesfree(struct metanames *l)
{
	stringtablefree(&l->names);
	mapfree(&l->threads);
	mapfree(&l->devices);
}
