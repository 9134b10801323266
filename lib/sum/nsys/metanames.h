/* SPDX-License-Identifier: MIT */
/* What meta records call threads and devices. */
#ifndef NST_METANAMES_H
#define NST_METANAMES_H

#include "base/map.h"
#include "stream/event.h"

/* All zero is none. */
struct metanames {
	struct stringtable names;
	struct map threads, devices; /* (pid, number) -> place in names, plus one */
};

/* The integer keys that must have been decoded. */
#define METANAMES_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE))

/* Learns from a meta record. */
void metanamesmeta(struct metanames *l, const struct event *ev);

/* The name of a thread, of a device; no bytes at NULL when it has none. */
struct span metanamesthread(const struct metanames *l, int64_t pid, int64_t tid);
struct span metanamesdevice(const struct metanames *l, int64_t pid, int64_t device);

void metanamesfree(struct metanames *l);

#endif
