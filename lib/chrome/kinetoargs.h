/* SPDX-License-Identifier: MIT */
/* The members of an event's "args", of which Kineto's names take some and the rest is copied. */
#ifndef NST_KINETOARGS_H
#define NST_KINETOARGS_H

#include <stdbool.h>

#include "stream/event.h"

/* All zero is empty; the owner frees p. */
struct kinetoargs {
	struct kinetoarg {
		struct span key, value; /* the key without its quotes, and JSON */
		bool taken;             /* not among the rest */
	} *p;
	size_t count, room;
};

/* Reads the args of an event. The spans point into it. */
void kinetoargsread(struct kinetoargs *a, const struct event *ev);

/* Returns the value of a member and takes it from the rest; empty if there is no such member. */
struct span kinetoargstake(struct kinetoargs *a, const char *key);

/* The same for a string, without its quotes; empty if the value is no string. */
struct span kinetoargstext(struct kinetoargs *a, const char *key);

/* The same for an integer. Returns false if it is none: the member then stays among the rest. */
bool kinetoargsint(struct kinetoargs *a, const char *key, int64_t *v);

/* Returns a member, NULL if there is none. */
struct kinetoarg *kinetoargsfind(const struct kinetoargs *a, const char *key);

static inline bool
kinetoargshas(const struct kinetoargs *a, const char *key)
{
	return kinetoargsfind(a, key);
}

/* Appends the key of a member to an object that was begun in out. */
void kinetoargskey(struct buf *out, const char *key);

/* Appends the rest to such an object. */
void kinetoargsrest(const struct kinetoargs *a, struct buf *out);

#endif
