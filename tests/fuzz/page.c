/* SPDX-License-Identifier: MIT */
/* nst-page on any stream: what it writes is elements that are closed, none of them a stranger's, in
 * UTF-8, and data that is JSON and base64. */
#define NAME "nst-page"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

#define main program
#include "../../bin/nst-page.c"

/* The elements of a page, each behind a newline and before another. */
static const char *
elements(void)
{
	static const char name[] = "tests/nst-page/elements";
	static char known[1024] = "\n";
	FILE *file;

	if (known[1] != '\0')
		return known;
	file = fopen(name, "re");
	if (!file || fread(known + 1, 1, sizeof(known) - 2, file) == 0 || !feof(file))
		fuzzfail("cannot read %s", name);
	fclose(file);
	return known;
}

/* The only link, which is to no other page. */
static const char icon[] = "<link rel=\"icon\" href=\"data:,\">";

/* Ends the fuzzer for a name that is none of the elements. */
static void
element(struct span name)
{
	struct buf word = { 0 };

	bufchar(&word, '\n');
	bufspan(&word, name);
	bufstr(&word, "\n");
	bufchar(&word, '\0');
	if (!strstr(elements(), word.p))
		fuzzfail("an element: %.*s", (int)name.n, name.p);
	free(word.p);
}

/* The end of a tag that begins at p: quotes hide nothing but what is escaped. */
static const char *
tagend(const char *p, const char *end)
{
	bool quoted = false;

	for (; p < end && (quoted || *p != '>'); p++) {
		quoted ^= *p == '"';
		if (*p == '<')
			fuzzfail("a tag in a tag: %.*s", 80, p);
	}
	if (p == end)
		fuzzfail("a tag that is not closed");
	return p;
}

/* Goes over one element's tag at p, and what is raw behind it. */
static const char *
tag(const char *p, const char *end, int *depth)
{
	bool closing = p[1] == '/';
	struct span name = { p + 1 + closing, 0 };
	const char *last = tagend(p + 1, end), *raw;

	if (spanis((struct span){ p, (size_t)(last + 1 - p) }, icon))
		return last + 1;
	while (isalnum((unsigned char)name.p[name.n]))
		name.n++;
	element(name);
	if (!spanis(name, "meta") && last[-1] != '/')
		*depth += closing ? -1 : 1;
	raw = spanis(name, "script") ? "</script>" : spanis(name, "style") ? "</style>" : NULL;
	if (closing || !raw)
		return last + 1;
	last = memmem(last, (size_t)(end - last), raw, strlen(raw));
	if (!last)
		fuzzfail("no end of %.*s", (int)name.n, name.p);
	return last;
}

static void
check(struct fuzzrun run)
{
	const char *p = run.out.p, *end = p + run.out.n;
	int depth = 0;

	fuzzhold(fuzzutf8(run.out));
	if (run.out.n == 0)
		return;
	p = memchr(p, '\n', run.out.n);
	while (p && p < end)
		if (*p == '<')
			p = tag(p, end, &depth);
		else
			p++;
	if (depth != 0)
		fuzzfail("%d elements that are not closed", depth);
}
