/* SPDX-License-Identifier: MIT */
/* The time of each GPU before its first and after its last work, and why it had no work then. */
#ifndef NST_EDGES_H
#define NST_EDGES_H

#include "base/map.h"
#include "program/clip.h"
#include "stream/stage.h"

/* All zero but the stage is empty; edgesfree frees it. */
struct edges {
	struct stage stage;
	struct edge *p;
	size_t count, room;
	struct stringtable texts; /* of causes, kinds, and things to blame */
	struct buf scratch;
	const struct clip *clip;
};

/* Makes a stage that gives nothing on. It reads the states of nst-state. clip must not move. */
void edgesinit(struct edges *e, const struct clip *clip);

/* Writes a table with a row for each such time; nothing if there is none. */
void edgeswrite(const struct edges *e, struct buf *out);

void edgesfree(struct edges *e);

#endif
