/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "flights.h"

/* The parts of a packed id: machine and more, 24 bits of pid, 24 bits of tid. */
enum { PID_BITS = 24, THREAD_BITS = 48 };

/* The correlation ids of a process grow with time, some ids apart from call to call, so those of
 * neighbouring rows are mostly in one block: the join reads memory mostly in order. */
enum { BLOCK_BITS = 6, BLOCK_IDS = 1 << BLOCK_BITS };

struct idblock {
	uint32_t flights[BLOCK_IDS]; /* 1 + index in flights.p; 0 for none */
};

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

enum joined
flightsjoined(const struct table *t)
{
	struct joining j;

	if (findjoin(&j, t, true))
		return JOINED_GPU;
	return findjoin(&j, t, false) ? JOINED_CALLS : JOINED_NOT;
}

bool
joiningbegin(struct joining *j, struct flights *f, const struct table *t)
{
	*j = (struct joining){ .flights = f };
	if (!findjoin(j, t, true) && !findjoin(j, t, false))
		return false;
	j->block = UINT32_MAX;
	return true;
}

/* Returns the slot of a correlation id. If its block is not there, adds it, or else returns
 * NULL. */
static uint32_t *
idslot(struct joining *j, uint64_t pid, uint64_t corr, bool adds)
{
	struct flights *f = j->flights;
	struct mapkey key = { pid, corr >> BLOCK_BITS };
	uint32_t *block;
	bool fresh = false;

	if (j->block == UINT32_MAX || key.a != j->latest.a || key.b != j->latest.b) {
		block = adds ? mapput(&f->blocks, key, &fresh) : mapget(&f->blocks, key);
		if (!block)
			return NULL;
		if (fresh) {
			GROW(f->ids, f->idroom, f->idcount + 1);
			*block = (uint32_t)f->idcount;
			f->ids[f->idcount++] = (struct idblock){ { 0 } };
		}
		j->latest = key;
		j->block = *block;
	}
	return &f->ids[j->block].flights[corr & (BLOCK_IDS - 1)];
}

/* Adds a call to its flight. */
static void
joincall(struct flights *f, uint32_t flight, int64_t packed, int64_t ts)
{
	bool fresh;
	uint32_t *thread = mapput(
	    &f->threads, (struct mapkey){ (uint64_t)packed << (64 - THREAD_BITS), 0 }, &fresh);

	if (fresh)
		*thread = (uint32_t)f->threads.used - 1;
	GROW(f->launches, f->launchroom, f->launchcount + 1);
	f->launches[f->launchcount++] = (struct launchcall){ *thread, flight, ts };
	timespanadd(&f->p[flight], ts, ts);
}

void
joiningrow(struct joining *j, const struct cell *id, const struct cell *corr,
    const struct when *when)
{
	struct flights *f = j->flights;
	int64_t number = corr->number & j->mask;
	/* rows without a process have pid 0, as in nst-link */
	uint64_t pid = (uint64_t)id->number << (64 - THREAD_BITS) >> (64 - PID_BITS);
	uint32_t *slot;

	if (corr->type != CELL_INT || number == 0)
		return;
	slot = idslot(j, pid, (uint64_t)number, j->ongpu);
	if (!slot)
		return;
	if (j->ongpu) {
		if (*slot == 0) {
			GROW(f->p, f->room, f->count + 1);
			f->p[f->count++] = (struct timespan){ .begun = false };
			*slot = (uint32_t)f->count;
		}
		timespanadd(&f->p[*slot - 1], when->ts, whenend(when));
	} else if (*slot > 0) {
		joincall(f, *slot - 1, id->number, when->ts);
	}
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
	free(f->ids);
	mapfree(&f->blocks);
	mapfree(&f->threads);
	*f = (struct flights){ 0 };
}
