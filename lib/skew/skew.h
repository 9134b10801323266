/* SPDX-License-Identifier: MIT */
/* The stage of nst-skew: how long each rank waited in each collective for the one that came last.
 */
#ifndef NST_SKEW_H
#define NST_SKEW_H

#include "gpu/identity.h"
#include "match.h"
#include "stream/stage.h"

/* A channel: a stream of a GPU, or a thread. */
struct channel {
	int64_t pid;
};

struct skew {
	struct stage stage;
	bool learned;     /* the first reading of two is over */
	const char *path; /* of the stream, for messages */
	struct match match;
	struct stringtable names; /* of collectives */
	struct stringtable channelkeys; /* by number of a channel */
	struct channel *channels;
	size_t channelroom;
	struct identitytable ids;
	size_t at;  /* the next part, in the second reading */
	bool *told; /* by collective: its event was given */
	struct buf args, stack, scratch;
};

/* Makes a stage; apart is how far the ends of one collective may be apart, ns. skewfree frees it.
 */
void skewinit(struct skew *s, int64_t apart);

/* Reads the stream at path for its collectives, and says how many there are; returns the path for
 * the second reading, as rereadfirstpass does. */
const char *skewlearn(struct skew *s, const char *path, bool *failed);

void skewfree(struct skew *s);

#endif
