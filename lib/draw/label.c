/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "label.h"

#define ELLIPSIS "\xE2\x80\xA6"
#define DOT " \xC2\xB7 "
#define LAMBDA " \xCE\xBB"

static bool
labelcharstart(char c)
{
	return ((unsigned char)c & 0xC0) != 0x80;
}

size_t
labellength(struct span text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += labelcharstart(text.p[i]);
	return n;
}

/* Returns the byte offset of a character by its index. */
static size_t
charoffset(struct span text, size_t number)
{
	size_t i = 0;

	for (; i < text.n; i++)
		if (labelcharstart(text.p[i]) && number-- == 0)
			break;
	return i;
}

void
labelshorten(struct buf *out, struct span text, size_t max)
{
	size_t n = labellength(text), head, tail;

	if (n <= max) {
		bufspan(out, text);
		return;
	}
	if (max < 5)
		return;
	head = charoffset(text, max / 2);
	tail = charoffset(text, n - (max - 1 - max / 2));
	bufmem(out, text.p, head);
	bufstr(out, ELLIPSIS);
	bufmem(out, text.p + tail, text.n - tail);
}

/*
 * A demangled name is read as
 *     TYPE NAME::...::LAST<ARGUMENTS>(PARAMETERS)::LAST<...>(...) ...
 * A label keeps the last component of such a path, or the one before a lambda. Namespaces,
 * parameters, return types and qualifiers do not distinguish kernels and are dropped.
 */

/* A component of a path: "Kernel<float, 4>" has the name "Kernel" and the args "float, 4". */
struct step {
	struct span name, args;
};

/* The parts of a type or function that a label keeps. */
struct path {
	struct step step;    /* the last component that is no lambda and no call operator */
	struct span lambdas; /* the text from the first lambda to the end */
};

/* The most nested types that are parsed; deeper ones become "…". */
enum { MAX_DEPTH = 32 };

static bool
labelstarts(struct span s, const char *text)
{
	size_t n = strlen(text);

	return s.n >= n && memcmp(s.p, text, n) == 0;
}

static struct span
suffix(struct span s, size_t at)
{
	return (struct span){ s.p + at, s.n - at };
}

static struct span
trim(struct span s)
{
	while (s.n > 0 && s.p[0] == ' ')
		s = suffix(s, 1);
	while (s.n > 0 && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '&' || s.p[s.n - 1] == '*'))
		s.n--;
	return s;
}

/* Returns the length of a bracket with its contents, or of the whole text if it is not closed. */
static size_t
bracketlength(struct span s)
{
	size_t depth = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (strchr("<([{", s.p[i]))
			depth++;
		else if (strchr(">)]}", s.p[i]) && --depth == 0)
			return i + 1;
		if (s.p[i] == '-' && i + 1 < s.n && s.p[i + 1] == '>')
			i++;
	}
	return s.n;
}

/* Returns the length of the next token of a path: a bracket, "::", a space or a name. */
static size_t
tokenlength(struct span s)
{
	static const char unnamed[] = "(anonymous namespace)";
	size_t i = 0;

	if (labelstarts(s, unnamed))
		return sizeof(unnamed) - 1;
	if (labelstarts(s, "<unnamed>") || strchr("<([{", s.p[0]))
		return bracketlength(s);
	if (labelstarts(s, "::"))
		return 2;
	if (labelstarts(s, "operator ()"))
		return sizeof("operator ()") - 1;
	if (s.p[0] == ' ')
		return 1;
	while (i < s.n && !strchr("<([{ ", s.p[i]) && !labelstarts(suffix(s, i), "::"))
		i++;
	return i ? i : 1;
}

/* Parses a type or function. */
static struct path
pathof(struct span s)
{
	struct path path = { .lambdas = { s.p + s.n, 0 } };
	bool fresh = true; /* the next name starts a component */

	s = trim(s);
	for (size_t n; s.n > 0; s = suffix(s, n)) {
		struct span piece = { s.p, n = tokenlength(s) };

		if (labelstarts(piece, "::") || labelstarts(piece, " ")) {
			fresh = true;
		} else if (labelstarts(piece, "[lambda") || labelstarts(piece, "{lambda")) {
			path.lambdas = s;
			break;
		} else if (labelstarts(piece, "<unnamed>") || labelstarts(piece, "(")) {
			continue;
		} else if (labelstarts(piece, "operator ()") || labelstarts(piece, "const")) {
			fresh = false;
		} else if (labelstarts(piece, "<")) {
			path.step.args.p = piece.p + 1;
			path.step.args.n = piece.n > 1 ? piece.n - 2 : 0;
			fresh = true;
		} else if (fresh && !labelstarts(piece, "[")) {
			path.step = (struct step){ .name = piece };
			fresh = false;
		}
	}
	return path;
}

/* Splits the first argument off a list of template arguments. Returns false if the list is
 * empty. */
static bool
nextarg(struct span *args, struct span *arg)
{
	size_t i = 0;

	if (args->n == 0)
		return false;
	while (i < args->n && args->p[i] != ',')
		i += strchr("<([{", args->p[i]) ? bracketlength(suffix(*args, i)) : 1;
	*arg = trim((struct span){ args->p, i });
	*args = suffix(*args, i < args->n ? i + 1 : i);
	return true;
}

/* Returns true for a number, a bool or a built-in type: "(int)4", "float". */
static bool
labelisplain(struct span arg)
{
	static const char *const words[] = { "bool", "char", "short", "int", "long", "unsigned",
		"signed", "float", "double", "void", "true", "false" };

	if (arg.n == 0 || strchr("(-0123456789", arg.p[0]))
		return true;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (labelstarts(arg, words[i]) &&
		    (arg.n == strlen(words[i]) || arg.p[strlen(words[i])] == ' '))
			return !memchr(arg.p, '<', arg.n) && !memchr(arg.p, '[', arg.n);
	return false;
}

static bool
contains(struct span s, const char *word)
{
	return memmem(s.p, s.n, word, strlen(word));
}

static bool
endswith(struct span s, const char *text)
{
	size_t n = strlen(text);

	return s.n >= n && memcmp(s.p + s.n - n, text, n) == 0;
}

/* Returns true if an argument tells the kernel's operation: a lambda, a functor, or a type
 * named like "AddOp". */
static bool
isfunctor(struct span arg)
{
	struct span name;

	if (labelisplain(arg))
		return false;
	if (contains(arg, "lambda") || contains(arg, "unctor"))
		return true;
	name = pathof(arg).step.name;
	return endswith(name, "Op") || endswith(name, "Ops");
}

/* Appends a number or a built-in type without a cast: "4" for "(int)4". */
static void
labelputplain(struct buf *out, struct span arg)
{
	if (arg.n > 0 && arg.p[0] == '(')
		arg = suffix(arg, bracketlength(arg));
	bufspan(out, arg);
}

static void puttype(struct buf *out, struct span type, int depth);

/* Appends the arguments of a template, in angle brackets. */
static void /* NOLINTNEXTLINE(misc-no-recursion): depth counts */
putargs(struct buf *out, struct span args, int depth)
{
	struct span arg;
	const char *lead = "<";

	while (nextarg(&args, &arg)) {
		bufstr(out, lead);
		if (labelisplain(arg))
			labelputplain(out, arg);
		else
			puttype(out, arg, depth + 1);
		lead = ", ";
	}
	if (*lead == ',')
		bufchar(out, '>');
}

/* Appends the lambdas in a text: their instance numbers, and the parameters of the last one.
 * Example: " λ1.2(int)". */
static void
putlambdas(struct buf *out, struct span s)
{
	static const char instance[] = "(instance ";
	struct span params = { NULL, 0 };
	const char *lead = LAMBDA;

	for (size_t n; s.n > 0; s = suffix(s, n)) {
		struct span piece = { s.p, n = tokenlength(s) };
		const char *at = memmem(piece.p, piece.n, instance, sizeof(instance) - 1);

		if (piece.p[0] != '[' && piece.p[0] != '{')
			continue;
		bufstr(out, lead);
		if (at)
			for (at += sizeof(instance) - 1;
			     at < piece.p + piece.n && *at >= '0' && *at <= '9'; at++)
				bufchar(out, *at);
		lead = ".";
		at = memchr(piece.p, '(', piece.n);
		if (at)
			params = (struct span){ at,
				bracketlength((struct span){ at, (size_t)(piece.p + piece.n - at) })
			};
	}
	if (params.n > 2)
		bufspan(out, params);
}

/* Appends a type or function, shortened. */
static void /* NOLINTNEXTLINE(misc-no-recursion): depth counts */
puttype(struct buf *out, struct span type, int depth)
{
	struct path path = pathof(type);

	if (depth > MAX_DEPTH) {
		bufstr(out, ELLIPSIS);
		return;
	}
	bufspan(out, path.step.name);
	putargs(out, path.step.args, depth);
	putlambdas(out, path.lambdas);
}

/* Finds the chain of functors in template arguments: each is an argument of the one before.
 * Example: "lambda" applied by "BinaryFunctor". Returns the length of the chain. */
static size_t
functorchain(struct span args, struct span found[MAX_DEPTH])
{
	size_t n = 0;
	struct span arg;

	while (n < MAX_DEPTH) {
		bool deeper = false;

		while (!deeper && nextarg(&args, &arg))
			deeper = isfunctor(arg);
		if (!deeper)
			break;
		found[n++] = arg;
		args = pathof(arg).step.args;
	}
	return n;
}

/* Appends a label. Level 0 has the innermost functor, the outer ones, the kernel and its plain
 * arguments. Level 1 has the kernel with all its arguments. Level 2 is the full name. */
static void
putlabel(struct buf *out, struct span full, int level)
{
	struct path path = pathof(full);
	struct span does[MAX_DEPTH], args = path.step.args, arg;
	size_t n = functorchain(args, does);
	const char *lead = "<";

	if (level > 1 || path.step.name.n == 0 || memchr(full.p, '\\', full.n)) {
		bufspan(out, full);
		return;
	}
	if (level == 1 || n == 0) {
		puttype(out, full, 0);
		return;
	}
	puttype(out, does[--n], 0);
	while (n > 0) {
		bufstr(out, DOT);
		bufspan(out, pathof(does[--n]).step.name);
	}
	bufstr(out, DOT);
	bufspan(out, path.step.name);
	while (nextarg(&args, &arg))
		if (labelisplain(arg)) {
			bufstr(out, lead);
			labelputplain(out, arg);
			lead = ", ";
		}
	if (*lead == ',')
		bufchar(out, '>');
}

struct span
labelkernel(struct kernellabels *k, struct span full)
{
	size_t before = k->names.used, labels = k->labels.used;
	uint32_t number = stringintern(&k->names, full);

	if (k->names.used > before) {
		GROW(k->labelof, k->room, k->names.used);
		for (int level = 0; k->labels.used == labels; level++) {
			k->scratch.n = 0;
			putlabel(&k->scratch, full, level);
			if (level > 2) /* level 2 was another kernel's label, too */
				bufprintf(&k->scratch, DOT "%d", level - 1);
			k->labelof[number] = stringintern(&k->labels, bufall(&k->scratch));
		}
	}
	return stringat(&k->labels, k->labelof[number]);
}

void
kernellabelsfree(struct kernellabels *k)
{
	stringtablefree(&k->names);
	stringtablefree(&k->labels);
	free(k->labelof);
	free(k->scratch.p);
	*k = (struct kernellabels){ 0 };
}

/* Cuts ", KEY = DIGITS" off the end of a name. lead is the text before the digits. */
static inline bool
takenumber(struct span *name, struct span lead, struct span *digits)
{
	const char *p = name->p + name->n, *end = p;

	while (p > name->p && p[-1] >= '0' && p[-1] <= '9')
		p--;
	if (p == end || end - p > 18 || (size_t)(p - name->p) < lead.n ||
	    memcmp(p - lead.n, lead.p, lead.n) != 0)
		return false;
	*digits = (struct span){ p, (size_t)(end - p) };
	name->n = (size_t)(p - name->p) - lead.n;
	return true;
}

bool
labeloperator(struct operator *o, struct span name)
{
	*o = (struct operator){ .name = name };
	if (name.n == 0 || name.p[name.n - 1] < '0' || name.p[name.n - 1] > '9')
		return false;
	takenumber(&o->name, spanof(", op_id = "), &o->id);
	takenumber(&o->name, spanof(", seq = "), &o->seq);
	return o->name.n > 0 && o->name.n < name.n;
}
