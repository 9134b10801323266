/* SPDX-License-Identifier: MIT */
/* What events are grouped by: a table, whose rows say what a key is called and how it is read. */
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
	BY_BIN,
	BY_STYLE,
	BY_LABEL1, /* texts that a report makes */
	BY_LABEL2,
	BY_COUNT
};

/* The value of one event for a key: a number, or the number of a text in groups.names. */
struct value {
	bool given;
	int64_t number;
};

/* A time is in ns; people find a long text at the end. */
enum keykind { KEYKIND_NUMBER, KEYKIND_TIME, KEYKIND_TEXT, KEYKIND_LONG };

struct key {
	const char *name; /* of the column and in --by; NULL for one that only reports have */
	enum keykind kind;
	unsigned want; /* bits of the integer keys of events that must be decoded */
	/* Reads it; NULL where an event may have several, or it is not the event's. */
	struct value (*value)(struct groups *, const struct event *);
};

extern const struct key keys[BY_COUNT];

/* Whether an event is a part of a collective that nst-skew found. */
bool keyofcollective(const struct event *ev);

/* The value that a text is. */
struct value keytext(struct groups *g, struct span text);

/* The value of a string key of an event. */
struct value keystring(struct groups *g, const struct event *ev, enum event_key key);

#endif
