/* SPDX-License-Identifier: MIT */
/* Numbers the launches of each kernel: of a kernel's name in a process, the first has number 1. */
#ifndef NST_LAUNCHNUMBER_H
#define NST_LAUNCHNUMBER_H

#include "base/map.h"
#include "stream/event.h"

/* All zero is empty; launchnumbersfree frees it. */
struct launchnumbers {
	struct stringtable names;
	struct map counts; /* (pid, name) -> number of launches */
	struct buf scratch;
};

/* The integer keys that must have been decoded. */
#define LAUNCHNUMBERS_KEYS EVKEY(KEY_PID)

/* Returns the number of a kernel. Every kernel must be read, once. */
int64_t launchnumber(struct launchnumbers *l, const struct event *ev);

void launchnumbersfree(struct launchnumbers *l);

#endif
