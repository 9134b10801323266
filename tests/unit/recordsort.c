/* SPDX-License-Identifier: MIT */
/* recordsort.h and sortkey.h: compared with qsort of the same records. */
#include <stdlib.h>

#include "base/sortkey.h"
#include "io/recordsort.h"
#include "tap.h"

enum { RECORDS = 20000, GROUPS = 100, TEXT = 6 };

/* A record: a text of some letters and NULs, and two numbers. */
struct sample {
	char text[TEXT];
	size_t n;
	int64_t number;
	wide total;
};

static int
bysample(const void *a, const void *b)
{
	const struct sample *x = a, *y = b;
	int order = memcmp(x->text, y->text, x->n < y->n ? x->n : y->n);

	if (order == 0)
		order = (x->n > y->n) - (x->n < y->n);
	if (order == 0)
		order = (x->number > y->number) - (x->number < y->number);
	return order != 0 ? order : (x->total < y->total) - (x->total > y->total);
}

static void
makesample(struct sample *s)
{
	static const int64_t edges[] = { INT64_MIN, -1, 0, 1, INT64_MAX };

	*s = (struct sample){ .n = taprandom(TEXT), .number = (int64_t)taprandom(9) - 4 };
	for (size_t i = 0; i < s->n; i++)
		s->text[i] = "\0a\xff"[taprandom(3)];
	if (taprandom(4) == 0)
		s->number = edges[taprandom(sizeof(edges) / sizeof(*edges))];
	s->total = ((wide)taprandom(5) - 2) * ((wide)1 << 70) + (wide)taprandom(1000);
}

/* Sorts the samples with that many bytes of memory, and compares with qsort. */
static void
sorting(size_t memory, size_t count)
{
	struct sample *all = calloc(count + 1, sizeof(*all));
	struct recordsort sort = { .memory = memory };
	struct span record, value;
	struct buf key = { 0 };
	size_t n = 0, wrong = 0;

	if (!all)
		exit(99);
	for (size_t i = 0; i < count; i++) {
		size_t from;

		makesample(&all[i]);
		key.n = 0;
		sortkeytext(&key, (struct span){ all[i].text, all[i].n });
		sortkeyint(&key, all[i].number);
		from = key.n;
		sortkeywide(&key, all[i].total);
		sortkeyreverse(&key, from);
		recordsortadd(
		    &sort, bufall(&key), 0, (struct span){ (char *)&all[i], sizeof(*all) });
	}
	qsort(all, count, sizeof(*all), bysample);
	recordsortread(&sort);
	for (; recordsortnext(&sort, &record, &value); n++)
		wrong += n >= count || value.n != sizeof(*all) ||
		    memcmp(value.p, &all[n], sizeof(*all)) != 0;
	ok(n == count && wrong == 0, "%zu records with %zu bytes of memory: %zu, %zu wrong", count,
	    memory, n, wrong);
	recordsortfree(&sort);
	free(key.p);
	free(all);
}

/* Sorts keys with a long common beginning, of which many are equal, or the beginning of others. */
static void
alike(size_t memory, size_t common, size_t lengths)
{
	struct recordsort sort = { .memory = memory };
	struct span key, value;
	struct buf all = { 0 }, last = { 0 };
	size_t wrong = 0, n = 0;

	memset(bufroom(&all, common + lengths + 1), '\0', common + lengths + 1);
	for (size_t i = 0; i < RECORDS; i++) {
		char end = (char)taprandom(3);

		all.n = common + taprandom(lengths);
		bufchar(&all, end);
		recordsortadd(&sort, bufall(&all), 0, bufall(&all));
		all.p[all.n - 1] = '\0';
	}
	recordsortread(&sort);
	for (; recordsortnext(&sort, &key, &value); n++) {
		size_t least = key.n < last.n ? key.n : last.n;
		int order = least > 0 ? memcmp(last.p, key.p, least) : 0;

		wrong += !spansame(key, value) || order > 0 || (order == 0 && last.n > key.n);
		last.n = 0;
		bufspan(&last, key);
	}
	ok(n == RECORDS && wrong == 0, "%zu equal bytes and up to %zu others, with %zu: %zu wrong",
	    common, lengths, memory, wrong);
	recordsortfree(&sort);
	free(all.p);
	free(last.p);
}

/* Keeps the least records of each group, and compares their sums with those of all. Numbers of a
 * group ascend or descend: then all later records are dropped at once, or none. Every other one for
 * which recordsortdrops returns true is not added. */
static void
keeping(size_t memory, size_t keep, size_t groups, bool ascending)
{
	struct recordsort sort = { .memory = memory, .keep = keep };
	uint64_t numbers[GROUPS] = { 0 }, seen[GROUPS] = { 0 };
	struct span record, value;
	struct buf key = { 0 };
	size_t wrong = 0, missing = 0, dropped = 0;

	for (size_t i = 0; i < RECORDS; i++) {
		uint64_t group = taprandom(groups), number = numbers[group]++;

		key.n = 0;
		sortkeyuint(&key, group);
		sortkeyuint(&key, ascending ? number : ~number);
		if (i % 2 && recordsortdrops(&sort, bufall(&key), sizeof(uint64_t))) {
			dropped++;
			continue;
		}
		recordsortadd(&sort, bufall(&key), sizeof(uint64_t), bufall(&key));
	}
	recordsortread(&sort);
	while (recordsortnext(&sort, &record, &value)) {
		uint64_t group = sortkeygetuint(record.p);
		uint64_t number = sortkeygetuint(record.p + sizeof(uint64_t));
		uint64_t next = seen[group]++;

		wrong += !spansame(record, value) ||
		    number != (ascending ? next : ~(numbers[group] - 1 - next));
	}
	for (size_t i = 0; i < groups; i++)
		missing += seen[i] != (numbers[i] < keep ? numbers[i] : keep);
	if (groups == 1 && ascending && keep < RECORDS / 4 && memory > RECORDS)
		wrong += dropped < RECORDS / 4;
	ok(wrong == 0 && missing == 0, "the first %zu of each of %zu groups, %s, with %zu bytes",
	    keep, groups, ascending ? "ascending" : "descending", memory);
	recordsortfree(&sort);
	free(key.p);
}

/* The same in all ways. */
static void
keepings(size_t memory, size_t keep)
{
	static const size_t groups[] = { 1, 40, GROUPS };

	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
		keeping(memory, keep, groups[i], false);
		keeping(memory, keep, groups[i], true);
	}
}

int
main(void)
{
	static const size_t memories[] = { 1, 1000, 100000, 1 << 30 };

	for (size_t i = 0; i < sizeof(memories) / sizeof(*memories); i++) {
		sorting(memories[i], 0);
		sorting(memories[i], 1);
		sorting(memories[i], memories[i] == 1 ? 3000 : RECORDS);
		keepings(memories[i], 1);
		keepings(memories[i], 7);
		keepings(memories[i], RECORDS);
		if (memories[i] > 1) {
			alike(memories[i], 0, 1);
			alike(memories[i], 3, 30);
			alike(memories[i], 600, 9);
		}
	}
	return tapend();
}
