/* SPDX-License-Identifier: MIT */
/* 64-bit times and durations in 32 bits. Times are split into halves, since many events share one
 * high half. Durations that do not fit are in a side table. */
#ifndef NST_PACKEDDUR_H
#define NST_PACKEDDUR_H

#include <stddef.h>
#include <stdint.h>

static inline uint32_t
highhalf(int64_t v)
{
	return (uint32_t)((uint64_t)v >> 32);
}

static inline int64_t
joinhalves(uint32_t high, uint32_t low)
{
	return (int64_t)((uint64_t)high << 32 | low);
}

/* Side table of the durations of 4.29 s and more, sorted by the index of their call or range. All
 * zero is empty. */
struct longdurs {
	struct longdur *p;
	size_t count, room;
};

/* Two packed durations are reserved: the call has none, and its duration is in the side table. */
#define DUR_NONE UINT32_MAX
#define DUR_LONG (UINT32_MAX - 1)

/* Appends a duration in ns. Indices must increase from call to call. */
void longdurput(struct longdurs *l, uint32_t index, int64_t dur);

/* Returns the duration in ns that longdurput stored for this index; there must be one. */
int64_t longdurget(const struct longdurs *l, uint32_t index);

void longdursfree(struct longdurs *l);

/* Packs a duration in ns; a negative one means no duration. */
static inline uint32_t
durpack(struct longdurs *l, uint32_t index, int64_t dur)
{
	if (dur >= DUR_LONG)
		longdurput(l, index, dur);
	return dur < 0 ? DUR_NONE : dur >= DUR_LONG ? DUR_LONG : (uint32_t)dur;
}

/* Returns the packed duration in ns, or -1 for DUR_NONE. */
static inline int64_t
durunpack(const struct longdurs *l, uint32_t index, uint32_t dur)
{
	if (dur == DUR_LONG)
		return longdurget(l, index);
	return dur == DUR_NONE ? -1 : (int64_t)dur;
}

#endif
