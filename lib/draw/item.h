/* SPDX-License-Identifier: MIT */
/* An item of a trace, and the text of it that does not depend on the trace format. */
#ifndef NST_ITEM_H
#define NST_ITEM_H

#include <stdbool.h>
#include <stdint.h>

#include "stream/event.h"

struct itemformatter;

enum shape { SHAPE_SLICE, SHAPE_INSTANT, SHAPE_COUNTER };

/* An item to draw. All spans are valid during the call of put only. */
struct item {
	const struct event *ev;
	enum shape shape;
	uint32_t track;   /* an index into draw.layout.tracks; counters have none */
	uint32_t counter; /* an index into draw.layout.counters */
	int64_t ts, dur;  /* ns on the clock of the trace: stream time minus draw.origin */
	struct span category, name; /* JSON string contents without the quotes */
	const char *color;          /* one of Chrome's reserved color names, or NULL */
	/* The id of the flow that starts or ends at the slice, below 2^53; 0 for none. */
	uint64_t flow;
	bool flowsource;          /* the flow starts here, rather than ends */
	struct span args;         /* the event's own args, formatted: a JSON object, or empty */
	bool extra;               /* false if the next five spans are not set */
	struct span demangled;    /* a kernel's demangled name: a JSON string, or empty */
	struct span seq, id;      /* PyTorch's sequence number and operator id: digits, or empty */
	struct span state, block; /* why a thread lost its CPU: JSON, or empty */
};

/* Sets the label, the category, the args and the color of an item, unless they are set. */
void itemcomplete(struct itemformatter *f, struct item *item);

/* Returns true only if all text that the item takes from the stream is ASCII without
 * backslashes, so the writer can copy it without a check. It may return false for such an
 * item, too. */
bool itemplain(const struct item *item);

/* Calls put for each argument of an item that is not in item->args, in the order of display.
 * The value is JSON and valid during the call. flowdrawn is true if the writer draws the
 * item's flow: arguments that the arrow shows are left out. */
void itemargs(struct itemformatter *f, const struct item *item, bool flowdrawn,
    void (*put)(struct itemformatter *, struct span name, struct span value));

/* Returns the end of an item, ns: INT64_MAX if it was never closed. */
int64_t itemend(const struct item *item);

#endif
