/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "flights.h"

/* The parts of a packed id: machine and more, 24 bits of pid, 24 bits of tid. */
enum { PID_BITS = 24, THREAD_BITS = 48 };

static bool
isongpu(enum event_type type)
{
	return evfamily(type) == FAMILY_GPU || evfamily(type) == FAMILY_DEVICE;
}

/* Finds the columns that wanted events of a table, of the GPU or calls, are joined by. */
static bool
findjoin(struct joining *j, const struct table *t, bool gpu)
{
	j->id = j->corr = -1;
	j->ongpu = gpu;
	for (size_t i = 0; i < t->count; i++) {
		const struct plan *plan = &t->plans[i];
		enum event_type type = plan->mapping->type;

		if (!plan->wanted || !(gpu ? isongpu(type) : type == TYPE_CUDA_API))
			continue;
		if (plan->roles[ROLE_PROCESS].column >= 0)
			j->id = plan->roles[ROLE_PROCESS].column;
		if (plan->roles[ROLE_THREAD].column >= 0)
			j->id = plan->roles[ROLE_THREAD].column;
		for (size_t k = 0; k < plan->count; k++)
			if (plan->ops[k].key == KEY_CORR) {
				j->corr = plan->ops[k].column;
				j->mask = plan->ops[k].mask;
			}
	}
	return j->corr >= 0;
}

bool
flightsongpu(const struct table *t)
{
	struct joining j;

	return findjoin(&j, t, true);
}

bool
joiningbegin(struct joining *j, struct flights *f, const struct table *t)
{
	*j = (struct joining){ .flights = f };
	if (!findjoin(j, t, true) && !findjoin(j, t, false))
		return false;
	j->next = f->launchcount;
	return true;
}

static void
joingpurow(struct joining *j, struct mapkey key)
{
	struct flights *f = j->flights;
	bool fresh;
	uint32_t *number = mapput(&f->ids, key, &fresh);

	if (fresh) {
		GROW(f->p, f->room, f->count + 1);
		*number = (uint32_t)f->count;
		f->p[f->count++] = (struct timespan){ .begun = false };
	}
	j->of[j->count] = *number;
}

/* Notes a call that has a flight; its start is the number of the row until that is known. */
static void
joincall(struct joining *j, struct mapkey key, int64_t packed)
{
	struct flights *f = j->flights;
	const uint32_t *flight = mapget(&f->ids, key);
	uint32_t *thread;
	bool fresh;

	if (!flight)
		return;
	key = (struct mapkey){ (uint64_t)packed << (64 - THREAD_BITS), 0 };
	thread = mapput(&f->threads, key, &fresh);
	if (fresh)
		*thread = (uint32_t)f->threads.used - 1;
	GROW(f->launches, f->launchroom, f->launchcount + 1);
	f->launches[f->launchcount++] =
	    (struct launchcall){ *thread, *flight, (int64_t)j->count, false };
}

void
joiningids(struct joining *j, const struct cell *id, const struct cell *corr)
{
	int64_t number = corr->number & j->mask;
	/* rows without a process have pid 0, as in nst-link */
	struct mapkey key = { (uint64_t)id->number << (64 - THREAD_BITS) >> (64 - PID_BITS),
		(uint64_t)number };

	if (j->ongpu) {
		GROW(j->of, j->room, j->count + 1);
		j->of[j->count] = UINT32_MAX;
	}
	if (corr->type == CELL_INT && number != 0) {
		if (j->ongpu)
			joingpurow(j, key);
		else
			joincall(j, key, id->number);
	}
	j->count++;
}

void
joiningtimes(struct joining *j, const struct when *when)
{
	struct flights *f = j->flights;
	size_t row = j->timed++;

	if (j->ongpu) {
		if (when && row < j->count && j->of[row] != UINT32_MAX)
			timespanadd(&f->p[j->of[row]], when->ts, whenend(when));
	} else if (j->next < f->launchcount && f->launches[j->next].ts == (int64_t)row) {
		struct launchcall *l = &f->launches[j->next++];

		l->wanted = when != NULL;
		l->ts = when ? when->ts : 0;
	}
}

void
joiningfree(struct joining *j)
{
	free(j->of);
	j->of = NULL;
}

void
flightsend(struct flights *f)
{
	size_t kept = 0;

	for (size_t i = 0; i < f->launchcount; i++) {
		struct launchcall l = f->launches[i];

		if (!l.wanted)
			continue;
		timespanadd(&f->p[l.flight], l.ts, l.ts);
		f->launches[kept++] = l;
	}
	f->launchcount = kept;
}

uint32_t
flightsthread(const struct flights *f, int64_t packed)
{
	const uint32_t *thread =
	    mapget(&f->threads, (struct mapkey){ (uint64_t)packed << (64 - THREAD_BITS), 0 });

	return thread ? *thread : UINT32_MAX;
}

void
flightsfree(struct flights *f)
{
	free(f->p);
	free(f->launches);
	mapfree(&f->ids);
	mapfree(&f->threads);
	*f = (struct flights){ 0 };
}
