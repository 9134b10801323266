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
	char *replacement; /* as PCRE2 has it; NULL for a rule that is a function */
	bool global;
	void (*function)(struct buf *out, struct span name);
};

/* How many names are remembered with what they became. */
enum { REMEMBERED = 1 << 16 };

/* What people call the names of a framework or library without what differs each time. */
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
addrule(struct renamerules *r)
{
	r->rules = xreallocarray(r->rules, r->count + 1, sizeof(*r->rules));
	r->rules[r->count] = (struct renamerule){ 0 };
	return &r->rules[r->count++];
}

/* The part of a rule up to its delimiter, with an escaped delimiter as itself; moves behind it. */
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

/* A replacement of sed's as PCRE2 has it: \1 and & are groups, of which there are some, $ is
 * itself. */
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
addsed(struct renamerules *r, const char *option, const char *rule)
{
	struct renamerule *added = addrule(r);
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
		addsed(r, option, rule);
		return;
	}
	for (int i = 0; i < PRESETS; i++) {
		names[i] = presets[i].name;
		if (strcmp(rule, presets[i].name) != 0)
			continue;
		if (presets[i].rule)
			addsed(r, option, presets[i].rule);
		else
			addrule(r)->function = presets[i].function;
		return;
	}
	dieusage("--%s: '%s' is no rule such as s/, op_id = .*//, and no preset%s", option, rule,
	    spellingchoice(spanof(rule), names, PRESETS));
}

/* Applies all rules to a text; the result is in r->text. */
static void
apply(struct renamerules *r, struct span name)
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

	if (r->asked.used == REMEMBERED) {
		stringtablefree(&r->asked);
		stringtablefree(&r->results);
	}
	before = r->asked.used;
	id = stringintern(&r->asked, quoted);
	if (r->asked.used > before) {
		apply(r, jsontext(quoted, &scratch));
		jsonstring(&json, r->text.p, r->text.n);
		GROW(r->renamed, r->room, (size_t)id + 1);
		r->renamed[id] = stringintern(&r->results, bufall(&json));
		free(scratch.p);
		free(json.p);
	}
	return stringat(&r->results, r->renamed[id]);
}

/* Sets a key to what was put together for it. */
static void
set(struct event *ev, enum event_key key, struct buf *value)
{
	jsonpad(value);
	evset(ev, key, bufall(value));
}

/* Renames the members of an array of names. */
static void
setnames(struct renamerules *r, struct event *ev, enum event_key key, struct buf *value)
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
		set(ev, key, value);
}

/* Renames the call that launched an event. */
static void
setlaunch(struct renamerules *r, struct event *ev)
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
		set(ev, KEY_LAUNCH, value);
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
			set(ev, KEY_NAME, &r->name);
		}
	}
	setlaunch(r, ev);
	setnames(r, ev, KEY_NVTX, &r->nvtx);
	setnames(r, ev, KEY_CAPTURED, &r->captured);
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
