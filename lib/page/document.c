/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "assets.h"
#include "cli.h"
#include "document.h"
#include "html.h"
#include "page.h"

/* The sections of a page, in their order. */
static const struct {
	const char *id, *title;
} sections[] = {
	{ "gpus", "GPUs" },
	{ "utilisation", "Utilisation" },
	{ "timeline", "Timeline" },
	{ "idle", "Idle" },
	{ "kernels", "Kernels" },
	{ "ranges", "Ranges" },
	{ "steps", "Steps" },
	{ "ranks", "Ranks" },
	{ "warnings", "Warnings" },
};

enum { SECTIONS = sizeof(sections) / sizeof(*sections), TIMELINE = 2 };

/* Writes what stands before the body. */
static void
puthead(struct span title, struct buf *out)
{
	bufstr(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	    "script-src 'sha256-" ASSET_SCRIPT "'; style-src 'sha256-" ASSET_STYLE "'; "
	    "img-src data: blob:; base-uri 'none'; form-action 'none'\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	    "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
	htmltext(out, title);
	bufstr(out, " - nst</title>\n<style>");
	bufmem(out, (const char *)assetstyle, sizeof(assetstyle));
	bufstr(out, "</style></head>\n<body>\n");
}

static void
putnav(struct buf *out)
{
	bufstr(out, "<nav>\n");
	for (int i = 0; i < SECTIONS; i++)
		bufprintf(out, "<a href=\"#%s\">%s</a>\n", sections[i].id, sections[i].title);
	bufstr(out, "</nav>\n");
}

/* Writes what the script reads: the figures, the settings, the trace under a name. */
static void
putdata(const struct webpage *p, struct span title, struct buf *out)
{
	bufstr(out, "<script type=\"application/json\" id=\"figures\">{\"nst\":\"");
	bufstr(out, cliversion());
	bufstr(out, "\",\"title\":");
	htmljson(out, title);
	bufstr(out, "}</script>\n<script type=\"application/json\" id=\"settings\">"
	    "{\"perfetto\":");
	htmljson(out, spanof(p->perfetto));
	bufstr(out, ",\"merged\":null}</script>\n"
	    "<script type=\"application/gzip\" id=\"trace\" data-name=\"");
	htmltext(out, title);
	bufstr(out, ".pftrace\">");
	embedwrite(&p->trace, out);
	bufstr(out, "</script>\n<script>");
	bufmem(out, (const char *)assetscript, sizeof(assetscript));
	bufstr(out, "</script>\n");
}

void
documentwrite(const struct webpage *p, struct buf *out)
{
	struct span title = p->title;

	puthead(title, out);
	bufstr(out, "<header><h1>");
	htmltext(out, title);
	bufstr(out, "</h1>\n<p id=\"open\" hidden></p></header>\n");
	putnav(out);
	bufstr(out, "<main>\n");
	for (int i = 0; i < SECTIONS; i++)
		bufprintf(out, "<section id=\"%s\"%s><h2>%s</h2></section>\n", sections[i].id,
		    i == TIMELINE ? " hidden" : "", sections[i].title);
	bufstr(out, "</main>\n");
	putdata(p, title, out);
	bufstr(out, "</body></html>\n");
}
