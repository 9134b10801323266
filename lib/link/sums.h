/* SPDX-License-Identifier: MIT */
/* What was launched from somewhere, added up for each device. */
#ifndef NST_SUMS_H
#define NST_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No element of an array, or no list; it fits into 31 bits. */
#define NONE ((uint32_t)INT32_MAX)

/* What was launched on one device. */
struct ondevice {
	int64_t device, first, last; /* ns */
	int64_t time, count;         /* ns, launches; the time saturates */
	int64_t inherited;           /* how many of them from other threads */
	uint32_t next;               /* in the list, or NONE */
};

/* Lists of them, each known by its first, or NONE. All zero is empty. */
struct sums {
	struct ondevice *p;
	size_t count, room;
	bool saturated; /* some time did not fit */
};

/* Adds a sum to that of its device in a list. */
void sumsadd(struct sums *s, uint32_t *list, struct ondevice sum);

/* Adds all of a list to another. */
void sumsaddall(struct sums *s, uint32_t *list, uint32_t from);

/* Makes room for one more element of an array, numbered below NONE, or ends the program. */
void *numbered(void *array, size_t used, size_t *room, size_t size);

#endif
