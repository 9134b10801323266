/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "base/sortkey.h"
#include "runtotals.h"

/* The part of totalsspill.limit that the sort takes, and that the groups take which are loaded: the
 * groups of a stream take half. */
enum { SORT_PART = 4, LOAD_PART = 8 };

/* The bytes of the hash before a group, and of what follows it: the kind of the record and the part
 * of a cell or the run of calls, as one number; and the number of the record. */
enum { HASH = sizeof(uint64_t), SUFFIX = 2 * sizeof(uint64_t) };

/* The bits of a part or run in the first of these numbers. */
enum { NUMBER_BITS = 32 };

enum recordkind { RECORD_CELL, RECORD_CALLS };

/* The bytes of an entry of a map: its slots are at least half full. */
enum { MAP_ENTRY = 2 * (sizeof(struct mapkey) + 2 * sizeof(uint32_t)) };

static size_t
totalsbytes(const struct runtotals *t)
{
	size_t group = sizeof(*t->groups.starts) + 2 * sizeof(*t->groups.slots.p);

	return t->groups.used * group + t->groups.text.n +
	    t->cellcount * (sizeof(*t->cells) + MAP_ENTRY) +
	    t->callscount * (sizeof(*t->calls) + MAP_ENTRY) + t->batchbytes;
}

/* Adds x->value as a record of a group. */
static void
putrecord(struct runtotals *t, uint32_t group, enum recordkind kind, uint32_t number, uint64_t at)
{
	struct totalsspill *x = &t->spill;
	struct span text = stringat(&t->groups, group);

	x->key.n = 0;
	sortkeyuint(&x->key, stringhash(text));
	bufspan(&x->key, text);
	sortkeyuint(&x->key, (uint64_t)kind << NUMBER_BITS | number);
	sortkeyuint(&x->key, at);
	recordsortadd(&x->sort, bufall(&x->key), 0, bufall(&x->value));
}

/* Spills and removes all groups. */
static void
spillall(struct runtotals *t)
{
	struct totalsspill *x = &t->spill;

	x->spilled = true;
	x->sort.memory = x->limit / SORT_PART;
	for (size_t i = 0; i < t->cellcount; i++) {
		const struct totalscell *c = &t->cells[i];

		x->value.n = 0;
		protowide(&x->value, c->total);
		protovarint(&x->value, c->count);
		putrecord(t, c->group, RECORD_CELL, c->part, 0);
	}
	for (size_t i = 0; i < t->callscount; i++) {
		const struct totalscalls *c = &t->calls[i];

		for (uint64_t saved = 0; saved < c->batches.calls;) {
			x->value.n = 0;
			saved = batchessave(&c->batches, saved, &x->value);
			putrecord(t, c->group, RECORD_CALLS, c->run, x->records++);
		}
	}
	totalsgroupsclear(t);
}

void
totalsspillcheck(struct runtotals *t)
{
	const struct totalsspill *x = &t->spill;

	if (x->limit > 0 && totalsbytes(t) > recordsorttable(x->limit, x->spilled))
		spillall(t);
}

static void
readrecord(struct totalsspill *x)
{
	x->more = recordsortnext(&x->sort, &x->nextkey, &x->nextvalue);
}

void
totalsspillread(struct runtotals *t)
{
	struct totalsspill *x = &t->spill;

	spillall(t);
	recordsortread(&x->sort);
	readrecord(x);
}

/* Adds the value of a cell's record to the last cell, or to a new one. */
static void
loadcell(struct runtotals *t, uint32_t group, uint32_t part, struct span value)
{
	struct totalscell *last = t->cellcount > 0 ? &t->cells[t->cellcount - 1] : NULL;
	uint64_t count;
	wide total;

	(void)protoread(protoreadwide(value.p, &total), &count);
	if (!last || last->group != group || last->part != part) {
		GROW(t->cells, t->cellroom, t->cellcount + 1);
		last = &t->cells[t->cellcount++];
		*last = (struct totalscell){ .group = group, .part = part };
	}
	last->count += count;
	last->total += total;
}

/* Adds the next record to a group. */
static void
loadrecord(struct runtotals *t, uint32_t group)
{
	struct totalsspill *x = &t->spill;
	uint64_t both = sortkeygetuint(x->nextkey.p + x->nextkey.n - SUFFIX);
	uint32_t number = (uint32_t)both;

	if (both >> NUMBER_BITS == RECORD_CALLS)
		batchesload(totalsgroupsbatches(t, group, number), x->nextvalue);
	else
		loadcell(t, group, number, x->nextvalue);
}

bool
totalsspillload(struct runtotals *t)
{
	struct totalsspill *x = &t->spill;

	totalsgroupsclear(t);
	while (x->more) {
		struct span text = { x->nextkey.p + HASH, x->nextkey.n - HASH - SUFFIX };
		uint32_t group = (uint32_t)t->groups.used;

		if (group > 0 && spansame(text, stringat(&t->groups, group - 1)))
			group--;
		else if (group > 0 && totalsbytes(t) > x->limit / LOAD_PART)
			break;
		else
			stringintern(&t->groups, text);
		loadrecord(t, group);
		readrecord(x);
	}
	return t->groups.used > 0;
}

void
totalsspillfree(struct totalsspill *x)
{
	recordsortfree(&x->sort);
	free(x->key.p);
	free(x->value.p);
	*x = (struct totalsspill){ 0 };
}
