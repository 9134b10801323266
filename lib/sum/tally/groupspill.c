/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "base/sortkey.h"
#include "groupspill.h"

/* The durations in a head, and in a chunk. */
enum { HEAD_DURATIONS = 16, CHUNK_DURATIONS = 2048 };

/* The part of groupspill.limit that the sort takes: the groups take half. */
enum { SORT_PART = 4 };

/* The bytes of the hash before a group key. */
enum { HASH = sizeof(uint64_t) };

/* What follows the group key in a record's key: where there are subgroups, if it is one, and its
 * value; then the kind of the record. */
enum { GROUP, SUBGROUP };
enum { HEAD, CHUNK };

void
leaststepsadd(struct leaststeps *x, int64_t step)
{
	size_t low = 0, high = x->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (x->p[middle] < step)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == x->most || (low < x->count && x->p[low] == step))
		return;
	x->count += x->count < x->most;
	GROW(x->p, x->room, x->count);
	memmove(x->p + low + 1, x->p + low, (x->count - 1 - low) * sizeof(*x->p));
	x->p[low] = step;
}

void
groupkeyput(struct buf *key, const struct groups *g, uint32_t group)
{
	const struct group *nodes[BY_COUNT];

	for (size_t i = g->depth; i-- > 0; group = g->groups[group].parent)
		nodes[i] = &g->groups[group];
	for (size_t i = 0; i < g->depth; i++) {
		int64_t number = nodes[i]->number;
		struct span text = { NULL, 0 };

		bufchar(key, nodes[i]->given);
		if (nodes[i]->given && keys[g->keys[i]].kind >= KEYKIND_TEXT) {
			text = stringat(&g->names, (uint32_t)number);
			protovarint(key, text.n);
			bufspan(key, text);
		} else if (nodes[i]->given) {
			bufmem(key, (const char *)&number, sizeof(number));
		}
	}
}

/* Parses the part of a key at p. Returns its end. */
static const char *
parsepart(const char *p, enum by by, struct keypart *part)
{
	uint64_t n;

	*part = (struct keypart){ .given = *p++ };
	if (!part->given)
		return p;
	if (keys[by].kind < KEYKIND_TEXT) {
		memcpy(&part->number, p, sizeof(part->number));
		return p + sizeof(part->number);
	}
	p = protoread(p, &n);
	part->text = (struct span){ p, (size_t)n };
	return p + n;
}

struct keypart
groupkeypart(const struct groups *g, struct span key, enum by by)
{
	struct keypart part = { .given = false };
	const char *p = key.p;

	for (size_t i = 0; i < g->depth; i++) {
		size_t before = (size_t)(p - key.p);

		p = parsepart(p, g->keys[i], &part);
		part.before = (struct span){ key.p, before };
		if (g->keys[i] == by)
			return part;
	}
	return (struct keypart){ .given = false };
}

void
groupkeyvalues(struct groups *g, struct span key, struct value values[BY_COUNT])
{
	const char *p = key.p;

	for (size_t i = 0; i < g->depth; i++) {
		enum by by = g->keys[i];
		struct keypart part;

		p = parsepart(p, by, &part);
		values[by] = (struct value){ part.given, part.number };
		if (part.given && keys[by].kind >= KEYKIND_TEXT)
			values[by] = keytext(g, part.text);
	}
}

/* Adds the durations of a group to the record, at most that many from a rank on, each as the
 * difference from the one before. Returns their number. */
static size_t
putdurations(struct groupspill *x, struct durations *t, uint64_t rank, size_t most)
{
	int64_t some[CHUNK_DURATIONS];
	size_t n = durationssorted(t, rank, some, most);

	protovarint(&x->value, n);
	for (size_t i = 0; i < n; i++)
		protovarint(&x->value, (uint64_t)(some[i] - (i > 0 ? some[i - 1] : 0)));
	return n;
}

/* Makes the key of the records of a group or subgroup, without their kind. Returns the length of
 * the group key. */
static size_t
makespillkey(struct groupspill *x, const struct groups *g, uint32_t group)
{
	const struct group *one = &g->groups[group];
	size_t end;

	x->key.n = 0;
	bufroom(&x->key, HASH);
	x->key.n = HASH;
	groupkeyput(&x->key, g, one->issubgroup ? one->parent : group);
	end = x->key.n;
	sortkeyuint(&x->key, stringhash((struct span){ x->key.p + HASH, end - HASH }));
	memcpy(x->key.p, x->key.p + end, HASH);
	x->key.n = end;
	if (x->subgroups)
		bufchar(&x->key, one->issubgroup ? SUBGROUP : GROUP);
	if (one->issubgroup)
		sortkeyint(&x->key, one->number);
	return end - HASH;
}

/* Adds the step of a group to x->steps. */
static void
notestep(struct groupspill *x, const struct groups *g, uint32_t group)
{
	struct value step = groupvalue(g, group, BY_STEP);

	if (step.given)
		leaststepsadd(&x->steps, step.number);
}

/* Spills a group. */
static void
spillgroup(struct groupspill *x, struct groups *g, uint32_t group)
{
	bool isstep = g->groups[group].issubgroup && g->subgroupkey == BY_STEP;
	struct durations *t = &g->groups[group].durations;
	uint64_t count = durationscount(t), rank;
	size_t length = makespillkey(x, g, group), end = x->key.n;

	if (x->steps.most > 0 && count > 0)
		notestep(x, g, group);
	x->value.n = 0;
	bufchar(&x->key, HEAD);
	protovarint(&x->value, length);
	protovarint(&x->value, x->before + (isstep ? g->groups[group].parent : group));
	protovarint(&x->value, count);
	rank = putdurations(x, t, 0, HEAD_DURATIONS);
	groupsumssave(&g->sums, g->groups[group].firstrecord, &x->value);
	recordsortadd(&x->sort, bufall(&x->key), 0, bufall(&x->value));
	while (rank < count) {
		int64_t ns;

		(void)durationssorted(t, rank, &ns, 1);
		x->key.n = end;
		x->value.n = 0;
		protovarint(&x->value, length);
		rank += putdurations(x, t, rank, CHUNK_DURATIONS);
		bufchar(&x->key, CHUNK);
		sortkeyint(&x->key, ns);
		recordsortadd(&x->sort, bufall(&x->key), 0, bufall(&x->value));
	}
}

/* Returns for each group whether it has steps, or NULL if groups have none. The caller frees the
 * array. */
static bool *
findstepped(const struct groups *g)
{
	bool *stepped;

	if (g->subgroupkey != BY_STEP)
		return NULL;
	stepped = xzalloc(g->count + 1, sizeof(*stepped));
	for (uint32_t i = 0; i < g->count; i++)
		if (g->groups[i].issubgroup)
			stepped[g->groups[i].parent] = true;
	return stepped;
}

/* Spills the groups that rows are made of. With bins these are only the subgroups. A group with
 * steps has nothing but its number, which its steps have, too. */
static void
spillgroups(struct groupspill *x, struct groups *g)
{
	bool *stepped = findstepped(g);

	for (uint32_t i = 0; i < g->count; i++) {
		const struct group *one = &g->groups[i];

		if (one->issubgroup || (one->complete && g->subgroupkey != BY_BIN &&
		    !(stepped && stepped[i])))
			spillgroup(x, g, i);
	}
	free(stepped);
}

void
groupspillall(struct groupspill *x, struct groups *g, struct groupmoves *moves)
{
	x->spilled = true;
	x->subgroups = g->subgroupkey != BY_COUNT;
	x->sort.memory = x->limit / SORT_PART;
	groupsflush(g);
	spillgroups(x, g);
	x->before += g->count;
	*moves = (struct groupmoves){ .old = *g, .groups = g };
	moves->moved = xzalloc(g->count, sizeof(*moves->moved));
	g->names = (struct stringtable){ 0 };
	g->nodes = (struct hashindex){ 0 };
	g->textcaches = NULL;
	g->groups = NULL;
	g->count = g->room = g->textcacheroom = 0;
	g->sums = (struct groupsums){ 0 };
	groupsclear(g);
}

uint32_t
groupsmovetext(struct groupmoves *m, uint32_t old)
{
	return stringintern(&m->groups->names, stringat(&m->old.names, old));
}

uint32_t
groupsmove(struct groupmoves *m, uint32_t old)
{
	const struct group *one = &m->old.groups[old];
	struct value values[BY_COUNT];
	uint32_t group;

	if (m->moved[old] > 0)
		return m->moved[old] - 1;
	for (size_t i = 0; i < m->old.depth; i++) {
		enum by by = m->old.keys[i];

		values[by] = groupvalue(&m->old, old, by);
		if (values[by].given && keys[by].kind >= KEYKIND_TEXT)
			values[by].number = groupsmovetext(m, (uint32_t)values[by].number);
	}
	group = groupsfind(m->groups, values);
	if (one->issubgroup)
		group = groupssubgroup(m->groups, group, one->number);
	m->moved[old] = group + 1;
	return group;
}

void
groupspillremade(struct groupspill *x, const struct groups *g)
{
	x->least = 2 * groupsbytes(g);
}

void
groupmovesend(struct groupspill *x, struct groupmoves *m)
{
	groupspillremade(x, m->groups);
	groupsmoveinto(m->groups, &m->old);
	free(m->moved);
}

/* Reads the durations of a record into x->durations. Returns the end of their bytes. */
static const char *
getdurations(struct groupspill *x, const char *p, struct spilledrecord *r)
{
	uint64_t n, step, ns = 0;

	p = protoread(p, &n);
	GROW(x->durations.p, x->durations.room, n);
	for (uint64_t i = 0; i < n; i++) {
		p = protoread(p, &step);
		x->durations.p[i] = (int64_t)(ns += step);
	}
	r->durations = x->durations.p;
	r->count = n;
	return p;
}

bool
groupspillnext(struct groupspill *x, struct spilledrecord *r)
{
	struct span key, value;
	const char *p, *kind;
	uint64_t length;

	if (!recordsortnext(&x->sort, &key, &value))
		return false;
	p = protoread(value.p, &length);
	kind = key.p + HASH + length;
	*r = (struct spilledrecord){ .key = { key.p + HASH, length } };
	if (x->subgroups)
		r->issubgroup = *kind++ == SUBGROUP;
	if (r->issubgroup) {
		r->subgroup = sortkeygetint(kind);
		kind += sizeof(r->subgroup);
	}
	r->ishead = *kind == HEAD;
	if (r->ishead) {
		p = protoread(p, &r->head.first);
		p = protoread(p, &r->head.count);
	}
	p = getdurations(x, p, r);
	if (r->ishead)
		r->head.sums = (struct span){ p, (size_t)(value.p + value.n - p) };
	return true;
}

void
groupspillfree(struct groupspill *x)
{
	recordsortfree(&x->sort);
	free(x->key.p);
	free(x->value.p);
	free(x->durations.p);
	free(x->steps.p);
	*x = (struct groupspill){ 0 };
}
