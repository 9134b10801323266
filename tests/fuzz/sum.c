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
	enum table_format form = out.p[0] == '{' ? TABLE_JSON
	    : memchr(out.p, '\t', first) ? TABLE_TSV
	    : memchr(out.p, ',', first)  ? TABLE_CSV
	                                 : TABLE_TEXT;
	int tabs = -1;

	for (const char *line = out.p, *end; line < out.p + out.n; line = end + 1) {
		struct span row = { line, 0 };
		int n;

		end = memchr(line, '\n', (size_t)(out.p + out.n - line));
		if (!end)
			fuzzfail("a last line that is cut: %s", line);
		row.n = (size_t)(end - line);
		if (form == TABLE_CSV)
			continue; /* names are as they are */
		if (form == TABLE_JSON)
			fuzzjson(row);
		n = tabsof(row);
		if ((form == TABLE_TSV && tabs >= 0 && n != tabs) || (form != TABLE_TSV && n > 0))
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
