/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "launchnumber.h"

int64_t
launchnumber(struct launchnumbers *l, const struct event *ev)
{
	struct span name = { "", 0 };
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), 0 };
	bool fresh;

	if (evhas(ev, KEY_NAME) && jsonisstring(ev->value[KEY_NAME]))
		name = jsontext(ev->value[KEY_NAME], &l->scratch);
	key.b = stringintern(&l->names, name);
	return (int64_t)++*mapput(&l->counts, key, &fresh);
}

void
launchnumbersfree(struct launchnumbers *l)
{
	stringtablefree(&l->names);
	mapfree(&l->counts);
	free(l->scratch.p);
}
