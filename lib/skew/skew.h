/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-skew: the time each rank waits in each collective for the last rank. The terms
 * of this room:
 *   collective    operation of all ranks of a communicator, such as an all-reduce
 *   part          one rank's kernel or call in a collective (match.h)
 *   channel       stream of a GPU, or thread, on which parts run one after the other; a process
 *                 in a process group where the trace tells the group
 *   communicator  set of channels, one for each rank, that share their collectives
 *   wait          time from a part's start to the start of the last part
 */
#ifndef NST_SKEW_H
#define NST_SKEW_H

#include "comms.h"
#include "gpu/identity.h"
#include "match.h"
#include "stream/stage.h"

struct channel {
	int64_t pid;
};

/* What the trace tells of a part. */
struct toldpart {
	uint32_t group; /* id of the name of the process group, or UINT32_MAX */
	int64_t seq;    /* -1 if unknown */
};

struct skew {
	struct stage stage;
	bool secondpass;
	bool quiet;       /* print nothing if there is no collective */
	const char *path; /* of the stream, for messages */
	struct matcher match;
	struct stringtable names; /* of collectives */
	struct stringtable channelkeys; /* the id of a key is the channel's index */
	struct channel *channels;
	uint32_t *told; /* by channel: its process group, or UINT32_MAX */
	size_t channelroom, toldroom;
	struct commstable comms;
	struct toldpart *toldparts; /* by part */
	size_t toldpartroom;
	struct identitytable ids;
	size_t nextpart; /* second pass: index of the next part */
	bool *given;     /* second pass, by collective: its event was given */
	struct buf args, stack, scratch;
};

/* Makes a stage. The ends of one collective are at most maxapart ns apart. skewfree frees it. */
void skewinit(struct skew *s, int64_t maxapart);

/* First pass: reads the stream at path, finds the collectives and prints their number. Returns the
 * path for the second pass, as rereadfirstpass does. */
const char *skewfirstpass(struct skew *s, const char *path, bool *failed);

void skewfree(struct skew *s);

#endif
