/* SPDX-License-Identifier: MIT */
/* What each rank did in collectives, as nst-skew found it: how long it waited for others, and how
 * often others waited for it. */
#ifndef NST_RANKTABLE_H
#define NST_RANKTABLE_H

#include "gpu/identity.h"
#include "sum/tally/clip.h"
#include "table/tableview.h"

/* All zero but clip and ids is nothing; ranksfree frees it. */
struct ranktable {
	const struct clip *clip;
	const struct identitytable *ids;
	struct map pids; /* pid -> row */
	struct rankrow *rows;
	size_t count, room;
};

/* Takes a collective, or a part of one, with pid decoded. */
void ranktableevent(struct ranktable *r, const struct event *ev);

/* Writes a table of the ranks; nothing when there is none. The last that is done with them. */
void ranktablewrite(struct ranktable *r, const struct tableview *s, struct buf *out);

void ranktablefree(struct ranktable *r);

#endif
