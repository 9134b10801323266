/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "base/json.h"
#include "tablecheck.h"

struct span
tablecheckrecord(struct span object, struct buf *stack)
{
	struct span table = jsonmember(object, "table", stack);

	return table.n > 0 && *table.p == '{' ? table : (struct span){ NULL, 0 };
}

/* Returns true if an array has a string. */
static bool
tablehas(struct span array, const char *text, struct buf *stack)
{
	size_t n = strlen(text);
	struct span item;
	struct json j;

	if (array.n == 0 || *array.p != '[')
		return false;
	jsonopen(&j, array.p, stack);
	while (jsonitem(&j, &item) > 0)
		if (item.n == n + 2 && memcmp(item.p + 1, text, n) == 0)
			return true;
	return false;
}

bool
tablecheck(struct runtotals *t, struct span table, struct buf *stack, struct buf *why)
{
	static const struct {
		const char *member, *why;
	} cuts[] = {
		{ "over", "counts steps, not events: make it with --by step" },
		{ "top", "has only the first rows of each type: make it without --top" },
		{ "bins", "has a row for each part of time: make it without --bins" },
		{ "skip", "leaves out steps: make it without --skip" },
	};
	struct span by = jsonmember(table, "by", stack);
	struct totalsrun *run = &t->runs[t->runcount - 1];

	for (size_t i = 0; i < sizeof(cuts) / sizeof(*cuts); i++)
		if (jsonmember(table, cuts[i].member, stack).n > 0) {
			bufstr(why, cuts[i].why);
			return false;
		}
	if (tablehas(jsonmember(table, "not_additive", stack), "total", stack)) {
		bufstr(why, "counts an event in several rows (--by nvtx:all, or several --event), "
		    "so that its totals must not be added up");
		return false;
	}
	for (size_t i = 0; i < t->keycount; i++)
		if (!tablehas(by, t->keys[i]->name, stack)) {
			bufprintf(why, "is by %.*s and not by %s: give both the same --by",
			    (int)by.n, by.p, t->keys[i]->name);
			return false;
		}
	run->table = true;
	run->windowed = jsonmember(table, "from", stack).n > 0 ||
	    jsonmember(table, "to", stack).n > 0;
	run->patterns = stringintern(&t->patterns, jsonmember(table, "event", stack));
	return true;
}

void
tablecheckruns(const struct runtotals *t)
{
	for (size_t i = 0; i < t->runcount; i++)
		for (size_t j = 0; j < t->runcount; j++) {
			const struct totalsrun *table = &t->runs[i], *other = &t->runs[j];

			if (!table->table)
				continue;
			if (table->windowed != other->windowed)
				die("%s and %s cannot be compared: only one of them is cut to a "
				    "window", table->name, other->name);
			if (table->patterns != other->patterns)
				die("%s and %s cannot be compared: --event restricts them to other "
				    "names", table->name, other->name);
		}
}
