/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "call.h"

/* Sixteen consecutive ids have consecutive slots, which share a cache line of 64 bytes. */
enum { IDS_PER_LINE = 16 };

static inline uint32_t
callidhash(int64_t pid, int64_t corr)
{
	uint64_t block = (uint64_t)corr / IDS_PER_LINE;
	uint64_t hash = mapspread((uint64_t)pid + mapspread(block));

	hash ^= hash >> 13; /* keys that differ only in their high bits must not collide */
	return (uint32_t)(hash >> 32) * IDS_PER_LINE + (uint32_t)corr % IDS_PER_LINE;
}

static inline int64_t
callcorr(const struct calls *c, uint32_t call)
{
	return joinhalves(callkind(c, call)->corr, c->p[call].corr);
}

/* Returns the slot of the call with this id, or the free slot where it belongs. */
static inline uint32_t *
callidslot(const struct calls *c, int64_t pid, int64_t corr, uint32_t hash)
{
	uint32_t at = hash, *slot;

	while (*(slot = hashindexprobe(&c->ids, hash, &at))) {
		uint32_t call = hashindexget(&c->ids, slot);

		if (callcorr(c, call) == corr && callkind(c, call)->pid == pid)
			break;
	}
	return slot;
}

/* Enters a call into the hash table; it replaces an earlier call with the same id. */
static void
callidput(struct calls *c, uint32_t call)
{
	int64_t pid = callkind(c, call)->pid, corr = callcorr(c, call);
	uint32_t hash = callidhash(pid, corr);

	hashindexset(&c->ids, callidslot(c, pid, corr, hash), hash, call);
}

void
callsadd(struct calls *c, struct ranges *r, uint32_t thread, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], corr = ev->number[KEY_CORR];
	struct callkind kind = {
		.pid = evnumber(ev, KEY_PID),
		.thread = thread,
		.name = rangesname(r, ev),
		.ts = highhalf(ts),
		.corr = highhalf(corr),
	};
	struct span bytes = { (const char *)&kind, sizeof(kind) };
	uint32_t index = (uint32_t)c->count;

	c->p = growindexed(c->p, c->count, &c->room, sizeof(*c->p));
	c->p[c->count++] = (struct call){
		.ts = (uint32_t)ts,
		.corr = (uint32_t)corr,
		.dur = durpack(&c->longdurs, index, evhas(ev, KEY_DUR) ? ev->number[KEY_DUR] : -1),
		.kind = stringinternlike(&c->kinds, bytes, &c->lastkind) & NONE,
		.enclosing = { 0, NONE },
	};
	if (hashindexfull(&c->ids, index)) {
		hashindexgrow(&c->ids);
		for (uint32_t i = 0; i < index; i++)
			callidput(c, i);
	}
	callidput(c, index);
}

uint32_t
callsfind(const struct calls *c, int64_t pid, int64_t corr)
{
	uint32_t *slot;

	if (c->count == 0)
		return NONE;
	slot = callidslot(c, pid, corr, callidhash(pid, corr));
	return *slot ? hashindexget(&c->ids, slot) : NONE;
}

void
callsdropindex(struct calls *c)
{
	hashindexfree(&c->ids);
}

void
callsfree(struct calls *c)
{
	free(c->p);
	stringtablefree(&c->kinds);
	longdursfree(&c->longdurs);
	hashindexfree(&c->ids);
	*c = (struct calls){ 0 };
}
