/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "enclosing.h"
#include "program/cli.h"

void
enclosingselect(struct enclosingranges *a, const char *option, struct span selector)
{
	a->selector = xmalloc(selector.n + 1);
	memcpy(a->selector, selector.p, selector.n);
	a->selector[selector.n] = '\0';
	if (spanis(selector, "all")) {
		a->choice = ENCLOSING_ALL;
	} else if (strspn(a->selector, "0123456789") == selector.n) {
		a->choice = ENCLOSING_LEVEL;
		a->level = clinumber(option, a->selector, 1, INT32_MAX);
	} else {
		a->choice = ENCLOSING_PATTERN;
		patternread(&a->pattern, option, selector);
	}
}

/* Grows an array that is indexed by text; new elements are zero. */
static void *
enclosinggrow(const struct groups *g, void *array, size_t *room, size_t size)
{
	size_t before = *room;
	char *p = xgrow(array, room, g->names.used, size);

	memset(p + before * size, 0, (*room - before) * size);
	return p;
}

/* Returns true if the pattern matches a name in the stream. The result is cached for each name. */
static bool
enclosingmatches(struct enclosingranges *a, struct groups *g, struct span name)
{
	uint32_t text = stringintern(&g->names, name);

	a->matches = enclosinggrow(g, a->matches, &a->matchesroom, sizeof(*a->matches));
	if (a->matches[text] == 0)
		a->matches[text] = patternmatch(&a->pattern, name) ? 2 : 1;
	return a->matches[text] == 2;
}

/* Returns true if an event counts for the range of that level; a later one may replace it. */
static bool
enclosingchooses(struct enclosingranges *a, struct groups *g, struct span name, int64_t level)
{
	if (a->choice == ENCLOSING_LEVEL)
		return level == a->level;
	return a->choice != ENCLOSING_PATTERN || enclosingmatches(a, g, name);
}

/* Adds a range to those of an event, or replaces the one outside it. */
static void
enclosingadd(struct enclosingranges *a, struct groups *g, struct span name)
{
	struct value value =
	    keytext(g, g->namer ? groupname(g->namer, TYPE_NVTX, name, NULL) : name);

	a->matched = true;
	if (a->choice != ENCLOSING_ALL) {
		a->count = 0;
	} else {
		a->seen = enclosinggrow(g, a->seen, &a->seenroom, sizeof(*a->seen));
		if (a->seen[value.number] == a->scans)
			return;
		a->seen[value.number] = a->scans;
	}
	GROW(a->values, a->room, a->count + 1);
	a->values[a->count++] = value;
}

void
enclosingread(
    struct enclosingranges *a, struct groups *g, const struct event *ev, enum event_key key)
{
	struct span item, name;
	int64_t level = 0;
	struct json j;

	a->count = 0;
	a->scans++;
	if (evhas(ev, key) && *ev->value[key].p == '[') {
		jsonopen(&j, ev->value[key].p, ev->stack);
		while (jsonitem(&j, &item) > 0) {
			if (!jsonisstring(item))
				continue;
			name = jsontext(item, &g->scratch);
			if (enclosingchooses(a, g, name, ++level))
				enclosingadd(a, g, name);
		}
	}
	if (a->count == 0) {
		GROW(a->values, a->room, 1);
		a->values[a->count++] = (struct value){ false, 0 };
	}
}

void
enclosingforget(struct enclosingranges *a)
{
	free(a->matches);
	free(a->seen);
	a->matches = NULL;
	a->seen = NULL;
	a->matchesroom = a->seenroom = 0;
}

void
enclosingwarn(const struct enclosingranges *a, const char *key)
{
	if (a->matched)
		return;
	if (a->choice == ENCLOSING_PATTERN)
		warn("--by %s: no range around a launch matches '%s'", key, a->pattern.source);
	else if (a->choice == ENCLOSING_LEVEL)
		warn("--by %s: no launch has %lld ranges around it", key, (long long)a->level);
}

void
enclosingfree(struct enclosingranges *a)
{
	if (a->pattern.code)
		patternfree(&a->pattern);
	free(a->selector);
	free(a->matches);
	free(a->seen);
	free(a->values);
	*a = (struct enclosingranges){ 0 };
}
