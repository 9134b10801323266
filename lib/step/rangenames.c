/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "rangenames.h"

/* nst-step(1) has the same list; a test compares them */
static const char *const defaults[] = {
	"^ProfilerStep#(\\d+)", /* torch.profiler */
	"(?i)^(?:(?:global|train|training)[ _-]?)?(?:step|iteration|iter)[ _:#=-]*(\\d+)\\b",
	"(?i)^(?:train|training)?[ _-]?batch[ _:#=-]*(\\d+)\\b",
	"(?i)^(?:(?:train|training)[ _-]?)?(?:step|iteration|iter)$",
	"(?i)^(?:train|training)[ _-]?batch$",
};

static void
addpattern(struct rangenames *r, const char *option, const char *regex)
{
	r->p = xreallocarray(r->p, r->count + 1, sizeof(*r->p));
	patternread(&r->p[r->count++], option, spanof(regex));
}

void
rangenamesadd(struct rangenames *r, const char *option, const char *regex)
{
	addpattern(r, option, regex);
}

void
rangenamesdefault(struct rangenames *r)
{
	for (size_t i = 0; i < sizeof(defaults) / sizeof(*defaults); i++)
		addpattern(r, "range", defaults[i]);
}

int
rangenamesmatch(const struct rangenames *r, struct span name, int64_t *number)
{
	for (size_t i = 0; i < r->count; i++) {
		struct span group;

		if (!patternmatch(&r->p[i], name))
			continue;
		group = patterngroup(&r->p[i], 1, name);
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
		patternfree(&r->p[i]);
	free(r->p);
	*r = (struct rangenames){ 0 };
}
