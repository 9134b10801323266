/* SPDX-License-Identifier: MIT */
#include "err.h"
#include "mem.h"
#include "sums.h"

void *
numbered(void *array, size_t used, size_t *room, size_t size)
{
	if (used >= NONE)
		die("too many calls or ranges");
	return xgrow(array, room, used + 1, size);
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
	for (uint32_t i = *list; i != NONE; i = s->p[i].next)
		if (s->p[i].device == sum.device) {
			add(s, &s->p[i], &sum);
			return;
		}
	s->p = numbered(s->p, s->count, &s->room, sizeof(*s->p));
	sum.next = *list;
	*list = (uint32_t)s->count++;
	s->p[*list] = sum;
}

void
sumsaddall(struct sums *s, uint32_t *list, uint32_t from)
{
	for (uint32_t next; from != NONE; from = next) {
		next = s->p[from].next;
		sumsadd(s, list, s->p[from]);
	}
}
