/* SPDX-License-Identifier: MIT */
/* The names of threads and devices, which meta records tell. */
#ifndef NST_METANAMES_H
#define NST_METANAMES_H

#include "base/map.h"
#include "stream/event.h"

/* All zero is empty. */
struct metanames {
	struct stringtable names;
	struct map threads, devices; /* (pid, tid or device) -> number in names, plus one */
};

/* The integer keys that must have been decoded. */
#define METANAMES_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE))

/* Reads a meta record. */
void metanamesmeta(struct metanames *m, const struct event *ev);

/* Return the name of a thread or device, or NULL if it has none. */
struct span metanamesthread(const struct metanames *m, int64_t pid, int64_t tid);
struct span metanamesdevice(const struct metanames *m, int64_t pid, int64_t device);

void metanamesfree(struct metanames *m);

#endif
