/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/escape.h"
#include "base/json.h"
#include "stacktree.h"

void
stacktreeinit(struct stacktree *s)
{
	*s = (struct stacktree){ 0 };
	GROW(s->p, s->room, 1);
	s->p[s->count++] = (struct stacknode){ 0 };
}

uint32_t
stacktreetext(struct stacktree *s, struct span text)
{
	return stringintern(&s->frames, text);
}

/* Builds the text of a frame in s->text. */
static void
spell(struct stacktree *s, struct span name)
{
	struct buf *raw = &s->raw;

	raw->n = 0;
	s->text.n = 0;
	jsonutf8(raw, name);
	for (size_t i = 0; i < raw->n; i++)
		if (raw->p[i] == ';') {
			s->colons = true;
			raw->p[i] = ':';
		}
	escapetext(&s->text, bufall(raw));
}

uint32_t
stacktreeframe(struct stacktree *s, struct span name)
{
	size_t before = s->framenames.used;
	uint32_t id = stringintern(&s->framenames, name);

	if (s->framenames.used > before) {
		spell(s, name);
		if (s->text.n == 0)
			bufstr(&s->text, "(unnamed)");
		GROW(s->frameof, s->framesroom, (size_t)id + 1);
		s->frameof[id] = stringintern(&s->frames, bufall(&s->text));
	}
	return s->frameof[id];
}

uint32_t
stacktreepush(struct stacktree *s, uint32_t outer, uint32_t frame)
{
	uint32_t depth = s->p[outer].depth + 1, *stack;
	bool fresh;

	if (depth > STACKTREE_DEPTH) {
		s->cut = true;
		return outer;
	}
	stack = mapput(&s->stackids, (struct mapkey){ outer, frame }, &fresh);
	if (fresh) {
		if (s->count == UINT32_MAX)
			die("out of memory");
		*stack = (uint32_t)s->count;
		GROW(s->p, s->room, s->count + 1);
		s->p[s->count++] =
		    (struct stacknode){ .outer = outer, .frame = frame, .depth = depth };
	}
	return *stack;
}

bool
stacktreeadd(struct stacktree *s, uint32_t stack, uint64_t weight)
{
	if (weight > (uint64_t)INT64_MAX - s->total)
		return false;
	s->total += weight;
	s->p[stack].weight += weight;
	return true;
}

size_t
stacktreebytes(const struct stacktree *s)
{
	size_t text = sizeof(*s->frames.starts) + 2 * sizeof(*s->frames.slots.p);
	size_t stack = sizeof(*s->p) + 2 * (sizeof(struct mapkey) + 2 * sizeof(uint32_t));

	return s->frames.text.n + s->framenames.text.n + s->frames.used * text +
	    s->framenames.used * (text + sizeof(*s->frameof)) + s->count * stack;
}

/* A stack with its sort key: the stack around it, and the rank of its last frame. */
struct treeorder {
	uint32_t outer, rank, stack;
};

static int
stacktreebyplace(const void *a, const void *b)
{
	const struct treeorder *x = a, *y = b;

	if (x->outer != y->outer)
		return x->outer < y->outer ? -1 : 1;
	return (x->rank > y->rank) - (x->rank < y->rank);
}

static int
bybytes(const void *a, const void *b, void *arg)
{
	const struct stringtable *frames = arg;
	struct span x = stringat(frames, *(const uint32_t *)a);
	struct span y = stringat(frames, *(const uint32_t *)b);
	int order = memcmp(x.p, y.p, x.n < y.n ? x.n : y.n);

	return order ? order : (x.n > y.n) - (x.n < y.n);
}

/* Returns the position of each frame in byte order. The caller frees it. */
static uint32_t *
rank(const struct stringtable *frames)
{
	uint32_t *order = xzalloc(frames->used + 1, sizeof(*order));
	uint32_t *ranks = xzalloc(frames->used + 1, sizeof(*ranks));

	for (size_t i = 0; i < frames->used; i++)
		order[i] = (uint32_t)i;
	qsort_r(order, frames->used, sizeof(*order), bybytes, (void *)frames);
	for (size_t i = 0; i < frames->used; i++)
		ranks[order[i]] = (uint32_t)i;
	free(order);
	return ranks;
}

/* Returns all stacks but the empty one, sorted by the stack around them. The caller frees it. */
static struct treeorder *
stacktreesort(const struct stacktree *s)
{
	struct treeorder *places = xzalloc(s->count, sizeof(*places));
	uint32_t *ranks = rank(&s->frames);

	for (size_t i = 1; i < s->count; i++)
		places[i - 1] = (struct treeorder){
			s->p[i].outer, ranks[s->p[i].frame], (uint32_t)i
		};
	qsort(places, s->count - 1, sizeof(*places), stacktreebyplace);
	free(ranks);
	return places;
}

/* A stack on the path from the root to the current one. */
struct treepath {
	size_t next; /* an index into places: the next stack inside of it */
	uint32_t outer;
};

uint32_t *
stacktreeorder(const struct stacktree *s)
{
	struct treepath *open = xzalloc(STACKTREE_DEPTH + 2, sizeof(*open));
	/* an index into places: the first stack inside of each */
	size_t *first = xzalloc(s->count, sizeof(*first));
	uint32_t *order = xzalloc(s->count, sizeof(*order));
	size_t depth = 0, written = 0, last = s->count - 1;
	struct treeorder *places = stacktreesort(s);

	for (size_t i = last; i > 0; i--)
		first[places[i - 1].outer] = i - 1;
	while (written < last) {
		size_t at = open[depth].next++;
		uint32_t stack;

		if (at == last || places[at].outer != open[depth].outer) {
			depth--;
			continue;
		}
		stack = places[at].stack;
		order[written++] = stack;
		depth++;
		open[depth].outer = stack;
		open[depth].next = first[stack];
	}
	free(places);
	free(first);
	free(open);
	return order;
}

void
stacktreefree(struct stacktree *s)
{
	stringtablefree(&s->frames);
	stringtablefree(&s->framenames);
	free(s->frameof);
	free(s->text.p);
	free(s->raw.p);
	mapfree(&s->stackids);
	free(s->p);
	*s = (struct stacktree){ 0 };
}
