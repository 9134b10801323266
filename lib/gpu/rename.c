/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "base/pattern.h"
#include "base/spelling.h"
#include "kernelname.h"
#include "rename.h"

struct renamerule {
	struct pattern pattern;
	char *replacement; /* in the syntax of PCRE2; NULL for a function */
	bool global;
	void (*function)(struct buf *out, struct span name);
};

/* The number of names whose result is cached. */
enum { CACHED_MAX = 1 << 16 };

/* Presets: they remove the parts of a framework's names that differ in each call. */
static const struct {
	const char *name;
	const char *rule; /* NULL: the function */
	void (*function)(struct buf *out, struct span name);
} presets[] = {
	/* PyTorch's emit_nvtx: "aten::mm, seq = 12, op_id = 318133, sizes = [[2, 3], [3, 4]]" */
	{ "pytorch", "s/, (?:seq|op_id|input_op_ids|sizes) = .*$//", NULL },
	{ "kernel", NULL, kernelnameshort },
	/* ncclDevKernel_AllReduce_Sum_f32_RING_LL(...), ncclKernel_SendRecv_RING_SIMPLE_Sum */
	{ "nccl", "s/^nccl(?:Dev)?Kernel_([A-Za-z]+).*$/nccl\\1/", NULL },
};

enum { PRESETS = sizeof(presets) / sizeof(*presets) };

static struct renamerule *
renamenewrule(struct renamerules *r)
{
	r->rules = xreallocarray(r->rules, r->count + 1, sizeof(*r->rules));
	r->rules[r->count] = (struct renamerule){ 0 };
	return &r->rules[r->count++];
}

/* Returns the part of a rule up to the delimiter, with escaped delimiters unescaped; *p moves
 * behind it. The caller frees the result. */
static struct buf
renamepart(const char *option, const char *rule, const char **p, char delimiter)
{
	struct buf text = { 0 };

	for (; **p && **p != delimiter; ++*p) {
		if (**p == '\\' && (*p)[1] == delimiter)
			++*p;
		else if (**p == '\\' && (*p)[1])
			bufchar(&text, *(*p)++);
		bufchar(&text, **p);
	}
	if (!**p)
		dieusage("--%s: '%s' is no rule such as s/, op_id = .*//", option, rule);
	++*p;
	bufchar(&text, '\0');
	text.n--;
	return text;
}

/* Converts sed's replacement to PCRE2's: \1 and & become groups, and $ becomes $$. groups is the
 * number of groups of the pattern. The caller frees the result. */
static char *
replacement(const char *option, const char *text, unsigned groups)
{
	struct buf out = { 0 };

	for (; *text; text++) {
		if (*text == '$')
			bufstr(&out, "$$");
		else if (*text == '&')
			bufstr(&out, "${0}");
		else if (*text == '\\' && text[1] >= '0' && (unsigned)(text[1] - '0') <= groups)
			bufprintf(&out, "${%c}", *++text);
		else if (*text == '\\' && text[1] >= '0' && text[1] <= '9')
			dieusage("--%s: the pattern has no group %c", option, text[1]);
		else if (*text == '\\' && text[1])
			bufchar(&out, *++text);
		else
			bufchar(&out, *text);
	}
	bufchar(&out, '\0');
	return out.p;
}

static void
renameaddsed(struct renamerules *r, const char *option, const char *rule)
{
	struct renamerule *added = renamenewrule(r);
	const char *p = rule + 2;
	struct buf pattern = { 0 }, regex, text;
	bool caseless = false;

	regex = renamepart(option, rule, &p, rule[1]);
	text = renamepart(option, rule, &p, rule[1]);
	for (; *p; p++) {
		if (*p != 'g' && *p != 'i')
			dieusage("--%s: '%c' is no flag of a rule: they are g and i", option, *p);
		added->global = added->global || *p == 'g';
		caseless = caseless || *p == 'i';
	}
	bufstr(&pattern, caseless ? "(?i)" : "");
	bufspan(&pattern, bufall(&regex));
	patternread(&added->pattern, option, bufall(&pattern));
	added->replacement = replacement(option, text.p, patterngroups(&added->pattern));
	free(pattern.p);
	free(regex.p);
	free(text.p);
}

void
renameadd(struct renamerules *r, const char *option, const char *rule)
{
	const char *names[PRESETS];

	if (rule[0] == 's' && rule[1] && strchr("/|,:;!#@%~", rule[1])) {
		renameaddsed(r, option, rule);
		return;
	}
	for (int i = 0; i < PRESETS; i++) {
		names[i] = presets[i].name;
		if (strcmp(rule, presets[i].name) != 0)
			continue;
		if (presets[i].rule)
			renameaddsed(r, option, presets[i].rule);
		else
			renamenewrule(r)->function = presets[i].function;
		return;
	}
	dieusage("--%s: '%s' is no rule such as s/, op_id = .*//, and no preset%s", option, rule,
	    spellingchoice(spanof(rule), names, PRESETS));
}

/* Applies all rules to a name; the result is in r->text. */
static void
renameapply(struct renamerules *r, struct span name)
{
	r->text.n = 0;
	bufspan(&r->text, name);
	for (size_t i = 0; i < r->count; i++) {
		const struct renamerule *rule = &r->rules[i];
		struct buf before = r->text;

		r->text = r->other;
		r->text.n = 0;
		if (rule->function)
			rule->function(&r->text, bufall(&before));
		else
			patternreplace(&rule->pattern, bufall(&before), rule->replacement,
			    rule->global, &r->text);
		r->other = before;
	}
}

struct span
renamestring(struct renamerules *r, struct span quoted)
{
	struct buf scratch = { 0 }, json = { 0 };
	size_t before;
	uint32_t id;

	if (r->asked.used == CACHED_MAX) {
		stringtablefree(&r->asked);
		stringtablefree(&r->results);
	}
	before = r->asked.used;
	id = stringintern(&r->asked, quoted);
	if (r->asked.used > before) {
		renameapply(r, jsontext(quoted, &scratch));
		jsonstring(&json, r->text.p, r->text.n);
		GROW(r->renamed, r->room, (size_t)id + 1);
		r->renamed[id] = stringintern(&r->results, bufall(&json));
		free(scratch.p);
		free(json.p);
	}
	return stringat(&r->results, r->renamed[id]);
}

/* Sets a key to the value in the buffer. */
static void
renameset(struct event *ev, enum event_key key, struct buf *value)
{
	jsonpad(value);
	evset(ev, key, bufall(value));
}

/* Renames the members of an array of names. */
static void
renamearray(struct renamerules *r, struct event *ev, enum event_key key, struct buf *value)
{
	bool changed = false;
	struct span item;
	struct json j;

	if (!evhas(ev, key) || *ev->value[key].p != '[')
		return;
	value->n = 0;
	jsonopen(&j, ev->value[key].p, ev->stack);
	while (jsonitem(&j, &item) > 0) {
		struct span other = jsonisstring(item) ? renamestring(r, item) : item;

		bufchar(value, value->n == 0 ? '[' : ',');
		bufspan(value, other);
		changed = changed || !spansame(item, other);
	}
	bufstr(value, value->n == 0 ? "[]" : "]");
	if (changed)
		renameset(ev, key, value);
}

/* Renames the call that launched the event. */
static void
renamelaunch(struct renamerules *r, struct event *ev)
{
	struct buf *value = &r->launch;
	struct span key, item;
	bool changed = false;
	struct json j;

	if (!evhas(ev, KEY_LAUNCH) || *ev->value[KEY_LAUNCH].p != '{')
		return;
	value->n = 0;
	jsonopen(&j, ev->value[KEY_LAUNCH].p, ev->stack);
	while (jsonnext(&j, &key, &item) > 0) {
		bool name = spanis(key, "name") && jsonisstring(item);
		struct span other = name ? renamestring(r, item) : item;

		bufstr(value, value->n == 0 ? "{\"" : ",\"");
		bufspan(value, key);
		bufstr(value, "\":");
		bufspan(value, other);
		changed = changed || !spansame(item, other);
	}
	bufstr(value, value->n == 0 ? "{}" : "}");
	if (changed)
		renameset(ev, KEY_LAUNCH, value);
}

void
renameevent(struct renamerules *r, struct event *ev)
{
	struct span name;

	if (evhas(ev, KEY_NAME)) {
		name = renamestring(r, ev->value[KEY_NAME]);
		if (!spansame(name, ev->value[KEY_NAME])) {
			r->name.n = 0;
			bufspan(&r->name, name);
			renameset(ev, KEY_NAME, &r->name);
		}
	}
	renamelaunch(r, ev);
	renamearray(r, ev, KEY_NVTX, &r->nvtx);
	renamearray(r, ev, KEY_CAPTURED, &r->captured);
}

void
renamefree(struct renamerules *r)
{
	for (size_t i = 0; i < r->count; i++) {
		if (r->rules[i].pattern.code)
			patternfree(&r->rules[i].pattern);
		free(r->rules[i].replacement);
	}
	free(r->rules);
	stringtablefree(&r->asked);
	stringtablefree(&r->results);
	free(r->renamed);
	free(r->name.p);
	free(r->launch.p);
	free(r->nvtx.p);
	free(r->captured.p);
	free(r->text.p);
	free(r->other.p);
}
