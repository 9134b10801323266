/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "call.h"

static struct callblockkey
keyof(int64_t pid, int64_t corr)
{
	return (struct callblockkey){ pid, (uint64_t)corr / CALLS_PER_BLOCK };
}

static uint32_t
hashof(const struct callblockkey *key)
{
	return (uint32_t)maphash((struct mapkey){ (uint64_t)key->pid, key->ids });
}

static bool
samekey(const struct callblockkey *a, const struct callblockkey *b)
{
	return a->pid == b->pid && a->ids == b->ids;
}

void
callsinit(struct calls *c, struct pagepool *pool)
{
	*c = (struct calls){
		.calls = { .pool = pool, .size = sizeof(struct call) },
		.kinds = PAGEDSTRINGS(pool),
		.blocks = { .pool = pool, .size = sizeof(uint32_t[CALLS_PER_BLOCK]) },
		.keys = { .pool = pool, .size = sizeof(struct callblockkey) },
	};
}

/* Returns the slot of a block, or the free slot where it belongs. */
static uint32_t *
blockslot(const struct calls *c, const struct callblockkey *key, uint32_t hash)
{
	uint32_t at = hash, *slot;

	while (*(slot = hashindexprobe(&c->ids, hash, &at)))
		if (samekey(pagedread(&c->keys, hashindexget(&c->ids, slot)), key))
			break;
	return slot;
}

/* Makes room for one more block in the hash table. */
static void
growids(struct calls *c)
{
	if (!hashindexfull(&c->ids, c->keys.count))
		return;
	hashindexgrow(&c->ids);
	for (uint32_t i = 0; i < c->keys.count; i++) {
		const struct callblockkey *key = pagedread(&c->keys, i);
		uint32_t hash = hashof(key);

		hashindexset(&c->ids, blockslot(c, key, hash), hash, i);
		pagestrim(c->keys.pool);
	}
}

/* Finds a block, and remembers it in *used. Returns false if there is none. */
static bool
blockfind(const struct calls *c, const struct callblockkey *key, struct callblockused *used)
{
	uint32_t *slot;

	if (used->known && samekey(&used->key, key))
		return true;
	if (c->keys.count == 0 || !*(slot = blockslot(c, key, hashof(key))))
		return false;
	*used = (struct callblockused){ *key, hashindexget(&c->ids, slot), true };
	return true;
}

/* Enters a call into the index; it replaces an earlier call with the same id. */
static void
callidput(struct calls *c, int64_t pid, int64_t corr, uint32_t call)
{
	struct callblockkey key = keyof(pid, corr);
	struct callblockused *used = &c->added[(uint64_t)pid % CALL_BLOCKS_USED];

	if (!blockfind(c, &key, used)) {
		uint32_t block = (uint32_t)c->keys.count, hash = hashof(&key);

		growids(c);
		hashindexset(&c->ids, blockslot(c, &key, hash), hash, block);
		*(struct callblockkey *)pagedappend(&c->keys) = key;
		pagedappend(&c->blocks);
		*used = (struct callblockused){ key, block, true };
	}
	((uint32_t *)pagedwrite(&c->blocks, used->block))[(uint64_t)corr % CALLS_PER_BLOCK] =
	    call + 1;
}

/* Returns the id of a kind. */
static uint32_t
callkindid(struct calls *c, const struct callkind *kind)
{
	struct callkindused *used =
	    &c->kindsused[(kind->thread * 5 + kind->name) % CALL_KINDS_USED];

	if (!used->known || memcmp(&used->kind, kind, sizeof(*kind)) != 0)
		*used = (struct callkindused){ *kind,
			pagedintern(&c->kinds, (struct span){ (const char *)kind, sizeof(*kind) }),
			true };
	return used->id;
}

void
callsadd(struct calls *c, struct ranges *r, uint32_t thread, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS];
	struct callkind kind = {
		.thread = thread,
		.name = rangesname(r, ev),
		.ts = highhalf(ts),
	};
	uint32_t index = (uint32_t)c->calls.count;

	*(struct call *)appendindexed(&c->calls) = (struct call){
		.ts = (uint32_t)ts,
		.dur = durpack(&c->longdurs, index, evhas(ev, KEY_DUR) ? ev->number[KEY_DUR] : -1),
		.kind = callkindid(c, &kind) & NONE,
		.enclosing = { 0, NONE },
	};
	callidput(c, evnumber(ev, KEY_PID), ev->number[KEY_CORR], index);
}

uint32_t
callsfind(struct calls *c, int64_t pid, int64_t corr)
{
	struct callblockkey key = keyof(pid, corr);
	struct callblockused *used = &c->found[(uint64_t)pid % CALL_BLOCKS_USED];
	uint32_t call = 0;

	if (blockfind(c, &key, used))
		call = ((const uint32_t *)pagedread(&c->blocks, used->block))[
		    (uint64_t)corr % CALLS_PER_BLOCK];
	return call > 0 ? call - 1 : NONE;
}

void
callsdropindex(struct calls *c)
{
	pagedfree(&c->blocks);
	pagedfree(&c->keys);
	hashindexfree(&c->ids);
	for (size_t i = 0; i < CALL_BLOCKS_USED; i++)
		c->added[i].known = c->found[i].known = false;
}

void
callsfree(struct calls *c)
{
	callsdropindex(c);
	pagedfree(&c->calls);
	pagedstringsfree(&c->kinds);
	longdursfree(&c->longdurs);
}
