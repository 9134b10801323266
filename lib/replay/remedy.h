/* SPDX-License-Identifier: MIT */
/*
 * Predicts what the findings of nst-advise would save: a remedy is the change of a run that follows
 * the advice of a rule as far as it can go, and its prediction is the replay of the run with it.
 */
#ifndef NST_REMEDY_H
#define NST_REMEDY_H

#include "replay.h"
#include "stream/stage.h"

/* Rules that have a remedy. */
enum { REMEDIES = 9 };

/* The stage keeps the findings of the stream, and gives them after the last event with what they
 * would save, the largest first. The caller sets run, before and error. */
struct remedies {
	struct stage stage;
	const struct collect *run; /* collected, and not walked */
	int64_t before;       /* length of the run, ns */
	double error;         /* the replay error, a fraction */
	int64_t after[REMEDIES]; /* length of the replayed run, ns; NO_TIME if not replayed yet */
	int64_t all;          /* the same with the remedies of all findings; NO_TIME without any */
	struct remedied *p;   /* the findings */
	size_t count, room;
	struct buf args, scratch, stack;
};

/* Makes the stage. remediesfree frees it. */
void remediesinit(struct remedies *r);

/* Writes what the findings would save as text for people, or as a JSON object, after finish. */
void remediestext(const struct remedies *r, struct buf *out);
void remediesjson(const struct remedies *r, struct buf *out);

void remediesfree(struct remedies *r);

#endif
