/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "base/spelling.h"
#include "groupname.h"
#include "kernelname.h"

/* The number of kernels whose group names are cached. */
enum { CACHED_MAX = 1 << 16 };

/* The fewest digits of a version: cudaMalloc_v3020 has one, cuMemAlloc_v2 is a name. */
enum { VERSION_DIGITS = 4 };

static const char *const words[NAMESTYLE_COUNT] = {
	[NAMESTYLE_TEMPLATE] = "template",
	[NAMESTYLE_SHORT] = "short",
	[NAMESTYLE_DEMANGLED] = "demangled",
	[NAMESTYLE_MANGLED] = "mangled",
	[NAMESTYLE_RAW] = "raw",
};

enum namestyle
namestyleread(const char *option, const char *word)
{
	for (int i = 0; i < NAMESTYLE_COUNT; i++)
		if (strcmp(word, words[i]) == 0)
			return (enum namestyle)i;
	dieusage("--%s: '%s' is none of " NAMESTYLE_WORDS "%s", option, word,
	    spellinghint(spanof(word), words, NAMESTYLE_COUNT));
}

void
groupnamerheader(struct groupnamer *g, const struct event *ev)
{
	struct headerinfo h;

	if (g->headed)
		return;
	g->headed = true;
	headerinforead(&h, ev->line, ev->stack);
	g->names = headernames(&h);
}

const char *
namestyleword(enum namestyle style)
{
	return words[style];
}

const char *
groupnamerkernels(const struct groupnamer *g)
{
	bool whole = g->names == NAMES_BOTH || g->names == NAMES_DEMANGLED;

	if (whole && g->style != NAMESTYLE_RAW && g->style != NAMESTYLE_MANGLED)
		return words[g->style];
	switch (g->names) {
	case NAMES_TEMPLATE:
		return words[NAMESTYLE_TEMPLATE];
	case NAMES_DEMANGLED:
		return words[NAMESTYLE_DEMANGLED];
	case NAMES_MANGLED:
		return words[NAMESTYLE_MANGLED];
	default:
		return words[NAMESTYLE_SHORT];
	}
}

void
groupnamerwarn(const struct groupnamer *g, const char *path)
{
	const char *kernels = groupnamerkernels(g);

	if (g->kernel && g->style != NAMESTYLE_RAW && strcmp(kernels, words[g->style]) != 0)
		warn("%s: kernels have %s names in this stream: nst-dump --names %s writes the "
		     "others", path, kernels, words[g->style]);
}

/* Returns the length of an operator's name before what PyTorch's emit_nvtx adds for each call. */
static size_t
operatorlength(struct span name)
{
	static const char *const added[] = { "op_id = ", "seq = ", "sizes = ", "input_op_ids = " };
	const char *p = name.p, *end = name.p + name.n;

	while ((p = memchr(p, ',', (size_t)(end - p))) != NULL) {
		p++;
		for (size_t i = 0; i < sizeof(added) / sizeof(*added); i++) {
			size_t n = strlen(added[i]);

			if ((size_t)(end - p) > n && *p == ' ' && memcmp(p + 1, added[i], n) == 0)
				return (size_t)(p - 1 - name.p);
		}
	}
	return name.n;
}

/* Returns true if the text ends in a word for an iteration: "step", "train_batch", "TrainStep",
 * "timestep", but not "footstep" or "writer". */
static bool
iterationbefore(const char *text, size_t n)
{
	static const char *const iterations[] = { "step", "iteration", "iter", "batch", "epoch",
		"frame" };
	static const char *const prefixes[] = { "time", "sub", "mini", "micro" };

	if (n == 0 || !strchr("pPnNrRhHeE", text[n - 1]))
		return false; /* the last letters of those words */
	for (size_t i = 0; i < sizeof(iterations) / sizeof(*iterations); i++) {
		size_t length = strlen(iterations[i]), before = n - length;

		if (n < length || strncasecmp(text + before, iterations[i], length) != 0)
			continue;
		if (before == 0 || !isalpha((unsigned char)text[before - 1]) ||
		    (isupper((unsigned char)text[before]) &&
		        islower((unsigned char)text[before - 1])))
			return true;
		for (size_t j = 0; j < sizeof(prefixes) / sizeof(*prefixes); j++)
			if (before >= strlen(prefixes[j]) &&
			    strncasecmp(text + before - strlen(prefixes[j]), prefixes[j],
			        strlen(prefixes[j])) == 0)
				return true;
	}
	return false;
}

/* Returns the length of the text before the number of an iteration that ends there, without what
 * separates them; n if it ends in no such word. */
static size_t
iterationlength(const char *text, size_t n)
{
	size_t end = n;

	while (end > 0 && strchr(" _:#=-", text[end - 1]))
		end--;
	return iterationbefore(text, end) ? end : n;
}

static inline bool
isdecimal(char c)
{
	return c >= '0' && c <= '9';
}

/* Appends a name without the numbers of iterations: "ProfilerStep" for "ProfilerStep#12". */
static void
putwithoutiterations(struct buf *out, struct span name)
{
	size_t kept = 0, start = out->n;

	for (size_t i = 0, digits; i < name.n; i += digits ? digits : 1) {
		size_t length;

		for (digits = 0; i + digits < name.n && isdecimal(name.p[i + digits]);)
			digits++;
		if (digits == 0 ||
		    (i + digits < name.n && isalpha((unsigned char)name.p[i + digits])))
			continue;
		bufmem(out, name.p + kept, i - kept);
		kept = i;
		length = iterationlength(out->p + start, out->n - start);
		if (start + length == out->n)
			continue;
		out->n = start + length;
		kept = i + digits;
	}
	bufmem(out, name.p + kept, name.n - kept);
}

static bool
hasdigit(struct span name)
{
	for (size_t i = 0; i < name.n; i++)
		if (isdecimal(name.p[i]))
			return true;
	return false;
}

static struct span
rangename(struct groupnamer *g, struct span name)
{
	name.n = operatorlength(name);
	if (!hasdigit(name))
		return name;
	g->text.n = 0;
	putwithoutiterations(&g->text, name);
	return bufall(&g->text);
}

struct span
groupnamecall(struct span name)
{
	size_t n = name.n;

	while (n > 0 && isdigit((unsigned char)name.p[n - 1]))
		n--;
	if (name.n - n >= VERSION_DIGITS && n > 2 && memcmp(name.p + n - 2, "_v", 2) == 0)
		name.n = n - 2;
	return name;
}

/* Appends the group name of a kernel for its demangled name. */
static void
putkernel(struct buf *out, struct span name, enum namestyle style)
{
	size_t start = out->n, n;
	const char *less;

	kernelnameshort(out, name);
	n = out->n - start;
	less = style == NAMESTYLE_SHORT ? memchr(out->p + start, '<', n) : NULL;
	if (less && less > out->p + start && memchr(name.p, '(', name.n))
		out->n = (size_t)(less - out->p);
}

/* The same as a span, from the cache if it is there. */
static struct span
kernelname(struct groupnamer *g, struct span name)
{
	size_t before;
	uint32_t id;

	if (g->names != NAMES_DEMANGLED && g->names != NAMES_BOTH)
		return name;
	if (!memchr(name.p, '(', name.n))
		return name;
	if (g->kernels.used == CACHED_MAX) {
		stringtablefree(&g->kernels);
		stringtablefree(&g->groups);
	}
	before = g->kernels.used;
	id = stringintern(&g->kernels, name);
	if (g->kernels.used > before) {
		g->text.n = 0;
		putkernel(&g->text, name, g->style);
		GROW(g->groupof, g->room, (size_t)id + 1);
		g->groupof[id] = stringintern(&g->groups, bufall(&g->text));
	}
	return stringat(&g->groups, g->groupof[id]);
}

/* Returns a kernel's demangled name, which is an argument if the stream has both names. */
static struct span
demangledname(struct groupnamer *g, struct span name, const struct event *ev)
{
	struct span argument = { NULL, 0 };

	if (g->names == NAMES_BOTH && ev)
		argument = evarg(ev, "demangled");
	return jsonisstring(argument) ? jsontext(argument, &g->demangled) : name;
}

/* Returns the type of the event that a part of the critical path has its name from. */
static enum event_type
namedtype(const struct event *ev)
{
	struct span type = evarg(ev, "type");

	return type.n > 2 && jsonisstring(type) ? evtype((struct span){ type.p + 1, type.n - 2 })
	                                        : TYPE_OTHER;
}

struct span
groupname(struct groupnamer *g, enum event_type type, struct span name, const struct event *ev)
{
	enum event_family family;

	if (g->style == NAMESTYLE_RAW)
		return name;
	if (type == TYPE_PATH && ev) {
		type = namedtype(ev);
		ev = NULL; /* a kernel's other names are not there */
	}
	family = evfamily(type);
	if (type == TYPE_KERNEL) {
		g->kernel = true;
		if (g->style == NAMESTYLE_TEMPLATE)
			return kernelname(g, demangledname(g, name, ev));
		if (g->style == NAMESTYLE_DEMANGLED)
			return demangledname(g, name, ev);
		return g->style == NAMESTYLE_SHORT ? kernelname(g, name) : name;
	}
	if (type == TYPE_CALL_KERNEL || family == FAMILY_CPU)
		return groupnamecall(name);
	return family == FAMILY_NVTX ? rangename(g, name) : name;
}

struct span
groupnamestem(const struct groupnamer *g, struct span name)
{
	if (g->style != NAMESTYLE_RAW)
		name.n = operatorlength(name);
	return name;
}

struct span
groupnametext(struct groupnamer *g, struct span name)
{
	return g->style == NAMESTYLE_RAW ? name : groupnamecall(rangename(g, name));
}

struct span
groupnamequoted(
    struct groupnamer *g, enum event_type type, struct span quoted, const struct event *ev)
{
	struct span before, name;

	if (!jsonisstring(quoted))
		return quoted;
	before = jsontext(quoted, &g->plain);
	name = groupname(g, type, before, ev);
	if (spansame(name, before))
		return quoted;
	g->quoted.n = 0;
	jsonstring(&g->quoted, name.p, name.n);
	return bufall(&g->quoted);
}

void
groupnamerfree(struct groupnamer *g)
{
	stringtablefree(&g->kernels);
	stringtablefree(&g->groups);
	free(g->groupof);
	free(g->text.p);
	free(g->demangled.p);
	free(g->plain.p);
	free(g->quoted.p);
}
