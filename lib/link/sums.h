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
};

/* The same in 24 bytes, which do for nearly all: there is one for each range. */
struct packedsum {
	int64_t first;       /* ns */
	uint32_t lasts;      /* ns; of a wide one its number among those */
	uint32_t time;       /* ns */
	uint32_t next;       /* in the list, or NONE */
	uint32_t count : 24;
	uint32_t device : 8; /* SUM_WIDE: it stands in sums.wide */
};

enum { SUM_WIDE = UINT8_MAX };

/* Lists of them, each known by its first, or NONE. All zero is empty. */
struct sums {
	struct packedsum *p;
	struct ondevice *wide; /* those that 24 bytes do not hold */
	size_t count, room, widecount, wideroom;
	bool saturated;        /* some time did not fit */
};

/* A sum by its number. */
struct ondevice sumsget(const struct sums *s, uint32_t number);

void sumsfree(struct sums *s);

/* Adds a sum to that of its device in a list. */
void sumsadd(struct sums *s, uint32_t *list, struct ondevice sum);

/* Adds all of a list to another. */
void sumsaddall(struct sums *s, uint32_t *list, uint32_t from);

/* Makes room for one more element of an array, numbered below NONE, or ends the program. */
void *numbered(void *array, size_t used, size_t *room, size_t size);

#endif
