/* SPDX-License-Identifier: MIT */
/* What meta records call threads and devices. */
#ifndef NST_LABEL_H
#define NST_LABEL_H

#include "event.h"
#include "map.h"

/* All zero is none. */
struct labels {
	struct names names;
	struct map threads, devices; /* (pid, number) -> place in names, plus one */
};

/* The integer keys that must have been decoded. */
#define LABEL_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE))

/* Learns from a meta record. */
void labelmeta(struct labels *l, const struct event *ev);

/* The name of a thread, of a device; no bytes at NULL when it has none. */
struct span labelthread(const struct labels *l, int64_t pid, int64_t tid);
struct span labeldevice(const struct labels *l, int64_t pid, int64_t device);

void labelfree(struct labels *l);

#endif
