/* SPDX-License-Identifier: MIT */
/* map.h: the hash tables compared with linear search. */
#include <stdlib.h>

#include "base/map.h"
#include "tap.h"

enum { KEYS = 60000, OPERATIONS = 100000 };

/* Returns a different key for each i. The kinds: small integers; high bits only; a few bits of one
 * part and all of the other; both parts spread over 64 bits. */
static struct mapkey
key(uint64_t i, int kind)
{
	switch (kind) {
	case 0:
		return (struct mapkey){ i, 0 };
	case 1:
		return (struct mapkey){ 0, i << 40 };
	case 2:
		return (struct mapkey){ i % 251 << 56, i / 251 };
	default:
		return (struct mapkey){ i * 0x9E3779B97F4A7C15u, ~i };
	}
}

static void
operations(int kind)
{
	uint32_t *want = calloc(KEYS, sizeof(*want));
	bool *have = calloc(KEYS, sizeof(*have));
	struct map m = { 0 };
	size_t count = 0;
	int wrong = 0;

	if (!want || !have)
		exit(99);
	for (int i = 0; i < OPERATIONS; i++) {
		uint64_t k = taprandom(KEYS);
		bool fresh = false;
		uint32_t *v;

		if (taprandom(3) == 0) {
			v = mapget(&m, key(k, kind));
			wrong += have[k] ? !v || *v != want[k] : v != NULL;
			continue;
		}
		v = mapput(&m, key(k, kind), &fresh);
		wrong += fresh == have[k] || *v != want[k];
		count += !have[k];
		have[k] = true;
		want[k] = (uint32_t)i * 2654435761u;
		*v = want[k];
		wrong += m.used != count;
	}
	for (uint64_t k = 0; k < KEYS; k++) {
		uint32_t *v = mapget(&m, key(k, kind));

		wrong += have[k] ? !v || *v != want[k] : v != NULL;
	}
	ok(wrong == 0 && count > KEYS / 2, "100000 random operations on %zu keys of kind %d", count,
	    kind);
	mapclear(&m);
	wrong = 0;
	for (uint64_t k = 0; k < KEYS; k++)
		wrong += mapget(&m, key(k, kind)) != NULL;
	ok(wrong == 0 && m.used == 0 && m.slots, "no key of kind %d is left", kind);
	mapfree(&m);
	ok(!m.slots && m.used == 0 && !mapget(&m, key(1, kind)), "a freed map is empty");
	free(want);
	free(have);
}

static void
maps(void)
{
	struct map m = { 0 };
	bool fresh;
	uint32_t *v;

	ok(!mapget(&m, (struct mapkey){ 0, 0 }), "an empty map has no key 0");
	v = mapput(&m, (struct mapkey){ 0, 0 }, &fresh);
	ok(fresh && *v == 0, "a new key has the value 0");
	*v = UINT32_MAX;
	ok(!mapget(&m, (struct mapkey){ 0, 1 }) && !mapget(&m, (struct mapkey){ 1, 0 }),
	    "both parts of a key count");
	*mapput(&m, (struct mapkey){ 1, 2 }, &fresh) = 12;
	*mapput(&m, (struct mapkey){ 2, 1 }, &fresh) = 21;
	ok(fresh && *mapget(&m, (struct mapkey){ 1, 2 }) == 12 &&
	        *mapget(&m, (struct mapkey){ 2, 1 }) == 21,
	    "and which is which");
	v = mapput(&m, (struct mapkey){ 0, 0 }, &fresh);
	ok(!fresh && *v == UINT32_MAX, "a key that is not new keeps its value");
	v = mapput(&m, (struct mapkey){ UINT64_MAX, UINT64_MAX }, &fresh);
	ok(fresh && *v == 0 && mapget(&m, (struct mapkey){ UINT64_MAX, UINT64_MAX }) == v,
	    "the largest key");
	mapfree(&m);
	mapfree(&m);
	for (int kind = 0; kind < 4; kind++)
		operations(kind);
}

/* Returns a different string for each i: of all lengths, with NUL, some a prefix of others. */
static struct span
text(uint64_t i, char *p)
{
	size_t n = 0;

	for (; i > 0; i = (i - 1) / 3)
		p[n++] = "\0a\xFF"[(i - 1) % 3];
	return (struct span){ p, n };
}

static void
operationsonnames(void)
{
	uint32_t *want = calloc(KEYS, sizeof(*want)), recent[STRINGS_RECENT] = { 0 };
	struct stringtable names = { 0 };
	uint32_t count = 0;
	int wrong = 0;
	char p[64];

	if (!want)
		exit(99);
	for (int i = 0; i < OPERATIONS; i++) {
		uint64_t k = taprandom(taprandom(2) ? KEYS : 100);
		struct span s = text(k, p);
		uint32_t id = i % 2 == 0 ? stringintern(&names, s)
		                         : stringinternrecent(&names, s, recent);

		if (want[k] == 0)
			want[k] = ++count;
		wrong += id != want[k] - 1 || names.used != count;
	}
	for (uint64_t k = 0; k < KEYS; k++) {
		struct span s = text(k, p), got;

		wrong += stringisinterned(&names, s) != (want[k] > 0) || names.used != count;
		if (!want[k])
			continue;
		got = stringat(&names, want[k] - 1);
		wrong += got.n != s.n || (s.n > 0 && memcmp(got.p, s.p, s.n) != 0);
	}
	ok(wrong == 0 && count > KEYS / 2, "100000 random names, %u different", (unsigned)count);
	stringtablefree(&names);
	ok(names.used == 0 && stringintern(&names, (struct span){ "x", 1 }) == 0,
	    "freed names start again at 0");
	stringtablefree(&names);
	free(want);
}

static void
names(void)
{
	struct stringtable n = { 0 };
	char long1[1000], local[] = "abc";
	struct span got;

	ok(!stringisinterned(&n, (struct span){ "", 0 }), "no name is known at first");
	ok(stringintern(&n, (struct span){ "", 0 }) == 0, "the empty name may come first");
	got = stringat(&n, 0);
	ok(got.n == 0, "and has no bytes");
	ok(got.p, "but is not no name");
	ok(stringintern(&n, (struct span){ "", 0 }) == 0 && n.used == 1, "and is kept once");
	ok(stringintern(&n, (struct span){ "\0", 1 }) == 1 &&
	        stringintern(&n, (struct span){ "\0\0", 2 }) == 2 &&
	        stringintern(&n, (struct span){ "\0", 1 }) == 1,
	    "names of NUL");
	ok(stringintern(&n, (struct span){ "a\0b", 3 }) == 3 &&
	        stringintern(&n, (struct span){ "a\0c", 3 }) == 4 &&
	        stringintern(&n, (struct span){ "a", 1 }) == 5,
	    "names with NUL");
	ok(stringintern(&n, (struct span){ local, 3 }) == 6, "a name from a local array");
	local[0] = 'z';
	got = stringat(&n, 6);
	ok(got.n == 3 && memcmp(got.p, "abc", 3) == 0, "is copied");
	memset(long1, 'x', sizeof(long1));
	ok(stringintern(&n, (struct span){ long1, 1000 }) == 7 &&
	        stringintern(&n, (struct span){ long1, 999 }) == 8 &&
	        stringintern(&n, (struct span){ long1, 1000 }) == 7,
	    "long names");
	for (size_t i = 1; i <= 40; i++) {
		memset(long1, 'y', sizeof(long1));
		stringintern(&n, (struct span){ long1, i });
	}
	ok(n.used == 49, "lengths are told apart");
	for (size_t i = 0; i < 40; i++) {
		long1[i] = 'w';
		stringintern(&n, (struct span){ long1, 40 });
		long1[i] = 'y';
	}
	ok(n.used == 89, "each byte counts");
	stringtablefree(&n);
	stringtablefree(&n);
	operationsonnames();
}

int
main(void)
{
	maps();
	names();
	return tapend();
}
