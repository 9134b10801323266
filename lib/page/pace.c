/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "pace.h"

/* The current step of a process. */
struct pacer {
	int64_t step, begin; /* ns */
};

/* What other programs put behind the events of threads: it begins no step. */
#define AFTER                                                                                     \
	(EVTYPE(TYPE_NVTX_KERNEL) | EVTYPE(TYPE_CALL_KERNEL) | EVTYPE(TYPE_PATH) |                \
	    EVTYPE(TYPE_FINDING))

/* The first step of a process begins with its first event, whatever its number is. */
static void
paceevent(struct stage *stage, struct event *ev)
{
	struct pace *p = (struct pace *)stage;
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), evhas(ev, KEY_PID) };
	struct pacer *last;
	uint32_t *number;
	bool fresh;

	if (!evhas(ev, KEY_STEP) || !evhas(ev, KEY_TID) ||
	    (ev->type != TYPE_OTHER && (AFTER & EVTYPE(ev->type)) != 0))
		return;
	number = mapput(&p->ids, key, &fresh);
	if (fresh) {
		GROW(p->processes, p->room, p->count + 1);
		*number = (uint32_t)p->count++;
		p->first = p->count == 1 || ev->number[KEY_TS] < p->first ? ev->number[KEY_TS]
		                                                          : p->first;
	}
	last = &p->processes[*number];
	if (!fresh && ev->number[KEY_TS] < last->begin)
		p->unordered = true;
	if (!fresh && ev->number[KEY_STEP] <= last->step)
		return;
	if (!fresh && !p->unordered)
		durationsadd(&p->times, subsat(ev->number[KEY_TS], last->begin));
	*last = (struct pacer){ .step = ev->number[KEY_STEP], .begin = ev->number[KEY_TS] };
}

void
paceinit(struct pace *p)
{
	*p = (struct pace){
		.stage = {
			.want = EVKEY(KEY_STEP) | EVKEY(KEY_PID) | EVKEY(KEY_TID),
			.event = paceevent,
		},
	};
}

bool
pacemedian(struct pace *p, wide *ns)
{
	static const uint32_t median[] = { PERCENT_SCALE / 2 };

	if (durationscount(&p->times) == 0 || p->unordered)
		return false;
	durationspercentiles(&p->times, median, 1, ns);
	*ns = widedivide(*ns, PERCENT_SCALE);
	return true;
}

/* Returns how many of n sorted times are before the confidence interval of their median, and as
 * many are behind it: the largest rank that the number of times below the true median is under
 * with a probability of at most (1 - 0.95) / 2. That number has a binomial distribution, whatever
 * that of the times is. Returns n if no rank will do. */
static uint64_t
rankbefore(uint64_t n)
{
	enum { EXACT = 1000 }; /* 2^-EXACT is a normal double */
	double term = ldexp(1, -(int)(n < EXACT ? n : EXACT)), sum = 0;
	uint64_t rank = 0;

	if (n > EXACT) /* the normal distribution, and half of its 1.96 standard deviations */
		return (uint64_t)((double)n / 2 + 0.5 - 0.98 * sqrt((double)n)) - 1;
	while (sum + term <= 0.025) {
		sum += term;
		term = term * (double)(n - rank) / (double)(rank + 1);
		rank++;
	}
	return rank > 0 ? rank - 1 : n;
}

bool
paceinterval(struct pace *p, int64_t *low, int64_t *high)
{
	uint64_t n = durationscount(&p->times), before = rankbefore(n);

	if (before >= n || p->unordered)
		return false;
	durationssorted(&p->times, 0, low, 1); /* sorts */
	durationssorted(&p->times, before, low, 1);
	durationssorted(&p->times, n - 1 - before, high, 1);
	return true;
}

void
pacefree(struct pace *p)
{
	mapfree(&p->ids);
	free(p->processes);
	durationsfree(&p->times);
}
