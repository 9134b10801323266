/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "call.h"

/* The tag spares a look at most calls that are not the one. */
struct callslot {
	uint32_t tag;  /* the lower half of corr */
	uint32_t call; /* its number plus one, 0 in a free slot */
};

/* The slot of a call, or the free one where it belongs. Calls with neighbouring ids are neighbours
 * in the table: they come and are looked for together. */
static struct callslot *
slotof(const struct calls *c, const struct scopes *s, int64_t pid, int64_t corr)
{
	enum { TOGETHER = 32 };
	uint64_t h = mapspread(mapspread((uint64_t)pid) ^ (uint64_t)corr / TOGETHER);
	size_t i = ((h ^ h >> 32) * TOGETHER + (uint64_t)corr % TOGETHER) & (c->slotcount - 1);
	uint32_t tag = (uint32_t)corr;

	for (; c->slots[i].call; i = (i + 1) & (c->slotcount - 1)) {
		const struct call *call = &c->p[c->slots[i].call - 1];

		if (c->slots[i].tag == tag && call->corr == corr &&
		    scopespid(s, call->thread) == pid)
			break;
	}
	return &c->slots[i];
}

/* Makes a call the one of its id. */
static void
put(struct calls *c, const struct scopes *s, uint32_t number)
{
	const struct call *call = &c->p[number];

	*slotof(c, s, scopespid(s, call->thread), call->corr) =
	    (struct callslot){ (uint32_t)call->corr, number + 1 };
}

static void
grow(struct calls *c, const struct scopes *s)
{
	c->slotcount = c->slotcount ? c->slotcount * 2 : 1024;
	c->slots = xreallocarray(c->slots, c->slotcount, sizeof(*c->slots));
	memset(c->slots, 0, c->slotcount * sizeof(*c->slots));
	for (uint32_t i = 0; i < c->count; i++)
		put(c, s, i);
}

void
callsadd(struct calls *c, const struct scopes *s, const struct call *call)
{
	c->p = numbered(c->p, c->count, &c->room, sizeof(*c->p));
	if (c->count + c->count / 3 >= c->slotcount)
		grow(c, s);
	c->p[c->count] = *call;
	put(c, s, (uint32_t)c->count++);
}

uint32_t
callsfind(const struct calls *c, const struct scopes *s, int64_t pid, int64_t corr)
{
	uint32_t number = c->slotcount ? slotof(c, s, pid, corr)->call : 0;

	return number ? number - 1 : NONE;
}

void
callsfree(struct calls *c)
{
	free(c->p);
	free(c->slots);
	*c = (struct calls){ 0 };
}
