/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>

#include "kernelname.h"

/* The depth of nested template arguments; deeper ones are left out. */
enum { MAX_DEPTH = 12 };

static const char operator[] = "operator";

static bool
kernelnamebegins(struct span s, const char *text)
{
	return s.n >= strlen(text) && memcmp(s.p, text, strlen(text)) == 0;
}

static struct span
skip(struct span s, size_t n)
{
	return (struct span){ s.p + n, s.n - n };
}

static struct span
trim(struct span s)
{
	while (s.n > 0 && s.p[0] == ' ')
		s = skip(s, 1);
	while (s.n > 0 && s.p[s.n - 1] == ' ')
		s.n--;
	return s;
}

/* Returns the number of characters that belong to the operator's name, "operator()", "operator<" or
 * "operator->", and are not brackets. s begins with "operator". */
static size_t
operatorname(struct span s)
{
	size_t n = sizeof(operator) - 1;

	while (n < s.n && s.p[n] == ' ')
		n++;
	if (n + 1 < s.n && s.p[n] == '(' && s.p[n + 1] == ')')
		return n + 2;
	while (n < s.n && strchr("<>-=!+*/%^&|~[]", s.p[n]))
		n++;
	return n;
}

/* Returns the number of characters before the first occurrence of a character outside all brackets;
 * all of s if there is none. A closing bracket without an opening one ends the search. */
static size_t
lengthbefore(struct span s, char what)
{
	size_t depth = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (depth == 0 && s.p[i] == what)
			return i;
		if (s.p[i] == 'o' && kernelnamebegins(skip(s, i), operator))
			i += operatorname(skip(s, i)) - 1;
		else if (strchr("(<[{", s.p[i]))
			depth++;
		else if (strchr(")>]}", s.p[i]) && depth-- == 0)
			return s.n;
	}
	return s.n;
}

/* Returns true if each bracket is closed. The functions below rely on it. */
static bool
balanced(struct span s)
{
	size_t depth = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == 'o' && kernelnamebegins(skip(s, i), operator))
			i += operatorname(skip(s, i)) - 1;
		else if (strchr("(<[{", s.p[i]))
			depth++;
		else if (strchr(")>]}", s.p[i]) && depth-- == 0)
			return false;
	}
	return depth == 0;
}

/* Returns the next part of a qualified name: "a", then "b<c>", then "d(e)" of "a::b<c>::d(e)". */
static struct span
nextpart(struct span *rest)
{
	struct span part = *rest;
	size_t n = 0;

	for (;;) {
		n += lengthbefore(skip(*rest, n), ':');
		if (n + 1 < rest->n && rest->p[n + 1] != ':') {
			n++; /* a single colon is no separator */
			continue;
		}
		break;
	}
	part.n = n < rest->n ? n : rest->n;
	*rest = n + 2 <= rest->n ? skip(*rest, n + 2) : (struct span){ NULL, 0 };
	return trim(part);
}

/* Returns the number of a lambda, "[lambda(int) (instance 2)]" or "{lambda(int)#2}"; p is NULL for
 * any other part. */
static struct span
lambda(struct span part)
{
	struct span number = { part.p, 0 };

	if (!kernelnamebegins(part, "[lambda") && !kernelnamebegins(part, "{lambda"))
		return (struct span){ NULL, 0 };
	for (size_t i = part.n; i > 0 && number.n == 0; i--) {
		size_t digits = 0;

		while (i > digits && isdigit((unsigned char)part.p[i - digits - 1]))
			digits++;
		number = (struct span){ part.p + i - digits, digits };
	}
	return number;
}

/* Returns true if a template argument is a number or a cast of one. */
static bool
literal(struct span arg)
{
	return arg.n == 0 || arg.p[0] == '(' || arg.p[0] == '-' ||
	    isdigit((unsigned char)arg.p[0]) || spanis(arg, "true") || spanis(arg, "false");
}

/* Returns true if a template argument is a type of the language, such as float. */
static bool
kernelnameplain(struct span arg)
{
	static const char *const types[] = { "float", "double", "int", "long", "short", "char",
		"bool", "unsigned", "signed", "half", "__half", "__nv_bfloat16", "void", "const " };

	if (lengthbefore(arg, ':') < arg.n || memchr(arg.p, '(', arg.n) ||
	    memchr(arg.p, '<', arg.n))
		return false;
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (kernelnamebegins(arg, types[i]) &&
		    (arg.n == strlen(types[i]) || !isalnum((unsigned char)arg.p[strlen(types[i])])))
			return true;
	return false;
}

static void kernelnameput(struct buf *out, struct span name, int depth);

/* Returns true if a list of template arguments has that argument. */
static bool
kernelnameamong(struct span list, struct span wanted)
{
	for (size_t n; list.n > 0; list = skip(list, n + (n < list.n))) {
		n = lengthbefore(list, ',');
		if (spansame(trim((struct span){ list.p, n }), wanted))
			return true;
	}
	return false;
}

/* Appends the language's types among the template arguments, each once: "<float,int>". */
static void
kernelnameputplain(struct buf *out, struct span args)
{
	struct span rest = args;
	size_t start = out->n;

	for (size_t n; rest.n > 0; rest = skip(rest, n + (n < rest.n))) {
		struct span seen = { args.p, (size_t)(rest.p - args.p) }, arg;

		n = lengthbefore(rest, ',');
		arg = trim((struct span){ rest.p, n });
		if (!kernelnameplain(arg) || kernelnameamong(seen, arg))
			continue;
		bufstr(out, out->n > start ? "," : "<");
		bufspan(out, arg);
	}
	if (out->n > start)
		bufchar(out, '>');
}

/* How much a template argument distinguishes a kernel: 2 for a class with arguments, such as a
 * functor, 1 for another class, 0 for numbers and types of the language. */
static int
argrank(struct span arg)
{
	if (literal(arg) || kernelnameplain(arg) || kernelnamebegins(arg, "std::"))
		return 0;
	return memchr(arg.p, '<', arg.n) || memchr(arg.p, '(', arg.n) ? 2 : 1;
}

/* Appends the most distinguishing template argument. */
static void /* NOLINTNEXTLINE(misc-no-recursion): depth counts */
putargument(struct buf *out, struct span args, int depth)
{
	struct span rest = args, best = { NULL, 0 };
	int most = 0;

	for (size_t n; rest.n > 0; rest = skip(rest, n + (n < rest.n))) {
		struct span arg;

		n = lengthbefore(rest, ',');
		arg = trim((struct span){ rest.p, n });
		if (argrank(arg) > most) {
			most = argrank(arg);
			best = arg;
		}
	}
	if (most == 0) {
		kernelnameputplain(out, args);
		return;
	}
	bufchar(out, '<');
	kernelnameput(out, best, depth + 1);
	bufchar(out, '>');
}

/* Appends a part of a name without its parameters, with the most distinguishing template
 * argument. */
static void /* NOLINTNEXTLINE(misc-no-recursion): depth counts */
putpart(struct buf *out, struct span part, int depth)
{
	size_t args = lengthbefore(part, '<'), parameters = lengthbefore(part, '(');
	size_t n = args < parameters ? args : parameters;

	bufmem(out, part.p, n);
	while (out->n > 0 && out->p[out->n - 1] == ' ')
		out->n--;
	if (args >= parameters || depth >= MAX_DEPTH)
		return;
	part = skip(part, args + 1);
	putargument(out, (struct span){ part.p, lengthbefore(part, '>') }, depth);
}

/* Removes the return type: all before the last space that is outside all brackets and before the
 * parameters. */
static struct span
withoutreturntype(struct span name)
{
	for (;;) {
		size_t space = lengthbefore(name, ' '), parameters = lengthbefore(name, '(');

		if (space >= parameters || space == name.n)
			return name;
		name = trim(skip(name, space));
	}
}

/* Appends a name: its last part that is not a lambda or a member operator, then the numbers of the
 * lambdas after that part. */
static void /* NOLINTNEXTLINE(misc-no-recursion): depth counts */
kernelnameput(struct buf *out, struct span name, int depth)
{
	struct span rest = withoutreturntype(name), last = { NULL, 0 };
	struct buf numbers = { 0 };

	while (rest.n > 0) {
		struct span part = nextpart(&rest), number = lambda(part);

		if (number.p) {
			bufchar(&numbers, '#');
			bufspan(&numbers, number);
		} else if (!kernelnamebegins(part, operator) || last.n == 0) {
			last = part;
			numbers.n = 0;
		}
	}
	putpart(out, last, depth);
	bufspan(out, bufall(&numbers));
	free(numbers.p);
}

void
kernelnameshort(struct buf *out, struct span name)
{
	size_t at = out->n;

	if (!memchr(name.p, '(', name.n) || !balanced(name)) {
		bufspan(out, name);
		return;
	}
	kernelnameput(out, trim(name), 0);
	if (out->n == at)
		bufspan(out, name);
}
