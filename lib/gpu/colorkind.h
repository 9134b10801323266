/* SPDX-License-Identifier: MIT */
/* Kinds of GPU work that have a colour of their own in all viewers, such as matrix products. The
 * first kind counts whose type or pattern of names an event has. */
#ifndef NST_COLORKIND_H
#define NST_COLORKIND_H

#include "base/map.h"
#include "base/pattern.h"
#include "stream/event.h"

/* A kind. Kernels that match no pattern have none. */
struct colorkind {
	const char *name;    /* as in legends, and in colours of the page's style */
	const char *pattern; /* of names, in any case; NULL for none. JavaScript reads it, too */
	uint64_t named;      /* types whose events are of this kind if their name matches */
	uint64_t types;      /* types whose events are all of this kind */
	const char *color;   /* a colour of Chrome's trace viewer */
};

/* Returns the kinds, and sets their number. */
const struct colorkind *colorkinds(size_t *count);

/* Appends the pattern of a kind. */
void colorkindpattern(const struct colorkind *kind, struct buf *out);

/* The kinds of the names of one type of events. */
struct kindcache {
	struct stringtable names;         /* in JSON */
	const struct colorkind **answers; /* by id in names */
	size_t room;
};

/* All zero is ready for use; colorkinderfree frees it. */
struct colorkinder {
	struct pattern *patterns; /* by kind */
	uint64_t types;           /* types with events of any kind */
	struct kindcache kernels, copies;
	struct buf scratch;
};

/* Returns the kind of an event; NULL if it has none. */
const struct colorkind *colorkindof(struct colorkinder *c, const struct event *ev);

/* Returns false if no event of a type has a colour. It returns true until the first look for a
 * kind. */
static inline bool
colorkindcolors(const struct colorkinder *c, enum event_type type)
{
	return !c->patterns || ((c->types | EVTYPE(TYPE_GPU_STATE)) & EVTYPE(type));
}

/* Returns the colour of an event in Chrome's trace viewer, by its kind or, for the state of a GPU,
 * by its name; NULL if it has none. */
const char *colorkindcolor(struct colorkinder *c, const struct event *ev);

void colorkinderfree(struct colorkinder *c);

#endif
