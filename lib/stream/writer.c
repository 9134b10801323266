/* SPDX-License-Identifier: MIT */
#include "io/out.h"
#include "record.h"
#include "stream.h"
#include "writer.h"

static void
writerbegin(struct stage *stage)
{
	struct writer *w = (struct writer *)stage;

	outsetpending(&w->out, NULL, NULL);
}

static void
writerheader(struct stage *stage, struct event *ev)
{
	struct writer *w = (struct writer *)stage;

	recordevent(&w->out, ev);
}

static void
writerevent(struct stage *stage, struct event *ev)
{
	struct writer *w = (struct writer *)stage;

	recordevent(&w->out, ev);
	w->records++;
	outcheck(&w->out);
}

static void
writerfinal(struct stage *stage, const struct streamend *end)
{
	struct writer *w = (struct writer *)stage;

	recordfinal(&w->out, end, w->records);
	outcheck(&w->out);
	w->records = 0;
}

enum status
writerend(struct writer *w, enum status status)
{
	if (status != DONE)
		outfailedrecord(&w->out);
	return outend(&w->out) ? status : FAILED;
}

void
writerinit(struct writer *w)
{
	*w = (struct writer){
		.stage = { .begin = writerbegin, .header = writerheader, .event = writerevent,
		    .end = writerfinal },
	};
}
