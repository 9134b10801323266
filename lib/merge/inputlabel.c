/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "base/err.h"
#include "base/mem.h"
#include "inputlabel.h"
#include "program/cli.h"

/* Exclusive upper limit of ranks. */
#define RANK_LIMIT INT64_C(1000000000)

/* The most inputs that a message names. */
enum { NAMED_MOST = 4 };

static bool
isdecimal(char c)
{
	return c >= '0' && c <= '9';
}

/* Parses the digits at *p, and moves *p past them. Returns false if the number is too large. */
static bool
parserank(const char **p, int64_t *v)
{
	for (*v = 0; isdecimal(**p); (*p)++)
		if (*v < RANK_LIMIT)
			*v = *v * 10 + (**p - '0');
	return *v < RANK_LIMIT;
}

/* Returns the name of a file without folder and extensions; the caller frees it. */
static char *
inputname(const char *path)
{
	static const char *const endings[] = { ".gz", ".zst", ".xz", ".ndjson", ".jsonl", ".json",
		".sqlite", ".nsys-rep", ".qdrep" };
	const char *slash = strrchr(path, '/');
	char *name = xstrdup(slash && slash[1] ? slash + 1 : path);

	if (strcmp(name, "-") == 0) {
		free(name);
		return xstrdup("stdin");
	}
	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		size_t n = strlen(name), ending = strlen(endings[i]);

		if (n > ending && strcmp(name + n - ending, endings[i]) == 0)
			name[n - ending] = '\0';
	}
	return name;
}

/* Finds the number after the last "rank" in a name. */
static bool
rankbyword(const char *name, int64_t *rank)
{
	bool found = false;

	for (const char *p = name; (p = strcasestr(p, "rank"));) {
		int64_t v;

		p += 4;
		if (*p && strchr("-_.=", *p))
			p++;
		if (isdecimal(*p) && parserank(&p, &v)) {
			*rank = v;
			found = true;
		}
	}
	return found;
}

/* Returns the index of the first number, at or after the from-th, in which two names differ.
 * Numbers count from 0, and leading zeros do not matter. Returns -1 if the names differ in anything
 * but numbers before that, and -2 if they do not differ. */
static int
differingnumber(const char *a, const char *b, int from)
{
	for (int at = 0; *a || *b;) {
		int64_t x, y;

		if (isdecimal(*a) && isdecimal(*b)) {
			if (!parserank(&a, &x) || !parserank(&b, &y))
				return -1;
			if (x != y && at >= from)
				return at;
			at++;
		} else if (*a++ != *b++) {
			return -1;
		}
	}
	return -2;
}

/* Returns the number with the given index in a name. */
static int64_t
nthnumber(const char *name, int at)
{
	int64_t v = 0;

	while (*name) {
		if (!isdecimal(*name))
			name++;
		else if (parserank(&name, &v) && at-- == 0)
			break;
	}
	return v;
}

/* Sets the ranks to the one number in which all names differ, if there is one. */
static void
ranksbydifference(struct inputlabel *labels, size_t count)
{
	int at = count > 1 ? differingnumber(labels[0].name, labels[1].name, 0) : -1;

	for (size_t i = 1; i < count && at >= 0; i++)
		if (differingnumber(labels[0].name, labels[i].name, 0) != at ||
		    differingnumber(labels[0].name, labels[i].name, at + 1) != -2)
			at = -1;
	for (size_t i = 0; i < count && at >= 0; i++) {
		labels[i].hasrank = true;
		labels[i].rank = nthnumber(labels[i].name, at);
	}
}

static int
byrank(const void *a, const void *b)
{
	const struct inputlabel *x = *(struct inputlabel *const *)a,
	                        *y = *(struct inputlabel *const *)b;

	return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Returns true if two labels have the same rank. Then the numbers in the names are no ranks. */
static bool
hasduplicates(struct inputlabel *labels, size_t count)
{
	struct inputlabel **sorted = xreallocarray(NULL, count, sizeof(struct inputlabel *));
	bool found = false;

	for (size_t i = 0; i < count; i++)
		sorted[i] = &labels[i];
	qsort(sorted, count, sizeof(*sorted), byrank);
	for (size_t i = 1; i < count; i++)
		found = found || sorted[i - 1]->rank == sorted[i]->rank;
	free(sorted);
	return found;
}

struct inputlabel *
inputlabelsmake(char *const *paths, size_t count)
{
	struct inputlabel *labels = xzalloc(count, sizeof(*labels));
	size_t hasrank = 0;

	for (size_t i = 0; i < count; i++) {
		labels[i].name = inputname(paths[i]);
		labels[i].hasrank = rankbyword(labels[i].name, &labels[i].rank);
		hasrank += labels[i].hasrank;
	}
	if (hasrank == 0)
		ranksbydifference(labels, count);
	if ((hasrank != 0 && hasrank != count) || hasduplicates(labels, count))
		for (size_t i = 0; i < count; i++)
			labels[i].hasrank = false;
	return labels;
}

/* The state of parsing --label: done is the number of parsed items. */
struct labellist {
	struct inputlabel *labels;
	size_t count, done;
};

static void
addlabel(void *arg, const char *text, size_t n)
{
	struct labellist *l = arg;
	const char *at = memchr(text, '@', n), *end = at ? at : text + n, *p = text;
	struct inputlabel *label = &l->labels[l->done];
	struct buf host = { 0 };

	if (l->done++ >= l->count)
		return;
	label->hasrank = p < end;
	if (label->hasrank && (!isdecimal(*p) || !parserank(&p, &label->rank) || p != end))
		dieusage("--label: '%.*s' is not RANK, @HOST or RANK@HOST", (int)n, text);
	if (!at)
		return;
	if (at + 1 == text + n)
		dieusage("--label: '%.*s' names no host", (int)n, text);
	bufmem(&host, at + 1, (size_t)(text + n - at - 1));
	bufchar(&host, '\0');
	label->host = host.p;
}

void
inputlabelsset(struct inputlabel *labels, size_t count, const char *list)
{
	struct labellist l = { labels, count, 0 };

	clilist("label", list, addlabel, &l);
	if (l.done != count)
		dieusage("--label: %zu labels for %zu inputs", l.done, count);
}

void
inputlabelsnumber(struct inputlabel *labels, size_t count)
{
	bool any = false;

	for (size_t i = 0; i < count; i++)
		any = any || labels[i].hasrank;
	for (size_t i = 0; i < count && !any; i++) {
		labels[i].hasrank = labels[i].numbered = true;
		labels[i].rank = (int64_t)i;
	}
}

void
inputlabelswarn(const struct inputlabel *labels, size_t count)
{
	struct buf text = { 0 };

	for (size_t i = 0; i < count && i < NAMED_MOST; i++)
		bufprintf(&text, "%s%s is rank %zu", i > 0 ? ", " : "", labels[i].name, i);
	if (count > NAMED_MOST)
		bufstr(&text, ", and so on");
	warn("neither profiles nor file names give ranks: %.*s", (int)text.n, text.p);
	free(text.p);
}

void
inputlabelsfree(struct inputlabel *labels, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(labels[i].name);
		free(labels[i].host);
	}
	free(labels);
}
