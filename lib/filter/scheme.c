/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "gpu/color.h"
#include "io/fd.h"
#include "io/in.h"
#include "scheme.h"

/* Returns the contents of a file. */
static struct buf
readfile(const char *option, const char *path)
{
	struct buf text = { 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		die("--%s: %s:", option, path);
	while ((n = fdread(fd, bufroom(&text, BUFSIZ), BUFSIZ)) > 0)
		text.n += (size_t)n;
	if (n < 0)
		die("--%s: %s:", option, path);
	close(fd);
	return text;
}

static const char *
color(const char *option, struct span name)
{
	const char *known = colorfind(name), *meant;

	if (known)
		return known;
	meant = colorsuggest(name);
	if (meant)
		dieusage("--%s: Chrome knows no colour '%.*s'; the nearest is '%s'", option,
		    (int)name.n, name.p, meant);
	dieusage(
	    "--%s: Chrome knows no colour '%.*s'; some it knows are good, bad, terrible, yellow, "
	    "olive, grey, generic_work, startup, rail_load",
	    option, (int)name.n, name.p);
}

void
schemeread(struct scheme *s, const char *option, const char *text)
{
	struct buf source = { 0 }, stack = { 0 }, scratch = { 0 };
	struct span key, value;
	struct json j;
	int more;

	if (text[0] == '@')
		source = readfile(option, text + 1);
	else
		bufstr(&source, text);
	jsonpad(&source);
	jsonopen(&j, source.p, &stack);
	while ((more = jsonnext(&j, &key, &value)) > 0) {
		if (!jsonisstring(value))
			dieusage("--%s: the colour of '%.*s' is not a string", option, (int)key.n,
			    key.p);
		s->rules = xreallocarray(s->rules, s->count + 1, sizeof(*s->rules));
		patternread(&s->rules[s->count].pattern, option, jsontext(key, &scratch));
		s->rules[s->count++].color = color(option, jsontext(value, &scratch));
	}
	if (more < 0)
		dieusage("--%s: not a JSON object of patterns and colours: %s (byte %zu)", option,
		    j.why, (size_t)(j.p - source.p) + 1);
	if (jsonspace(j.p) != source.p + source.n)
		dieusage("--%s: text after the JSON object (byte %zu)", option,
		    (size_t)(jsonspace(j.p) - source.p) + 1);
	free(source.p);
	free(stack.p);
	free(scratch.p);
}

const char *
schemecolor(const struct scheme *s, struct span name)
{
	for (size_t i = 0; i < s->count; i++)
		if (patternmatch(&s->rules[i].pattern, name))
			return s->rules[i].color;
	return NULL;
}

void
schemefree(struct scheme *s)
{
	for (size_t i = 0; i < s->count; i++)
		patternfree(&s->rules[i].pattern);
	free(s->rules);
	*s = (struct scheme){ 0 };
}
