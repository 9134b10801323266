/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "node.h"

/* How often a node can have been cloned; real ones are once or twice, and a circle ends too. */
enum { CLONES = 64 };

static struct mapkey
nodekeyof(int64_t pid, int64_t number)
{
	return (struct mapkey){ (uint64_t)pid, (uint64_t)number };
}

bool
nodesadd(struct nodes *n, struct scopes *s, const struct event *ev)
{
	struct node node = { .ts = ev->number[KEY_TS], .end = evend(ev), .around = { 0, NONE } };
	int64_t pid = evnumber(ev, KEY_PID), number;
	bool fresh;

	if (!evhas(ev, KEY_TID) || !jsonint(evarg(ev, "graph_node"), &number))
		return false;
	node.thread = scopesthread(s, pid, ev->number[KEY_TID]);
	node.clone = jsonint(evarg(ev, "original"), &node.original);
	n->p = numbered(n->p, n->count, &n->room, sizeof(*n->p));
	*mapput(&n->ids, nodekeyof(pid, number), &fresh) = (uint32_t)n->count;
	n->p[n->count++] = node;
	return true;
}

const struct node *
nodesorigin(const struct nodes *n, int64_t pid, int64_t number)
{
	const struct node *node = NULL;

	for (int i = 0; i < CLONES; i++) {
		const uint32_t *id = mapget(&n->ids, nodekeyof(pid, number));

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
nodesfree(struct nodes *n)
{
	free(n->p);
	mapfree(&n->ids);
	*n = (struct nodes){ 0 };
}
