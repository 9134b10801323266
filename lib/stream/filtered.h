/* SPDX-License-Identifier: MIT */
/*
 * The events that programs removed from a stream before, as its header tells in "filtered"
 * (nst-event(5), stream). A window is told by "from" and "to" instead.
 *
 * Example: nst-filter --type kernel,nvtx --match gemm writes
 *     "filtered":{"by":["type","match"],"types":["nvtx","kernel"]}
 */
#ifndef NST_FILTERED_H
#define NST_FILTERED_H

#include "event.h"

/* The options that remove events, in the order in which headers and messages name them. */
#define FILTER_OPTIONS(O) \
	O(TYPE, "type") \
	O(PREFIX, "prefix") \
	O(MATCH, "match") \
	O(INSIDE, "inside") \
	O(DOMAIN, "domain") \
	O(PID, "pid") \
	O(TID, "tid") \
	O(DEVICE, "device") \
	O(STREAM, "stream") \
	O(RANK, "rank") \
	O(FROM, "from") \
	O(TO, "to") \
	O(DURING, "during") \
	O(MINDUR, "min-dur") \
	O(LAUNCHES, "launches") \
	O(INVERT, "invert")

enum filteroption {
#define O(id, name) FILTEREDBY_##id,
	FILTER_OPTIONS(O)
#undef O
	FILTEREDBY_UNKNOWN, /* an option that this version does not know */
	FILTEREDBY_COUNT = FILTEREDBY_UNKNOWN
};

/* The bit of an option. */
#define FILTEREDBY(option) (1u << FILTEREDBY_##option)

/* All zero: nothing was removed. */
struct filtered {
	unsigned by;      /* bits of enum filteroption */
	uint64_t without; /* bits of the types that were removed, by --type */
};

/* Returns the types that were removed if only some are kept. TYPE_OTHER stands for all types that
 * nst does not know. Records about the stream are always kept. */
uint64_t filteredwithout(uint64_t kept);

/* Reads the value of "filtered", a JSON object that ends as jsonopen demands; anything else is no
 * filter. */
struct filtered filteredvalue(struct span object, struct buf *stack);

/* Reads a header. */
struct filtered filteredread(const struct event *header);

/* Returns the filter of two filters in a row: the second reads what the first left. */
struct filtered filteredboth(struct filtered first, struct filtered second);

/* Returns the filter of two streams that were merged. It has the options of both; a type was
 * removed if both lack it. */
struct filtered filteredeither(struct filtered one, struct filtered two);

/* Returns true if calls may be missing of GPU work that is left. */
bool filteredcalls(struct filtered f);

/* Returns true if work of GPUs may be missing: busy and idle time then refer to the rest. Options
 * that choose processes, GPUs or ranges do not count, since their users ask for a part. */
bool filteredwork(struct filtered f);

/* Returns true if calls or work of GPUs may be missing, so that what depends on what is unknown. */
bool filteredlinks(struct filtered f);

/* Appends the value of "filtered", a JSON object. */
void filteredobject(struct filtered f, struct buf *out);

/* Appends the options, for people: "--type, --match". */
void filteredoptions(struct filtered f, struct buf *out);

/* Prints a message about the stream at path: which options removed events, and the effect. */
void filteredwarn(struct filtered f, const char *path, const char *effect);

#endif
