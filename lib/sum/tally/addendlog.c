/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "addendlog.h"
#include "base/proto.h"

/* The byte that an addend begins with: its kind, and above it a bit for each number that is not
 * 0. */
enum { KIND_BITS = 5, NUMBERS = 3 };

/* The bytes that addendlogremake reads at once. */
enum { REMAKE_BLOCK = 1 << 16 };

/* Returns true if an addend has a group, and not the number of a denominator. */
static bool
hasgroup(enum addend_kind kind)
{
	return kind < ADDEND_DENOMINATOR;
}

/* Appends the record of an addend; group is the place of its group in the segment. */
static void
saveaddend(struct addendlog *l, const struct addend *addend, uint32_t group)
{
	unsigned given = 0;

	for (int i = 0; i < NUMBERS; i++)
		given |= (unsigned)(addend->number[i] != 0) << i;
	l->record.n = 0;
	bufchar(&l->record, (char)((unsigned)addend->kind | given << KIND_BITS));
	protovarint(&l->record, group);
	protovarint(&l->record, protozigzag((int64_t)((uint64_t)addend->ts - (uint64_t)l->ts)));
	protovarint(&l->record, (uint64_t)addend->dur);
	for (int i = 0; i < NUMBERS; i++)
		if (addend->number[i] != 0)
			protovarint(&l->record, protozigzag(addend->number[i]));
	l->ts = addend->ts;
	spillfileadd(&l->file, bufall(&l->record), (struct span){ NULL, 0 });
}

/* Appends the keys of the groups of a segment. Returns the place of each group; the caller frees
 * the array. */
static uint32_t *
savegroups(struct addendlog *l, const struct groups *g, size_t count)
{
	uint32_t *places = xreallocarray(NULL, g->count + 1, sizeof(*places)), used = 0;

	for (size_t i = 0; i < g->count; i++)
		if (g->groups[i].complete && !g->groups[i].issubgroup)
			places[i] = used++;
	l->record.n = 0;
	protovarint(&l->record, used);
	protovarint(&l->record, count);
	spillfileadd(&l->file, bufall(&l->record), (struct span){ NULL, 0 });
	for (uint32_t i = 0; i < g->count; i++)
		if (g->groups[i].complete && !g->groups[i].issubgroup) {
			l->record.n = 0;
			groupkeyput(&l->record, g, i);
			spillfileadd(&l->file, bufall(&l->record), (struct span){ NULL, 0 });
		}
	return places;
}

void
addendlogsave(
    struct addendlog *l, const struct groups *g, const struct addend *addends, size_t count)
{
	uint32_t *places = savegroups(l, g, count);

	l->ts = 0;
	for (size_t i = 0; i < count; i++)
		saveaddend(l, &addends[i],
		    hasgroup(addends[i].kind) ? places[addends[i].group] : addends[i].group);
	free(places);
}

void
addendlogread(struct addendlog *l)
{
	spillfileflush(&l->file);
	l->reader = (struct spillreader){ .file = &l->file, .end = l->file.written };
}

/* Reads the beginning of a segment, and makes its groups. Returns the number of its addends. */
static uint64_t
makegroups(struct addendlog *l, struct groups *g, struct spillreader *r)
{
	struct value values[BY_COUNT];
	uint64_t groups = 0, addends = 0;
	struct span record;

	if (spillfileread(r, &record))
		protoread(protoread(record.p, &groups), &addends);
	GROW(l->groups, l->room, groups);
	for (uint64_t i = 0; i < groups && spillfileread(r, &record); i++) {
		groupkeyvalues(g, record, values);
		l->groups[i] = groupsfind(g, values);
	}
	return addends;
}

bool
addendlognext(struct addendlog *l, struct groups *g, struct addend *addend)
{
	struct spillreader *r = &l->reader;
	uint64_t group, ts, dur;
	struct span record;
	unsigned first;
	const char *p;

	while (l->left == 0) {
		l->segment = r->at - (r->n - r->next);
		if (l->segment == r->end)
			return false;
		l->left = makegroups(l, g, r);
		l->ts = 0;
	}
	l->left--;
	if (!spillfileread(r, &record))
		return false;
	first = (unsigned char)*record.p;
	p = protoread(protoread(protoread(record.p + 1, &group), &ts), &dur);
	*addend = (struct addend){ .kind = first & ((1u << KIND_BITS) - 1), .dur = (int64_t)dur };
	for (int i = 0; i < NUMBERS; i++)
		if (first >> KIND_BITS & 1u << i) {
			uint64_t number;

			p = protoread(p, &number);
			addend->number[i] = protounzigzag(number);
		}
	l->ts = addend->ts = (int64_t)((uint64_t)l->ts + (uint64_t)protounzigzag(ts));
	addend->group = hasgroup(addend->kind) ? l->groups[group] : (uint32_t)group;
	return true;
}

void
addendlogremake(struct addendlog *l, struct groups *g)
{
	struct spillreader again = {
		.file = &l->file, .at = l->segment, .end = l->file.written, .block = REMAKE_BLOCK
	};

	makegroups(l, g, &again);
	free(again.p);
}

void
addendlogfree(struct addendlog *l)
{
	spillfilefree(&l->file);
	free(l->record.p);
	free(l->reader.p);
	free(l->groups);
	*l = (struct addendlog){ 0 };
}
