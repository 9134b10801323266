/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "help.h"
#include "stream/event.h"

/* The width of lines, and the column of the help of options. */
enum { COLUMNS = 80, INDENT = 24 };

/* The options of all programs. */
static const struct flag ours[] = {
	{ "help", 'h', NULL, "print this", NULL },
	{ "version", 'V', NULL, "print the version", NULL },
};

/* Writes text in lines that begin at column indent; at is the current column. */
static void
helpfill(struct buf *out, const char *text, size_t at, size_t indent)
{
	while (*text) {
		size_t n = strcspn(text, " ");

		if (at > indent && at + 1 + n >= COLUMNS) {
			bufchar(out, '\n');
			at = 0;
		} else if (at > indent) {
			bufchar(out, ' ');
			at++;
		}
		for (; at < indent; at++)
			bufchar(out, ' ');
		bufmem(out, text, n);
		at += n;
		text += n + strspn(text + n, " ");
	}
	bufchar(out, '\n');
}

static void
writeflag(struct buf *out, const struct flag *f)
{
	size_t before = out->n;

	if (f->code < OPT_HELP)
		bufprintf(out, "  -%c, --%s", f->code, f->name);
	else
		bufprintf(out, "      --%s", f->name);
	if (f->value)
		bufprintf(out, " %s", f->value);
	if (out->n - before + 2 > INDENT) {
		bufchar(out, '\n');
		before = out->n;
	}
	helpfill(out, f->help, out->n - before, INDENT);
}

void
helpwrite(struct buf *out, const struct help *help)
{
	bufstr(out, help->usage);
	bufchar(out, '\n');
	helpfill(out, help->what, 0, 0);
	bufchar(out, '\n');
	for (const struct flag *f = help->flags; f->name; f++)
		writeflag(out, f);
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
		writeflag(out, &ours[i]);
	bufprintf(out, "\nExample:\n  %s\n\nManual: %s(1)%s%s, nst(7)\n", help->example,
	    errprogram(), help->pages ? ", " : "", help->pages ? help->pages : "");
}

/* Appends a word, after a | if it is not the first. */
static void
addword(struct buf *out, const char *word)
{
	if (out->n > 0 && out->p[out->n - 1] != '\t' && out->p[out->n - 1] != ',')
		bufchar(out, '|');
	bufstr(out, word);
}

static void
describetypes(struct buf *out)
{
	for (int i = 0; i < TYPE_COUNT; i++)
		if (evtypename((enum event_type)i) &&
		    evfamily((enum event_type)i) != FAMILY_CONTROL)
			addword(out, evtypename((enum event_type)i));
	for (int i = 0; i < FAMILY_OTHER; i++) {
		const char *name = evfamilyname((enum event_family)i);
		const char *last = i > 0 ? evfamilyname((enum event_family)(i - 1)) : NULL;

		if (name && (!last || strcmp(name, last) != 0)) /* GPU and DEVICE have one name */
			addword(out, name);
	}
}

static void
describe(struct buf *out, const struct flag *f)
{
	char letter[] = { f->code < OPT_HELP ? (char)f->code : '-', '\0' };

	bufprintf(out, "%s\t%s\t%s\t", letter, f->name, f->value ? f->value : "-");
	if (f->words && strcmp(f->words, VALUE_TYPES) == 0) {
		bufchar(out, ',');
		describetypes(out);
	} else
		bufstr(out, f->words ? f->words : "-");
	bufprintf(out, "\t%s\n", f->help);
}

void
helpdescribe(struct buf *out, const struct help *help)
{
	for (const struct flag *f = help->flags; f->name; f++)
		describe(out, f);
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
		describe(out, &ours[i]);
	bufprintf(out, "-\toperand\t-\t%s\t%s\n", help->operands ? help->operands : "-",
	    help->what);
}
