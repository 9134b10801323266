/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>

#include "kernelname.h"

/* How deep template arguments are followed; what is deeper is left out. */
enum { DEEPEST = 12 };

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

/* How many bracket characters at the beginning belong to the name of an operator: "operator()",
 * "operator<", "operator->" are no brackets. s begins with "operator". */
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

/* The length of what stands before a character outside of all brackets; all of it where there is
 * none. Brackets that do not match end the search. */
static size_t
upto(struct span s, char what)
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

/* Whether each bracket is closed, so that the rest can rely on it. */
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

/* The parts of a qualified name, "a::b<c>::d(e)": moves to the next one. */
static struct span
nextpart(struct span *rest)
{
	struct span part = *rest;
	size_t n = 0;

	for (;;) {
		n += upto(skip(*rest, n), ':');
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

/* The number of a lambda, "[lambda(int) (instance 2)]" or "{lambda(int)#2}"; no bytes for others.
 */
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

/* Whether a template argument is a number or a cast of one. */
static bool
literal(struct span arg)
{
	return arg.n == 0 || arg.p[0] == '(' || arg.p[0] == '-' ||
	    isdigit((unsigned char)arg.p[0]) || spanis(arg, "true") || spanis(arg, "false");
}

/* Whether a template argument is a type of the language. */
static bool
kernelnameplain(struct span arg)
{
	static const char *const types[] = { "float", "double", "int", "long", "short", "char",
		"bool", "unsigned", "signed", "half", "__half", "__nv_bfloat16", "void", "const " };

	if (upto(arg, ':') < arg.n || memchr(arg.p, '(', arg.n) || memchr(arg.p, '<', arg.n))
		return false;
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (kernelnamebegins(arg, types[i]) &&
		    (arg.n == strlen(types[i]) || !isalnum((unsigned char)arg.p[strlen(types[i])])))
			return true;
	return false;
}

static void kernelnameput(struct buf *out, struct span name, int depth);

/* Whether one of some template arguments is the same. */
static bool
kernelnameamong(struct span list, struct span wanted)
{
	for (size_t n; list.n > 0; list = skip(list, n + (n < list.n))) {
		n = upto(list, ',');
		if (spansame(trim((struct span){ list.p, n }), wanted))
			return true;
	}
	return false;
}

/* Appends the plain types among template arguments, each once. */
static void
kernelnameputplain(struct buf *out, struct span args)
{
	struct span rest = args;
	size_t start = out->n;

	for (size_t n; rest.n > 0; rest = skip(rest, n + (n < rest.n))) {
		struct span seen = { args.p, (size_t)(rest.p - args.p) }, arg;

		n = upto(rest, ',');
		arg = trim((struct span){ rest.p, n });
		if (!kernelnameplain(arg) || kernelnameamong(seen, arg))
			continue;
		bufstr(out, out->n > start ? "," : "<");
		bufspan(out, arg);
	}
	if (out->n > start)
		bufchar(out, '>');
}

/* How much a template argument tells: a class made of others most, such as a functor. */
static int
telling(struct span arg)
{
	if (literal(arg) || kernelnameplain(arg) || kernelnamebegins(arg, "std::"))
		return 0;
	return memchr(arg.p, '<', arg.n) || memchr(arg.p, '(', arg.n) ? 2 : 1;
}

/* Appends what template arguments tell. */
static void /* NOLINTNEXTLINE(misc-no-recursion): depth counts */
putargs(struct buf *out, struct span args, int depth)
{
	struct span rest = args, best = { NULL, 0 };
	int most = 0;

	for (size_t n; rest.n > 0; rest = skip(rest, n + (n < rest.n))) {
		struct span arg;

		n = upto(rest, ',');
		arg = trim((struct span){ rest.p, n });
		if (telling(arg) > most) {
			most = telling(arg);
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

/* Appends a part of a name: without parameters, with what its template arguments tell. */
static void /* NOLINTNEXTLINE(misc-no-recursion): depth counts */
putpart(struct buf *out, struct span part, int depth)
{
	size_t args = upto(part, '<'), parameters = upto(part, '(');
	size_t n = args < parameters ? args : parameters;

	bufmem(out, part.p, n);
	while (out->n > 0 && out->p[out->n - 1] == ' ')
		out->n--;
	if (args >= parameters || depth >= DEEPEST)
		return;
	part = skip(part, args + 1);
	putargs(out, (struct span){ part.p, upto(part, '>') }, depth);
}

/* Without the return type: what stands before the last space outside of all brackets, as far as no
 * parameters came before it. */
static struct span
withouttype(struct span name)
{
	for (;;) {
		size_t space = upto(name, ' '), parameters = upto(name, '(');

		if (space >= parameters || space == name.n)
			return name;
		name = trim(skip(name, space));
	}
}

/* Appends a name: its last part that is no lambda and no operator of a class, and the numbers of
 * the lambdas behind that. */
static void /* NOLINTNEXTLINE(misc-no-recursion): depth counts */
kernelnameput(struct buf *out, struct span name, int depth)
{
	struct span rest = withouttype(name), last = { NULL, 0 };
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
