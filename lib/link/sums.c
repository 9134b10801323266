/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/mem.h"
#include "sums.h"

void *
numbered(void *array, size_t used, size_t *room, size_t size)
{
	if (used >= NONE)
		die("too many calls or ranges");
	return xgrow(array, room, used + 1, size);
}

struct ondevice
sumsget(const struct sums *s, uint32_t number)
{
	const struct packedsum *sum = &s->p[number];

	if (sum->device == SUM_WIDE)
		return s->wide[sum->lasts];
	return (struct ondevice){
		.device = sum->device,
		.first = sum->first,
		.last = sum->first + sum->lasts,
		.time = sum->time,
		.count = sum->count,
	};
}

/* Whether 24 bytes hold a sum. */
static bool
narrow(const struct ondevice *sum)
{
	int64_t lasts = subsat(sum->last, sum->first);

	return (uint64_t)sum->device < SUM_WIDE && (uint64_t)lasts <= UINT32_MAX &&
	    (uint64_t)sum->time <= UINT32_MAX && (uint64_t)sum->count < 1 << 24 &&
	    sum->inherited == 0;
}

/* Gives a number another sum. */
static void
sumsput(struct sums *s, uint32_t number, const struct ondevice *sum)
{
	struct packedsum *to = &s->p[number];

	if (to->device != SUM_WIDE && narrow(sum)) {
		to->first = sum->first;
		to->lasts = (uint32_t)(sum->last - sum->first);
		to->time = (uint32_t)sum->time;
		to->count = (uint32_t)sum->count & 0xFFFFFF;
		to->device = (uint32_t)sum->device & UINT8_MAX;
		return;
	}
	if (to->device != SUM_WIDE) {
		s->wide = numbered(s->wide, s->widecount, &s->wideroom, sizeof(*s->wide));
		to->device = SUM_WIDE;
		to->lasts = (uint32_t)s->widecount++;
	}
	s->wide[to->lasts] = *sum;
}

/* Adds what was launched to what was. */
static void
add(struct sums *s, struct ondevice *to, const struct ondevice *sum)
{
	int64_t time;

	to->first = sum->first < to->first ? sum->first : to->first;
	to->last = sum->last > to->last ? sum->last : to->last;
	to->count += sum->count;
	to->inherited += sum->inherited;
	if (__builtin_add_overflow(to->time, sum->time, &time))
		s->saturated = true;
	to->time = addsat(to->time, sum->time);
}

void
sumsadd(struct sums *s, uint32_t *list, struct ondevice sum)
{
	for (uint32_t i = *list; i != NONE; i = s->p[i].next) {
		struct ondevice was = sumsget(s, i);

		if (was.device == sum.device) {
			add(s, &was, &sum);
			sumsput(s, i, &was);
			return;
		}
	}
	s->p = numbered(s->p, s->count, &s->room, sizeof(*s->p));
	s->p[s->count] = (struct packedsum){ .next = *list };
	*list = (uint32_t)s->count++;
	sumsput(s, *list, &sum);
}

void
sumsaddall(struct sums *s, uint32_t *list, uint32_t from)
{
	for (uint32_t next; from != NONE; from = next) {
		next = s->p[from].next;
		sumsadd(s, list, sumsget(s, from));
	}
}

void
sumsfree(struct sums *s)
{
	free(s->p);
	free(s->wide);
	*s = (struct sums){ 0 };
}
