/* SPDX-License-Identifier: MIT */
/* The keys that events are grouped by: their names, and how to read them from an event. */
#ifndef NST_KEY_H
#define NST_KEY_H

#include "stream/event.h"

struct groups;

enum by {
	BY_TYPE,
	BY_NAME,
	BY_DEVICE,
	BY_STREAM,
	BY_PID,
	BY_TID,
	BY_RANK,
	BY_HOST,
	BY_DOMAIN,
	BY_NVTX,
	BY_CAPTURED,
	BY_STEP,
	BY_WORK,
	BY_CAUSE,
	BY_KIND,
	BY_BLAME,
	BY_LAST,
	BY_LAUNCH,
	BY_BIN,
	BY_STYLE,
	BY_LABEL1, /* texts that a stats report makes */
	BY_LABEL2,
	BY_COUNT
};

/* The value of an event for a key: a number, or the number of a text in groups.names. Not given if
 * the event has none. */
struct value {
	bool given;
	int64_t number;
};

/* A time is in ns. The text format has columns of long texts last. */
enum keykind { KEYKIND_NUMBER, KEYKIND_TIME, KEYKIND_TEXT, KEYKIND_LONG };

struct key {
	const char *name; /* in --by and of the column; NULL if only stats reports use it */
	enum keykind kind;
	unsigned want; /* bits of the integer keys of events that must be decoded */
	/* Reads the value. NULL if an event may have several values, or the value does not depend
	 * on the event alone. */
	struct value (*value)(struct groups *, const struct event *);
};

extern const struct key keys[BY_COUNT];

/* Returns true if an event is a part of a collective that nst-skew found. */
bool keyofcollective(const struct event *ev);

/* Returns a text as a value. */
struct value keytext(struct groups *g, struct span text);

/* Returns the value of a string key of an event. */
struct value keystring(struct groups *g, const struct event *ev, enum event_key key);

#endif
