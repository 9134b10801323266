/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "tablecheck.h"

struct span
tablecheckrecord(struct span object, struct buf *stack)
{
	struct span table = jsonmember(object, "table", stack);

	return table.n > 0 && *table.p == '{' ? table : (struct span){ NULL, 0 };
}

/* Returns true if a JSON string is a word. */
static bool
tablesame(struct span string, const char *word)
{
	return string.n == strlen(word) + 2 && memcmp(string.p + 1, word, string.n - 2) == 0;
}

/* Returns true if an array has a string. */
static bool
tablehas(struct span array, const char *text, struct buf *stack)
{
	struct span item;
	struct json j;

	if (array.n == 0 || *array.p != '[')
		return false;
	jsonopen(&j, array.p, stack);
	while (jsonitem(&j, &item) > 0)
		if (tablesame(item, text))
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
		{ "hist", "counts durations of each length: make it without --hist" },
		{ "skip", "leaves out steps: make it without --skip" },
	};
	struct span by = jsonmember(table, "by", stack), names;
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
	run->filtered = filteredvalue(jsonmember(table, "filtered", stack), stack);
	names = jsonmember(table, "names", stack);
	for (int i = 0; i < NAMESTYLE_COUNT && jsonisstring(names); i++)
		if (tablesame(names, namestyleword((enum namestyle)i)))
			run->names = namestyleword((enum namestyle)i);
	run->patterns = stringintern(&t->patterns, jsonmember(table, "event", stack));
	return true;
}

/* Returns true if groups are told apart by the names of kernels. */
static bool
bykernel(const struct runtotals *t)
{
	bool byname = false;

	for (size_t i = 0; i < t->keycount; i++)
		byname = byname || t->keys[i]->key == KEY_NAME;
	return byname && (!t->types || (t->types & EVTYPE(TYPE_KERNEL)));
}

/* Returns true if filters removed the same from two runs, as far as their types count. */
static bool
samefilters(const struct runtotals *t, const struct totalsrun *a, const struct totalsrun *b)
{
	uint64_t types = t->types ? t->types : ~UINT64_C(0);
	unsigned by = a->filtered.by ^ b->filtered.by;

	return !(by & ~FILTEREDBY(TYPE)) &&
	    !((a->filtered.without ^ b->filtered.without) & types);
}

/* Appends how a run was filtered. */
static void
putfilters(const struct totalsrun *run, struct buf *out)
{
	bufprintf(out, "%s (", run->name);
	if (run->filtered.by == 0)
		bufstr(out, "whole");
	filteredoptions(run->filtered, out);
	bufchar(out, ')');
}

/* Ends the program if one of two runs is a table; warns if both are streams. */
static void
differentfilters(const struct totalsrun *a, const struct totalsrun *b)
{
	struct buf text = { 0 };

	putfilters(a, &text);
	bufstr(&text, " and ");
	putfilters(b, &text);
	if (a->table || b->table)
		die("%.*s cannot be compared: they were filtered in different ways", (int)text.n,
		    text.p);
	warn("%.*s were filtered in different ways: what only one of them lacks is no change",
	    (int)text.n, text.p);
	free(text.p);
}

void
tablecheckruns(const struct runtotals *t)
{
	for (size_t i = 0; i < t->runcount; i++)
		for (size_t j = 0; j < t->runcount; j++) {
			const struct totalsrun *table = &t->runs[i], *other = &t->runs[j];

			if (bykernel(t) && table->names && other->names &&
			    strcmp(table->names, other->names) != 0)
				die("%s and %s cannot be compared: kernels have %s names in one "
				    "and %s names in the other: make both with the same --names",
				    table->name, other->name, table->names, other->names);
			if (i == 0 && !samefilters(t, table, other))
				differentfilters(table, other);
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
