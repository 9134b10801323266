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

/* The calls with neighbouring ids. */
struct callids {
	uint32_t call[CALL_IDS]; /* its number plus one, 0 where there is none */
};

static inline struct mapkey
keyof(int64_t pid, int64_t corr)
{
	return (struct mapkey){ (uint64_t)pid, (uint64_t)corr / CALL_IDS };
}

/* Where a block stands among those that calls came into lately, if it does. */
static inline size_t
latelyat(struct mapkey key)
{
	return (key.a ^ key.b) % CALL_LATELY;
}

static inline bool
islately(const struct lately *l, struct mapkey key)
{
	return l->block && l->key.a == key.a && l->key.b == key.b;
}

/* The block that a call belongs into. */
static uint32_t
blockof(struct calls *c, struct mapkey key)
{
	struct lately *lately = &c->lately[latelyat(key)];
	uint32_t *block;
	bool fresh;

	if (islately(lately, key))
		return lately->block - 1;
	block = mapput(&c->blocks, key, &fresh);
	if (fresh) {
		*block = (uint32_t)c->blocks.used - 1;
		GROW(c->ids, c->idroom, c->blocks.used);
		c->ids[*block] = (struct callids){ 0 };
	}
	*lately = (struct lately){ key, *block + 1 };
	return *block;
}

void
callsadd(struct calls *c, int64_t pid, int64_t corr, struct call call, int64_t dur)
{
	uint32_t block = blockof(c, keyof(pid, corr));

	c->p = numbered(c->p, c->count, &c->room, sizeof(*c->p));
	call.dur = dur < 0 ? INSTANT : dur >= LASTS_LONG ? LASTS_LONG : (uint32_t)dur;
	if (call.dur == LASTS_LONG) {
		GROW(c->longs, c->longroom, c->longcount + 1);
		c->longs[c->longcount++] = (struct longcall){ (uint32_t)c->count, dur };
	}
	c->p[c->count++] = call;
	c->ids[block].call[(uint64_t)corr % CALL_IDS] = (uint32_t)c->count;
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
callsfind(const struct calls *c, int64_t pid, int64_t corr)
{
	struct mapkey key = keyof(pid, corr);
	const struct lately *lately = &c->lately[latelyat(key)];
	const uint32_t *block = NULL;
	uint32_t number = 0;

	if (islately(lately, key))
		number = c->ids[lately->block - 1].call[(uint64_t)corr % CALL_IDS];
	else if ((block = mapget(&c->blocks, key)))
		number = c->ids[*block].call[(uint64_t)corr % CALL_IDS];
	return number ? number - 1 : NONE;
}

void
callsfound(struct calls *c)
{
	mapfree(&c->blocks);
	free(c->ids);
	c->ids = NULL;
	c->idroom = 0;
	memset(c->lately, 0, sizeof(c->lately));
}

void
callsfree(struct calls *c)
{
	callsfound(c);
	free(c->p);
	free(c->longs);
	*c = (struct calls){ 0 };
}
