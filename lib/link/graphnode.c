/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "graphnode.h"

/* Longest chain of clones that is followed. Real nodes are cloned once or twice; the limit ends a
 * cycle. */
enum { CLONES_MAX = 64 };

static struct mapkey
graphnodekey(int64_t pid, int64_t number)
{
	return (struct mapkey){ (uint64_t)pid, (uint64_t)number };
}

bool
graphnodesadd(struct graphnodes *n, struct ranges *r, const struct event *ev)
{
	struct graphnode node = {
		.ts = ev->number[KEY_TS],
		.end = evend(ev),
		.enclosing = { 0, NONE },
	};
	int64_t pid = evnumber(ev, KEY_PID), number;
	bool fresh;

	if (!evhas(ev, KEY_TID) || !jsonint(evarg(ev, "graph_node"), &number))
		return false;
	node.thread = rangesthread(r, pid, ev->number[KEY_TID]);
	node.clone = jsonint(evarg(ev, "original"), &node.original);
	n->p = growindexed(n->p, n->count, &n->room, sizeof(*n->p));
	*mapput(&n->ids, graphnodekey(pid, number), &fresh) = (uint32_t)n->count;
	n->p[n->count++] = node;
	return true;
}

const struct graphnode *
graphnodesoriginal(const struct graphnodes *n, int64_t pid, int64_t number)
{
	const struct graphnode *node = NULL;

	for (int i = 0; i < CLONES_MAX; i++) {
		const uint32_t *id = mapget(&n->ids, graphnodekey(pid, number));

		if (!id)
			break;
		node = &n->p[*id];
		if (!node->clone)
			break;
		number = node->original;
	}
	return node;
}

void
graphnodesfree(struct graphnodes *n)
{
	free(n->p);
	mapfree(&n->ids);
	*n = (struct graphnodes){ 0 };
}
