/* SPDX-License-Identifier: MIT */
/* The findings of nst-advise in a stream. */
#ifndef NST_FINDINGS_H
#define NST_FINDINGS_H

#include "base/mem.h"
#include "stream/event.h"

/* A finding of nst-advise. */
struct finding {
	int64_t cost; /* ns; -1 if unknown */
	char *sentence; /* plain text */
	char *record;   /* the event, a JSON object */
};

/* All zero is empty; findingsfree frees it. */
struct findings {
	struct finding *p;
	size_t count, room;
	bool advised; /* nst-advise looked for findings, as the header says */
	struct buf scratch;
};

/* Keeps an event if it is a finding. */
void findingsevent(struct findings *f, const struct event *ev);

/* Sorts them: those that cost most first. */
void findingssort(struct findings *f);

void findingsfree(struct findings *f);

#endif
