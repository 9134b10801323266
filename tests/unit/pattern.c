/* SPDX-License-Identifier: MIT */
/* pattern.h: matches, errors in patterns, and the limit on the work of a match. */
#include <stdlib.h>

#include "base/pattern.h"
#include "child.h"
#include "program/cli.h"
#include "tap.h"

#define TEXT(s) { s, sizeof(s) - 1 }

static void
matches(void)
{
	static const struct {
		const char *pattern;
		struct span text;
		bool want;
	} table[] = {
		{ "a", TEXT("a"), true },
		{ "a", TEXT("bab"), true },
		{ "a", TEXT("b"), false },
		{ "a", TEXT(""), false },
		{ "", TEXT(""), true },
		{ "", TEXT("x"), true },
		{ "^a", TEXT("ab"), true },
		{ "^a", TEXT("ba"), false },
		{ "a$", TEXT("ba"), true },
		{ "a$", TEXT("ab"), false },
		{ "^$", TEXT(""), true },
		{ "^$", TEXT("x"), false },
		{ "gemm|conv", TEXT("my_conv2"), true },
		{ "(ab)+c", TEXT("ababc"), true },
		{ "x{2,3}$", TEXT("axx"), true },
		{ "[0-9]", TEXT("a1"), true },
		{ "\\.", TEXT("a.b"), true },
		{ "\\.", TEXT("ab"), false },
		{ "A", TEXT("a"), false },
		{ "b", TEXT("a\0b"), true },
		{ "b$", TEXT("a\0b"), true },
		{ "a$", TEXT("a\0b"), false },
		{ "^b", TEXT("a\0b"), false },
		{ "c", TEXT("a\0b"), false },
		{ "b", TEXT("\0\0b\0"), true },
		{ "b", TEXT("\0b"), true },
		{ "^$", TEXT("\0"), false },
		{ "\xC3\xA9", TEXT("caf\xC3\xA9"), true },
		{ "^caf.$", TEXT("caf\xC3\xA9"), true },
		{ "^\\d+$", TEXT("123"), true },
		{ "\\d", TEXT("d"), false },
		{ "^a\\sb$", TEXT("a b"), true },
		{ "(?i)GEMM", TEXT("a_gemm"), true },
		{ "(?:ab)+$", TEXT("abab"), true },
		{ "\\bmm\\b", TEXT("aten::mm, op"), true },
		{ "\\bmm\\b", TEXT("aten::addmm"), false },
		{ "^(?!aten::)", TEXT("aten::mm"), false },
		{ "(a)\\1", TEXT("aa"), true },
		{ "^.*$", TEXT("a\nb"), false },
		{ "a$", TEXT("a\n"), false },
		{ "[[:digit:]]x", TEXT("7x"), true },
		{ "b", TEXT("a\xFF" "b"), true },
		{ "^a.b$", TEXT("a\xFF" "b"), false },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		char *text = xmalloc(table[i].text.n + 2); /* one more character follows */
		struct pattern pattern;

		memcpy(text, table[i].text.p, table[i].text.n);
		memcpy(text + table[i].text.n, "c", 2);
		patternread(&pattern, "match", spanof(table[i].pattern));
		ok(patternmatch(&pattern, (struct span){ text, table[i].text.n }) == table[i].want,
		    "'%s' %s text %zu, %s", table[i].pattern,
		    table[i].want ? "matches" : "does not match", i, table[i].text.p);
		patternfree(&pattern);
		free(text);
	}
}

static void
readpattern(const void *text)
{
	struct pattern pattern;

	patternread(&pattern, "match", spanof(text));
}

/* A pattern with NUL must not be cut there: it would match more. */
static void
patternwithnul(const void *arg)
{
	struct pattern pattern;

	(void)arg;
	patternread(&pattern, "match", (struct span){ "a\0b", 3 });
	exit(patternmatch(&pattern, (struct span){ "a", 1 }) ||
	            !patternmatch(&pattern, (struct span){ "a\0b", 3 })
	        ? 77
	        : USAGE);
}

/* Exponential backtracking. */
static void
hang(const void *arg)
{
	struct pattern pattern;

	(void)arg;
	patternread(&pattern, "match", spanof("^(a+)+$"));
	patternmatch(
	    &pattern, spanof("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"));
}

static void
patterns(void)
{
	static const char *const bad[] = { "(", "a)|(", "[a", "*(", "a{2,1}", "\\", "a\\<b", "\\>",
		"\\`a", "a\\'", "\\C" };
	struct child c;
	struct pattern pattern;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		c = childrun(readpattern, bad[i], NULL);
		ok(c.status == USAGE && strncmp(c.err.p, "test: --match: ", 15) == 0 &&
		        strstr(c.err.p, bad[i]),
		    "bad pattern %s (status %d)", bad[i], c.status);
		childfree(&c);
	}
	patternread(&pattern, "match", (struct span){ "abc", 2 });
	ok(patternmatch(&pattern, (struct span){ "abx", 3 }), "a pattern is as long as its span");
	patternfree(&pattern);
	c = childrun(hang, NULL, NULL);
	ok(c.status == FAILED && strstr(c.err.p, "takes too long"),
	    "a pattern that would take for ever is given up (status %d)", c.status);
	childfree(&c);
	c = childrun(patternwithnul, NULL, NULL);
	ok(c.status == USAGE, "a pattern with NUL is refused, or all of it counts (status %d)",
	    c.status);
	childfree(&c);
}

int
main(void)
{
	cliinit("test", "");
	matches();
	patterns();
	return tapend();
}
