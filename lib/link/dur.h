/* SPDX-License-Identifier: MIT */
/* Numbers of 64 bits in 32: an upper half that many have in common is kept once for all of them,
 * and durations that are too long stand apart. */
#ifndef NST_DUR_H
#define NST_DUR_H

#include <stddef.h>
#include <stdint.h>

/* The upper half of a number. */
static inline uint32_t
upperhalf(int64_t v)
{
	return (uint32_t)((uint64_t)v >> 32);
}

/* A number from its halves. */
static inline int64_t
fromhalves(uint32_t high, uint32_t low)
{
	return (int64_t)((uint64_t)high << 32 | low);
}

/* Durations of 4 s and more, by the numbers of what lasts so long. All zero is none. */
struct longdurs {
	struct longdur *p;
	size_t count, room;
};

/* What stands for the others: none, and a long one. */
#define DUR_NONE UINT32_MAX
#define DUR_LONG (UINT32_MAX - 1)

/* Keeps a long duration, ns, of what has a number, larger than those before. */
void longput(struct longdurs *l, uint32_t number, int64_t dur);

/* The long duration of what has a number, ns. */
int64_t longget(const struct longdurs *l, uint32_t number);

void longfree(struct longdurs *l);

/* Packs a duration, ns, or none where that is negative. */
static inline uint32_t
durpack(struct longdurs *l, uint32_t number, int64_t dur)
{
	if (dur >= DUR_LONG)
		longput(l, number, dur);
	return dur < 0 ? DUR_NONE : dur >= DUR_LONG ? DUR_LONG : (uint32_t)dur;
}

/* The duration that was packed, ns; -1 where there was none. */
static inline int64_t
durunpack(const struct longdurs *l, uint32_t number, uint32_t dur)
{
	if (dur == DUR_LONG)
		return longget(l, number);
	return dur == DUR_NONE ? -1 : (int64_t)dur;
}

#endif
