/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "color.h"
#include "json.h"

/* The names that Chrome's trace viewer reserves; any other one aborts its import of the whole trace. The misspelt one is Chrome's. */
static const char *const colors[] = {
	"thread_state_uninterruptible", "thread_state_iowait", "thread_state_running", "thread_state_runnable", "thread_state_sleeping",
	"thread_state_unknown", "background_memory_dump", "light_memory_dump", "detailed_memory_dump", "vsync_highlight_color", "generic_work",
	"good", "bad", "terrible", "black", "grey", "white", "yellow", "olive", "rail_response", "rail_animation", "rail_idle", "rail_load",
	"startup", "heap_dump_stack_frame", "heap_dump_object_type", "heap_dump_child_node_arrow", "cq_build_running", "cq_build_passed",
	"cq_build_failed", "cq_build_abandoned", "cq_build_attempt_runnig", "cq_build_attempt_passed", "cq_build_attempt_failed",
};

void
patternread(regex_t *pattern, const char *option, struct span text)
{
	char *copy = xmalloc(text.n + 1), why[256];
	int rc;

	if (memchr(text.p, '\0', text.n))
		dieusage("--%s: a pattern cannot hold a NUL", option);
	memcpy(copy, text.p, text.n);
	copy[text.n] = '\0';
	rc = regcomp(pattern, copy, REG_EXTENDED | REG_NOSUB);
	if (rc != 0) {
		regerror(rc, pattern, why, sizeof(why));
		dieusage("--%s: bad pattern '%s': %s", option, copy, why);
	}
	free(copy);
}

bool
patternmatch(const regex_t *pattern, struct span text)
{
	regmatch_t part = { .rm_so = 0, .rm_eo = (regoff_t)text.n };

	return regexec(pattern, text.p, 1, &part, REG_STARTEND) == 0;
}

/* The text of a file, with what the scanner wants behind it. */
static struct buf
readfile(const char *option, const char *path)
{
	struct buf text = { 0 };
	FILE *f = fopen(path, "r");
	size_t n;

	if (!f)
		die("--%s: %s:", option, path);
	do {
		n = fread(bufroom(&text, BUFSIZ), 1, BUFSIZ, f);
		text.n += n;
	} while (n > 0);
	if (ferror(f))
		die("--%s: %s:", option, path);
	fclose(f);
	return text;
}

static const char *
color(const char *option, struct span name)
{
	size_t count = sizeof(colors) / sizeof(*colors);
	const char *nearest;

	for (size_t i = 0; i < count; i++)
		if (spanis(name, colors[i]))
			return colors[i];
	nearest = clinearest(name.p, name.n, colors, count);
	if (nearest)
		dieusage("--%s: Chrome knows no colour '%.*s'; the nearest is '%s'", option, (int)name.n, name.p, nearest);
	dieusage("--%s: Chrome knows no colour '%.*s'; some it knows are good, bad, terrible, yellow, olive, grey, generic_work, startup, rail_load", option,
	    (int)name.n, name.p);
}

void
schemeread(struct scheme *s, const char *option, const char *text)
{
	struct buf source = { 0 }, stack = { 0 }, scratch = { 0 };
	struct span key, value;
	struct json j;
	size_t length;
	int more;

	if (text[0] == '@')
		source = readfile(option, text + 1);
	else
		bufstr(&source, text);
	length = source.n;
	memset(bufroom(&source, JSON_SLACK), 0, JSON_SLACK);
	jsonopen(&j, source.p, &stack);
	while ((more = jsonnext(&j, &key, &value)) > 0) {
		if (!jsonisstring(value))
			dieusage("--%s: the colour of '%.*s' is not a string", option, (int)key.n, key.p);
		s->rules = xreallocarray(s->rules, s->count + 1, sizeof(*s->rules));
		patternread(&s->rules[s->count].pattern, option, jsontext(key, &scratch));
		s->rules[s->count++].color = color(option, jsontext(value, &scratch));
	}
	if (more < 0)
		dieusage("--%s: not a JSON object of patterns and colours: %s (byte %zu)", option, j.why, (size_t)(j.p - source.p) + 1);
	if (jsonspace(j.p) != source.p + length)
		dieusage("--%s: text behind the JSON object (byte %zu)", option, (size_t)(jsonspace(j.p) - source.p) + 1);
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
		regfree(&s->rules[i].pattern);
	free(s->rules);
	*s = (struct scheme){ 0 };
}
