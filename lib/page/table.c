/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "heading.h"
#include "html.h"
#include "table.h"

const struct column *
tablecolumn(const struct tableview *s, const char *title)
{
	for (size_t i = 0; i < s->count; i++)
		if (strcmp(s->columns[i].title, title) == 0)
			return &s->columns[i];
	return NULL;
}

/* Returns true for a column of names that the profiled program gave. */
static bool
isname(const struct column *c)
{
	return strcmp(c->title, "name") == 0 || strcmp(c->title, "blame") == 0;
}

/* Returns true if any row has a value in the column. */
static bool
isthere(const struct tableview *s, const struct column *c)
{
	for (size_t i = 0; i < s->rows; i++)
		if (c->cell(s->arg, i, c).given)
			return true;
	return false;
}

/* Writes a title in words. A line may break after a +. */
static void
tablewords(const char *title, struct buf *out)
{
	while (*title) {
		size_t n = strcspn(title, "_+");

		htmltext(out, (struct span){ title, n });
		title += n;
		if (*title)
			bufstr(out, *title++ == '_' ? " " : "+<wbr>");
	}
}

void
tableheading(const char *title, enum column_kind kind, struct buf *out)
{
	tableheadingof(title, kind, headingmeaning(title), out);
}

/* data-column is the column's name in other programs. */
void
tableheadingof(const char *title, enum column_kind kind, const char *meaning, struct buf *out)
{
	static const char *const types[] = {
		[COLUMN_TEXT] = "text",
		[COLUMN_TIME] = "time",
		[COLUMN_MEAN_TIME] = "time",
		[COLUMN_MEGABYTES] = NULL,
	};
	const char *type = types[kind];

	bufprintf(out, "<th scope=\"col\" data-type=\"%s\" data-column=\"%s\"",
	    type ? type : "number", title);
	if (meaning)
		bufprintf(out, " title=\"%s\"", meaning);
	bufchar(out, '>');
	tablewords(title, out);
	bufstr(out, "</th>");
}

void
tablenumber(enum column_kind kind, struct tablecell e, struct buf *out)
{
	bufstr(out, "<td data-value=\"");
	tableviewcell(out, TABLE_TSV, kind, &e);
	bufstr(out, "\">");
	tableviewcell(out, TABLE_TEXT, kind, &e);
	bufstr(out, "</td>");
}

/* Returns the kind of a cell: values of a counter in bytes are written as such. */
static enum column_kind
cellkind(const struct tableview *s, size_t row, const struct column *c)
{
	const struct column *unit = c->kind == COLUMN_DECIMAL ? tablecolumn(s, "unit") : NULL;

	if (unit && spanis(unit->cell(s->arg, row, unit).text, "B"))
		return COLUMN_BYTES;
	return c->kind;
}

static void
putcell(const struct tableview *s, size_t row, const struct column *c, struct buf *out)
{
	struct tablecell e = c->cell(s->arg, row, c);

	if (!e.given) {
		bufstr(out, "<td></td>");
	} else if (c->kind != COLUMN_TEXT) {
		tablenumber(cellkind(s, row, c), e, out);
	} else {
		bool judged = strcmp(c->title, "change") == 0 &&
		    (spanis(e.text, "slower") || spanis(e.text, "faster"));

		bufstr(out, isname(c) ? "<td class=\"name\">" : "<td");
		if (judged) {
			bufstr(out, " class=\"");
			bufspan(out, e.text);
			bufchar(out, '"');
		}
		bufstr(out, isname(c) ? "" : ">");
		htmltext(out, e.text);
		bufstr(out, "</td>");
	}
}

void
tablewrite(const struct tableview *s, struct buf *out)
{
	bool *there = xzalloc(s->count + 1, sizeof(*there));

	bufstr(out, "<table class=\"data\"");
	if (s->writearg)
		bufprintf(out, " data-type=\"%s\"", (const char *)s->writearg);
	bufstr(out, "><caption>");
	htmltext(out, spanof(s->title ? s->title : ""));
	if (s->allrows > s->rows)
		bufprintf(out, ", the first %zu of %zu", s->rows, s->allrows);
	bufstr(out, "</caption><thead><tr>");
	for (size_t j = 0; j < s->count; j++) {
		there[j] = isthere(s, &s->columns[j]);
		if (there[j])
			tableheading(s->columns[j].title, s->columns[j].kind, out);
	}
	bufstr(out, "</tr></thead><tbody>\n");
	for (size_t i = 0; i < s->rows; i++) {
		bufstr(out, "<tr>");
		for (size_t j = 0; j < s->count; j++)
			if (there[j])
				putcell(s, i, &s->columns[j], out);
		bufstr(out, "</tr>\n");
	}
	bufstr(out, "</tbody></table>\n");
	free(there);
}
