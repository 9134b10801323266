/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/escape.h"
#include "base/json.h"
#include "finding.h"
#include "stream/record.h"
#include "table/format.h"

bool
advisedenough(enum rule rule, int64_t cost, int64_t span)
{
	return cost >= RULE_LEAST && (wide)cost * 1000 >= (wide)span * rules[rule].permille;
}

struct advised *
advisedadd(struct advisedlist *f, const struct advise *a, const struct advised *one)
{
	if (a->someonly && !a->only[one->rule])
		return NULL;
	if (one->span <= 0 || !advisedenough(one->rule, one->cost, one->span))
		return NULL;
	GROW(f->p, f->room, f->count + 1);
	f->p[f->count] = *one;
	if (one->cost > one->span) /* in a stream that contradicts itself */
		f->p[f->count].cost = one->span;
	return &f->p[f->count++];
}

static int
byfindingcost(const void *a, const void *b)
{
	const struct advised *x = a, *y = b;

	if (x->cost != y->cost)
		return x->cost > y->cost ? -1 : 1;
	return (x->rule > y->rule) - (x->rule < y->rule);
}

void
advisedlistsort(struct advisedlist *f)
{
	if (f->count > 0)
		qsort(f->p, f->count, sizeof(*f->p), byfindingcost);
}

static void
findingargs(const struct advised *one, const struct advise *a, struct buf *out)
{
	const struct ruleinfo *rule = &rules[one->rule];

	bufchar(out, '{');
	recordmember(out, "sentence");
	jsonstring(out, one->sentence.p, one->sentence.n);
	recordmemberint(out, "cost", one->cost);
	recordmember(out, "cost_of");
	bufstr(out, rule->wall ? "\"wall\"" : "\"gpu\"");
	recordmemberint(out, "of", one->span);
	recordmemberint(out, "count", (int64_t)one->count);
	if (one->gpus > 0)
		recordmemberint(out, "gpus", (int64_t)one->gpus);
	if (one->bytes > 0)
		recordmemberint(out, "bytes", one->bytes);
	if (one->top.range != NO_RANGE) {
		struct span range = stringat(&a->names, one->top.range);

		recordmember(out, "range");
		jsonstring(out, range.p, range.n);
	}
	recordmember(out, "advice");
	jsonstring(out, rule->advice, strlen(rule->advice));
	bufchar(out, '}');
	jsonpad(out);
}

/* Gives the record of a finding. */
static void
findinggive(const struct advised *one, struct advise *a, struct buf *args, struct buf *name)
{
	struct event ev;

	args->n = name->n = 0;
	findingargs(one, a, args);
	jsonstring(name, rules[one->rule].id, strlen(rules[one->rule].id));
	jsonpad(name);
	evmake(&ev, TYPE_FINDING, one->worst.ts, &a->stack);
	evsetint(&ev, KEY_DUR, one->worst.dur);
	evset(&ev, KEY_NAME, bufall(name));
	if (one->haspid)
		evsetint(&ev, KEY_PID, one->pid);
	if (one->hastid)
		evsetint(&ev, KEY_TID, one->tid);
	if (one->hasdevice)
		evsetint(&ev, KEY_DEVICE, one->device);
	if (one->worst.hasstep)
		evsetint(&ev, KEY_STEP, one->worst.step);
	evset(&ev, KEY_ARGS, bufall(args));
	stagegive(&a->stage, &ev);
}

void
advisedgive(const struct advisedlist *f, struct advise *a)
{
	struct buf args = { 0 }, name = { 0 };

	for (size_t i = 0; i < f->count; i++)
		findinggive(&f->p[i], a, &args, &name);
	free(args.p);
	free(name.p);
}

/* The longest line of the text, in characters. */
enum { COLUMNS = 79 };

static void
findingtext(const struct advised *one, size_t number, struct buf *out)
{
	const struct ruleinfo *rule = &rules[one->rule];
	struct buf text = { 0 }, plain = { 0 };
	char first[32] = "", rest[] = "    ";

	bufprintf(&text, "%2zu. ", number);
	memcpy(first, text.p, text.n < sizeof(first) ? text.n : sizeof(first) - 1);
	escapetext(&plain, bufall(&one->sentence));
	text.n = 0;
	bufstr(&text, rule->id);
	bufstr(&text, ": ");
	bufspan(&text, bufall(&plain));
	formatparagraph(out, bufall(&text), COLUMNS, first, rest);
	formatparagraph(out, spanof(rule->advice), COLUMNS, rest, rest);
	free(text.p);
	free(plain.p);
}

void
advisedtext(const struct advisedlist *f, const struct advise *a, struct buf *out)
{
	size_t shown = f->count < a->top ? f->count : a->top;

	if (f->count == 0)
		bufstr(out, a->works > 0 ? "no findings\n"
		                         : "no findings: nothing ran on a GPU\n");
	for (size_t i = 0; i < shown; i++)
		findingtext(&f->p[i], i + 1, out);
	if (shown < f->count)
		bufprintf(out, "    %zu more: --top %zu\n", f->count - shown, f->count);
}

void
advisedlistfree(struct advisedlist *f)
{
	for (size_t i = 0; i < f->count; i++)
		free(f->p[i].sentence.p);
	free(f->p);
	*f = (struct advisedlist){ 0 };
}
