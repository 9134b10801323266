/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "names.h"

/* nst-step(1) has the same list. */
static const char *const usual[] = {
	"^ProfilerStep#(\\d+)", /* torch.profiler */
	"(?i)^(?:(?:global|train|training)[ _-]?)?(?:step|iteration|iter)[ _:#=-]*(\\d+)\\b",
	"(?i)^(?:train|training)?[ _-]?batch[ _:#=-]*(\\d+)\\b",
	"(?i)^(?:(?:train|training)[ _-]?)?(?:step|iteration|iter)$",
	"(?i)^(?:train|training)[ _-]?batch$",
};

static void
namesadd(struct stepnames *s, const char *option, const char *regex)
{
	s->p = xreallocarray(s->p, s->count + 1, sizeof(*s->p));
	patternread(&s->p[s->count++], option, spanof(regex));
}

void
stepnamesask(struct stepnames *s, const char *option, const char *regex)
{
	namesadd(s, option, regex);
}

void
stepnamesusual(struct stepnames *s)
{
	for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++)
		namesadd(s, "range", usual[i]);
}

int
stepnamesmatch(const struct stepnames *s, struct span name, int64_t *number)
{
	for (size_t i = 0; i < s->count; i++) {
		struct span group;

		if (!patternmatch(&s->p[i], name))
			continue;
		group = patterngroup(&s->p[i], 1, name);
		while (group.n > 1 && group.p[0] == '0') { /* 007 */
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
stepnamesfree(struct stepnames *s)
{
	for (size_t i = 0; i < s->count; i++)
		patternfree(&s->p[i]);
	free(s->p);
	*s = (struct stepnames){ 0 };
}
