/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <time.h>

#include "assets.h"
#include "base/json.h"
#include "document.h"
#include "fit.h"
#include "gpu/colorkind.h"
#include "html.h"
#include "page.h"
#include "program/cli.h"
#include "section.h"
#include "table/format.h"
#include "warnings.h"

/* The sections in their order. The script adds the timeline; the warnings follow. */
static const struct section {
	const char *id, *title;
	bool (*put)(struct webpage *, struct buf *);
} sections[] = {
	{ "summary", "Summary", sectionsummary },
	{ "gpus", "GPUs", sectiongpus },
	{ "utilisation", "Utilisation", sectionuse },
	{ "timeline", "Timeline", NULL },
	{ "idle", "Idle", sectionidle },
	{ "kernels", "Kernels", sectionkernels },
	{ "memory", "Memory", sectionmemory },
	{ "ranges", "Ranges", sectionranges },
	{ "calls", "Calls", sectioncalls },
	{ "host", "Operating system", sectionhost },
	{ "counters", "Counters", sectioncounters },
	{ "steps", "Steps", sectionsteps },
	{ "ranks", "Ranks", sectionranks },
};

enum { SECTIONS = sizeof(sections) / sizeof(*sections) };

void
documenthead(struct span title, struct buf *out)
{
	bufstr(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	    "script-src 'sha256-" ASSET_SCRIPT "'; style-src 'sha256-" ASSET_STYLE "'; "
	    "img-src data: blob:; base-uri 'none'; form-action 'none'\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	    "<meta name=\"color-scheme\" content=\"light dark\">\n"
	    /* Without this, a browser requests /favicon.ico from the server of the page. */
	    "<link rel=\"icon\" href=\"data:,\">\n<title>");
	htmltext(out, title);
	bufstr(out, " - nst</title>\n<style>");
	bufmem(out, (const char *)assetstyle, sizeof(assetstyle));
	bufstr(out, "</style></head>\n<body>\n");
}

void
documentscript(struct buf *out)
{
	bufstr(out, "<script>");
	bufmem(out, (const char *)assetscript, sizeof(assetscript));
	bufstr(out, "</script>\n");
}

/* Writes links to the sections that are there. */
static void
putnav(const bool *there, struct buf *out)
{
	bufstr(out, "<nav>\n");
	for (int i = 0; i < SECTIONS; i++)
		if (there[i])
			bufprintf(out, "<a href=\"#%s\">%s</a>\n", sections[i].id,
			    sections[i].title);
	bufstr(out, "<a href=\"#warnings\">Warnings</a>\n</nav>\n");
}

/* Appends up to most texts, separated by commas. */
static void
putnames(const struct stringtable *names, size_t most, struct buf *out)
{
	for (uint32_t i = 0; i < names->used && i < most; i++) {
		bufstr(out, i > 0 ? ", " : "");
		htmltext(out, stringat(names, i));
	}
	if (names->used > most)
		bufprintf(out, " and %zu more", names->used - most);
}

/* Writes a date and time, of which utc is the UNIX time in ns. */
static void
putdate(int64_t utc, struct buf *out)
{
	time_t seconds = (time_t)(utc / 1000000000);
	struct tm tm;
	char text[64];

	if (!gmtime_r(&seconds, &tm) || strftime(text, sizeof(text), "%F %T UTC", &tm) == 0)
		return;
	bufstr(out, "; began ");
	bufstr(out, text);
}

void
documentidentity(const struct webpage *p, struct buf *out)
{
	const struct about *a = &p->about;
	size_t gpus = p->whole.busy.count;
	struct buf text = { 0 };

	bufstr(out, "<p>");
	if (a->processes.used > 0)
		putnames(&a->processes, 8, out);
	else
		bufstr(out, "Unnamed processes");
	bufprintf(out, " \xC2\xB7 %zu %s \xC2\xB7 ", gpus, gpus == 1 ? "GPU" : "GPUs");
	formattime(out, ((wide)clipend(&p->whole.clip) - clipstart(&p->whole.clip)) * 1000);
	bufstr(out, " \xC2\xB7 ");
	formatwhole(out, (wide)a->events, true);
	bufstr(out, " events</p>\n<p>");
	if (a->source.products.used > 0) {
		bufstr(out, "Nsight Systems ");
		putnames(&a->source.products, 4, out);
	} else {
		bufstr(out, "Unknown profiler");
	}
	if (a->source.hosts.used > 0) {
		bufstr(out, a->source.hosts.used > 1 ? "; hosts " : "; host ");
		putnames(&a->source.hosts, 4, out);
	}
	if (a->source.commands.used > 0) {
		bufstr(out, "; command ");
		commandtexts(&a->source.commands, 4, &text);
		htmltext(out, bufall(&text));
		free(text.p);
	}
	if (a->info.hasutc)
		putdate(addsat(a->info.utc, clipstart(&p->whole.clip)), out);
	bufstr(out, "</p>\n");
}

/* Writes the main figures of a page: sums over its GPUs, and of its kernels. */
static void
putfigures(struct webpage *p, struct span title, struct buf *out)
{
	const struct sum *s = &p->whole;
	wide span = (wide)clipend(&s->clip) - clipstart(&s->clip);

	bufstr(out, "{\"nst\":\"");
	bufstr(out, cliversion());
	bufstr(out, "\",\"title\":");
	htmljson(out, title);
	bufstr(out, ",\"span\":");
	formatwhole(out, span, false);
	bufprintf(out, ",\"events\":%llu,\"gpus\":%zu", (unsigned long long)p->about.events,
	    s->busy.count);
	sectionfigures(p, out);
	if (p->failed || p->about.partial)
		bufstr(out, ",\"cut\":true");
	bufchar(out, '}');
}

/* Writes a file name for the trace: the title without the suffix of a report, in portable
 * characters only. */
static void
putfilename(struct span title, struct buf *out)
{
	static const char *const ends[] = { ".gz", ".zst", ".xz", ".ndjson", ".nsys-rep",
		".qdrep", ".sqlite" };
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	                            "-_.";

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		size_t n = strlen(ends[i]);

		if (title.n > n && memcmp(title.p + title.n - n, ends[i], n) == 0)
			title.n -= n;
	}
	for (size_t i = 0; i < title.n && i < 100; i++)
		bufchar(out, title.p[i] && strchr(plain, title.p[i]) && (i > 0 || title.p[i] != '.')
		        ? title.p[i]
		        : '_');
}

void
documenttitle(const struct webpage *p, struct buf *out)
{
	const struct stringtable *processes = &p->about.processes;

	if (p->called.n > 0)
		bufspan(out, p->called);
	else if (processes->used > 0)
		bufspan(out, stringat(processes, 0));
	else
		bufstr(out, "profile");
	if (p->called.n == 0 && processes->used > 1)
		bufprintf(out, " and %zu more", processes->used - 1);
}

/* Writes the limit of merging, null if all slices of a track are merged, and the numbers of slices;
 * or null if nothing is merged. */
static void
putmerged(const struct webpage *p, struct buf *out)
{
	const struct coarse *c = &p->coarse;

	if (c->limit == 0) {
		bufstr(out, "null");
		return;
	}
	bufstr(out, "{\"limit\":");
	if (c->limit < fitlargest())
		bufint(out, c->limit);
	else
		bufstr(out, "null");
	bufprintf(out, ",\"slices\":%llu,\"of\":%llu}",
	    (unsigned long long)coarseslices(c, &p->gauge),
	    (unsigned long long)gaugeslices(&p->gauge));
}

/* Writes the two views of the timeline for the script, in ns from its zero: the span, and the time
 * from the first to the last work of GPUs. */
static void
putviews(const struct webpage *p, struct buf *out)
{
	const struct busytime *b = &p->whole.busy;
	int64_t zero = p->trace.perfetto.draw.origin, first = INT64_MAX, last = INT64_MIN;

	bufprintf(out, "{\"span\":[%lld,%lld]",
	    (long long)subsat(clipstart(&p->whole.clip), zero),
	    (long long)subsat(clipend(&p->whole.clip), zero));
	for (size_t i = 0; i < b->count; i++) {
		const struct timespan *work = &b->gpus[i].work;

		first = work->begun && work->first < first ? work->first : first;
		last = work->begun && work->last > last ? work->last : last;
	}
	if (first < last)
		bufprintf(out, ",\"gpu\":[%lld,%lld]", (long long)subsat(first, zero),
		    (long long)subsat(last, zero));
	bufchar(out, '}');
}

/* Writes a list of types. */
static void
putkindtypes(uint64_t types, struct buf *out)
{
	size_t start = out->n;

	for (int type = 0; type < TYPE_COUNT; type++)
		if (types & EVTYPE(type))
			bufprintf(out, "%s\"%s\"", out->n > start ? "," : "[",
			    evtypename((enum event_type)type));
	bufstr(out, out->n > start ? "]" : "[]");
}

/* Each kind of GPU work has one colour. */
void
documentkinds(struct buf *out)
{
	struct buf pattern = { 0 };
	size_t count;
	const struct colorkind *kinds = colorkinds(&count);

	for (size_t i = 0; i < count; i++) {
		bufprintf(out, "%s{\"name\":\"%s\",\"types\":", i > 0 ? "," : "\"kinds\":[",
		    kinds[i].name);
		putkindtypes(kinds[i].types, out);
		bufstr(out, ",\"named\":");
		putkindtypes(kinds[i].named, out);
		bufstr(out, ",\"pattern\":");
		pattern.n = 0;
		colorkindpattern(&kinds[i], &pattern);
		htmljson(out, bufall(&pattern));
		bufchar(out, '}');
	}
	bufchar(out, ']');
	free(pattern.p);
}

/* Writes the pid and the rank of each process with a known rank. */
static void
putranks(const struct identitytable *ids, struct buf *out)
{
	const char *between = "";

	bufstr(out, "\"ranks\":[");
	for (size_t i = 0; i < ids->count; i++) {
		if (!ids->infos[i].hasrank)
			continue;
		bufprintf(out, "%s[%lld,%lld]", between, (long long)ids->infos[i].pid,
		    (long long)ids->infos[i].rank);
		between = ",";
	}
	bufchar(out, ']');
}

void
documenttrace(const struct webpage *p, const char *id, struct buf *out)
{
	bufprintf(out, "<script type=\"application/gzip\" id=\"%s\" data-name=\"", id);
	putfilename(bufall(&p->title), out);
	bufstr(out, ".pftrace\">");
	embedwrite(&p->trace, out);
	bufstr(out, "</script>\n");
}

void
documentviews(const struct webpage *p, struct buf *out)
{
	bufstr(out, "\"merged\":");
	putmerged(p, out);
	bufstr(out, ",\"views\":");
	putviews(p, out);
}

/* Writes the data for the script: figures, settings, and the trace with its file name. */
static void
putdata(struct webpage *p, struct buf *out)
{
	bufstr(out, "<script type=\"application/json\" id=\"figures\">");
	putfigures(p, bufall(&p->title), out);
	bufstr(out, "</script>\n<script type=\"application/json\" id=\"settings\">"
	    "{\"perfetto\":");
	htmljson(out, spanof(p->perfetto));
	bufchar(out, ',');
	documentviews(p, out);
	bufchar(out, ',');
	documentkinds(out);
	bufchar(out, ',');
	putranks(&p->about.ids, out);
	bufstr(out, "}</script>\n");
	documenttrace(p, "trace", out);
	documentscript(out);
}

/* Writes a section with its heading. Returns false if the page needs none, and writes nothing. */
static bool
putsection(struct webpage *p, const struct section *s, struct buf *out)
{
	size_t before = out->n;

	if (s->put) {
		bufprintf(out, "<section id=\"%s\"><h2>%s</h2>\n", s->id, s->title);
		if (!s->put(p, out)) {
			out->n = before;
			return false;
		}
		bufstr(out, "</section>\n");
		return true;
	}
	bufprintf(out, "<section id=\"%s\" hidden><h2>%s</h2></section>\n"
	    "<noscript><p>The timeline needs a script, which this browser does not run. "
	    "All else is here.</p></noscript>\n", s->id, s->title);
	return true;
}

void
documentbody(struct webpage *p)
{
	struct buf *out = &p->body, content = { 0 };
	bool there[SECTIONS];

	for (int i = 0; i < SECTIONS; i++)
		there[i] = putsection(p, &sections[i], &content);
	documenttitle(p, &p->title);
	bufstr(out, "<header><h1>");
	htmltext(out, bufall(&p->title));
	bufstr(out, "</h1>\n");
	documentidentity(p, out);
	bufstr(out, "<p id=\"open\" hidden></p></header>\n");
	putnav(there, out);
	bufstr(out, "<main>\n");
	bufspan(out, bufall(&content));
	free(content.p);
}

static bool
putwarnings(struct webpage *p, struct buf *out)
{
	warningswrite(p, out);
	return true;
}

void
documentwrite(struct webpage *p, struct buf *out)
{
	static const struct section warnings = { "warnings", "Warnings", putwarnings };

	documenthead(bufall(&p->title), out);
	bufspan(out, bufall(&p->body));
	(void)putsection(p, &warnings, out);
	bufstr(out, "</main>\n");
	putdata(p, out);
	bufstr(out, "</body></html>\n");
}

size_t
documentsize(struct webpage *p)
{
	size_t trace = p->trace.bytes.n, n;
	struct buf page = { 0 };

	p->trace.bytes.n = 0;
	documentwrite(p, &page);
	p->trace.bytes.n = trace;
	n = page.n;
	free(page.p);
	return n;
}
