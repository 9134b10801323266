/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "metanames.h"

void
metanamesmeta(struct metanames *m, const struct event *ev)
{
	struct span name = evarg(ev, "name");
	struct map *map = &m->threads;
	struct buf scratch = { 0 };
	enum event_key key = KEY_TID;
	bool fresh;

	if (!evhas(ev, KEY_NAME) || !jsonisstring(name))
		return;
	if (spanis(ev->value[KEY_NAME], "\"device\"")) {
		map = &m->devices;
		key = KEY_DEVICE;
	} else if (!spanis(ev->value[KEY_NAME], "\"thread\"")) {
		return;
	}
	if (evhas(ev, KEY_PID) && evhas(ev, key))
		*mapput(map,
		    (struct mapkey){ (uint64_t)ev->number[KEY_PID], (uint64_t)ev->number[key] },
		    &fresh) = stringintern(&m->names, jsontext(name, &scratch)) + 1;
	free(scratch.p);
}

static struct span
metanamesfind(const struct metanames *m, const struct map *map, int64_t pid, int64_t number)
{
	uint32_t *name = mapget(map, (struct mapkey){ (uint64_t)pid, (uint64_t)number });

	return name ? stringat(&m->names, *name - 1) : (struct span){ NULL, 0 };
}

struct span
metanamesthread(const struct metanames *m, int64_t pid, int64_t tid)
{
	return metanamesfind(m, &m->threads, pid, tid);
}

struct span
metanamesdevice(const struct metanames *m, int64_t pid, int64_t device)
{
	return metanamesfind(m, &m->devices, pid, device);
}

void
metanamesfree(struct metanames *m)
{
	stringtablefree(&m->names);
	mapfree(&m->threads);
	mapfree(&m->devices);
}
