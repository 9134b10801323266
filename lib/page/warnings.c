/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "html.h"
#include "page.h"
#include "table/format.h"
#include "warnings.h"

/* The list; its first item writes the opening tag. */
struct list {
	struct buf *out;
	uint64_t count;
};

/* Begins an item and ends the one before. */
static struct buf *
item(struct list *l)
{
	bufstr(l->out, l->count++ == 0 ? "<ul>\n<li>" : "</li>\n<li>");
	return l->out;
}

/* Writes an item about a number of things, unless it is 0. */
static void
putcount(struct list *l, const char *what, uint64_t count, const char *more)
{
	if (count == 0)
		return;
	bufprintf(item(l), "%s: ", what);
	formatwhole(l->out, (wide)count, true);
	bufstr(l->out, more);
}

/* Writes the messages of the program. */
static void
putheard(struct list *l, const struct buf *heard)
{
	for (size_t i = 0; i < heard->n; i += strlen(heard->p + i) + 1)
		htmltext(item(l), spanof(heard->p + i));
}

/* Writes the diagnostics of the profiler. */
static void
putnotes(struct list *l, struct about *a)
{
	for (size_t i = 0; i < a->notes.n; i += strlen(a->notes.p + i) + 1) {
		bufstr(item(l), "The profiler says: ");
		htmltext(l->out, jsontext(spanof(a->notes.p + i), &a->scratch));
	}
}

/* Writes items about truncation, failures and windows. */
static void
putwhole(struct list *l, const struct webpage *p)
{
	const struct about *a = &p->about;

	if (p->failed)
		bufstr(item(l), "<strong>The input went wrong: this page has what was read before "
		    "that.</strong>");
	if (a->partial)
		bufstr(item(l), "<strong>The stream was cut, and --partial accepted that: what "
		    "came later is missing.</strong>");
	if (a->info.headers == 0 && a->events > 0)
		bufstr(item(l), "The stream has no header: nobody knows whether it is whole.");
	if (a->info.filtered.by != 0) {
		bufstr(item(l), "Events were left out on purpose, by the options ");
		filteredoptions(a->info.filtered, l->out);
		bufstr(l->out, ": tables and times here have only the rest.");
	}
	if (streaminfocut(&a->info)) {
		bufstr(item(l), "Only a part of the time was kept: from ");
		formattime(l->out, (wide)clipstart(&p->whole.clip) * 1000);
		bufstr(l->out, " to ");
		formattime(l->out, (wide)clipend(&p->whole.clip) * 1000);
		bufstr(l->out, ". Of what lasts beyond it, only the part inside counts.");
	}
}

/* Writes items about missing links. */
static void
putlinks(struct list *l, const struct about *a)
{
	if (a->work > 0 && !a->info.linked)
		bufstr(item(l), "The stream did not go through nst-link: kernels have neither "
		    "launches nor ranges.");
	else if (a->work > 0)
		putcount(l, "Work of GPUs without a known launch", a->unlinked, "");
}

/* Writes an item with the events that are in no stream of this profile. */
static void
putskipped(struct list *l, const struct about *a)
{
	struct buf list = { 0 };

	skippedlist(&a->skipped, &list);
	if (list.n > 0) {
		bufstr(item(l), "Not in the stream, and no figure here depends on it: ");
		htmltext(l->out, bufall(&list));
	}
	free(list.p);
}

void
warningswrite(struct webpage *p, struct buf *out)
{
	const struct about *a = &p->about;
	const struct eventcounts *c = &p->whole.tally.accumulator.counts;
	struct list l = { .out = out };

	putwhole(&l, p);
	putheard(&l, &p->heard);
	putlinks(&l, a);
	putcount(&l, "CUDA graphs that were traced as a whole", p->whole.graphs,
	    ": the kernels in them are not known.");
	putcount(&l, "Ranges that were never closed", c->open,
	    ": they have no duration, and are in no table.");
	putnotes(&l, &p->about);
	putcount(&l, "Messages of the profiler in all", a->diagnostics, "");
	putskipped(&l, a);
	bufstr(out, l.count > 0 ? "</li>\n</ul>\n"
	                        : "<p>None: the stream is whole, and all of it is here.</p>\n");
}
