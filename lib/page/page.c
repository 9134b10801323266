/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "document.h"
#include "out.h"
#include "page.h"

static void
begin(struct stage *stage)
{
	struct webpage *p = (struct webpage *)stage;

	for (int i = 0; i < PAGE_STAGES; i++)
		stagebegin(p->stages[i]);
	outpending(NULL, NULL, NULL); /* half a page is none */
}

static void
header(struct stage *stage, struct event *ev)
{
	struct webpage *p = (struct webpage *)stage;

	for (int i = 0; i < PAGE_STAGES; i++)
		stageheader(p->stages[i], ev);
}

static void
event(struct stage *stage, struct event *ev)
{
	struct webpage *p = (struct webpage *)stage;

	for (int i = 0; i < PAGE_STAGES; i++)
		p->stages[i]->event(p->stages[i], ev);
}

static void
finish(struct stage *stage)
{
	struct webpage *p = (struct webpage *)stage;

	for (int i = 0; i < PAGE_STAGES; i++)
		stagefinish(p->stages[i]);
}

static void
stop(struct stage *stage)
{
	struct webpage *p = (struct webpage *)stage;

	for (int i = 0; i < PAGE_STAGES; i++)
		stagestop(p->stages[i]);
}

static void
end(struct stage *stage, int64_t latest, bool partial)
{
	struct webpage *p = (struct webpage *)stage;

	p->partial |= partial;
	for (int i = 0; i < PAGE_STAGES; i++)
		stageend(p->stages[i], latest, partial);
}

void
pageinit(struct webpage *p, size_t most)
{
	*p = (struct webpage){
		.stage = {
			.begin = begin,
			.header = header,
			.event = event,
			.finish = finish,
			.stop = stop,
			.end = end,
		},
	};
	suminit(&p->whole);
	p->whole.whole = true;
	sumready(&p->whole);
	p->whole.busy.parts = true;
	embedinit(&p->trace, most);
	p->stages[PAGE_WHOLE] = &p->whole.stage;
	p->stages[PAGE_TRACE] = &p->trace.perfetto.stage;
	for (int i = 0; i < PAGE_STAGES; i++)
		p->stage.want |= stagewant(p->stages[i]);
}

void
pagewrite(struct webpage *p)
{
	embedend(&p->trace);
	tallyend(&p->whole.tally);
	documentwrite(p, &p->out);
}

void
pagefree(struct webpage *p)
{
	sumfree(&p->whole);
	embedfree(&p->trace);
}
