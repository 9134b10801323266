/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "call.h"

/* So many ids, one behind the other, have slots side by side: a line of the cache. */
enum { NEIGHBOURS = 16 };

static inline uint32_t
hashid(int64_t pid, int64_t corr)
{
	uint64_t block = (uint64_t)corr / NEIGHBOURS;
	uint64_t hash = mapspread((uint64_t)pid + mapspread(block));

	hash ^= hash >> 13; /* those that differ in the upper bits only have different slots */
	return (uint32_t)(hash >> 32) * NEIGHBOURS + (uint32_t)corr % NEIGHBOURS;
}

/* The correlation id of a call. */
static inline int64_t
callcorr(const struct calls *c, uint32_t call)
{
	return fromhalves(callkind(c, call)->corr, c->p[call].corr);
}

/* The slot of the call with an id, or the free one where it belongs. */
static inline uint32_t *
findid(const struct calls *c, int64_t pid, int64_t corr, uint32_t hash)
{
	uint32_t at = hash, *slot;

	while (*(slot = hashindexprobe(&c->ids, hash, &at))) {
		uint32_t call = hashindexget(&c->ids, slot);

		if (callcorr(c, call) == corr && callkind(c, call)->pid == pid)
			break;
	}
	return slot;
}

/* Puts a call into its slot, in the place of an earlier one with its id. */
static void
putid(struct calls *c, uint32_t call)
{
	int64_t pid = callkind(c, call)->pid, corr = callcorr(c, call);
	uint32_t hash = hashid(pid, corr);

	hashindexset(&c->ids, findid(c, pid, corr, hash), hash, call);
}

void
callsadd(struct calls *c, struct scopes *s, uint32_t thread, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], corr = ev->number[KEY_CORR];
	struct callkind kind = {
		.pid = evnumber(ev, KEY_PID),
		.thread = thread,
		.name = scopesname(s, ev),
		.ts = upperhalf(ts),
		.corr = upperhalf(corr),
	};
	struct span bytes = { (const char *)&kind, sizeof(kind) };
	uint32_t number = (uint32_t)c->count;

	c->p = numbered(c->p, c->count, &c->room, sizeof(*c->p));
	c->p[c->count++] = (struct call){
		.ts = (uint32_t)ts,
		.corr = (uint32_t)corr,
		.dur = durpack(&c->longdurs, number, evhas(ev, KEY_DUR) ? ev->number[KEY_DUR] : -1),
		.kind = stringinternlike(&c->kinds, bytes, &c->latestkind) & NONE,
		.around = { 0, NONE },
	};
	if (hashindexfull(&c->ids, number)) {
		hashindexgrow(&c->ids);
		for (uint32_t i = 0; i < number; i++)
			putid(c, i);
	}
	putid(c, number);
}

uint32_t
callsfind(const struct calls *c, int64_t pid, int64_t corr)
{
	uint32_t *slot;

	if (c->count == 0)
		return NONE;
	slot = findid(c, pid, corr, hashid(pid, corr));
	return *slot ? hashindexget(&c->ids, slot) : NONE;
}

void
callsfound(struct calls *c)
{
	hashindexfree(&c->ids);
}

void
callsfree(struct calls *c)
{
	free(c->p);
	stringtablefree(&c->kinds);
	longfree(&c->longdurs);
	hashindexfree(&c->ids);
	*c = (struct calls){ 0 };
}
