/* SPDX-License-Identifier: MIT */
/* What meta records call threads and devices. */
#ifndef NST_METANAMES_H
#define NST_METANAMES_H

#include "base/map.h"
#include "stream/event.h"

/* All zero is none. */
struct nicks {
	struct names names;
	struct map threads, devices; /* (pid, number) -> place in names, plus one */
};

/* The integer keys that must have been decoded. */
#define NICK_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE))

/* Learns from a meta record. */
void nickmeta(struct nicks *l, const struct event *ev);

/* The name of a thread, of a device; no bytes at NULL when it has none. */
struct span nickthread(const struct nicks *l, int64_t pid, int64_t tid);
struct span nickdevice(const struct nicks *l, int64_t pid, int64_t device);

void nickfree(struct nicks *l);

#endif
