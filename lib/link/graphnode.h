/* SPDX-License-Identifier: MIT */
/* Nodes of CUDA graphs, and where each was captured: where it was created or, for a clone, where
 * its original was. */
#ifndef NST_GRAPHNODE_H
#define NST_GRAPHNODE_H

#include "ranges.h"

struct graphnode {
	int64_t ts, end;  /* of the event that created it, ns */
	int64_t original; /* id of the node it was cloned from */
	uint32_t thread;
	bool clone;
	struct enclosing enclosing; /* ranges around its creation; set after all ranges at ts */
};

/* In stream order. All zero is empty. */
struct graphnodes {
	struct graphnode *p;
	size_t count, room;
	struct map ids; /* (pid, node id) -> index of the latest node with them */
};

/* Adds the node of a graph-node event. Returns false if the event has no thread or no node id. */
bool graphnodesadd(struct graphnodes *n, struct ranges *r, const struct event *ev);

/* Returns the original of a node, following clones as far as the stream has them, or NULL if the
 * node is unknown. */
const struct graphnode *graphnodesoriginal(const struct graphnodes *n, int64_t pid, int64_t id);

void graphnodesfree(struct graphnodes *n);

#endif
