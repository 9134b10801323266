/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "inputlabel.h"
#include "program/cli.h"

/* Ranks must be smaller. */
#define RANKS INT64_C(1000000000)

static bool
digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Reads the number at p and advances past it. Returns false if it is too large. */
static bool
tagsnumber(const char **p, int64_t *v)
{
	for (*v = 0; digit(**p); (*p)++)
		if (*v < RANKS)
			*v = *v * 10 + (**p - '0');
	return *v < RANKS;
}

/* Returns the file name without folder and suffix. The caller frees it. */
static char *
basename_(const char *path)
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
byword(const char *name, int64_t *rank)
{
	bool found = false;

	for (const char *p = name; (p = strcasestr(p, "rank"));) {
		int64_t v;

		p += 4;
		if (*p && strchr("-_.=", *p))
			p++;
		if (digit(*p) && tagsnumber(&p, &v)) {
			*rank = v;
			found = true;
		}
	}
	return found;
}

/* Returns the index of the first number that differs between two names; leading zeros do not count.
 * Returns -1 if the names differ elsewhere first, -2 if they do not differ. */
static int
differs(const char *a, const char *b, int from)
{
	for (int at = 0; *a || *b;) {
		int64_t x, y;

		if (digit(*a) && digit(*b)) {
			if (!tagsnumber(&a, &x) || !tagsnumber(&b, &y))
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

/* Finds the number with this index in a name. */
static int64_t
nth(const char *name, int at)
{
	int64_t v = 0;

	while (*name) {
		if (!digit(*name))
			name++;
		else if (tagsnumber(&name, &v) && at-- == 0)
			break;
	}
	return v;
}

/* Sets the ranks from the only number in which all names differ. */
static void
bydifference(struct inputlabel *labels, size_t count)
{
	int at = count > 1 ? differs(labels[0].name, labels[1].name, 0) : -1;

	for (size_t i = 1; i < count && at >= 0; i++)
		if (differs(labels[0].name, labels[i].name, 0) != at ||
		    differs(labels[0].name, labels[i].name, at + 1) != -2)
			at = -1;
	for (size_t i = 0; i < count && at >= 0; i++) {
		labels[i].ranked = true;
		labels[i].rank = nth(labels[i].name, at);
	}
}

static int
byrank(const void *a, const void *b)
{
	const struct inputlabel *x = *(struct inputlabel *const *)a;
	const struct inputlabel *y = *(struct inputlabel *const *)b;

	return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Returns true if two labels have the same rank. Then the names do not contain ranks. */
static bool
repeated(struct inputlabel *labels, size_t count)
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
	size_t ranked = 0;

	for (size_t i = 0; i < count; i++) {
		labels[i].name = basename_(paths[i]);
		labels[i].ranked = byword(labels[i].name, &labels[i].rank);
		ranked += labels[i].ranked;
	}
	if (ranked == 0)
		bydifference(labels, count);
	if ((ranked != 0 && ranked != count) || repeated(labels, count))
		for (size_t i = 0; i < count; i++)
			labels[i].ranked = false;
	return labels;
}

/* State of the parser of --label. */
struct tagging {
	struct inputlabel *labels;
	size_t count, done;
};

static void
set(void *arg, const char *text, size_t n)
{
	struct tagging *l = arg;
	const char *at = memchr(text, '@', n), *end = at ? at : text + n, *p = text;
	struct inputlabel *label = &l->labels[l->done];
	struct buf host = { 0 };

	if (l->done++ >= l->count)
		return;
	label->ranked = p < end;
	if (label->ranked && (!digit(*p) || !tagsnumber(&p, &label->rank) || p != end))
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
	struct tagging l = { labels, count, 0 };

	clilist("label", list, set, &l);
	if (l.done != count)
		dieusage("--label: %zu labels for %zu inputs", l.done, count);
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
