/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "stream/header.h"
#include "sum.h"
#include "tablerecord.h"

void
tablesourceheader(struct tablesource *s, const struct event *ev)
{
	struct headerinfo header;

	if (s->headers++ > 0)
		return;
	headerinforead(&header, ev->line, ev->stack);
	bufspan(&s->product, header.product);
	bufspan(&s->host, header.host);
	if (header.hasutc)
		bufint(&s->utc, header.utc);
}

void
tablesourcefree(struct tablesource *s)
{
	free(s->product.p);
	free(s->utc.p);
	free(s->host.p);
}

/* Begins a member of the object that is being written. */
static void
tablerecordkey(struct buf *out, const char *key)
{
	if (out->p[out->n - 1] != '{')
		bufchar(out, ',');
	bufprintf(out, "\"%s\":", key);
}

/* Appends a string to an array, which begins with its bracket. */
static void
tablerecorditem(struct buf *out, struct span text)
{
	if (out->p[out->n - 1] != '[')
		bufchar(out, ',');
	jsonstring(out, text.p, text.n);
}

/* Writes the keys of --by. */
static void
tablerecordby(const struct sum *s, struct buf *out)
{
	const struct tally *t = &s->tally;
	size_t keycount = t->groups.depth;

	tablerecordkey(out, "by");
	bufchar(out, '[');
	if (s->counted)
		tablerecorditem(out, spanof("counter"));
	if (s->counters.spans.kind == COUNTERSPAN_KERNEL)
		tablerecorditem(out, spanof("kernel"));
	if (s->counted && s->counters.spans.kind <= COUNTERSPAN_KERNEL)
		keycount = 0;
	for (size_t i = 0; i < keycount; i++) {
		enum by by = t->groups.keys[i];
		const char *selector = by == BY_NVTX ? t->nvtx.selector :
		    by == BY_CAPTURED                ? t->captured.selector :
		                                       NULL;
		struct buf name = { 0 };

		bufstr(&name, keys[by].name);
		if (selector)
			bufprintf(&name, ":%s", selector);
		tablerecorditem(out, bufall(&name));
		free(name.p);
	}
	bufchar(out, ']');
}

/* Writes what cuts the table: a window, earlier filters, --top, --event, --over, --bins, --hist and
 * --skip. */
static void
tablerecordcut(const struct sum *s, struct buf *out)
{
	const struct tally *t = &s->tally;
	const struct {
		const char *key;
		int64_t number;
		bool given;
	} numbers[] = {
		{ "from", clipfrom(&s->clip), clipfrom(&s->clip) != INT64_MIN },
		{ "to", clipto(&s->clip), clipto(&s->clip) != INT64_MAX },
		{ "top", (int64_t)s->grouptable.top, s->grouptable.top > 0 },
		{ "bins", (int64_t)t->accumulator.bins, t->accumulator.bins > 0 },
		{ "skip", (int64_t)s->grouptable.skip, s->grouptable.skip > 0 },
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if (numbers[i].given) {
			tablerecordkey(out, numbers[i].key);
			bufint(out, numbers[i].number);
		}
	if (s->clip.span.info.filtered.by != 0) {
		tablerecordkey(out, "filtered");
		filteredobject(s->clip.span.info.filtered, out);
	}
	if (t->perstep) {
		tablerecordkey(out, "over");
		bufstr(out, "\"step\"");
	}
	if (s->histogram) {
		tablerecordkey(out, "hist");
		bufstr(out, "true");
	}
	if (t->patterncount == 0)
		return;
	tablerecordkey(out, "event");
	bufchar(out, '[');
	for (size_t i = 0; i < t->patterncount; i++)
		tablerecorditem(out, spanof(t->patterns[i].pattern.source));
	bufchar(out, ']');
}

/* Writes which names kernels have in the rows. */
static void
tablerecordnames(const struct sum *s, struct buf *out)
{
	bool raw = s->namer.style == NAMESTYLE_RAW;

	tablerecordkey(out, "names");
	bufprintf(out, "\"%s\"", groupnamerkernels(&s->namer));
	if (raw) {
		tablerecordkey(out, "raw");
		bufstr(out, "true");
	}
}

/* Writes the columns whose cells must not be added up: all but sums, or all if an event may count
 * in several rows. */
static void
tablerecordcolumns(const struct sum *s, struct buf *out)
{
	const struct tally *t = &s->tally;
	bool several = tallymanygroups(t);
	struct column *columns;
	size_t count;

	tablerecordkey(out, "not_additive");
	if (s->counted) {
		countertablenotadditive(&s->counters, out);
		return;
	}
	columns = grouptablecolumns(&s->grouptable, &t->groups, false, 0, &count);
	bufchar(out, '[');
	for (size_t i = 0; i < count; i++)
		if (columns[i].id >= BY_COUNT && (several || !statisticadditive(columns[i].id)))
			tablerecorditem(out, spanof(columns[i].title));
	bufchar(out, ']');
	free(columns);
}

/* Writes the capture. */
static void
tablerecordsource(const struct tablesource *s, struct buf *out)
{
	const struct {
		const char *key;
		const struct buf *value;
	} members[] = {
		{ "product", &s->product },
		{ "utc", &s->utc },
		{ "host", &s->host },
	};

	tablerecordkey(out, "source");
	bufchar(out, '{');
	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++)
		if (members[i].value->n > 0) {
			tablerecordkey(out, members[i].key);
			bufspan(out, bufall(members[i].value));
		}
	if (s->headers > 1) {
		tablerecordkey(out, "streams");
		bufuint(out, s->headers);
	}
	bufchar(out, '}');
}

void
tablerecordwrite(const struct sum *s, struct buf *out)
{
	bufstr(out, "{\"table\":{");
	tablerecordby(s, out);
	tablerecordcut(s, out);
	tablerecordnames(s, out);
	tablerecordcolumns(s, out);
	tablerecordsource(&s->source, out);
	bufstr(out, "}}\n");
}
