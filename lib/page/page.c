/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "document.h"
#include "io/out.h"
#include "page.h"
#include "section.h"

static void
pagebegin(struct stage *stage)
{
	struct webpage *p = (struct webpage *)stage;

	for (int i = 0; i < PAGE_STAGES; i++)
		stagebegin(p->stages[i]);
	outsetpending(NULL, NULL, NULL); /* a page is useless unless it is complete */
}

static void
pageheader(struct stage *stage, struct event *ev)
{
	struct webpage *p = (struct webpage *)stage;

	for (int i = 0; i < PAGE_STAGES; i++)
		stageheader(p->stages[i], ev);
	findingsheader(&p->findings, ev);
}

static void
pageevent(struct stage *stage, struct event *ev)
{
	struct webpage *p = (struct webpage *)stage;

	for (int i = 0; i < PAGE_STAGES; i++)
		p->stages[i]->event(p->stages[i], ev);
	findingsevent(&p->findings, ev);
}

static void
pagefinish(struct stage *stage)
{
	struct webpage *p = (struct webpage *)stage;

	for (int i = 0; i < PAGE_STAGES; i++)
		stagefinish(p->stages[i], stage->latest);
}

static void
pagestop(struct stage *stage)
{
	struct webpage *p = (struct webpage *)stage;

	for (int i = 0; i < PAGE_STAGES; i++)
		stagestop(p->stages[i]);
}

static void
pageend(struct stage *stage, const struct streamend *end)
{
	struct webpage *p = (struct webpage *)stage;

	for (int i = 0; i < PAGE_STAGES; i++)
		stageend(p->stages[i], end);
}

/* A sum of the page. */
struct pagesum {
	const enum by *by; /* the keys of its groups; BY_COUNT ends the list */
	bool over;         /* over steps */
	uint64_t types;    /* of the events that it adds up; 0 for all */
	const struct tallyhooks *hooks;
	size_t memory;     /* for its groups, bytes; 0 for no limit */
};

static void
pageready(struct sum *s, const struct pagesum *wanted)
{
	suminit(s);
	s->summary = *wanted->by == BY_COUNT;
	s->memory = wanted->memory;
	s->tally.perstep = wanted->over;
	s->tally.plain = !s->summary; /* the other columns are of the summary only */
	s->tally.types = wanted->types;
	s->tally.hooks = wanted->hooks;
	for (const enum by *by = wanted->by; *by != BY_COUNT; by++)
		groupsby(&s->tally.groups, *by);
	sumready(s);
}

void
pageinit(struct webpage *p, size_t memory)
{
	static const struct tallyhooks waited = { .choose = keyofcollective };

	static const enum by none[] = { BY_COUNT };
	static const enum by steps[] = { BY_TYPE, BY_DEVICE, BY_COUNT };
	static const enum by ranks[] = { BY_TYPE, BY_RANK, BY_COUNT };
	static const enum by waits[] = { BY_TYPE, BY_RANK, BY_LAST, BY_COUNT };

	*p = (struct webpage){
		.memory = memory,
		.stage = {
			.begin = pagebegin,
			.header = pageheader,
			.event = pageevent,
			.finish = pagefinish,
			.stop = pagestop,
			.end = pageend,
		},
		.stages = {
			[PAGE_ABOUT] = &p->about.stage,
			[PAGE_WHOLE] = &p->whole.stage,
			[PAGE_STEPS] = &p->steps.stage,
			[PAGE_RANKS] = &p->ranks.stage,
			[PAGE_WAITS] = &p->waits.stage,
			[PAGE_PACE] = &p->pace.stage,
			[PAGE_WAITMAP] = &p->waitmap.stage,
			[PAGE_FOLD] = &p->fold.stage,
			[PAGE_COUNTERS] = &p->counters.stage,
			[PAGE_EDGES] = &p->edges.stage,
			[PAGE_TRACE] = &p->trace.perfetto.stage,
		},
	};
	aboutinit(&p->about);
	pageready(&p->whole, &(struct pagesum){ .by = none, .memory = memory / 4 });
	/* Only the summary has names as keys. */
	pageready(&p->steps,
	    &(struct pagesum){ .by = steps, .over = true, .types = sectionsteptypes() });
	pageready(&p->ranks,
	    &(struct pagesum){
	        .by = ranks, .types = sectionranktypes(), .memory = memory / 16 });
	pageready(&p->waits, &(struct pagesum){ .by = waits, .hooks = &waited });
	suminit(&p->counters);
	p->counters.counted = true;
	p->counters.counters.lenient = true;
	sumready(&p->counters);
	paceinit(&p->pace);
	waitmapinit(&p->waitmap);
	edgesinit(&p->edges, &p->whole.clip);
	foldinit(&p->fold);
	p->fold.lenient = true;
	p->fold.spill.limit = memory / 4;
	grouptablesort(&p->ranks.grouptable, "sort", "rank");
	grouptablesort(&p->waits.grouptable, "sort", "rank");
	p->whole.busy.keepintervals = true; /* the curves need the busy intervals */
	p->whole.busy.intervals.limit = memory / 16;
	p->gauge.log.items.limit = memory / 4;
	embedinit(&p->trace);
	for (int i = 0; i < PAGE_STAGES; i++)
		p->stage.want |= stagewant(p->stages[i]);
	p->stage.want |= FINDINGS_KEYS;
}

void
pagesettle(struct webpage *p, const char *name)
{
	embedend(&p->trace);
	sumflush(&p->whole);
	sumflush(&p->steps);
	sumflush(&p->ranks);
	sumflush(&p->waits);
	statetablesort(&p->whole.states);
	if (!p->failed)
		sumwarn(&p->whole, name);
	if (p->pace.unordered)
		warn("the events of steps are not in order of ts, so there is no median_step: "
		     "sort -s -t: -k2,2n");
	documentbody(p);
}

void
pagewrite(struct webpage *p)
{
	documentwrite(p, &p->out);
}

void
pagenames(struct webpage *p, const char *style)
{
	struct sum *const sums[] = { &p->whole, &p->steps, &p->ranks, &p->waits };

	for (size_t i = 0; i < sizeof(sums) / sizeof(*sums); i++)
		sums[i]->namer.style = namestyleread("names", style);
	p->fold.namer.style = namestyleread("names", style);
	drawnames(&p->trace.perfetto.draw, style);
}

void
pagefree(struct webpage *p)
{
	aboutfree(&p->about);
	findingsfree(&p->findings);
	grouprowsfree(&p->wholerows);
	sumfree(&p->whole);
	sumfree(&p->steps);
	sumfree(&p->ranks);
	sumfree(&p->waits);
	sumfree(&p->counters);
	pacefree(&p->pace);
	waitmapfree(&p->waitmap);
	edgesfree(&p->edges);
	foldfree(&p->fold);
	embedfree(&p->trace);
	gaugefree(&p->gauge);
	free(p->heard.p);
	free(p->title.p);
	free(p->body.p);
}
