/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "rangenames.h"

/* nst-step(1) has the same list; a test compares them. Nearly all ranges of a profile are no steps:
 * the ASCII letters that a match may begin with rule most of them out. */
static const struct {
	const char *regex, *first;
} defaults[] = {
	{ "^ProfilerStep#(\\d+)", "P" }, /* torch.profiler */
	{ "(?i)^(?:(?:global|train|training)[ _-]?)?(?:step|iteration|iter)[ _:#=-]*(\\d+)\\b",
	    "GgTtSsIi" },
	{ "(?i)^(?:train|training)?[ _-]?batch[ _:#=-]*(\\d+)\\b", "TtBb _-" },
	{ "(?i)^(?:(?:train|training)[ _-]?)?(?:step|iteration|iter)$", "TtSsIi" },
	{ "(?i)^(?:train|training)[ _-]?batch$", "Tt" },
};

static void
addpattern(struct rangenames *r, const char *option, const char *regex, const char *first)
{
	struct rangepattern *p;

	r->p = xreallocarray(r->p, r->count + 1, sizeof(*r->p));
	p = &r->p[r->count++];
	p->first = first;
	for (int i = 0; i < 256; i++)
		r->begins[i] |= !first || i >= 0x80 || (i && strchr(first, i));
	patternread(&p->pattern, option, spanof(regex));
}

void
rangenamesadd(struct rangenames *r, const char *option, const char *regex)
{
	addpattern(r, option, regex, NULL);
}

void
rangenamesdefault(struct rangenames *r)
{
	for (size_t i = 0; i < sizeof(defaults) / sizeof(*defaults); i++)
		addpattern(r, "range", defaults[i].regex, defaults[i].first);
}

/* Returns true if a name may match a pattern, by its first byte. Letters that are not ASCII may be
 * equal to one of "first" in other case. r->begins has the answer for all patterns together. */
static inline bool
maymatch(const struct rangepattern *p, struct span name)
{
	if (!p->first)
		return true;
	return name.n > 0 && ((unsigned char)name.p[0] >= 0x80 ||
	    memchr(p->first, name.p[0], strlen(p->first)));
}

int
rangenamesmatch(const struct rangenames *r, struct span name, int64_t *number)
{
	if (name.n > 0 && !r->begins[(unsigned char)name.p[0]])
		return -1;
	for (size_t i = 0; i < r->count; i++) {
		struct span group;

		if (!maymatch(&r->p[i], name) || !patternmatch(&r->p[i].pattern, name))
			continue;
		group = patterngroup(&r->p[i].pattern, 1, name);
		/* jsonint refuses leading zeros, as in 007 */
		while (group.n > 1 && group.p[0] == '0') {
			group.p++;
			group.n--;
		}
		if (group.n == 0 || !jsonint(group, number) || *number < 0)
			*number = -1;
		return (int)i;
	}
	return -1;
}

void
rangenamesfree(struct rangenames *r)
{
	for (size_t i = 0; i < r->count; i++)
		patternfree(&r->p[i].pattern);
	free(r->p);
	*r = (struct rangenames){ 0 };
}
