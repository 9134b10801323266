/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "call.h"

/* What stands in a call's dur where that is no duration. */
#define LASTS_LONG (UINT32_MAX - 1)
#define INSTANT UINT32_MAX

struct longcall {
	uint32_t number;
	int64_t dur; /* ns */
};

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

	for (; c->slots[i].call; i = (i + 1) & (c->slotcount - 1)) {
		const struct call *call = &c->p[c->slots[i].call - 1];

		if (c->slots[i].tag == (uint32_t)corr && call->corr == corr &&
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
callsadd(struct calls *c, const struct scopes *s, struct call call, int64_t dur)
{
	c->p = numbered(c->p, c->count, &c->room, sizeof(*c->p));
	if (c->count + c->count / 3 >= c->slotcount)
		grow(c, s);
	call.dur = dur < 0 ? INSTANT : dur >= LASTS_LONG ? LASTS_LONG : (uint32_t)dur;
	if (call.dur == LASTS_LONG) {
		GROW(c->longs, c->longroom, c->longcount + 1);
		c->longs[c->longcount++] = (struct longcall){ (uint32_t)c->count, dur };
	}
	c->p[c->count] = call;
	put(c, s, (uint32_t)c->count++);
}

int64_t
calldur(const struct calls *c, const struct call *call)
{
	size_t low = 0, high = c->longcount;

	if (call->dur != LASTS_LONG)
		return call->dur == INSTANT ? -1 : (int64_t)call->dur;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (&c->p[c->longs[middle].number] < call)
			low = middle + 1;
		else
			high = middle;
	}
	return c->longs[low].dur;
}

int64_t
callend(const struct calls *c, const struct call *call)
{
	int64_t dur = calldur(c, call);

	return dur < 0 ? call->ts : addsat(call->ts, dur);
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
	free(c->longs);
	free(c->slots);
	*c = (struct calls){ 0 };
}
