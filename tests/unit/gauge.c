/* SPDX-License-Identifier: MIT */
/* perfetto/gauge.h: what limits of merging would leave. */
#include "perfetto/gauge.h"
#include "tap.h"

static void
levels(void)
{
	bool good = gaugelimit(0) == 100;

	for (int i = 3; i < GAUGE_LEVELS; i++)
		good = good && gaugelimit(i) == gaugelimit(i - 3) * 10;
	ok(good, "limits are 1, 2 and 5 of each power of ten");
}

/* A group that is open at a limit. */
struct plaingroup {
	bool open;
	int64_t from;
	size_t alone; /* the size of its only item, bytes; 0 once it has several */
};

/* Counts an item in one level, as a gauge does in each. */
static void
plaintake(struct gaugelevel *level, struct plaingroup *group, const struct item *item,
    int64_t limit, size_t bytes)
{
	int64_t end = item->ts + item->dur;

	if (item->dur < limit && group->open && end - group->from <= limit) {
		level->groups += group->alone > 0;
		level->bytes -= group->alone;
		group->alone = 0;
		return;
	}
	*group = (struct plaingroup){ item->dur < limit, item->ts,
		item->shape == SHAPE_COUNTER ? 0 : bytes };
	level->bytes += bytes;
}

/* Random slices on two tracks, nested and beside each other, and values of a counter. The largest
 * time between two decides at which limits they fit into one group. */
static bool
likeplain(int64_t largest)
{
	struct plaingroup groups[3][GAUGE_LEVELS] = { 0 };
	struct gaugelevel levels[GAUGE_LEVELS] = { 0 };
	struct gauge g = { .log.items.limit = SIZE_MAX };
	struct item item = { .shape = SHAPE_SLICE, .category = spanof("nvtx") };
	bool good = true;

	for (int i = 0; i < 300; i++) {
		size_t bytes = 1 + (size_t)taprandom(7);

		item.track = (uint32_t)taprandom(3);
		item.shape = item.track == 2 ? SHAPE_COUNTER : SHAPE_SLICE;
		item.dur = item.track == 2 ? 0 : (int64_t)taprandom((uint32_t)largest);
		item.ts += (int64_t)taprandom((uint32_t)largest);
		gaugetake(&g, &item, bytes);
		for (int k = 0; k < GAUGE_LEVELS; k++)
			plaintake(&levels[k], &groups[item.track][k], &item, gaugelimit(k), bytes);
	}
	for (int k = 0; k < GAUGE_LEVELS; k++)
		good = good && g.levels[k].bytes == levels[k].bytes &&
		    g.levels[k].groups == levels[k].groups;
	gaugefree(&g);
	return good;
}

static void
plain(void)
{
	static const int64_t most[] = { 2, 30, 300, 10000, 1000000 };
	bool good = true;

	for (size_t i = 0; i < 50; i++)
		good = good && likeplain(most[i % (sizeof(most) / sizeof(*most))]);
	ok(good, "random items: a gauge counts as one without shortcuts does");
}

int
main(void)
{
	levels();
	plain();
	return tapend();
}
