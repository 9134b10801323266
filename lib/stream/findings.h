/* SPDX-License-Identifier: MIT */
/* The findings of nst-advise in a stream. */
#ifndef NST_FINDINGS_H
#define NST_FINDINGS_H

#include "base/mem.h"
#include "event.h"

/* A finding of nst-advise. */
struct finding {
	int64_t cost;     /* ns; -1 if unknown */
	int64_t of;       /* the time that the cost is a part of, ns; 0 if unknown */
	int64_t ts, dur;  /* where it cost most, ns; dur is -1 if unknown */
	char *rule;       /* the name of the event, such as gpu-gaps; plain text */
	char *sentence;   /* plain text */
	char *advice;     /* plain text; empty if there is none */
	char *record;     /* the event, a JSON object */
};

/* All zero is empty; findingsfree frees it. */
struct findings {
	struct finding *p;
	size_t count, room;
	bool advised; /* nst-advise looked for findings, as the header says */
	struct buf scratch;
};

/* The keys that findingsevent reads. */
#define FINDINGS_KEYS (EVKEY(KEY_TS) | EVKEY(KEY_DUR))

/* Learns from a header if nst-advise looked for findings. */
void findingsheader(struct findings *f, const struct event *ev);

/* Keeps an event if it is a finding. */
void findingsevent(struct findings *f, const struct event *ev);

/* Sorts them: those that cost most first. */
void findingssort(struct findings *f);

void findingsfree(struct findings *f);

#endif
