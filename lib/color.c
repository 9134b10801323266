/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"
#include "color.h"
#include "in.h"
#include "json.h"

/* The names that Chrome's trace viewer reserves; any other one aborts its import of the whole
 * trace. The misspelt one is Chrome's. */
static const struct {
	const char *name;
	int rgb[3];
} colors[] = {
	{ "thread_state_uninterruptible", { 182, 125, 143 } },
	{ "thread_state_iowait", { 255, 140, 0 } },
	{ "thread_state_running", { 126, 200, 148 } },
	{ "thread_state_runnable", { 133, 160, 210 } },
	{ "thread_state_sleeping", { 240, 240, 240 } },
	{ "thread_state_unknown", { 199, 155, 125 } },
	{ "background_memory_dump", { 0, 180, 180 } },
	{ "light_memory_dump", { 0, 0, 180 } },
	{ "detailed_memory_dump", { 180, 0, 180 } },
	{ "vsync_highlight_color", { 0, 0, 255 } },
	{ "generic_work", { 125, 125, 125 } },
	{ "good", { 0, 125, 0 } },
	{ "bad", { 180, 125, 0 } },
	{ "terrible", { 180, 0, 0 } },
	{ "black", { 0, 0, 0 } },
	{ "grey", { 221, 221, 221 } },
	{ "white", { 255, 255, 255 } },
	{ "yellow", { 255, 255, 0 } },
	{ "olive", { 100, 100, 0 } },
	{ "rail_response", { 67, 135, 253 } },
	{ "rail_animation", { 244, 74, 63 } },
	{ "rail_idle", { 238, 142, 0 } },
	{ "rail_load", { 13, 168, 97 } },
	{ "startup", { 230, 230, 0 } },
	{ "heap_dump_stack_frame", { 128, 128, 128 } },
	{ "heap_dump_object_type", { 0, 0, 255 } },
	{ "heap_dump_child_node_arrow", { 204, 102, 0 } },
	{ "cq_build_running", { 255, 255, 119 } },
	{ "cq_build_passed", { 153, 238, 102 } },
	{ "cq_build_failed", { 238, 136, 136 } },
	{ "cq_build_abandoned", { 187, 187, 187 } },
	{ "cq_build_attempt_runnig", { 222, 222, 75 } },
	{ "cq_build_attempt_passed", { 103, 218, 35 } },
	{ "cq_build_attempt_failed", { 197, 81, 81 } },
};

enum { COLORS = sizeof(colors) / sizeof(*colors) };

const char *
colorknown(struct span name)
{
	for (int i = 0; i < COLORS; i++)
		if (spanis(name, colors[i].name))
			return colors[i].name;
	return NULL;
}

const char *
colornearest(int red, int green, int blue)
{
	int want[3] = { red, green, blue }, best = 0;
	long least = -1;

	for (int i = 0; i < COLORS; i++) {
		long away = 0;

		for (int j = 0; j < 3; j++)
			away += (long)(colors[i].rgb[j] - want[j]) * (colors[i].rgb[j] - want[j]);
		if (least < 0 || away < least) {
			least = away;
			best = i;
		}
	}
	return colors[best].name;
}

/* Where a bad pattern goes wrong: behind the longest part of it that is a pattern. */
static size_t
patternbad(char *pattern)
{
	size_t n = strlen(pattern);
	bool good = false;
	regex_t part;

	while (!good && n > 0) {
		char c = pattern[--n];

		pattern[n] = '\0';
		good = regcomp(&part, pattern, REG_EXTENDED | REG_NOSUB) == 0;
		if (good)
			regfree(&part);
		pattern[n] = c;
	}
	return n;
}

/* Ends the program: says what is wrong with a pattern, with a caret below the place. */
static void
patterndie(const char *option, char *pattern, const char *why)
{
	struct buf before = { 0 };
	size_t bad = patternbad(pattern), column = 0;

	bufprintf(&before, "%s: --%s: bad pattern '%.*s", errprogram(), option, (int)bad, pattern);
	for (size_t i = 0; i < before.n; i++)
		column += (unsigned char)before.p[i] < ' '
		    ? strlen("\\u001b")
		    : ((unsigned char)before.p[i] & 0xC0) != 0x80;
	dieusageat((int)column, "--%s: bad pattern '%s': %s", option, pattern, why);
}

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
	if (rc == REG_ESPACE)
		die("out of memory");
	if (rc != 0) {
		regerror(rc, pattern, why, sizeof(why));
		patterndie(option, copy, why);
	}
	free(copy);
}

bool
patternmatch(const regex_t *pattern, struct span text)
{
	regmatch_t part = { .rm_so = 0, .rm_eo = (regoff_t)text.n };
	bool matches;

	errno = 0;
	matches = regexec(pattern, text.p, 1, &part, REG_STARTEND) == 0;
	if (!matches && errno == ENOMEM) /* glibc returns REG_NOMATCH then, too */
		die("out of memory");
	return matches;
}

/* The text of a file, with what the scanner wants behind it. */
static struct buf
readfile(const char *option, const char *path)
{
	struct buf text = { 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		die("--%s: %s:", option, path);
	while ((n = inread(fd, bufroom(&text, BUFSIZ), BUFSIZ)) > 0)
		text.n += (size_t)n;
	if (n < 0)
		die("--%s: %s:", option, path);
	close(fd);
	return text;
}

static const char *
color(const char *option, struct span name)
{
	const char *names[COLORS], *nearest = colorknown(name);

	if (nearest)
		return nearest;
	for (int i = 0; i < COLORS; i++)
		names[i] = colors[i].name;
	nearest = clinearest(name.p, name.n, names, COLORS);
	if (nearest)
		dieusage("--%s: Chrome knows no colour '%.*s'; the nearest is '%s'", option,
		    (int)name.n, name.p, nearest);
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
			dieusage("--%s: the colour of '%.*s' is not a string", option, (int)key.n,
			    key.p);
		s->rules = xreallocarray(s->rules, s->count + 1, sizeof(*s->rules));
		patternread(&s->rules[s->count].pattern, option, jsontext(key, &scratch));
		s->rules[s->count++].color = color(option, jsontext(value, &scratch));
	}
	if (more < 0)
		dieusage("--%s: not a JSON object of patterns and colours: %s (byte %zu)", option,
		    j.why, (size_t)(j.p - source.p) + 1);
	if (jsonspace(j.p) != source.p + length)
		dieusage("--%s: text behind the JSON object (byte %zu)", option,
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
		regfree(&s->rules[i].pattern);
	free(s->rules);
	*s = (struct scheme){ 0 };
}
