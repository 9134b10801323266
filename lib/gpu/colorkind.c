/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "colorkind.h"
#include "workkind.h"

/* The first pattern that matches counts: attention and convolutions have matrix products in their
 * names. Communication has the patterns of workkind.c, too. */
static const struct colorkind kinds[] = {
	{ "communication", "Peer-to-Peer|PtoP", EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_MEMCPY),
	    EVTYPE(TYPE_COLLECTIVE), "rail_idle" },
	{ "attention", "flash|fmha|attention|attn|sdpa|mha_", EVTYPE(TYPE_KERNEL), 0,
	    "detailed_memory_dump" },
	{ "convolution", "conv(?!ert)|winograd|fprop|dgrad|wgrad|im2col", EVTYPE(TYPE_KERNEL), 0,
	    "background_memory_dump" },
	{ "matrix product", "gemm|gemv|matmul|nvjet|cutlass|xmma|wgmma|splitk|magma|triton_tem",
	    EVTYPE(TYPE_KERNEL), 0, "light_memory_dump" },
	{ "normalisation",
	    "(batch|layer|group|instance|rms)_?norm|norm_(fwd|bwd)|bn_(fw|bw)|softmax",
	    EVTYPE(TYPE_KERNEL), 0, "yellow" },
	{ "reduction", "reduc|triton_(red|per)|nll_loss|cross_entropy", EVTYPE(TYPE_KERNEL), 0,
	    "terrible" },
	{ "elementwise",
	    "element_?wise|pointwise|vectorized|triton_poi|multi_tensor|foreach|adam|gelu|relu|"
	    "silu|swiglu|dropout|bias|transpose|CatArray|saxpy|fill",
	    EVTYPE(TYPE_KERNEL), 0, "rail_response" },
	{ "copy", NULL, 0, EVTYPE(TYPE_MEMCPY), "rail_load" },
	{ "memset", NULL, 0, EVTYPE(TYPE_MEMSET), "olive" },
};

enum { KINDS = sizeof(kinds) / sizeof(*kinds), KIND_COMMUNICATION = 0 };

/* The states of GPUs with one kind of work or none. */
static const struct {
	const char *name, *color;
} states[] = {
	{ "compute", "rail_response" },
	{ "communication", "rail_idle" },
	{ "copy", "rail_load" },
	{ "idle", "grey" },
	{ "before", "grey" },
	{ "after", "grey" },
};

enum { STATES = sizeof(states) / sizeof(*states) };

const struct colorkind *
colorkinds(size_t *count)
{
	*count = KINDS;
	return kinds;
}

/* Appends | and the pattern of each library that communicates, without options, which JavaScript
 * does not know. */
static void
putlibraries(struct buf *out)
{
	static const char option[] = "(?i:";
	struct buf lines = { 0 };
	const char *line, *end, *at;

	workkindlist(&lines);
	for (line = lines.p; line < lines.p + lines.n; line = end + 1) {
		end = memchr(line, '\n', (size_t)(lines.p + lines.n - line));
		bufchar(out, '|');
		line = (const char *)memchr(line, '\t', (size_t)(end - line)) + 1;
		at = memmem(line, (size_t)(end - line), option, strlen(option));
		if (at) {
			bufspan(out, (struct span){ line, (size_t)(at - line) });
			bufstr(out, "(?:");
			line = at + strlen(option);
		}
		bufspan(out, (struct span){ line, (size_t)(end - line) });
	}
	free(lines.p);
}

void
colorkindpattern(const struct colorkind *kind, struct buf *out)
{
	if (kind->pattern)
		bufstr(out, kind->pattern);
	if (kind == &kinds[KIND_COMMUNICATION])
		putlibraries(out);
}

/* Compiles the patterns. */
static void
compilekinds(struct colorkinder *c)
{
	struct buf text = { 0 };

	c->patterns = xzalloc(KINDS, sizeof(*c->patterns));
	for (size_t i = 0; i < KINDS; i++) {
		c->types |= kinds[i].types | kinds[i].named;
		text.n = 0;
		bufstr(&text, "(?i)");
		colorkindpattern(&kinds[i], &text);
		if (text.n > strlen("(?i)"))
			patternread(&c->patterns[i], "color", bufall(&text));
	}
	free(text.p);
}

/* Returns the first kind that a type and name have; NULL for none. */
static const struct colorkind *
firstkind(const struct colorkinder *c, enum event_type type, struct span name)
{
	for (size_t i = 0; i < KINDS; i++)
		if (kinds[i].types & EVTYPE(type) ||
		    (kinds[i].named & EVTYPE(type) && patternmatch(&c->patterns[i], name)))
			return &kinds[i];
	return NULL;
}

/* Returns the name of an event; empty if it has none. */
static struct span
nameof(struct colorkinder *c, const struct event *ev)
{
	if (evhas(ev, KEY_NAME) && jsonisstring(ev->value[KEY_NAME]))
		return jsontext(ev->value[KEY_NAME], &c->scratch);
	return (struct span){ "", 0 };
}

/* Names with more bytes match no pattern: a pattern may need more steps for them than it has. */
enum { KINDNAME_MOST = 4096 };

/* Returns the kind of an event whose type has kinds by name: each name is matched once. */
static const struct colorkind *
kindbyname(struct colorkinder *c, struct kindcache *known, const struct event *ev)
{
	size_t before = known->names.used;
	struct span quoted = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ "", 0 };
	uint32_t name;

	if (quoted.n > KINDNAME_MOST + strlen("\"\""))
		return firstkind(c, ev->type, (struct span){ "", 0 });
	name = stringintern(&known->names, quoted);
	if (known->names.used > before) {
		GROW(known->answers, known->room, known->names.used);
		known->answers[name] = firstkind(c, ev->type, nameof(c, ev));
	}
	return known->answers[name];
}

const struct colorkind *
colorkindof(struct colorkinder *c, const struct event *ev)
{
	if (!c->patterns)
		compilekinds(c);
	if (!(c->types & EVTYPE(ev->type)))
		return NULL;
	if (ev->type == TYPE_KERNEL)
		return kindbyname(c, &c->kernels, ev);
	if (ev->type == TYPE_MEMCPY)
		return kindbyname(c, &c->copies, ev);
	return firstkind(c, ev->type, (struct span){ "", 0 });
}

/* Returns the colour of a GPU's state. A state that is not named has several kinds of work. */
static const char *
statecolor(struct colorkinder *c, const struct event *ev)
{
	struct span name = nameof(c, ev);

	for (size_t i = 0; i < STATES; i++)
		if (spanis(name, states[i].name))
			return states[i].color;
	return "detailed_memory_dump";
}

const char *
colorkindcolor(struct colorkinder *c, const struct event *ev)
{
	const struct colorkind *kind;

	if (ev->type == TYPE_GPU_STATE)
		return statecolor(c, ev);
	kind = colorkindof(c, ev);
	return kind ? kind->color : NULL;
}

void
colorkinderfree(struct colorkinder *c)
{
	for (size_t i = 0; c->patterns && i < KINDS; i++)
		patternfree(&c->patterns[i]);
	free(c->patterns);
	stringtablefree(&c->kernels.names);
	stringtablefree(&c->copies.names);
	free(c->kernels.answers);
	free(c->copies.answers);
	free(c->scratch.p);
	*c = (struct colorkinder){ 0 };
}
