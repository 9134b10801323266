/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "changes.h"

static void
addscale(struct changes *c, const char *option, struct span pattern, double factor)
{
	GROW(c->scales, c->room, c->count + 1);
	c->scales[c->count] = (struct timescale){ .factor = factor };
	patternread(&c->scales[c->count++].pattern, option, pattern);
}

/* Parses a factor, which is not negative, or ends the program. */
static double
factorof(const char *option, const char *text, const char *behind)
{
	char *end;
	double factor = strtod(text, &end);

	if (end == text || strcmp(end, behind) != 0 || !isfinite(factor) || factor < 0)
		dieusage("--%s: '%s' is not a factor such as %s%s", option, text, "0.5", behind);
	return factor;
}

void
changesscale(struct changes *c, const char *text)
{
	const char *equals = strrchr(text, '=');

	if (!equals || equals == text)
		dieusage("--scale: '%s' is not PATTERN=FACTOR", text);
	addscale(c, "scale", (struct span){ text, (size_t)(equals - text) },
	    factorof("scale", equals + 1, ""));
}

void
changesremove(struct changes *c, const char *text)
{
	addscale(c, "remove", (struct span){ text, strlen(text) }, 0);
}

void
changesbandwidth(struct changes *c, const char *text)
{
	static const char link[] = "nvlink=";
	double factor;

	if (strncmp(text, link, strlen(link)) != 0)
		dieusage("--bandwidth: '%s' is not nvlink=2x", text);
	factor = factorof("bandwidth", text + strlen(link), "x");
	if (factor == 0)
		dieusage("--bandwidth: a factor of 0 leaves no bandwidth");
	c->bandwidth = 1 / factor;
}

const struct timescale *
changesof(struct changes *c, uint32_t id, struct span name)
{
	size_t had = c->bynameroom;
	struct span text;

	if (c->count == 0 || id == UINT32_MAX)
		return NULL;
	if (id >= c->bynameroom) {
		GROW(c->byname, c->bynameroom, (size_t)id + 1);
		for (size_t i = had; i < c->bynameroom; i++)
			c->byname[i] = -1;
	}
	if (c->byname[id] < 0) {
		text = jsonisstring(name) ? jsontext(name, &c->scratch) : name;
		c->byname[id] = 0;
		for (size_t i = 0; i < c->count; i++)
			if (patternmatch(&c->scales[i].pattern, text)) {
				c->scales[i].matched = true;
				c->byname[id] = (int)i + 1;
			}
	}
	return c->byname[id] > 0 ? &c->scales[c->byname[id] - 1] : NULL;
}

bool
changesnone(const struct changes *c)
{
	return c->count == 0 && c->launch < 0 && c->bandwidth == 0 && !c->asynccopies &&
	    !c->equalranks;
}

void
changeswarn(const struct changes *c, const char *path)
{
	for (size_t i = 0; i < c->count; i++)
		if (!c->scales[i].matched)
			warn("%s: --%s: no name matches '%s'", path, c->scales[i].pattern.option,
			    c->scales[i].pattern.source);
}

void
changesfree(struct changes *c)
{
	for (size_t i = 0; i < c->count; i++)
		patternfree(&c->scales[i].pattern);
	free(c->scales);
	free(c->byname);
	free(c->scratch.p);
}
