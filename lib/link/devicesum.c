/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/mem.h"
#include "devicesum.h"

void *
growindexed(void *array, size_t used, size_t *room, size_t size)
{
	if (used >= NONE)
		die("too many calls or ranges");
	return xgrow(array, room, used + 1, size);
}

struct devicesum
devicesumget(const struct devicesums *s, uint32_t index)
{
	const struct packedsum *sum = &s->p[index];

	if (sum->device == SUM_LARGE)
		return s->large[sum->span];
	return (struct devicesum){
		.device = sum->device,
		.first = sum->first,
		.last = sum->first + sum->span,
		.busy = sum->busy,
		.count = sum->count,
	};
}

/* Returns true if a packedsum can hold the sum. */
static bool
fitspacked(const struct devicesum *sum)
{
	int64_t lasts = subsat(sum->last, sum->first);

	return (uint64_t)sum->device < SUM_LARGE && (uint64_t)lasts <= UINT32_MAX &&
	    (uint64_t)sum->busy <= UINT32_MAX && (uint64_t)sum->count < 1 << 24 &&
	    sum->inherited == 0;
}

static void
devicesumput(struct devicesums *s, uint32_t index, const struct devicesum *sum)
{
	struct packedsum *to = &s->p[index];

	if (to->device != SUM_LARGE && fitspacked(sum)) {
		to->first = sum->first;
		to->span = (uint32_t)(sum->last - sum->first);
		to->busy = (uint32_t)sum->busy;
		to->count = (uint32_t)sum->count & 0xFFFFFF;
		to->device = (uint32_t)sum->device & UINT8_MAX;
		return;
	}
	if (to->device != SUM_LARGE) {
		s->large = growindexed(s->large, s->largecount, &s->largeroom, sizeof(*s->large));
		to->device = SUM_LARGE;
		to->span = (uint32_t)s->largecount++;
	}
	s->large[to->span] = *sum;
}

static void
addtosum(struct devicesums *s, struct devicesum *to, const struct devicesum *sum)
{
	int64_t time;

	to->first = sum->first < to->first ? sum->first : to->first;
	to->last = sum->last > to->last ? sum->last : to->last;
	to->count += sum->count;
	to->inherited += sum->inherited;
	if (__builtin_add_overflow(to->busy, sum->busy, &time))
		s->saturated = true;
	to->busy = addsat(to->busy, sum->busy);
}

void
devicesumadd(struct devicesums *s, uint32_t *list, struct devicesum sum)
{
	for (uint32_t i = *list; i != NONE; i = s->p[i].next) {
		struct devicesum was = devicesumget(s, i);

		if (was.device == sum.device) {
			addtosum(s, &was, &sum);
			devicesumput(s, i, &was);
			return;
		}
	}
	s->p = growindexed(s->p, s->count, &s->room, sizeof(*s->p));
	s->p[s->count] = (struct packedsum){ .next = *list };
	*list = (uint32_t)s->count++;
	devicesumput(s, *list, &sum);
}

void
devicesumaddlist(struct devicesums *s, uint32_t *list, uint32_t from)
{
	for (uint32_t next; from != NONE; from = next) {
		next = s->p[from].next;
		devicesumadd(s, list, devicesumget(s, from));
	}
}

void
devicesumsfree(struct devicesums *s)
{
	free(s->p);
	free(s->large);
	*s = (struct devicesums){ 0 };
}
