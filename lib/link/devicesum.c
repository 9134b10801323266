/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "base/mem.h"
#include "devicesum.h"

void *
growindexed(void *array, size_t used, size_t *room, size_t size)
{
	if (used >= NONE)
		indexdie();
	return xgrow(array, room, used + 1, size);
}

void
indexdie(void)
{
	die("too many calls or ranges");
}

void
devicesumsinit(struct devicesums *s, struct pagepool *pool)
{
	*s = (struct devicesums){
		.sums = { .pool = pool, .size = sizeof(struct packedsum) },
		.large = { .pool = pool, .size = sizeof(struct devicesum) },
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
	struct packedsum *to = pagedwrite(&s->sums, index);

	if (to->device != SUM_LARGE && fitspacked(sum)) {
		to->first = sum->first;
		to->span = (uint32_t)(sum->last - sum->first);
		to->busy = (uint32_t)sum->busy;
		to->count = (uint32_t)sum->count & 0xFFFFFF;
		to->device = (uint32_t)sum->device & UINT8_MAX;
		return;
	}
	if (to->device != SUM_LARGE) {
		to->device = SUM_LARGE;
		to->span = (uint32_t)s->large.count;
		appendindexed(&s->large);
	}
	*(struct devicesum *)pagedwrite(&s->large, to->span) = *sum;
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
	for (uint32_t i = *list; i != NONE; i = devicesumnext(s, i)) {
		struct devicesum was = devicesumget(s, i);

		if (was.device == sum.device) {
			addtosum(s, &was, &sum);
			devicesumput(s, i, &was);
			return;
		}
	}
	*(struct packedsum *)appendindexed(&s->sums) = (struct packedsum){ .next = *list };
	*list = (uint32_t)s->sums.count - 1;
	devicesumput(s, *list, &sum);
}

void
devicesumaddlist(struct devicesums *s, uint32_t *list, uint32_t from)
{
	for (uint32_t next; from != NONE; from = next) {
		next = devicesumnext(s, from);
		devicesumadd(s, list, devicesumget(s, from));
	}
}

void
devicesumsfree(struct devicesums *s)
{
	pagedfree(&s->sums);
	pagedfree(&s->large);
	s->saturated = false;
}
