/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "intern.h"

/* When all are forgotten, and the longest that is kept at all. */
enum { MOST = 1 << 15, BYTES = 1 << 24, LONGEST = 1 << 16 };

/* Where to guess: most strings are among few, and what they are is sooner compared than found. */
static struct guess *
guessat(struct intern *t, uint64_t space, struct span text)
{
	const unsigned char *p = (const unsigned char *)text.p;
	uint64_t glance = text.n > 0 ? p[0] * 3u + p[text.n / 2] * 29u + p[text.n - 1] * 7u : 0;

	return &t->guesses[(glance + text.n * 83 + space * 167) % (sizeof(t->guesses) / sizeof(*t->guesses))];
}

/* Whether a string came before: also when it did not, once in billions, which does no harm, and not when too many others came since. */
static bool
again(struct intern *t, uint64_t space, struct span text)
{
	uint64_t hash = (namehash(text) ^ space) * 0x9E3779B97F4A7C15u;
	uint32_t *seen = &t->seen[hash >> 48], part = (uint32_t)(hash >> 16);
	bool is = *seen == part;

	*seen = part;
	return is;
}

static void
forget(struct intern *t)
{
	namesfree(&t->names);
	memset(t->guesses, 0, sizeof(t->guesses));
}

/* The place of a string in names, with its number, which it gets if it has none. */
static uint32_t
place(struct intern *t, uint64_t space, uint32_t *last, struct span text, bool *fresh)
{
	size_t before;
	uint32_t name;

	if (t->names.used >= MOST || t->names.text.n >= BYTES)
		forget(t);
	t->key.n = 0;
	bufmem(&t->key, (const char *)&space, sizeof(space));
	bufspan(&t->key, text);
	before = t->names.used;
	name = nameput(&t->names, (struct span){ t->key.p, t->key.n });
	*fresh = t->names.used > before;
	if (*fresh) {
		t->ids = xgrow(t->ids, &t->room, t->names.used, sizeof(*t->ids));
		t->ids[name] = ++*last;
	}
	return name;
}

uint32_t
interned(struct intern *t, uint64_t space, uint32_t *last, struct span text, bool *fresh)
{
	struct guess *guess = guessat(t, space, text);
	uint32_t name;

	*fresh = false;
	if (guess->id && guess->n == text.n && guess->space == space && memcmp(t->names.text.p + guess->at, text.p, text.n) == 0)
		return guess->id;
	if (text.n > LONGEST || !again(t, space, text))
		return 0;
	name = place(t, space, last, text, fresh);
	*guess = (struct guess){ space, (size_t)(nameget(&t->names, name).p - t->names.text.p) + sizeof(space), text.n, t->ids[name] };
	return t->ids[name];
}

void
internfree(struct intern *t)
{
	namesfree(&t->names);
	free(t->ids);
	free(t->key.p);
	*t = (struct intern){ 0 };
}
