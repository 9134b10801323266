/* SPDX-License-Identifier: MIT */
/* nst-sum on any stream: its table is text of one line a row, or JSON, in UTF-8. */
#define NAME "nst-sum"
#include "reader.h"

#define main program
#include "../../bin/nst-sum.c"

/* How many columns more than one a line of TSV has; the control characters of names are escaped. */
static int
tabsof(struct span line)
{
	int tabs = 0;

	for (size_t i = 0; i < line.n; i++) {
		tabs += line.p[i] == '\t';
		if ((unsigned char)line.p[i] < ' ' && line.p[i] != '\t')
			fuzzfail("a control character: %.*s", (int)line.n, line.p);
	}
	return tabs;
}

static void
lines(struct span out)
{
	size_t first = strcspn(out.p, "\n");
	enum form form = out.p[0] == '{' ? FORM_JSON
	    : memchr(out.p, '\t', first) ? FORM_TSV
	    : memchr(out.p, ',', first)  ? FORM_CSV
	                                 : FORM_TEXT;
	int tabs = -1;

	for (const char *line = out.p, *end; line < out.p + out.n; line = end + 1) {
		struct span row = { line, 0 };
		int n;

		end = memchr(line, '\n', (size_t)(out.p + out.n - line));
		if (!end)
			fuzzfail("a last line that is cut: %s", line);
		row.n = (size_t)(end - line);
		if (form == FORM_CSV)
			continue; /* names are as they are */
		if (form == FORM_JSON)
			fuzzjson(row);
		n = tabsof(row);
		if ((form == FORM_TSV && tabs >= 0 && n != tabs) || (form != FORM_TSV && n > 0))
			fuzzfail("%d tabs where the first line has %d: %s", n, tabs, out.p);
		tabs = n;
	}
}

static void
check(struct fuzzrun run)
{
	lines(run.out);
	fuzzhold(fuzzutf8(run.out));
}
