/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "document.h"
#include "html.h"
#include "section.h"
#include "warnings.h"

/* The names of the sides: in headings, and in ids and addresses. */
static const char *const headings[] = { "Old", "New" };
static const char *const ids[] = { "old", "new" };

/* Writes both titles. */
static void
puttitles(const struct comparison *c, struct buf *title)
{
	bufspan(title, bufall(&c->sides[COMPARE_OLD]->title));
	bufstr(title, " \xE2\x86\x92 ");
	bufspan(title, bufall(&c->sides[COMPARE_NEW]->title));
}

static void
comparehead(const struct comparison *c, struct span title, struct buf *out)
{
	static const char *const links[][2] = { { "summary", "Summary" },
		{ "findings", "Findings" }, { "changes", "Changes" }, { "timeline", "Timeline" },
		{ "warnings", "Warnings" } };

	documenthead(title, out);
	bufstr(out, "<header><h1>");
	htmltext(out, title);
	bufstr(out, "</h1>\n");
	for (int i = 0; i < COMPARE_SIDES; i++) {
		bufprintf(out, "<h2>%s: ", headings[i]);
		htmltext(out, bufall(&c->sides[i]->title));
		bufstr(out, "</h2>\n");
		documentidentity(c->sides[i], out);
		bufprintf(out, "<p id=\"open-%s\" hidden></p>\n", ids[i]);
	}
	bufstr(out, "</header>\n<nav>\n");
	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++)
		bufprintf(out, "<a href=\"#%s\">%s</a>\n", links[i][0], links[i][1]);
	bufstr(out, "</nav>\n<main>\n");
}

/* Returns the finding of the other run that is the same: of the same rule, and as far behind the
 * first of that rule. NULL if there is none. */
static const struct finding *
counterpart(const struct findings *f, const struct finding *one, const struct findings *others)
{
	size_t nth = 0;

	for (const struct finding *p = f->p; p < one; p++)
		nth += strcmp(p->rule, one->rule) == 0;
	for (size_t i = 0; i < others->count; i++)
		if (strcmp(others->p[i].rule, one->rule) == 0 && nth-- == 0)
			return &others->p[i];
	return NULL;
}

/* Writes the findings of a run that the other has, or that it has not, below a heading. */
static void
putfindinglist(const struct comparison *c, int side, bool both, const char *heading,
    struct buf *out)
{
	const struct webpage *p = c->sides[side], *other = c->sides[!side];
	bool any = false;

	for (size_t i = 0; i < p->findings.count; i++) {
		const struct finding *f = &p->findings.p[i];
		const struct finding *same = counterpart(&p->findings, f, &other->findings);

		if ((same != NULL) != both)
			continue;
		if (!any)
			bufprintf(out, "<h3>%s</h3>\n<ol class=\"findings\">\n", heading);
		any = true;
		sectionfinding(p, f, ids[side], same ? same->sentence : NULL, out);
	}
	if (any)
		bufstr(out, "</ol>\n");
}

static void
putfindings(const struct comparison *c, struct buf *out)
{
	bool known = true;

	for (int i = 0; i < COMPARE_SIDES; i++) {
		struct findings *f = &c->sides[i]->findings;

		findingssort(f);
		if (f->advised || f->count > 0)
			continue;
		known = false;
		bufprintf(out, "<p>The %s stream has no findings, which nst-advise adds, so the "
		    "findings are not compared.</p>\n", ids[i]);
	}
	if (!known)
		return;
	if (c->sides[COMPARE_OLD]->findings.count + c->sides[COMPARE_NEW]->findings.count == 0)
		bufstr(out, "<p>No findings in either run.</p>\n");
	putfindinglist(c, COMPARE_NEW, false, "In the new run only", out);
	putfindinglist(c, COMPARE_OLD, false, "In the old run only", out);
	putfindinglist(c, COMPARE_NEW, true, "In both runs", out);
}

static void
putwarningsof(const struct comparison *c, struct buf *out)
{
	for (int i = 0; i < COMPARE_SIDES; i++) {
		bufprintf(out, "<h3>%s</h3>\n", headings[i]);
		warningswrite(c->sides[i], out);
	}
}

/* Writes the settings of a side. begin and step are where its span and its first step begin, ns
 * from the zero of its trace. */
static void
putside(const struct webpage *p, struct buf *out)
{
	int64_t zero = p->trace.perfetto.draw.origin;

	bufstr(out, "{\"name\":");
	htmljson(out, bufall(&p->title));
	bufprintf(out, ",\"begin\":%lld", (long long)subsat(clipstart(&p->whole.clip), zero));
	if (p->pace.count > 0)
		bufprintf(out, ",\"step\":%lld", (long long)subsat(p->pace.first, zero));
	bufchar(out, ',');
	documentviews(p, out);
	bufchar(out, '}');
}

static void
comparedata(const struct comparison *c, struct buf *out)
{
	bufstr(out, "<script type=\"application/json\" id=\"settings\">{\"perfetto\":");
	htmljson(out, spanof(c->sides[COMPARE_OLD]->perfetto));
	bufstr(out, ",\"sides\":[");
	putside(c->sides[COMPARE_OLD], out);
	bufchar(out, ',');
	putside(c->sides[COMPARE_NEW], out);
	bufstr(out, "],");
	documentkinds(out);
	bufstr(out, "}</script>\n");
	documenttrace(c->sides[COMPARE_OLD], "trace-old", out);
	documenttrace(c->sides[COMPARE_NEW], "trace-new", out);
	documentscript(out);
}

void
comparewrite(const struct comparison *c, struct buf *out)
{
	struct buf title = { 0 };

	puttitles(c, &title);
	comparehead(c, bufall(&title), out);
	bufstr(out, "<section id=\"summary\"><h2>Summary</h2>\n");
	c->puttimes(c->arg, out);
	for (int i = 0; i < COMPARE_SIDES; i++) {
		bufprintf(out, "<h3>%s</h3>\n", headings[i]);
		sectionbars(c->sides[i], out);
	}
	bufstr(out, "</section>\n<section id=\"findings\"><h2>Findings</h2>\n");
	putfindings(c, out);
	bufstr(out, "</section>\n<section id=\"changes\"><h2>Changes</h2>\n");
	c->putchanges(c->arg, out);
	bufstr(out, "</section>\n<section id=\"timeline\" hidden><h2>Timeline</h2></section>\n"
	    "<noscript><p>The timeline needs a script, which this browser does not run. "
	    "All else is here.</p></noscript>\n"
	    "<section id=\"warnings\"><h2>Warnings</h2>\n");
	putwarningsof(c, out);
	bufstr(out, "</section>\n</main>\n");
	comparedata(c, out);
	bufstr(out, "</body></html>\n");
	free(title.p);
}
