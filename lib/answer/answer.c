/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "answer.h"
#include "base/err.h"
#include "base/escape.h"
#include "io/out.h"
#include "io/recordsort.h"
#include "table/format.h"

/* The characters that texts keep before columns are omitted: lines are short. */
enum { TEXT_LEAST = 28 };

/* The lines of a screen: no table has more rows, unless the user asks for them. */
enum { SCREEN_LINES = 24 };

static void
answerheader(struct stage *stage, struct event *ev)
{
	struct answer *a = (struct answer *)stage;

	findingsheader(&a->findings, ev);
	streamsourceheader(&a->source, ev);
	stageheader(&a->sum.stage, ev);
}

/* Adds up the types of the answer only, from the first event on that chooses them. In a window that
 * event may not count. */
static void
answerchoose(struct answer *a, const struct event *ev)
{
	if (!(a->question->instead & EVTYPE(ev->type)) || !evhas(ev, KEY_DUR) || a->sum.clip.narrow)
		return;
	a->sum.tally.types = a->question->shown;
	a->sum.tally.calls = false;
	a->chosen = true;
}

static void
answerevent(struct stage *stage, struct event *ev)
{
	struct answer *a = (struct answer *)stage;

	if (!a->chosen)
		answerchoose(a, ev);
	a->sum.stage.event(&a->sum.stage, ev);
	if (a->waits.most > 0 && evfamily(ev->type) != FAMILY_CONTROL)
		waitsevent(&a->waits, ev);
	if (a->question->findings)
		findingsevent(&a->findings, ev);
}

static void
answerend(struct stage *stage, const struct streamend *end)
{
	struct answer *a = (struct answer *)stage;

	if (end->skipped.n > 0)
		skippedread(&a->skipped, end->skipped);
	stageend(&a->sum.stage, end);
}

static void
answerbegin(struct stage *stage)
{
	(void)stage;
	outsetpending(NULL, NULL, NULL); /* half an answer would be a wrong one */
}

void
answerinit(struct answer *a)
{
	*a = (struct answer){ .stage = { .begin = answerbegin,
		                      .header = answerheader,
		                      .event = answerevent,
		                      .end = answerend } };
	suminit(&a->sum);
}

void
answerready(struct answer *a)
{
	const struct question *q = a->question;
	struct sum *s = &a->sum;

	for (size_t i = 0; i < q->keycount; i++)
		groupsby(&s->tally.groups, q->keys[i]);
	s->tally.types = q->types;
	if (q->pattern) {
		tallypattern(&s->tally, "event", q->pattern);
		s->tally.patterns[0].matched = true; /* that none matches is in the answer */
	}
	s->profiled = q->profiled;
	s->stateless = true;
	s->rankless = !q->ranks;
	if (q->sort)
		grouptablesort(&s->grouptable, "sort", q->sort);
	s->memory = q->spills ? recordsortlimit() : 0;
	sumready(s);
	s->tally.wantselftime = false; /* no question has it */
	if (q->types && !(q->types & EVTYPE(TYPE_CALL_KERNEL)))
		s->tally.calls = false;
	if (q->gaps || a->format == TABLE_TEXT)
		a->waits.most = q->waits;
	if (a->waits.most > 0 && a->all)
		a->waits.most = SIZE_MAX;
	else if (a->waits.most > 0 && a->top > a->waits.most)
		a->waits.most = a->top;
	a->waits.neighbours = q->gaps;
	a->waits.clip = &s->clip;
	a->waits.namer = &s->namer;
	a->waits.ids = &s->ids;
	a->stage.want = s->stage.want | (a->waits.most > 0 ? WAITS_KEYS : 0);
}

size_t
answerrows(const struct answer *a, size_t count, size_t room)
{
	size_t most = a->all || (a->format != TABLE_TEXT && a->top == 0) ? count :
	    a->top > 0                                                   ? a->top :
	                                                                   room;

	return most < count ? most : count;
}

struct tableview
answerview(struct answer *a)
{
	return (struct tableview){ .format = a->format, .width = a->width,
		.least = TEXT_LEAST, .omitted = &a->sum.omitted };
}

wide
answerspan(const struct answer *a)
{
	return (wide)clipend(&a->sum.clip) - clipstart(&a->sum.clip);
}

const char *
answertime(wide ns)
{
	static char texts[8][40];
	static size_t next;
	char *text = texts[next++ % 8];
	struct buf b = { 0 };

	formattime(&b, ns * 1000);
	snprintf(text, sizeof(texts[0]), "%.*s", (int)b.n, b.p);
	free(b.p);
	return text;
}

const char *
answershare(wide part, wide whole)
{
	static char texts[8][24];
	static size_t next;
	char *text = texts[next++ % 8];

	snprintf(text, sizeof(texts[0]), "%.1f %%",
	    whole > 0 ? 100 * widedouble(part, whole) : 0.0);
	return whole > 0 ? text : "-";
}

void
answerprose(struct answer *a, const char *format, ...)
{
	struct buf plain = { 0 }, escaped = { 0 };
	char *text = NULL;
	va_list ap;

	if (a->format != TABLE_TEXT)
		return;
	va_start(ap, format);
	if (vasprintf(&text, format, ap) < 0)
		die("out of memory");
	va_end(ap);
	bufstr(&plain, text);
	escapetext(&escaped, bufall(&plain));
	formatparagraph(&a->out, bufall(&escaped), a->width, "", "");
	free(text);
	free(plain.p);
	free(escaped.p);
}

/* Writes the last line: the question's next, with the name of the profile for each FILE. */
static void
putnext(struct answer *a)
{
	const char *p = a->next ? a->next : a->question->next, *file;
	struct buf text = { 0 };

	for (; (file = strstr(p, "FILE")) != NULL; p = file + strlen("FILE")) {
		bufmem(&text, p, (size_t)(file - p));
		bufstr(&text, a->title ? a->title : "FILE");
	}
	bufstr(&text, p);
	if (a->format == TABLE_TEXT)
		bufchar(&a->out, '\n');
	answerprose(a, "%.*s", (int)text.n, text.p);
	free(text.p);
}

/* Prints the events that nst-dump left out of the stream. */
static void
printskipped(const struct answer *a, const char *name)
{
	struct buf list = { 0 };

	skippedlist(&a->skipped, &list);
	if (list.n > 0)
		warn("%s: not dumped: %.*s", name, (int)list.n, list.p);
	free(list.p);
}

void
answerwrite(struct answer *a, const char *name, bool failed)
{
	const struct question *q = a->question;
	struct rowoptions options = { .sums = true, .aside = UINT32_MAX };
	struct grouprows rows;

	if (failed && !a->sum.clip.seen)
		return;
	sumflush(&a->sum);
	if (!failed)
		sumwarn(&a->sum, name);
	if (a->printskipped)
		printskipped(a, name);
	grouptablerows(&a->sum.grouptable, &rows, &a->sum.tally, options);
	grouprowsmost(&rows, answerrows(a, rows.count, SCREEN_LINES));
	q->write(a, &rows);
	putnext(a);
	grouprowsfree(&rows);
}

void
answerfree(struct answer *a)
{
	waitsfree(&a->waits);
	findingsfree(&a->findings);
	streamsourcefree(&a->source);
	skippedfree(&a->skipped);
	sumfree(&a->sum);
}
