/* SPDX-License-Identifier: MIT */
/* Nodes of CUDA graphs: where each was made, which is where it was captured unless it is a clone.
 */
#ifndef NST_NODE_H
#define NST_NODE_H

#include "scope.h"

struct node {
	int64_t ts, end;      /* of the event that made it, ns */
	int64_t original;     /* the number of the node it was cloned from */
	uint32_t thread;
	bool clone;
	struct around around; /* where it was made, once that is known */
};

/* By number in the order in which they came. All zero is empty. */
struct nodes {
	struct node *p;
	size_t count, room;
	struct map ids; /* (pid, number of the node) -> the latest one */
};

/* Takes a graph-node event of a thread; false when it says no number. */
bool nodesadd(struct nodes *n, struct scopes *s, const struct event *ev);

/* Where a node of a process was captured: clones are followed back as far as they are known. NULL
 * when the node is not known. */
const struct node *nodesorigin(const struct nodes *n, int64_t pid, int64_t number);

void nodesfree(struct nodes *n);

#endif
