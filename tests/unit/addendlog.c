/* SPDX-License-Identifier: MIT */
/* addendlog.h: what is read are the addends that were saved, with the same groups, also if all groups
 * were removed meanwhile. groupspill.h: the least steps. */
#include <stdlib.h>
#include <string.h>

#include "sum/tally/addendlog.h"
#include "sum/tally/groupspill.h"
#include "tap.h"

enum { ADDENDS = 5000, NAMES = 300, SEGMENTS = 4 };

/* A group: its type, and a name or none. */
static uint32_t
find(struct groups *g, int64_t tid, uint64_t name)
{
	struct value values[BY_COUNT] = { [BY_TID] = { true, tid } };
	char text[24];

	snprintf(text, sizeof(text), "name %llu", (unsigned long long)name);
	if (name > 0)
		values[BY_NAME] = keytext(g, spanof(text));
	return groupsfind(g, values);
}

static int64_t
extreme(void)
{
	static const int64_t numbers[] = { 0, 0, 1, -1, INT64_MIN, INT64_MAX };

	return numbers[taprandom(sizeof(numbers) / sizeof(*numbers))];
}

/* An addend, and the group that it must have. */
struct expected {
	struct addend addend;
	int64_t tid;
	uint64_t name;
};

static struct expected
make(struct groups *g)
{
	struct expected e = { .tid = (int64_t)taprandom(5) - 2, .name = taprandom(NAMES) };

	e.addend = (struct addend){ .ts = taprandom(3) ? (int64_t)taprandom(1 << 30) : extreme(),
		.dur = taprandom(3) ? (int64_t)taprandom(1 << 20) : INT64_MAX,
		.kind = (enum addend_kind)taprandom(ADDEND_OPEN + 1),
		.number = { extreme(), extreme(), extreme() } };
	e.addend.group =
	    e.addend.kind < ADDEND_DENOMINATOR ? find(g, e.tid, e.name) : (uint32_t)taprandom(9);
	return e;
}

/* Returns true if an addend is the expected one, with the group's number in g. */
static bool
same(struct groups *g, const struct addend *got, const struct expected *e)
{
	uint32_t group = e->addend.group;

	if (e->addend.kind < ADDEND_DENOMINATOR)
		group = find(g, e->tid, e->name);
	return got->group == group && got->kind == e->addend.kind && got->ts == e->addend.ts &&
	    got->dur == e->addend.dur &&
	    memcmp(got->number, e->addend.number, sizeof(got->number)) == 0;
}

/* Saves the addends in some segments; the groups are removed after each. */
static void
save(struct addendlog *l, struct groups *g, struct expected *all)
{
	static struct addend some[ADDENDS];

	for (size_t i = 0, from = 0; i < ADDENDS; i++) {
		all[i] = make(g);
		some[i - from] = all[i].addend;
		if ((i + 1) % (ADDENDS / SEGMENTS) > 0)
			continue;
		addendlogsave(l, g, some, i + 1 - from);
		if (from == 0) /* a segment without addends */
			addendlogsave(l, g, NULL, 0);
		groupsclear(g);
		from = i + 1;
	}
}

/* Reads them. Before every so many, all groups are removed and made again. */
static void
readback(size_t every)
{
	static struct expected all[ADDENDS];
	struct groups g = { .subgroupkey = BY_BIN };
	struct addendlog l = { 0 };
	struct addend addend;
	size_t count = 0, bad = 0;

	groupsby(&g, BY_TID);
	groupsby(&g, BY_NAME);
	save(&l, &g, all);
	addendlogread(&l);
	while (addendlognext(&l, &g, &addend)) {
		bad += count == ADDENDS || !same(&g, &addend, &all[count]);
		count++;
		if (addend.kind < ADDEND_DENOMINATOR)
			groupssubgroup(&g, addend.group, (int64_t)taprandom(3));
		if (count % every > 0)
			continue;
		groupsclear(&g);
		find(&g, 7, taprandom(NAMES)); /* so that groups have other numbers */
		addendlogremake(&l, &g);
	}
	ok(count == ADDENDS && bad == 0, "%d addends, with groups made again after %zu", ADDENDS,
	    every);
	addendlogfree(&l);
	groupsfree(&g);
}

static void
leaststeps(size_t most)
{
	struct leaststeps x = { .most = most };
	bool seen[100] = { false };
	size_t next = 0;
	bool good = true;

	for (int i = 0; i < 400; i++) {
		uint64_t step = taprandom(100);

		if (step % 7 == 0)
			continue;
		seen[step] = true;
		leaststepsadd(&x, (int64_t)step - 50);
	}
	for (size_t i = 0; i < 100 && next < most; i++)
		if (seen[i])
			good = good && next < x.count && x.p[next++] == (int64_t)i - 50;
	ok(good && x.count == next, "the least %zu steps", most);
	free(x.p);
}

int
main(void)
{
	readback(ADDENDS + 1);
	readback(100);
	readback(1);
	leaststeps(1);
	leaststeps(20);
	leaststeps(1000);
	return tapend();
}
